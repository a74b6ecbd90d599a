/** The delivery log of push notifications: each notification, its receiver and its attempts. */
import Type, { type Static } from 'typebox';
import { pushEventNames } from './pushEvents.ts';
import { idOf, nullable, Outcome, Reference, SalePayment, Timestamp } from './shapes.ts';

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
  /** Left out where it was queued by a version that did not keep it. */
  event: Type.Optional(
    Type.Enum(pushEventNames, { description: 'what happened; the other members say how it stands now' }),
  ),
};
export const Notification = Type.Object({
  ...notification,
  /** Current status of the object at sending time: of a sale or subscription, or the simple status of a payment. */
  status: Type.Optional(Type.String()),
  /** Current outcome of the sale it is about, at sending time; left out where it is about none. */
  outcome: Type.Optional(Outcome),
  /** Every payment of the same sale, in order. */
  payments: Type.Optional(Type.Array(SalePayment)),
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

/** A receiver of every push of the merchant. */
const receiver = Type.Object({
  object: Type.Literal('event.receivers'),
  id: idOf('PRC'),
  url: Type.String(),
  client: Type.String({ description: 'who registered it; the push secret of this client signs' }),
  until: Timestamp,
});
export const PushReceiver = { one: receiver, list: Type.Object({ data: Type.Array(receiver) }) };

const seconds = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 3600, description: 'for how long, from now on; 60 if left out' }),
);
export const PushReceiverTime = Type.Object({ seconds }, { additionalProperties: false });
export type PushReceiverTime = Static<typeof PushReceiverTime>;
export const PushReceiverInput = Type.Object(
  { url: Type.String({ minLength: 1, maxLength: 2048 }), seconds },
  { additionalProperties: false },
);
export type PushReceiverInput = Static<typeof PushReceiverInput>;
