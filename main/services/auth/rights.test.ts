/** The table of rights: against the published document both ways, and against every caller over HTTP. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Static } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givingOperations, ruleOf } from '../../domain/approvalRules.ts';
import { closeAll, ok, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import { clientScopes } from '../../wire/clients.ts';
import type { DisplayCode, PairedDisplay } from '../../wire/displays.ts';
import type { JournalPage, JournalStory } from '../../wire/journal.ts';
import { hashToken, newToken } from '../../world/secrets.ts';
import { mayAdmitDevices, missingRight, operationRights, type Right, type Role, rightOf } from './rights.ts';

const roles = ['cashier', 'manager', 'readOnly', 'integrator', 'backoffice'] as const satisfies readonly Role[];

const NO_RIGHT = 2004;

interface Refusal {
  readonly code?: number;
}

/** Somebody who calls, as the table sees it: `role` null is a client for itself. */
interface Caller {
  readonly name: string;
  readonly kind: 'client' | 'till' | 'person';
  readonly scopes: readonly string[];
  readonly role: Role | null;
  token(): Promise<string>;
}

let bridge: TestBridge;
/** Operations of the published document that want a token, and those that want none. */
let published: readonly { readonly operation: string; readonly isOpen: boolean }[] = [];
const everything: readonly string[] = clientScopes;

beforeAll(async () => {
  bridge = await startBridge();
  for (const role of roles)
    bridge.alter(`INSERT INTO staff (id, merchant, username, name, role, pin_hash) SELECT '${idOf(role)}', merchant, '${role}@test', '${role}', '${role}', pin_hash
      FROM staff WHERE username = 'cashier@demo.example'`);
  for (const scope of clientScopes)
    bridge.alter(`INSERT INTO client (id, merchant, secret_hash, scope, rotates)
      SELECT '${scope}-only', merchant, '${hashToken('secret')}', '${scope}', 0 FROM client WHERE id = 'demo-client'`);
  const { paths } = (
    await bridge.ask<{ paths: Record<string, Record<string, { security?: unknown[] }>> }>('GET', '/docs/json')
  ).body;
  published = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({
      operation: `${method.toUpperCase()} ${path}`,
      isOpen: security?.length === 0,
    })),
  );
});
afterAll(closeAll);

/** As the bridge makes them: prefix and thirty characters. */
const idOf = (role: Role): string => `USR_${role.toUpperCase().padEnd(30, '0')}`;

async function granted(client: string, more: object): Promise<string> {
  const client_secret = client === 'demo-client' ? 'demo-secret' : 'secret';
  const body = { client_id: client, client_secret, ...more };
  return ok(await bridge.ask<{ access_token: string }>('POST', '/oauth/token', { body })).access_token;
}

const asPerson = (client: string, role: Role) =>
  granted(client, { grant_type: 'appuser', username: `${role}@test`, password: '1111', device: 'x' });

async function displayToken(): Promise<string> {
  const till = await bridge.client();
  const { code } = ok(await till.ask<DisplayCode>('POST', '/bridge/v1/displays/codes', { body: {} }));
  return ok(await bridge.ask<PairedDisplay>('POST', '/bridge/v1/display/pairing', { body: { code } })).token;
}

async function tillToken(): Promise<string> {
  const device = { grant_type: 'device', client_id: 'demo-client', client_secret: 'demo-secret' };
  const asked = await bridge.ask<{ device_code: string; user_code: string }>('POST', '/oauth/token', {
    body: { ...device, uuid: '/vendor/demo/till/1' },
  });
  const { device_code: code, user_code } = asked.body;
  ok(await (await bridge.client()).ask('POST', '/bridge/v1/control/devices/approve', { body: { user_code } }));
  bridge.clock.pass(6000);
  return granted('demo-client', { grant_type: 'device', code });
}

const callers: readonly Caller[] = [
  ...clientScopes.map(scope => ({
    ...{ name: `a client with ${scope} alone`, kind: 'client' as const, scopes: [scope], role: null },
    token: () => granted(`${scope}-only`, { grant_type: 'client_credentials' }),
  })),
  ...roles.map(role => ({
    ...{ name: `a ${role}`, kind: 'person' as const, scopes: everything, role },
    token: () => asPerson('demo-client', role),
  })),
  {
    ...{ name: 'a manager at a client with smart alone', kind: 'person', scopes: ['smart'], role: 'manager' },
    token: () => asPerson('smart-only', 'manager'),
  },
  {
    ...{ name: 'a till that was admitted', kind: 'till', scopes: everything, role: 'cashier' },
    token: tillToken,
  },
  { ...{ name: 'a customer display', kind: 'till', scopes: ['display'], role: 'display' }, token: displayToken },
];

/** True where the row admits the caller, read from the row alone. */
function isNamed({ kind, scopes, role }: Caller, right: Right): boolean {
  const wanted = kind === 'person' ? right.scopes : right.alone;
  const hasScope = wanted?.some(scope => scopes.includes(scope)) === true || wanted?.length === 0;
  return hasScope && (role === null || right.people.includes(role));
}

/** Changes carry a body that nobody can read, so that whoever is admitted changes nothing and whoever is refused was not read. */
async function answer(operation: string, token: string | null): Promise<{ status: number; code: number | undefined }> {
  const [method = '', path = ''] = operation.split(' ');
  const leave = new AbortController();
  const response = await fetch(bridge.url + path.replaceAll(/\{[^}]+\}/g, 'NONE'), {
    method,
    signal: leave.signal,
    headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: '{' }),
  });
  const isStream = /event-stream/.test(response.headers.get('content-type') ?? '');
  const text = isStream ? '' : await response.text();
  leave.abort();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  const { code } = (isJson ? JSON.parse(text) : null) ?? {};
  return { status: response.status, code };
}

/** In `npm test` an eighth of the operations for each caller, and each operation for an eighth of the callers. */
const asked = (caller: Caller) =>
  guarded().filter((_, at) => process.env.LONG || at % 8 === callers.indexOf(caller) % 8);

/** The caller as a request shows it, for the rule alone. */
const principalOf = ({ kind, scopes, role }: Caller) => ({
  ...{ role: role ?? 'integrator', scope: new Set(scopes) },
  staff: kind === 'person' ? { id: idOf(role ?? 'cashier'), username: `${role}@test` } : null,
});

const guarded = () => operationRights.filter(right => !right.public && right.published);

describe('the table and the document', () => {
  it('have the same operations: each has one row, and each row an operation', () => {
    const inDocument = published.map(({ operation }) => operation).sort();
    const inTable = operationRights.filter(right => right.published).map(({ operation }) => operation);
    expect(inTable.sort()).toEqual(inDocument);
    expect(inDocument.length).toBeGreaterThan(450);
  });

  it('agree about what answers without a token', () => {
    const open = published.filter(({ isOpen }) => isOpen).map(({ operation }) => operation);
    const rows = operationRights.filter(right => right.public).map(({ operation }) => operation);
    expect(rows.sort()).toEqual(open.sort());
  });

  it('everything that gives value away has a row that admits people', () => {
    for (const operation of givingOperations) {
      const right = operationRights.find(row => row.operation.toLowerCase() === operation.toLowerCase());
      expect(right?.people.length, operation).toBeGreaterThan(0);
    }
  });

  it('what nobody thought of is for nobody', () => {
    expect(rightOf('POST', '/api/v2/Future/Things')).toBeNull();
    expect(rightOf('GET', '/bridge/v1')).toBeNull();
    const manager = { role: 'manager', scope: new Set(everything), staff: null } as const;
    expect(missingRight(manager, rightOf('GET', '/bridge/v1/future'))).not.toBeNull();
  });
});

describe('over HTTP', () => {
  it.each(callers)(
    '$name is admitted where the table names it and refused everywhere else, before the body is read',
    async caller => {
      specifies({ Authentication: 'permissions of roles at every endpoint' });
      for (const right of guarded())
        expect(missingRight(principalOf(caller) as never, right) === null, `${caller.name}: ${right.operation}`).toBe(
          isNamed(caller, right),
        );
      const token = await caller.token();
      for (const right of asked(caller)) {
        const { status, code } = await answer(right.operation, token);
        const place = `${caller.name}: ${right.operation} ${status} ${code}`;
        if (isNamed(caller, right)) expect(code, place).not.toBe(NO_RIGHT);
        else {
          expect(code, place).toBe(NO_RIGHT);
          expect(status, place).toBe(right.operation.includes(' /bridge/') ? 403 : 404);
        }
        expect(status, place).not.toBe(401);
      }
    },
    120_000,
  );

  it.each([
    ['nobody', null],
    ['somebody whose token is of a back office', newToken()],
  ])('%s is refused everywhere', async (_name, token) => {
    specifies({ Authentication: 'a client without a token reads nothing' });
    const some = guarded().filter((_, at) => process.env.LONG || token === null || at % 4 === 0);
    for (const { operation } of some) expect((await answer(operation, token)).status, operation).toBe(401);
  });
});

describe('what a role may', () => {
  const rowsOf = (role: Role) => operationRights.filter(({ people }) => people.includes(role));

  it('an integrator sets up devices and clients, takes no money and decides nothing', () => {
    const changes = rowsOf('integrator').filter(({ operation }) => !operation.startsWith('GET '));
    expect([...new Set(changes.map(({ title }) => title))]).toEqual([
      'Let a till in',
      'Set up devices and which belongs to which',
      'Force the status of a payment',
      // Asks, though it is a POST.
      'Read agreements and stores',
      'Choose another PIN',
      'End a session',
      'Make a backup now',
      'Search the network for terminals',
      'Pair, change and remove terminals',
      'Let a terminal do something that moves no money; see what it said',
      'End the tokens of a device',
      'Set up printers, scanners, scales and tills',
      'Print a test slip',
      'Set up customer displays',
      'Look after clients of the API',
      'Push once more',
      'Try every target now',
      'Send and read now',
    ]);
  });

  it('a cash register sells, and needs more to look after the shop', () => {
    const may = (scope: string) =>
      operationRights.filter(({ alone, published }) => published && alone?.includes(scope)).map(({ title }) => title);
    expect([...new Set(may('smart'))]).toEqual([
      'Read sales',
      'Sell, pay and cancel',
      'Read devices and who is in the shop',
      'Let a till in',
      'Set up devices and which belongs to which',
      'Read what a till needs',
      'Work at a till',
      'Make an invoice from a receipt',
      'Read figures and what changed',
      'Read requests',
    ]);
  });

  it('who lets devices in: everybody who works in the shop', () => {
    expect(roles.filter(mayAdmitDevices)).toEqual(['cashier', 'manager', 'integrator']);
  });
});

describe('a client without the scope of a resource', () => {
  it('does not find it', async () => {
    specifies({ Errors: 'HTTP 404: no permission', Authentication: 'scopes of clients' });
    const own = await startBridge();
    own.alter("UPDATE client SET scope = 'payment' WHERE id = 'demo-client'");
    const client = await own.client();
    const refused = await client.ask<Refusal>('GET', '/api/v2/Smart/Transactions');
    expect([refused.status, refused.body.code]).toEqual([404, NO_RIGHT]);
    expect((await client.ask<Refusal>('GET', '/bridge/v1/till')).status).toBe(403);
  });

  it('nor finds it in the place of a reference', async () => {
    const own = await startBridge();
    const path = '/api/v2/Smart/Devices?count=1&expand=store';
    const placeOf = async () => ok(await (await own.client()).ask<{ data: { store: object }[] }>('GET', path)).data[0];
    expect((await placeOf())?.store).toHaveProperty('created');
    own.alter("UPDATE client SET scope = 'smart' WHERE id = 'demo-client'");
    const again = await own.restart();
    const { data } = ok(await (await again.client()).ask<{ data: { store: object }[] }>('GET', path));
    expect(data[0]?.store).toHaveProperty('name');
    expect(data[0]?.store).not.toHaveProperty('created');
  });
});

describe('finer than the table', () => {
  it('a cash register finds its own requests in the journal, and no others', async () => {
    const token = await granted('smart-only', { grant_type: 'client_credentials' });
    const ask = (path: string, as = token) =>
      bridge.ask<Static<typeof JournalPage> & JournalStory>('GET', path, { token: as });
    const own = (await ask('/bridge/v1/till')).headers.get('x-support-id') ?? '';
    const foreign = (await (await bridge.client()).ask('GET', '/bridge/v1/till')).headers.get('x-support-id');
    const ofOwn = await ask(`/bridge/v1/journal/${own}`);
    expect(ofOwn.body.request?.client).toBe('smart-only');
    expect((await ask(`/bridge/v1/journal/${foreign}`)).status).toBe(404);
    expect((await ask(`/bridge/v1/journal/${foreign}/curl`)).status).toBe(404);
    const { data } = ok(await ask('/bridge/v1/journal?count=100'));
    expect(new Set(data.map(entry => (entry.kind === 'request' ? entry.client : entry.kind)))).toEqual(
      new Set(['smart-only']),
    );
    const manage = await granted('demo-client', { grant_type: 'client_credentials' });
    expect((await ask(`/bridge/v1/journal/${own}`, manage)).status).toBe(200);
  });

  it('an integrator gives no client the right of a manager, and approves nothing', async () => {
    const token = await asPerson('demo-client', 'integrator');
    const make = (id: string, scopes: readonly string[]) =>
      bridge.ask<Refusal>('POST', '/bridge/v1/clients', { token, body: { id, scopes } });
    expect((await make('by-integrator', ['smart'])).status).toBe(200);
    expect((await make('too-much', ['smart', 'manage'])).body.code).toBe(5067);
    const cashier = await asPerson('demo-client', 'cashier');
    const needs = { operation: 'cardLoad', object: 'MCD_1', amount: 1 };
    const refused = await bridge.ask<Refusal>('POST', '/bridge/v1/approvals', {
      token: cashier,
      body: { username: 'integrator@test', pin: '1111', reason: 'x', ...needs },
    });
    expect([refused.status, refused.body.code]).toEqual([403, 2024]);
  });
});

describe('docs/rights.md', () => {
  const page = join(import.meta.dirname, '../../../docs/rights.md');

  it('has the table as it is; UPDATE_DOCS=1 writes it', () => {
    const text = readFileSync(page, 'utf8');
    const written = text
      .replace(/\*\*\d+ operations\*\*.*?calls/, counted())
      .replace(/\n\| block \|[\s\S]*$/, `\n${tableText()}\n`);
    if (process.env.UPDATE_DOCS === '1') writeFileSync(page, written);
    expect(text).toBe(written);
  });

  const listed = (words: readonly string[] | null) =>
    words === null ? '–' : words.map(one => `\`${one}\``).join(', ');

  /** Figures of the walk: operations, callers, and calls over HTTP. */
  function counted(): string {
    const open = operationRights.filter(right => right.public).length;
    const all = callers.length + 2;
    return `**${operationRights.length} operations** (${open} without a token), ${all} callers, ${guarded().length * all} calls`;
  }

  function tableText(): string {
    const blocks = Map.groupBy(operationRights, ({ title }) => title);
    const rows = [...blocks].map(([title, rights]) => {
      const [{ scopes, people, alone, audited, public: open } = operationRights[0]!] = rights;
      const giving = rights.filter(({ operation }) => ruleOf(...(operation.split(' ') as [string, string])) !== null);
      const through = open || scopes.join() === (alone ?? []).join() ? '' : listed(scopes);
      const who = open ? ['everybody', ''] : [listed(alone), people.join(', ') || '–'];
      return [title, rights.length, ...who, through, giving.length || '', audited ? 'yes' : ''];
    });
    const head = ['block', 'operations', 'client alone', 'people', 'through', 'approval', 'audited'];
    return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');
  }
});
