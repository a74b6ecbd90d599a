/** Cash that the tills rounded, in the back office: turnover is exact, cash is what lay in the drawers, and the rounding has its own row. */
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, expect, it } from 'vitest';
import { openBooks } from './books.fixture.ts';
import { closed, DAY, item } from './dayByHand.fixture.ts';

const books = openBooks();

/*
 * 10:00 bread 5.02: 5.00 in cash, 0.02 given up. 10:05 bread 5.03: 5.05 in cash, 0.02 kept. 10:10 bread 5.01: 5.00 in cash, cancelled
 * at 10:15. 10:20 bread 5.04: 3.00 by card, 2.05 in cash, 0.01 kept.
 * Turnover 15.09; cash 5.00 + 5.05 + 2.05 = 12.10, card 3.00, rounding 0.02 − 0.02 − 0.01 = −0.01.
 */
beforeAll(async () => {
  const rounded = (cash: number, rounding: number, more: readonly object[] = []) => ({
    tenders: [...more, { method: 'cash', amount: cash }, { method: 'rounding', amount: rounding }],
  });
  const third = closed('STX_3', '10:10:00', 501, [item('B1', 501, 7)], rounded(500, 1));
  await books.book(
    closed('STX_1', '10:00:00', 502, [item('B1', 502, 7)], rounded(500, 2)),
    closed('STX_2', '10:05:00', 503, [item('B1', 503, 7)], rounded(505, -2)),
    third,
    { ...third, at: `${DAY}T10:15:00+01:00`, event: 'cancelled' },
    closed('STX_4', '10:20:00', 504, [item('B1', 504, 7)], rounded(205, -1, [{ method: 'cashless', amount: 300 }])),
    {
      ...{ kind: 'zReport', event: 'made', object: 'ZRP_1', sum: 0, document: null, day: DAY },
      at: `${DAY}T20:00:00+01:00`,
      facts: { number: 1, made: `${DAY}T20:00:00+01:00`, days: [DAY] },
    },
  );
});

it('is a method of its own in the turnover, whose methods add up to it', async () => {
  interface Turnover {
    readonly rows: readonly { readonly key: string; readonly turnover: number }[];
    readonly total: { readonly turnover: number };
  }
  const { body } = await books.ask<Turnover>('chain', `/reports/turnover?from=${DAY}&to=${DAY}&by=method`);
  expect(Object.fromEntries(body.rows.map(({ key, turnover }) => [key, turnover]))).toEqual({
    cash: 1210,
    cashless: 300,
    rounding: -1,
  });
  expect(body.total.turnover).toBe(1509);
});

it('is no cash in DSFinV-K, and every receipt is paid whole', async () => {
  const { body } = await books.ask<{ access_token: string }>(null, '/token', {
    ...{ method: 'POST', body: new URLSearchParams({ username: 'chain@own.example', password: 'chain-password' }) },
  });
  const answer = await fetch(`${books.url}/office/v1/exports/dsfinvk.zip?from=${DAY}&to=${DAY}`, {
    headers: { authorization: `Bearer ${body.access_token}` },
  });
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const rows = (name: string) => strFromU8(files[`${name}.csv`]!).trim().split('\r\n').slice(1);
  const methods = rows('payment').map(row => row.split(';').slice(3).join(' '));
  expect(methods).toEqual(['Bar cash 12,10', 'Unbar cashless 3,00', 'Keine rounding -0,01']);
  expect(rows('cash_per_currency').map(row => row.split(';').slice(3).join(' '))).toEqual(['EUR 12,10']);
  const sums = rows('transactions').map(row => row.split(';')[13]);
  expect(sums).toEqual(['5,02', '5,03', '5,01', '-5,01', '5,04']);
});
