/** The audit log of master data: `GET /bridge/v1/audit` (list), `GET /bridge/v1/audit/check` computes its chain anew. */
import Type, { type Static } from 'typebox';
import { idOf, nullable, Timestamp } from './shapes.ts';

export const auditKinds = [
  'shop',
  'taxRate',
  'till',
  'terminal',
  'device',
  'routing',
  'display',
  'scale',
  'scanner',
  'client',
  'person',
  'article',
  'articleGroup',
  'prefix',
  'tiles',
  'cardGroup',
  'card',
  'customer',
  'campaign',
  'voucher',
  'printer',
  'verdict',
  'cash',
  'schedule',
  'office',
  'queue',
  'receiver',
  'doubt',
  'invoice',
] as const;
export type AuditKind = (typeof auditKinds)[number];

export const auditActions = [
  'created',
  'changed',
  'removed',
  'returned',
  'locked',
  'unlocked',
  'pinReset',
  'pinChanged',
  'secretRotated',
  'revoked',
  'signedOut',
  'balanceCorrected',
  'merged',
  'opened',
  'decided',
  'booked',
  'counted',
] as const;
export type AuditAction = (typeof auditActions)[number];

const Facts = nullable(Type.Object({}, { additionalProperties: true }));

export const AuditEntry = Type.Object({
  object: Type.Literal('audit.entries'),
  id: idOf('AUD'),
  created: Timestamp,
  kind: Type.Enum(auditKinds),
  subject: Type.String({ description: 'id or number of what was changed' }),
  action: Type.Enum(auditActions),
  actor: Type.Object({
    person: nullable(idOf('USR')),
    name: Type.String(),
    till: nullable(idOf('SDV')),
  }),
  before: Facts,
  after: Facts,
  reason: nullable(Type.String()),
  supportId: nullable(Type.String({ description: 'finds the request in the journal' })),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditCheck = Type.Object({
  ok: Type.Boolean(),
  entries: Type.Integer({ description: 'entries that were checked' }),
  broken: nullable(idOf('AUD')),
  head: Type.String({ description: 'hash of the newest entry; kept elsewhere it shows that entries were taken away' }),
});
export type AuditCheck = Static<typeof AuditCheck>;
