/** Files of the back office: reports as CSV and PDF, sales, records, and closings in the layout of DSFinV-K. */
import { strFromU8, unzipSync } from 'fflate';
import { PDFDocument } from 'pdf-lib';
import readExcelFile from 'read-excel-file/node';
import { beforeAll, describe, expect, it } from 'vitest';
import { rowsOfEveryReader } from '../../../domain/csvText.fixture.ts';
import type { ReportAnswer } from '../../../wire/office/reports.ts';
import { rebuildDay } from '../../ingest/rebuild.ts';
import { ids, openBooks } from '../../reports/books.fixture.ts';
import { cash, closed, DAY, item, records } from '../../reports/dayByHand.fixture.ts';

const books = openBooks();
const evil = '=HYPERLINK("http://evil.example")';
const twoLines = `Milk\n${evil}`;
beforeAll(() =>
  books.book(
    ...records,
    closed(
      'STX_EVIL',
      '19:00:00',
      100,
      [item(evil, 100, 7, { desc: evil })],
      { cashier: '+49', ...cash(100) },
      { till: ids.tills.south },
    ),
    {
      ...closed('STX_LINES', '19:01:00', 100, [item('LF', 100, 7, { desc: twoLines })], {
        cashier: 'Cem\u2028=1+1',
        transaction_ref: twoLines,
        ...cash(100),
      }),
      day: '2026-11-22',
      at: '2026-11-22T18:01:00Z',
    },
  ),
);

const span = `from=${DAY}&to=${DAY}`;
const file = async (path: string, person: 'chain' | 'store' = 'chain') =>
  books.ask(person, path, { headers: { 'accept-language': 'de' } });
const bytes = async (path: string) => {
  const token = await books.database.query('SELECT 1');
  expect(token).toHaveLength(1);
  const { body } = await books.ask<{ access_token: string }>(null, '/token', {
    method: 'POST',
    body: new URLSearchParams({ username: 'chain@own.example', password: 'chain-password' }),
  });
  const answer = await fetch(`${books.url}/office/v1${path}`, {
    headers: { authorization: `Bearer ${body.access_token}` },
  });
  expect(answer.status).toBe(200);
  return { headers: answer.headers, content: new Uint8Array(await answer.arrayBuffer()) };
};
const lines = (text: string) =>
  text
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n');

it('sales as CSV are all that the list finds, on whichever days the query looks', async () => {
  const long = { day: '2026-07-01', at: '2026-07-01T10:00:00+02:00' };
  await books.book({ ...closed('STX_JULY', '10:00:00', 100, [item('B1', 100, 7)], { ...cash(100) }), ...long });
  const idsOf = async (query: string) =>
    lines((await file(`/exports/sales.csv?${query}`)).text).flatMap(line => line.match(/STX_[A-Z]+/) ?? []);
  expect(await idsOf('q=id:STX_JULY')).toEqual(['STX_JULY']);
  expect(await idsOf('q=business_day:[2026-06-01+TO+2026-07-31]')).toEqual(['STX_JULY']);
  expect(await idsOf(`${span}&q=id:STX_JULY`)).toEqual([]);
  expect((await file('/exports/sales.csv?q=id:STX_JULY')).headers.get('content-disposition')).toContain('2026-07-01');
});

describe('a report as CSV', () => {
  it('is written for people who read German, with the total below', async () => {
    const { text, headers } = await file(`/reports/turnover?${span}&by=tax&format=csv`);
    expect(headers.get('content-type')).toContain('text/csv');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="turnover-tax-${DAY}-${DAY}.csv"`);
    expect(lines(text)).toEqual([
      'tax;Steuersatz;Umsatz;Steuer;Netto',
      '7;7 %;16,00;1,04;14,96',
      '19;19 %;22,80;3,64;19,16',
      ';Summe;38,80;4,68;34,12',
    ]);
  });

  it('and in English', async () => {
    const { text } = await books.ask('chain', `/reports/turnover?${span}&by=tax&format=csv&language=en`);
    expect(lines(text)[0]).toBe('tax,Tax rate,Turnover,Tax,Net');
    expect(lines(text)[1]).toBe('7,7 %,16.00,1.04,14.96');
  });

  it('holds no formula', async () => {
    const article = await file(`/reports/turnover?${span}&by=article&format=csv`);
    expect(article.text).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    const cashier = await file(`/reports/corrections?${span}&format=csv`);
    expect(cashier.text).toContain("'+49;'+49");
  });
});

describe('a line end inside of a field', () => {
  it('begins neither a row nor a formula, in a report, in the sales and in DSFinV-K', async () => {
    const span = 'from=2026-11-22&to=2026-11-22';
    const report = await file(`/reports/turnover?${span}&by=article&format=csv`);
    expect(report.text).toContain(`"Milk\n'=HYPERLINK(""http://evil.example"")"`);
    const sales = await file(`/exports/sales.csv?${span}`);
    expect(sales.text).toContain(`"Milk\n'=HYPERLINK(""http://evil.example"")"`);
    const { content } = await bytes(`/exports/dsfinvk.zip?${span}`);
    const tables = Object.entries(unzipSync(content)).filter(([name]) => name.endsWith('.csv'));
    const texts = [report.text, sales.text, ...tables.map(([, data]) => strFromU8(data))];
    for (const text of texts) for (const row of rowsOfEveryReader(text)) expect(row).not.toMatch(/^"?[=+\-@\t]/);
    expect(tables.find(([name]) => name === 'lines.csv')).toSatisfy(([, data]) =>
      strFromU8(data).includes('"Milk =HYPERLINK(""http://evil.example"")"'),
    );
  });
});

describe('a report as a workbook', () => {
  it('has numbers as numbers, texts as texts, and the total of the report', async () => {
    const { headers, content } = await bytes(`/reports/turnover?${span}&by=article&format=xlsx&language=en`);
    expect(headers.get('content-type')).toContain('spreadsheetml');
    expect(headers.get('content-disposition')).toMatch(/turnover-article-.*\.xlsx"$/);
    const [sheet] = await readExcelFile(Buffer.from(content));
    const [head = [], ...rows] = sheet?.data ?? [];
    const { body } = await books.ask<ReportAnswer>('chain', `/reports/turnover?${span}&by=article&language=en`);
    const place = head.indexOf('Turnover');
    expect([sheet?.sheet, head[0], rows.length]).toEqual(['Turnover', 'Article', body.rows.length + 1]);
    expect(rows.at(-1)?.[place]).toBe(Number(body.total.turnover) / 100);
    expect(rows.map(row => row[0])).toContain(evil);
    expect(rows.every(row => row[place] === null || typeof row[place] === 'number')).toBe(true);
  });
});

describe('a report as PDF', () => {
  it('is A4, with as many pages as it takes, umlauts and all', async () => {
    const { headers, content } = await bytes(`/reports/turnover?${span}&by=article&format=pdf`);
    expect(headers.get('content-type')).toBe('application/pdf');
    const document = await PDFDocument.load(content);
    expect(document.getPages().map(page => [Math.round(page.getWidth()), Math.round(page.getHeight())])).toEqual([
      [595, 842],
    ]);
    expect(document.getTitle()).toBe('Umsatz');
  });

  it('takes letters that its fonts do not have', async () => {
    await books.book(closed('STX_U', '20:00:00', 100, [item('ŁÓDŹ 🍞', 100, 7, { desc: 'Łódź 🍞 日本' })], cash(100)));
    const { content } = await bytes(`/reports/turnover?${span}&by=article&format=pdf&compare=year&language=en`);
    expect((await PDFDocument.load(content)).getPageCount()).toBe(1);
  });

  it('has several pages for many rows', async () => {
    const many = Array.from({ length: 120 }, (_, index) =>
      closed(`STX_M${index}`, '21:00:00', 100, [item(`M${index}`, 100, 7)], cash(100)),
    );
    await books.book(...many.map(sale => ({ ...sale, day: '2026-10-01', at: '2026-10-01T10:00:00Z' })));
    const { content } = await bytes('/reports/turnover?from=2026-10-01&to=2026-10-01&by=article&format=pdf');
    expect((await PDFDocument.load(content)).getPageCount()).toBe(3);
  });
});

describe('sales as CSV', () => {
  it('are those of the list, as people write amounts', async () => {
    const { text } = await file(`/exports/sales.csv?${span}&q=${encodeURIComponent('cashier:Anna')}&sort=created`);
    const [head, ...rows] = lines(text);
    expect(head).toContain('business_day;created;store;store_name');
    expect(rows.map(row => row.split(';').slice(-4))).toEqual([
      ['7,50', '7,50', '0,00', '0,00'],
      ['13,40', '13,40', '1,00', '0,00'],
    ]);
  });

  it('hold no formula, and nothing that is not the person’s', async () => {
    const { text } = await file(`/exports/sales.csv?${span}`);
    expect(text).toContain(";'+49;");
    expect(text).not.toMatch(/STX_X|ABROAD/);
    expect((await file(`/exports/sales.csv?${span}`, 'store')).text).not.toContain(ids.south);
    expect((await file(`/exports/sales.csv?${span}&q=${encodeURIComponent('a) OR (b')}`)).status).toBe(400);
  });
});

describe('records as JSON Lines', () => {
  it('are as they were received', async () => {
    const { text } = await file(`/exports/documents.jsonl?${span}`);
    const objects = text
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(objects[0]).toMatchObject({
      store: ids.north,
      till: ids.tills.north,
      record: { object: 'STX_A', event: 'closed' },
    });
    expect(objects.map(({ record }) => record.object)).not.toContain('STX_X');
  });
});

describe('closings in the layout of DSFinV-K', () => {
  interface Table {
    readonly rows: readonly Readonly<Record<string, string>>[];
  }
  let tables: Readonly<Record<string, Table>>;
  const amount = (text = '') => Math.round(Number(text.replace(',', '.')) * 100_000);
  const sum = (table: string, column: string, of: (row: Readonly<Record<string, string>>) => boolean = () => true) =>
    (tables[table]?.rows ?? []).filter(of).reduce((total, row) => total + amount(row[column]), 0) / 1000;
  let files: readonly string[] = [];

  beforeAll(async () => {
    const { content } = await bytes(`/exports/dsfinvk.zip?${span}`);
    const unzipped = unzipSync(content);
    files = Object.keys(unzipped);
    tables = Object.fromEntries(
      Object.entries(unzipped)
        .filter(([name]) => name.endsWith('.csv'))
        .map(([name, data]) => {
          const [head = '', ...rest] = strFromU8(data).trimEnd().split('\r\n');
          const names = head.split(';');
          return [
            name.slice(0, -4),
            {
              rows: rest.map(row =>
                Object.fromEntries(
                  row.split(';').map((value, index) => [names[index], value.replace(/^"(.*)"$/, '$1')]),
                ),
              ),
            },
          ];
        }),
    );
  });

  it('holds every file of the layout, and says that it is unsigned', async () => {
    // No Z report contains these days yet, which a file of its own says.
    expect(files).toHaveLength(23);
    expect(files).toEqual(
      expect.arrayContaining(['index.xml', 'UNSIGNED.txt', 'PRELIMINARY.txt', 'lines.csv', 'cash_per_currency.csv']),
    );
    expect(tables.tse?.rows).toEqual([]);
    expect(tables.transactions_tse?.rows).toEqual([]);
    for (const name of ['cashpointclosing', 'location', 'cashregister', 'vat'])
      expect(tables[name]?.rows.length).toBeGreaterThan(0);
  });

  it('has a closing for each till', () => {
    expect(
      tables.cashpointclosing?.rows.map(({ Z_KASSE_ID, Z_NR, Z_BUCHUNGSTAG }) => [Z_KASSE_ID, Z_NR, Z_BUCHUNGSTAG]),
    ).toEqual([
      [ids.tills.north, expect.any(String), DAY],
      [ids.tills.north2, '1', DAY],
      [ids.tills.south, '1', DAY],
    ]);
  });

  it('agrees in itself: positions, receipts, payments and closings', () => {
    // Cash 7.50 + 50 + 0.50 + 11.90 + 3.00 + 1.00 + 1.00 (sold and cancelled 11.90), card 13.40.
    expect(sum('datapayment', 'BASISWAEH_BETRAG')).toBe(8830);
    expect(sum('transactions', 'UMS_BRUTTO')).toBe(8830);
    expect(sum('payment', 'Z_ZAHLART_BETRAG')).toBe(8830);
    expect(sum('cashpointclosing', 'Z_SE_ZAHLUNGEN')).toBe(8830);
    expect(sum('cash_per_currency', 'ZAHLART_BETRAG_WAEH')).toBe(7490);
    expect(sum('cashpointclosing', 'Z_SE_BARZAHLUNGEN')).toBe(7490);
    expect(sum('lines_vat', 'POS_BRUTTO')).toBe(8830);
    expect(sum('transactions_vat', 'BON_BRUTTO')).toBe(8830);
    expect(sum('businesscases', 'Z_UMS_BRUTTO')).toBe(8830);
    const lines = tables.lines?.rows.reduce(
      (total, row) => total + (amount(row.STK_BR) * amount(row.MENGE)) / 100_000,
      0,
    );
    expect((lines ?? 0) / 1000).toBe(8830);
  });

  it('names vouchers, discounts and tips by the words of the layout', () => {
    const gross = (type: string) => sum('businesscases', 'Z_UMS_BRUTTO', row => row.GV_TYP === type);
    expect([
      gross('Umsatz'),
      gross('Rabatt'),
      gross('MehrzweckgutscheinKauf'),
      gross('MehrzweckgutscheinEinloesung'),
      gross('TrinkgeldAN'),
    ]).toEqual([4080, -100, 5000, -200, 50]);
  });

  it('refers a cancellation to its receipt', () => {
    const cancelled = tables.transactions?.rows.find(({ BON_STORNO }) => BON_STORNO === '1');
    expect(cancelled).toMatchObject({ UMS_BRUTTO: '-11,90', BON_NOTIZ: 'STX_C' });
    expect(tables.references?.rows).toMatchObject([
      { BON_ID: cancelled?.BON_ID, REF_Z_KASSE_ID: ids.tills.north2, REF_BON_ID: expect.stringMatching(/-1$/) },
    ]);
  });
});

it.each(['sales.csv', 'documents.jsonl', 'dsfinvk.zip'])('%s is for those who may, and is noted', async path => {
  expect((await books.ask(null, `/exports/${path}`)).status).toBe(401);
  expect((await books.ask('store', `/exports/${path}?store=${ids.south}`)).status).toBe(404);
  expect((await books.ask('chain', `/exports/${path}?store=${ids.abroad}`)).status).toBe(404);
  expect((await books.ask('chain', `/exports/${path}?from=2026-11-02&to=2026-11-01`)).status).toBe(400);
  const hostile = encodeURIComponent('2026-11-20"\r\nset-cookie: a=b');
  expect((await books.ask('chain', `/exports/${path}?from=${hostile}`)).status).toBe(400);
  await file(`/exports/${path}?${span}`);
  const { body } = await books.ask<{ data: object[] }>('chain', '/audit?q=action:exported&count=1');
  expect(body.data[0]).toMatchObject({ person: 'USR_CHAIN', facts: { export: path, from: DAY } });
});

describe('an export that was cut off', () => {
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${books.url}/office/v1/exports/${path}`, {
      headers: { authorization: `Bearer ${await tokenOf()}`, ...headers },
    });
    return { status: answer.status, etag: answer.headers.get('etag'), bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const tokenOf = async () => {
    const body = new URLSearchParams({ username: 'chain@own.example', password: 'chain-password' });
    return (await books.ask<{ access_token: string }>(null, '/token', { method: 'POST', body })).body.access_token;
  };

  it.each(['sales.csv', 'documents.jsonl', 'dsfinvk.zip'])('goes on behind what its reader has: %s', async path => {
    const asked = `${path}?${span}&events=all`;
    const whole = await read(asked);
    expect([whole.status, whole.etag]).toEqual([200, expect.stringMatching(/^"[\w-]{27}"$/)]);
    const length = whole.bytes.length;
    for (const skip of [1, Math.floor(length / 2), length - 1, length].filter(place => place > 0)) {
      const rest = await read(`${asked}&skip=${skip}`, { 'if-match': whole.etag ?? '' });
      expect([skip, rest.status, rest.etag]).toEqual([skip, 200, whole.etag]);
      expect(Buffer.concat([whole.bytes.subarray(0, skip), rest.bytes]).equals(whole.bytes)).toBe(true);
    }
    // A beginning of before does not fit the rest of now, and neither does one of a day that was made anew since.
    expect(await rebuildDay(books.database, { store: ids.north, day: DAY })).toBe(true);
    const anew = await read(asked);
    expect((await read(`${asked}&skip=1`, { 'if-match': whole.etag ?? '' })).status).toBe(412);
    expect((await read(`${asked}&skip=1`, { 'if-match': anew.etag ?? '' })).status).toBe(200);
    await books.database.query("UPDATE store SET city = coalesce(city, '') || 'x' WHERE id = $1", [ids.north]);
    expect((await read(`${asked}&skip=1`, { 'if-match': anew.etag ?? '' })).status).toBe(412);
    expect((await read(`${asked}&skip=1`)).status).toBe(400);
    const other = await read(`${path}?from=2026-11-01&to=${DAY}&skip=1`, { 'if-match': whole.etag ?? '' });
    expect(other.status).toBe(412);
  });
});
