/** Tax rates with decimals and goods by weight in the back office: reports, lists, files and the layout of DSFinV-K. */
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { answerReport } from '../../../tillReports/answer.ts';
import { sourceOf } from '../../../tillReports/reportSource.fixture.ts';
import type { ReportAnswer, ReportRow } from '../../../wire/office/reports.ts';
import { type Booked, ids, openBooks } from '../../reports/books.fixture.ts';
import { cash, closed, DAY, item } from '../../reports/dayByHand.fixture.ts';

const books = openBooks();
const packOf = (value: number) => ({ measure: { value, decimals: 3, unit: 'kg', priceOne: 1590 }, desc: 'Cheese' });
const cheese = packOf(532);
const ribbon = { unit: 'm', priceOne: 100 };

const WEIGHED_DAY = '2026-11-19';
/** Two packs, one comes back in part; beside it the same article with its price in the code, and ribbon by the metre. */
const part = { quantity: -1, item_type: 'return', return_of: { sale: 'STX_D', line: 1, tax_amount: -36 } };
const weighedDay = [
  closed('STX_D', '10:00:00', 846, [item('K', 846, 7, cheese)], cash(846)),
  closed(
    'STX_E',
    '11:00:00',
    1098,
    [item('K', 498, 7, packOf(313)), item('K', 600, 7, { desc: 'Cheese' })],
    cash(1098),
  ),
  closed('STX_F', '12:00:00', -556, [item('K', 556, 7, { ...packOf(350), ...part })], cash(-556)),
  closed('STX_G', '13:00:00', 250, [item('R', 250, 7, { measure: { ...ribbon, value: 25, decimals: 1 } })], cash(250)),
].map(booked => ({ ...booked, day: WEIGHED_DAY, at: booked.at.replace(DAY, WEIGHED_DAY) }));

/** The same records as a till holds them. */
const weighedRecords = (weighedDay as readonly Booked[]).map(
  ({ day, at, facts, document, object = '', sum = null, event = 'closed' }) => ({
    ...{
      till: ids.tills.north,
      store: ids.north,
      business_day: day,
      kind: 'sale',
      event,
      object,
      sum,
      currency: 'EUR',
    },
    ...{ at: Date.parse(at), facts: JSON.stringify(facts), document: JSON.stringify(document) },
  }),
);

beforeAll(() =>
  books.book(
    closed('STX_A', '10:00:00', 1081 + 1190, [item('S', 1081, 8.1), item('T', 1190, 19)], cash(2271)),
    closed('STX_B', '11:00:00', 846, [item('K', 846, 8.1, cheese)], cash(846)),
    closed('STX_C', '12:00:00', 1026, [item('M', 1026, 2.6)], cash(1026)),
    ...weighedDay,
  ),
);

const span = `from=${DAY}&to=${DAY}`;

describe('a tax rate with decimals', () => {
  it('is a row of the turnover by tax rate, with the tax of each receipt', async () => {
    const { rows } = (await books.ask<ReportAnswer>('chain', `/reports/turnover?${span}&by=tax`)).body;
    expect((rows as readonly ReportRow[]).map(({ key, turnover, tax }) => [key, turnover, tax])).toEqual([
      ['2.6', 1026, 26],
      ['8.1', 1927, 81 + 63],
      ['19', 1190, 190],
    ]);
  });

  it('chooses what a report holds', async () => {
    const { rows } = (await books.ask<ReportAnswer>('chain', `/reports/turnover?${span}&by=article&tax=8.1`)).body;
    expect((rows as readonly ReportRow[]).map(({ key, turnover }) => [key, turnover])).toEqual([
      ['S', 1081],
      ['K', 846],
    ]);
  });

  it('is written for people who read German', async () => {
    const { text } = await books.ask('chain', `/reports/turnover?${span}&by=tax&format=csv`, {
      headers: { 'accept-language': 'de' },
    });
    expect(text).toContain('8.1;8,1 %;19,27;1,44;17,83');
    expect(text).toContain('19;19 %;11,90;1,90;10,00');
  });

  it('finds sales, and stands in them', async () => {
    const found = await books.ask<{ data: { id: string }[] }>('chain', `/sales?q=tax:8.1&count=10`);
    expect(found.body.data).toHaveLength(2);
    const one = await books.ask<{ taxes: object[]; lines: { tax: number }[] }>(
      'chain',
      `/sales/${found.body.data[0]?.id}`,
    );
    expect(one.body.lines[0]?.tax).toBe(8.1);
    expect(one.body.taxes).toContainEqual(expect.objectContaining({ tax: 8.1 }));
  });

  it('has a key and a rate of its own in the export', async () => {
    const files = await archive(DAY);
    const rates = files('vat');
    expect(rates).toMatch(/;10810;8,10;/);
    expect(rates).toMatch(/;10260;2,60;/);
    expect(rates).toMatch(/;1;19,00;/);
    expect(files('lines_vat')).toMatch(/;10810;10,81000;10,00000;0,81000/);
  });
});

/** The files of a day, by name. */
async function archive(day: string): Promise<(file: string) => string> {
  const { body } = await books.ask<{ access_token: string }>(null, '/token', {
    method: 'POST',
    body: new URLSearchParams({ username: 'chain@own.example', password: 'chain-password' }),
  });
  const answer = await fetch(`${books.url}/office/v1/exports/dsfinvk.zip?from=${day}&to=${day}`, {
    headers: { authorization: `Bearer ${body.access_token}` },
  });
  expect(answer.status).toBe(200);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  return file => strFromU8(files[`${file}.csv`] ?? new Uint8Array());
}

describe('goods by weight', () => {
  const path = `/reports/turnover?from=${WEIGHED_DAY}&to=${WEIGHED_DAY}`;
  const ofOffice = async (by: string) => (await books.ask<ReportAnswer>('chain', `${path}&by=${by}`)).body;
  /** The same records at the till that sold them. */
  const ofTill = (by: string) =>
    answerReport(sourceOf(weighedRecords, 'en', 0), {
      name: 'turnover',
      from: WEIGHED_DAY,
      to: WEIGHED_DAY,
      by,
      compare: null,
      filters: {},
    });

  it('are one row of their article, with pieces and weight apart, at the back office and at the till alike', async () => {
    const { rows, total } = await ofOffice('article');
    expect(rows).toMatchObject([
      { key: 'K', label: 'Cheese', turnover: 1388, quantity: 1, measure: 5320 + 3130 - 3500, unit: 'kg' },
      { key: 'R', turnover: 250, quantity: null, measure: 25_000, unit: 'm' },
    ]);
    // Kilograms and metres have no sum.
    expect(total).toMatchObject({ turnover: 1638, quantity: 1, measure: null, unit: null });
    for (const by of ['article', 'group']) {
      const [office, till] = [await ofOffice(by), await ofTill(by)];
      const figures = ({ key, label, turnover, quantity, measure, unit }: ReportRow) =>
        [key, label, turnover, quantity, measure, unit] as const;
      expect((till.rows as readonly ReportRow[]).map(figures)).toEqual(
        (office.rows as readonly ReportRow[]).map(figures),
      );
      const { turnover, quantity, measure, unit } = till.total;
      expect(office.total).toMatchObject({ turnover, quantity, measure, unit });
    }
  });

  it('are written with their decimals', async () => {
    const { text } = await books.ask('chain', `${path}&by=article&format=csv`, {
      headers: { 'accept-language': 'de' },
    });
    expect(text).toContain('K;Cheese;13,88;1;0,4950;kg');
  });

  it('stand in their sale with their weight', async () => {
    const { body } = await books.ask<{ lines: object[] }>('chain', '/sales/STX_D');
    expect(body.lines).toMatchObject([{ name: 'Cheese', quantity: 1, measured: 5320, unit: 'kg' }]);
  });

  it('are lines of the export with quantity, unit and the price of one unit', async () => {
    const [head = '', ...rows] = (await archive(WEIGHED_DAY))('lines').trimEnd().split('\r\n');
    const names = head.split(';');
    const columns = ['ARTIKELTEXT', 'MENGE', 'FAKTOR', 'EINHEIT', 'STK_BR'].map(name => names.indexOf(name));
    expect(rows.map(row => columns.map(at => row.split(';')[at]))).toEqual([
      ['Cheese', '0,532', '1,000', 'kg', '15,90000'],
      ['Cheese', '0,313', '1,000', 'kg', '15,90000'],
      ['Cheese', '1,000', '1,000', 'Stück', '6,00000'],
      ['Cheese', '-0,350', '1,000', 'kg', '15,90000'],
      ['Article R', '2,500', '1,000', 'm', '1,00000'],
    ]);
  });
});
