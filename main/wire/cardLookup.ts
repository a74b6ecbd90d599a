/** Loyalty card lookup for the screen: `GET /bridge/v1/cards/{cardnumber}`. Unknown numbers answer 404. */
import Type, { type Static } from 'typebox';
import { nullable } from './shapes.ts';
import { MerchantCard } from './transactions.ts';

export const cardRefusals = ['locked', 'expired', 'inactive'] as const;

export const CardView = Type.Object({
  merchantcard: MerchantCard,
  /** Why the card cannot be used now; null when it can. */
  refusal: nullable(Type.Enum(cardRefusals)),
});
export type CardView = Static<typeof CardView>;
