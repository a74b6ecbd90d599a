/** What the steps of a sale work on, and the steps that others of them take. */

import type { TillView } from '../../main/api/till/contract.ts';
import type { SmartTransaction } from '../../main/api/transactions/contract.ts';
import type { BridgeClient } from '../bridgeClient.ts';
import type { BasketStore } from '../stores/basket.ts';
import type { BasketSync } from '../stores/basketSync.ts';
import type { CatalogueStore } from '../stores/catalogue.ts';
import type { LightsStore } from '../stores/lights.ts';
import type { NoticesStore } from '../stores/notices.ts';
import { problemOf } from '../stores/problem.ts';
import { isLeft, isTheirs, type TillStore } from '../stores/till.ts';

export interface CheckoutParts {
  readonly client: BridgeClient;
  readonly basket: BasketStore;
  readonly sync: BasketSync;
  readonly till: TillStore;
  readonly lights: LightsStore;
  readonly catalogue: CatalogueStore;
  readonly notices: NoticesStore;
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** What one group of steps leaves to another. */
export interface Steps {
  /** Takes everything from the bridge. */
  readonly load: () => Promise<TillView>;
  readonly nextCustomer: () => void;
}

/** One word on what went wrong, where nothing else is to be done about it. */
export function tell({ notices }: Pick<CheckoutParts, 'notices'>, error: unknown): void {
  const failure = problemOf(error);
  notices.show('error', ({ problem }) => problem(failure));
}

/** Is the basket on the screen that of another sale? */
export const isOther = ({ basket, sync }: CheckoutParts, id: string): boolean =>
  basket.getState().lines.length > 0 && sync.saleId() !== id;

/** How it stands now, in the words of the bridge: the sale, and what still runs at the terminal. */
export async function asked(
  { client, till, lights }: CheckoutParts,
  id: string | null,
): Promise<SmartTransaction | null> {
  const sale = id === null ? till.getState().sale : await client.sale(id);
  const { payment, decision, reason, terminal, queue } = await client.till();
  lights.setView(terminal, queue);
  const state = till.getState();
  till.set({ payment: isLeft(state, payment) || isTheirs(state, payment) ? null : payment, decision, reason });
  return sale;
}
