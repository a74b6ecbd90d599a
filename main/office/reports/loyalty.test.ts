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

it('says how much the tills hold on all cards, where they took balances over', async () => {
  const made = (object: string, at: string, number: number, liability: unknown): Booked => ({
    ...{ kind: 'zReport', event: 'made', object, day: DAY, at, sum: 0, till: ids.tills.south },
    facts: { number, loyalty: { liability } },
  });
  const ask = async () =>
    (await report(`&store=${ids.south}`)).notes.map(({ en }) => en).filter(text => text.includes('all cards held'));
  // 50.00 came here, of which the story above has redeemed 3.00.
  await books.book(
    booking('LTX_A1', 'MCD_A1', 'opening', 5000, ids.tills.south),
    made('ZRP_1', `${DAY}T11:00:00+01:00`, 7, 4700),
  );
  expect(await ask()).toEqual([]);
  // 25.00 more were taken over, and 10.00 of all were redeemed only behind the report.
  await books.book(made('ZRP_2', `${DAY}T12:00:00+01:00`, 8, 7200), {
    ...booking('LTX_A2', 'MCD_A1', 'discharge', -1000, ids.tills.south),
    at: `${DAY}T13:00:00+01:00`,
  });
  expect(await ask()).toEqual([
    expect.stringMatching(/: all cards held 72\.00 EUR \(Z report 8, business day 2026-11-20\), 25\.00 EUR more than/),
  ]);
  // A member that no till sends takes the report from nobody.
  for (const [index, liability] of ['much', 1.5, 1e300, null].entries()) {
    await books.book(made(`ZRP_X${index}`, `${DAY}T14:0${index}:00+01:00`, 9, liability));
    expect(await ask()).toEqual([]);
  }
});

it('says what a copied shop has imported a second time', async () => {
  const opened = (object: string, card: string, number: string, cash: number, till: string): Booked => {
    const { facts, ...record } = booking(object, card, 'opening', cash, till);
    return { ...record, facts: { ...facts, card_number: number } };
  };
  const said = async (path = '') =>
    (await report(path)).notes.map(({ en }) => en).filter(text => text.includes('more than once'));
  await books.book(
    opened('LTX_C1', 'MCD_C1', '9276004000000018', 5000, ids.tills.north),
    opened('LTX_C2', 'MCD_C2', '9276004000000026', 900, ids.tills.north),
  );
  expect(await said()).toEqual([]);
  // Under other ids: 50.00 again, of which the copy has given out 12.00 before it was exported; and a card of its own.
  await books.book(
    opened('LTX_C3', 'MCD_C3', '9276004000000018', 3800, ids.tills.south),
    opened('LTX_C4', 'MCD_C4', '9276004000000034', 100, ids.tills.south),
  );
  expect(await said()).toEqual([expect.stringMatching(/^The balance of 1 card .* up to 38\.00 EUR of what is owed/)]);
  expect(await said(`&store=${ids.south}`)).toEqual([]);
});
