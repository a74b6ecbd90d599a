/**
 * The queue below `/bridge/v1/queue`: what waits for the upstream service and the back office, what can never pass, the
 * cases that a person has to decide, and the decisions. All decisions want a manager: the header `X-Reason` of a manager, or
 * the header `X-Approval` of a cashier (see `POST /bridge/v1/approvals`, operation `queueDecision`).
 */
import Type, { type Static } from 'typebox';
import { QueueView } from './events.ts';
import { recordEvents } from './office/records.ts';
import { Currency, Money, nullable, openObject, Texts, Timestamp } from './shapes.ts';

export const queueTargets = ['upstream', 'office'] as const;

/** Facts of a record that a person may correct, because the upstream service refuses what the till has written. */
export const corrections = {
  transaction_ref: { de: 'Belegreferenz', en: 'Transaction reference' },
  card_type: { de: 'Kartenart', en: 'Card type' },
  trace: { de: 'Trace-Nummer', en: 'Trace number' },
} as const;
export type CorrectionName = keyof typeof corrections;
export const correctionNames = Object.keys(corrections) as CorrectionName[];

const Correction = Type.Object({
  name: Type.Enum(correctionNames),
  title: Texts,
  value: nullable(Type.String({ description: 'as it is sent now; null: as the sale says' })),
});

/** A record that waits for a target or is parked there. */
export const QueuedRecord = Type.Object({
  id: Type.String({ description: 'till.epoch.sequence' }),
  target: Type.Enum(queueTargets),
  state: Type.Enum(['waiting', 'parked']),
  kind: Type.Enum(Object.keys(recordEvents) as (keyof typeof recordEvents)[]),
  event: Type.String(),
  title: Texts,
  object: Type.String({ description: 'id of the sale, booking, operation or end-of-day' }),
  till: Type.String(),
  sequence: Type.Integer(),
  business_day: Type.String({ format: 'date' }),
  at: Timestamp,
  receipt_number: nullable(Type.Integer()),
  sum: nullable(Money),
  currency: nullable(Currency),
  attempts: Type.Integer(),
  /** Null: now, as soon as the target answers and what stands before it in its lane has passed. */
  next_try: nullable(Timestamp),
  /** The reason why it waits or is parked; null where it was not tried yet. */
  reason: nullable(Type.Object({ code: Type.String(), texts: Texts })),
  behind: nullable(
    Type.Object(
      {
        id: Type.String({ description: 'till.epoch.sequence' }),
        title: Texts,
        receipt_number: nullable(Type.Integer()),
        reason: nullable(Type.Object({ code: Type.String(), texts: Texts })),
      },
      {
        description:
          'the parked record before it in its lane: nothing of the lane passes before a person has decided about it',
      },
    ),
  ),
  /** Corrections that are possible before it is sent again; empty where a correction makes no sense. */
  corrections: Type.Array(Correction),
});
export type QueuedRecord = Static<typeof QueuedRecord>;

/** `GET /bridge/v1/queue/records?target=upstream&state=parked&count=50&offset=0`; parked ones first, then in their order. */
export const QueuedRecordList = Type.Object({ count: Type.Integer(), data: Type.Array(QueuedRecord) });
export type QueuedRecordList = Static<typeof QueuedRecordList>;

/** In an address every value is text; `count` is 50 unless it is named, and 1000 at most. */
const Position = Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$' }));

export const QueueListQuery = openObject({
  target: Type.Optional(Type.Enum(queueTargets)),
  state: Type.Optional(Type.Enum(['waiting', 'parked'])),
  count: Position,
  offset: Position,
});
export type QueueListQuery = Static<typeof QueueListQuery>;

/** `here`: that of this shop. `there`: that of the service. */
export const caseVersions = ['here', 'there'] as const;

/** `POST /bridge/v1/queue/cases/{id}/choose`: the version counts, and the case is closed with the reason. */
export const CaseChoice = openObject({ version: Type.Enum(caseVersions) });
export type CaseChoice = Static<typeof CaseChoice>;

/** A case: two versions of one thing, of which a person has to say which one counts. */
export const QueueCaseView = Type.Object({
  id: Type.String({ description: 'CAS_…' }),
  kind: Type.String(),
  title: Texts,
  object: Type.String({ description: 'id of the sale, card or article' }),
  at: Timestamp,
  receipt_number: nullable(Type.Integer()),
  amount: nullable(Money),
  currency: nullable(Currency),
  facts: openObject({}, { description: 'both versions, and what led to it' }),
  versions: Type.Array(Type.Enum(caseVersions), {
    description: 'what `…/choose` takes; empty: there is nothing to choose',
  }),
  closed: nullable(Type.Object({ at: Timestamp, by: Type.String(), reason: Type.String() })),
});
export type QueueCaseView = Static<typeof QueueCaseView>;

/** `GET /bridge/v1/queue/cases?open=true`; oldest first while open, else newest first. */
export const QueueCaseList = Type.Object({ count: Type.Integer(), data: Type.Array(QueueCaseView) });
export type QueueCaseList = Static<typeof QueueCaseList>;

export const QueueCaseQuery = openObject({
  open: Type.Optional(Type.Enum(['true', 'false'])),
  count: Position,
  offset: Position,
});
export type QueueCaseQuery = Static<typeof QueueCaseQuery>;

/** `POST /bridge/v1/queue/records/{id}/retry`, `…/discard`: the target is part of the body. */
export const RecordDecision = openObject({ target: Type.Enum(queueTargets) });
export type RecordDecision = Static<typeof RecordDecision>;

/** `POST /bridge/v1/queue/records/{id}/correct`: the named facts are sent instead of those of the sale, and it is tried again. */
export const RecordCorrection = openObject({
  transaction_ref: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  card_type: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  trace: Type.Optional(Type.Integer({ minimum: 0, maximum: 999_999 })),
});
export type RecordCorrection = Static<typeof RecordCorrection>;

/** `GET /bridge/v1/queue/replacement`: what speaks against an update of the program, or against giving this bridge up. */
export const ReplacementView = Type.Object({
  may_update: Type.Boolean({ description: 'no payment is under way or unknown, and every record is confirmed' }),
  may_give_up: Type.Boolean({ description: 'also, no record waits for the decision of a person' }),
  running: Type.Integer({ description: 'payments and reversals under way' }),
  unknown: Type.Integer({ description: 'payments of which nobody knows whether money moved' }),
  mid_tender: Type.Integer({ description: 'sales that are paid in part' }),
  targets: Type.Array(
    Type.Object({
      target: Type.Enum(queueTargets),
      waiting: Type.Integer(),
      parked: Type.Integer(),
      oldest: nullable(Timestamp),
      sum: Money,
    }),
    { description: 'targets that have not confirmed everything' },
  ),
});
export type ReplacementView = Static<typeof ReplacementView>;

/** Answer to a decision: the record as it is now (null: it waits no more), and the state of the queue. */
export const RecordDecided = Type.Object({ record: nullable(QueuedRecord), queue: QueueView });
export type RecordDecided = Static<typeof RecordDecided>;

/** `POST /bridge/v1/queue/try` tries every target now, needs no manager, and answers the state. `POST …/cases/{id}/close`: the reason is the header `X-Reason` or that of the approval. */
export const CaseClosed = Type.Object({ case: QueueCaseView, queue: QueueView });
export type CaseClosed = Static<typeof CaseClosed>;
