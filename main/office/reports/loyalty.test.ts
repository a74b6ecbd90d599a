/** The liability on cards: imported balances count, and balances that came from elsewhere are said. */
import { expect, it } from 'vitest';
import type { ReportAnswer, ReportRow } from '../../wire/office/reports.ts';
import { type Booked, ids, openBooks } from './books.fixture.ts';

const books = openBooks();
const DAY = '2026-11-20';
type Answer = Omit<ReportAnswer, 'rows'> & { readonly rows: readonly ReportRow[] };

const booking = (object: string, card: string, kind: string, cash: number, till: string = ids.tills.north): Booked => ({
  ...{ kind: 'cardOperation', event: 'booked', object, day: DAY, at: `${DAY}T10:00:00+01:00`, sum: cash, till },
  facts: { action: kind, card, bookings: [{ account: 'cash', amount: cash, kind }] },
});
const report = async (path = '') =>
  (await books.ask<Answer>('chain', `/reports/loyalty?from=${DAY}&to=${DAY}&by=day&language=en${path}`)).body;

it('counts imported balances, and says what was redeemed of balances that came from elsewhere', async () => {
  await books.book(booking('LTX_1', 'MCD_1', 'opening', 5000), booking('LTX_2', 'MCD_1', 'discharge', -1200));
  const imported = await report();
  expect([imported.total.liability, imported.notes]).toEqual([3800, []]);
  // Taken over from a service: the till has booked the balance without a record, and sends what is redeemed.
  await books.book(
    booking('LTX_3', 'MCD_2', 'discharge', -700),
    booking('LTX_4', 'MCD_3', 'discharge', -300, ids.tills.south),
  );
  const brought = await report();
  expect(brought.total.liability).toBe(2800);
  expect(brought.notes.map(({ en }) => en)).toEqual([
    expect.stringMatching(/^On 2 cards more was redeemed .* too low by at least 10\.00 EUR/),
  ]);
  expect((await report(`&store=${ids.south}`)).notes.map(({ en }) => en)).toEqual([
    expect.stringMatching(/^On 1 card .* at least 3\.00 EUR/),
  ]);
});
