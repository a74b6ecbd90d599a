/** Tips in the layout of DSFinV-K: what a card was charged, and of it the tip, which goes back with a cancellation. */
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, expect, it } from 'vitest';
import { type Booked, openBooks } from '../../reports/books.fixture.ts';
import { closed, item } from '../../reports/dayByHand.fixture.ts';

const books = openBooks();
const DAY = '2026-10-21';
const on = (sale: Booked, time: string): Booked => ({ ...sale, day: DAY, at: `${DAY}T${time}+02:00` });
const byCard = (amount: number, tip: number) => ({
  method: 'cashless',
  tenders: [{ method: 'cashless', amount, ...(tip > 0 ? { tip } : {}) }],
  ...(tip > 0 ? { tip } : {}),
});
const bread = [item('B1', 1000, 7)];

let rows: readonly string[][];

beforeAll(async () => {
  const typed = closed('STX_TYPED', '10:00:00', 1150, bread, byCard(1150, 0));
  const { document } = typed;
  await books.book(
    on(closed('STX_GIVEN', '09:00:00', 1000, bread, byCard(1000, 100)), '09:00:00'),
    on({ ...typed, document: { ...document, basket_info: { sum: 1150, gratuity: 150 } } }, '10:00:00'),
    on(closed('STX_BACK', '11:00:00', 1000, bread, byCard(1000, 300)), '11:00:00'),
    on({ ...closed('STX_BACK', '12:00:00', 1000, bread, byCard(1000, 300)), event: 'cancelled' }, '12:00:00'),
  );
  const { body } = await books.ask<{ access_token: string }>(null, '/token', {
    method: 'POST',
    body: new URLSearchParams({ username: 'chain@own.example', password: 'chain-password' }),
  });
  const answer = await fetch(`${books.url}/office/v1/exports/dsfinvk.zip?from=${DAY}&to=${DAY}`, {
    headers: { authorization: `Bearer ${body.access_token}` },
  });
  expect(answer.status).toBe(200);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  rows = Object.entries(files).flatMap(([name, data]) =>
    name.endsWith('.csv')
      ? strFromU8(data)
          .trimEnd()
          .split('\r\n')
          .slice(1)
          .map(row => [name, ...row.split(';')])
      : [],
  );
});

const find = (name: string, ...holding: readonly string[]) =>
  rows.filter(row => row[0] === name && holding.every(text => row.some(cell => cell.replaceAll('"', '') === text)));

/* On paper: turnover 10,00 + 10,00; tips 1,00 given and 1,50 typed; 3,00 given and taken back; the cards 11,00 + 11,50 = 22,50. */
it('exports a tip given at the terminal as one typed at the till, and what a card was charged', () => {
  expect(find('lines.csv', 'TrinkgeldAN')).toHaveLength(4);
  expect(find('businesscases.csv', 'TrinkgeldAN')).toHaveLength(1);
  expect(find('businesscases.csv', 'TrinkgeldAN', '2,50000')).toHaveLength(1);
  expect(find('payment.csv', 'cashless', '22,50')).toHaveLength(1);
  expect(find('businesscases.csv', 'DifferenzSollIst')).toEqual([]);
});
