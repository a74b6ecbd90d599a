/** The dated versions on the wire: named by every answer, asked for by a request, and shown on their page. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, closeAll, ok, startBridge, type TestBridge } from '../doubles/bridge.fixture.ts';
import { apiVersions, deprecationHeaders, newestVersion } from '../world/apiVersions.ts';
import { demoIds } from '../world/demoIds.ts';
import { changelogPage } from './docs/changelogPage.ts';

const sales = '/api/v2/Smart/Transactions';
const oldest = apiVersions.at(-1)?.date ?? '';
let bridge: TestBridge;
let till: Client;

beforeAll(async () => {
  bridge = await startBridge();
  till = await bridge.client();
});
afterAll(closeAll);

const versionOf = ({ headers }: { readonly headers: Headers }) => headers.get('tillbridge-version');

describe('every answer', () => {
  it.each([
    ['GET', sales, 200],
    ['POST', sales, 200],
    ['GET', `${sales}/STX_nobody`, 404],
    ['GET', '/nothing/here', 404],
    ['GET', '/api/v2/%ff', 404],
    ['GET', '/healthz', 200],
    ['GET', '/docs/changelog.json', 200],
    ['GET', '/docs/static/swagger-ui.css', 200],
    ['POST', '/oauth/token', 400],
  ])('names the newest version: %s %s', async (method, path, status) => {
    const answer = await fetch(bridge.url + path, { method, headers: { authorization: `Bearer ${till.token}` } });
    await answer.text();
    expect([answer.status, versionOf(answer)]).toEqual([status, newestVersion]);
  });

  it('names it also where nobody is signed in', async () => {
    const refused = await bridge.ask('GET', sales, { token: null });
    expect([refused.status, versionOf(refused)]).toEqual([401, newestVersion]);
  });

  it('names the version that the request asked for', async () => {
    const answer = await till.ask('GET', sales, { headers: { 'Tillbridge-Version': oldest } });
    expect([answer.status, versionOf(answer)]).toEqual([200, oldest]);
  });
});

describe('a version that is not known', () => {
  it.each(['2099-01-01', '2001-01-01', 'latest', '2026-11-24, 2026-11-25', ' ', '2026-11-24\u00a0'])(
    '%j is refused with those that are, and nothing is done',
    async version => {
      const { count } = ok(await till.ask<{ count: number }>('GET', sales));
      const headers = { 'tillbridge-version': version, 'idempotency-key': `version ${version.length}` };
      const refused = await till.ask<{ code: number; fault: string; versions: string[]; error_details: string }>(
        'POST',
        sales,
        { body: {}, headers },
      );
      expect([refused.status, refused.body.code, refused.body.fault]).toEqual([500, 1177, 'client']);
      expect(refused.body.versions).toEqual(apiVersions.map(({ date }) => date));
      expect(refused.body.error_details).toContain(newestVersion);
      expect(versionOf(refused)).toBe(newestVersion);
      expect(ok(await till.ask<{ count: number }>('GET', sales)).count).toBe(count);
      // The key was not used up.
      ok(await till.ask('POST', sales, { body: {}, headers: { 'idempotency-key': headers['idempotency-key'] } }));
    },
  );
});

describe('the table of versions', () => {
  it('is in order, newest first, and no date stands twice', () => {
    const dates = apiVersions.map(({ date }) => date);
    expect(dates).toEqual([...new Set(dates)].toSorted().toReversed());
    for (const date of dates) expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
  });

  it('names operations that the description has, and calls the same ones deprecated', async () => {
    const { body } = await bridge.ask<{ paths: Record<string, Record<string, { deprecated?: boolean }>> }>(
      'GET',
      '/docs/json',
    );
    const known = new Map<string, { readonly deprecated?: boolean }>(
      Object.entries(body.paths).flatMap(([path, operations]) =>
        Object.entries(operations).map(
          ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
        ),
      ),
    );
    const named = apiVersions.flatMap(({ changes }) => changes.flatMap(({ operations }) => operations));
    expect(named.filter(operation => !known.has(operation))).toEqual([]);
    const deprecated = [...known].flatMap(([operation, { deprecated: is }]) => (is ? [operation] : []));
    expect(deprecated.toSorted()).toEqual([...deprecationHeaders(apiVersions).keys()].toSorted());
  });
});

describe('what is deprecated', () => {
  it('says since when, what to use and where to read about it; a repeated answer says so, too', async () => {
    const path = `/api/v2/Payment/Contracts/${demoIds.paymentContract}/revokeAccrual`;
    const ask = () => till.ask('POST', path, { headers: { 'idempotency-key': 'deprecated' } });
    const [first, again] = [await ask(), await ask()];
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    for (const { headers } of [first, again]) {
      expect(headers.get('deprecation')).toBe(`@${Date.parse(oldest) / 1000}`);
      expect(headers.get('link')).toBe(
        `</api/v2/General/Contracts>; rel="successor-version", </docs/changelog#${oldest}>; rel="deprecation"; type="text/html"`,
      );
      expect(headers.get('sunset')).toBeNull();
    }
  });

  it('says by when it may be gone, once that is decided', () => {
    const versions = [
      {
        date: '2027-01-31',
        changes: [
          {
            kind: 'deprecated',
            what: { de: 'Alt', en: 'Old' },
            operations: ['GET /old'],
            migration: { de: 'Neu nehmen', en: 'Use the new one' },
            replacedBy: { successor: '/new', sunset: '2028-06-30' },
          },
        ],
      },
    ] as const;
    expect(deprecationHeaders(versions).get('GET /old')).toEqual({
      deprecation: '@1801353600',
      link: '</new>; rel="successor-version", </docs/changelog#2027-01-31>; rel="deprecation"; type="text/html"',
      sunset: 'Fri, 30 Jun 2028 00:00:00 GMT',
    });
    expect(changelogPage('en', versions).markup).toContain('<time datetime="2028-06-30">');
  });
});

describe('the page of changes', () => {
  it.each([
    ['de', 'Änderungen der API', 'Veraltet'],
    ['en', 'Changes of the API', 'Deprecated'],
  ])('in %s has every version with an anchor', async (language, title, kind) => {
    const answer = await fetch(`${bridge.url}/docs/changelog`, { headers: { 'accept-language': language } });
    const page = await answer.text();
    expect(page).toContain(`<html lang="${language}">`);
    for (const words of [title, kind]) expect(page).toContain(words);
    for (const { date } of apiVersions) expect(page).toContain(`<h2 id="${date}">`);
  });

  it('is the same table as JSON', async () => {
    const answer = await bridge.ask('GET', '/docs/changelog.json');
    expect(answer.body).toEqual({ current: newestVersion, versions: apiVersions });
  });
});
