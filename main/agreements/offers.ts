/** Offers of an agreement to a payer: methods, currencies, and the look of the payment iframe. */

import { methodRow } from '../acquirer/payments/products.ts';
import type { AvailableMethodsInput, IframeOptions } from '../wire/agreements.ts';
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { agreementOf } from './lookup.ts';

/** The payment methods for a currency; for a sale only those that its `payment_context.payment_methods` allows. */
export function methodsFor(
  world: Pick<World, 'acquirer' | 'agreements' | 'ledger'>,
  principal: Principal,
  id: string,
  { currency }: AvailableMethodsInput,
  sale: string | null,
): readonly string[] {
  const agreed = availableMethods(agreementOf(world, principal, id).inner, currency);
  const offered = agreed.filter(method => methodRow(method)?.pos || world.acquirer.serves(method));
  const wanted = sale === null ? null : methodsOfSale(world, principal, sale);
  return wanted === null ? offered : offered.filter(method => wanted.includes(method));
}

function methodsOfSale(world: Pick<World, 'ledger'>, { merchant }: Principal, id: string): readonly unknown[] | null {
  const sale = world.ledger.sale(merchant, id);
  if (!sale) throw new BridgeError('notFound', `there is no Smart Transaction ${id}`);
  const methods = sale.document.payment_context?.payment_methods;
  return Array.isArray(methods) ? methods : null;
}

export function iframeOptions(
  world: Pick<World, 'agreements' | 'settings'>,
  principal: Principal,
  id: string,
): IframeOptions {
  const { document, inner } = agreementOf(world, principal, id);
  const { iframe } = inner;
  const textOf = (name: string) => (typeof iframe[name] === 'string' ? iframe[name] : null);
  return {
    payment_hint_title: textOf('payment_hint_title'),
    project_title: document.project ?? document.merchant.companyname ?? '',
    project_logo: textOf('logo_base64'),
    submit_button_title: textOf('submit_button_title'),
    primary_colour: textOf('primary_colour'),
    language: world.settings.language === 'de' ? 'de_DE' : 'en_US',
    basket_title: textOf('basket_title'),
    is_basket_shown: iframe.show_basket !== false,
    language_formality: iframe.cession === 'personal' ? 'personal' : 'formal',
    payment_config: { Googlepay: {}, Applepay: {} },
  };
}

const CURRENCIES: Readonly<Record<string, readonly string[]>> = {
  debit: ['EUR'],
  easycredit: ['EUR'],
  eps: ['EUR'],
  giropay: ['EUR'],
  invoice: ['EUR'],
  prepaid: ['EUR'],
  sofort: ['EUR', 'CHF'],
  twint: ['CHF'],
};

interface AgreedMethods {
  readonly methods: readonly string[];
  readonly currencies: readonly string[];
}

/** The methods in the order of the agreement; none for a currency outside the agreement. */
function availableMethods({ methods, currencies }: AgreedMethods, currency: string): readonly string[] {
  if (!currencies.includes(currency)) return [];
  return methods.filter(method => CURRENCIES[method]?.includes(currency) ?? true);
}
