/**
 * Open baskets: prices and discounts by hand (`POST /bridge/v1/transactions/{id}/adjustments`), and baskets that wait
 * (`/bridge/v1/parked`), which any till of the shop may take.
 */
import Type, { type Static } from 'typebox';
import { idOf, Money, nullable, openObject, Timestamp } from './shapes.ts';
import { SmartTransaction } from './transactions.ts';

export const LONGEST_NOTE = 200;

/**
 * Adjustment by `amount` or by `percent`; `amount` of a price is the new price of one piece, and a line with a measure
 * has none by hand.
 */
export const AdjustmentInput = openObject(
  {
    kind: Type.Enum(['price', 'discount']),
    line: Type.Optional(
      nullable(Type.String({ maxLength: 200, description: '`reference_id` of the line; left out: the whole basket' })),
    ),
    amount: Type.Optional(
      nullable(Type.Integer({ minimum: 0, maximum: 99_999_999, description: 'smallest currency unit' })),
    ),
    percent: Type.Optional(
      nullable(Type.Number({ exclusiveMinimum: 0, maximum: 100, description: 'two decimals at the most' })),
    ),
    reason: Type.String({ minLength: 1, maxLength: LONGEST_NOTE, description: 'why; kept with the sale' }),
  },
  { examples: [{ kind: 'discount', line: 'line:1', percent: 10, reason: 'Dented' }] },
);
export type AdjustmentInput = Static<typeof AdjustmentInput>;

export const ParkInput = openObject(
  {
    transaction: idOf('STX'),
    note: Type.Optional(nullable(Type.String({ maxLength: LONGEST_NOTE, description: 'by which it is found again' }))),
    for_till: Type.Optional(nullable(idOf('SDV'))),
  },
  { examples: [{ transaction: `STX_${'0'.repeat(30)}`, note: 'Blue jacket' }] },
);
export type ParkInput = Static<typeof ParkInput>;

const TillName = Type.Object({ id: idOf('SDV'), description: Type.String() });

export const ParkedView = Type.Object({
  id: idOf('STX'),
  parked: Timestamp,
  till: nullable(TillName),
  for_till: nullable(TillName),
  by: nullable(Type.Object({ id: idOf('USR'), name: Type.String() })),
  note: nullable(Type.String()),
  sum: Money,
  currency: Type.String(),
  pieces: Type.Integer({ description: 'goods in the basket' }),
  articles: Type.Array(Type.String(), { description: 'texts of the first lines' }),
  articles_en: Type.Array(Type.String(), { description: 'the same in English, where the line has an English text' }),
  card: nullable(Type.String({ description: 'number of the loyalty card' })),
});
export type ParkedView = Static<typeof ParkedView>;

export const ParkedList = Type.Object({ count: Type.Integer(), data: Type.Array(ParkedView) });
export type ParkedList = Static<typeof ParkedList>;

/** An article that costs something else now than when the basket was parked; `now` null: it is not sold any more. */
export const ChangedPrice = Type.Object({
  line: Type.String(),
  desc: Type.String(),
  was: Money,
  now: nullable(Money),
});
export type ChangedPrice = Static<typeof ChangedPrice>;

export const TakenBasket = Type.Object({ transaction: SmartTransaction, changed_prices: Type.Array(ChangedPrice) });
export type TakenBasket = Static<typeof TakenBasket>;
