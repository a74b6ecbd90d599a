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
  'protocol',
  'connection',
  'host',
  'port',
  'path',
  'baudRate',
  'suffix',
  'type',
  'profile',
  'options',
  'sharedWith',
  'handOver',
  'terminalId',
  'tills',
  'expected',
  'counted',
  'difference',
  'movement',
  'slip',
  'sum',
  'target',
  'version',
  'address',
  'client',
  'at',
] as const;
export type MemberName = (typeof NAMES)[number];

/** Members whose numbers are minor units of the currency, wherever they stand, and of a card or voucher itself. */
const MONEY: ReadonlySet<string> = new Set([
  ...['price', 'minBasketSum', 'balanceLimit'],
  ...['expected', 'counted', 'difference', 'sum'],
]);
const MONEY_OF_SUBJECT: ReadonlySet<string> = new Set(['cash', 'bonus', 'limit']);

/** Words that stand as values in entries. */
const VALUES = [
  'unknown',
  'paid',
  'notPaid',
  'tookPlace',
  'didNotTakePlace',
  'open',
  'closed',
  'waiting',
  'parked',
  'retry',
  'discard',
  'correct',
  'asking',
  'enrolled',
  'left',
  'revoked',
  'active',
  'here',
  'there',
  'upstream',
  'office',
  'float',
  'bank',
  'private',
  'wage',
  'tipPayout',
  'expense',
] as const;
export type ValueName = (typeof VALUES)[number];

/** Members whose values are words of the interface; elsewhere a word is what somebody entered. */
const WORDED: ReadonlySet<string> = new Set(['state', 'target', 'version', 'movement']);

/** The value of a member in words, such as `paid` of `state`; as it stands where it has no words. */
export function writtenValue(path: string, value: unknown, words: (name: ValueName) => string): string {
  const known = WORDED.has(path) ? VALUES.find(one => one === value) : undefined;
  return known ? words(known) : String(value);
}

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
