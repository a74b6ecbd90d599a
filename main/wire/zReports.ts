/**
 * X and Z reports of a till, and the steps of the end of its business day (`/bridge/v1/z-reports`). A Z report is a stored
 * snapshot with a number of its till; an X report is the same as of now and changes nothing. Amounts in minor units.
 */
import Type, { type Static } from 'typebox';
import { Currency, idOf, Money, nullable, ReceiptLine, Texts, Timestamp } from './shapes.ts';

const Tally = Type.Object({ count: Type.Integer(), amount: Money });
const ByPerson = Type.Object({
  count: Type.Integer(),
  amount: Money,
  by_person: Type.Array(Type.Object({ person: Type.String(), count: Type.Integer(), amount: Money })),
});

export const ZCash = Type.Object({
  carried: nullable(Type.Integer({ description: 'what the report before left, or the first count' })),
  opening_difference: nullable(Type.Integer({ description: 'what counts at the start of shifts found beyond it' })),
  opening: nullable(Type.Integer({ description: 'counted opening: carried and opening_difference' })),
  sales: Type.Integer({ description: 'net cash of sales: given less change, less what was given back' }),
  movements: Type.Array(
    Type.Object({ kind: Type.String(), count: Type.Integer(), in: Type.Integer(), out: Type.Integer() }),
  ),
  expected: nullable(Money),
  counted: nullable(Type.Integer({ description: 'at the last count; of an X report null while a shift is open' })),
  counted_at: nullable(Timestamp),
  difference: nullable(Type.Integer({ description: 'of the counts at the end of shifts, together' })),
});

export const ZTerminal = Type.Object({
  device: Type.String(),
  description: Type.String(),
  day_end: Type.String(),
  state: Type.String(),
  ended: nullable(Timestamp),
  terminal: nullable(Money),
  journal: Money,
  /** Missing in reports of older versions. */
  own: Type.Optional(Type.Integer({ description: 'what this till has of journal' })),
  difference: nullable(Money),
});

export const ZReport = Type.Object({
  id: Type.String({ description: 'ZRP_…; empty of an X report' }),
  kind: Type.Enum(['X', 'Z']),
  number: Type.Integer({
    description: 'of the till, from 1 without gaps; of an X report that of the Z report to come',
  }),
  till: idOf('SDV'),
  till_name: Type.String(),
  business: Type.Array(Type.String()),
  made: Timestamp,
  by: nullable(Type.String({ description: 'null: by the schedule' })),
  days: Type.Array(Type.String({ format: 'date' }), {
    description: 'first and last business day that it contains, one entry where they are the same',
  }),
  since: nullable(Timestamp),
  currency: Currency,
  receipts: Type.Object({
    first: nullable(Type.Integer()),
    last: nullable(Type.Integer()),
    count: Type.Integer(),
    missing: Type.Array(Type.Integer(), { description: 'numbers between first and last that no sale of the shop has' }),
  }),
  turnover: Type.Object({
    sales: Type.Integer(),
    gross: Money,
    net: Money,
    tax: Money,
    by_tax: Type.Array(Type.Object({ rate: Type.Number(), gross: Money, net: Money, tax: Money })),
    by_group: Type.Array(
      Type.Object({ group: Type.String(), name: Type.String(), quantity: Type.Number(), gross: Money }),
    ),
  }),
  tenders: Type.Array(
    Type.Object({
      method: Type.String(),
      payments: Type.Integer(),
      amount: Money,
      refunds: Type.Integer(),
      refunded: Money,
      net: Money,
      /** Missing in reports of older versions. */
      tips: Type.Optional(Type.Integer({ description: 'how much of net is tip' })),
    }),
    { description: 'all that each method took: of a card what it was charged, with every tip' },
  ),
  /** Missing in reports of older versions. */
  terminal_operations: Type.Optional(
    Type.Array(Type.Object({ operation: Type.String(), count: Type.Integer(), amount: Type.Integer() }), {
      description: 'what terminals moved without a sale: negative where money went back to cards',
    }),
  ),
  cash: ZCash,
  tips: Tally,
  cancellations: ByPerson,
  returns: ByPerson,
  voids: ByPerson,
  abandoned: Type.Optional(ByPerson),
  discounts: ByPerson,
  price_changes: ByPerson,
  price_raises: Type.Optional(ByPerson),
  loyalty: Type.Object({
    cash_issued: Money,
    cash_redeemed: Money,
    bonus_issued: Money,
    bonus_redeemed: Money,
    points_issued: Type.Integer(),
    points_redeemed: Type.Integer(),
    liability: Type.Integer({ description: 'cash and bonus balance on all cards of the shop when it was made' }),
  }),
  top_ups: Tally,
  vouchers: Type.Object({ sold: Tally, redeemed: Tally }),
  deposits: Type.Object({ taken: Tally, given_back: Tally }),
  drawer_openings: Type.Array(Type.Object({ at: Timestamp, person: Type.String(), reason: Type.String() })),
  terminals: Type.Array(ZTerminal),
  unknown: Type.Array(
    Type.Object({
      sale: Type.String(),
      at: Timestamp,
      amount: Money,
      end: nullable(Type.String()),
      ended: nullable(Timestamp),
    }),
  ),
  not_counted: Type.Integer({ description: 'records that cannot be read, or are in another currency' }),
  despite: Type.Array(Texts, { description: 'what stood in the way when a manager closed the day in spite of it' }),
  reason: nullable(Type.String()),
  lifetime: Type.Object({ before: Money, after: Money }),
  receipt: Type.Array(ReceiptLine),
});
export type ZReport = Static<typeof ZReport>;

export const ZReportList = Type.Object({ data: Type.Array(ZReport) });

/** One step of the end of a business day. */
export const DayStep = Type.Object({
  step: Type.Enum(['openCases', 'parked', 'terminals', 'cash', 'queue', 'zReport']),
  state: Type.Enum(['done', 'todo', 'note'], { description: 'note: worth knowing, and stops nothing' }),
  texts: Texts,
  /** Sales or terminals that it is about. */
  about: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  passable: Type.Boolean({ description: 'a manager may close the day in spite of it, with a reason' }),
});
export type DayStep = Static<typeof DayStep>;

export const DayClose = Type.Object({
  till: idOf('SDV'),
  till_name: Type.String(),
  day: Type.String({ format: 'date', description: 'business day of now' }),
  number: Type.Integer({ description: 'of the Z report that comes next' }),
  last: nullable(Timestamp),
  steps: Type.Array(DayStep),
  next: nullable(Type.String({ description: 'the first step that is to be done; null: nothing is left' })),
  nothing: Type.Boolean({ description: 'nothing happened since the last Z report' }),
  schedule: Type.Object({
    at: nullable(Type.String({ description: 'HH:MM' })),
    waiting: Type.Boolean({ description: 'its time has come, and it waits for what is to be done here' }),
  }),
});
export type DayClose = Static<typeof DayClose>;

export const ZInput = Type.Object(
  {
    till: Type.Optional(idOf('SDV')),
    despite: Type.Optional(
      Type.Array(Type.Enum(['openCases', 'terminals']), { description: 'steps that a manager passes' }),
    ),
    reason: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { additionalProperties: false },
);
export type ZInput = Static<typeof ZInput>;

/** `GET /bridge/v1/z-reports/days`: the last reports as figures for a chart, oldest first. */
export const ZDays = Type.Object({
  currency: Currency,
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      number: Type.Integer(),
      till: idOf('SDV'),
      till_name: Type.String(),
      day: Type.String({ format: 'date' }),
      turnover: Money,
      difference: nullable(Money),
    }),
  ),
});
export type ZDays = Static<typeof ZDays>;
