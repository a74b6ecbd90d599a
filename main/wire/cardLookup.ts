/** Loyalty card lookup for the screen: `GET /bridge/v1/cards/{cardnumber}`. Unknown numbers answer 404. */
import Type, { type Static } from 'typebox';
import { Money, nullable } from './shapes.ts';
import { MerchantCard } from './transactions.ts';

export const cardRefusals = ['locked', 'expired', 'inactive'] as const;

export const CardView = Type.Object({
  merchantcard: MerchantCard,
  /** The reason why the card cannot be used now; null when it can. */
  refusal: nullable(Type.Enum(cardRefusals)),
  /** It is no customer's card: a voucher that the shop has sold. */
  voucher: Type.Optional(Type.Boolean()),
  /** Value of the card that expires at the beginning of this business day; null: nothing within the next weeks. */
  expiring: Type.Optional(
    nullable(Type.Object({ day: Type.String({ format: 'date' }), cash: Money, bonus: Money, points: Type.Integer() })),
  ),
});
export type CardView = Static<typeof CardView>;
