/**
 * The members of a request body that are about money. Unknown members are kept and ignored everywhere; one that names an
 * amount must not be: who sends `{"amount": 300}` to a call that moves the whole amount would move another one than meant.
 * So every call says which of them it reads, and any other has to agree with what the call does.
 */

import { isJsonObject } from './jsonObject.ts';

/** `amount` moves money, `extra` adds to it or takes off it, `currency` names its currency. */
export type MoneyRole = 'amount' | 'extra' | 'currency';

export interface MoneyMember {
  /** Path of the member, as in `basket_info.total`. */
  readonly path: string;
  readonly role: MoneyRole;
  readonly value: unknown;
}

/** Names in lower case and without separators, so that `refundAmount` and `refund_amount` are equal. */
const ROLES: ReadonlyMap<string, MoneyRole> = new Map(
  (
    [
      [
        'amount',
        [
          ...[
            'amount',
            'sum',
            'total',
            'totalamount',
            'amounttotal',
            'price',
            'priceone',
            'value',
            'missingsum',
            'betrag',
          ],
          ...['amountdue', 'grandtotal', 'totalprice', 'totalsum', 'payamount', 'paymentamount', 'amountgiven'],
          ...[
            'reduceamountby',
            'refundamount',
            'cancelamount',
            'captureamount',
            'partialamount',
            'amountcents',
            'bonusamount',
          ],
        ],
      ],
      [
        'extra',
        [
          ...[
            'tip',
            'tipamount',
            'gratuity',
            'trinkgeld',
            'discount',
            'discountamount',
            'rebate',
            'rabatt',
            'cashback',
          ],
          ...['surcharge', 'fee', 'rounding', 'shippingcosts', 'shippingamount'],
        ],
      ],
      ['currency', ['currency', 'currencycode']],
    ] as const
  ).flatMap(([role, names]) => names.map((name): [string, MoneyRole] => [name, role])),
);

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** True for a name that is about money, however it is written. */
export const isMoneyName = (name: string): boolean => ROLES.has(plain(name));

/** The money members of an object that the call does not read itself. */
export function moneyMembers(body: unknown, reads: readonly string[], inside = ''): readonly MoneyMember[] {
  if (!isJsonObject(body)) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    const role = reads.includes(name) || value === null ? undefined : ROLES.get(plain(name));
    return role && !isNested(value) ? [{ path: inside + name, role, value }] : [];
  });
}

/** The facts that the members are compared with. Amounts in minor units. */
export interface MoneyFacts {
  /** Amounts that agree with the call; empty where the call reads no amount under another name. */
  readonly whole: readonly number[];
  readonly currency: string | null;
}

/** The first ignored member that contradicts the call; null where none does. */
export function ignoredMoney(members: readonly MoneyMember[], { whole, currency }: MoneyFacts): MoneyMember | null {
  const agrees = ({ role, value }: MoneyMember): boolean => {
    if (role === 'currency') return currency === null || value === currency || value === '';
    const number = amountIn(value);
    return role === 'extra' ? number === 0 : number !== null && whole.includes(number);
  };
  return members.find(member => !agrees(member)) ?? null;
}

/** The integer, also from digits; null for any other value. */
function amountIn(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : null;
}

/** A call that moves money, or names an amount of it. */
export interface MoneyRule {
  /** Method and pattern of the route. */
  readonly on: RegExp;
  /** Members of the body that the call reads itself. */
  readonly reads: readonly string[];
  /** Members that the other members may repeat. `sale`: the step compares them with the sale. */
  readonly whole: 'sale' | readonly string[];
}

const SALES = '/api/v2/Smart/Transactions';
const rule = (on: string, whole: MoneyRule['whole'], reads: readonly string[] = []): MoneyRule => ({
  on: new RegExp(`^${on}$`, 'i'),
  reads,
  whole,
});
const PAYMENT = '/api/v2/Payment/(Transactions|Svc[a-z]+)';

/** Every call that moves money, one line each; a test compares the list with the published description. */
export const moneyRules: readonly MoneyRule[] = [
  rule(`(POST ${SALES}|PUT ${SALES}/:id)`, 'sale'),
  rule(`POST ${SALES}/:id/(preTransaction|prepare/:method|start|start/:method)`, 'sale'),
  rule(`POST ${SALES}/:id/(cancel|canceltrx|abort)`, 'sale'),
  rule(`POST ${PAYMENT}`, ['amount'], ['amount', 'currency', 'basket', 'transaction_list']),
  rule('POST /api/v2/Payment/Svcpayout/me/PayoutWithoutCustomer', ['amount'], ['amount', 'currency', 'payout_list']),
  rule(`POST ${PAYMENT}/:id/cancel`, ['reduce_amount_by', 'amount'], ['reduce_amount_by', 'amount']),
  rule(`POST ${PAYMENT}/:id/capture`, ['amount'], ['amount']),
  rule(`POST ${PAYMENT}/:id/IncreaseAmount`, ['amount'], ['amount']),
  rule('POST /bridge/v1/returns/:id/pay-out', [], ['back']),
  rule('POST /bridge/v1/returns(/preview)?', [], ['lines', 'articles']),
  rule('POST /bridge/v1/terminals/:device/operations', ['amount'], ['amount']),
  rule(
    'POST /api/v2/Loyalty/MerchantCards/:id/transaction/:[a-z]+',
    ['amount', 'bonus_amount'],
    ['amount', 'bonus_amount'],
  ),
  rule('POST /bridge/v1/transactions/:id/adjustments', [], ['amount']),
  rule('POST /bridge/v1/cash-movements', ['amount'], ['amount']),
  // Their amounts stand inside effects and values.
  rule('(POST|PUT) /bridge/v1/loyalty/campaigns(/preview|/:id)?', []),
  rule('(POST|PUT) /bridge/v1/loyalty/vouchers(/many|/:id)?', []),
];

/** The rule of a route; undefined for a route that moves no money. */
export const moneyRuleOf = (method: string, url: string): MoneyRule | undefined =>
  method === 'GET' || method === 'HEAD' ? undefined : moneyRules.find(({ on }) => on.test(`${method} ${url}`));

/** The first amount member with a fraction or an exponent; null where none has one. */
export const fractionIn = (body: string): string | null =>
  ANY_FRACTION.test(body) ? (FRACTION.exec(body)?.[1] ?? null) : null;

/** A quick test, because most bodies have no such number. */
const ANY_FRACTION = /:\s*-?\d+[.eE]/;

const FRACTION =
  /"(amount|amount_given|sum|total|price|priceOne|missing_sum|gratuity|tax_amount|reduce_amount_by|bonus_amount)"\s*:\s*-?\d+(?:\.\d|[eE])/;

/** Misplaced members, by the member that is read in their place. */
export const MISPLACED_BASKETS: ReadonlyMap<string, string> = new Map([
  ...['baskets', 'cart', 'warenkorb'].map((name): [string, string] => [name, 'basket']),
  ...['products', 'items', 'lines', 'articles', 'positions', 'lineitems'].map((name): [string, string] => [
    name,
    'basket.products',
  ]),
  ...['basketinfo', 'basket_infos'].map((name): [string, string] => [name, 'basket_info']),
]);

/** The misplaced member and the member that is read; null where the basket is not misplaced. */
export function misplacedBasket(body: unknown, inside = ''): { readonly found: string; readonly read: string } | null {
  if (!isJsonObject(body)) return null;
  for (const [name, value] of Object.entries(body)) {
    const read = isNested(value) ? MISPLACED_BASKETS.get(name.toLowerCase()) : undefined;
    if (read && !(inside && read === 'basket') && inside + name !== read) return { found: inside + name, read };
  }
  return null;
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;
