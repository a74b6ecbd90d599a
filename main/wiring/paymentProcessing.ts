/**
 * Chooses the payment processor of payments that are not settled at the counter: the simulation in demo and training, none
 * in a live shop. The only file that loads the simulation; a live shop never does.
 */

import { absentAcquirer } from '../acquirer/payments/absentAcquirer.ts';
import { purposeOf } from '../domain/purpose.ts';
import type { Database } from '../store/database.ts';
import type { Config } from '../world/config.ts';
import type { PaymentProcessing } from '../world/paymentProcessing.ts';

export async function openPaymentProcessing(config: Config, db: Database): Promise<PaymentProcessing> {
  if (purposeOf(config) === 'live') return { acquirer: absentAcquirer, demoOutcomes: null, sandbox: null };
  const { openSandbox } = await import('../sandbox/sandbox.ts');
  return openSandbox(db);
}
