/**
 * Locks a till that nobody uses for a while, so that nobody sells in another person's name. The basket stays for the next person.
 * Loaded after the first screen, because the first minutes need no lock.
 */

import { canOpenPage } from '../stores/managerPage.ts';
import { screenOf } from '../stores/till.ts';
import type { App } from './app.ts';
import type { later as realLater } from './timers.ts';

/** A payment at the terminal is never left alone: the lock looks again after this time, ms. */
const AGAIN_AFTER = 5000;

interface Surroundings {
  readonly document: Pick<Document, 'addEventListener' | 'removeEventListener'>;
  /** ms since 1970 */
  readonly now: () => number;
  readonly later: typeof realLater;
}

const SIGNS = ['pointerdown', 'keydown', 'wheel'] as const;

/** A touch, a key, or a change of the basket (a serial scanner sends no key) begins the time anew. Returns a function that stops it. */
export function lockWhenIdle(
  { session, till, basket, lock }: Pick<App, 'session' | 'till' | 'basket' | 'lock'>,
  { document, now, later }: Surroundings,
): () => void {
  let last = now();
  let cancel = () => {};
  const look = () => {
    const { info, state } = session.getState();
    const limit = (info?.lockAfter ?? 0) * 60_000;
    if (limit === 0 || state !== 'signedIn') return;
    const left = last + limit - now();
    if (left > 0) cancel = later(look, left);
    else if (till.getState().busy || !canOpenPage(screenOf(till.getState()))) cancel = later(look, AGAIN_AFTER);
    else {
      last = now();
      void lock();
      cancel = later(look, limit);
    }
  };
  const used = () => {
    last = now();
  };
  const begin = () => {
    cancel();
    used();
    look();
  };
  for (const sign of SIGNS) document.addEventListener(sign, used, { capture: true, passive: true });
  const ends = [
    basket.subscribe(used),
    session.subscribe((state, before) => {
      if (state.user !== before.user || state.info !== before.info) begin();
    }),
  ];
  begin();
  return () => {
    cancel();
    for (const end of ends) end();
    for (const sign of SIGNS) document.removeEventListener(sign, used, { capture: true });
  };
}
