/**
 * Everything that only plays at paying, put together for demo and training: the simulated processor with its
 * identification, tokens and accounts, the endings by chance, and the status simulator. Only `wiring/outside.ts` loads it.
 */

import { createHash } from 'node:crypto';
import type { TransactionFacts } from '../../drivers/terminal.ts';
import type { Database } from '../store/database.ts';
import type { DemoOutcomes } from '../world/demoOutcomes.ts';
import { newHash } from '../world/ids.ts';
import type { PaymentProcessing } from '../world/paymentProcessing.ts';
import { createAcquirerBooks } from './acquirerBooks.ts';
import { forceStatus } from './statusSimulator.ts';
import { testAmounts, testCards } from './testData.ts';
import { createVirtualAcquirer } from './virtualAcquirer.ts';

/** What may come out; null is declined. */
const ENDINGS: readonly (TransactionFacts | null)[] = [
  { cardName: 'girocard', verification: 'pin', terminalId: '00000000', traceNumber: 1 },
  { cardName: 'Visa', verification: 'signature', terminalId: '00000000', traceNumber: 2 },
  { cardName: 'Mastercard', verification: 'none', terminalId: '00000000', traceNumber: 3 },
  null,
];

/** The n-th draw of an installation comes from this and n, so a fresh one always plays the same series. */
const SEED = 'start/demo';

export const demoOutcomes: DemoOutcomes = {
  draw(turn) {
    const number = createHash('sha256').update(`${SEED} ${turn}`).digest().readUInt32BE(0);
    return ENDINGS[number % ENDINGS.length] ?? null;
  },
};

export const openSandbox = (db: Database): PaymentProcessing => ({
  acquirer: createVirtualAcquirer(createAcquirerBooks(db), newHash),
  chance: demoOutcomes,
  sandbox: { forceStatus, testCards, testAmounts },
});
