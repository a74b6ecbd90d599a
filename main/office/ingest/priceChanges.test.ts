/** Prices changed by hand of days that a back office holds already: the migration finds in their records what ingest writes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openBooks } from '../reports/books.fixture.ts';
import { cash, closed, item } from '../reports/dayByHand.fixture.ts';

const books = openBooks();
const MIGRATION = join(import.meta.dirname, '../database/migrations/0130-price-changes.sql');
const corrections = [
  { kind: 'priceChange', amount: 100, person: 'Kim' },
  { kind: 'priceRaise', amount: 50, person: 'Alex' },
  { kind: 'priceChange', amount: -30, person: 'Alex' },
  { kind: 'priceChange', amount: 20, person: 'Kim', returned: true },
  { kind: 'void', amount: 500, person: 'Kim' },
];

it('writes the same rows for the days before as ingest does', async () => {
  await books.book(closed('STX_PRICED', '12:00:00', 1000, [item('B1', 1000, 7)], { ...cash(1000), corrections }));
  const rows = () => books.office.database.query('SELECT * FROM price_change ORDER BY position');
  const written = await rows();
  expect(written).toMatchObject([
    { person: 'Kim', lowered: 100, raised: 0 },
    { person: 'Alex', lowered: 0, raised: 50 },
    { person: 'Alex', lowered: 0, raised: 30 },
    { person: 'Kim', lowered: -20, raised: 0 },
  ]);
  await books.office.database.transaction(async sql => {
    await sql.script('DROP TABLE price_change');
    await sql.script(readFileSync(MIGRATION, 'utf8'));
  });
  expect(await rows()).toEqual(written);
});
