/** What start/demo draws: an ending by chance, with slips of another kind each time, so that a till can be tried out. */
import { createHash } from 'node:crypto';
import type { TransactionFacts } from '../../drivers/terminal.ts';
import type { DemoOutcomes } from '../world/demoOutcomes.ts';

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
