/** Takes one Smart Transaction at the upstream service from where it stands to its goal: calls, and what is stored between them. */
import type { UpstreamObject } from '../world/upstream.ts';
import { upstreamApplied, upstreamList, upstreamSale } from './answers.ts';
import type { Json, UpstreamClient } from './client.ts';
import { changedNothing, foreignAnswer, isBalanceRefusal, isCardRefusal, UpstreamError } from './failures.ts';
import { askedAgain, isForeignList, ownSale } from './ownAnswer.ts';
import {
  afterApply,
  afterCancel,
  afterCreate,
  afterDrop,
  afterRead,
  afterSearch,
  afterStart,
  type CallName,
  type Following,
  type Goal,
  isDone,
  type Moment,
  NEW,
  nextAction,
  type Progress,
  pickFound,
  UNSURE,
  type UpstreamSale,
} from './replay.ts';
import type { ObjectCalls } from './translation/sale.ts';

export interface ObjectRunParts {
  readonly client: Pick<UpstreamClient, 'get' | 'post'>;
  /** The present time, with the waits between two looks. */
  now(): Moment;
  /** Stores how far the object has got, in a commit of its own that refuses a worker without its lease. */
  save(object: UpstreamObject): Promise<void>;
  /** The sale was looked for after a lost answer and created anew: a second copy may turn up. */
  onRepeatedCreate(): void;
}

export interface ObjectTask {
  /** Local id. */
  readonly object: string;
  /** Id of the record, for the keys of the calls. */
  readonly key: string;
  readonly stored: UpstreamObject | null;
  readonly isOldEpoch: boolean;
  /** The create is written down as about to be sent, and was not sent. */
  readonly isAnnounced: boolean;
  readonly goal: Goal;
  /** By how the basket goes there: with preTransaction, or as it was sold. */
  calls(basket: Progress['basket']): ObjectCalls;
  /** The card alone pays: where it does not, the sale is given up there, and a person looks at it. */
  readonly isDischarge: boolean;
  readonly delivery: object | null;
}

export type RunEnding = 'end' | { readonly wait: number } | { readonly park: Parking };
export type Parking = Extract<Following, { park: string }>['park'];

export interface RunResult {
  readonly ending: RunEnding;
  readonly progress: Progress;
  /** Facts that are not stored yet: the caller writes them with the end of the record. */
  readonly unsaved: UpstreamObject | null;
  /** The sale at the service as it was read last in this run. */
  readonly remote: UpstreamSale | null;
}

/** Throws `UpstreamError` for a call that failed; what was reached before is stored. */
export function runObject(parts: ObjectRunParts, task: ObjectTask): Promise<RunResult> {
  return new ObjectRun(parts, task).run();
}

const list = '/Smart/Transactions';
/** Code of a service whose terminal has closed the day of the receipt. */
const DAY_ENDED = 1031;
const PAGE = 100;
const MOST_PAGES = 20;
class ObjectRun {
  private readonly parts: ObjectRunParts;
  private readonly task: ObjectTask;
  private readonly key: string;
  private progress: Progress;
  /** The state there was read in this run. */
  private known = false;
  private dirty = false;
  private remote: UpstreamSale | null = null;

  constructor(parts: ObjectRunParts, task: ObjectTask) {
    this.parts = parts;
    this.task = task;
    this.key = task.stored?.key ?? task.key;
    this.progress = firstProgress(task);
  }

  async run(): Promise<RunResult> {
    for (;;) {
      const { goal } = this.task;
      const action = nextAction(this.progress, goal, this.known, this.calls.apply !== null, this.parts.now());
      if (action.do === 'end') return this.result('end');
      if (action.do === 'wait') return this.result({ wait: action.until });
      await this.store();
      const following = await this.perform(action.do);
      if (following.progress !== this.progress) this.dirty = true;
      this.progress = following.progress;
      if ('wait' in following) return this.result({ wait: following.wait });
      if ('park' in following) return this.result({ park: following.park });
      this.known = following.known;
      if (action.do === 'deliver') return this.result('end');
    }
  }

  private get calls(): ObjectCalls {
    return this.task.calls(this.progress.basket);
  }

  private get path(): string {
    return `${list}/${encodeURIComponent(this.progress.upstream ?? '')}`;
  }

  private result(ending: RunEnding): RunResult {
    return { ending, progress: this.progress, unsaved: this.dirty ? this.object() : null, remote: this.remote };
  }

  private object(): UpstreamObject {
    return storedAs(this.task.object, this.key, this.progress);
  }

  private async store(): Promise<void> {
    if (!this.dirty) return;
    await this.parts.save(this.object());
    this.dirty = false;
  }

  private async reach(progress: Progress): Promise<void> {
    this.progress = progress;
    this.dirty = true;
    await this.store();
  }

  private look(body: Json): UpstreamSale {
    this.remote = upstreamSale(body);
    return this.remote;
  }

  /** Throws `UpstreamError` where the answer is about another sale: what became of ours is looked up. */
  private lookAtOurs(body: Json): UpstreamSale {
    const { marker, transactionRef: reference } = this.calls;
    const { upstream } = this.progress;
    // The draft that held the card of a sale becomes the sale.
    const draft = upstream === null ? null : upstreamSale(body).draft;
    // A call that cancels knows the id alone.
    const isNamed = marker !== '';
    if (isNamed) ownSale(body, { upstream, marker, draft, reference });
    else if (upstream === null || body.id !== upstream) throw foreignAnswer();
    return this.look(body);
  }

  private perform(call: CallName): Promise<Following> {
    return this[call]();
  }

  private async search(): Promise<Following> {
    const { transactionRef } = this.calls;
    const hits = await this.hitsFor(transactionRef);
    const found = pickFound(hits, this.calls);
    if (found.kind === 'one') this.remote = found.remote;
    const following = afterSearch(this.progress, found, this.parts.now());
    if (following.progress.step === 'new' && this.progress.missedAt !== 0) this.parts.onRepeatedCreate();
    return following;
  }

  private async hitsFor(transactionRef: string): Promise<readonly UpstreamSale[]> {
    const hits: UpstreamSale[] = [];
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const query = new URLSearchParams({
        q: `transactionRef:${quoted(transactionRef)}`,
        sort: 'created:desc',
        count: String(PAGE),
        offset: String(page * PAGE),
      });
      const read = await askedAgain(async () => {
        const remote = upstreamList(await this.parts.client.get(`${list}?${query}`));
        if (isForeignList(remote, transactionRef)) throw foreignAnswer();
        return remote;
      });
      hits.push(...read.hits);
      if (read.hits.length < PAGE || hits.length >= read.count) break;
    }
    return hits;
  }

  private async create(): Promise<Following> {
    this.progress = { ...this.progress, step: 'creating', missedAt: null };
    this.dirty = !this.task.isAnnounced || this.progress.generation > 1;
    await this.store();
    const { client } = this.parts;
    try {
      const key = `${this.key}.${this.progress.generation}`;
      const remote = this.lookAtOurs(await client.post(list, this.calls.create, key));
      return afterCreate(this.progress, remote, this.calls);
    } catch (error) {
      if (error instanceof UpstreamError && changedNothing(error)) {
        const generation = this.progress.generation + (error.kind === 'answered' ? 1 : 0);
        await this.reach({ ...this.progress, step: 'new', generation });
      }
      throw error;
    }
  }

  private async read(): Promise<Following> {
    return afterRead(this.progress, await this.present(), this.parts.now());
  }

  private async present(): Promise<UpstreamSale | null> {
    // That it is gone is believed when it is said twice: the answer has no id that could show whose it is.
    for (let look = 0; look < 2; look += 1)
      try {
        return await askedAgain(async () => this.lookAtOurs(await this.parts.client.get(this.path)));
      } catch (error) {
        if (!(error instanceof UpstreamError) || error.status !== 404) throw error;
      }
    return null;
  }

  private async apply(): Promise<Following> {
    const { client } = this.parts;
    try {
      const body = this.calls.apply?.useBalance === false ? { use_balance: false } : null;
      const applied = upstreamApplied(await client.post(`${this.path}/preTransaction`, body));
      // The answer names no sale, so the sale itself has to say the same.
      const remote = await this.present();
      const following = afterApply(this.progress, applied, this.calls);
      if (remote === null || following.progress.step !== 'applied') return following;
      const { sum } = this.calls;
      if ((remote.missing ?? applied.missing) !== applied.missing || (remote.sum ?? sum) !== sum) throw foreignAnswer();
      return following;
    } catch (error) {
      return this.droppedFor(error, isBalanceRefusal);
    }
  }

  private async start(): Promise<Following> {
    const { client, now } = this.parts;
    const { method, body } = this.calls.start;
    try {
      const answer = await client.post(`${this.path}/start/${method}`, body);
      return afterStart(this.progress, this.lookAtOurs(answer), now());
    } catch (error) {
      if (this.task.isDischarge && error instanceof UpstreamError && isCardRefusal(error)) return this.giveUp();
      if (this.progress.step === 'applied') return this.droppedFor(error, isBalanceRefusal);
      throw error;
    }
  }

  private droppedFor(error: unknown, is: (error: UpstreamError) => boolean): Following {
    if (!(error instanceof UpstreamError) || !is(error)) throw error;
    // The refusal may be that of another request: the sale itself is read before it is cancelled.
    return { progress: { ...this.progress, step: 'dropping' }, known: false };
  }

  /** The card does not pay there: the empty draft is cancelled, unless it was paid all the same. */
  private async giveUp(): Promise<Following> {
    const remote = await this.present();
    if (remote && isDone(remote)) return afterStart(this.progress, remote, this.parts.now());
    if (remote && remote.status !== 'cancelled') await this.cancelById();
    return { progress: { ...this.progress, step: 'refused' }, known: true };
  }

  private async drop(): Promise<Following> {
    await this.cancelById();
    return afterDrop(this.progress);
  }

  /** Throws where the answer is not about our sale, or it is not cancelled: then it is read before anything else. */
  private async cancelById(): Promise<UpstreamSale> {
    return this.cancelled(await this.parts.client.post(`${this.path}/cancel`));
  }

  private cancelled(body: Json): UpstreamSale {
    const remote = this.lookAtOurs(body);
    if (remote.status !== 'cancelled') throw foreignAnswer();
    return remote;
  }

  private async cancel(): Promise<Following> {
    // The receipt number is that of the sale as it was just read.
    const receiptNumber = this.remote?.receiptNumber ?? null;
    try {
      await (receiptNumber === null ? this.cancelById() : this.cancelByReceipt(receiptNumber));
      return afterCancel(this.progress);
    } catch (error) {
      if (error instanceof UpstreamError && error.code === DAY_ENDED)
        return { progress: this.progress, park: 'dayEnded' };
      throw error;
    }
  }

  /** Services number the receipts of cash sales only: an unknown number is cancelled by its id. */
  private async cancelByReceipt(receiptNumber: number): Promise<UpstreamSale> {
    try {
      return this.cancelled(await this.parts.client.post(`${list}/${receiptNumber}/canceltrx`));
    } catch (error) {
      if (error instanceof UpstreamError && error.status === 404) return this.cancelById();
      throw error;
    }
  }

  private async deliver(): Promise<Following> {
    const { delivery } = this.task;
    if (delivery)
      this.lookAtOurs(await this.parts.client.post(`${this.path}/setDelivery`, { delivery_options: delivery }));
    return { progress: this.progress, known: true };
  }
}

export function storedAs(object: string, key: string, progress: Progress): UpstreamObject {
  const { step, upstream, receiptNumber, basket, generation, missedAt } = progress;
  return { object, key, step, upstream, receiptNumber, facts: { basket, generation, missedAt } };
}

function firstProgress({ stored, isAnnounced, isOldEpoch }: ObjectTask): Progress {
  if (stored && !isAnnounced) return progressOf(stored);
  return isOldEpoch ? UNSURE : NEW;
}

function progressOf({ step, upstream, receiptNumber, facts }: UpstreamObject): Progress {
  const { basket, generation, missedAt } = facts as Partial<Progress>;
  return {
    step: step as Progress['step'],
    upstream,
    receiptNumber,
    basket: basket ?? NEW.basket,
    generation: generation ?? NEW.generation,
    missedAt: missedAt ?? null,
  };
}

/** A phrase of the query language; a server may take one URL encoding too many off, so percent signs get one more. */
export const quoted = (text: string): string =>
  `"${text.replace(/["\\]/g, '\\$&').replace(/%(?=[0-9a-f]{2})/gi, '%25')}"`;
