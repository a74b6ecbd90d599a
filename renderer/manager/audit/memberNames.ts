/** The words for members of audit entries; a member without words stands as the interface names it. Pure. */

const NAMES = [
  'name',
  'username',
  'role',
  'language',
  'scopes',
  'till',
  'state',
  'lockReason',
  'mustChange',
  'oldSecretUntil',
  'pushes',
  'pushSecretSince',
  'de',
  'en',
  'street',
  'zip',
  'city',
  'country',
  'taxNumber',
  'vatId',
  'currency',
  'timeZone',
  'dayStart',
  'receiptHead',
  'receiptFoot',
  'phone',
  'email',
  'website',
  'loyalty',
  'rates',
  'rate',
  'from',
  'uuid',
  'terminal',
  'number',
  'eans',
  'ean',
  'group',
  'parent',
  'prices',
  'price',
  'tax',
  'taxRate',
  'deposit',
  'measure',
  'quickKey',
  'place',
  'picture',
  'prefix',
  'cash',
  'bonus',
  'points',
  'cardnumber',
  'cardgroup',
  'limit',
  'customer',
  'description',
  'condition',
  'effect',
  'validFrom',
  'validTo',
  'balanceExpiry',
  'balanceLimit',
  'minimum',
  'maximum',
  'length',
  'code',
  'value',
  'amount',
  'status',
  'count',
  'first',
  'mergedInto',
  'note',
  'minBasketSum',
  'discount',
] as const;
export type MemberName = (typeof NAMES)[number];

/** Members whose numbers are minor units of the currency, wherever they stand, and of a card or voucher itself. */
const MONEY: ReadonlySet<string> = new Set(['price', 'minBasketSum', 'balanceLimit']);
const MONEY_OF_SUBJECT: ReadonlySet<string> = new Set(['cash', 'bonus', 'limit']);

/** `prices[1].price` in words: `Prices 2 › Price`. */
export function writtenMember(path: string, words: (name: MemberName) => string): string {
  return path
    .split('.')
    .map(part => {
      const [, name = part, place] = /^(.*?)(?:\[(\d+)\])?$/.exec(part) ?? [];
      const known = NAMES.find(one => one === name);
      const written = known ? words(known) : name;
      return place === undefined ? written : `${written} ${Number(place) + 1}`;
    })
    .join(' › ');
}

export const isMoney = (path: string): boolean => MONEY_OF_SUBJECT.has(path) || MONEY.has(path.split('.').at(-1) ?? '');
