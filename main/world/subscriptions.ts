/** Subscriptions and plans, as the steps ask for them. */

import type { BillingCycle } from '../domain/billing.ts';
import type { Plan, Subscription } from '../wire/subscriptions.ts';
import type { Records } from './records.ts';

/** The data of a subscription that the API does not show. */
export interface SubscriptionInner {
  /** Cycles of its plan, as they were when it began; none where the caller makes the payments. */
  readonly cycles: readonly BillingCycle[];
  /** Time at which the first of them is due, ms since 1970. */
  readonly start: number;
  /** Cycles that have been paid; the set-up fee is none of them. */
  readonly completed: number;
  /** The first payment stands. */
  readonly begun: boolean;
  /**
   * Time at which the next payment is to be made, ms since 1970; null while one is under way, and when there is none.
   */
  readonly due: number | null;
  /** PCI_ of the first payment. */
  readonly first: string;
  /** The first payment was made by the payer as one of many. */
  readonly initiated: boolean;
  /** PCI_ of the payment under way. */
  readonly charge: string | null;
  readonly pushUrl: string | null;
}

export interface Subscriptions extends Records<Subscription, SubscriptionInner> {
  /** SUB_ of what a payment names: the number, or the id itself. */
  idOf(merchant: string, named: number | string): string | null;
  due(now: number): readonly { readonly merchant: string; readonly id: string }[];
  readonly plans: Records<Plan>;
}
