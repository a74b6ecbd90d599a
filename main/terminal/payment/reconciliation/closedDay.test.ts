/** A terminal that closes its day beside a payment, and one whose day is below zero. */
import { afterEach, expect, it } from 'vitest';
import type { LastTransaction } from '../../../../drivers/terminal.ts';
import { closeAll, ok, until } from '../../../doubles/bridge.fixture.ts';
import { terminalDouble } from '../../../doubles/terminalDouble.ts';
import { terminalMemory } from '../../../doubles/terminalMemory.ts';
import { intents, open, pay, shop, view } from '../cashless.fixture.ts';

afterEach(closeAll);

/** Repeats its end-of-day from the moment at which it closes its day until it carries out the next command. */
async function closingShop() {
  const memory = terminalMemory();
  const day: { closed: string | null } = { closed: null };
  const openTerminal = async () => {
    const double = terminalDouble(memory);
    const lastTransaction = async (): Promise<LastTransaction> =>
      day.closed
        ? { kind: 'unreachable', reason: { code: 'unsupported', text: 'repeats its end-of-day' }, dayEnd: day.closed }
        : double.lastTransaction();
    return { ...double, lastTransaction };
  };
  const made = await shop({ terminal: memory, parts: { openTerminal } });
  const close = (mark: string) => {
    day.closed = mark;
    Object.assign(memory.totals, { count: 0, amount: 0 });
  };
  return { ...made, day, close };
}

it('a payment is for a person where the terminal has closed its day beside it', async () => {
  const { terminal, till, close } = await closingShop();
  close('11-26 23:00:00 50');
  const { id } = await open(till);
  // It is booked, and the day that has it is closed.
  terminal.endings.push('loseNothing');
  terminal.during = () => close('11-27 12:00:00 53');
  expect(ok(await pay(till, id)).status).toBe('pending');
  await until(async () => (await view(till)).payment?.step === 'person');
  expect((await view(till)).payment?.evidence?.because?.en).toMatch(/repeats an end-of-day/);
});

it('a payment is not paid where the terminal still repeats the end-of-day of before', async () => {
  const { terminal, till, day, close } = await closingShop();
  ok(await pay(till, (await open(till)).id));
  ok(await pay(till, (await open(till, 300)).id));
  close('11-26 23:00:00 50');
  ok(await till.post('/me/diagnosis'));
  const { id } = await open(till);
  terminal.endings.push('loseNothing');
  expect((await pay(till, id)).status).toBe(405);
  day.closed = null;
  terminal.last = null;
  expect(ok(await pay(till, id)).status).toBe('ok');
});

it('a payment of a day below zero whose result is lost is for a person: the terminal has counted it', async () => {
  const { bridge, terminal, till } = await shop();
  ok(await pay(till, (await open(till, 300)).id));
  // Refunds of more than was taken: the terminal reports zero.
  Object.assign(terminal.totals, { count: 2, amount: 0 });
  bridge.clock.pass(61_000);
  ok(await pay(till, (await open(till, 200)).id));
  Object.assign(terminal.totals, { count: 3, amount: 0 });
  const { id } = await open(till);
  terminal.endings.push('loseNothing');
  terminal.during = () => {
    terminal.totals.count = 4;
  };
  expect(ok(await pay(till, id)).status).toBe('pending');
  await until(async () => (await view(till)).payment?.step === 'person');
  expect(intents(bridge).map(({ state }) => state)).toEqual(['approved', 'approved', 'unknown']);
});
