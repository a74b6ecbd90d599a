/** The link to the back office, as the core needs it from the store: what has to be sent, how far it got, and the enrolment. */
import type { Enrolment } from '../wire/office/enrolment.ts';
import type { QueueReason } from './queue.ts';

/** A till in one of its epochs, and how far the back office has confirmed its records. */
export interface OfficeEpoch {
  readonly till: string;
  readonly epoch: number;
  /** The last sequence number given. */
  readonly newest: number;
  /** Every number up to this one was answered: held, or refused by record. */
  readonly confirmed: number;
  /** Number and hash of the last batch that was answered; 0 and empty before the first. */
  readonly batch: number;
  readonly hash: string;
  /** Last number of the batch under way, sent perhaps; null: none. */
  readonly sending: number | null;
  /** `disputed`: another sender continued the chain. `afterDispute`: the epoch that took its place. */
  /** The epoch in which this till numbers now; older ones are finished outside the chain, because a copy may do the same. */
  readonly isCurrent: boolean;
  readonly dispute: 'none' | 'disputed' | 'afterDispute';
}

/** A record as it lies in the queue; `facts` is JSON. */
export interface StoredRecord {
  readonly sequence: number;
  readonly merchant: string;
  readonly kind: string;
  readonly event: string;
  readonly object: string;
  readonly business_day: string;
  /** ms since 1970 */
  readonly at: number;
  /** Minor units. */
  readonly sum: number | null;
  readonly currency: string | null;
  readonly facts: string;
}

/** A till and epoch. */
export interface EpochKey {
  readonly till: string;
  readonly epoch: number;
}

export interface RecordRange extends EpochKey {
  readonly first: number;
  readonly last: number;
}

export interface RecordRefusal extends EpochKey {
  readonly sequence: number;
  readonly reason: QueueReason;
}

export interface OfficeDelivery {
  /** Every till and epoch of the merchant, by till and epoch. */
  epochs(merchant: string): readonly OfficeEpoch[];
  /** Records from `first` to `last`, at most `most`, without those that were refused. */
  records(range: RecordRange, most: number): readonly StoredRecord[];
  /** The stored text of a sale, read past the cache of the sales that tills work with; null: there is none. */
  saleDocument(merchant: string, id: string): string | null;
  /** Number of refused records of a till, all epochs. */
  refusals(till: string): number;
  /** The range that has waited longest to be sent again, from its next number on; null: none. */
  wanted(): RecordRange | null;
  // Inside a job.
  beginBatch(key: EpochKey, last: number): void;
  confirm(key: EpochKey, confirmed: number, chain: { readonly batch: number; readonly hash: string } | null): void;
  refuse(refusals: readonly RecordRefusal[]): void;
  /** Adds ranges that were asked for; those that were sent less than ten minutes ago are left out. */
  want(ranges: readonly RecordRange[]): void;
  /** A person wants this record sent again, whatever was sent before. */
  sendAgain(key: EpochKey, sequence: number): void;
  /** The numbers of a wanted range up to `last` were answered. */
  resent(range: RecordRange): void;
  /** Begins a new epoch for the till; the old one is disputed, and its unconfirmed records go outside the chain. */
  dispute(key: EpochKey): void;
  /** Gives disputed records new numbers in the newest epoch of their till. */
  renumber(key: EpochKey, sequences: readonly number[]): void;
  /** Another back office: everything is sent from the beginning. */
  startAnew(): void;
}

/** Private keys are PKCS #8 in base64. */
export interface OfficeEnrolment {
  readonly merchant: string;
  readonly address: string;
  readonly state: 'asking' | 'enrolled' | 'revoked' | 'left';
  /** ms since 1970 */
  readonly at: number;
  /** Only while asking. */
  readonly code: string | null;
  readonly privateKey: string | null;
  /** The key of a rotation of which the answer is not known yet. */
  readonly nextKey: string | null;
  readonly answer: Enrolment | null;
  /** While asking: the enrolment that holds on if the code is refused. */
  readonly before: Omit<OfficeEnrolment, 'before'> | null;
}

export interface OfficeEnrolments {
  read(): OfficeEnrolment | null;
  /** Inside a job. Puts it in the place of the one before. */
  keep(enrolment: OfficeEnrolment): void;
}
