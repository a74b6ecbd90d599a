/** The payment processor behind payments that are not settled at the counter, and what demo and training add to it. */

import type { PaymentTransaction } from '../wire/payments.ts';
import type { Acquirer } from './acquirer.ts';
import type { DemoOutcomes } from './demoOutcomes.ts';
import type { World } from './world.ts';

export interface PaymentProcessing {
  readonly acquirer: Acquirer;
  /** Null in a live shop. */
  readonly demoOutcomes: DemoOutcomes | null;
  /** The test tools of demo and training; null in a live shop. */
  readonly sandbox: Sandbox | null;
}

export interface Sandbox {
  /** Forces a status of a payment, as the original's test environment can. */
  forceStatus(world: World, merchant: string, id: string, status: number): Promise<PaymentTransaction>;
  readonly testCards: readonly TestCard[];
  readonly testAmounts: readonly TestAmount[];
}

/** A row of the published test data. */
export interface TestCard {
  /** Last four digits of `private.pan`; `private.transact_hash` `test-<name>` does the same. */
  readonly last4: string;
  readonly name: string;
  readonly issuer: string;
  readonly en: string;
}

export interface TestAmount {
  readonly written: string;
  readonly en: string;
}
