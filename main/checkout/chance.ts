/** start/demo: each call ends by chance, with slips of another kind each time, so that a till can be tried out. */
import { createHash } from 'node:crypto';
import type { TransactionFacts } from '../../drivers/terminal.ts';
import type { SmartTransaction } from '../api/transactions/contract.ts';
import { BridgeError } from '../errors.ts';
import type { Principal } from '../ports/people.ts';
import type { World } from '../ports/world.ts';
import { advance } from './sale/advance.ts';
import { close } from './sale/close.ts';
import { giveUpPayment } from './sale/giveUp.ts';
import { payable } from './sale/mayPay.ts';
import { saleOf } from './sale/read.ts';

/** What may come out; null is declined. */
const ENDINGS: readonly (TransactionFacts | null)[] = [
  { cardName: 'girocard', verification: 'pin', terminalId: '00000000', traceNumber: 1 },
  { cardName: 'Visa', verification: 'signature', terminalId: '00000000', traceNumber: 2 },
  { cardName: 'Mastercard', verification: 'none', terminalId: '00000000', traceNumber: 3 },
  null,
];

/** The n-th draw of an installation comes from this and n, so a fresh one always plays the same series. */
const SEED = 'start/demo';

export async function payByChance(world: World, principal: Principal, id: string): Promise<SmartTransaction> {
  await giveUpPayment(world, saleOf(world, principal, id), 'start/demo');
  const document = await world.ledger.write(() => {
    const sale = saleOf(world, principal, id);
    payable(sale, 'pay', 'start/demo');
    const paying = advance(world, sale, 'pay', 'start/demo', {}, { method: 'demo' });
    const facts = drawn(world.ledger.nextNumber('demo payments'));
    if (!facts) return advance(world, paying, 'declined', 'start/demo').document;
    return close(world, paying, { method: 'demo', input: 'paid', facts }).document;
  });
  if (document.status === 'failed') throw new BridgeError('declined', 'start/demo: chance has declined this one');
  return document;
}

function drawn(turn: number): TransactionFacts | null {
  const number = createHash('sha256').update(`${SEED} ${turn}`).digest().readUInt32BE(0);
  return ENDINGS[number % ENDINGS.length] ?? null;
}
