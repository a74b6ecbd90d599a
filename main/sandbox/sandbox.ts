/**
 * Everything that only plays at paying, put together for demo and training: the simulated processor with its
 * identification, tokens and accounts, the endings by chance, and the status simulator. Only `wiring/outside.ts` loads it.
 */

import type { Database } from '../store/database.ts';
import { newHash } from '../world/ids.ts';
import type { PaymentProcessing } from '../world/paymentProcessing.ts';
import { createAcquirerBooks } from './acquirerBooks.ts';
import { demoOutcomes } from './demoOutcomes.ts';
import { forceStatus } from './statusSimulator.ts';
import { testAmounts, testCards } from './testData.ts';
import { createVirtualAcquirer } from './virtualAcquirer.ts';

export const openSandbox = (db: Database): PaymentProcessing => ({
  acquirer: createVirtualAcquirer(createAcquirerBooks(db), newHash),
  chance: demoOutcomes,
  sandbox: { forceStatus, testCards, testAmounts },
});
