/**
 * Sales as people look for them: `GET /bridge/v1/sales` (search), `GET /bridge/v1/sales/{id}` (receipts and history),
 * `POST /bridge/v1/sales/{id}/prints` (counts a print, and marks a copy). The Smart Transactions themselves stay the
 * specification's.
 */
import Type, { type Static } from 'typebox';
import { Currency, idOf, Money, nullable, openObject, ReceiptLine, Texts, Timestamp } from './shapes.ts';
import { SmartTransaction } from './transactions.ts';

export const SalesQuery = openObject({
  search: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'receipt number, amount, last four digits of the payment card, loyalty card, name of the cashier, transactionRef or id; everything that the text may mean is found',
    }),
  ),
  day: Type.Optional(
    Type.Enum(['today', 'yesterday', 'week'], {
      description: 'business days of the shop at this moment, in the place of from and to; week: the last seven',
    }),
  ),
  from: Type.Optional(Type.String({ format: 'date', description: 'first business day of the shop' })),
  to: Type.Optional(Type.String({ format: 'date', description: 'last day; left out: the day of `from`' })),
  cashier: Type.Optional(
    Type.String({ maxLength: 100, description: '`id` of one of `cashiers`: the person at the till' }),
  ),
  method: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_]{1,50}(,[A-Za-z0-9_]{1,50}){0,9}$',
      description: 'method of a tender, or several with commas between: any of them paid the sale or a part of it',
    }),
  ),
  amount_from: Type.Optional(
    Type.String({ pattern: '^-?[0-9]{1,12}$', description: 'lowest sum of the sale in minor units' }),
  ),
  amount_to: Type.Optional(
    Type.String({ pattern: '^-?[0-9]{1,12}$', description: 'highest sum of the sale in minor units' }),
  ),
  before: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,15}$', description: '`more` of an earlier answer: the next page' }),
  ),
  count: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,3}$', description: 'sales of a page, 30 if left out, at most 200' }),
  ),
});
export type SalesQuery = Static<typeof SalesQuery>;

const Tender = Type.Object({ method: Type.String(), amount: Money });

export const FoundSale = Type.Object({
  id: idOf('STX'),
  receipt_number: nullable(Type.Integer()),
  created: Timestamp,
  status: Type.String({ description: 'of the Smart Transaction' }),
  result: nullable(Type.String({ description: '`outcome.result` of the Smart Transaction' })),
  sum: Money,
  currency: Currency,
  tenders: Type.Array(Tender),
  articles: Type.Integer({ description: 'pieces; a weighed line counts as one, discounts and empties as none' }),
  cashier: nullable(Type.String()),
  till: nullable(Type.String({ description: 'name of the till' })),
  card_end: nullable(Type.String({ description: 'last four digits of the payment card' })),
  returned: Type.Integer({ description: 'value of the goods that have come back, minor units' }),
  copies: Type.Integer({ description: 'how often the receipt was printed again' }),
});
export type FoundSale = Static<typeof FoundSale>;

export const FoundSaleList = Type.Object({
  data: Type.Array(FoundSale),
  cashiers: Type.Array(Type.Object({ id: idOf('USR'), name: Type.String() }), {
    description: 'everybody who has sold at the tills of the shop, for `cashier`',
  }),
  more: nullable(Type.String({ description: '`before` of the next page; null where there is none' })),
});
export type FoundSaleList = Static<typeof FoundSaleList>;

export const printedSlips = ['customer', 'merchant', 'reversal'] as const;
export type PrintedSlip = (typeof printedSlips)[number];

/** Slips that can be ordered; a gift receipt is made from the receipt when it is wanted. */
const orderedSlips = [...printedSlips, 'gift'] as const;
export type OrderedSlip = (typeof orderedSlips)[number];

/** Steps of a sale, oldest first. Members that do not belong to a kind are null. */
export const SaleStep = Type.Object({
  at: Timestamp,
  kind: Type.Enum(['opened', 'payment', 'cancelled', 'reversal', 'approval', 'print']),
  state: nullable(
    Type.String({ description: 'of a command at the terminal: approved, declined, notSent, unknown or open' }),
  ),
  method: nullable(Type.String()),
  amount: nullable(Money),
  terminal: nullable(Type.String({ description: 'name of the terminal' })),
  terminal_receipt: nullable(Type.Integer()),
  card_end: nullable(Type.String()),
  person: nullable(Type.String({ description: 'who did it, or who approved it' })),
  reason: nullable(Texts),
  slip: nullable(Type.Enum(printedSlips)),
  copy: nullable(Type.Integer({ description: '0: the first print' })),
});
export type SaleStep = Static<typeof SaleStep>;

export const SaleWithHistory = Type.Object({
  found: FoundSale,
  transaction: SmartTransaction,
  history: Type.Array(SaleStep),
});
export type SaleWithHistory = Static<typeof SaleWithHistory>;

export const PrintInput = Type.Object(
  {
    slip: Type.Enum(orderedSlips, { description: 'gift: a slip without prices, which is never a copy' }),
    here: Type.Optional(
      Type.Boolean({ description: 'true: the caller prints it itself, also where the till has a printer' }),
    ),
  },
  { additionalProperties: false },
);
export type PrintInput = Static<typeof PrintInput>;

export const PrintAnswer = Type.Object({
  copy: Type.Integer({ description: '0: the slip itself; from 1 on it is a copy and needs its mark' }),
  lines: Type.Optional(
    Type.Array(ReceiptLine, { description: 'of a slip that the sale does not hold: a gift receipt, an invoice' }),
  ),
  /** Null: this till has no printer, and the caller prints the slip itself. */
  job: nullable(
    Type.Object({
      id: Type.Integer({ description: 'of the job in the queue of the printer' }),
      printer: idOf('PRN'),
    }),
  ),
});
export type PrintAnswer = Static<typeof PrintAnswer>;
