/** Tax rates with decimals in the back office: reports, lists, files and the layout of DSFinV-K; whole rates are written as ever. */
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ReportAnswer, ReportRow } from '../../../wire/office/reports.ts';
import { openBooks } from '../../reports/books.fixture.ts';
import { cash, closed, DAY, item } from '../../reports/dayByHand.fixture.ts';

const books = openBooks();
const cheese = { measure: { value: 532, decimals: 3, unit: 'kg', priceOne: 1590 }, desc: 'Cheese' };

beforeAll(() =>
  books.book(
    closed('STX_A', '10:00:00', 1081 + 1190, [item('S', 1081, 8.1), item('T', 1190, 19)], cash(2271)),
    closed('STX_B', '11:00:00', 846, [item('K', 846, 8.1, cheese)], cash(846)),
    closed('STX_C', '12:00:00', 1026, [item('M', 1026, 2.6)], cash(1026)),
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
    const { body } = await books.ask<{ access_token: string }>(null, '/token', {
      method: 'POST',
      body: new URLSearchParams({ username: 'chain@own.example', password: 'chain-password' }),
    });
    const answer = await fetch(`${books.url}/office/v1/exports/dsfinvk.zip?${span}`, {
      headers: { authorization: `Bearer ${body.access_token}` },
    });
    expect(answer.status).toBe(200);
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const rates = strFromU8(files['vat.csv'] ?? new Uint8Array());
    expect(rates).toMatch(/;10810;8,10;/);
    expect(rates).toMatch(/;10260;2,60;/);
    expect(rates).toMatch(/;1;19,00;/);
    const items = strFromU8(files['lines_vat.csv'] ?? new Uint8Array());
    expect(items).toMatch(/;10810;10,81000;10,00000;0,81000/);
  });
});
