/**
 * Cancels drafts at the upstream service that hold a card for nobody any more: the sale was changed, cancelled or expired, or
 * the answer came too late. Queued in the database, tried while the line is up, and always before the sale itself is sent.
 */
import { BACKOFF, backoff } from '../../queue/backoff.ts';
import type { UpstreamHold, UpstreamHolds } from '../../world/upstream.ts';
import type { World } from '../../world/world.ts';
import { upstreamList, upstreamSale } from '../answers.ts';
import type { UpstreamClient } from '../client.ts';
import { foreignAnswer, UpstreamError } from '../failures.ts';
import type { ForeignAnswers } from '../foreignAnswers.ts';
import { quoted } from '../objectRun.ts';
import { askedAgain, isForeignList, isMarked } from '../ownAnswer.ts';
import type { UpstreamSale } from '../replay.ts';
import { salePath, unusable } from './draftSale.ts';

export interface ReleaseParts {
  readonly client: Pick<UpstreamClient, 'get' | 'post'>;
  readonly holds: UpstreamHolds;
  readonly log: World['log'];
  readonly foreign: Pick<ForeignAnswers, 'note'>;
  /** How long a list of the service may lag behind, ms. */
  readonly lag: number;
  /** ms since 1970 */
  now(): number;
  write<T>(job: () => T): Promise<T>;
  /** Is the line up? */
  isUp(): boolean;
}

const LIST = '/Smart/Transactions';

const PAUSES = { ...BACKOFF, first: 500, most: 30_000 };

export class Releases {
  private readonly parts: ReleaseParts;
  private readonly underWay = new Map<string, Promise<number | null>>();
  private isRunning = false;
  private failures = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(parts: ReleaseParts) {
    this.parts = parts;
  }

  /** Gives free the holds that an earlier process requested, because no caller waits for them. */
  async begin(): Promise<void> {
    this.isRunning = true;
    await this.parts.write(() => this.parts.holds.releaseUnfinished());
    this.wake();
  }

  readonly wake = (): void => this.lookIn(0);

  /** Before a record of this sale is sent: null once none of its drafts is left, else when to look again (ms since 1970). */
  readonly beforeRecord = async (sale: string): Promise<number | null> => {
    let later: number | null = null;
    for (const hold of this.parts.holds.releasing(sale)) later = (await this.release(hold)) ?? later;
    return later;
  };

  async stop(): Promise<void> {
    this.isRunning = false;
    clearTimeout(this.timer);
    await Promise.allSettled(this.underWay.values());
  }

  private lookIn(ms: number): void {
    clearTimeout(this.timer);
    if (this.isRunning) this.timer = setTimeout(() => void this.look(), ms).unref();
  }

  private async look(): Promise<void> {
    const { holds, isUp, log } = this.parts;
    const waiting = holds.releasing(null);
    if (waiting.length === 0) return;
    let done = true;
    try {
      for (const hold of isUp() ? waiting : []) done = (await this.release(hold)) === null && done;
      this.failures = isUp() && done ? 0 : this.failures + 1;
    } catch (error) {
      this.failures += 1;
      this.parts.foreign.note(error);
      if (!(error instanceof UpstreamError)) log('error', 'a hold was not released', { error: String(error) });
    }
    if (this.isRunning && holds.releasing(null).length > 0)
      this.lookIn(backoff(this.failures + 1, null, Math.random(), PAUSES));
  }

  /** Each draft once at a time, whoever asks. */
  private release(hold: UpstreamHold): Promise<number | null> {
    const running = this.underWay.get(hold.id) ?? this.cancel(hold).finally(() => this.underWay.delete(hold.id));
    this.underWay.set(hold.id, running);
    return running;
  }

  private async cancel(hold: UpstreamHold): Promise<number | null> {
    const { holds, lag, now, write } = this.parts;
    const known = hold.upstream === null ? null : await this.isEnded(hold, hold.upstream);
    if (known === 'ended') {
      await write(() => holds.end(hold.id));
      return null;
    }
    // A 404 may be that of another request: a draft is gone once the list has said so, too, and said it twice.
    const found = await this.search(hold);
    for (const id of found) if ((await this.isEnded(hold, id)) !== 'ended') throw foreignAnswer();
    // The list of the service may lag behind: it is searched twice. A time in the future was written before the clock was set back.
    if (found.length === 0 && (hold.missedAt === null || hold.missedAt > now())) {
      await write(() => holds.missed(hold.id, now()));
      return now() + lag;
    }
    if (found.length === 0 && now() < (hold.missedAt ?? 0) + lag) return (hold.missedAt ?? 0) + lag;
    await write(() => holds.end(hold.id));
    return null;
  }

  /** Drafts with the mark of this hold. A list with sales of another reference alone is the answer to another question. */
  private async search({ id, reference }: UpstreamHold): Promise<readonly string[]> {
    const query = new URLSearchParams({
      q: `transactionRef:${quoted(reference)}`,
      sort: 'created:desc',
      count: '100',
    });
    const remote = upstreamList(await this.parts.client.get(`${LIST}?${query}`));
    if (isForeignList(remote, reference)) throw foreignAnswer();
    return remote.hits.filter(({ draft }) => draft === id).map(({ id: upstream }) => upstream);
  }

  /**
   * Cancels the draft once it has shown the mark of this hold: nothing else is touched, whatever id was kept. `ended`: it is
   * cancelled; `gone`: the service does not know the id; `other`: the id is that of another sale.
   */
  private async isEnded({ id, sale, reference }: UpstreamHold, upstream: string): Promise<'ended' | 'gone' | 'other'> {
    const { client } = this.parts;
    const path = salePath(upstream);
    const present = await this.shown(path, upstream);
    if (present === null) return 'gone';
    if (isMarked(present) ? present.draft !== id : present.reference !== reference) return 'other';
    if (present.status === 'cancelled') return 'ended';
    let isRefused = false;
    try {
      await client.post(`${path}/cancel`);
    } catch (error) {
      // Gone, or cancelled already: then the sale itself says so.
      if (!(error instanceof UpstreamError && (error.status === 404 || error.status === 405))) throw error;
      isRefused = true;
    }
    const after = await this.shown(path, upstream);
    if (after === null) return 'gone';
    const holdsNothing = after.status === 'cancelled' || (isRefused && after.status !== 'processing');
    if (!holdsNothing) throw unusable(`the draft of ${sale} is ${after.status}`);
    return 'ended';
  }

  /** Null where the service has said twice that it does not know the id. */
  private async shown(path: string, upstream: string): Promise<UpstreamSale | null> {
    for (let look = 0; look < 2; look += 1)
      try {
        const body = await askedAgain(async () => {
          const shown = await this.parts.client.get(path);
          if (shown.id !== upstream) throw foreignAnswer();
          return shown;
        });
        return upstreamSale(body);
      } catch (error) {
        if (!(error instanceof UpstreamError && error.status === 404)) throw error;
      }
    return null;
  }
}
