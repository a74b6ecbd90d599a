/** Somebody signs in where another person's basket is open. Loaded after the first screen. */

import { paidParts } from '../stores/basketState.ts';
import { totalsOf } from '../stores/basketTotals.ts';
import { piecesOf } from '../stores/lines.ts';
import type { Stores } from './stores.ts';

/** Says whose basket is open, and writes the sale in the new name. */
export function takeOver({ basket, till, session, notices }: Pick<Stores, 'basket' | 'till' | 'session' | 'notices'>) {
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
