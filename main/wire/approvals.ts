/**
 * A manager approves one thing by PIN: `POST /bridge/v1/approvals` gives a secret that is good once, for two minutes, for
 * this operation, this object, at most this amount, at this till and for who asked. It is handed in as the header
 * `X-Approval` of the call that was refused. Its use is kept: `GET /bridge/v1/approvals`.
 */
import Type, { type Static } from 'typebox';
import { valueKindNames } from '../domain/approvalRules.ts';
import { idOf, nullable, openObject, Timestamp } from './shapes.ts';

const Operation = Type.Enum(valueKindNames, { description: 'kind of what is given away' });
const Amount = Type.Integer({ minimum: 0, description: 'minor units, or points' });

/** Member `needs` of a refusal: what to ask a manager for, and to hand in as `POST /bridge/v1/approvals`. */
export const Needs = Type.Object({
  operation: Operation,
  object: Type.String(),
  amount: nullable(Amount),
  currency: Type.String(),
  unit: Type.Enum(['money', 'points', 'none']),
  limit: nullable(Type.Integer({ description: 'what the asking person may do alone; null: without limit' })),
  by: Type.Enum(['manager', 'self'], {
    description: 'self: the person herself may do it, and has to say why (header X-Reason)',
  }),
  texts: Type.Object({ de: Type.String(), en: Type.String() }),
});
export type Needs = Static<typeof Needs>;

export const LONGEST_REASON = 500;

export const ApprovalInput = openObject({
  username: Type.String({ minLength: 1, maxLength: 200, description: 'of the manager' }),
  pin: Type.String({ minLength: 1, maxLength: 64 }),
  reason: Type.String({ minLength: 1, maxLength: LONGEST_REASON, description: 'why; kept with the operation' }),
  operation: Operation,
  object: Type.String({ minLength: 1, maxLength: 200, description: 'as `needs.object` of the refusal says' }),
  amount: nullable(Amount),
});
export type ApprovalInput = Static<typeof ApprovalInput>;

export const ApprovalAnswer = Type.Object({
  approval: Type.String({ description: 'for the header X-Approval; good once' }),
  expires_at: Timestamp,
});

const Person = Type.Object({ id: idOf('USR'), username: Type.String(), name: Type.String() });

/** A record of value given away above a limit, or by a manager herself. */
export const Approval = Type.Object({
  object: Type.Literal('auth.approvals'),
  id: idOf('APV'),
  created: Timestamp,
  operation: Operation,
  subject: Type.String({ description: 'id of what it is about' }),
  amount: nullable(Type.Integer()),
  currency: Type.String(),
  till: nullable(idOf('SDV')),
  requested_by: Person,
  approved_by: Person,
  reason: Type.String(),
  supportId: nullable(Type.String({ description: 'finds the request in the journal' })),
});
export type Approval = Static<typeof Approval>;

/** Headers of every operation that gives something away. */
export const ApprovalHeaders = openObject({
  'x-approval': Type.Optional(
    Type.String({ maxLength: 200, description: 'from POST /bridge/v1/approvals, where a cashier exceeds her limit' }),
  ),
  'x-reason': Type.Optional(
    Type.String({
      maxLength: 3 * LONGEST_REASON,
      description: 'why a manager does it herself; UTF-8, percent-encoded',
    }),
  ),
});

/** `POST /bridge/v1/kiosk/exit`: the desktop window may be closed for half a minute. */
export const KioskExit = Type.Object({ until: Timestamp });
