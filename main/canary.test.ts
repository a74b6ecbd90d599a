/**
 * A terminal that sends whole card numbers in every message is let loose on a real bridge: afterwards none is found in
 * database, journal, log, snapshot, push or answer. The last four digits are.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARD_NUMBERS, cardNumberTerminal } from '../drivers/doubles/cardNumberTerminal.ts';
import type { ScriptedTerminal } from '../drivers/doubles/scriptedTerminal.ts';
import { openTerminal } from '../drivers/index.ts';
import { type Element, element, textOf } from '../drivers/opi/codec/element.ts';
import { headOf, message } from '../drivers/opi/codec/messages.ts';
import { openScripted, type Scripted, success, type Wire } from '../drivers/opi/scripted.fixture.ts';
import type { Trace } from '../drivers/trace.ts';
import { type Client, closeAll, item, sale, startBridge, type TestBridge } from './doubles/bridge.fixture.ts';
import { demoIds } from './world/demoIds.ts';

const terminal = `/bridge/v1/terminals/${demoIds.terminal}`;
const transactions = '/api/v2/Smart/Transactions';

let stained: ScriptedTerminal;
let bridge: TestBridge;
let till: Client;
/** Everything that clients, receivers and screens received. */
const received: string[] = [];
const pushed = createServer((request, response) => {
  request.on('data', chunk => received.push(String(chunk)));
  request.on('end', () => response.end());
});

beforeAll(async () => {
  stained = await cardNumberTerminal();
  pushed.listen(0, '127.0.0.1');
  await once(pushed, 'listening');
  const connection = { type: 'tcp', host: '127.0.0.1', port: stained.port } as const;
  const timers = { retryFirst: 5, retryMost: 50, drain: 50, hold: 50, t4: 5000, short: 5000, settle: 100 };
  bridge = await startBridge({
    config: {
      terminals: [{ protocol: 'zvt', device: demoIds.terminal, connection, options: { questions: true, timers } }],
      journal: 'all',
    },
    parts: { openTerminal },
  });
  till = await bridge.client();
  void listen();
  await workADay();
});
afterAll(async () => {
  await closeAll();
  await stained.close();
  pushed.close();
});

/** The events that a screen gets until the bridge ends. */
async function listen(): Promise<void> {
  try {
    const headers = { authorization: `Bearer ${till.token}`, 'last-event-id': '0' };
    const { body } = await fetch(`${bridge.url}/bridge/v1/events`, { headers });
    for await (const chunk of body ?? []) received.push(Buffer.from(chunk).toString());
  } catch {
    // the bridge has been closed
  }
}

async function call(method: string, path: string, body?: unknown): Promise<string> {
  const { text, headers } = await till.ask(method, path, body === undefined ? {} : { body });
  received.push(text, JSON.stringify([...headers]));
  return text;
}

/** Enough commands for every number, with every kind of ending. */
async function workADay(): Promise<void> {
  const url_push = `http://127.0.0.1:${(pushed.address() as AddressInfo).port}/`;
  const pay = async (amount: number) => {
    const application_context = { return_urls: { url_push } };
    const { id } = await till.create({ ...sale([item(amount)]), application_context });
    await call('POST', `${transactions}/${id}/start/cashless`);
    return id;
  };
  const operate = (body: object) => call('POST', `${terminal}/operations`, body);
  for (const amount of [1200, 1210, 1220, 1230, 1240, 1250, 1260, 1270, 1285, 1295, 1305, 1317, 1327]) {
    const id = await pay(amount);
    if (amount === 1250) await call('POST', `${transactions}/${id}/cancel`);
    await call('GET', '/bridge/v1/till/slip');
    await call('POST', '/bridge/v1/till/recover');
    await call('POST', `/bridge/v1/transactions/${id}/verdict`, { paid: true });
  }
  await operate({ do: 'refund', amount: 500 });
  await operate({ do: 'preAuthorisation', amount: 700 });
  await operate({ do: 'tip', amount: 100, receipt_number: 1 });
  for (const path of ['status', 'pre-authorisations', 'day-end']) await call('GET', `${terminal}/${path}`);
  await call('POST', `${terminal}/read-card`, {});
  for (const body of [
    { do: 'diagnosis' },
    { do: 'turnoverTotals' },
    { do: 'reprint', from: 1 },
    { do: 'repeatReceipt' },
    { do: 'ask', lines: ['OK?'], seconds: 1 },
    { do: 'printConfiguration' },
  ])
    await call('POST', `${terminal}/tasks`, body);
  await call('POST', `${terminal}/day-end`);
}

const LISTS = [
  `${transactions}?count=100`,
  ...[
    'operations?count=200',
    'journal?count=200',
    'trace?count=10000',
    'trace/text?count=10000',
    'day-end',
    'pre-authorisations',
  ].map(path => `${terminal}/${path}`),
  '/bridge/v1/day-ends?count=100',
  '/bridge/v1/terminals',
  '/bridge/v1/till',
  '/bridge/v1/till/slip',
  '/bridge/v1/journal?count=200',
  '/bridge/v1/pushes',
  '/bridge/v1/control',
  '/metrics',
  '/healthz',
];

it('reads the terminal: the last four digits of every number are known', () => {
  const known = bridge.rows<{ lastFour: string }>("SELECT DISTINCT facts ->> 'lastFour' AS lastFour FROM intent");
  expect(known.map(({ lastFour }) => lastFour)).toEqual(expect.arrayContaining(['1111', '4444', '0005']));
  expect(bridge.rows('SELECT 1 FROM terminal_journal').length).toBeGreaterThan(100);
});

it.each([
  'PAN 4111 1111 1111 1111',
  'nr. 4111-1111-1111-1111',
  Buffer.from('0411111111111111100', 'hex'),
  Buffer.from('4111111111111111').toString('hex').toUpperCase(),
  ...['', 'a', 'ab'].map(before => Buffer.from(`${before}4111111111111111`).toString('base64')),
])('it would be found: %s', leak => {
  expect(() => expectNone(leak)).toThrow();
});

describe('no card number is found', () => {
  it.each(LISTS)('in %s', async path => {
    const text = await call('GET', path);
    expect(text.length).toBeGreaterThan(0);
    expectNone(text);
  });

  it('in everything that was received: answers, events, pushes, and the log', () => {
    expect(received.length).toBeGreaterThan(300);
    expectNone(received.join('\n'));
    expectNone(bridge.log.join('\n'));
  });

  it('in a file: database with its log, journal, trace of the terminal, outbox, snapshot, before and after the end', async () => {
    await call('POST', '/bridge/v1/control/snapshots', { name: 'canary' });
    await call('GET', `${transactions}?count=100`);
    expect(filesBelow(bridge.data).map(name => name.replace(/^.*\//, ''))).toEqual(
      expect.arrayContaining(['tillbridge.db', 'tillbridge.db-wal', 'canary.db']),
    );
    expectTrace(bridge, 'VISA ************4444');
    for (const file of filesBelow(bridge.data)) expectNone(readFileSync(file), file);
    await bridge.close();
    for (const file of filesBelow(bridge.data)) expectNone(readFileSync(file), file);
  });

  it.each([[['--verbose']], [['--json']], [['--verbose', '--json']]])(
    'in the output of the command line: %j',
    async more => {
      const cli = join(import.meta.dirname, '..', 'drivers', 'zvt', 'cli.ts');
      for (const words of [
        ['pay', '--amount', '1200'],
        ['pay', '--amount', '1205'],
        ['last'],
        ['read-card'],
        ['diagnosis'],
      ]) {
        const output = await run([cli, ...words, '--tcp', `127.0.0.1:${stained.port}`, ...more]);
        expect(output.length, words.join(' ')).toBeGreaterThan(20);
        expectNone(output, words.join(' '));
      }
    },
  );
});

describe('over O.P.I.', () => {
  const outputs = ['CashierDisplay', 'Printer', 'PrinterReceipt', 'CustomerDisplay'];
  let scripted: Scripted;
  let turn = 0;

  /** Everything a terminal may send, on both channels. */
  async function stain(request: Element, wire: Wire): Promise<void> {
    for (;;) {
      const number = CARD_NUMBERS[turn % CARD_NUMBERS.length]!;
      const spaced = number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
      turn += 1;
      const cashier = await scripted.callTill();
      const lines = [`Karte ${number}`, spaced, `;${number}=32072011234567?`].map(text =>
        element('TextLine', {}, text),
      );
      const shown = outputs.map(target => element('Output', { OutDeviceTarget: target }, lines));
      cashier.send(message('DeviceRequest', { ...headOf(request), requestType: 'Output', sender: number }, shown));
      await cashier.next();
      cashier.framed(`<bad ${number}`);
      await cashier.next();
      cashier.cut();
      const about = { CardPAN: number, ExpiryDate: '3207', ReceiptNumber: String(turn), CardCircuit: `VISA ${number}` };
      const amount = element('TotalAmount', { Currency: 'EUR' }, textOf(request, 'TotalAmount') ?? '12.00');
      const answer = success(request, [
        element('Tender', { CardPAN: number }, [amount, element('Authorisation', { ...about, Merchant: number })]),
        element('PrivateData', {}, [element('ErrorText', {}, `Karte ${spaced}`), element('ErrorCode', {}, number)]),
        element('CardValue', {}, [element('Track2', {}, `${number}D3207`), element('Note', {}, number)]),
      ]);
      if (turn === 2) wire.framed(`<bad ${number}`);
      wire.send(turn === 3 ? { ...answer, attributes: { ...answer.attributes, OverallResult: 'Failure' } } : answer);
      request = await wire.next();
    }
  }

  it('none is found either: in answers, trace, log and files', async () => {
    let trace: Trace = () => undefined;
    scripted = await openScripted(stain, {}, entry => trace(entry));
    const connection = { type: 'tcp', host: '127.0.0.1', port: 1 } as const;
    const shop = await startBridge({
      config: { terminals: [{ protocol: 'opi', device: demoIds.terminal, connection }], journal: 'all' },
      parts: {
        async openTerminal(_settings, { log }) {
          trace = log;
          return scripted.terminal;
        },
      },
    });
    const client = await shop.client();
    const answers: string[] = [];
    const ask = async (method: string, path: string) => void answers.push((await client.ask(method, path)).text);
    for (const amount of [1200, 1300, 1300]) {
      const { id } = await client.create(sale([item(amount)]));
      await ask('POST', `${transactions}/${id}/start/cashless`);
    }
    await ask('POST', `${terminal}/day-end`);
    for (const path of LISTS) await ask('GET', path);
    expect(turn).toBeGreaterThan(3);
    expect(shop.rows("SELECT 1 FROM intent WHERE facts ->> 'lastFour' IS NOT NULL").length).toBeGreaterThan(1);
    for (const text of [...answers, ...shop.log]) expectNone(text);
    expectTrace(shop, 'CashierDisplay');
    for (const file of filesBelow(shop.data)) expectNone(readFileSync(file), file);
    await scripted.close();
  });
});

/** The trace is in its file, and holds the messages of the terminal. */
function expectTrace({ data }: TestBridge, words: string): void {
  const folder = join(data, 'traces', demoIds.terminal);
  const text = readdirSync(folder)
    .map(name => readFileSync(join(folder, name), 'utf8'))
    .join('');
  expect(text.includes(words), words).toBe(true);
  expect(text.split('\n').length).toBeGreaterThan(50);
}

function run(args: readonly string[]): Promise<string> {
  return new Promise(resolve => execFile(process.execPath, args, (_, out, err) => resolve(out + err)));
}

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(name => statSync(name).isFile());

/** In letters, in groups, in nibbles at any place, in hex of letters, and in Base64. */
function expectNone(where: string | Buffer, name = ''): void {
  const text = typeof where === 'string' ? where : where.toString('latin1');
  const plain = text.replaceAll(/[ -]/g, '').toLowerCase();
  const hex = typeof where === 'string' ? '' : where.toString('hex');
  const found = CARD_NUMBERS.flatMap(number => {
    const secret = number.slice(0, -4);
    return [
      ...FORMS.map(form => form(secret)).filter(form => plain.includes(form) || text.includes(form)),
      ...(hex.includes(secret) ? [`${secret} in nibbles`] : []),
    ];
  });
  expect(found, name).toEqual([]);
}

const base64 = (text: string, shift: number): string =>
  Buffer.concat([Buffer.alloc(shift), Buffer.from(text)])
    .toString('base64')
    .slice(shift === 0 ? 0 : 4, -4);

const FORMS: readonly ((secret: string) => string)[] = [
  secret => secret,
  secret => Buffer.from(secret).toString('hex'),
  ...[0, 1, 2].map(shift => (secret: string) => base64(secret, shift)),
];
