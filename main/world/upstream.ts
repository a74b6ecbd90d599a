/** Deliveries to the upstream service: the records that wait, and how far each local object has got there. */
import type { OfficeFacts, RecordEvent, RecordKind } from '../wire/office/records.ts';
import type { QueueReason } from './queue.ts';

/** A record that waits for the upstream service. */
export interface UpstreamDelivery {
  readonly number: number;
  readonly lane: string;
  /** Failures that count towards parking. */
  readonly attempts: number;
  readonly merchant: string;
  readonly kind: RecordKind;
  readonly event: RecordEvent;
  /** Id of the sale or booking. */
  readonly object: string;
  readonly sum: number | null;
  readonly currency: string | null;
  readonly facts: OfficeFacts;
  /**
   * `object.epoch.sequence`: the keys of the calls derive from it. The object's id is random, so two installations whose
   * tills have the same name, as in every demo, never share a key.
   */
  readonly key: string;
  /** The till has begun another epoch since: this database may be older than what the service holds. */
  readonly isOldEpoch: boolean;
}

/** How far a local object has got at the upstream service. */
export interface UpstreamObject {
  /** Local id; the discharge of a card that belongs to a sale has an id of its own (`STX_…/discharge`). */
  readonly object: string;
  /** Id at the upstream service; null until it is known. */
  readonly upstream: string | null;
  readonly step: string;
  readonly key: string;
  /** Of the upstream service. */
  readonly receiptNumber: number | null;
  /** What later steps need. */
  readonly facts: Readonly<Record<string, unknown>>;
}

export interface UpstreamDeliveries {
  /** The first record of each lane, where it is due; earliest first, at most `limit`. `now` in ms since 1970. */
  due(now: number, limit: number): readonly UpstreamDelivery[];
  /** When the next waiting record is due, ms since 1970; null where none waits. */
  nextDue(): number | null;
  object(id: string): UpstreamObject | null;
  /** Id at the upstream service of a local object, or null. */
  upstreamOf(local: string): string | null;
  /** The local object behind an id of the upstream service, or null. */
  localOf(upstream: string): string | null;
  // The rest is for use inside a job.
  save(object: UpstreamObject): void;
  /** The service holds what the record says. */
  confirm(number: number): void;
  delay(number: number, delay: Delay): void;
  park(number: number, reason: QueueReason): void;
  /** Every waiting record is due now. */
  hurry(): void;
}

export interface Delay {
  readonly attempts: number;
  /** ms since 1970 */
  readonly nextAt: number;
  readonly reason: QueueReason | null;
}
