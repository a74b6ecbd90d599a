/**
 * Locks a till that nobody uses for a while, so that nobody sells in another person's name. The basket stays for the next person, who is
 * told of it.
 * Loaded after the first screen, because the first minutes need no lock.
 */

import { paidParts } from '../stores/basketState.ts';
import { totalsOf } from '../stores/basketTotals.ts';
import { piecesOf } from '../stores/lines.ts';
import { canOpenPage } from '../stores/managerPage.ts';
import { screenOf } from '../stores/till.ts';
import type { createSessionSteps } from './session.ts';
import type { Stores } from './stores.ts';
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
  {
    session,
    till,
    basket,
    lock,
  }: Pick<Stores, 'session' | 'till' | 'basket'> & Pick<ReturnType<typeof createSessionSteps>, 'lock'>,
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

/** Says to whoever signs in that somebody else's basket is open, and writes the sale in the new name. */
export function greet({
  basket,
  till,
  session,
  notices,
}: Pick<Stores, 'basket' | 'till' | 'session' | 'notices'>): void {
  const { lines } = basket.getState();
  const name = session.getState().user?.name;
  const before = till.getState().sale?.cashier ?? null;
  if (lines.length === 0 || before === null || name === undefined || before === name) return;
  const { sum } = totalsOf(basket.getState());
  notices.show('info', ({ t, money }) =>
    t('basket.takenOver', { name: before, count: piecesOf(lines), sum: money(sum) }),
  );
  if (paidParts(basket.getState()).length === 0 && !till.getState().busy) basket.touch();
}
