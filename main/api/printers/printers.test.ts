/** Printers of a shop: slips in their order, through outages and restarts, with the marks that tell the truth; and the drawer. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { VirtualPrinter } from '../../../drivers/simulator/printer/virtualPrinter.ts';
import { lineText, paperLines } from '../../domain/receiptLayout.ts';
import {
  type Client,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
  until,
} from '../../doubles/bridge.fixture.ts';
import type { PrintAnswer } from '../../wire/foundSales.ts';
import type { Printer, Printers, PrintingSettings, PrintJobs, SlipAnswer } from '../../wire/printers.ts';
import { demoIds } from '../../world/demoIds.ts';

const PRINTERS = '/bridge/v1/printers';
const twin = new VirtualPrinter({ port: 0, lineTime: 20 });
let bridge: TestBridge;
let manager: Client;
let cashier: Client;
let printer = '';

beforeAll(async () => {
  await twin.open();
  bridge = await startBridge({ parts: { lookEvery: 20 } });
  [manager, cashier] = [await bridge.staff('manager'), await bridge.staff('cashier')];
  const body = { name: 'Theke', connection: { type: 'tcp', host: '127.0.0.1', port: twin.port } };
  printer = ok(await manager.ask<Printer>('POST', PRINTERS, { body })).id;
  await till({ printer, receipts: 'always' });
});
afterEach(async () => {
  await twin.play('ready');
  await until(async () => (await status()).waiting === 0);
  twin.paper.tear();
});
afterAll(async () => {
  await closeAll();
  await twin.close();
});

const till = async (body: object, by = manager) =>
  ok(await by.ask<PrintingSettings>('PUT', `/bridge/v1/printing/tills/${demoIds.till}`, { body }));
const status = async () => ok(await manager.ask<Printer>('GET', `${PRINTERS}/${printer}`)).status;
const jobs = async () => ok(await manager.ask<PrintJobs>('GET', `${PRINTERS}/${printer}/jobs`)).data;
const text = () => twin.paper.lines().join('\n');

async function sell(price: number, method: 'cash' | 'cashless' = 'cash') {
  const { id } = await cashier.create(sale([item(price)]));
  return ok(await cashier.post(`/${id}/start/${method}`));
}
const print = async (id: string, body: object = { slip: 'customer' }) =>
  ok(await cashier.ask<PrintAnswer>('POST', `/bridge/v1/sales/${id}/prints`, { body }));

describe('a sale', () => {
  it('is on paper as the screen shows it, with a code for the scanner, and the drawer opens for cash', async () => {
    const before = twin.drawerOpenings;
    const { receipt, receipt_number, id } = await sell(340);
    await until(() => twin.paper.slips === 1);
    const preview = paperLines(receipt as never, { columns: 42 }).map(line => lineText(line, 42).trimEnd());
    const printed = twin.paper.lines('last').map(line => line.trimEnd());
    expect(printed.slice(0, preview.length)).toEqual(preview);
    expect(text()).toMatch(new RegExp(`\\[qr B${receipt_number}C\\d{4}\\]`));
    await until(() => twin.drawerOpenings === before + 1);
    expect((await print(id)).copy).toBe(1);
    await until(() => twin.paper.slips === 2);
    expect(twin.paper.lines('last')[1]?.trim()).toBe('KOPIE 1');
  });

  it('by card prints the copy of the merchant as well, and leaves the drawer shut', async () => {
    const before = twin.drawerOpenings;
    await sell(500, 'cashless');
    await until(() => twin.paper.slips === 2);
    expect((await jobs())[0]).toMatchObject({ slip: 'merchant' });
    expect(twin.drawerOpenings).toBe(before);
  });

  it('that is cancelled prints its slip, and opens the drawer once for the cash that goes out', async () => {
    const { id } = await sell(120);
    await until(() => twin.paper.slips === 1);
    const before = twin.drawerOpenings;
    ok(await manager.ask('POST', `/api/v2/Smart/Transactions/${id}/cancel`, { headers: { 'x-reason': 'Probe' } }));
    await until(() => twin.paper.slips === 2);
    expect(twin.paper.lines('last').join()).toContain('Stornobeleg');
    await until(() => twin.drawerOpenings > before);
    expect(twin.drawerOpenings).toBe(before + 1);
    await print(id);
    await until(() => twin.paper.slips === 3);
    expect(twin.paper.lines('last')[1]?.trim()).toBe('STORNIERT · KOPIE 1');
  });

  it('prints by the browser where the caller says so', async () => {
    const { id } = await sell(90);
    await until(() => twin.paper.slips === 1);
    expect(await print(id, { slip: 'customer', here: true })).toEqual({ copy: 1, job: null });
  });
});

describe('a printer without paper', () => {
  it('says so, holds up no sale, and prints every slip in its order', async () => {
    await twin.play('paperOut');
    const numbers = [
      (await sell(101)).receipt_number,
      (await sell(102)).receipt_number,
      (await sell(103)).receipt_number,
    ];
    await until(async () => (await status()).state === 'paperOut');
    expect(await status()).toMatchObject({ waiting: 3, held: 0 });
    expect(twin.paper.slips).toBe(0);
    await twin.play('ready');
    await until(() => twin.paper.slips === 3);
    const printed = [...text().matchAll(/Bon-Nr\.\s+(\d+)/g)].map(([, number]) => Number(number));
    expect(printed).toEqual(numbers);
    expect(text()).not.toContain('KOPIE');
    await until(async () => (await jobs()).slice(0, 3).every(({ state }) => state === 'printed'));
  });

  it('opens its drawer all the same', async () => {
    await twin.play('paperOut');
    const before = twin.drawerOpenings;
    await sell(104);
    await until(() => twin.drawerOpenings === before + 1);
  });

  it('that was away for long asks before it prints the night, and prints the next customer at once', async () => {
    await twin.play('off');
    await sell(201);
    await until(async () => (await status()).state === 'unreachable');
    bridge.clock.pass(16 * 60_000);
    await sell(202);
    await twin.play('ready');
    await until(async () => (await status()).held === 1);
    await until(() => twin.paper.slips === 1);
    expect(text()).toContain('2,02 EUR');
    const decided = ok(await cashier.ask<Printer>('POST', `${PRINTERS}/${printer}/held`, { body: { do: 'print' } }));
    expect(decided.status.held).toBe(0);
    await until(() => twin.paper.slips === 2);
    expect(text()).toContain('2,01 EUR');
  });
});

describe('a slip that may be on paper', () => {
  it('is printed again with the mark of a copy when the line broke in the middle', async () => {
    await twin.play('cut');
    await sell(301);
    await until(() => twin.paper.slips === 1);
    expect(text()).toContain('vielleicht doppelt gedruckt');
    await until(async () => (await jobs())[0]?.state === 'printed');
    expect((await jobs())[0]).toMatchObject({ may_be_double: true });
  });

  it('is printed again with the mark after a crash in the middle of it', async () => {
    await twin.play('slow');
    await sell(302);
    await until(async () => (await jobs())[0]?.state === 'printing');
    await twin.play('off');
    const crashed = await bridge.crashCopy();
    await twin.play('ready');
    await until(() => text().includes('vielleicht doppelt gedruckt'));
    await crashed.close();
  });
});

it('a slip that waits for paper in the middle does not hold the end of the program', async () => {
  await twin.play('slow');
  const other = await startBridge({ parts: { lookEvery: 20 } });
  const lead = await other.staff('manager');
  const body = { name: 'Theke', connection: { type: 'tcp', host: '127.0.0.1', port: twin.port } };
  const { id } = ok(await lead.ask<Printer>('POST', PRINTERS, { body }));
  ok(await lead.ask('POST', `${PRINTERS}/${id}/test`));
  await until(() => twin.paper.lines().length > 2);
  await twin.play('paperOut');
  await other.close();
  expect(other.rows('SELECT state, may_be_double FROM print_job')).toEqual([{ state: 'waiting', may_be_double: 1 }]);
});

it('a printer at a USB adapter stays known by it, unplugged or not, until it gets another port', async () => {
  const device = { vendorId: '0403', productId: '6001', serialNumber: 'A1' };
  const serial = (path: string) => ({ type: 'serial', path, baudRate: 19_200 });
  const body = { name: 'Küche', connection: { ...serial('/dev/ttyUSB77'), device } };
  const added = ok(await manager.ask<Printer>('POST', PRINTERS, { body }));
  // The bridge looks itself, and nothing is plugged in there.
  expect(added.connection).toEqual(serial('/dev/ttyUSB77'));
  const stored = JSON.stringify({ ...serial('/dev/ttyUSB77'), device });
  bridge.alter(`UPDATE printer SET connection = '${stored}' WHERE id = '${added.id}'`);
  const change = async (connection: object) =>
    ok(await manager.ask<Printer>('PUT', `${PRINTERS}/${added.id}`, { body: { connection } })).connection;
  expect(await change({ ...serial('/dev/ttyUSB77'), baudRate: 9600 })).toMatchObject({ baudRate: 9600, device });
  expect(await change(serial('/dev/ttyUSB78'))).toEqual(serial('/dev/ttyUSB78'));
  ok(await manager.ask('DELETE', `${PRINTERS}/${added.id}`));
});

describe('rights and bad input', () => {
  it('let a cashier read and no more', async () => {
    const body = { name: 'Eigener', connection: { type: 'tcp', host: '127.0.0.1', port: 9100 } };
    expect((await cashier.ask('POST', PRINTERS, { body })).status).toBe(403);
    expect(
      (await cashier.ask('PUT', `/bridge/v1/printing/tills/${demoIds.till}`, { body: { printer: null } })).status,
    ).toBe(403);
    expect(ok(await cashier.ask<Printers>('GET', PRINTERS)).count).toBe(1);
  });

  it('give no other shop anything', async () => {
    const other = await bridge.client('other');
    expect(ok(await other.ask<Printers>('GET', PRINTERS)).count).toBe(0);
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/held'],
    ] as const) {
      const body = method === 'PUT' ? { name: 'x' } : path === '/held' ? { do: 'discard' } : undefined;
      const answer = await other.ask(method, `${PRINTERS}/${printer}${path}`, body ? { body } : {});
      expect([method, path, answer.status]).toEqual([method, path, 404]);
    }
    const till = { body: { printer } };
    expect((await other.ask('PUT', `/bridge/v1/printing/tills/${demoIds.otherTill}`, till)).status).toBe(404);
  });

  it.each([
    [{ name: 'x' }],
    [{ name: '', connection: { type: 'tcp', host: 'a', port: 1 } }],
    [{ name: 'x', connection: { type: 'tcp', host: '-oProxyCommand', port: 9100 } }],
    [{ name: 'x', connection: { type: 'tcp', host: 'a b', port: 9100 } }],
    [{ name: 'x', connection: { type: 'tcp', host: 'a', port: 0 } }],
    [{ name: 'x', connection: { type: 'serial', path: '/etc/passwd' } }],
    [{ name: 'x', connection: { type: 'serial', path: '/dev/../etc/passwd' } }],
    [{ name: 'x', connection: { type: 'system', name: '-h evil' } }],
    [{ name: 'x', connection: { type: 'file', path: '/tmp/x' } }],
    [{ name: 'x', connection: { type: 'tcp', host: 'a', port: 9100 }, columns: 1_000_000 }],
    [{ name: 'x', connection: { type: 'tcp', host: 'a', port: 9100 }, command: 'rm' }],
  ])('refuse %j', async body => {
    expect((await manager.ask<{ fault: string }>('POST', PRINTERS, { body })).body).toMatchObject({ fault: 'client' });
  });

  it('keep a printer for which slips wait, and its name', async () => {
    await twin.play('off');
    await sell(401);
    await until(async () => (await status()).waiting === 1);
    expect((await manager.ask('DELETE', `${PRINTERS}/${printer}`)).body).toMatchObject({ code: 1220 });
    const body = { name: 'Theke', connection: { type: 'tcp', host: '127.0.0.1', port: 9100 } };
    expect((await manager.ask('POST', PRINTERS, { body })).body).toMatchObject({ error: 'ProductDuplicateException' });
  });

  it('open the drawer without a sale with a reason, and the cash book counts who did', async () => {
    const open = (by: Client, reason: string) => by.ask('POST', '/bridge/v1/drawer-openings', { body: { reason } });
    expect((await open(cashier, 'Wechselgeld')).status).not.toBe(200);
    const before = twin.drawerOpenings;
    expect(ok(await open(manager, 'Wechselgeld'))).toEqual({ drawer: 'opened' });
    await until(() => twin.drawerOpenings === before + 1);
    expect(bridge.rows('SELECT reason FROM drawer_opening')).toEqual([{ reason: 'Wechselgeld' }]);
  });
});

describe('a slip that belongs to no sale', () => {
  const slip = (body: object) => cashier.ask<SlipAnswer>('POST', '/bridge/v1/printing/slips', { body });
  const line = (text: string) => ({ type: 'textline', value: { text, decoration: [] } });

  it('is printed at the till, and the second time as a copy', async () => {
    expect(ok(await slip({ lines: [line('Kassenschnitt')] })).job).toMatchObject({ printer });
    await until(() => twin.paper.slips === 1);
    ok(await slip({ lines: [line('Kassenschnitt')], copy: 1 }));
    await until(() => twin.paper.slips === 2);
    expect(twin.paper.lines('last').map(one => one.trim())).toContain('KOPIE 1');
  });

  it('holds no command of a printer, and is not endless', async () => {
    const before = twin.drawerOpenings;
    ok(await slip({ lines: [line('\u001bp\u0000\u0019\u00fa\u0010\u0014\u0001\u0000\u0001 harmlos')] }));
    await until(() => twin.paper.slips === 1);
    expect(text()).toContain('harmlos');
    expect(twin.drawerOpenings).toBe(before);
    for (const body of [{ lines: [] }, { lines: [line('x'.repeat(200_000))] }, { lines: [{ type: 'cut' }] }])
      expect((await slip(body)).body).toMatchObject({ fault: 'client' });
  });
});

it('the test slip shows the letters by every code page', async () => {
  ok(await manager.ask('POST', `${PRINTERS}/${printer}/test`));
  await until(() => twin.paper.slips === 1);
  const lines = twin.paper.lines('last').map(line => line.trim());
  expect(lines).toContain('äöüß €');
  expect(lines).toContain('cp858: äöüß €');
  expect(lines).toContain('windows1252: äöüß €');
});
