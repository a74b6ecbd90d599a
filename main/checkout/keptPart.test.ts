/** An approval of less than was asked for, kept as a part: over a kill, at the end of the day, and where its terminal holds it no more. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { element } from '../../drivers/opi/codec/element.ts';
import { message } from '../../drivers/opi/codec/messages.ts';
import {
  type Client,
  closeAll,
  demoDirectory,
  ok,
  type TestBridge,
  temporaryDirectory,
  until,
} from '../doubles/bridge.fixture.ts';
import { usedTerminalMemory } from '../doubles/terminalMemory.ts';
import { cashier, testWorld } from '../doubles/world.fixture.ts';
import { open, pay, shop } from '../terminal/payment/cashless.fixture.ts';
import { APPROVAL, answerOf, type OpiShop, opiShop } from '../terminal/payment/contradictionsOpi.fixture.ts';
import type { DayEnd } from '../wire/dayEnds.ts';
import { demoIds } from '../world/demoIds.ts';
import { flow } from './flow.ts';
import type { KeptPart } from './keptPartKilled.fixture.ts';

afterEach(closeAll);

/** A sale of 10.00 of which the terminal approved 9.99, which a manager has kept as a part. */
async function kept() {
  const made = await shop({ parts: { outcomeTimeout: 50 } });
  const { bridge, terminal, till } = made;
  ok(await pay(till, (await open(till, 300)).id));
  const { id } = await open(till);
  terminal.endings.push('approveLess');
  ok(await pay(till, id));
  await until(async () => (await till.read(id)).outcome.next?.path.endsWith('/verdict'));
  const manager = await bridge.staff('manager');
  ok(await manager.ask('POST', `/bridge/v1/transactions/${id}/verdict`, { body: { part: 'keep' } }));
  const part = (await till.read(id)).parts!.at(-1)!.id;
  return { ...made, manager, id, part };
}

const path = (id: string, part: string, what: string) => `/bridge/v1/transactions/${id}/parts/${part}/${what}`;
const GONE = { held: false, reason: 'not in the list of the terminal' };

/** The terminal has lost the payment, and refuses to give it back. */
async function refused({ terminal, till, id, part }: Awaited<ReturnType<typeof kept>>) {
  terminal.totals.amount -= 999;
  terminal.totals.count -= 1;
  terminal.endings.push('decline');
  const answer = await till.ask<{ readonly code: number; readonly reason: object }>('POST', path(id, part, 'return'));
  expect(answer.body).toMatchObject({ code: 1007, reason: { code: 'declined', texts: { de: expect.any(String) } } });
}

const verdict = (who: Client, id: string, part: string, body: object = GONE) =>
  who.ask<{ readonly code: number }>('POST', path(id, part, 'verdict'), { body });

const journal = (bridge: TestBridge) =>
  bridge.rows<{ data: string }>("SELECT data FROM terminal_journal WHERE data ->> 'why' IS NOT NULL");

describe('a kept part whose money its terminal holds no more', () => {
  it('is written off by a manager, with a reason that the journal keeps; the sale goes on', async () => {
    const made = await kept();
    const { bridge, terminal, till, manager, id, part } = made;
    await refused(made);
    expect((await verdict(await bridge.staff('cashier'), id, part)).status).toBe(403);
    expect((await verdict(manager, id, part, { held: false })).status).toBe(500);
    const sent = terminal.commands.length;
    for (const _ of ['first', 'again']) ok(await verdict(manager, id, part));
    expect(await till.read(id)).toMatchObject({
      basket_info: { missing_sum: 1000 },
      outcome: { paid: 0, open: 1000 },
      parts: [{ status: 'returned', text: GONE.reason }],
    });
    expect(journal(bridge).map(({ data }) => JSON.parse(data))).toMatchObject([
      { who: 'manager@demo.example', why: GONE.reason },
    ]);
    expect(terminal.commands).toHaveLength(sent);
    ok(await till.post(`/${id}/start/cash`));
    expect((await till.read(id)).outcome).toMatchObject({ result: 'paid', final: true });
  });

  it('is not written off before its terminal has refused it', async () => {
    const { manager, till, id, part } = await kept();
    expect((await verdict(manager, id, part)).status).toBe(405);
    expect((await till.read(id)).outcome).toMatchObject({ paid: 999 });
  });
});

describe('the end of the day behind a kept part', () => {
  async function dayEnd(till: Client): Promise<DayEnd> {
    ok(await till.post('/me/endOfDay'));
    const { data } = ok(await till.ask<{ readonly data: readonly DayEnd[] }>('GET', '/bridge/v1/day-ends'));
    return data[0]!;
  }

  it('counts it', async () => {
    const { till, terminal, id } = await kept();
    ok(await till.post(`/${id}/start/cash`));
    expect(terminal.totals.amount).toBe(1299);
    expect(await dayEnd(till)).toMatchObject({ journal: { amount: 1299 } });
  });

  it('does not count it where it was written off', async () => {
    const made = await kept();
    await refused(made);
    ok(await verdict(made.manager, made.id, made.part));
    ok(await made.till.post(`/${made.id}/start/cash`));
    expect(await dayEnd(made.till)).toMatchObject({ journal: { amount: 300 } });
  });
});

it('keeps a receipt of 400 lines with its part', async () => {
  const lines = Array.from({ length: 400 }, (_, at) => element('TextLine', {}, `Zeile ${at + 1}`));
  const printer = element('Output', { OutDeviceTarget: 'PrinterReceipt' }, lines);
  const shop: OpiShop = await opiShop(async (request, wire, memory) => {
    const till = await shop.scripted.callTill();
    till.send(message('DeviceRequest', { requestType: 'Output', requestId: '9', workstation: '1' }, [printer]));
    await till.next();
    memory.last = answerOf(request, 'Success', '42', APPROVAL, '9.50');
    wire.send(memory.last);
  });
  try {
    const id = await shop.pay();
    await until(() => shop.world.intents.unsettled(demoIds.terminal)?.needsPerson);
    await flow.decidePart(shop.world, cashier, id, 'keep');
    const { parts = [], receipt, outcome } = shop.world.ledger.sale(demoIds.merchant, id)!.document;
    expect(outcome).toMatchObject({ paid: 950, open: 50 });
    for (const slip of [parts[0]?.receipt, receipt]) {
      expect(slip).toHaveLength(401);
      expect(JSON.stringify(slip?.at(-1))).toContain('Zeile 400');
    }
  } finally {
    await shop.close();
  }
});

it('a kill between the keeping and the reversal leaves a part that goes back', async () => {
  const data = await demoDirectory();
  const file = join(temporaryDirectory(), 'memory.json');
  const program = join(import.meta.dirname, 'keptPartKilled.fixture.ts');
  const child = spawn(process.execPath, [program, data, file], { stdio: 'inherit' });
  expect(await new Promise(resolve => child.once('exit', (_, by) => resolve(by)))).toBe('SIGKILL');
  const { sale: id, memory, amounts } = JSON.parse(readFileSync(file, 'utf8')) as KeptPart;
  const terminal = Object.assign(usedTerminalMemory(), memory, { amounts: new Map(amounts) });
  const { world, db } = await testWorld({ data, memory: terminal });
  const read = () => world.ledger.sale(demoIds.merchant, id)!.document;
  await world.recovery.begin();
  expect(world.intents.unsettled(demoIds.terminal)).toBeNull();
  expect(read()).toMatchObject({ outcome: { paid: 999, open: 1 }, parts: [{ status: 'paid', amount: 999 }] });
  expect(terminal.commands).toEqual([]);
  await flow.giveBackPart(world, cashier, id, read().parts![0]!.id);
  expect(read()).toMatchObject({ outcome: { paid: 0, open: 1000 }, parts: [{ status: 'returned' }] });
  expect(terminal.commands.map(({ name }) => name)).toEqual(['reverse']);
  world.recovery.stop();
  await db.close();
});
