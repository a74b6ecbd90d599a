/** Business days that are made anew in the back office, by the start of the day that the till tells. */
import { expect, it } from 'vitest';
import { batchOf, merchant, onEachDatabase, saleRecord, senderOf, stores } from '../office.fixture.ts';
import { scopeOf } from '../reports/scope.ts';
import { moveDays } from './businessDays.ts';
import { createIngest } from './takeBatch.ts';

onEachDatabase('business days made anew', open => {
  it('move documents with their facts and figures, and what the till sends again is known', async () => {
    const { database } = open();
    const ingest = createIngest(open());
    await database.query(
      `INSERT INTO heartbeat (store, bridge, condition) VALUES ($1, 'BRG_1', '{"day_start": "04:00"}')`,
      [stores.first],
    );
    const night = { day: '2026-11-01', at: '2026-11-01T01:30:00+01:00' };
    const records = [
      saleRecord(1, { day: '2026-10-31', at: '2026-10-31T22:00:00+01:00' }),
      saleRecord(2, night),
      saleRecord(3, { day: '2026-11-01', at: '2026-11-01T20:00:00+01:00' }),
    ];
    const batch = await batchOf(records, { till: 'SDV_1' });
    await ingest.take(senderOf('TIL_1'), batch);
    const figures = () =>
      database.query(
        `SELECT to_char(business_day, 'YYYY-MM-DD') AS day, sum(sales)::int AS sales, sum(turnover)::int AS turnover
         FROM figure_sale WHERE till = 'TIL_1' GROUP BY 1 ORDER BY 1`,
      );
    expect(await figures()).toEqual([
      { day: '2026-10-31', sales: 1, turnover: 1190 },
      { day: '2026-11-01', sales: 2, turnover: 2380 },
    ]);
    expect(await moveDays(database, null, null)).toBe(1);
    const after = [
      { day: '2026-10-31', sales: 2, turnover: 2380 },
      { day: '2026-11-01', sales: 1, turnover: 1190 },
    ];
    expect(await figures()).toEqual(after);
    expect(await moveDays(database, null, null)).toBe(0);
    expect(await ingest.take(senderOf('TIL_1'), batch)).toMatchObject({ taken: 0, repeated: 3, refused: [] });
    expect(await figures()).toEqual(after);
  });

  it('say which day is today: at two in the night the day before', async () => {
    const at = async (moment: string) =>
      (await scopeOf(open().database, { merchant, stores: [stores.first], language: 'de', now: Date.parse(moment) }))
        .today;
    expect(await at('2026-11-16T02:00:00+01:00')).toBe('2026-11-15');
    expect(await at('2026-11-16T04:00:00+01:00')).toBe('2026-11-16');
  });
});
