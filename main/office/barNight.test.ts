/**
 * The night in which October ends at two bars, open until four: in New York its hour from one to two comes twice, in Berlin it is six hours
 * ahead. The office calls UTC its own zone, and its database lives in Auckland. Every file and every report has the same Saturday.
 */
import { inflateSync } from 'node:zlib';
import { strFromU8, unzipSync } from 'fflate';
import iconv from 'iconv-lite';
import { PDFDocument, PDFRawStream } from 'pdf-lib';
import readExcelFile from 'read-excel-file/node';
import { beforeAll, expect, it } from 'vitest';
import { businessDays } from '../domain/businessDay.ts';
import type { Me } from '../wire/office/people.ts';
import type { ReportAnswer, ReportRow } from '../wire/office/reports.ts';
import type { Letter } from './exports/letter.ts';
import { sendMorningMails } from './exports/morningMail.ts';
import { type Booked, ids, openBooks } from './reports/books.fixture.ts';
import { item } from './reports/dayByHand.fixture.ts';

const books = openBooks();
const SATURDAY = '2026-10-31';
const SUNDAY = '2026-11-01';
const bars = {
  berlin: { store: ids.north, till: ids.tills.north, zone: 'Europe/Berlin', currency: 'EUR', terminal: 'T-BERLIN' },
  newYork: { store: ids.south, till: ids.tills.south, zone: 'America/New_York', currency: 'USD', terminal: 'T-YORK' },
} as const;
type Bar = (typeof bars)[keyof typeof bars];
let trace = 0;

/** A drink with 19 % tax that was bought for half of its price; on the day of the bar. */
function drink({ till, zone, currency, terminal }: Bar, at: string, sum: number, event = 'closed'): Booked {
  trace += 1;
  return {
    ...{
      object: `STX_${terminal}_${trace}`,
      till,
      at,
      sum,
      currency,
      event,
      day: businessDays(zone, '04:00')(Date.parse(at)),
    },
    facts: {
      ...{ cashier: 'Ada', method: 'cashless', costs: [{ line: 1, cost: sum / 2 }] },
      tenders: [{ method: 'cashless', amount: sum, tid: terminal, trace }],
    },
    document: { status: 'ok', basket: { products: [item('G1', sum, 19)] }, basket_info: { sum, currency } },
  };
}
const closing = (
  { till, zone, currency, terminal }: Bar,
  at: string,
  kind: 'zReport' | 'dayEnd',
  sum: number,
): Booked => {
  const day = businessDays(zone, '04:00')(Date.parse(at));
  const journal = { count: 1, amount: sum, by_till: [{ till: 'SDV_1', count: 1 }] };
  return {
    ...{ object: `${kind}_${terminal}_${day}`, till, at, day, currency, kind, sum: 0 },
    ...(kind === 'zReport'
      ? { event: 'made', document: null, facts: { number: 1, made: at, days: [day] } }
      : {
          event: 'ended',
          document: { device: terminal, state: 'agrees', terminal: { count: 1, amount: sum }, journal },
        }),
  };
};

const { berlin, newYork } = bars;
const night: readonly Booked[] = [
  drink(berlin, '2026-10-31T22:00:00Z', 1000), // 23:00
  drink(berlin, '2026-11-01T02:59:00Z', 2000), // 03:59
  closing(berlin, '2026-11-01T02:59:20Z', 'dayEnd', 3000),
  closing(berlin, '2026-11-01T02:59:30Z', 'zReport', 3000),
  drink(berlin, '2026-11-01T03:00:00Z', 4000), // 04:00: Sunday, and November
  drink(newYork, '2026-11-01T03:30:00Z', 100), // 23:30
  drink(newYork, '2026-11-01T05:30:00Z', 200), // 01:30, the first time
  drink(newYork, '2026-11-01T06:30:00Z', 400), // 01:30, the second time
  drink(newYork, '2026-11-01T06:40:00Z', 50, 'unknown'),
  drink(newYork, '2026-11-01T08:59:00Z', 800), // 03:59
  closing(newYork, '2026-11-01T08:59:20Z', 'dayEnd', 1500),
  closing(newYork, '2026-11-01T08:59:30Z', 'zReport', 1500),
  drink(newYork, '2026-11-01T09:00:00Z', 1600), // 04:00
];

const JSON_BODY = { 'content-type': 'application/json' };
const send = (path: string, method: string, body: object) =>
  books.ask('chain', path, { method, headers: JSON_BODY, body: JSON.stringify(body) });
const report = async (path: string) => (await books.ask<ReportAnswer>('chain', `/reports/${path}`)).body;
const cells = ({ rows }: ReportAnswer, ...columns: readonly string[]) =>
  Object.fromEntries((rows as readonly ReportRow[]).map(row => [row.key, columns.map(column => row[column] ?? null)]));

async function bytes(path: string): Promise<Buffer> {
  const body = new URLSearchParams({ username: 'chain@own.example', password: 'chain-password' });
  const token = (await books.ask<{ access_token: string }>(null, '/token', { method: 'POST', body })).body.access_token;
  const answer = await fetch(`${books.url}/office/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** The texts that a PDF draws. */
async function drawn(content: Buffer): Promise<string> {
  const document = await PDFDocument.load(content);
  return document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFRawStream ? [object.contents] : []))
    .flatMap(data => {
      try {
        return [
          ...inflateSync(data)
            .toString('latin1')
            .matchAll(/<([0-9A-F]+)> Tj/g),
        ];
      } catch {
        return [];
      }
    })
    .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
    .join('\n');
}

beforeAll(async () => {
  await books.database.script(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET timezone = %L', current_database(), 'Pacific/Auckland'); END $$;
     SET timezone = 'Pacific/Auckland';
     UPDATE merchant SET time_zone = 'UTC'; UPDATE heartbeat SET condition = '{"day_start": "04:00"}';`,
  );
  for (const { store, zone, currency } of Object.values(bars))
    await books.database.query('UPDATE store SET time_zone = $2, currencies = $3 WHERE id = $1', [
      store,
      zone,
      [currency],
    ]);
  await books.book(...night);
  books.clock.now = Date.parse('2026-11-01T04:30:00Z');
});

it('is one day in reports, with its margin, in both currencies', async () => {
  for (const [currency, days] of [
    ['EUR', { [SATURDAY]: [3000, 1021], [SUNDAY]: [4000, 1361] }],
    ['USD', { [SATURDAY]: [1500, 510], [SUNDAY]: [1600, 545] }],
  ] as const)
    expect(
      cells(await report(`turnover?from=${SATURDAY}&to=${SUNDAY}&currency=${currency}`), 'turnover', 'margin'),
    ).toEqual(days);
});

it('is one day in workbook and PDF, whose times are by the clock of each bar', async () => {
  const day = `from=${SATURDAY}&to=${SATURDAY}&language=de`;
  const [sheet] = await readExcelFile(await bytes(`/reports/turnover?${day}&by=day&currency=USD&format=xlsx`));
  const [heads = [], ...rows] = sheet?.data ?? [];
  expect(rows.map(row => [row[0], row[heads.indexOf('Umsatz')]])).toEqual([
    [SATURDAY, 15],
    ['Summe', 15],
  ]);
  // The unclear payment at 01:40 in New York, and the Z reports at 03:59 of both.
  for (const [name, times] of [
    ['unknown', ['01.11.26, 01:40']],
    ['cash', ['01.11.26, 03:59', '01.11.26, 03:59']],
    ['reconciliation', ['01.11.26, 03:59', '01.11.26, 03:59']],
  ] as const) {
    const [table] = await readExcelFile(await bytes(`/reports/${name}?${day}&format=xlsx`));
    expect([name, (table?.data ?? []).flat().filter(cell => /, \d\d:\d\d$/.test(String(cell)))]).toEqual([name, times]);
    const text = await drawn(await bytes(`/reports/${name}?${day}&format=pdf`));
    expect([name, text.match(/01\.11\.26, \d\d:\d\d/g)?.slice(0, times.length)]).toEqual([name, times]);
  }
});

it('has its last minute in the postings of Saturday', async () => {
  const accounts = {
    ...{ consultant: 29_098, client: 55_003, account_length: 4, year_start: '11-01' },
    ...{ clearing: '1370', cash: '1600', card: '1460', loyalty: '3500', voucher: '3510', tips: '3520', other: '1490' },
    ...{ revenue: { '19': '4400' }, other_revenue: '4200' },
  };
  expect((await send('/merchant', 'PATCH', { datev: accounts })).status).toBe(200);
  const postings = async (day: string, currency: string) =>
    iconv
      .decode(await bytes(`/exports/datev.csv?from=${day}&to=${day}&currency=${currency}`), 'windows-1252')
      .trimEnd()
      .split('\r\n')
      .slice(2)
      .map(line => line.split(';'))
      .map(fields => [fields[0], fields[9], fields[13]]);
  // The fiscal year of this business begins with November, at four in the morning.
  expect(await postings(SATURDAY, 'EUR')).toEqual([
    ['30,00', '3110', '"Nord: Erlöse 19 %"'],
    ['30,00', '3110', '"Nord: Karte"'],
  ]);
  expect((await postings(SUNDAY, 'USD'))[0]).toEqual(['16,00', '0111', '"Süd: Erlöse 19 %"']);
});

it('is one closing of DSFinV-K with its moment in UTC, and Sunday is not in it', async () => {
  const files = unzipSync(new Uint8Array(await bytes(`/exports/dsfinvk.zip?from=${SATURDAY}&to=${SATURDAY}`)));
  const table = (name: string) => {
    const [head = '', ...rows] = strFromU8(files[`${name}.csv`] ?? new Uint8Array())
      .trimEnd()
      .split('\r\n');
    const names = head.split(';');
    return (...columns: readonly string[]) =>
      rows.map(row => columns.map(column => row.split(';')[names.indexOf(column)]?.replaceAll('"', '')));
  };
  expect(table('cashpointclosing')('Z_ERSTELLUNG', 'Z_BUCHUNGSTAG', 'Z_SE_ZAHLUNGEN')).toEqual([
    ['2026-11-01T02:59:30.000Z', SATURDAY, '30,00'],
    ['2026-11-01T08:59:30.000Z', SATURDAY, '15,00'],
  ]);
  expect(table('transactions')('BON_ENDE', 'UMS_BRUTTO')).toEqual([
    ['2026-10-31T22:00:00.000Z', '10,00'],
    ['2026-11-01T02:59:00.000Z', '20,00'],
    ['2026-11-01T03:30:00.000Z', '1,00'],
    ['2026-11-01T05:30:00.000Z', '2,00'],
    ['2026-11-01T06:30:00.000Z', '4,00'],
    ['2026-11-01T08:59:00.000Z', '8,00'],
  ]);
});

it('ends the month of a target at four in the morning of each bar', async () => {
  const target = (store: string, month: string, amount: number) => ({ store, month, amount });
  const data = [
    ...[target(ids.north, '2026-10', 6000), target(ids.north, '2026-11', 40_000)],
    ...[target(ids.south, '2026-10', 3000), target(ids.south, '2026-11', 16_000)],
  ];
  expect((await send('/targets', 'PUT', { data })).status).toBe(200);
  const months = async (currency: string) =>
    cells(
      await report(`turnover?from=2026-10-01&to=2026-11-30&by=month&currency=${currency}`),
      ...['turnover', 'target', 'target_reached'],
    );
  expect(await months('EUR')).toEqual({ '2026-10': [3000, 6000, 5000], '2026-11': [4000, 40_000, 1000] });
  expect(await months('USD')).toEqual({ '2026-10': [1500, 3000, 5000], '2026-11': [1600, 16_000, 1000] });
  // At half past four in Berlin it is half past midnight in New York: there October still runs.
  const today = async (currency: string) =>
    cells(await report(`today?currency=${currency}`), 'day', 'turnover', 'target', 'target_expected');
  expect(await today('EUR')).toMatchObject({ [ids.north]: [SUNDAY, 4000, 40_000, expect.any(Number)] });
  expect(await today('USD')).toMatchObject({ [ids.south]: [SATURDAY, 1500, 3000, 10_000] });
  // The hours of the chain's page are of the same days as its total.
  const hours = async (currency: string, clock: string) =>
    (await report(`turnover?by=hour&from=${SUNDAY}&to=${SUNDAY}&currency=${currency}&compare=week${clock}`)).total
      .turnover;
  expect([await hours('EUR', '&clock=store'), await hours('USD', '&clock=store')]).toEqual([4000, 1500]);
  expect(await hours('USD', '')).toBe(1600);
  const { stores } = (await books.ask<Me>('chain', '/me')).body;
  expect(stores.map(({ id, today: day }) => [id, day])).toEqual([
    [ids.north, SUNDAY],
    [ids.south, SATURDAY],
  ]);
});

it('agrees with terminal and bank, which has payments after midnight on the date of the wall', async () => {
  const ends = await report(`reconciliation?from=${SATURDAY}&to=${SATURDAY}`);
  expect(cells(ends, 'terminal', 'journal', 'synced', 'state')).toEqual({
    'dayEnd_T-BERLIN_2026-10-31': [3000, 3000, 3000, 'agrees'],
    'dayEnd_T-YORK_2026-10-31': [1500, 1500, 1500, 'agrees'],
  });
  const file = [
    'Terminal-ID;Trace;Datum;Uhrzeit;Betrag',
    ...['T-BERLIN;1;31.10.2026;23:00;10,00', 'T-BERLIN;2;01.11.2026;03:59;20,00', 'T-BERLIN;3;01.11.2026;04:00;40,00'],
    ...['T-YORK;4;31.10.2026;23:30;1,00', 'T-YORK;5;01.11.2026;01:30;2,00', 'T-YORK;6;01.11.2026;01:30;4,00'],
    // Booked a day after all: neither the business day nor the date on the wall.
    ...['T-YORK;8;02.11.2026;03:59;8,00', 'T-YORK;9;01.11.2026;04:00;16,00'],
  ].join('\n');
  const headers = { 'content-type': 'text/csv' };
  expect((await books.ask('chain', '/bank/files', { method: 'POST', headers, body: file })).status).toBe(200);
  const differences = await report(`reconciliation?from=${SATURDAY}&to=${SUNDAY}&by=difference`);
  expect((differences.rows as readonly ReportRow[]).map(row => [row.label, row.day, row.state])).toEqual([
    ['T-YORK · 8', SATURDAY, 'otherDay'],
  ]);
  expect(cells(await report(`reconciliation?from=${SATURDAY}&to=${SATURDAY}&by=bank`), 'synced', 'bank')).toEqual({
    [`${ids.north}.T-BERLIN.${SATURDAY}`]: [3000, 3000],
    [`${ids.south}.T-YORK.${SATURDAY}`]: [1500, 1500],
  });
});

it('is told by mail when it is over at both bars', async () => {
  await books.database.query(`UPDATE person SET morning_mail = id = 'USR_CHAIN'`);
  const sent: (readonly [string, string | undefined])[] = [];
  const parts = { ...books.office, minute: 180, address: null };
  const at = async (moment: string) => {
    books.clock.now = Date.parse(moment);
    await sendMorningMails({
      ...parts,
      send: async (_to: string, _id: string, { text, subject }: Letter) =>
        void sent.push([subject, /^Nord .*$/m.exec(text)?.[0]]),
    });
  };
  // Half past four in Berlin: in New York Saturday still runs, and Friday is told.
  await at('2026-11-01T04:30:00Z');
  await at('2026-11-01T08:59:59Z');
  await at('2026-11-01T09:00:00Z');
  await at('2026-11-01T12:00:00Z');
  expect(sent.map(([subject]) => subject)).toEqual([
    expect.stringContaining('30. Oktober 2026'),
    expect.stringContaining('31. Oktober 2026'),
  ]);
  expect(sent[1]?.[1]).toContain('30,00 EUR');
});
