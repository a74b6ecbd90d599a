/**
 * All simulated money for demo and training: the acquirer with identification, tokens and accounts, the outcomes of
 * start/demo, and the status simulator. Only `wiring/foundation.ts` loads it.
 */

import { createHash } from 'node:crypto';
import type { TransactionFacts } from '../../drivers/index.ts';
import type { Database } from '../store/database.ts';
import type { DemoOutcomes } from '../world/demoOutcomes.ts';
import { newHash } from '../world/ids.ts';
import type { PaymentProcessing } from '../world/paymentProcessing.ts';
import { createAcquirerBooks } from './acquirerBooks.ts';
import { forceStatus } from './statusSimulator.ts';
import { testAmounts, testCards } from './testData.ts';
import { createVirtualAcquirer } from './virtualAcquirer.ts';

/** Outcomes of start/demo; null is declined. */
const ENDINGS: readonly (TransactionFacts | null)[] = [
  { cardName: 'girocard', verification: 'pin', terminalId: '00000000', traceNumber: 1 },
  { cardName: 'Visa', verification: 'signature', terminalId: '00000000', traceNumber: 2 },
  { cardName: 'Mastercard', verification: 'none', terminalId: '00000000', traceNumber: 3 },
  null,
];

/** Seed of the series: a new installation always gives the same series. */
const SEED = 'start/demo';

export const demoOutcomes: DemoOutcomes = {
  draw(turn) {
    const number = createHash('sha256').update(`${SEED} ${turn}`).digest().readUInt32BE(0);
    return ENDINGS[number % ENDINGS.length] ?? null;
  },
};

export const openSandbox = (db: Database): PaymentProcessing => ({
  acquirer: createVirtualAcquirer(createAcquirerBooks(db), newHash),
  demoOutcomes,
  sandbox: { forceStatus, testCards, testAmounts },
});
