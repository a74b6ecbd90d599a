/**
 * Sends what waits, batch by batch, straight from the rows of the queue: first the ranges that the office asks for again, then
 * every till from its last confirmed number on. One batch is in memory at a time.
 */
import { type BatchHead, batchHash } from '../batch/batchChain.ts';
import { headHeaders } from '../batch/batchHead.ts';
import type { SigningKey } from '../batch/signature.ts';
import { BatchAnswer, batchLimits } from '../wire/office/batches.ts';
import { fits } from '../world/contractCheck.ts';
import type { EpochKey, OfficeDelivery, OfficeEpoch, RecordRange, StoredRecord } from '../world/officeLink.ts';
import type { QueueCases } from '../world/queue.ts';
import type { World } from '../world/world.ts';
import { type BatchBody, batchBody, type Documents, recordsOf } from './batchBody.ts';
import type { OfficeConnection } from './connection.ts';
import { failureOf, LinkFailure, saysCloned } from './failures.ts';

/** An enrolled bridge. */
export interface OfficeSession {
  readonly address: string;
  readonly key: SigningKey;
  /** The sender of the records. */
  readonly merchant: string;
}

export interface SenderParts {
  readonly delivery: OfficeDelivery;
  readonly documents: Documents;
  readonly connection: Pick<OfficeConnection, 'post'>;
  readonly cases: QueueCases;
  /** Runs a job of the worker that holds the lease; throws `LeaseLost` where it does not any more. */
  readonly write: <T>(job: () => T) => Promise<T>;
  readonly log: World['log'];
  /** Inside a job: somebody sells with a copy of this directory. */
  readonly cloned: () => void;
}

/** Answer of the office about a record whose number it holds with another content. */
const OTHER_CONTENT = 'changed';
/** Ranges of one answer that are taken up; the office names the others again. */
const MOST_WANTED = 1000;
const PATH = '/office/v1/batches';

/** A batch as it is sent. `epoch` null: a range that the office asked for again. */
interface Consignment extends BatchBody {
  readonly head: BatchHead;
  readonly records: readonly StoredRecord[];
  readonly epoch: OfficeEpoch | null;
}

export class BatchSender {
  readonly #parts: SenderParts;
  /** Records of a batch at most; halved whenever the office says 413, and doubled with every batch that passes. */
  #most: number = batchLimits.records;
  /** The till that was served last: the others come before it again. */
  #last: EpochKey | null = null;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /** Sends one batch. False: nothing waits. Throws `LinkFailure` and `LeaseLost`. */
  async next(session: OfficeSession): Promise<boolean> {
    const { delivery } = this.#parts;
    const wanted = delivery.wanted();
    if (wanted) {
      await this.#sendAgain(session, wanted);
      return true;
    }
    const waiting = delivery.epochs(session.merchant).filter(({ newest, confirmed }) => newest > confirmed);
    const epoch = waiting.find(one => isAfter(one, this.#last)) ?? waiting[0];
    if (!epoch) return false;
    this.#last = epoch;
    await this.#sendNext(session, epoch);
    return true;
  }

  async #sendAgain(session: OfficeSession, range: RecordRange): Promise<void> {
    const { delivery, write } = this.#parts;
    const records = await recordsOf(delivery, range, this.#most);
    const body = records.length === 0 ? null : await this.#body(range, records, false);
    if (body === null) return write(() => delivery.resent(range));
    const isLast = body.hashes.length === records.length && records.length < this.#most;
    const { first } = records[0]!.sequence > range.first ? { first: records[0]!.sequence } : range;
    const head = headOf({ ...range, first, last: body.last }, body, null);
    const answer = await this.#post(session, { ...body, head, records, epoch: null });
    if (answer === null) return;
    await write(() => {
      this.#takeAnswer(head, records.slice(0, body.hashes.length), answer, null);
      delivery.resent({ ...range, last: isLast ? range.last : body.last });
    });
  }

  async #sendNext(session: OfficeSession, epoch: OfficeEpoch): Promise<void> {
    const { delivery, write } = this.#parts;
    const { till, newest, confirmed, sending } = epoch;
    const range = { till, epoch: epoch.epoch, first: confirmed + 1, last: sending ?? newest };
    const records = await recordsOf(delivery, range, sending === null ? this.#most : batchLimits.records);
    // Renumbered and refused records leave numbers behind that nothing stands for any more.
    if (records.length === 0) return write(() => delivery.confirm(epoch, range.last, null));
    const body = await this.#body(range, records, sending !== null);
    if (body === null) return;
    if (body.last !== sending) await write(() => delivery.beginBatch(epoch, body.last));
    const isOutside = epoch.dispute === 'disputed' || !epoch.isCurrent;
    const head = headOf({ ...range, last: body.last }, body, isOutside ? null : epoch);
    const answer = await this.#post(session, { ...body, head, records, epoch });
    if (answer === null) return;
    this.#most = Math.min(batchLimits.records, this.#most * 2);
    await write(() => {
      this.#takeAnswer(head, records.slice(0, body.hashes.length), answer, epoch);
      delivery.confirm(epoch, body.last, isOutside ? null : head);
    });
  }

  /** Null: one record alone is too large for any batch, and is parked. */
  async #body(key: EpochKey, records: readonly StoredRecord[], isBegun: boolean): Promise<BatchBody | null> {
    const body = await batchBody(records, this.#parts.documents, isBegun);
    if (body === null) await this.#park(key, records[0]!);
    return body;
  }

  /** Null: the office refused the batch as a whole, and what follows from that is stored. */
  async #post(session: OfficeSession, consignment: Consignment): Promise<BatchAnswer | null> {
    const { head, body, records, epoch } = consignment;
    const answer = await this.#parts.connection.post({
      ...{ address: session.address, path: PATH, key: session.key, body },
      headers: { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip', ...headHeaders(head) },
    });
    if (answer.status === 200) {
      if (fits(BatchAnswer, answer.body)) return answer.body;
      throw new LinkFailure('unreadable', '(200)');
    }
    if (saysCloned(answer) && epoch !== null && epoch.dispute !== 'disputed')
      await this.#parts.write(() => this.#dispute(epoch, session.merchant));
    else if (answer.status === 413 && consignment.hashes.length > 1) await this.#shrink(consignment);
    else if (answer.status === 413) await this.#park(head, records[0]!);
    else throw failureOf(answer);
    return null;
  }

  /** The next batch has half the records. It is a new one: nothing of this one was taken. */
  async #shrink({ hashes, records, epoch }: Consignment): Promise<void> {
    const { delivery, write } = this.#parts;
    this.#most = Math.max(1, hashes.length >> 1);
    const last = records[this.#most - 1]!.sequence;
    if (epoch) await write(() => delivery.beginBatch(epoch, last));
  }

  /** Inside a job. Another sender continued the chain: somebody works with a copy of this data directory. */
  #dispute({ till, epoch, confirmed, newest }: OfficeEpoch, merchant: string): void {
    const { delivery, cases, log } = this.#parts;
    log(
      'error',
      'the back office has other records of this till: its data directory was copied, and the copy is in use',
      {
        ...{ till, epoch, confirmed, newest },
      },
    );
    delivery.dispute({ till, epoch });
    this.#parts.cloned();
    cases.open({
      ...{ merchant, kind: 'clonedTill', object: till, amount: null, currency: null },
      facts: { epoch, confirmed, newest },
    });
  }

  async #park({ till, epoch }: EpochKey, { sequence }: StoredRecord): Promise<void> {
    const { delivery, write, log } = this.#parts;
    log('error', 'a record is too large for the back office', { till, epoch, sequence });
    await write(() => delivery.refuse([{ till, epoch, sequence, reason: { code: 'tooLarge', texts: tooLarge } }]));
  }

  /** Inside a job. Everything of the batch is now held, refused, or asked for again. */
  #takeAnswer(
    { till, epoch }: BatchHead,
    records: readonly StoredRecord[],
    { held, refused, wanted }: BatchAnswer,
    own: OfficeEpoch | null,
  ): void {
    const { delivery, log } = this.#parts;
    const key = { till, epoch };
    const known = new Set(records.map(({ sequence }) => sequence));
    const byRecord = refused.flatMap(({ sequence, code, texts }) =>
      sequence !== null && known.has(sequence) ? [{ ...key, sequence, reason: { code, texts } }] : [],
    );
    const isMovable = own !== null && own.dispute !== 'afterDispute';
    const moved = byRecord.filter(({ reason }) => isMovable && reason.code === OTHER_CONTENT);
    const parked = byRecord.filter(refusal => !moved.includes(refusal));
    if (moved.length > 0) {
      if (own?.dispute === 'none' && own.isCurrent) this.#dispute(own, records[0]!.merchant);
      delivery.renumber(
        key,
        moved.map(({ sequence }) => sequence),
      );
    }
    delivery.refuse(parked);
    if (parked.length > 0)
      log('warn', 'the back office refused records', {
        till,
        epoch,
        records: parked.length,
        first: parked[0]!.reason.code,
      });
    const answered = new Set(byRecord.map(({ sequence }) => sequence));
    const missing = [...known].filter(sequence => !answered.has(sequence) && !isHeld(held, sequence));
    const limit = Math.max(own?.confirmed ?? 0, ...known);
    const ranges = [
      ...rangesOf(missing),
      ...wanted.slice(0, MOST_WANTED).map(([first, last]) => [first, Math.min(last, limit)] as const),
    ];
    delivery.want(ranges.filter(([first, last]) => last >= first).map(([first, last]) => ({ ...key, first, last })));
  }
}

/** The head of a batch in the chain of its epoch; without one it is a range outside the chain. */
function headOf(range: RecordRange, { hashes }: BatchBody, chain: OfficeEpoch | null): BatchHead {
  const { till, epoch, first, last } = range;
  const numbers = { till, epoch, first, last, batch: chain ? chain.batch + 1 : 0, previous: chain?.hash ?? '' };
  return { ...numbers, hash: batchHash(numbers, hashes) };
}

const isAfter = (one: EpochKey, other: EpochKey | null): boolean =>
  other !== null && (one.till > other.till || (one.till === other.till && one.epoch > other.epoch));

const isHeld = (held: BatchAnswer['held'], sequence: number): boolean =>
  held.some(([first, last]) => first !== undefined && last !== undefined && first <= sequence && sequence <= last);

/** Numbers in rising order as ranges of neighbours. */
function rangesOf(numbers: readonly number[]): (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const open = ranges.at(-1);
    if (open && open[1] === number - 1) open[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}

const tooLarge = {
  de: 'Dieser Datensatz ist größer, als die Zentrale annimmt. Er bleibt hier.',
  en: 'This record is larger than the back office accepts. It stays here.',
};
