/** The table of rights against the document, in both directions, and every operation by every caller over real HTTP. */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BatchHead, batchHash } from '../../batch/batchChain.ts';
import { type SigningKey, signRequest } from '../../batch/signature.ts';
import { signBatch } from '../../batch/signedBatch.ts';
import { rowsOfEveryReader } from '../../domain/csvText.fixture.ts';
import { systemClock } from '../../world/clock.ts';
import { hashToken } from '../../world/secrets.ts';
import { revoke } from '../enrolment/bridges.ts';
import { keepCode } from '../enrolment/codes.ts';
import { keyPair, newInstallation } from '../office.fixture.ts';
import { type Provider, startProvider } from '../people/openIdProvider.fixture.ts';
import { addPerson } from '../people/persons.ts';
import { openSession } from '../people/sessions.ts';
import { ids, openBooks, passwords } from '../reports/books.fixture.ts';
import { admitByRights } from './admission.ts';
import { rights } from './rights.ts';
import { buildOfficeServer } from './server.ts';

const books = openBooks();
let provider: Provider;
let app: FastifyInstance;
let url = '';
let operations: readonly string[] = [];

/** A caller brings a token, a key, or nothing. */
type Credential = { readonly token: string } | { readonly key: SigningKey } | null;
const callers: Record<string, { readonly is: string | null; readonly limited?: boolean; credential: Credential }> = {};

const WHO_IS_DUE = 'a person who has to set a second factor up';
const DUE = 'password of who is due';

beforeAll(async () => {
  provider = await startProvider('office', 'secret');
  const openId = { ...{ issuer: provider.issuer, clientId: 'office', clientSecret: 'secret' }, algorithm: 'RS256' };
  const settings = {
    ...books.office.settings,
    openId: { ...openId, address: 'http://127.0.0.1', secondFactor: false },
  };
  app = await buildOfficeServer({ ...books.office, clock: systemClock, settings });
  await app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const { paths } = (await (await fetch(`${url}/docs/json`)).json()) as { paths: Record<string, object> };
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  await addCallers();
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

async function addCallers(): Promise<void> {
  const { database } = books;
  const sessionOf = async (id: string, merchant: string = ids.merchant) => ({
    token: (await openSession(database, systemClock, { id, merchant }, { by: 'test' })).token,
  });
  await addPerson(database, { merchant: ids.merchant, username: 'away@own.example', name: 'Away', role: 'chain' });
  const [away] = await database.query<{ id: string }>(`SELECT id FROM person WHERE username = 'away@own.example'`);
  const expired = await sessionOf('USR_CHAIN');
  await database.query(`UPDATE session SET expires = now() - interval '1 second' WHERE person = 'USR_CHAIN'`);
  const locked = await sessionOf(away?.id ?? '');
  await database.query('UPDATE person SET locked = true WHERE id = $1', [away?.id]);
  const due = { merchant: ids.merchant, username: 'due@own.example', name: 'Due', role: 'readonly' } as const;
  const limited = await sessionOf((await addPerson(database, { ...due, password: DUE, form: 'demo' })).id);
  await database.query('UPDATE session SET limited = true WHERE hash = $1', [hashToken(limited.token)]);
  const gone = await enrolledKey();
  await revoke(database, ids.merchant, gone.bridge);
  Object.assign(callers, {
    nobody: { is: null, credential: null },
    'a token that was never given out': { is: null, credential: { token: 'a'.repeat(43) } },
    'an expired session': { is: null, credential: expired },
    'a locked person': { is: null, credential: locked },
    'a reader': { is: 'readonly', credential: await sessionOf('USR_READER') },
    'a person of a store': { is: 'store', credential: await sessionOf('USR_STORE') },
    [WHO_IS_DUE]: { is: 'readonly', limited: true, credential: limited },
    'the chain': { is: 'chain', credential: await sessionOf('USR_CHAIN') },
    'the chain of another merchant': { is: 'chain', credential: await sessionOf('USR_FOREIGN', ids.foreign) },
    'a till': { is: 'till', credential: { key: (await enrolledKey()).key } },
    'a revoked till': { is: null, credential: { key: gone.key } },
    'a key that nobody enrolled': { is: null, credential: { key: keyPair().sign('nobody') } },
  });
}

async function newCode(): Promise<string> {
  const now = Date.now();
  const code = newInstallation();
  await keepCode(books.database, { code, store: ids.north, madeBy: null, now, expires: now + 60_000, uses: 1 });
  return code;
}

const enrolmentOf = async (publicKey: string) => ({
  ...{ code: await newCode(), installation: newInstallation(), name: 'Walk', version: '1' },
  public_key: publicKey,
});

async function enrolledKey(): Promise<{ readonly bridge: string; readonly key: SigningKey }> {
  const pair = keyPair();
  const answer = await fetch(`${url}/office/v1/enrolments`, {
    method: 'POST',
    body: JSON.stringify(await enrolmentOf(pair.publicKey)),
    headers: { 'content-type': 'application/json' },
  });
  const { bridge, key } = (await answer.json()) as { bridge: string; key: string };
  return { bridge, key: pair.sign(key) };
}

/** A whole and valid request of an operation: what is refused is refused because of who asks. */
interface Sample {
  /** In place of `:id` or `:name`. */
  readonly of?: string;
  readonly query?: string;
  readonly json?: object;
  readonly text?: string;
  /** Of the text. */
  readonly type?: string;
}

const BANK = 'Terminal-ID;Trace;Datum;Betrag;Gebühr\nT-WALK;1;20.11.2026;10,00;0,10\n';
const DATEV = {
  ...{
    consultant: 1001,
    client: 1,
    account_length: 4,
    year_start: '01-01',
    clearing: '1370',
    cash: '1600',
    card: '1460',
  },
  ...{ loyalty: '3500', voucher: '3500', tips: '1370', other: '1460', revenue: {}, other_revenue: '4200' },
};
const newName = () => `${newInstallation()}@own.example`;

async function sampleOf(operation: string, caller: string): Promise<Sample> {
  switch (operation) {
    case 'POST /office/v1/enrolments':
      return { json: await enrolmentOf(keyPair().publicKey) };
    case 'POST /office/v1/keys':
      return { json: { public_key: keyPair().publicKey } };
    case 'POST /office/v1/heartbeats':
      return { json: { version: '1', at: '2026-11-16T12:00:00Z', name: 'Walk', tills: [], terminals: [] } };
    case 'POST /office/v1/batches':
      return { text: '' };
    case 'POST /office/v1/token':
      return { json: { username: passwords.store[0], password: passwords.store[1] } };
    case 'PATCH /office/v1/me':
      return { json: { morning_mail: false } };
    case 'POST /office/v1/me/password': {
      const name = { 'a reader': 'reader', 'a person of a store': 'store', 'the chain': 'chain' }[caller] ?? 'foreign';
      const password = caller === WHO_IS_DUE ? DUE : passwords[name as keyof typeof passwords][1];
      return { json: { before: password, password } };
    }
    case 'POST /office/v1/me/sessions/end': {
      const { json } = await sampleOf('POST /office/v1/me/password', caller);
      return { json: { before: (json as { before: string }).before } };
    }
    case 'POST /office/v1/people':
      return { json: { username: newName(), name: 'New', role: 'readonly', password: 'long-enough-1' } };
    case 'PATCH /office/v1/people/:id':
      return { of: await newPerson(), json: { name: 'Newer' } };
    case 'POST /office/v1/people/:id/password':
      return { of: await newPerson(), json: { password: 'long-enough-2' } };
    case 'POST /office/v1/me/second-factor/begin': {
      const { json } = await sampleOf('POST /office/v1/me/password', caller);
      return { json: { before: (json as { before: string }).before } };
    }
    case 'POST /office/v1/me/second-factor/confirm':
      await books.database.query('DELETE FROM second_factor_set_up');
      return { json: { code: '123456' } };
    case 'POST /office/v1/me/second-factor/end':
    case 'POST /office/v1/me/second-factor/recovery-codes':
      return { json: { before: 'a password', code: '123456' } };
    case 'POST /office/v1/people/:id/second-factor/reset': {
      const of = await newPerson();
      const factor = 'INSERT INTO second_factor (person, secret, since, last_step) VALUES ($1, $2, now(), 0)';
      await books.database.query(factor, [of, 'walked']);
      return { of };
    }
    case 'PATCH /office/v1/merchant':
      return { json: { name: 'Walk' } };
    case 'PATCH /office/v1/stores/:id':
      return { of: caller === 'the chain of another merchant' ? ids.abroad : ids.north, json: { name: 'Walk' } };
    case 'GET /office/v1/targets':
      return { query: '?format=csv' };
    case 'PUT /office/v1/targets': {
      const store = caller === 'the chain of another merchant' ? ids.abroad : ids.north;
      return { json: { data: [{ store, month: '2026-11', amount: 100 }] } };
    }
    case 'POST /office/v1/codes':
      return { json: { store: ids.north } };
    case 'POST /office/v1/bridges/:id/revoke':
      return { of: (await enrolledKey()).bridge, json: {} };
    case 'GET /office/v1/sales/:id':
    case 'GET /office/v1/sales/:id/documents':
      return { of: 'STX_WALK' };
    case 'GET /office/v1/closings/:id':
      return { of: 'ZRP_WALK' };
    case 'GET /office/v1/reports/:name':
      return { of: 'turnover', query: '?from=2026-11-01&to=2026-11-02&by=day&format=csv' };
    case 'POST /office/v1/records/:id/set-aside':
    case 'POST /office/v1/records/:id/take-back':
      return { of: 'STX_WALK', json: { reason: 'a test of the till' } };
    case 'GET /office/v1/exports/datev.csv':
      await books.database.query('UPDATE merchant SET datev = $1::text::jsonb', [JSON.stringify(DATEV)]);
      return { query: '?from=2026-11-01&to=2026-11-02' };
    case 'POST /office/v1/views':
      return { json: { name: newName(), path: '/reports/turnover?span=last7' } };
    case 'PUT /office/v1/views/:id/mail':
      return { of: await newView(caller, '/reports/turnover'), json: { every: 'week' } };
    case 'DELETE /office/v1/views/:id':
      return { of: await newView(caller) };
    case 'POST /office/v1/bank/preview':
    case 'POST /office/v1/bank/files':
      return { text: BANK };
  }
  return {};
}

/** A view of the caller, so that it may be removed. */
async function newView(caller: string, path = '/sales'): Promise<string> {
  const id = newInstallation();
  const person = { 'a reader': 'USR_READER', 'a person of a store': 'USR_STORE' }[caller] ?? 'USR_CHAIN';
  await books.database.query(
    'INSERT INTO saved_view (id, merchant, person, name, path, shared) VALUES ($1, $2, $3, $1, $4, true)',
    [id, ids.merchant, person, path],
  );
  return id;
}

async function newPerson(): Promise<string> {
  const person = { merchant: ids.merchant, username: newName(), name: 'Walked', role: 'readonly' } as const;
  return (await addPerson(books.database, person)).id;
}

async function call(
  operation: string,
  caller: string,
  sample: Sample,
): Promise<{ readonly status: number; readonly text: string; readonly headers: Headers }> {
  const [method = '', path = ''] = operation.split(' ');
  const { of = 'x', query = '', json, text } = sample;
  const address = `${url}${path.replace(/:\w+/, of)}${query}`;
  const body = Buffer.from(text ?? (json === undefined ? '' : JSON.stringify(json)));
  const type: Record<string, string> =
    text === undefined
      ? json === undefined
        ? {}
        : { 'content-type': 'application/json' }
      : { 'content-type': sample.type ?? 'text/csv' };
  const credential = callers[caller]?.credential ?? null;
  const request = { method, url: address, headers: type, body };
  const headers = credential === null ? type : await credentialHeaders(credential, operation, request);
  const answer = await fetch(address, { method, headers, redirect: 'manual', ...(method === 'GET' ? {} : { body }) });
  // An export that nobody reads keeps its connection.
  const { status, headers: heads } = answer;
  return { status, headers: heads, text: Buffer.from(await answer.arrayBuffer()).toString() };
}

type Signable = Parameters<typeof signRequest>[0];

async function credentialHeaders(credential: NonNullable<Credential>, operation: string, request: Signable) {
  if ('token' in credential)
    return { ...request.headers, authorization: `Bearer ${credential.token}` } as Record<string, string>;
  const facts = { till: 'SDV_WALK', epoch: 1, batch: 0, first: 1, last: 1, previous: '' };
  const head: BatchHead = { ...facts, hash: batchHash(facts, []) };
  const isBatch = operation === 'POST /office/v1/batches';
  const signed = isBatch
    ? signBatch(head, request, credential.key, Date.now())
    : signRequest(request, credential.key, Date.now());
  return { ...request.headers, ...(await signed) } as Record<string, string>;
}

describe('the table of rights', () => {
  it('has a row for every operation of the document, and no other', () => {
    expect([...operations].sort()).toEqual(Object.keys(rights).sort());
  });

  it.each([
    ['GET', '/office/v1/forgotten'],
    ['PUT', '/office/v1/me'],
    ['POST', '/elsewhere'],
  ] as const)('stops the start of an operation that it does not name (%s %s)', (method, path) => {
    const server = fastify();
    admitByRights(server, books.office);
    expect(() => server.route({ method, url: path, handler: async () => 'secret' })).toThrow('has no row');
  });

  it('is counted in the documentation', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/back-office-door.md'), 'utf8');
    expect(page).toContain(`${operations.length} operations`);
    expect(page).toContain(`${Object.keys(callers).length} callers`);
  });
});

/** Processor time of one request, microseconds: the server works in this process. */
const MOST_SPENT = 3_000_000;

async function signInAnew(): Promise<void> {
  const { database } = books;
  await database.query("DELETE FROM session WHERE person = 'USR_CHAIN'");
  const { token } = await openSession(
    database,
    systemClock,
    { id: 'USR_CHAIN', merchant: ids.merchant },
    { by: 'test' },
  );
  Object.assign(callers['the chain']!, { credential: { token } });
}

/** Values as they stand in JSON: wrong types, numbers that no number holds, texts that no table or file takes. */
const VALUES: readonly string[] = [
  ...['null', 'true', '[]', '{}', '-1', '1e308', '1e999', '9007199254740993', '0.1'],
  ...['""', String.raw`"\u0000"`, String.raw`"\ud800"`, '"=1+1"', String.raw`"a\"\r\nset-cookie: b=c"`],
  ...[`"${'x'.repeat(100_000)}"`, '{"__proto__":{"polluted":1}}', '[[[[[[[[null]]]]]]]]', '"9999-99-99"'],
];
const DEEP = 20_000;
/** Bodies that are no object of ours. */
const BODIES: readonly string[] = [
  ...['', 'null', '[]', '"text"', '1e999', '{', '{"a":1,"a":{}}', '{"__proto__":{"polluted":1},"name":"a"}'],
  ...['{"constructor":{"prototype":{"polluted":1}}}', `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`],
  `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
];
const QUERIES: readonly string[] = [
  ...['?__proto__[polluted]=1&constructor[prototype][polluted]=1', '?from=%00&to=%ED%A0%80&store=%00&q=%00&by=%00'],
  ...['?from=2026-11-01&from=2026-11-02&by=day&by=week&count=1e999&offset=-1&limit=9007199254740993'],
  ...["?from=9999-99-99&to=0000-00-00&q='%22;%20DROP%20TABLE%20sale&store=STO_ABROAD&till=TIL_ABROAD1&sort=%3D1"],
  `?q=${'('.repeat(2000)}&cursor=${'A'.repeat(2000)}&columns=${'a,'.repeat(2000)}`,
];

/** One member wrong at a time, and all the rest as it should be. */
function hostileOf(operation: string, { of, query, json, text }: Sample): readonly Sample[] {
  const place = of === undefined ? {} : { of };
  const questions = [...QUERIES, ...QUERIES.map(more => `${query ?? '?'}&${more.slice(1)}`)];
  if (operation.startsWith('GET ')) return questions.map(one => ({ ...place, query: one }));
  if (json === undefined && text === undefined) return [{ ...place, query: QUERIES[0]! }];
  const members = Object.keys(json ?? {}).flatMap(name =>
    VALUES.map(value => JSON.stringify({ ...json, [name]: MARK }).replace(JSON.stringify(MARK), () => value)),
  );
  return [...BODIES, ...members].map(body => ({ ...place, text: body, type: 'application/json' }));
}
const MARK = 'in place of this';

/** A twelfth of them, others for each operation; the long run takes all. */
const isTaken = (at: number, operation: string): boolean =>
  process.env.LONG !== undefined || (at + operations.indexOf(operation)) % 12 === 0;

describe('every operation is', () => {
  it('answered to those who may call it, refused to all others, and audited', { timeout: 300_000 }, async () => {
    await books.book({ day: '2026-11-20', at: '2026-11-20T10:00:00Z', object: 'STX_WALK' } as never);
    await books.book({
      kind: 'zReport',
      event: 'made',
      day: '2026-11-20',
      at: '2026-11-20T22:00:00Z',
      object: 'ZRP_WALK',
    } as never);
    const wrong: string[] = [];
    for (const operation of operations) {
      const row = rights[operation];
      for (const [caller, { is, limited = false }] of Object.entries(callers)) {
        if (operation === 'DELETE /office/v1/token') continue;
        const sample = await sampleOf(operation, caller);
        const before = await countAudited();
        const { status } = await call(operation, caller, sample);
        const isCaller = is !== null && row?.callers?.includes(is as never);
        const may = row?.callers === null || (isCaller && (!limited || row?.whileLimited === true));
        const isRefused = status === 401 || status === 403;
        // Nobody began this sign-in: its page says so, whoever asks.
        const isOwnRefusal = operation === 'GET /office/v1/open-id/callback';
        if (may === isRefused && !isOwnRefusal) wrong.push(`${operation} by ${caller}: ${status}`);
        if (status >= 500) wrong.push(`${operation} by ${caller}: ${status}`);
        const wanted = may && status < 300 && row?.audited ? row.audited : null;
        const after = await newestAudited((await countAudited()) - before);
        if (wanted !== null && !after.includes(wanted))
          wrong.push(`${operation} by ${caller}: ${after} and not ${wanted}`);
        if (wanted === null && after.length > 0) wrong.push(`${operation} by ${caller}: ${after} is noted`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('blind to ids of another merchant: they are answered as ids that nobody has', async () => {
    const asked = operations.filter(operation => operation.includes('/:id'));
    expect(asked.length).toBeGreaterThan(9);
    for (const operation of asked) {
      const sample = await sampleOf(operation, 'the chain');
      const answerAbout = async (of: string) => {
        const { status, text } = await call(operation, 'the chain of another merchant', { ...sample, of });
        return `${status} ${text.replace(/"supportId":"[^"]*"/, '').replaceAll(of, 'ID')}`;
      };
      const foreign = await answerAbout(sample.of ?? '');
      expect(foreign, operation).toBe(await answerAbout(newInstallation()));
      expect(foreign, operation).toMatch(/^404 /);
    }
  });

  it('proof against bodies and questions that are none', { timeout: 300_000 }, async () => {
    const faults: string[] = [];
    for (const operation of operations) {
      const caller = rights[operation]?.callers?.includes('till') ? 'a till' : 'the chain';
      if (caller === 'the chain') await signInAnew();
      const sample = await sampleOf(operation, caller);
      for (const hostile of hostileOf(operation, sample).filter((_, at) => isTaken(at, operation))) {
        const before = process.cpuUsage();
        const { status, text } = await call(operation, caller, hostile);
        const spent = process.cpuUsage(before);
        const what = `${operation} ${(hostile.text ?? hostile.query ?? '').slice(0, 90)}: ${status}`;
        if (status >= 500) faults.push(what);
        if (spent.user + spent.system > MOST_SPENT) faults.push(`${what} took ${(spent.user + spent.system) / 1e3} ms`);
        if (/MRC_FOREIGN|STO_ABROAD|foreign\.example/.test(text)) faults.push(`${what} names another merchant`);
        if (Reflect.get({}, 'polluted') !== undefined) faults.push(`${what} changed every object`);
      }
    }
    await signInAnew();
    expect(faults).toEqual([]);
  });

  it('free of formulas and of heads of its own in every file that it gives', async () => {
    const { database } = books;
    await database.query(
      `UPDATE merchant SET name = '=1+1"' || chr(13) || chr(10) || 'set-cookie: a=b' WHERE id = $1`,
      [ids.merchant],
    );
    await database.query(`UPDATE store SET name = '@SUM(1)' || chr(9) WHERE merchant = $1`, [ids.merchant]);
    await database.query(`UPDATE till SET name = chr(13) || '+1' WHERE merchant = $1`, [ids.merchant]);
    const files = operations.filter(operation => /^GET .*(\.csv|\/reports\/:name)$/.test(operation));
    expect(files).toHaveLength(3);
    for (const operation of files) {
      const sample = await sampleOf(operation, 'the chain');
      const { status, text, headers } = await call(operation, 'the chain', {
        query: '?from=2026-11-01&to=2026-11-30',
        ...sample,
      });
      expect([status, headers.get('set-cookie')], operation).toEqual([200, null]);
      expect(headers.get('content-disposition'), operation).toMatch(/^attachment; filename="[\w.-]+"$/);
      expect(
        rowsOfEveryReader(text).filter(row => /^"?[=+\-@\t＝＋－＠]/.test(row)),
        operation,
      ).toEqual([]);
    }
  });

  it('stands in the audit log in words: no action and no fact is shown by its name in the program', async () => {
    const rows = await books.database.query<{ action: string; names: readonly string[] }>(
      'SELECT action, ARRAY(SELECT json_object_keys(facts::json)) AS names FROM audit',
    );
    const names = new Set(rows.flatMap(({ names: facts }) => facts.map(name => `fact.${name}`)));
    const actions = Object.values(rights).flatMap(({ audited }) => (audited === null ? [] : [`action.${audited}`]));
    expect(names.size).toBeGreaterThan(15);
    const texts = readFileSync(join(import.meta.dirname, '../../../renderer/texts/pages/office/audit.ts'), 'utf8');
    expect([...names, ...actions].filter(key => !texts.includes(`'${key}':`))).toEqual([]);
  });

  it('succeeds for somebody', async () => {
    const unproven: string[] = [];
    for (const operation of operations) {
      const row = rights[operation];
      const caller = row?.callers?.includes('till') ? 'a till' : 'the chain';
      const { status } = await call(operation, caller, await sampleOf(operation, caller));
      // A batch without a record, a callback that nobody began, and what wants a code: all have tests of their own.
      const isShown =
        status < 400 || /\/(batches|callback|second-factor\/(confirm|end|recovery-codes))$/.test(operation);
      if (!isShown) unproven.push(`${operation}: ${status}`);
      if (operation === 'DELETE /office/v1/token')
        Object.assign(callers['the chain']!, {
          credential: {
            token: (await openSession(books.database, systemClock, { id: 'USR_CHAIN', merchant: ids.merchant }, {}))
              .token,
          },
        });
    }
    expect(unproven).toEqual([]);
  });
});

const countAudited = async (): Promise<number> =>
  (await books.database.query<{ count: number }>('SELECT count(*)::int AS count FROM audit'))[0]?.count ?? 0;

/** Actions of the newest rows of the audit logs. */
async function newestAudited(count: number): Promise<readonly string[]> {
  const rows = await books.database.query<{ action: string }>(
    'SELECT action FROM audit ORDER BY at DESC, merchant, number DESC LIMIT $1',
    [count],
  );
  return rows.map(({ action }) => action);
}
