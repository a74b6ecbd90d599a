/** Merchant and stores: changed by the chain alone, in words that exist, and shown in figures and files. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Me } from '../../../wire/office/people.ts';
import { noPostgres, sharedDatabase } from '../../database/cluster.fixture.ts';
import { openDatabase } from '../../database/open.ts';
import { ids, openBooks, type PersonName, passwords } from '../../reports/books.fixture.ts';
import { cash, closed, DAY, item } from '../../reports/dayByHand.fixture.ts';

const books = openBooks();
const patch = (person: PersonName, path: string, body: object) =>
  books.ask<{ error_details?: string }>(person, path, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const me = async () => (await books.ask<Me>('chain', '/me')).body;

describe('the merchant and its stores', () => {
  it('are changed by the chain, with an entry in the audit log, and shown', async () => {
    await books.book(closed('STX_1', '10:00:00', 100, [item('B1', 100, 7)], cash(100)));
    const change = { name: ' Bäckerei Küste ', currency: 'CHF', time_zone: 'Europe/Zurich' };
    expect((await patch('chain', '/merchant', change)).status).toBe(200);
    expect((await patch('chain', `/stores/${ids.north}`, { time_zone: 'Europe/London', name: 'Nordost' })).status).toBe(
      200,
    );
    expect(await me()).toMatchObject({
      merchant: { name: 'Bäckerei Küste', currency: 'CHF', time_zone: 'Europe/Zurich' },
      stores: [{ id: ids.north, name: 'Nordost', time_zone: 'Europe/London' }, { name: 'Süd' }],
    });
    const { body } = await books.ask<{ data: { action: string; facts: object }[] }>('chain', '/audit?count=2');
    expect(body.data).toMatchObject([
      { action: 'storeChanged', facts: { of: ids.north, time_zone: 'Europe/London' } },
      { action: 'merchantChanged', facts: { currency: 'CHF' } },
    ]);
    expect((await patch('chain', '/merchant', { currency: 'EUR' })).status).toBe(200);
    const [username, password] = passwords.chain;
    const signedIn = await fetch(`${books.url}/office/v1/token`, {
      method: 'POST',
      body: new URLSearchParams({ username, password }),
    });
    const { access_token: token } = (await signedIn.json()) as { access_token: string };
    const file = await fetch(`${books.url}/office/v1/exports/dsfinvk.zip?from=${DAY}&to=${DAY}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const files = unzipSync(new Uint8Array(await file.arrayBuffer()));
    expect(strFromU8(files['index.xml']!)).toContain('<Name>Bäckerei Küste</Name>');
    expect(strFromU8(files['cashpointclosing.csv']!)).toContain('Bäckerei Küste');
  });

  it.each([
    [{ time_zone: 'Berlin' }, 'no time zone'],
    [{ time_zone: '+01:00' }, 'no time zone'],
    [{ time_zone: "UTC'; DROP TABLE sale; --" }, 'no time zone'],
    [{ currency: 'EUX' }, 'no currency'],
    [{ currency: 'eur' }, 'currency'],
    [{ name: '  ' }, 'name'],
    [{}, ''],
  ])('%j is refused', async (body, words) => {
    const before = await me();
    const { status, body: answer } = await patch('chain', '/merchant', body);
    expect([status, answer.error_details]).toEqual([400, expect.stringContaining(words)]);
    expect(await me()).toEqual(before);
  });

  it('are nothing for people of a store, readers, and other merchants', async () => {
    for (const person of ['store', 'reader'] as const) {
      expect((await patch(person, '/merchant', { name: 'x' })).status).toBe(403);
      expect((await patch(person, `/stores/${ids.north}`, { name: 'x' })).status).toBe(403);
    }
    expect((await patch('foreign', `/stores/${ids.north}`, { name: 'x' })).status).toBe(404);
  });
});

describe('the first code', () => {
  const placeOf = (data: string, address: string | null) => [
    '--data',
    data,
    ...(address ? ['--database', address] : []),
  ];
  const enrol = (place: readonly string[], ...options: string[]) =>
    spawnSync(
      process.execPath,
      [join(import.meta.dirname, '..', '..', '..', 'run.mjs'), 'main/office/serve.ts', 'enrol', ...place, ...options],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    );
  const held = async (data: string, address: string | null) => {
    const database = await openDatabase({ address, data, lost: () => undefined });
    return database
      .query(
        `SELECT merchant.name, currency, merchant.time_zone AS zone, store.name AS store, store.time_zone AS store_zone
           FROM merchant JOIN store ON store.merchant = merchant.id ORDER BY store.name`,
      )
      .finally(() => database.close());
  };

  it('takes name, currency and zone of the merchant, and a zone for each store', async () => {
    const data = mkdtempSync(join(tmpdir(), 'enrol-'));
    // A server where there is one: each start of the embedded database takes a second of the processor.
    const address = noPostgres === null ? await sharedDatabase() : null;
    const place = placeOf(data, address);
    try {
      if (process.env.LONG) {
        const wrong = enrol(place, '--store', 'Hafen', '--time-zone', 'Nowhere');
        expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('is no time zone')]);
      }
      const said = ['--merchant', 'Küste GmbH', '--currency', 'CHF', '--time-zone', 'Europe/Zurich'];
      const first = enrol(place, '--store', 'Hafen', ...said);
      expect([first.status, first.stderr]).toEqual([0, '']);
      expect(first.stdout).toMatch(/^\S+\n$/);
      expect(enrol(place, '--store', 'Insel', '--time-zone', 'Europe/London').status).toBe(0);
      const merchant = { name: 'Küste GmbH', currency: 'CHF', zone: 'Europe/Zurich' };
      expect(await held(data, address)).toEqual([
        { ...merchant, store: 'Hafen', store_zone: 'Europe/Zurich' },
        { ...merchant, store: 'Insel', store_zone: 'Europe/London' },
      ]);
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  }, 300_000);

  it.runIf(process.env.LONG)(
    'says what it took from the machine where nobody can be asked (npm run test:long)',
    async () => {
      const data = mkdtempSync(join(tmpdir(), 'enrol-'));
      try {
        const { status, stdout, stderr } = enrol(placeOf(data, null), '--store', 'Hafen', '--currency', 'CHF');
        expect([status, stdout]).toEqual([0, expect.stringMatching(/^\S+\n$/)]);
        expect(stderr).toMatch(
          /^The merchant is "Hafen", its currency CHF, its clock that of \S+: change it on the page/,
        );
      } finally {
        rmSync(data, { recursive: true, force: true });
      }
    },
    180_000,
  );
});
