import { afterEach, describe, expect, it } from 'vitest';
import { openTerminal } from '../../../drivers/index.ts';
import { type Client, ok, type TestBridge, until } from '../../doubles/bridge.fixture.ts';
import {
  closeTerminals,
  newestVirtual,
  realBridge,
  TIMERS,
  virtualTerminal,
} from '../../doubles/pairedTerminals.fixture.ts';
import type { TaskAnswer, Terminal } from '../../wire/terminals.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { demoIds } from '../../world/demoIds.ts';
import { paired, path, type Refusal, refused, terminals } from './terminals.fixture.ts';

afterEach(closeTerminals);

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
