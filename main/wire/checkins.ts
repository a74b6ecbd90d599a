/** The customers in the shop: `GET /Smart/Checkins`; they come and go by `/bridge/v1/checkins`. */
import Type, { type Static } from 'typebox';
import { Customer } from './loyalty.ts';
import { nullable, openObject, Reference, Timestamp } from './shapes.ts';
import { MerchantCard } from './transactions.ts';

export const Checkin = openObject({
  object: Type.Literal('smart.checkins'),
  id: Type.String(),
  customerName: Type.String(),
  picture: nullable(Type.String({ description: 'address of a picture' })),
  created: Timestamp,
  account: nullable(Reference),
  customer: nullable(Customer),
  merchantcard: nullable(MerchantCard),
});
export type Checkin = Static<typeof Checkin>;

/** The customer who arrives, named by the loyalty card. */
export const CheckinInput = openObject({
  cardnumber: Type.String({ minLength: 1, maxLength: 100 }),
  customerName: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
  picture: Type.Optional(nullable(Type.String({ maxLength: 2000 }))),
});
export type CheckinInput = Static<typeof CheckinInput>;

export const instructionTargets = ['ident-link', 'user-selection', 'checkin-button'] as const;
export const instructionActions = ['open', 'update', 'close'] as const;

/** An instruction of the register to the app of the customer. */
export const Instruction = openObject({
  target: Type.Enum(instructionTargets),
  action: Type.Enum(instructionActions),
  data: Type.Optional(Type.Unknown()),
});
export type Instruction = Static<typeof Instruction>;
