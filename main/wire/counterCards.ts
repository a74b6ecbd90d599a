/** Cards and vouchers at the counter: a new card, an unused card of the stock, and what a code is that somebody hands over. */
import Type, { type Static } from 'typebox';
import { idOf, Money, nullable, openObject, Texts } from './shapes.ts';
import { MerchantCard } from './transactions.ts';

/** `GET /bridge/v1/counter/card-groups`: the groups a new card may be of, and whether the shop sells vouchers. */
export const CounterGroups = Type.Object({
  groups: Type.Array(Type.Object({ id: idOf('CRG'), name: Texts })),
  /** Null: the shop sells no vouchers. */
  vouchers: nullable(Type.Object({ id: idOf('CRG'), name: Texts, most: nullable(Money) })),
});
export type CounterGroups = Static<typeof CounterGroups>;

/** `POST /bridge/v1/counter/cards`: an empty card with a free number of the group. */
export const NewCounterCard = openObject({ cardgroup: Type.String({ maxLength: 100 }) });
export type NewCounterCard = Static<typeof NewCounterCard>;

/** `POST /bridge/v1/counter/cards/{cardnumber}/activation` answers the card that may be used from now on. */
export const CounterCard = MerchantCard;

export const voucherRefusals = ['locked', 'used', 'notBegun', 'ended', 'empty', 'elsewhere'] as const;

/**
 * `GET /bridge/v1/counter/vouchers/{code}`. A voucher pays: it was sold, and holds money. A coupon takes its value off one basket,
 * once. Unknown codes answer 404.
 */
export const VoucherView = Type.Object({
  kind: Type.Enum(['voucher', 'coupon']),
  /** The code as it is written into a sale: without blanks. */
  code: Type.String(),
  name: Type.String(),
  nameEn: Type.Optional(Type.String({ description: 'left out where name is for both languages' })),
  /** Balance of a voucher; null for a coupon. */
  balance: nullable(Money),
  /** Discount of a coupon: an amount, or per cent of the goods that it is for. */
  amount: nullable(Money),
  percent: nullable(Type.Number()),
  /** First day on which it counts no more; null: it does not end. */
  ends: nullable(Type.String()),
  /** The reason why it cannot be used now; null when it can. */
  refusal: nullable(Type.Enum(voucherRefusals)),
});
export type VoucherView = Static<typeof VoucherView>;
