/** Gives parts of an open sale back: asks first, and says afterwards what has gone back and what has not. */

import type { SalePart } from '../../main/wire/transactions.ts';
import { broughtBy } from '../stores/basketState.ts';
import { type DeclinedStep, screenOf } from '../stores/till.ts';
import type { CheckoutParts } from './parts.ts';
import type { Inside, RefreshSteps } from './refreshSale.ts';

export const createGiveBackSteps = ({ parts, steps }: Inside) => ({
  /** Asks about these parts; nothing moves before the answer. */
  askGiveBack: (wanted: readonly SalePart[]) => parts.till.set({ giveBack: { state: 'asking', parts: wanted } }),
  /** Not while the money moves. */
  closeGiveBack: () => parts.till.getState().busy || parts.till.set({ giveBack: null }),
  giveBack: (wanted: readonly SalePart[]) => giveBackParts(parts, steps, wanted, []),
  /** The terminal has refused to give a part back, and a manager has seen that it holds its money no more. */
  writeOff: (wanted: SalePart, reason: string) => writeOffPart(parts, steps, wanted, reason),
});

const sumOf = (parts: readonly SalePart[]): number => parts.reduce((sum, part) => sum + broughtBy(part), 0);

/** Gives back these payments one after the other: a terminal that refuses leaves the rest paid. Those of `before` are back already. */
async function giveBackParts(
  parts: CheckoutParts,
  steps: RefreshSteps,
  wanted: readonly SalePart[],
  before: readonly SalePart[],
): Promise<void> {
  const { client, basket, sync, till, notices, now } = parts;
  const amount = sumOf(wanted);
  const id = sync.saleId();
  if (id === null || !till.begin({ action: 'giveBack', amount, since: now() })) return;
  const { busy } = till.getState();
  notices.clear();
  let gone = before;
  const refused = (part: SalePart): DeclinedStep => ({
    ...{ kind: 'giveBack', amount: broughtBy(part), tender: null, goneBack: sumOf(gone) },
    again: () => giveBackParts(parts, steps, wanted.slice(wanted.indexOf(part)), gone),
  });
  for (const part of wanted)
    try {
      const sale = await client.returnPart(id, part.id);
      if (till.getState().busy !== busy) return void steps.refreshOpenPayments();
      basket.takeParts(sale);
      if (sale.status === 'pending') return till.end({ sale, giveBack: null });
      gone = [...gone, sale.parts?.find(one => one.id === part.id) ?? part];
    } catch (error) {
      if (till.getState().busy === busy) await steps.afterFailure(id, error, refused(part));
      return showReturned(parts, wanted, before);
    }
  till.end({ sale: null, payment: null, giveBack: { state: 'done', parts: gone } });
}

/** After a lost answer the sale itself says what has gone back. */
function showReturned({ basket, till }: CheckoutParts, wanted: readonly SalePart[], before: readonly SalePart[]): void {
  const { failure } = till.getState();
  const back = basket
    .getState()
    .parts.filter(({ id, status }) => status === 'returned' && wanted.some(one => one.id === id));
  if (failure === null && back.length > 0 && screenOf(till.getState()) === 'till')
    till.set({ giveBack: { state: 'done', parts: [...before, ...back] } });
}

/** Nothing happens at the terminal: the part counts as given back. */
async function writeOffPart(
  { client, basket, sync, till, notices, now }: CheckoutParts,
  { afterFailure, refreshOpenPayments }: RefreshSteps,
  part: SalePart,
  reason: string,
): Promise<void> {
  const id = sync.saleId();
  if (id === null || !till.begin({ action: 'giveBack', amount: broughtBy(part), since: now() })) return;
  const { busy } = till.getState();
  notices.clear();
  try {
    const sale = await client.writeOffPart(id, part.id, reason);
    if (till.getState().busy !== busy) return void refreshOpenPayments();
    basket.takeParts(sale);
    till.end({ sale: null, payment: null });
  } catch (error) {
    if (till.getState().busy === busy) await afterFailure(id, error);
  }
}
