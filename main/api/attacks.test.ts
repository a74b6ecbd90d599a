/**
 * Every operation of the API, attacked in the same way: ids of another merchant on every path that takes one, keys that would change
 * JavaScript in every body, and searches that would exhaust a machine on every list.
 */
import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { type Answer, cards, item, ok, sale } from '../doubles/bridge.fixture.ts';
import { specifies } from '../doubles/specifies.ts';
import type { DisplayCode } from '../wire/displays.ts';
import { demoIds } from '../world/demoIds.ts';
import { everyResource, type List } from './conventions.fixture.ts';

const { started } = everyResource();

interface Described {
  readonly parameters?: readonly { readonly name: string }[];
  readonly requestBody?: {
    readonly content?: {
      readonly 'application/json'?: {
        readonly example?: object;
        readonly examples?: Readonly<Record<string, { readonly value: object }>>;
      };
    };
  };
}

interface Operation {
  readonly method: string;
  readonly path: string;
  /** The example of its body in the description; null where it has none. */
  readonly body: string | null;
  readonly parameters: readonly string[];
}

const made = { report: `ZRP_${'1'.repeat(30)}`, approval: `APR_${'1'.repeat(30)}` } as const;
let operations: readonly Operation[] = [];
/** A sale that is open, and one that was paid. */
let [open, paid] = ['', ''];

beforeAll(async () => {
  const { bridge, client } = started;
  const pushed = { application_context: { return_urls: { url_push: 'http://127.0.0.1:9009/' } } };
  open = (await client.create(sale([item(100)]))).id;
  paid = (await client.create({ ...sale([item(100)]), ...pushed })).id;
  ok(await client.post(`/${paid}/start/cash`));
  const document = await bridge.ask<{ paths: Record<string, Record<string, Described>> }>('GET', '/docs/json');
  operations = Object.entries(document.body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
      const json = requestBody?.content?.['application/json'];
      const example = json?.example ?? Object.values(json?.examples ?? {})[0]?.value;
      const body = example ? withOwnIds(JSON.stringify(example)) : null;
      return { method: method.toUpperCase(), path, body, parameters: parameters.map(({ name }) => name) };
    }),
  );
  // No example makes these, and no list names them before there is one.
  for (const row of [
    `z_report VALUES ('${made.report}', '${demoIds.merchant}', '${demoIds.till}', 900, 0, 0, 0, 0, NULL, 0, '', '{}')`,
    `queue_case (id, merchant, kind, object, at, facts) VALUES ('CAS_1', '${demoIds.merchant}', 'conflict', 'x', 0, '{}')`,
    `service_issue (number, merchant, kind, object, document, at) VALUES (86420, '${demoIds.merchant}', 'mandate', 'x', '{}', 0)`,
    `approval VALUES (1, '${made.approval}', '${demoIds.merchant}', '{}', '', '', '', '', 0, NULL)`,
  ])
    bridge.alter(`INSERT INTO ${row}`);
  const manager = await bridge.staff('manager');
  const { code } = ok(
    await manager.ask<DisplayCode>('POST', '/bridge/v1/displays/codes', { body: { till: demoIds.till } }),
  );
  ok(await bridge.ask('POST', '/bridge/v1/display/pairing', { body: { code } }));
  const range = { cardgroup: demoIds.baseGroup, prefix: '92767', first: 100, count: 2, stock: 'stored' };
  ok(await manager.ask('POST', '/bridge/v1/loyalty/batches/range', { body: range }));
  ok(await manager.ask('POST', `/bridge/v1/terminals/${demoIds.terminal}/day-end`, { body: {} }));
});

/** Ids of the examples are made up: those of the demo take their place. */
const withOwnIds = (text: string): string =>
  text
    .replaceAll(/SDV_0{30}/g, demoIds.till)
    .replaceAll(/STX_0{30}/g, open)
    .replaceAll('"cardgroup":"text"', `"cardgroup":"${demoIds.baseGroup}"`)
    .replaceAll('"username":"cashier@demo.example","pin":"1111"', '"username":"manager@demo.example","pin":"9999"');

const firstOf = (sql: string): string => String(Object.values(started.bridge.rows(sql)[0] ?? {})[0] ?? '');

/** Ids that stand in no list under the path of their own. */
const BY_HAND: Readonly<Record<string, () => string | Promise<string>>> = {
  '/bridge/v1/transactions': () => open,
  '/bridge/v1/cards': () => cards.rich,
  '/bridge/v1/counter/cards': () => cards.rich,
  '/bridge/v1/counter/vouchers': () => firstOf('SELECT code FROM voucher'),
  '/bridge/v1/devices': () => demoIds.terminal,
  '/bridge/v1/printing/tills': () => demoIds.till,
  '/bridge/v1/z-reports': () => made.report,
  '/bridge/v1/approvals': () => made.approval,
  '/bridge/v1/returns': () => paid,
  // A client has no session of a person.
  '/bridge/v1/sessions': async () => {
    const { body } = await (await started.bridge.staff('manager')).ask<List>('GET', '/bridge/v1/sessions');
    return String(body.data?.[0]?.id ?? '');
  },
  '/bridge/v1/serviceIssues': () => firstOf('SELECT number FROM service_issue'),
  '/api/v2/General/Merchants': () => demoIds.merchant,
  '/api/v2/Payment/Transactions/me/getPaymentInstructions': () => paid,
  '/api/v2/Payment/Transactions/me/CrowdFundingData': () => paid,
};

/** Paths whose last word is not an id of one merchant. */
const SHARED = [
  // Forms of codes, declarations of reports and the control of a demo are those of the installation.
  ...['/api/v2/Smart/Idents', '/bridge/v1/reports', '/bridge/v1/control'],
  // The address is the secret; a scan that nobody knows is answered as one that somebody took.
  ...['/bridge/v1/mandates', '/bridge/v1/scans'],
] as const;

/** An id of the demo's merchant below this path: of the list, else of what the example of the path makes. */
async function ownId(parent: string): Promise<string> {
  const byHand = BY_HAND[parent];
  if (byHand) return byHand();
  const manager = await started.bridge.staff('manager');
  const listed = async () => {
    const { body } = await started.client.ask<Partial<List> | null>('GET', `${parent}?count=1`);
    const first = body?.data?.[0];
    return first?.id ?? first?.device ?? first?.supportId;
  };
  const found = await listed();
  const maker = operations.find(({ method, path }) => method === 'POST' && path === parent);
  if (found || !maker?.body) return String(found ?? '');
  const { body } = await manager.ask<{ id?: string } | null>('POST', parent, { body: maker.body });
  return String(body?.id ?? (await listed()) ?? '');
}

const parentOf = (path: string): string => path.slice(0, path.indexOf('/{'));
const noSuch = (id: string): string => id.replaceAll(/[A-Za-z0-9](?=[A-Za-z0-9]*$)/g, '9');
const answerAbout = ({ status, text }: Answer<unknown>, id: string): string =>
  `${status} ${text.replace(/"supportId":"[^"]*"/, '').replaceAll(id, 'ID')}`;

/** Everything that the merchant has, less what the bridge writes by itself and what every request writes. */
function belongings(): ReadonlyMap<string, string> {
  const tables = started.bridge.rows<{ name: string }>(
    `SELECT m.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name = 'merchant'`,
  );
  return new Map(
    tables.map(({ name }) => {
      const rows = started.bridge.rows(`SELECT * FROM "${name}" WHERE merchant = ?`, demoIds.merchant);
      return [name, createHash('sha256').update(JSON.stringify(rows)).digest('hex')];
    }),
  );
}

it('an object of another merchant is answered as one that is not there, and stays as it is, on every path that takes an id', async () => {
  specifies({ Errors: 'HTTP 404 at every resource, for what is not there or belongs to another' });
  const asked = operations.filter(
    ({ path }) => path.includes('{') && !SHARED.some(shared => path.startsWith(`${shared}/`)),
  );
  const ids = new Map<string, string>();
  for (const parent of new Set(asked.map(({ path }) => parentOf(path)))) ids.set(parent, await ownId(parent));
  expect([...ids].filter(([, id]) => id === '').map(([parent]) => parent)).toEqual([]);
  const before = belongings();
  const differing: string[] = [];
  for (const { method, path, body } of asked) {
    const id = ids.get(parentOf(path)) ?? '';
    const ask = async (named: string) => {
      const place = path.replace(/\{[^}]+\}/, encodeURIComponent(named)).replaceAll(/\{[^}]+\}/g, '1');
      const sent = method === 'GET' || method === 'DELETE' ? {} : { body: body ?? {} };
      return answerAbout(await started.other.ask(method, place, sent), named);
    };
    const [foreign, nobodys] = [await ask(id), await ask(noSuch(id))];
    if (foreign !== nobodys) differing.push(`${method} ${path} ${id}: ${foreign} – ${nobodys}`);
  }
  expect(differing).toEqual([]);
  expect(asked.length).toBeGreaterThan(270);
  expect(belongings()).toEqual(before);
});

it('keys that would change JavaScript itself change nothing in any body', async () => {
  const keys = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"prototype":{"polluted":1}';
  for (const { method, path, body } of operations) {
    if (method === 'GET' || path.startsWith('/bridge/v1/control')) continue;
    const place = path.replaceAll(/\{[^}]+\}/g, 'NONE');
    const text = (body ?? '{}').replace('{', `{${keys},`).replace(',}', '}');
    await started.other.ask(method, `${place}?__proto__[polluted]=1&constructor.prototype.polluted=1`, { body: text });
    expect(Reflect.get({}, 'polluted'), `${method} ${path}`).toBeUndefined();
  }
});

const ABUSES = [
  `${'('.repeat(2000)}a:1${')'.repeat(2000)}`,
  'id:1 (id:2) '.repeat(49),
  Array.from({ length: 90 }, (_, at) => `id:${at}`).join(' OR '),
  `${'NOT (id:1 '.repeat(19)}${')'.repeat(19)}`,
  `id:${'*a'.repeat(2000)}`,
  `id:/${'(a+)+'.repeat(20)}$/`,
  `id:"${'\\'.repeat(2001)}`,
  '\u0000',
];

/** Two for each list, so that four lists meet them all; one parser reads the searches of every list. */
const abusesOf = (list: number) => ABUSES.filter((_, at) => process.env.LONG || at % 4 === list % 4);

it('no search exhausts the bridge, on any list', async () => {
  const lists = operations.filter(
    ({ method, path, parameters }) => method === 'GET' && !path.includes('{') && parameters.includes('q'),
  );
  expect(lists.length).toBeGreaterThan(20);
  for (const [at, { path }] of lists.entries())
    for (const q of abusesOf(at)) {
      const { status, text } = await started.client.ask('GET', `${path}?q=${encodeURIComponent(q)}&count=1`);
      if (status !== 200)
        expect([status, text], `${path} ${q.slice(0, 20)}`).toEqual([
          500,
          expect.stringMatching(/"code":(1001|1053),/),
        ]);
    }
});
