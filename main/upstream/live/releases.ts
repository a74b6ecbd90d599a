/**
 * Cancels shells at the upstream service that hold a card for nobody any more: the sale was changed, cancelled or expired, or
 * the answer came too late. Queued in the database, tried while the line is up, and always before the sale itself is sent.
 */
import { BACKOFF, backoff } from '../../queue/backoff.ts';
import type { UpstreamHold, UpstreamHolds } from '../../world/upstream.ts';
import type { World } from '../../world/world.ts';
import type { UpstreamClient } from '../client.ts';
import { UpstreamError } from '../failures.ts';
import { quoted } from '../objectRun.ts';
import { seenList } from '../seen.ts';

export interface ReleaseParts {
  readonly client: Pick<UpstreamClient, 'get' | 'post'>;
  readonly holds: UpstreamHolds;
  readonly log: World['log'];
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

  /** Whatever an earlier process was asking for has nobody who waits for it. */
  async begin(): Promise<void> {
    this.isRunning = true;
    await this.parts.write(() => this.parts.holds.releaseUnfinished());
    this.wake();
  }

  readonly wake = (): void => this.lookIn(0);

  /** Before a record of this sale is sent: null once none of its shells is left, else when to look again (ms since 1970). */
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
      if (!(error instanceof UpstreamError)) log('error', 'a hold was not released', { error: String(error) });
    }
    if (this.isRunning && holds.releasing(null).length > 0)
      this.lookIn(backoff(this.failures + 1, null, Math.random(), PAUSES));
  }

  /** Each shell once at a time, whoever asks. */
  private release(hold: UpstreamHold): Promise<number | null> {
    const running = this.underWay.get(hold.id) ?? this.cancel(hold).finally(() => this.underWay.delete(hold.id));
    this.underWay.set(hold.id, running);
    return running;
  }

  private async cancel(hold: UpstreamHold): Promise<number | null> {
    const { holds, lag, now, write } = this.parts;
    const found = hold.upstream === null ? await this.search(hold) : [hold.upstream];
    for (const id of found) await this.cancelById(id);
    // The list of the service may lag behind: it is searched twice. A time in the future was written before the clock was set back.
    if (found.length === 0 && (hold.missedAt === null || hold.missedAt > now())) {
      await write(() => holds.missed(hold.id, now()));
      return now() + lag;
    }
    if (found.length === 0 && now() < (hold.missedAt ?? 0) + lag) return (hold.missedAt ?? 0) + lag;
    await write(() => holds.end(hold.id));
    return null;
  }

  private async search({ id, reference }: UpstreamHold): Promise<readonly string[]> {
    const query = new URLSearchParams({
      q: `transactionRef:${quoted(reference)}`,
      sort: 'created:desc',
      count: '100',
    });
    const { hits } = seenList(await this.parts.client.get(`${LIST}?${query}`));
    return hits.filter(({ shell }) => shell === id).map(({ id: upstream }) => upstream);
  }

  private async cancelById(upstream: string): Promise<void> {
    try {
      await this.parts.client.post(`${LIST}/${encodeURIComponent(upstream)}/cancel`);
    } catch (error) {
      // Gone, or cancelled already: it holds nothing.
      if (!(error instanceof UpstreamError && (error.status === 404 || error.status === 405))) throw error;
    }
  }
}
