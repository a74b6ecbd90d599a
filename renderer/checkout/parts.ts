/** What the steps of a sale work on, and the steps that others of them take. */

import type { RunningPayment } from '../../main/wire/events.ts';
import type { SmartTransaction } from '../../main/wire/transactions.ts';
import type { BridgeClient } from '../bridge/client.ts';
import { problemOf } from '../bridge/problem.ts';
import type { BasketStore } from '../stores/basket.ts';
import type { BasketSync } from '../stores/basketSync.ts';
import type { CatalogueStore } from '../stores/catalogue.ts';
import type { LightsStore } from '../stores/lights.ts';
import type { NoticesStore } from '../stores/notices.ts';
import type { WaitingStore } from '../stores/openPayments.ts';
import { aboutOf, isAtWork, isTheirs, type TillState, type TillStore } from '../stores/till.ts';

export interface CheckoutParts {
  readonly client: BridgeClient;
  readonly basket: BasketStore;
  readonly sync: BasketSync;
  readonly till: TillStore;
  readonly waiting: WaitingStore;
  readonly lights: LightsStore;
  readonly catalogue: CatalogueStore;
  readonly notices: NoticesStore;
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** One word on what went wrong, where nothing else is to be done about it. */
export function tell({ notices }: Pick<CheckoutParts, 'notices'>, error: unknown): void {
  const failure = problemOf(error);
  notices.show('error', ({ problem }) => problem(failure));
}

/** Is the basket on the screen that of another sale? */
export const isOther = ({ basket, sync }: CheckoutParts, id: string): boolean =>
  basket.getState().lines.length > 0 && sync.saleId() !== id;

/**
 * Is the screen about this payment? It is where it is of the sale on it; and what begins at the terminal without one, or of
 * a program, is shown while it is at work. What became of it later takes the place of nobody's basket: it waits in its room.
 */
export function takesTheScreen(
  { basket, waiting }: Pick<CheckoutParts, 'basket' | 'waiting'>,
  { payment: before }: Pick<TillState, 'payment'>,
  shownSale: string | null,
  payment: RunningPayment,
): boolean {
  if (payment.transaction !== null && payment.transaction === shownSale) return true;
  const isFree = basket.getState().lines.length === 0;
  if (before !== null && aboutOf(before) === aboutOf(payment))
    return isAtWork(payment) || isFree || payment.transaction === null;
  return isAtWork(payment) && !waiting.has(payment);
}

/** The sale the screen is about: that of the basket, else the one that was paid or opened last. */
export const shownSaleOf = ({ sync, till }: Pick<CheckoutParts, 'sync' | 'till'>): string | null =>
  sync.saleId() ?? till.getState().sale?.id ?? null;

/** How it stands now, in the words of the bridge: the sale, and what still runs at the terminal. */
export async function asked(parts: CheckoutParts, id: string | null): Promise<SmartTransaction | null> {
  const { client, till, lights } = parts;
  const sale = id === null ? till.getState().sale : await client.sale(id);
  const { payment, decision, reason, terminal, queue } = await client.till();
  lights.setView(terminal, queue);
  const state = till.getState();
  const isShown =
    payment && !isTheirs(state, payment) && takesTheScreen(parts, state, id ?? shownSaleOf(parts), payment);
  till.set({ payment: isShown ? payment : null, decision, reason });
  return sale;
}
