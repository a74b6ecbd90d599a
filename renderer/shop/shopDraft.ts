/** The typed facts of a shop, and their conversion to the wire and back. */

import type { ShopInput } from '../../main/wire/shop.ts';

export interface ShopDraft {
  readonly name: string;
  readonly company: string;
  readonly street: string;
  readonly zip: string;
  readonly city: string;
  readonly country: string;
  readonly taxNumber: string;
  readonly vatId: string;
  readonly phone: string;
  readonly email: string;
  readonly website: string;
  readonly currency: string;
  readonly cashRounding: boolean | null;
  readonly timeZone: string;
  readonly dayStart: string;
  readonly language: 'de' | 'en';
  readonly receiptHead: string;
  readonly receiptFoot: string;
}

/** Facts that may be missing. */
const OPTIONAL = ['company', 'street', 'zip', 'city', 'taxNumber', 'vatId', 'phone', 'email', 'website'] as const;
const PLAIN = ['name', 'country', 'currency', 'timeZone', 'dayStart'] as const;

export function shopDraftOf(shop: Partial<ShopInput>, language: 'de' | 'en'): ShopDraft {
  const texts = Object.fromEntries([...PLAIN, ...OPTIONAL].map(member => [member, shop[member] ?? '']));
  return {
    ...(texts as unknown as ShopDraft),
    language: shop.language ?? language,
    cashRounding: shop.cashRounding ?? null,
    receiptHead: (shop.receiptHead ?? []).join('\n'),
    receiptFoot: (shop.receiptFoot ?? []).join('\n'),
  };
}

export function shopInputOf({ language, cashRounding, receiptHead, receiptFoot, ...draft }: ShopDraft): ShopInput {
  const optional = OPTIONAL.map(member => [member, draft[member].trim() || null] as const);
  const plain = PLAIN.filter(member => member === 'name' || draft[member].trim() !== '');
  return {
    ...Object.fromEntries([...optional, ...plain.map(member => [member, draft[member].trim()] as const)]),
    name: draft.name.trim(),
    language,
    cashRounding,
    receiptHead: linesOf(receiptHead),
    receiptFoot: linesOf(receiptFoot),
  };
}

/** Lines of a text; empty lines at the end are none. */
export const linesOf = (text: string): string[] => (text.trimEnd() === '' ? [] : text.trimEnd().split('\n'));
