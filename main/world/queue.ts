/** The queue of what leaves the shop: facts for the upstream service and the back office, written with the fact itself. */
import type { Texts } from '../domain/texts.ts';
import type { RecordEvent, RecordKind } from '../wire/office/records.ts';

export interface QueueEntry {
  readonly kind: RecordKind;
  readonly event: RecordEvent;
  /** Id of the sale, booking, operation or end-of-day. */
  readonly object: string;
  readonly merchant: string;
  /** SDV_… of the till; null where no till acted. */
  readonly till: string | null;
  /** Minor units; null where no money is concerned. */
  readonly sum: number | null;
  readonly currency: string | null;
  /** Facts that never change again; the document itself is read when the record is sent. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Records of one lane go upstream in their order: a sale, or a loyalty card. */
  readonly lane: string;
}

export interface Queue {
  /** Inside a job: numbers the record and writes it with the commit of the fact. */
  append(entry: QueueEntry): void;
  /** Before a new sale: throws `queueFull` where so much waits that the shop has chosen to sell nothing more. */
  admit(): void;
}

/** The worker of a target, for a person who does not want to wait. */
export interface QueueWorker {
  /** Looks now, also after the target has refused us. */
  tryNow(): Promise<void>;
}

export type QueueTargetName = 'upstream' | 'office';

/** The reason why something waits, is parked or refused, in the languages of the screens. */
export interface QueueReason {
  readonly code: string;
  readonly texts: Texts;
}

/** The lease and the condition of each target. A worker does nothing without a lease, and completes nothing with an old one. */
export interface QueueTargets {
  /** Takes or renews the lease for `ms`; gives the fencing token, or null while another worker holds it. */
  lease(target: QueueTargetName, ms: number, token: number | null): Promise<number | null>;
  release(target: QueueTargetName, token: number): Promise<void>;
  /** Inside a job: throws where the token is not the newest, so that nothing of a worker that overslept is written. */
  requireLease(target: QueueTargetName, token: number): void;
  /** The condition that the lights show; written only when it changes. Times in ms since 1970. */
  report(target: QueueTargetName, condition: TargetCondition): Promise<void>;
}

export interface TargetCondition {
  readonly state: 'up' | 'down' | 'refused';
  readonly nextTry: number | null;
  readonly reason: QueueReason | null;
}

/** A case for a manager: written with the fact that made it. */
export interface QueueCase {
  readonly merchant: string;
  readonly kind: string;
  /** Local id of the sale, card or article that it is about. */
  readonly object: string;
  /** Minor units; null where no money is concerned. */
  readonly amount: number | null;
  readonly currency: string | null;
  /** Both versions, and what led to it. */
  readonly facts: Readonly<Record<string, unknown>>;
}

export interface QueueCases {
  /** Inside a job. The same kind and object while a case of it is open adds nothing. */
  open(entry: QueueCase): void;
  /** Inside a job. The same kind and object while a case of it is open adds its amount to that case, and counts it in `count`. */
  add(entry: QueueCase): void;
}

/** A newer lease of the target exists: whatever a worker with an older one was about to write is not true any more. */
export class LeaseLost extends Error {
  constructor(target: QueueTargetName) {
    super(`another worker has taken over the target ${target}`);
  }
}
