/** A tip that is added later, at a terminal that keeps the number and the time of the payment. */
import { afterEach, expect, it } from 'vitest';
import type { LastTransaction } from '../../../drivers/terminal.ts';
import type { Refusal } from '../../checkout/payments.fixture.ts';
import { closeAll, ok, until } from '../../doubles/bridge.fixture.ts';
import { terminalDouble } from '../../doubles/terminalDouble.ts';
import { terminalMemory } from '../../doubles/terminalMemory.ts';
import type { Operation } from '../../wire/operations.ts';
import { demoIds } from '../../world/demoIds.ts';
import { open, pay, shop } from './tillInput.fixture.ts';

afterEach(closeAll);

const OPERATIONS = `/bridge/v1/terminals/${demoIds.terminal}/operations`;
const CUT: LastTransaction = { kind: 'unreachable', reason: { code: 'lineLost', text: 'cut' } };

/** A paid sale, receipt 1. `line.cuts`: so many questions for the last transaction break the line. */
async function paidSale() {
  const memory = Object.assign(terminalMemory(), { tipsKeepNumber: true });
  const line = { cuts: 0 };
  const openTerminal = async () => {
    const double = terminalDouble(memory);
    return { ...double, lastTransaction: async () => (line.cuts-- > 0 ? CUT : double.lastTransaction()) };
  };
  const { bridge, till } = await shop({ terminal: memory, parts: { openTerminal } });
  const sale = await open(till);
  ok(await pay(till, sale));
  bridge.clock.pass(61_000);
  const tip = () =>
    till.ask<Operation & Refusal>('POST', OPERATIONS, { body: { do: 'tip', receipt_number: 1, amount: 150 } });
  const ended = ({ id }: Operation) =>
    until(async () => {
      const { state } = ok(await till.ask<Operation>('GET', `${OPERATIONS}/${id}`));
      return state === 'open' || state === 'unknown' ? null : state;
    });
  return { bridge, memory, line, till, sale, tip, ended };
}

it('is carried out where the line broke at the questions before it and again before its result', async () => {
  const { memory, line, tip, ended } = await paidSale();
  line.cuts = 2;
  memory.endings.push('loseApproval');
  expect(await ended(ok(await tip()))).toBe('approved');
  expect(memory.totals.amount).toBe(1150);
});

it('is carried out although it equals the one before, which was reported and taken back', async () => {
  const { memory, tip } = await paidSale();
  memory.endings.push('takeBack');
  expect((await tip()).status).toBe(405);
  expect(ok(await tip()).state).toBe('approved');
  expect(memory.totals.amount).toBe(1150);
});

it('goes back with its payment, and nobody is called, where the reversal names the payment and not the tip', async () => {
  const { memory, till, sale, tip } = await paidSale();
  memory.tipsHaveTrace = true;
  expect(ok(await tip()).state).toBe('approved');
  const cancelled = await till.ask<{ status: string }>('POST', `/api/v2/Smart/Transactions/${sale}/cancel`);
  expect(ok(cancelled).status).toBe('cancelled');
  expect(memory.totals.amount).toBe(0);
});

it('goes back under its own receipt, also where the clock was set back before a part of it was taken back', async () => {
  const { bridge, memory, till, sale, tip } = await paidSale();
  memory.tipsKeepNumber = false;
  expect(ok(await tip()).state).toBe('approved');
  bridge.clock.jump(-600_000);
  const part = { do: 'reversal', receipt_number: 2, amount: 50 };
  expect(ok(await till.ask<Operation>('POST', OPERATIONS, { body: part })).state).toBe('approved');
  ok(await till.ask('POST', `/api/v2/Smart/Transactions/${sale}/cancel`));
  expect(memory.commands.at(-1)).toMatchObject({ name: 'reverse', receiptNumber: 2 });
});
