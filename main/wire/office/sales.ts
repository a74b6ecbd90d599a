/** Sales, their documents, and the places they come from, as the back office answers them. */
import Type, { type Static } from 'typebox';
import { Money, nullable, openObject, Rate, ReceiptLine, Texts, Timestamp } from '../shapes.ts';

const Day = Type.String({ format: 'date' });

const saleMembers = {
  object: Type.Literal('office.sales'),
  id: Type.String({ description: 'STX_…, as on the till' }),
  transactionRef: nullable(Type.String()),
  store: Type.String(),
  store_name: nullable(Type.String()),
  till: Type.String(),
  till_name: nullable(Type.String()),
  epoch: Type.Integer(),
  sequence: Type.Integer({ description: 'number of the record; with till and epoch it is unique' }),
  event: Type.String({ description: 'closed, cancelled, delivered, unknown, notPaid or notReversed' }),
  receipt_number: nullable(Type.Integer()),
  status: Type.String(),
  sum: Money,
  turnover: Money,
  discount: Money,
  tip: Money,
  currency: Type.String(),
  method: nullable(Type.String()),
  cashier: Type.String(),
  business_day: Day,
  hour: Type.Integer({ description: 'by the clock of the store' }),
  created: Timestamp,
} as const;

/** `fields` leaves members out, so none is certain. */
export const OfficeSaleList = Type.Object({
  count: Type.Integer({ description: 'rows of the whole list; 10000 where `more` is true' }),
  more: Type.Boolean({ description: 'true: the list is longer than was counted' }),
  totals: Type.Array(
    Type.Object({
      ...{ currency: Type.String(), sales: Type.Integer(), turnover: Money },
      average: nullable(
        Type.Integer({
          description:
            'turnover of a sale in which something was bought; one that only loads a card or brings goods back is none',
        }),
      ),
    }),
    {
      description: 'of the whole list, one for each currency, the one with most rows first; empty where `more` is true',
    },
  ),
  data: Type.Array(Type.Partial(Type.Object(saleMembers))),
  next: nullable(Type.String({ description: '`after` of the next page; null behind the last one' })),
});

/** `GET /office/v1/sales/{id}` */
export const OfficeSale = Type.Object({
  ...saleMembers,
  lines: Type.Array(
    Type.Object({
      position: Type.Integer(),
      article: Type.String(),
      name: Type.String(),
      group: Type.String(),
      group_name: Type.String(),
      tax: Rate,
      quantity: Type.Integer({ description: 'pieces; of goods by weight or measure packs' }),
      measured: Type.Integer({ description: 'weight or measure, in ten-thousandths of the unit; 0 of pieces' }),
      unit: Type.String({ description: 'for example kg; empty of pieces' }),
      amount: Money,
      item_type: Type.String(),
    }),
  ),
  taxes: Type.Array(Type.Object({ tax: Rate, gross: Money, net: Money, amount: Money })),
  tenders: Type.Array(
    Type.Object({
      method: Type.String(),
      amount: Type.Integer({ description: 'all that it took, with the tip' }),
      tip: Type.Integer({ description: 'how much of amount is tip' }),
      terminal: nullable(Type.String()),
      trace: nullable(Type.Integer()),
      card_type: nullable(Type.String()),
      receipt: nullable(Type.Integer()),
    }),
  ),
  /** The receipt as the till printed it; empty where the till has sent none. */
  receipt: Type.Array(ReceiptLine),
  history: Type.Array(
    Type.Object({
      event: Type.String(),
      at: Timestamp,
      received: Timestamp,
      business_day: Day,
      store: Type.String({ description: 'STO_… of the store' }),
      till: Type.String(),
      epoch: Type.Integer(),
      sequence: Type.Integer(),
      figures: Type.Boolean({ description: 'false: written by a newer till; figures wait for a newer back office' }),
    }),
  ),
});
export type OfficeSale = Static<typeof OfficeSale>;

/** `GET /office/v1/sales/{id}/documents`: the records as they were received. */
export const OfficeDocuments = Type.Object({ count: Type.Integer(), data: Type.Array(openObject({})) });

export const OfficeStoreList = Type.Object({
  count: Type.Integer(),
  data: Type.Array(
    Type.Object({ id: Type.String(), name: Type.String(), time_zone: Type.String(), tills: Type.Integer() }),
  ),
});

export const OfficeTillList = Type.Object({
  count: Type.Integer(),
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      store: Type.String(),
      store_name: Type.String(),
      bridge: Type.String(),
      device: Type.String(),
      last_record: nullable(Timestamp),
    }),
  ),
});

export const OfficeBridgeList = Type.Object({
  count: Type.Integer(),
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      store: Type.String(),
      store_name: Type.String(),
      installation: Type.String(),
      state: Type.String(),
      enrolled: Timestamp,
      last_heard: nullable(Timestamp),
      condition: nullable(openObject({}, { description: 'the last heartbeat' })),
    }),
  ),
});

export const OfficeGapList = Type.Object({
  count: Type.Integer(),
  data: Type.Array(
    Type.Object({
      store: Type.String(),
      till: Type.String(),
      till_name: nullable(Type.String()),
      epoch: Type.Integer(),
      first: Type.Integer(),
      last: Type.Integer(),
      missing: Type.Integer(),
    }),
  ),
});

export const OfficeRefusedList = Type.Object({
  count: Type.Integer(),
  data: Type.Array(
    Type.Object({
      store: Type.String(),
      till: Type.String(),
      till_name: nullable(Type.String()),
      epoch: Type.Integer(),
      sequence: nullable(Type.Integer()),
      received: Timestamp,
      code: Type.String(),
      reason: Type.String(),
      texts: nullable(Texts),
      record: Type.String({ description: 'the first 16 KiB as they were received' }),
    }),
  ),
});

/** `GET /office/v1/closings/{id}`: a Z report of a till with its figures, and what the back office holds of its records. */
export const OfficeClosing = Type.Object({
  id: Type.String({ description: 'ZRP_…, as on the till' }),
  store: Type.String(),
  store_name: Type.String(),
  till: Type.String(),
  till_name: Type.String(),
  number: nullable(Type.Integer({ description: 'of the till, from 1 without gaps' })),
  made: Timestamp,
  by: nullable(Type.String({ description: 'who made it; null: the schedule of the till' })),
  reason: nullable(Type.String({ description: 'why the day was closed in spite of something' })),
  currency: Type.String(),
  days: Type.Array(Day, { description: 'first and last business day that it contains' }),
  receipts: Type.Object({
    first: nullable(Type.Integer()),
    last: nullable(Type.Integer()),
    count: nullable(Type.Integer()),
    missing: Type.Array(Type.Integer(), { description: 'numbers between first and last that no sale of the shop has' }),
  }),
  turnover: Type.Object({
    ...{ sales: nullable(Type.Integer()), gross: nullable(Money), net: nullable(Money), tax: nullable(Money) },
    by_tax: Type.Array(Type.Object({ rate: Rate, gross: nullable(Money), net: nullable(Money), tax: nullable(Money) })),
  }),
  tenders: Type.Array(
    Type.Object({
      ...{ method: Type.String(), payments: nullable(Type.Integer()), net: nullable(Money) },
      tips: nullable(Type.Integer({ description: 'how much of `net` is tip, which is no turnover' })),
    }),
    { description: 'what each method took, less what it gave back' },
  ),
  cash: Type.Object({
    ...{ opening: nullable(Money), sales: nullable(Money), expected: nullable(Money) },
    ...{ counted: nullable(Money), difference: nullable(Money) },
  }),
  held: Type.Object(
    { sales: Type.Integer(), turnover: Money, from: Day, to: Day },
    { description: 'what the back office has of the records of this closing, and their business days' },
  ),
  gaps: Type.Array(Type.Object({ epoch: Type.Integer(), first: Type.Integer(), last: Type.Integer() }), {
    description: 'numbers of records of this closing that never arrived',
  }),
  records: Type.String({
    description: 'its records as the filter `closing` of the page of sales names them',
  }),
  before: nullable(Type.String({ description: 'the closing before; null: none is here' })),
  next: nullable(Type.String({ description: 'the closing behind it; null: none yet' })),
});
export type OfficeClosing = Static<typeof OfficeClosing>;

/** Records that are kept and counted by nobody, each with what it waits for. */
export const OfficeWaitingList = Type.Object({
  count: Type.Integer(),
  data: Type.Array(
    Type.Object({
      store: Type.String(),
      till: Type.String(),
      till_name: nullable(Type.String()),
      epoch: Type.Integer(),
      sequence: Type.Integer(),
      kind: Type.String(),
      event: Type.String(),
      object: Type.String(),
      business_day: Type.String({ format: 'date' }),
      received: Timestamp,
      waits_for: Type.Enum(['sale', 'person', 'newerOffice', 'nothing'], {
        description:
          'sale: a cancellation whose sale is not here; person: taken out of the books; newerOffice: of a newer till; nothing: it came before under another number',
      }),
      texts: Texts,
    }),
  ),
});

/** Records that a person took out of the books: `POST /office/v1/records/{id}/set-aside`, `…/take-back`. */
export const OfficeSetAsideList = Type.Object({
  count: Type.Integer(),
  data: Type.Array(
    Type.Object({
      store: Type.String(),
      till: Type.String(),
      till_name: nullable(Type.String()),
      epoch: Type.Integer(),
      sequence: Type.Integer(),
      object: Type.String(),
      business_day: Type.String({ format: 'date' }),
      at: Timestamp,
      person: Type.String(),
      person_name: nullable(Type.String({ description: 'who took the record out; null where that person is gone' })),
      reason: Type.String(),
    }),
  ),
});

export const SetAsideInput = Type.Object(
  {
    reason: Type.String({
      minLength: 3,
      maxLength: 500,
      description: 'why the records are no facts of the books, or why they are after all',
    }),
  },
  { additionalProperties: false },
);
export type SetAsideInput = Static<typeof SetAsideInput>;

export const SetAsideAnswer = Type.Object({
  records: Type.Integer({ description: 'that count no more, or count again' }),
});
