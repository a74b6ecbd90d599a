/** Deliveries to the upstream service: the records that wait, and how far each local object has got there. */
import type { OfficeFacts, RecordEvent, RecordKind } from '../wire/office/records.ts';
import type { CardNotice } from './cardAuthority.ts';
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
  /** YYYY-MM-DD */
  readonly business_day: string;
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
  /** Receipt number of the upstream service. */
  readonly receiptNumber: number | null;
  /** Facts that later steps need. */
  readonly facts: Readonly<Record<string, unknown>>;
}

export interface UpstreamDeliveries {
  /** The first record of each lane, where it is due; earliest first, at most `limit`. `now` in ms since 1970. */
  due(now: number, limit: number): readonly UpstreamDelivery[];
  /** Time at which the next waiting record is due, ms since 1970; null where none waits. */
  nextDue(): number | null;
  object(id: string): UpstreamObject | null;
  /** Id at the upstream service of a local object, or null. */
  upstreamOf(local: string): string | null;
  /** The local object behind an id of the upstream service, or null. */
  localOf(upstream: string): string | null;
  /** Payments whose transfer is awaited there (step `waiting`), longest first. */
  awaited(): readonly UpstreamObject[];
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

/** The draft of an open sale at the upstream service, which holds its card there. */
export interface UpstreamHold {
  /** Key of the create, and the end of the mark in the text field of the draft. */
  readonly id: string;
  /** STX_… */
  readonly sale: string;
  /** Null until the service has answered. */
  readonly upstream: string | null;
  readonly state: 'asking' | 'held' | 'releasing';
  /** transactionRef as it was sent. */
  readonly reference: string;
  /** Time at which a search for the draft found nothing, ms since 1970. */
  readonly missedAt: number | null;
}

/**
 * Holds on cards while the balances belong to the upstream service, as the selling path asks and keeps them. Writing
 * members: inside a job.
 */
export interface UpstreamHolds {
  begin(id: string, sale: string, reference: string): void;
  held(id: string, upstream: string): void;
  /** The draft that holds the card of this sale, or null. */
  ofSale(sale: string): UpstreamHold | null;
  /** Queues the release. `upstream` where the id became known. */
  release(id: string, upstream: string | null): void;
  /** Queues the release of whatever an earlier process was asking for. */
  releaseUnfinished(): void;
  /** Queued releases: of one sale, or all. */
  releasing(sale: string | null): readonly UpstreamHold[];
  /** The record of this object (STX_…, LTX_…) waits until the draft is cancelled. */
  assign(id: string, object: string): void;
  missed(id: string, at: number): void;
  end(id: string): void;
  /** Do records of this lane still wait for the service? */
  waits(lane: string): boolean;
  /** Is one of them parked? */
  isParked(lane: string): boolean;
  wasRead(merchantCard: string, at: number): void;
  /** Time at which the balances of the card were last taken over, ms since 1970, or null. */
  readAt(merchantCard: string): number | null;
  spendOffline(spending: OfflineSpending, notice: CardNotice): void;
  /** Sum that the card paid on this day (YYYY-MM-DD) without the service, minor units. */
  spentOffline(merchantCard: string, day: string): number;
  noticeOf(sale: string): CardNotice | null;
  endOffline(sale: string): void;
}

export interface OfflineSpending {
  readonly sale: string;
  /** MCD_… */
  readonly card: string;
  readonly day: string;
  /** Minor units. */
  readonly amount: number;
}
