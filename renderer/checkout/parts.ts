/** The stores and the client that the steps of a sale work on, and questions that several steps ask of them. */

import type { RunningPayment } from '../../main/wire/events.ts';
import type { BridgeClient } from '../bridge/client.ts';
import { problemOf } from '../bridge/problem.ts';
import type { BasketStore } from '../stores/basket.ts';
import type { BasketSync } from '../stores/basketSync.ts';
import type { CatalogueStore } from '../stores/catalogue.ts';
import type { EntryStore } from '../stores/entry.ts';
import type { LightsStore } from '../stores/lights.ts';
import type { NoticesStore } from '../stores/notices.ts';
import type { OpenPaymentsStore } from '../stores/openPayments.ts';
import { isTerminalWorking, subjectIdOf } from '../stores/paymentState.ts';
import type { ScannerStore } from '../stores/scanner.ts';
import type { TillState, TillStore } from '../stores/till.ts';

export interface CheckoutParts {
  readonly client: BridgeClient;
  readonly basket: BasketStore;
  readonly sync: BasketSync;
  readonly till: TillStore;
  readonly entry: EntryStore;
  readonly openPayments: OpenPaymentsStore;
  readonly lights: LightsStore;
  readonly catalogue: CatalogueStore;
  readonly notices: NoticesStore;
  readonly scanner: ScannerStore;
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** Shows a failure in the message line, where nothing else has to be done about it. */
export function showProblem({ notices }: Pick<CheckoutParts, 'notices'>, error: unknown): void {
  const failure = problemOf(error);
  notices.show('error', ({ problem }) => problem(failure));
}

/** True when the basket on the screen belongs to another sale. */
export const isOtherSale = ({ basket, sync }: CheckoutParts, id: string): boolean =>
  basket.getState().lines.length > 0 && sync.saleId() !== id;

/**
 * True when the screen shows this payment. A payment of the sale on the screen is always shown. A payment of a program, or an
 * operation without a sale, is shown while the terminal works on it. After that it never replaces a basket: it stays in the
 * list of open payments.
 */
export function belongsOnScreen(
  { basket, openPayments }: Pick<CheckoutParts, 'basket' | 'openPayments'>,
  { payment: before }: Pick<TillState, 'payment'>,
  saleOnScreen: string | null,
  payment: RunningPayment,
): boolean {
  if (payment.transaction !== null && payment.transaction === saleOnScreen) return true;
  const isBasketEmpty = basket.getState().lines.length === 0;
  if (before !== null && subjectIdOf(before) === subjectIdOf(payment))
    return isTerminalWorking(payment) || isBasketEmpty || payment.transaction === null;
  return isTerminalWorking(payment) && !openPayments.has(payment);
}

/** Id of the sale on the screen: the sale of the basket, otherwise the sale that was paid or opened last. */
export const currentSaleId = ({ sync, till }: Pick<CheckoutParts, 'sync' | 'till'>): string | null =>
  sync.saleId() ?? till.getState().sale?.id ?? null;
