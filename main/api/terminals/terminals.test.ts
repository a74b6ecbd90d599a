/** Pairing over HTTP with real virtual terminals: found, kept, used at once, asked, and given up. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openTerminal } from '../../../drivers/index.ts';
import { type Client, ok, type TestBridge, until } from '../../doubles/bridge.fixture.ts';
import {
  closeLater,
  closeTerminals,
  newestVirtual,
  realBridge,
  realm,
  TIMERS,
  virtualTerminal,
} from '../../doubles/pairedTerminals.fixture.ts';
import { createVault } from '../../store/vault.ts';
import type { PairAnswer, SearchAnswer, TaskAnswer, Terminal } from '../../wire/terminals.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { demoIds } from '../../world/demoIds.ts';

const path = '/bridge/v1/terminals';
const BASKET = { basket_info: { sum: 1200 } };

interface List {
  readonly count: number;
  readonly data: readonly Terminal[];
}
interface Refusal {
  readonly code: number;
  readonly error: string;
  readonly error_user: string;
  readonly error_details: string;
}

afterEach(closeTerminals);

const terminals = async (client: Client) => ok(await client.ask<List>('GET', path)).data;
const pair = (client: Client, body: object) => client.ask<PairAnswer>('POST', path, { body });

async function paired(client: Client, more: object = {}): Promise<Terminal> {
  const connection = await virtualTerminal();
  return ok(await pair(client, { connection, password: '000000', ...more })).terminal;
}

async function refused(answer: Promise<{ status: number; body: unknown }>, code: number): Promise<Refusal> {
  const { status, body } = await answer;
  expect([status, (body as Refusal).code]).toEqual([405, code]);
  return body as Refusal;
}

describe('the terminals', () => {
  it('are told with what they can do, whose they are, and where they stand', async () => {
    const bridge = await realBridge();
    const [terminal, ...more] = await terminals(await bridge.client());
    expect(more).toEqual([]);
    expect(terminal).toMatchObject({
      device: demoIds.terminal,
      description: 'Terminal 1',
      protocol: 'twin',
      endpoint: 'twin:1',
      profile: 'generic',
      state: 'ready',
      reason: null,
      code: null,
      holder: null,
      tills: [{ id: demoIds.till, description: 'Kasse 1' }],
      paired: false,
    });
    expect(terminal?.features).toContain('pay');
    expect(await terminals(await bridge.client('other'))).toEqual([]);
  });

  it('may be seen by a cashier, and changed by a manager only', async () => {
    const bridge = await realBridge();
    const cashier = await bridge.staff('cashier');
    const device = demoIds.terminal;
    expect(await terminals(cashier)).toHaveLength(1);
    for (const [method, where, body] of [
      ['POST', path, { connection: { type: 'tcp', host: 'x', port: 1 } }],
      ['PUT', `${path}/${device}`, { description: 'x' }],
      ['DELETE', `${path}/${device}`, undefined],
      ['POST', `${path}/search`, { ports: true }],
      ['DELETE', `${path}/search`, undefined],
      ['POST', `${path}/${device}/tasks`, { do: 'diagnosis' }],
    ] as const)
      expect((await cashier.ask(method, where, { body })).status, `${method} ${where}`).toBe(403);
  });

  it('of another merchant are not there', async () => {
    const bridge = await realBridge();
    const other = await bridge.client('other');
    const device = demoIds.terminal;
    for (const [method, where, body] of [
      ['GET', device, undefined],
      ['PUT', device, { description: 'x' }],
      ['DELETE', device, undefined],
      ['GET', `${device}/status`, undefined],
      ['POST', `${device}/tasks`, { do: 'diagnosis' }],
      ['POST', `${device}/read-card`, {}],
    ] as const)
      expect((await other.ask(method, `${path}/${where}`, { body })).status, `${method} ${where}`).toBe(404);
  });
});

describe('pairing', () => {
  it('says in both languages why there was no diagnosis', async () => {
    const bridge = await realBridge({ config: { terminals: [] } });
    const connection = await virtualTerminal({ behaviour: 'busy' });
    const { diagnosis } = ok(await pair(await bridge.client(), { connection, password: '123456' }));
    expect(diagnosis).toEqual({ de: 'Terminal beschäftigt, bitte warten', en: 'terminal busy, please wait' });
  });

  it('keeps the terminal and uses it at once', async () => {
    const bridge = await realBridge({ config: { terminals: [] } });
    const client = await bridge.client();
    const connection = await virtualTerminal();
    const body = { connection, password: '123456', description: 'Theke', tills: [demoIds.till] };
    const { terminal, receipt, diagnosis } = ok(await pair(client, body));
    expect(terminal).toMatchObject({
      device: demoIds.terminal,
      description: 'Theke',
      connection,
      state: 'ready',
      paired: true,
      tills: [{ id: demoIds.till }],
    });
    expect(terminal.terminalId).toMatch(/^\d{8}$/);
    expect(terminal.software).toBeTruthy();
    expect(diagnosis).toBeNull();
    expect(Array.isArray(receipt)).toBe(true);
    expect(JSON.stringify([terminal, ...(await terminals(client))])).not.toContain('123456');
    const sale = await client.create(BASKET);
    expect(ok(await client.post(`/${sale.id}/start/cashless`))).toMatchObject({ status: 'ok' });
  });

  it('outlives the bridge, and the configuration wins over it', async () => {
    const bridge = await realBridge({ config: { terminals: [] } });
    const { device } = await paired(await bridge.client());
    await bridge.close();
    const again = await realBridge({ data: bridge.data, config: { terminals: [] } });
    const client = await again.client();
    await until(async () => (await terminals(client))[0]?.state === 'ready');
    expect(await terminals(client)).toMatchObject([{ device, paired: true, protocol: 'zvt' }]);
    await again.close();
    const configured = await realBridge({ data: bridge.data });
    expect(await terminals(await configured.client())).toMatchObject([{ device, paired: false, protocol: 'twin' }]);
  });

  it('makes a device where none is free', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    const terminal = await paired(client);
    expect(terminal.device).not.toBe(demoIds.terminal);
    expect(terminal).toMatchObject({ description: 'Terminal 2', tills: [] });
    const { body } = await client.ask<{ type: string; tid: string }>('GET', `/api/v2/Smart/Devices/${terminal.device}`);
    expect(body).toMatchObject({ type: 'zvt', tid: terminal.terminalId });
  });

  it('is refused where nobody answers, and nothing is kept', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    const answer = pair(client, { connection: { type: 'tcp', host: '127.0.0.1', port: 1 }, password: '000000' });
    expect((await refused(answer, 1013)).error_details).toContain('ECONNREFUSED');
    expect(await terminals(client)).toHaveLength(1);
    expect(bridge.rows('SELECT * FROM paired_terminal')).toEqual([]);
  });

  it('twice at once keeps it once', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    const connection = await virtualTerminal();
    const both = await Promise.all([1, 2].map(() => pair(client, { connection, password: '000000' })));
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(bridge.rows('SELECT * FROM paired_terminal')).toHaveLength(1);
    expect(await terminals(client)).toHaveLength(2);
  });

  it('is refused by a terminal that wants another password or currency, and says so', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    const connection = await virtualTerminal({ password: '111111' });
    const refusal = await refused(pair(client, { connection, password: '222222' }), 1071);
    expect(refusal.error_user).toContain('Kassenpasswort');
    await refused(pair(client, { connection, password: '111111', currency: 'CHF' }), 1072);
    expect(bridge.rows('SELECT * FROM paired_terminal')).toEqual([]);
    expect(ok(await pair(client, { connection, password: '111111' })).terminal.state).toBe('ready');
    expect((await pair(client, { connection, password: '111111' })).status).toBe(500);
  });

  it('is refused where another program is at it, by name', async () => {
    const bridge = await realBridge();
    const connection = await virtualTerminal();
    const other = await openTerminal({ protocol: 'zvt', connection }, { realm, owner: { program: 'Other till' } });
    closeLater(other);
    await other.register();
    const refusal = await refused(pair(await bridge.client(), { connection }), 1070);
    expect(refusal.error_details).toMatch(/belongs to Other till \(process \d+, since /);
  });

  it('refuses what cannot be', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    for (const [what, body] of [
      ['no connection', {}],
      ['an unknown way', { connection: { type: 'pigeon' } }],
      ['a port that is none', { connection: { type: 'tcp', host: 'x', port: 70_000 } }],
      ['a port as text', { connection: { type: 'tcp', host: 'x', port: '80' } }],
      ['a serial port without a name', { connection: { type: 'serial' } }],
      ['an adapter without hexadecimal ids', { connection: { type: 'serial', device: { vendorId: 'ftdi' } } }],
      ['a caller that is nobody', { connection: { type: 'tcpListen', port: 5000, from: 'the terminal' } }],
      ['anybody who calls', { connection: { type: 'tcpListen', port: 5000 } }],
      ['a caller that tells no id', { connection: { type: 'tcpListen', port: 5000, from: 'x', terminalId: '1' } }],
      ['a password of letters', { connection: { type: 'tcp', host: 'x', port: 1 }, password: 'secret' }],
      ['a password as a number', { connection: { type: 'tcp', host: 'x', port: 1 }, password: 123456 }],
      ['a currency nobody knows', { connection: { type: 'tcp', host: 'x', port: 1 }, currency: 'XXX' }],
      ['an unknown protocol', { connection: { type: 'tcp', host: 'x', port: 1 }, protocol: 'morse' }],
      ['a description too long', { connection: { type: 'tcp', host: 'x', port: 1 }, description: 'x'.repeat(1001) }],
      ['a device that is no id', { connection: { type: 'tcp', host: 'x', port: 1 }, device: 'me' }],
    ] as const)
      expect((await pair(client, body)).status, what).toBe(500);
  });

  it('does not find what is not there', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    const connection = await virtualTerminal();
    for (const [what, more] of [
      ['a till as device', { device: demoIds.till }],
      ["another merchant's device", { device: demoIds.otherTerminal }],
      ["another merchant's till", { tills: [demoIds.otherTill] }],
    ] as const)
      expect((await pair(client, { connection, ...more })).status, what).toBe(404);
  });
});

describe('a paired terminal', () => {
  it('is given another name, other tills and another password', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    const { device } = await paired(client, { description: 'Alt' });
    const put = (body: object) => client.ask<Terminal>('PUT', `${path}/${device}`, { body });
    expect(ok(await put({ description: 'Neu', tills: [demoIds.till] }))).toMatchObject({
      description: 'Neu',
      tills: [{ id: demoIds.till }],
    });
    expect((await terminals(client)).find(one => one.device === demoIds.terminal)?.tills).toEqual([]);
    expect(ok(await put({ password: '654321' }))).toMatchObject({ state: 'ready', description: 'Neu' });
    expect(passwordIn(bridge)).toBe('654321');
    expect(ok(await put({ tills: [] })).tills).toEqual([]);
    expect(ok(await put({ shared: true, handOver: true }))).toMatchObject({
      shared: true,
      handOver: true,
      state: 'ready',
    });
    expect(bridge.rows('SELECT shared_with, hand_over FROM paired_terminal')).toEqual([
      { shared_with: 'others', hand_over: 1 },
    ]);
    expect(passwordIn(bridge)).toBe('654321');
    expect((await put({ tills: [demoIds.otherTill] })).status).toBe(404);
    expect((await put({ password: '1' })).status).toBe(500);
  });

  it('tells who else takes money there, and that nobody has answered', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    const { device } = await paired(client);
    const one = async () => ok(await client.ask<Terminal>('GET', `${path}/${device}`));
    const put = (body: object) => client.ask<Terminal>('PUT', `${path}/${device}`, { body });
    expect(await one()).toMatchObject({ shared: true, sharedWith: null });
    for (const [said, known] of [
      ['no', { shared: false, sharedWith: 'no' }],
      ['tillbridge', { shared: true, sharedWith: 'tillbridge' }],
      ['others', { shared: true, sharedWith: 'others' }],
      [false, { shared: false, sharedWith: 'no' }],
      [true, { shared: true, sharedWith: 'others' }],
    ] as const) {
      expect(ok(await put({ shared: said }))).toMatchObject(known);
      expect(await one()).toMatchObject(known);
    }
    expect((await put({ shared: 'maybe' })).status).toBe(500);
  });

  it('can be answered for while it is not reachable', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    const { device } = await paired(client);
    await newestVirtual().close();
    await until(async () => ok(await client.ask<Terminal>('GET', `${path}/${device}`)).state === 'offline');
    const put = await client.ask<Terminal>('PUT', `${path}/${device}`, { body: { shared: 'no' } });
    expect(ok(put)).toMatchObject({ shared: false, state: 'offline' });
    expect(bridge.rows('SELECT shared_with FROM paired_terminal')).toEqual([{ shared_with: 'no' }]);
  });

  it('serves several tills, and the one it works for is named to the others', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    const second = ok(
      await client.ask<{ id: string }>('POST', '/api/v2/Smart/Devices', {
        body: { type: 'cashier', description: 'Kasse 2' },
      }),
    ).id;
    ok(await client.ask('PUT', `${path}/${demoIds.terminal}`, { body: { tills: [demoIds.till, second] } }));
    expect((await terminals(client))[0]?.tills.map(till => till.description).sort()).toEqual(['Kasse 1', 'Kasse 2']);
    const [first, later] = [await client.create(BASKET), await client.create(BASKET)];
    bridge.terminal.endings.push('untilAborted');
    const paying = client.post(`/${first.id}/start/cashless`);
    await until(async () => bridge.terminal.commands.some(({ name }) => name === 'pay'));
    const busy = await refused(client.post(`/${later.id}/start/cashless`), 1016);
    expect(busy.error_details).toContain('for Kasse 1');
    expect(busy).toMatchObject({
      holder: { till: { id: demoIds.till, description: 'Kasse 1' }, transaction: first.id },
    });
    await refused(client.ask('POST', `${path}/${demoIds.terminal}/tasks`, { body: { do: 'diagnosis' } }), 1016);
    ok(await client.ask('POST', '/bridge/v1/till/abort'));
    await paying;
  });

  it('takes a payment of any till that names it', async () => {
    const bridge = await realBridge({ config: { terminals: [] } });
    const client = await bridge.client();
    const { device, terminalId } = await paired(client, { tills: [] });
    for (const terminal of [device, terminalId]) {
      const sale = await client.create(BASKET);
      ok(await client.post(`/${sale.id}/start/cashless`, { terminal }));
      expect(bridge.rows('SELECT party FROM intent WHERE sale = ?', sale.id)).toEqual([{ party: device }]);
    }
    const sale = await client.create(BASKET);
    await refused(client.post(`/${sale.id}/start/cashless`), 3003);
    await refused(client.post(`/${sale.id}/start/cashless`, { terminal: demoIds.otherTerminal }), 3003);
  });

  it('keeps its password when it refuses the new one', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    const connection = await virtualTerminal({ password: '111111' });
    const { device } = ok(await pair(client, { connection, password: '111111' })).terminal;
    await refused(client.ask('PUT', `${path}/${device}`, { body: { password: '222222' } }), 1071);
    expect(passwordIn(bridge)).toBe('111111');
    expect(ok(await client.ask<Terminal>('GET', `${path}/${device}`)).state).toBe('ready');
  });

  it('is taken out of use, and its device can be paired again', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    const { device, connection } = await paired(client);
    expect(ok(await client.ask('DELETE', `${path}/${device}`))).toEqual({ result: true });
    expect((await terminals(client)).map(one => one.device)).toEqual([demoIds.terminal]);
    expect((await client.ask('GET', `${path}/${device}`)).status).toBe(404);
    expect(ok(await pair(client, { connection, device })).terminal).toMatchObject({ device, state: 'ready' });
    expect((await pair(client, { connection, device })).status).toBe(500);
  });

  it('goes when the data is replaced by other data, and its line is free', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    const { connection } = await paired(client);
    ok(await client.ask('POST', '/bridge/v1/control/reset', { body: {} }));
    await until(async () => (await terminals(client)).length === 1);
    const other = await openTerminal({ protocol: 'zvt', connection }, { realm });
    closeLater(other);
    await until(async () => (await other.register()).ok);
  });

  it('that is configured is not taken out of use here', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    await refused(client.ask('DELETE', `${path}/${demoIds.terminal}`), 1074);
    await refused(client.ask('PUT', `${path}/${demoIds.terminal}`, { body: { password: '000000' } }), 1074);
  });

  it('stays while an ending is unknown', async () => {
    const bridge = await realBridge({ parts: { outcomeTimeout: 10 } });
    const client = await bridge.client();
    const { device } = await paired(client, { tills: [demoIds.till] });
    const sale = await client.create(BASKET);
    ok(await client.post(`/${sale.id}/start/cashless`));
    bridge.alter(`UPDATE intent SET state = 'unknown' WHERE sale = '${sale.id}'`);
    expect((await client.ask('DELETE', `${path}/${device}`)).status).toBe(405);
    expect(await terminals(client)).toHaveLength(2);
  });

  it('can be given up when it cannot be opened any more, by its own merchant', async () => {
    const before = await realBridge();
    const { device, connection } = await paired(await before.client(), { tills: [demoIds.till] });
    before.alter(`UPDATE paired_terminal SET profile = 'nobody knows it any more'`);
    await before.close();
    const bridge = await realBridge({ data: before.data });
    const client = await bridge.client();
    expect(await terminals(client)).toHaveLength(1);
    expect((await pair(client, { connection, device })).status).toBe(500);
    expect((await (await bridge.client('other')).ask('DELETE', `${path}/${device}`)).status).toBe(404);
    expect(ok(await client.ask('DELETE', `${path}/${device}`))).toEqual({ result: true });
    expect((await client.ask('DELETE', `${path}/${device}`)).status).toBe(404);
    expect(bridge.rows('SELECT * FROM paired_terminal')).toEqual([]);
    expect(ok(await pair(client, { connection, device })).terminal.device).toBe(device);
  });
});

describe('a terminal can be asked', () => {
  let bridge: TestBridge;
  let client: Client;
  let device: string;
  const ask = <T>(what: string, body?: object) =>
    client.ask<T>(body ? 'POST' : 'GET', `${path}/${device}/${what}`, body ? { body } : {});

  async function open() {
    bridge = await realBridge();
    client = await bridge.client();
    device = (await paired(client)).device;
  }

  it('for its state, also as the one of the till', async () => {
    await open();
    expect(ok(await client.ask<Terminal>('GET', `${path}/me`)).device).toBe(demoIds.terminal);
    expect(ok(await ask('status'))).toEqual({ kind: 'ready', cure: null, resultCode: null, texts: null });
  });

  it('for tasks, with what it printed', async () => {
    await open();
    expect(ok(await ask<TaskAnswer>('tasks', { do: 'turnoverTotals' }))).toMatchObject({
      do: 'turnoverTotals',
      totals: { amount: 0 },
      follows: null,
    });
    for (const task of [
      { do: 'diagnosis' },
      { do: 'selectLanguage', language: 'de' },
      { do: 'setClock' },
      { do: 'display', lines: ['Willkommen'], seconds: 1 },
    ])
      expect((await ask('tasks', task)).status, task.do).toBe(200);
  });

  const box = () => newestVirtual().terminal.device;
  const paper = () => box().paper.map(({ lines }) => lines.map(({ text }) => text));
  const texts = ({ receipt }: TaskAnswer) => JSON.stringify(receipt);

  it('tells only what can be asked of it here', async () => {
    await open();
    const { features } = (await terminals(client)).find(one => one.device === device)!;
    expect(features).toEqual(expect.arrayContaining(['keys', 'print', 'repeatReceipt', 'changeConfiguration']));
    for (const unused of ['cashback', 'partlyHandOver', 'digits']) expect(features).not.toContain(unused);
  });

  it('for its last slip, one copy of it, and that of its end-of-day', async () => {
    await open();
    const repeat = (which?: string) => ask<TaskAnswer>('tasks', { do: 'repeatReceipt', ...(which ? { which } : {}) });
    expect(ok(await repeat()).receipt).toEqual([]);
    ok(await ask('operations', { do: 'refund', amount: 500 }));
    const both = texts(ok(await repeat()));
    for (const part of ['Wiederholungsbeleg', 'Gutschrift erfolgt', 'Kundenbeleg', 'Händlerbeleg'])
      expect(both).toContain(part);
    const merchant = texts(ok(await repeat('merchant')));
    expect([merchant.includes('Händlerbeleg'), merchant.includes('Kundenbeleg')]).toEqual([true, false]);
    await refused(repeat('endOfDay'), 1075);
    ok(await ask('day-end', {}));
    expect(texts(ok(await repeat('endOfDay')))).toContain('Kassenschnitt');
  });

  it('but for no slip beside a payment', async () => {
    await open();
    newestVirtual().terminal.behaviour = 'manual';
    const running = ask('operations', { do: 'refund', amount: 500 });
    await until(() => box().awaits === 'card');
    for (const body of [{ do: 'repeatReceipt' }, { do: 'print', lines: ['x'] }, { do: 'ask', lines: ['x'] }])
      await refused(ask('tasks', body), 1016);
    box().act({ type: 'key', key: 'stop' });
    await running;
  });

  it('to print lines of ours, broken where its paper ends', async () => {
    await open();
    ok(await ask('tasks', { do: 'print', lines: ['Öffnungszeiten', '', 'Montag bis Samstag von 9 bis 18 Uhr'] }));
    expect(paper().at(-1)).toEqual(['Öffnungszeiten', '', 'Montag bis Samstag von 9', 'bis 18 Uhr']);
    box().hasPaper = false;
    await refused(ask('tasks', { do: 'print', lines: ['x'] }), 1018);
  });

  it('to print the receipt of a sale, by a cashier as well, and marked the second time', async () => {
    bridge = await realBridge();
    client = await bridge.client();
    device = (await paired(client, { tills: [demoIds.till] })).device;
    const { id } = await client.create({ basket_info: { sum: 4711 } });
    const print = (who: Client, body: object, one = device) =>
      who.ask('POST', `${path}/${one}/print-receipt`, { body });
    expect((await print(client, { transaction: id })).status).toBe(405);
    expect(paper()).toHaveLength(1);
    const sale = ok(await client.post<SmartTransaction>(`/${id}/start/cashless`));
    expect(sale.receipt.length).toBeGreaterThan(0);
    const before = paper().length;
    ok(await print(await bridge.staff('cashier'), { transaction: id }));
    ok(await print(client, { transaction: id, copy: 'merchant', again: true }, 'me'));
    const [customer, merchant] = paper().slice(before);
    expect(customer!.join('\n')).toMatch(/47,11/);
    expect(customer!.every(line => line.length <= 24)).toBe(true);
    expect(customer!.join()).toContain('Kundenbeleg');
    expect(merchant![0]!.trim()).toBe('* * Kopie * *');
    expect(merchant!.join()).toContain('Händlerbeleg');
    expect((await print(await bridge.client('other'), { transaction: id })).status).toBe(404);
    const foreign = await (await bridge.client('other')).create({ basket_info: { sum: 1 } });
    expect((await print(client, { transaction: foreign.id })).status).toBe(404);
  });

  it('at its keys; digits only where the vendor has signed the texts', async () => {
    await open();
    newestVirtual().terminal.behaviour = 'manual';
    const asked = ask<TaskAnswer>('tasks', { do: 'ask', lines: ['Alles gut?'], seconds: 5 });
    await until(() => box().awaits === 'key');
    box().act({ type: 'key', key: 'f2' });
    expect(ok(await asked).answer).toEqual({ key: 'f2', typed_digits: null });
    await refused(ask('tasks', { do: 'ask', lines: ['PLZ'], digits: { least: 5, most: 5 } }), 1075);
  });

  it('for digits, which no journal keeps', async () => {
    const connection = await virtualTerminal({ behaviour: 'manual', customerTimeout: 5_000 });
    const settings = { protocol: 'zvt', connection, options: { timers: TIMERS, textMac: '0011223344556677' } } as const;
    bridge = await realBridge({ parts: { openTerminal: async () => openTerminal(settings) } });
    client = await bridge.client();
    device = demoIds.terminal;
    expect((await terminals(client))[0]!.features).toContain('digits');
    const asked = ask<TaskAnswer>('tasks', { do: 'ask', lines: ['PLZ'], digits: { least: 5, most: 5 } });
    await until(() => box().awaits === 'digits');
    box().act({ type: 'digits', digits: '10115' });
    expect(ok(await asked).answer).toEqual({ key: null, typed_digits: '10115' });
    expect((await ask('tasks', { do: 'ask', lines: ['PLZ'], digits: { least: 6, most: 5 } })).status).toBe(500);
    const entries = await client.ask<{ data: unknown[] }>('GET', '/bridge/v1/journal?count=20');
    expect(JSON.stringify(ok(entries))).not.toContain('10115');
  });

  it('to take a configuration, whole objects only', async () => {
    await open();
    const { receipt } = ok(await ask<TaskAnswer>('tasks', { do: 'changeConfiguration', tlv: 'E405FF40021234' }));
    expect(JSON.stringify(receipt)).toContain('Konfiguration');
    for (const tlv of ['', 'xyz', 'E4', 'E405FF'])
      expect((await ask('tasks', { do: 'changeConfiguration', tlv })).status, tlv).toBe(500);
    expect((await ask('tasks', { do: 'selectLanguage', language: 'xx' })).status).toBe(500);
    const { body } = await ask<Refusal>('tasks', { do: 'selectLanguage', language: 'xx' });
    expect(body.code).toBe(1001);
  });

  it('but not for what is no task', async () => {
    await open();
    for (const body of [
      { do: 'endOfDay' },
      { do: 'dance' },
      {},
      { do: 'reprint' },
      { do: 'reprint', from: 10_000 },
      { do: 'display', lines: [] },
      { do: 'selectLanguage', language: 'German' },
    ])
      expect((await ask('tasks', body)).status, JSON.stringify(body)).toBe(500);
    for (const seconds of [0, 1000, 'long', '0'])
      expect((await ask('read-card', { seconds })).status, `${seconds}`).toBe(500);
  });

  it('but not for what its model cannot do', async () => {
    const own = await realBridge();
    const mine = await own.client();
    await refused(mine.ask('POST', `${path}/${demoIds.terminal}/tasks`, { body: { do: 'selfTest' } }), 1075);
  });
});

describe('searching', () => {
  it('finds what is there, tells it as it comes, and knows its own', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    const known = await paired(client);
    const free = await virtualTerminal();
    const ports = [known.connection, free].map(one => (one.type === 'serial' ? 0 : one.port));
    const heard = await events(bridge, client, 'search');
    const { search } = ok(
      await client.ask<{ search: string }>('POST', `${path}/search`, {
        body: { subnets: ['127.0.0.1/32'], tcpPorts: ports },
      }),
    );
    const view = () => client.ask<SearchAnswer>('GET', `${path}/search`).then(ok);
    await until(async () => !(await view()).running);
    const { found, networks, ...rest } = await view();
    expect(rest).toMatchObject({ id: search, running: false, done: 2, of: 2 });
    expect(found.toSorted((a, b) => a.state.localeCompare(b.state))).toMatchObject([
      { state: 'free', endpoint: `tcp://127.0.0.1:${ports[1]}`, device: null },
      { state: 'known', endpoint: `tcp://127.0.0.1:${ports[0]}`, device: known.device, terminalId: known.terminalId },
    ]);
    expect(Array.isArray(networks)).toBe(true);
    await until(() => heard.some(text => text.includes(search) && text.includes('"running":false')));
    expect(
      (await bridge.client('other').then(other => other.ask<SearchAnswer>('GET', `${path}/search`))).body.id,
    ).toBeNull();
  });

  it('is one at a time, and can be stopped', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    const body = { subnets: ['192.0.2.0/22'] };
    ok(await client.ask('POST', `${path}/search`, { body }));
    await refused(client.ask('POST', `${path}/search`, { body }), 1076);
    const stopped = ok(await client.ask<SearchAnswer>('DELETE', `${path}/search`));
    expect(stopped.running).toBe(false);
    expect(stopped.done).toBeLessThan(stopped.of);
  });

  it('refuses what is no network', async () => {
    const bridge = await realBridge();
    const client = await bridge.client();
    for (const body of [
      {},
      { subnets: ['10.0.0.0/8'] },
      { subnets: ['terminal.local'] },
      { subnets: 'all' },
      { subnets: ['127.0.0.1'], tcpPorts: [0] },
      { ports: 'yes' },
    ])
      expect((await client.ask('POST', `${path}/search`, { body })).status, JSON.stringify(body)).toBe(500);
  });
});

/** Data of the events of one name, as they come. */
async function events(bridge: TestBridge, client: Client, name: string): Promise<string[]> {
  const heard: string[] = [];
  const leave = new AbortController();
  closeLater({ close: async () => leave.abort() });
  const response = await fetch(`${bridge.url}/bridge/v1/events`, {
    headers: { authorization: `Bearer ${client.token}` },
    signal: leave.signal,
  });
  const read = async () => {
    for await (const chunk of response.body ?? [])
      for (const block of Buffer.from(chunk).toString().split('\n\n'))
        if (block.includes(`event: ${name}\n`)) heard.push(block);
  };
  read().catch(() => undefined);
  return heard;
}

/** Sealed in the database; the key lies beside it. */
function passwordIn({ data, rows }: TestBridge): string {
  const [row] = rows<{ password: string }>('SELECT password FROM paired_terminal');
  expect(row?.password).toMatch(/^sealed1\./);
  return createVault(readFileSync(join(data, 'secrets.key'), 'utf8').trim()).open(row?.password ?? '');
}
