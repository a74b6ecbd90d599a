/**
 * A day of a chain of bars in two zones and two currencies: open past midnight, in the night in which the clocks of one of them go
 * back. Everything comes through the door, as tills send it: zones with the enrolment and the heartbeat, records in batches.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeRecords } from '../batch/recordLines.ts';
import { type SigningKey, signRequest } from '../batch/signature.ts';
import { signBatch } from '../batch/signedBatch.ts';
import { businessDays } from '../domain/businessDay.ts';
import type { OfficeRecord } from '../wire/office/records.ts';
import type { ReportAnswer, ReportRow } from '../wire/office/reports.ts';
import { buildOfficeServer } from './api/server.ts';
import { makeCode } from './enrolment/codes.ts';
import type { Letter } from './exports/letter.ts';
import { sendViewMails } from './exports/viewMails.ts';
import { remakeHours } from './ingest/rebuild.ts';
import { headOf, keyPair, newInstallation, saleRecord } from './office.fixture.ts';
import { ids, openBooks } from './reports/books.fixture.ts';

const books = openBooks();
const JSON_BODY = { 'content-type': 'application/json' };

interface Bar {
  readonly store: string;
  readonly zone: string;
  readonly currency: string;
  readonly device: string;
  key: SigningKey | null;
  sequence: number;
}
const berlin: Bar = {
  store: ids.north,
  zone: 'Europe/Berlin',
  currency: 'EUR',
  device: 'SDV_B',
  key: null,
  sequence: 0,
};
const newYork: Bar = {
  store: ids.south,
  zone: 'America/New_York',
  currency: 'USD',
  device: 'SDV_N',
  key: null,
  sequence: 0,
};

async function post(path: string, body: object, key: SigningKey | null, base = books.url) {
  const request = {
    method: 'POST',
    url: `${base}${path}`,
    headers: JSON_BODY,
    body: Buffer.from(JSON.stringify(body)),
  };
  const signed = key === null ? {} : await signRequest(request, key, books.clock.now);
  const answer = await fetch(request.url, { method: 'POST', headers: { ...JSON_BODY, ...signed }, body: request.body });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function enrolBar(bar: Bar, zone: string | undefined = bar.zone) {
  const pair = keyPair();
  const code = await makeCode(books.database, bar.store, null, books.clock.now);
  const about = { installation: newInstallation(), name: bar.zone, public_key: pair.publicKey, version: '1' };
  const { status, body } = await post(
    '/office/v1/enrolments',
    { code, ...about, ...(zone ? { time_zone: zone } : {}) },
    null,
  );
  expect(status).toBe(201);
  bar.key = pair.sign(String(body.key));
  return body as { store: { time_zone: string } };
}

const beat = (bar: Bar, zone: string | null = bar.zone, base = books.url) =>
  post(
    '/office/v1/heartbeats',
    {
      ...{ version: '1', at: new Date(books.clock.now).toISOString(), name: bar.zone, day_start: '05:00' },
      ...(zone === null ? {} : { time_zone: zone }),
      tills: [{ till: bar.device, name: bar.zone, epoch: 1, sequence: 0, waiting: 0, parked: 0 }],
      terminals: [],
    },
    bar.key,
    base,
  );

/** A sale as the till of the bar writes it: the business day is that of its own zone, from five in the morning on. */
function sold(
  bar: Bar,
  at: string,
  sum: number,
  facts: { readonly event?: string; readonly id?: string } = {},
): OfficeRecord {
  bar.sequence += 1;
  const day = businessDays(bar.zone, '05:00')(Date.parse(at));
  const record = saleRecord(bar.sequence, { id: `STX_${bar.device}_${bar.sequence}`, day, at, sum, ...facts });
  const document = record.document as { basket_info: object };
  const basket_info = { ...document.basket_info, currency: bar.currency };
  return { ...record, currency: bar.currency, document: { ...document, basket_info } } as OfficeRecord;
}

async function send(bar: Bar, records: readonly OfficeRecord[]) {
  const head = headOf(records, { till: bar.device });
  const headers = { 'content-type': 'application/x-ndjson' };
  const url = `${books.url}/office/v1/batches`;
  const body = Buffer.from([...writeRecords(records)].join(''));
  const signed = await signBatch(head, { method: 'POST', url, headers, body }, bar.key as SigningKey, books.clock.now);
  const answer = await fetch(url, { method: 'POST', headers: { ...headers, ...signed }, body });
  expect([answer.status, await answer.json()]).toMatchObject([200, { refused: [], taken: records.length }]);
}

const report = async (path: string) => (await books.ask<ReportAnswer>('chain', `/reports/${path}`)).body;
const rowsOf = ({ rows }: ReportAnswer, column = 'turnover') =>
  Object.fromEntries((rows as readonly ReportRow[]).map(row => [row.key, row[column]]));
const zones = async () =>
  Object.fromEntries(
    (await books.ask<{ data: { id: string; time_zone: string }[] }>('chain', '/stores')).body.data.map(
      ({ id, time_zone: zone }) => [id, zone],
    ),
  );

describe('a day of a chain in two zones', () => {
  beforeAll(async () => {
    // An office on a server that lives in UTC.
    await books.database.query(`UPDATE merchant SET time_zone = 'UTC'`);
    await books.database.query(`UPDATE store SET time_zone = 'UTC'`);
    books.clock.now = Date.parse('2026-10-24T20:00:00Z');
    const { store } = await enrolBar(berlin);
    expect(store.time_zone).toBe('Europe/Berlin');
    await enrolBar(newYork);
    await beat(berlin);
    await beat(newYork);
    books.clock.now = Date.parse('2026-10-25T04:30:00Z');
    await send(berlin, [
      sold(berlin, '2026-10-24T20:00:00Z', 1000), // 22:00
      sold(berlin, '2026-10-25T00:30:00Z', 2000), // 02:30, the first time
      sold(berlin, '2026-10-25T01:30:00Z', 4000), // 02:30, the second time
      sold(berlin, '2026-10-25T03:59:00Z', 8000), // 04:59: still Saturday
      sold(berlin, '2026-10-25T04:00:00Z', 16_000), // 05:00: Sunday
    ]);
    await send(newYork, [
      sold(newYork, '2026-10-25T02:00:00Z', 500), // 22:00 on Saturday
      sold(newYork, '2026-10-25T04:15:00Z', 700), // 00:15, still Saturday
    ]);
  });
  afterAll(async () => {
    await books.database.query(`UPDATE store SET time_zone = 'Europe/Berlin', zone_from = 'merchant'`);
  });

  it('takes the zone of each store from its till, and days, hours and currencies stay apart', async () => {
    expect(await zones()).toEqual({ [ids.north]: 'Europe/Berlin', [ids.south]: 'America/New_York' });
    const span = 'from=2026-10-24&to=2026-10-25';
    expect(rowsOf(await report(`turnover?${span}&by=day`))).toEqual({ '2026-10-24': 15_000, '2026-10-25': 16_000 });
    const hours = await report('turnover?from=2026-10-24&to=2026-10-24&by=hour');
    expect(rowsOf(hours)).toEqual({ '02': 6000, '04': 8000, '22': 1000 });
    const dollars = await report(`turnover?${span}&by=hour&currency=USD`);
    expect([dollars.currency, rowsOf(dollars), dollars.total.turnover]).toEqual([
      'USD',
      { '00': 700, '22': 500 },
      1200,
    ]);
    expect(dollars.notes.map(({ en }) => en)).toContain('Amounts in EUR are not contained.');
    const sunday = await report('turnover?from=2026-10-25&to=2026-10-25&by=hour');
    expect(sunday.notes.map(({ en }) => en)).toContain(
      'On 2026-10-25 the hour 02:00 came twice; both stand in one row.',
    );
    expect((await books.ask('chain', '/reports/turnover?currency=euro')).status).toBe(400);
    const { body } = await books.ask<{ stores: { name: string; zone_from: string; currencies: string[] }[] }>(
      'chain',
      '/me',
    );
    expect(body.stores).toMatchObject([
      { name: 'Nord', zone_from: 'till', currencies: ['EUR'] },
      { name: 'Süd', zone_from: 'till', currencies: ['USD'] },
    ]);
  });

  it('has the same sums on page, in files and in mails: the evening until five is Saturday, with its hour twice', async () => {
    const day = 'from=2026-10-24&to=2026-10-24';
    const q = 'business_day:2026-10-24';
    const { totals } = (await books.ask<{ totals: { currency: string; turnover: number }[] }>('chain', `/sales?q=${q}`))
      .body;
    expect(Object.fromEntries(totals.map(({ currency, turnover }) => [currency, turnover]))).toEqual({
      EUR: 15_000,
      USD: 1200,
    });
    const csv = await books.ask('chain', `/reports/turnover?${day}&by=store&format=csv&language=en`);
    expect(csv.text).toMatch(/\r\n,Total,4,150\.00,/);
    const [heads = [], ...sales] = (await books.ask('chain', `/exports/sales.csv?${day}&language=en`)).text
      .trim()
      .split('\r\n')
      .map(line => line.split(','));
    const turnoverIn = (currency: string) =>
      sales
        .filter(cells => cells[heads.indexOf('currency')] === currency)
        .reduce((sum, cells) => sum + Math.round(Number(cells[heads.indexOf('turnover')]) * 100), 0);
    expect([turnoverIn('EUR'), turnoverIn('USD')]).toEqual([15_000, 1200]);
    const letters: Letter[] = [];
    const mails = { ...books.office, minute: 0, address: null };
    const send = async (_to: string, _id: string, letter: Letter) => void letters.push(letter);
    for (const path of [`/reports/turnover?${day}&by=store`, `/sales?${day}`])
      await books.database.query(
        `WITH view AS (INSERT INTO saved_view (id, merchant, person, name, path, shared)
           SELECT $1, merchant, id, $1, $2, false FROM person WHERE id = 'USR_CHAIN' RETURNING id, person)
         INSERT INTO view_mail (view, person, every, day) SELECT id, person, 'day', '2026-10-20' FROM view`,
        [path.slice(0, 6), path],
      );
    expect(await sendViewMails({ ...mails, send })).toBe(2);
    expect(letters[0]?.text).toMatch(/^Summe +4 +150,00/m);
    expect(letters[1]?.text).toContain('Umsatz 150,00 EUR aus 4 Verkäufen, im Schnitt 37,50 EUR.');
    expect(letters[1]?.text).toContain('Umsatz 12,00 USD aus 2 Verkäufen, im Schnitt 6,00 USD.');
    // By the clock on the wall of each bar: half past two twice, and a quarter past midnight in New York.
    expect(letters[1]?.text.match(/^25\.10\.26, 02:30/gm)).toHaveLength(2);
    expect(letters[1]?.text).toMatch(/^25\.10\.26, 00:15 .* 7,00 USD$/m);
  });

  it('shows the day that runs in each store: Sunday in Berlin is still Saturday in New York', async () => {
    expect(rowsOf(await report('today'))).toEqual({ [ids.north]: 16_000 });
    expect(rowsOf(await report('today?currency=USD'))).toEqual({ [ids.south]: 1200 });
  });

  it('a person sets a zone, no till changes it then, and hours that were counted follow', async () => {
    const path = `/stores/${ids.north}`;
    const body = JSON.stringify({ time_zone: 'Europe/London' });
    expect((await books.ask('chain', path, { method: 'PATCH', headers: JSON_BODY, body })).status).toBe(200);
    await beat(berlin);
    expect((await zones())[ids.north]).toBe('Europe/London');
    expect(await remakeHours(books.office)).toEqual([ids.north, ids.south]);
    expect(rowsOf(await report('turnover?from=2026-10-24&to=2026-10-24&by=hour'))).toEqual({
      '01': 6000,
      '03': 8000,
      '21': 1000,
    });
    expect(await remakeHours(books.office)).toEqual([]);
  });

  it('follows a till whose own zone was changed, and is moved by no second till and no zone that nobody knows', async () => {
    await beat(newYork, 'America/Chicago');
    expect((await zones())[ids.south]).toBe('America/Chicago');
    const second: Bar = { ...newYork, device: 'SDV_N2' };
    await enrolBar(second, 'Asia/Tokyo');
    await beat(second, 'Asia/Tokyo');
    await beat(newYork, 'Mars/Olympus');
    // A till of an older version names no zone.
    await beat(newYork, null);
    expect((await zones())[ids.south]).toBe('America/Chicago');
    const { body } = await books.ask<{ data: { action: string; facts: object }[] }>(
      'chain',
      '/audit?q=action:storeZoneTold',
    );
    expect(body.data.map(({ facts }) => facts)).toContainEqual({ of: ids.south, time_zone: 'America/Chicago' });
  });

  it('a cancellation without its sale is listed with what it waits for, until the sale comes', async () => {
    const sale = sold(berlin, '2026-10-25T04:05:00Z', 300, { id: 'STX_LATE' });
    const cancelled = sold(berlin, '2026-10-25T04:10:00Z', 300, { event: 'cancelled', id: 'STX_LATE' });
    await send(berlin, [cancelled]);
    type Waiting = { data: { object: string; waits_for: string; texts: { en: string }; till_name: string }[] };
    const waiting = async () => (await books.ask<Waiting>('chain', '/waiting')).body.data;
    expect(await waiting()).toMatchObject([
      {
        object: 'STX_LATE',
        waits_for: 'sale',
        till_name: 'Europe/Berlin',
        texts: { en: expect.stringContaining('the sale STX_LATE') },
      },
    ]);
    await send(berlin, [sale]);
    expect(await waiting()).toEqual([]);
    const aside = { method: 'POST', headers: JSON_BODY, body: JSON.stringify({ reason: 'a trial' }) };
    await books.ask('chain', '/records/STX_LATE/set-aside', aside);
    expect((await waiting()).map(row => [row.object, row.waits_for])).toEqual([
      ['STX_LATE', 'person'],
      ['STX_LATE', 'person'],
    ]);
    await books.ask('chain', '/records/STX_LATE/take-back', aside);
    expect(await waiting()).toEqual([]);
  });

  it('enrols 200 tills behind one address with one code, and all of them are heard', async () => {
    const made = await books.ask<{ code: string; uses: number }>('chain', '/codes', {
      ...{ method: 'POST', headers: JSON_BODY, body: JSON.stringify({ store: ids.south, uses: 200 }) },
    });
    expect([made.status, made.body.uses]).toEqual([201, 200]);
    const enrolOne = async () => {
      const pair = keyPair();
      const about = { installation: newInstallation(), name: 'Bar', public_key: pair.publicKey, version: '1' };
      const { status, body } = await post('/office/v1/enrolments', { code: made.body.code, ...about }, null);
      return { status, key: pair.sign(String(body.key)) };
    };
    const enrolled = [];
    for (let block = 0; block < 10; block += 1)
      enrolled.push(...(await Promise.all(Array.from({ length: 20 }, enrolOne))));
    expect(new Set(enrolled.map(({ status }) => status))).toEqual(new Set([201]));
    expect((await enrolOne()).status).toBe(401);
    const beats = await Promise.all(enrolled.slice(0, 20).map(({ key }) => beat({ ...newYork, device: 'SDV_X', key })));
    expect(new Set(beats.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('limits tills by their keys: junk of their address stops none that was heard, and no new one passes', async () => {
    const { settings } = books.office;
    const app = await buildOfficeServer({ ...books.office, settings: { ...settings, demo: false } });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    try {
      expect((await beat(berlin, null, url)).status).toBe(200);
      const junk = { ...berlin, key: keyPair().sign('nobody') };
      const statuses: number[] = [];
      for (let block = 0; block < 31; block += 1)
        statuses.push(
          ...(await Promise.all(Array.from({ length: 20 }, async () => (await beat(junk, null, url)).status))),
        );
      expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
      expect((await beat(newYork, null, url)).status).toBe(429);
      expect((await beat(berlin, null, url)).status).toBe(200);
    } finally {
      await app.close();
    }
  });
});
