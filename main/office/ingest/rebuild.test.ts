/** Figures follow from the documents alone: in any order of batches, and made anew. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { OfficeRecord } from '../../wire/office/records.ts';
import { countThirds } from '../database/thirds.ts';
import { batchOf, onEachDatabase, saleRecord, senderOf } from '../office.fixture.ts';
import { checkDay, rebuildDay } from './rebuild.ts';
import { createIngest } from './takeBatch.ts';

const DAYS = ['2026-11-14', '2026-11-15', '2026-11-16'];

/** A pack that costs `sum`; half of them as older tills sent them, with the weight in their text. */
function packOf(sum: number): object {
  const article = { articleNumber: '2', quantity: 1, tax: 7 };
  const measure = { value: sum, decimals: 2, unit: 'kg', priceOne: 100 };
  if (sum % 2 === 0) return { ...article, desc: 'Gouda', measure };
  const desc = `Gouda ${(sum / 1000).toFixed(3).replace('.', ',')} kg × 10,00 €/kg`;
  return { ...article, desc, priceOne: sum, carried: { ean: '2', grams: sum, pricePerKilogram: 1000 } };
}

/** The records of a till: each sale with its later events, numbered in the order of the till. */
const tillRecords = (till: string) =>
  fc
    .array(
      fc.record({
        sum: fc.integer({ min: 1, max: 100_000 }),
        day: fc.constantFrom(...DAYS),
        isWeighed: fc.boolean(),
        ends: fc.constantFrom('closed', 'cancelled', 'unknown', 'paidLater', 'played'),
      }),
      { minLength: 1, maxLength: 12 },
    )
    .map(sales =>
      sales
        .flatMap(({ sum, day, isWeighed, ends }, index) => {
          const products = isWeighed ? { products: [packOf(sum)] } : {};
          const sale = { id: `STX_${till}_${index}`, sum, day, ...products };
          const closed = { ...sale, event: 'closed' };
          if (ends === 'unknown') return [{ ...sale, event: 'unknown' }];
          if (ends === 'paidLater') return [{ ...sale, event: 'unknown' }, closed];
          if (ends === 'played') return [{ ...closed, facts: { played: true } }];
          return ends === 'cancelled' ? [closed, { ...sale, event: 'cancelled', day: '2026-11-16' }] : [closed];
        })
        .map((facts, index) => saleRecord(index + 1, facts)),
    );

onEachDatabase('figures and documents', (open, kind) => {
  const figures = async (till: string) =>
    open().database.query<object>(
      `SELECT business_day, hour, sales, turnover, closed, cancelled, cancellations, unknown FROM figure_sale
       WHERE till = $1 AND (sales, turnover, closed, cancelled, cancellations, unknown) <> (0, 0, 0, 0, 0, 0) ORDER BY 1, 2`,
      [till],
    );
  const statuses = (till: string) =>
    open().database.query<object>('SELECT sequence, event, status, turnover FROM sale WHERE till = $1 ORDER BY 1', [
      till,
    ]);

  let run = 0;
  it('are the same in every order of the batches, with repetitions, and after a rebuild', async () => {
    const ingest = createIngest(open());
    const records = fc.constant(null).chain(() => {
      run += 1;
      return tillRecords(`${run}`);
    });
    await fc.assert(
      fc.asyncProperty(records, fc.array(fc.nat(), { minLength: 24, maxLength: 24 }), async (given, order) => {
        run += 1;
        const [straight, mixed] = [`TIL_S${run}`, `TIL_M${run}`];
        const renamed = given.map(record => ({ ...record, object: `${record.object}_M${run}` }) as OfficeRecord);
        const own = given.map(record => ({ ...record, object: `${record.object}_S${run}` }) as OfficeRecord);
        await ingest.take(senderOf(straight), await batchOf(own));
        const pieces = [...renamed, ...renamed.slice(0, 5)].map((record, index) => ({
          record,
          place: order[index] ?? 0,
        }));
        for (const { record } of pieces.sort((a, b) => a.place - b.place))
          await ingest.take(senderOf(mixed), await batchOf([record], { last: given.length }));
        const expected = await figures(straight);
        expect(await figures(mixed)).toEqual(expected);
        expect(await statuses(mixed)).toEqual(await statuses(straight));
        for (const day of DAYS) {
          const place = { store: senderOf(mixed).store, day };
          expect(await checkDay(open().database, place)).toEqual([]);
          expect(await rebuildDay(open().database, place)).toBe(true);
        }
        expect(await figures(mixed)).toEqual(expected);
      }),
      // The embedded database does the same work in this process, several times as slowly.
      { numRuns: kind === 'server' ? 6 : 2 },
    );
  });

  it('shows figures that drifted, and mends them', async () => {
    await createIngest(open()).take(senderOf('TIL_DRIFT'), await batchOf([saleRecord(1, { id: 'STX_DRIFT' })]));
    const { database } = open();
    await database.query("UPDATE figure_sale SET turnover = turnover + 1 WHERE till = 'TIL_DRIFT'");
    const place = { store: senderOf('').store, day: '2026-11-16' };
    const office = { database, clock: { now: () => Date.parse('2026-12-05T00:00:00Z') } };
    expect(await countThirds(office)).toBeGreaterThan(0);
    await database.query("UPDATE figure_item_third SET turnover = turnover + 1 WHERE value = 'TIL_DRIFT'");
    expect(await checkDay(database, place)).toEqual(['figure_sale', 'figure_item_third']);
    await rebuildDay(database, place);
    expect(await database.query("SELECT 1 FROM figure_item_third WHERE value = 'TIL_DRIFT'")).toEqual([]);
    expect(await checkDay(database, place)).toEqual([]);
    expect(await countThirds(office)).toBe(1);
    expect(await checkDay(database, place)).toEqual([]);
  });

  it('leaves facts that came without documents as they are', async () => {
    const { database } = open();
    await database.query("DELETE FROM document WHERE till = 'TIL_DRIFT'");
    expect(await rebuildDay(database, { store: senderOf('').store, day: '2026-11-16' })).toBe(false);
    expect(await database.query("SELECT 1 FROM sale WHERE till = 'TIL_DRIFT'")).toHaveLength(1);
  });
});
