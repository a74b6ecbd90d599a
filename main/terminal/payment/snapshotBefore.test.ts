/** The snapshot of a terminal before a command: when the terminal is asked, and what the snapshot says. */
import { afterEach, describe, expect, it } from 'vitest';
import type { LastTransaction } from '../../../drivers/terminal.ts';
import { flow } from '../../checkout/flow.ts';
import { closeAll, item, ok, sale } from '../../doubles/bridge.fixture.ts';
import { hold } from '../../doubles/hold.ts';
import { terminalDouble } from '../../doubles/terminalDouble.ts';
import { bookTransaction, terminalMemory } from '../../doubles/terminalMemory.ts';
import { cashier, testWorld } from '../../doubles/world.fixture.ts';
import { demoIds } from '../../world/demoIds.ts';
import { open, pay, shop } from './tillInput.fixture.ts';

afterEach(closeAll);

describe('the snapshot before a command', () => {
  it('is asked for until the terminal has repeated a transaction; after that the last result is the snapshot', async () => {
    const { bridge, terminal, till } = await shop();
    for (let count = 0; count < 4; count += 1) ok(await pay(till, await open(till)));
    expect(terminal.asked).toMatchObject({ lastTransaction: 2, turnoverTotals: 2 });
    const baselines = bridge.rows<{ baseline: string }>('SELECT baseline FROM intent ORDER BY number');
    expect(baselines.map(({ baseline }) => JSON.parse(baseline).totals)).toEqual([
      { count: 0, amount: 0 },
      { count: 1, amount: 1000 },
      { count: 2, amount: 2000 },
      { count: 3, amount: 3000 },
    ]);
    bridge.clock.pass(61_000);
    ok(await pay(till, await open(till)));
    expect(terminal.asked).toMatchObject({ lastTransaction: 3, turnoverTotals: 3 });
  });

  it('is asked for again after a pause, also where the clock was set back by as much', async () => {
    const { bridge, terminal, till } = await shop();
    for (let count = 0; count < 3; count += 1) ok(await pay(till, await open(till)));
    const { lastTransaction: asked } = terminal.asked;
    bridge.clock.pass(600_000);
    // Somebody pays the same amount at the keys of the terminal, and ours is lost before it arrives.
    bookTransaction(terminal, 1000, bridge.clock.now());
    bridge.clock.jump(-600_000);
    const lost = await open(till);
    terminal.endings.push('loseNothing');
    expect((await pay(till, lost)).status).toBe(405);
    expect(terminal.asked.lastTransaction).toBeGreaterThan(asked);
    expect((await till.read(lost)).outcome).toMatchObject({ result: 'not_paid' });
  });

  it('is asked once more where the line breaks at the question', async () => {
    const terminal = terminalMemory();
    let cuts = 0;
    const openTerminal = async () => {
      const twin = terminalDouble(terminal);
      const lost: LastTransaction = { kind: 'unreachable', reason: { code: 'lineLost', text: 'cut' } };
      return { ...twin, lastTransaction: async () => (cuts-- > 0 ? lost : twin.lastTransaction()) };
    };
    const { bridge, till } = await shop({ terminal, parts: { openTerminal } });
    const last = async () => {
      ok(await pay(till, await open(till)));
      const [newest] = bridge.rows<{ baseline: string }>('SELECT baseline FROM intent ORDER BY number DESC');
      return JSON.parse(newest!.baseline).last;
    };
    await last();
    cuts = 1;
    expect(await last()).toMatchObject({ receipt: 1, amount: 1000 });
    bridge.clock.pass(61_000);
    cuts = 2;
    expect(await last()).toMatchObject({ receipt: 2, amount: null });
  });

  it.each([
    ['reported nothing', 'decline'],
    ['was not sent', 'unreachable'],
  ] as const)('that was not reported is not kept for the next one, whose predecessor %s', async (_what, ending) => {
    const terminal = terminalMemory();
    let away = false;
    const openTerminal = async () => {
      const twin = terminalDouble(terminal);
      const lost: LastTransaction = { kind: 'unreachable', reason: { code: 'lineLost', text: 'cut' } };
      return { ...twin, lastTransaction: async () => (away ? lost : twin.lastTransaction()) };
    };
    const { bridge, till } = await shop({ terminal, parts: { openTerminal } });
    for (let count = 0; count < 2; count += 1) ok(await pay(till, await open(till)));
    bridge.clock.pass(61_000);
    away = true;
    terminal.endings.push(ending);
    expect((await pay(till, await open(till))).status).toBe(405);
    away = false;
    ok(await pay(till, await open(till)));
    const [newest] = bridge.rows<{ baseline: string }>('SELECT baseline FROM intent ORDER BY number DESC');
    expect(JSON.parse(newest!.baseline).last).toMatchObject({ receipt: 2, amount: 1000 });
  });

  it('of a terminal that still repeats an old transaction: the newest reported number counts', async () => {
    const { bridge, terminal, till } = await shop();
    ok(await pay(till, await open(till)));
    const { last } = terminal;
    for (let count = 0; count < 31; count += 1) {
      ok(await pay(till, await open(till)));
      terminal.last = last;
    }
    bridge.clock.pass(61_000);
    ok(await pay(till, await open(till)));
    const newest = bridge.rows<{ baseline: string }>('SELECT baseline FROM intent ORDER BY number').at(-1);
    expect(JSON.parse(newest!.baseline)).toMatchObject({ last: { receipt: 1 }, counter: 32 });
  });

  it('is asked for every time where others use the terminal, too, and their payment is not taken for ours', async () => {
    const { world, db, memory } = await testWorld({ slot: { shared: true } });
    const start = async () => {
      const { id } = await flow.create(world, cashier, sale([item(1000)]));
      return flow.start(world, cashier, id, 'cashless', {});
    };
    await start();
    await start();
    expect(memory.asked.lastTransaction).toBe(2);
    memory.endings.push('loseNothing');
    const { arrived, release } = hold(memory);
    const lost = start();
    await arrived;
    bookTransaction(memory, 1000, Date.now());
    release();
    expect((await lost).status).toBe('pending');
    expect(world.intents.unsettled(demoIds.terminal)?.needsPerson).toBe(true);
    world.recovery.stop();
    await db.close();
  });

  it('is asked for again after the terminal has done something else', async () => {
    const { terminal, till } = await shop();
    ok(await pay(till, await open(till)));
    ok(await till.post('/me/diagnosis'));
    ok(await pay(till, await open(till)));
    expect(terminal.asked.lastTransaction).toBe(2);
  });
});
