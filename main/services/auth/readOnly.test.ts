/** A person who only reads, at every route that the bridge publishes: what she reads changes nothing, and nothing else lets her in. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeAll, ok, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import type { Session } from '../../wire/session.ts';

const NO_RIGHT = 2004;

interface Call {
  readonly method: string;
  readonly path: string;
}

let bridge: TestBridge;
let token = '';
let calls: readonly Call[] = [];

beforeAll(async () => {
  bridge = await startBridge();
  const client = await bridge.client();
  const body = { username: 'reader', name: 'Reader', role: 'readOnly', pin: '4711', mustChange: false };
  ok(await client.ask('POST', '/bridge/v1/people', { body }));
  const login = { username: 'reader', pin: '4711' };
  token = ok(await bridge.ask<Session>('POST', '/bridge/v1/session', { body: login })).access_token;
  const { paths } = (
    await bridge.ask<{ paths: Record<string, Record<string, { security?: unknown[] }>> }>('GET', '/docs/json')
  ).body;
  calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { security }]) => security?.length !== 0)
      .map(([method]) => ({ method: method.toUpperCase(), path })),
  );
});
afterAll(closeAll);

const call = async ({ method, path }: Call, body: string | null = null) => {
  const leave = new AbortController();
  const response = await fetch(bridge.url + path.replaceAll(/\{[^}]+\}/g, 'me'), {
    ...{ method, body, signal: leave.signal },
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  const isStream = /event-stream/.test(response.headers.get('content-type') ?? '');
  const text = isStream ? '' : await response.text();
  leave.abort();
  const code = /^\{.*"code":(\d+)/s.exec(text)?.[1];
  return { status: response.status, code: Number(code) };
};

/** Everything on disk but what the work of the bridge in the background changes: the count of commits, which shop is open now, the last check of the pages. */
const contents = () =>
  bridge
    .rows<{ name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT IN ('commit_mark', 'store')",
    )
    .map(({ name }) => [name, bridge.rows<{ key?: string }>(`SELECT * FROM "${name}"`)] as const)
    .map(([name, rows]) => [name, JSON.stringify(rows.filter(({ key }) => key !== 'integrity'))] as const);

/** Tests; what anybody sent, and the whole set-up; and a question that the terminal is asked. */
const NOT_READ = [
  // A display reads its own view, and nobody else does.
  '/bridge/v1/display',
  '/bridge/v1/control',
  '/bridge/v1/journal',
  // Addresses of receivers belong to those who set up the shop.
  '/bridge/v1/pushes/receivers',
  '/bridge/v1/setup/export',
  // Files of whole numbers and codes, with which one can pay.
  '/bridge/v1/loyalty/cards/export',
  '/bridge/v1/loyalty/vouchers/export',
  '/bridge/v1/terminals/{device}/trace',
  '/bridge/v1/terminals/{device}/pre-authorisations',
];

it('reads lists, reports and settings, and the database stays as it was', async () => {
  const before = contents();
  const reads = calls.filter(({ method }) => method === 'GET');
  const refused: string[] = [];
  for (const read of reads) if ((await call(read)).code === NO_RIGHT) refused.push(read.path);
  expect(contents()).toEqual(before);
  expect(refused.filter(path => !NOT_READ.some(area => path.startsWith(area)))).toEqual([]);
});

/** Questions that are asked by POST, the own sessions and the own PIN. */
const ADMITTED = [
  'POST /api/v2/General/Contracts/{id}/getAvailablePaymentMethods',
  'POST /api/v2/General/Contracts/{id}/getAvailablePaymentMethods/{sale}',
  'POST /bridge/v1/sessions/{id}/end',
  'PUT /bridge/v1/session/pin',
];

it('is refused by every call that sells, changes or approves', async () => {
  const writes = calls.filter(({ method }) => method !== 'GET');
  expect(writes.length).toBeGreaterThan(100);
  const before = contents();
  const admitted: string[] = [];
  for (const write of writes) {
    // A body that is right for many, so that the right alone stands in the way.
    const { status, code } = await call(write, '{"name":"x","reason":"x","amount":100}');
    if (code !== NO_RIGHT) admitted.push(`${write.method} ${write.path}`);
    else expect(status, write.path).toBe(write.path.startsWith('/bridge/') ? 403 : 404);
  }
  expect(admitted.sort()).toEqual(ADMITTED);
  expect(contents()).toEqual(before);
});
