/** The batch for the tax adviser: head, columns, and postings that leave the clearing account of every day at zero. */
import iconv from 'iconv-lite';
import { beforeAll, expect, it } from 'vitest';
import { ids, openBooks } from '../reports/books.fixture.ts';
import { cash, closed, DAY, item } from '../reports/dayByHand.fixture.ts';
import { yearOf } from './datev.ts';

const books = openBooks();
const settings = {
  ...{ consultant: 29_098, client: 55_003, account_length: 4, year_start: '01-01' },
  ...{ clearing: '1370', cash: '1600', card: '1460', loyalty: '3500', voucher: '3510', tips: '3520', other: '1490' },
  ...{ revenue: { '19': '4400', '7': '4300' }, other_revenue: '4200' },
};
const change = (datev: unknown) =>
  books.ask<{ error_details?: string }>('chain', '/merchant', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ datev }),
  });

async function batch(query = `from=${DAY}&to=${DAY}`) {
  const { body } = await books.ask<{ access_token: string }>(null, '/token', {
    ...{ method: 'POST', body: new URLSearchParams({ username: 'chain@own.example', password: 'chain-password' }) },
  });
  const answer = await fetch(`${books.url}/office/v1/exports/datev.csv?${query}`, {
    headers: { authorization: `Bearer ${body.access_token}` },
  });
  return { answer, text: iconv.decode(Buffer.from(await answer.arrayBuffer()), 'windows-1252') };
}

beforeAll(() =>
  books.book(
    closed('STX_1', '10:00:00', 1850, [item('B1', 350, 7), item('T1', 1500, 19)], {
      tenders: [
        { method: 'cash', amount: 850 },
        { method: 'cashless', amount: 1000, tip: 150, terminal: '60001234', trace: 7 },
      ],
    }),
    closed('STX_2', '11:00:00', 500, [item('B1', 500, 8.1)], cash(500), { till: ids.tills.south }),
    { ...closed('STX_1', '12:00:00', 1850, [item('B1', 350, 7), item('T1', 1500, 19)], cash(0)), object: 'STX_3' },
  ),
);

it('is refused until somebody has set the accounts, and takes no account that is none', async () => {
  const { answer, text } = await batch();
  expect([answer.status, text]).toEqual([400, expect.stringContaining('DATEV')]);
  expect((await change({ ...settings, cash: '16A0' })).status).toBe(400);
  expect((await change({ ...settings, consultant: 7 })).status).toBe(400);
  expect((await change(settings)).status).toBe(200);
});

it('has the head and the 125 columns of the format, in its character set', async () => {
  const { answer, text } = await batch();
  expect(answer.headers.get('content-disposition')).toMatch(/filename="EXTF_Buchungsstapel-.*\.csv"/);
  const [head = '', heads = '', ...rows] = text.slice(0, -2).split('\r\n');
  const fields = head.split(';');
  expect([fields.length, fields.slice(0, 5), fields.slice(10, 16)]).toEqual([
    31,
    ['"EXTF"', '700', '21', '"Buchungsstapel"', '13'],
    ['29098', '55003', '20260101', '4', DAY.replaceAll('-', ''), DAY.replaceAll('-', '')],
  ]);
  expect([heads.split(';').length, heads.split(';').at(-1)]).toEqual([125, 'Abw. Skontokonto']);
  expect(rows.every(row => row.split(';').length === 125)).toBe(true);
  expect(text).toContain('Erlöse 19 %');
});

it('posts revenue by rate and payments by method, and the clearing account ends at zero', async () => {
  const { text } = await batch();
  const rows = text
    .slice(0, -2)
    .split('\r\n')
    .slice(2)
    .map(row => row.split(';'));
  const short = rows.map(row =>
    [row[0], row[1], row[6], row[7], row[9], row[13]].map(cell => cell?.replaceAll('"', '')),
  );
  const ddmm = `${DAY.slice(8)}${DAY.slice(5, 7)}`;
  expect(short).toContainEqual(expect.arrayContaining(['S', '1370', '4400', ddmm, 'Nord: Erlöse 19 %']));
  expect(short).toContainEqual(expect.arrayContaining(['1370', '4200', 'Süd: Erlöse 8,1 %']));
  expect(short).toContainEqual(expect.arrayContaining(['1,50', 'S', '1370', '3520', 'Nord: Trinkgeld']));
  const balance = short.reduce((sum, [amount, side, account, against]) => {
    const signed = Number(amount!.replace(',', '')) * (side === 'S' ? 1 : -1);
    return sum + (account === '1370' ? signed : 0) - (against === '1370' ? signed : 0);
  }, 0);
  expect(balance).toBe(0);
});

it('a batch lies in one fiscal year', async () => {
  expect([yearOf('2026-06-30', '07-01'), yearOf('2026-07-01', '07-01')]).toEqual(['2025-07-01', '2026-07-01']);
  expect((await batch('from=2025-12-30&to=2026-01-02')).answer.status).toBe(400);
});
