/** A record that a person has taken out of the books stands in no report, whatever kind of record it is, and every report says how much that is. */
import { expect, it } from 'vitest';
import type { ReportAnswer, ReportRow } from '../../wire/office/reports.ts';
import { type Booked, ids, openBooks } from './books.fixture.ts';

const books = openBooks();
const DAY = '2026-11-20';
type Answer = Omit<ReportAnswer, 'rows'> & { readonly rows: readonly ReportRow[] };

const record = (object: string, kind: string, event: string, sum: number, facts: object): Booked => ({
  ...{ object, kind, event, day: DAY, at: `${DAY}T10:00:00Z`, sum, till: ids.tills.north, facts: { ...facts } },
});
const report = async (name: string, by: string) =>
  (await books.ask<Answer>('chain', `/reports/${name}?from=${DAY}&to=${DAY}&by=${by}&language=en`)).body;
const step = (object: string, name: 'set-aside' | 'take-back') =>
  books.ask('chain', `/records/${object}/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'a test of the till' }),
  });

it('is counted by no report until it is taken back', async () => {
  const cash = { expected: 5000, counted: 4500, difference: -500, sales: 900 };
  await books.book(
    record('ZRP_1', 'zReport', 'made', 900, { number: 1, turnover: { gross: 900 }, cash }),
    record('BSK_1', 'basket', 'abandoned', 700, { person: 'Anna' }),
    record('CBK_1', 'cardOperation', 'booked', 300, { bookings: [{ account: 'cash', amount: 300 }] }),
  );
  const seen = async () => {
    const [drawer, corrections, loyalty] = [
      await report('cash', 'zReport'),
      await report('corrections', 'cashier'),
      await report('loyalty', 'day'),
    ];
    const notes = new Set([drawer, corrections, loyalty].flatMap(one => one.notes.map(({ en }) => en)));
    const { total } = corrections;
    return {
      zs: drawer.rows.length,
      abandoned: total.abandoned ?? 0,
      owed: loyalty.total.liability,
      notes: [...notes],
    };
  };
  const before = { zs: 1, abandoned: 700, owed: 300 };
  const all = await seen();
  expect(all).toMatchObject(before);
  for (const object of ['ZRP_1', 'BSK_1', 'CBK_1']) expect((await step(object, 'set-aside')).status).toBe(200);
  const without = await seen();
  expect(without).toMatchObject({ zs: 0, abandoned: 0, owed: 0 });
  expect(without.notes.join('\n')).toMatch(/^3 records are kept and do not count: .* taken out by a person/m);
  for (const object of ['ZRP_1', 'BSK_1', 'CBK_1']) expect((await step(object, 'take-back')).status).toBe(200);
  expect(await seen()).toEqual(all);
});
