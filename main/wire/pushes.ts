/** The delivery log of push notifications: each notification, its receiver and its attempts. */
import Type, { type Static } from 'typebox';
import { nullable, Outcome, Reference, Timestamp } from './shapes.ts';

export const DeliveryAttempt = Type.Object({
  at: Timestamp,
  status: nullable(Type.Integer({ description: 'HTTP status of the receiver; null when there was none' })),
  ms: Type.Integer({ description: 'how long it took' }),
  answer: nullable(Type.String({ description: 'the first bytes of what the receiver said' })),
  error: nullable(Type.String({ description: 'why there was no answer' })),
});
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;

/** The body that the receiver is sent (specification, "Notification"). */
const notification = {
  object: Type.Literal('event.pushes'),
  id: Type.String({ pattern: '^evt_[0-9a-f]{32}$' }),
  created: Timestamp,
  target: Type.String({ description: 'type of the changed object' }),
  type: Type.Enum(['changed', 'added', 'display']),
  data: Type.Array(Reference),
};
export const Notification = Type.Object({
  ...notification,
  /** Of the sale it is about, as it is when this is sent; left out where it is about none. */
  outcome: Type.Optional(Outcome),
});
export type Notification = Static<typeof Notification>;

export const PushEntry = Type.Object({
  ...notification,
  url: Type.String(),
  status: Type.Enum(['waiting', 'delivered', 'discarded', 'refused'], {
    description: 'refused: the address is not allowed; discarded: given up after the horizon',
  }),
  next_attempt: nullable(Timestamp),
  supportId: nullable(Type.String({ description: 'the request that made the change' })),
  attempts: Type.Array(DeliveryAttempt),
});
export type PushEntry = Static<typeof PushEntry>;
