/**
 * Keeps the data from the service young: it reads whenever the service answers again, and every few minutes. Nobody
 * who sells waits for it: it writes a few rows at a time, under the lease of the worker that delivers.
 */

import { BACKOFF, backoff } from '../../queue/backoff.ts';
import type { DownKind, DownPart, DownView, VersionChoice } from '../../world/down.ts';
import { downKinds, shopParts } from '../../world/down.ts';
import { LeaseLost } from '../../world/queue.ts';
import type { World } from '../../world/world.ts';
import { UpstreamError } from '../failures.ts';
import type { SyncParts, SyncSettings } from './syncParts.ts';
import { runSync } from './syncRun.ts';
import { chooseVersion } from './versionChoice.ts';

export interface DownSettings extends SyncSettings {
  /** ms between two syncs; 0: nothing flows down. */
  readonly every: number;
}

const HOUR = 3_600_000;
export const DOWN_SETTINGS: DownSettings = { every: 300_000, compareEvery: 24 * HOUR, wholeEvery: HOUR };

export interface DownSyncParts extends Omit<SyncParts, 'stored' | 'guard' | 'writing'> {
  readonly writing: Omit<SyncParts['writing'], 'groupChanged'>;
  readonly worker: { readonly isUp: boolean; readonly guard: () => void; onUp(listener: () => void): void };
  readonly log: World['log'];
  readonly settings: DownSettings;
  /** 0 to 1 */
  random(): number;
}

/** Cards of a renamed group that are written anew in one commit. */
const REFRESHED = 20;

export class DownSync {
  private readonly parts: DownSyncParts;
  private readonly renamed = new Set<string>();
  private running: Promise<void> | null = null;
  private isRunning = false;
  private isWanted = false;
  private failures = 0;
  private reading: DownPart | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(parts: DownSyncParts) {
    this.parts = parts;
  }

  begin(): void {
    if (this.parts.settings.every === 0) return;
    this.isRunning = true;
    this.parts.worker.onUp(this.wake);
    this.wake();
  }

  /** Reads now; while a sync is under way, another one follows it. */
  readonly wake = (): void => {
    if (!this.isRunning) return;
    if (this.running) {
      this.isWanted = true;
      return;
    }
    clearTimeout(this.timer);
    // The service answers first: until then `onUp` waits.
    if (!this.parts.worker.isUp) {
      this.wakeIn(this.parts.settings.every);
      return;
    }
    this.running = this.sync().finally(() => {
      this.running = null;
      this.reading = null;
      if (this.isWanted) this.wake();
    });
  };

  /** Waits for the request or the commit under way. */
  async stop(): Promise<void> {
    this.isRunning = false;
    clearTimeout(this.timer);
    await this.running;
  }

  get merchant(): string {
    return this.parts.writing.merchant;
  }

  view(): DownView {
    const { down } = this.parts;
    const rows = (part: DownPart) => (isKind(part) ? down.count(part) : null);
    const parts = PARTS.map(part => ({ part, ...down.state(part), rows: rows(part), cases: down.cases(part) }));
    const { shop } = this.parts;
    const merchant = shop.facts('merchant')[0]?.content ?? null;
    return { reading: this.reading, parts, merchant, contracts: shop.facts('contracts') };
  }

  /** Inside a job: a person has chosen a version; `wake` afterwards. Throws `BridgeError`. */
  readonly choose = (choice: VersionChoice): void => {
    const { down, catalogue, shop } = this.parts;
    chooseVersion({ down, catalogue, shop, writing: this.writing() }, choice);
  };

  private readonly writing = () => ({
    ...this.parts.writing,
    groupChanged: (group: string) => void this.renamed.add(group),
  });

  private async sync(): Promise<void> {
    this.isWanted = false;
    const { settings, random, log } = this.parts;
    try {
      await runSync(this.syncParts(), settings);
      await this.refreshGroups();
      this.failures = 0;
      this.wakeIn(settings.every);
    } catch (error) {
      this.failures += 1;
      if (!(error instanceof Stopped))
        log(isExpected(error) ? 'warn' : 'error', 'what flows down from the upstream service could not be read', {
          error: String(error),
        });
      const asked = error instanceof UpstreamError ? error.retryAfter : null;
      this.wakeIn(Math.max(BACKOFF.first, backoff(this.failures, asked, random())));
    }
  }

  private syncParts(): SyncParts {
    const { worker, ...parts } = this.parts;
    return {
      ...parts,
      writing: this.writing(),
      guard: () => {
        if (!this.isRunning) throw new Stopped();
        worker.guard();
      },
      stored: part => {
        this.reading = part;
      },
    };
  }

  /** A group that is renamed while the program ends: its cards follow with their next change. */
  private async refreshGroups(): Promise<void> {
    const { write, writing, worker } = this.parts;
    for (const group of this.renamed) {
      for (let after: number | null = 0; after !== null; ) {
        const from: number = after;
        after = await write(() => {
          if (!this.isRunning) throw new Stopped();
          worker.guard();
          return writing.cards.refreshCards(group, from, REFRESHED);
        });
      }
      this.renamed.delete(group);
    }
  }

  private wakeIn(ms: number): void {
    clearTimeout(this.timer);
    if (this.isRunning) this.timer = setTimeout(this.wake, ms).unref();
  }
}

const PARTS: readonly DownPart[] = [...downKinds, 'catalogue', 'campaigns', ...shopParts];
const isKind = (part: DownPart): part is DownKind => (downKinds as readonly string[]).includes(part);

const isExpected = (error: unknown): boolean => error instanceof UpstreamError || error instanceof LeaseLost;

/** The program ends: nothing more is stored. */
class Stopped extends Error {
  constructor() {
    super('the program ends');
  }
}
