/**
 * Delays of loading the page again when a part of Chromium fails, and of starting the bridge again, longer each time. The data
 * directory keeps the sale.
 */

export type RendererFailure =
  /** The page's process ended. */
  | { readonly part: 'page'; readonly reason: string }
  /** Another process of Chromium ended; `type` as Electron names it. */
  | { readonly part: 'child'; readonly type: string; readonly reason: string }
  /** The page could not be loaded. */
  | { readonly part: 'load'; readonly code: number };

/** Delays before the first, second, … reload in a row, ms; the last one stays. A till never gives up. */
export const DELAYS = [0, 1_000, 5_000, 15_000, 60_000] as const;

/** A reload longer ago than this no longer counts, ms. */
export const FORGIVEN_AFTER = 600_000;

/** How long a page may be deaf before its process is ended, ms. */
export const UNRESPONSIVE_FOR = 15_000;

/** A load that another load took the place of. */
const ABORTED = -3;

/** Delay before the reload in ms, or null when nothing is to be done; `earlier` are the times of reloads before. */
export const reloadAfter = (trouble: RendererFailure, earlier: readonly number[], now: number): number | null =>
  needsReload(trouble) ? delayAfter(earlier, now) : null;

/** Delay before the next try in ms. */
export const delayAfter = (earlier: readonly number[], now: number): number =>
  DELAYS[Math.min(recent(earlier, now).length, DELAYS.length - 1)]!;

export const recent = (times: readonly number[], now: number): number[] =>
  times.filter(time => time <= now && now - time < FORGIVEN_AFTER);

/** Chromium restarts its other processes by itself; only a lost GPU may leave a black page. */
function needsReload(trouble: RendererFailure): boolean {
  switch (trouble.part) {
    case 'page':
      return trouble.reason !== 'clean-exit';
    case 'child':
      return trouble.type === 'GPU' && trouble.reason !== 'clean-exit' && trouble.reason !== 'killed';
    case 'load':
      return trouble.code !== ABORTED;
  }
}
