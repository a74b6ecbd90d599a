/** The mark `audited` of the rights table: each of these operations leaves an entry of the audit log when it changes something. */
import { cpSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { piecesOf } from '../../cash/cash.fixture.ts';
import { calledRight } from '../../doubles/auditCheck.ts';
import {
  type Client,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
  temporaryDirectory,
  testClock,
  until,
} from '../../doubles/bridge.fixture.ts';
import { liveSignIn, startLiveShop } from '../../doubles/liveShop.fixture.ts';
import { beginSetup, newShop, startEmpty } from '../../doubles/newShop.fixture.ts';
import { OfficeDouble } from '../../doubles/officeDouble.ts';
import { closeTerminals, realBridge, virtualTerminal } from '../../doubles/pairedTerminals.fixture.ts';
import type { TerminalMemory } from '../../doubles/terminalMemory.ts';
import { operationRights } from '../../services/auth/rights.ts';
import { openShop } from '../../terminal/dayEnd/dayEnd.fixture.ts';
import type { AuditEntry } from '../../wire/audit.ts';
import { demoIds } from '../../world/demoIds.ts';
import { run, shop } from '../operations/operations.fixture.ts';

type Json = Readonly<Record<string, unknown>>;

let bridge: TestBridge;
let client: Client;
const proven = new Set<string>();

beforeAll(async () => {
  bridge = await startBridge();
  client = await bridge.client();
});
afterAll(closeTerminals);

const entries = (of = bridge) => of.rows<{ document: string }>('SELECT document FROM audit_entry ORDER BY number');

/** Calls, and expects an entry of this very request that says who, and what is different. */
async function change(
  method: string,
  path: string,
  body?: unknown,
  by: Pick<Client, 'ask'> = client,
  of = bridge,
): Promise<Json> {
  const before = entries(of).length;
  const answer = await by.ask<Json>(method, path, {
    headers: { 'x-reason': 'so', ...(typeof body === 'string' ? { 'content-type': 'text/csv' } : {}) },
    ...(body === undefined ? {} : { body }),
  });
  ok(answer);
  const added = entries(of)
    .slice(before)
    .map(({ document }) => JSON.parse(document) as AuditEntry)
    .filter(({ supportId }) => supportId === answer.headers.get('x-support-id'));
  expect(added.length, `${method} ${path}`).toBeGreaterThan(0);
  for (const { actor, action, before: was, after: is } of added) {
    expect(actor.name, `${method} ${path}`).not.toBe('');
    if (action === 'changed') expect(was, `${method} ${path}`).not.toEqual(is);
  }
  const { operation = '' } = calledRight(method, path) ?? {};
  proven.add(operation);
  return answer.body;
}

/** The entry of a batch is written when the batch is made, in the name of the person who has ordered it. */
async function order(path: string, body?: object): Promise<void> {
  const before = entries().length;
  ok(await client.ask('POST', path, body === undefined ? {} : { body }));
  await until(() => entries().length > before);
  const { actor } = JSON.parse(entries().at(-1)!.document) as AuditEntry;
  expect(actor.name).toBe('demo-client');
  proven.add(calledRight('POST', path)!.operation);
}

const idOf = (body: Json) => String(body.id);

/** A picture of one dot. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function putPicture(path: string, png: Buffer): Promise<void> {
  const before = entries().length;
  const headers = { authorization: `Bearer ${client.token}`, 'content-type': 'image/png' };
  const { status } = await fetch(bridge.url + path, { method: 'PUT', headers, body: new Uint8Array(png) });
  expect([status, entries().length]).toEqual([200, before + 1]);
  proven.add(calledRight('PUT', path)!.operation);
}

async function importPeople(body: string): Promise<void> {
  const before = entries().length;
  ok(await client.ask('POST', '/bridge/v1/people/import', { body, headers: { 'content-type': 'text/csv' } }));
  expect(entries().length).toBe(before + 1);
  proven.add(calledRight('POST', '/bridge/v1/people/import')!.operation);
}

/** The story of one resource, whose steps build on each other. */
const stories: Readonly<Record<string, () => Promise<void>>> = {
  async devices() {
    const path = '/api/v2/Smart/Devices';
    const till = idOf(await change('POST', path, { type: 'cashier', description: 'Kasse 9' }));
    await change('PUT', `${path}/${till}`, { description: 'Kasse 8' });
    await change('PUT', `${path}/${till}/devicePin`, { pin: '123456' });
    const routing = idOf(await change('POST', '/api/v2/Smart/Routings', { description: 'neu' }));
    await change('PUT', `/api/v2/Smart/Routings/${routing}`, { description: 'anders' });
    await change('POST', `/api/v2/Smart/Routings/${routing}/assign/${till}`);
    await change('DELETE', `/api/v2/Smart/Routings/${routing}/assign/${till}`);
    await change('DELETE', `/api/v2/Smart/Routings/${routing}`);
    await change('DELETE', `/bridge/v1/devices/${till}/tokens`);
  },
  async tills() {
    const till = idOf(await change('POST', '/bridge/v1/tills', { name: 'Kasse 7' }));
    await change('PUT', `/bridge/v1/tills/${till}`, { name: 'Kasse 6' });
    await change('PUT', `/bridge/v1/terminals/${demoIds.terminal}`, { description: 'Theke' });
    await change('PUT', '/bridge/v1/day-ends/schedule', { at: '22:30' });
  },
  async printers() {
    const connection = { type: 'tcp', host: '192.0.2.1', port: 9100 };
    const manager = await bridge.staff('manager');
    const printer = idOf(await change('POST', '/bridge/v1/printers', { name: 'Küche', connection }, manager));
    await change('PUT', `/bridge/v1/printers/${printer}`, { columns: 32 });
    await change('PUT', `/bridge/v1/printing/tills/${demoIds.till}`, { printer });
    await change('DELETE', `/bridge/v1/printers/${printer}`);
    await change('PUT', '/bridge/v1/printing/receipt-links', { is_on: true });
    const logo = { width: 8, height: 1, bits: Buffer.from([0xaa]).toString('base64') };
    await change('PUT', '/bridge/v1/printing/logo', { logo });
    const scale = { name: 'Waage', till: demoIds.till, path: '/dev/ttyUSB8', protocol: 'adam' };
    const scaleId = idOf(await change('POST', '/bridge/v1/scales', scale));
    await change('PUT', `/bridge/v1/scales/${scaleId}`, { name: 'Theke' });
    await change('DELETE', `/bridge/v1/scales/${scaleId}`);
    const scanner = { name: 'Scanner', till: demoIds.till, path: '/dev/ttyUSB7' };
    const id = idOf(await change('POST', '/bridge/v1/scanners', scanner));
    await change('PUT', `/bridge/v1/scanners/${id}`, { name: 'Handscanner' });
    await change('DELETE', `/bridge/v1/scanners/${id}`);
  },
  async invoices() {
    const cashier = await bridge.staff('cashier');
    const { id } = await cashier.create(sale([item(340)]));
    ok(await cashier.post(`/${id}/start/cash`));
    const recipient = { name: 'Muster GmbH', street: 'Ring 1', zip: '80331', city: 'München' };
    await change('POST', `/bridge/v1/sales/${id}/invoices`, { recipient });
  },
  async displays() {
    const code = ok(await client.ask<{ code: string }>('POST', '/bridge/v1/displays/codes', { body: {} })).code;
    await change('POST', '/bridge/v1/display/pairing', { code }, bridge);
    const { data } = ok(await client.ask<{ data: readonly Json[] }>('GET', '/bridge/v1/displays'));
    const id = idOf(data[0]!);
    await change('PUT', `/bridge/v1/displays/${id}`, { name: 'vorn' });
    await change('POST', `/bridge/v1/displays/${id}/revoke`);
  },
  async shop() {
    await change('PUT', '/bridge/v1/shop', { name: 'Café am Tor' });
    await change('PUT', '/bridge/v1/tax-rates', {
      data: [{ key: 'reduced', rate: 6, validFrom: '2030-01-01', name: { de: 'ermäßigt', en: 'reduced' } }],
    });
    await change('PUT', '/bridge/v1/ean-prefixes', {
      data: [{ prefix: '29', kind: 'price', itemDigits: 5, valueDigits: 5, decimals: 2, innerCheck: 'none' }],
    });
  },
  async articles() {
    const group = idOf(await change('POST', '/bridge/v1/article-groups', { id: 'neu', name: { de: 'Neu' } }));
    await change('PUT', `/bridge/v1/article-groups/${group}`, { name: { de: 'Anders' } });
    await change('DELETE', `/bridge/v1/article-groups/${group}`);
    await change('PUT', '/bridge/v1/tiles', { tiles: [{ action: 'enquiry' }] });
    const article = { number: '99001', name: { de: 'Neues' }, price: 100, taxRate: 7 };
    const id = idOf(await change('POST', '/bridge/v1/articles', article));
    await change('PUT', `/bridge/v1/articles/${id}`, { name: { de: 'Anderes' } });
    await change('DELETE', `/bridge/v1/articles/${id}`);
  },
  async loyalty() {
    const path = '/bridge/v1/loyalty';
    const group = { name: { de: 'Gold', en: 'Gold' }, prefix: '7777', length: 12 };
    const cardgroup = idOf(await change('POST', `${path}/card-groups`, group));
    await change('PUT', `${path}/card-groups/${cardgroup}`, { description: 'für Gäste' });
    const customer = { contact: { forename: 'Erika', surname: 'Muster' } };
    const owner = idOf(await change('POST', `${path}/customers`, customer));
    await change('PUT', `${path}/customers/${owner}`, { contact: { forename: 'Erna', surname: 'Muster' } });
    const other = idOf(await change('POST', `${path}/customers`, customer));
    await change('POST', `${path}/customers/${other}/anonymise`);
    const third = idOf(await change('POST', `${path}/customers`, customer));
    await change('DELETE', `${path}/customers/${third}`);
    const card = idOf(await change('POST', `${path}/cards`, { cardgroup }));
    const into = idOf(await change('POST', `${path}/cards`, { cardgroup }));
    await change('PUT', `${path}/cards/${card}`, { customer: owner });
    await change('POST', `${path}/cards/${card}/lock`, { reason: 1 });
    await change('POST', `${path}/cards/${card}/unlock`, { reason: 'gefunden' });
    await change('POST', `${path}/cards/${card}/corrections`, { reason: 'verzählt', points: 5 });
    await change('POST', `${path}/cards/${card}/merge`, { into, reason: 'doppelt' });
    const condition = {};
    const campaign = { id: 'neu', name: 'Neu', condition, effect: { type: 'percent', percent: 10 } };
    const action = idOf(await change('POST', `${path}/campaigns`, campaign));
    await change('PUT', `${path}/campaigns/${action}`, { name: 'Anders', condition, effect: campaign.effect });
    await change('POST', `${path}/campaigns/${action}/end`);
    const effect = { type: 'percent', percent: 10 };
    const voucher = idOf(await change('POST', `${path}/vouchers`, { name: 'Gutschein', effect }));
    await change('PUT', `${path}/vouchers/${voucher}`, { name: 'Rabatt', effect });
    await change('POST', `${path}/vouchers/${voucher}/lock`, { reason: 'verloren' });
    await change('POST', `${path}/vouchers/${voucher}/unlock`, { reason: 'gefunden' });
    await order(`${path}/vouchers/many`, { count: 2, name: 'Viele', effect });
    await order(`${path}/batches/range`, { cardgroup, count: 2 });
    const body = 'cardnumber;group;cash;bonus;points\n777700000095;Gold;1,00;0;1\n';
    const file = { body, headers: { 'content-type': 'text/csv' } };
    const { id } = ok(await client.ask<Json>('POST', `${path}/batches/file`, file));
    await order(`${path}/batches/${id}/apply`, { skipFaulty: true });
  },
  async 'decisions about money'() {
    const { bridge: own, terminal, till } = await shop({ parts: { outcomeTimeout: 50 } });
    const manager = await own.staff('manager');
    const decide = (path: string, body: object) => change('POST', `/bridge/v1/${path}`, body, manager, own);
    const isAsked = () => until(() => own.rows('SELECT 1 FROM intent WHERE person = 1').length > 0);
    const begin = async (amount: number, ending: TerminalMemory['endings'][number]) => {
      const { id } = await till.create(sale([item(amount)]));
      terminal.endings.push(ending);
      ok(await till.post(`/${id}/start/cashless`));
      return id;
    };
    const unknown = await begin(300, 'approveOther');
    await isAsked();
    await decide(`transactions/${unknown}/verdict`, { paid: false });
    const less = await begin(1000, 'approveLess');
    await isAsked();
    await decide(`transactions/${less}/verdict`, { part: 'keep' });
    const part = `transactions/${less}/parts/${(await till.read(less)).parts!.at(-1)!.id}`;
    // The terminal has lost the payment, and refuses to give it back.
    terminal.totals.amount -= 999;
    terminal.totals.count -= 1;
    terminal.endings.push('decline');
    expect((await till.ask('POST', `/bridge/v1/${part}/return`)).status).toBe(405);
    await decide(`${part}/verdict`, { held: false, reason: 'fehlt dort' });
    terminal.endings.push('loseOtherAmount');
    const { id } = await run(till, { do: 'refund', amount: 100 });
    await decide(`terminals/${demoIds.terminal}/operations/${id}/verdict`, { paid: true });
  },
  async 'a decision about an end-of-day'() {
    const own = await openShop();
    await own.pay(1000);
    own.day.ending = 'lostUndone';
    own.bridge.terminal.during = () => {
      Object.assign(own.bridge.terminal, { terminalId: '60009999' });
      own.day.counted.length = 0;
    };
    const { id } = await own.run();
    const body = { took_place: false };
    await change('POST', `/bridge/v1/day-ends/${id}/verdict`, body, own.till, own.bridge);
  },
  async 'a new shop'() {
    const own = await startEmpty();
    const setup = await beginSetup(own);
    ok(await setup.put(newShop));
    const before = entries(own).length;
    const made = await setup.finish();
    ok(made);
    const added = entries(own)
      .slice(before)
      .map(({ document }) => JSON.parse(document) as AuditEntry);
    expect(added.length).toBeGreaterThan(0);
    expect(new Set(added.map(({ actor, supportId }) => `${actor.name} ${supportId}`))).toEqual(
      new Set([`setup ${made.headers.get('x-support-id')}`]),
    );
    proven.add('POST /bridge/v1/setup/finish');
  },
  async terminals() {
    const own = await realBridge();
    const manager = await own.staff('manager');
    const input = { connection: await virtualTerminal(), password: '000000', description: 'Theke' };
    const { terminal } = await change('POST', '/bridge/v1/terminals', input, manager, own);
    await change('DELETE', `/bridge/v1/terminals/${(terminal as Json).device}`, undefined, manager, own);
  },
  async cash() {
    const own = await startBridge();
    const manager = await own.staff('manager');
    const at = (path: string, body: object) => change('POST', `/bridge/v1/${path}`, body, manager, own);
    const shiftOf = (answer: Json) => idOf(answer.shift as Json);
    const first = shiftOf(await at('shifts', { pieces: piecesOf(3000) }));
    await at('cash-movements', { kind: 'bank', direction: 'out', amount: 500, reason: 'zur Bank' });
    await at('drawer-openings', { reason: 'gewechselt' });
    const to = { pieces: piecesOf(2500), username: 'cashier@demo.example', pin: '1111' };
    const second = shiftOf(await at(`shifts/${first}/hand-over`, to));
    await at(`shifts/${second}/close`, { pieces: piecesOf(2400) });
    await at(`shifts/${second}/recount`, { pieces: piecesOf(2500), reason: 'lag darunter' });
    await at('shifts/count', { pieces: piecesOf(2500) });
  },
  async people() {
    const person = { username: 'neu', name: 'Neu', role: 'cashier', pin: '471108' };
    const id = idOf(await change('POST', '/bridge/v1/people', person));
    const first = { username: 'neu', pin: '471108', new_pin: '582930' };
    await change('POST', '/bridge/v1/session', first, bridge);
    await change('PUT', `/bridge/v1/people/${id}`, { name: 'Anders' });
    await change('POST', `/bridge/v1/people/${id}/pin`, { pin: '4711081' });
    await change('POST', `/bridge/v1/people/${id}/lock`, { reason: 'verreist' });
    await change('POST', `/bridge/v1/people/${id}/unlock`, { reason: 'wieder da' });
    await change('POST', `/bridge/v1/people/${id}/leave`, { reason: 'fort' });
    await change('POST', `/bridge/v1/people/${id}/return`, { username: 'neu' });
    await importPeople('username;name\nliste;Liste\n');
    const cashier = await bridge.staff('cashier');
    await change('PUT', '/bridge/v1/session/pin', { pin: '1111', new_pin: '582931' }, cashier);
    const { data } = ok(await cashier.ask('GET', '/bridge/v1/sessions')) as { data: { id: string }[] };
    await change('POST', `/bridge/v1/sessions/${data[0]!.id}/end`, null, cashier);
  },
  async clients() {
    const id = idOf(await change('POST', '/bridge/v1/clients', { id: 'neu', scopes: ['smart'] }));
    await change('PUT', `/bridge/v1/clients/${id}`, { name: 'Register' });
    await change('POST', `/bridge/v1/clients/${id}/secret`, { overlapMinutes: 1 });
    await change('POST', `/bridge/v1/clients/${id}/push-secret`, { overlapMinutes: 1 });
    await change('DELETE', `/bridge/v1/clients/${id}/push-secret`);
    await change('POST', `/bridge/v1/clients/${id}/revoke`, { reason: 'weg' });
    const receiver = await change('POST', '/bridge/v1/pushes/receivers', { url: 'https://shop.example/push' });
    await change('PUT', `/bridge/v1/pushes/receivers/${idOf(receiver)}`, { seconds: 7 });
    await change('DELETE', `/bridge/v1/pushes/receivers/${idOf(receiver)}`);
  },
  async 'the queue'() {
    const own = await startBridge({ config: { upstream: 'http://127.0.0.1:9' } });
    const manager = await own.staff('manager');
    const decide = (path: string, body?: object) => change('POST', `/bridge/v1/queue/${path}`, body, manager, own);
    for (const amount of [100, 200, 300]) {
      const { id } = await manager.create(sale([item(amount)]));
      ok(await manager.post(`/${id}/start/cash`));
    }
    own.alter("UPDATE upstream_delivery SET state = 'parked', attempts = 5");
    const { data } = ok(await manager.ask<{ data: Json[] }>('GET', '/bridge/v1/queue/records?state=parked'));
    const [one, two, three] = data.map(idOf);
    await decide(`records/${one}/retry`, { target: 'upstream' });
    await decide(`records/${two}/discard`, { target: 'upstream' });
    await decide(`records/${three}/correct`, { transaction_ref: 'FREE-1' });
    const facts = JSON.stringify({ part: 'merchant', here: { name: 'A' }, there: { name: 'B' } });
    own.alter(`INSERT INTO queue_case (id, merchant, kind, object, at, facts) VALUES
      ('CAS_1', '${demoIds.merchant}', 'settingDiffers', 'merchant', 1, '${facts}'),
      ('CAS_2', '${demoIds.merchant}', 'balanceGone', 'MCD_1', 2, '{}')`);
    await decide('cases/CAS_1/choose', { version: 'there' });
    await decide('cases/CAS_2/close');
  },
  async 'the back office'() {
    const manager = await bridge.staff('manager');
    const office = await new OfficeDouble().listen();
    try {
      const input = { code: 'DEMO-TILL', address: office.address };
      await change('POST', '/bridge/v1/queue/office/enrolment', input, manager);
      await change('POST', '/bridge/v1/queue/office/key', undefined, manager);
      await change('DELETE', '/bridge/v1/queue/office/enrolment?despite_waiting=true', undefined, manager);
    } finally {
      await office.close();
    }
  },
  async 'doubts about clock and numbers'() {
    const first = await startLiveShop({ clock: testClock(Date.UTC(2026, 10, 28)) });
    await first.close();
    const data = temporaryDirectory();
    cpSync(first.data, data, { recursive: true });
    // A copy of a directory that was opened two months later.
    const copied = await startLiveShop({ data, clock: testClock(Date.UTC(2027, 0, 28)) });
    const manager = await liveSignIn(copied, 'manager');
    await change('POST', '/bridge/v1/doubts/clock', undefined, manager, copied);
    await change('POST', '/bridge/v1/doubts/numbers', { receipt: 1 }, manager, copied);
  },
  async pictures() {
    const png = Buffer.from(PIXEL, 'base64');
    const { body: articles } = await client.ask<{ data: Json[] }>('GET', '/bridge/v1/articles?count=1');
    const article = `/bridge/v1/articles/${idOf(articles.data[0]!)}/picture`;
    await putPicture(article, png);
    await change('DELETE', article);
    await putPicture('/bridge/v1/displays/picture', png);
    await change('DELETE', '/bridge/v1/displays/picture');
    await change('POST', '/bridge/v1/articles/import', 'number;name;group;price;tax\n99100;Neues;coffee;1,00;7\n');
  },
};

it.each(Object.entries(stories))('changes of %s leave their entry', async (_name, story) => story());

it('all', () => {
  const missing = operationRights.filter(({ audited, operation }) => audited && !proven.has(operation));
  expect(missing.map(({ operation }) => operation)).toEqual([]);
});
