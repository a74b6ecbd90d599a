/** The table of rights, at every route that the bridge publishes and for every role. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAll, ok, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import { mayAdmitDevices, missingRight, needsOf, type Role } from './rights.ts';

const roles = ['cashier', 'manager', 'readOnly', 'integrator', 'backoffice'] as const satisfies readonly Role[];

interface Call {
  readonly method: string;
  readonly path: string;
}
interface Refusal {
  readonly code?: number;
}

let bridge: TestBridge;
const tokens = new Map<Role, string>();
let calls: readonly Call[] = [];

beforeAll(async () => {
  bridge = await startBridge();
  for (const role of roles)
    bridge.alter(`INSERT INTO staff (id, merchant, username, name, role, pin_hash) SELECT '${idOf(role)}', merchant, '${role}@test', '${role}', '${role}', pin_hash
      FROM staff WHERE username = 'cashier@demo.example'`);
  for (const role of roles) tokens.set(role, await signIn(`${role}@test`));
  calls = await published();
});
afterAll(closeAll);

/** As the bridge makes them: prefix and thirty characters. */
const idOf = (role: Role): string => `USR_${role.toUpperCase().padEnd(30, '0')}`;

async function signIn(username: string): Promise<string> {
  const client = { client_id: 'demo-client', client_secret: 'demo-secret' };
  const body = { ...client, grant_type: 'appuser', username, password: '1111', device: 'x' };
  return (await bridge.ask<{ access_token: string }>('POST', '/oauth/token', { body })).body.access_token;
}

/** Every operation that wants a token, from the description the bridge publishes. */
async function published(): Promise<readonly Call[]> {
  const { body } = await bridge.ask<{ paths: Record<string, Record<string, { security?: unknown[] }>> }>(
    'GET',
    '/docs/json',
  );
  return Object.entries(body.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { security }]) => security?.length !== 0)
      .map(([method]) => ({ method: method.toUpperCase(), path })),
  );
}

/** Writes carry a body that nobody can read, so that whoever is admitted changes nothing. */
async function answer({ method, path }: Call, token: string): Promise<{ status: number; code: number | undefined }> {
  const leave = new AbortController();
  const response = await fetch(bridge.url + path.replaceAll(/\{[^}]+\}/g, 'NONE'), {
    method,
    signal: leave.signal,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: '{' }),
  });
  const stream = /event-stream/.test(response.headers.get('content-type') ?? '');
  const text = stream ? '' : await response.text();
  leave.abort();
  const json = /json/.test(response.headers.get('content-type') ?? '') ? (JSON.parse(text) as Refusal | null) : null;
  return { status: response.status, code: json?.code };
}

const NO_RIGHT = 2004;
const template = (path: string) => path.replaceAll(/\{([^}]+)\}/g, ':$1');

describe('rights', () => {
  it.each(roles)('of a %s at every route: admitted where the table says so, refused everywhere else', async role => {
    specifies({ Authentication: 'permissions of roles at every endpoint' });
    expect(calls.length).toBeGreaterThan(30);
    const token = tokens.get(role) ?? '';
    for (const call of calls) {
      const { status, code } = await answer(call, token);
      const { roles: admitted } = needsOf(call.method, template(call.path));
      const place = `${role} ${call.method} ${call.path}: ${status} ${code}`;
      // A route may ask for more than the table does, never for less.
      if (!admitted.includes(role)) expect(code, place).toBe(NO_RIGHT);
      if (code === NO_RIGHT) expect(status, place).toBe(call.path.startsWith('/bridge/') ? 403 : 404);
      else if (call.method !== 'GET') expect(status, place).toBeGreaterThanOrEqual(400);
      expect(status, place).not.toBe(401);
    }
  });

  it('every route refuses without a token', async () => {
    specifies({ Authentication: 'a client without a token reads nothing' });
    for (const call of calls) expect((await answer(call, 'none')).status, `${call.method} ${call.path}`).toBe(401);
  });

  const may = (role: Role, method: string, path: string) => needsOf(method, path).roles.includes(role);

  it.each([
    ['cashier', 'POST', '/api/v2/Smart/Transactions', true],
    ['cashier', 'POST', '/api/v2/Smart/Transactions/:id/start/:method', true],
    ['cashier', 'POST', '/api/v2/Payment/Customers', true],
    ['cashier', 'PUT', '/api/v2/Smart/Devices/pin', true],
    ['cashier', 'GET', '/api/v2/Smart/Devices', true],
    ['cashier', 'POST', '/api/v2/Smart/Devices', false],
    ['cashier', 'PUT', '/api/v2/Smart/Devices/:id', false],
    ['cashier', 'POST', '/api/v2/Smart/Routings/:id/assign/:device', false],
    ['cashier', 'POST', '/api/v2/Payment/Svcpayout/me/PayoutWithoutCustomer', false],
    ['cashier', 'POST', '/api/v2/Payment/Contracts/:id/clone', false],
    ['cashier', 'POST', '/api/v2/General/Stores', false],
    ['manager', 'POST', '/api/v2/Payment/Svcpayout', true],
    ['manager', 'POST', '/bridge/v1/control/reset', true],
    ['cashier', 'GET', '/bridge/v1/control/clock', false],
    ['backoffice', 'GET', '/api/v2/Payment/Transactions', true],
    ['backoffice', 'POST', '/api/v2/Smart/Transactions', false],
    ['backoffice', 'PUT', '/api/v2/Smart/Devices/pin', false],
    ['backoffice', 'GET', '/bridge/v1/control/clock', false],
  ] as const)('%s, %s %s: %s', (role, method, path, expected) => {
    expect(may(role, method, path)).toBe(expected);
  });

  it('a resource nobody thought of yet is for those who lead', () => {
    expect(needsOf('POST', '/api/v2/Future/Things')).toEqual({ scopes: ['general'], roles: ['manager', 'integrator'] });
    expect(needsOf('GET', '/api/v2/SmartButNot')).toMatchObject({ scopes: ['general'] });
  });

  it.each([
    ['/api/v2/Smart/Transactions', ['smart']],
    ['/api/v2/Loyalty/MerchantCards', ['loyalty']],
    ['/api/v2/Payment/Customers', ['payment']],
    ['/api/v2/General/Stores', ['general']],
    ['/api/v2/Document/Uploads', ['payment', 'general']],
    ['/bridge/v1/control/clock', ['control']],
  ])('%s wants the scope %s', (path, scopes) => {
    specifies({ Authentication: 'scopes of clients' });
    expect(needsOf('GET', path).scopes).toEqual(scopes);
    const everything = { role: 'integrator', scope: new Set(scopes) } as const;
    expect(missingRight(everything, needsOf('GET', path))).toBeNull();
    expect(missingRight({ ...everything, scope: new Set(['x']) }, needsOf('GET', path))).toMatch(/scope/);
  });

  it('a client without the scope of a resource does not find it', async () => {
    specifies({ Errors: 'HTTP 404: no permission' });
    const own = await startBridge();
    own.alter("UPDATE client SET scope = 'payment' WHERE id = 'demo-client'");
    const client = await own.client();
    const refused = await client.ask<Refusal>('GET', '/api/v2/Smart/Transactions');
    expect([refused.status, refused.body.code]).toEqual([404, NO_RIGHT]);
    expect((await client.ask<Refusal>('GET', '/bridge/v1/till')).status).toBe(403);
  });

  it('nor does it find it in the place of a reference', async () => {
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

  it('who lets devices in: everybody who works in the shop', () => {
    expect(roles.filter(mayAdmitDevices)).toEqual(['cashier', 'manager', 'integrator']);
  });
});
