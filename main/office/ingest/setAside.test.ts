/** An amount that no till sells is put aside with its reason, a cancellation waits for its sale, and a person takes out a record that is no fact. */
import { expect, it } from 'vitest';
import { LARGEST_AMOUNT } from '../../domain/money.ts';
import type { OfficeRecord } from '../../wire/office/records.ts';
import { batchOf, onEachDatabase, saleRecord, senderOf, stores } from '../office.fixture.ts';
import { checkDay, rebuildDay } from './rebuild.ts';
import { setAside, takeBack } from './setAside.ts';
import { createIngest } from './takeBatch.ts';

const DAY = '2026-11-16';
const WHY = { person: 'USR_1', at: Date.UTC(2026, 10, 16, 12), reason: 'a test of the till' };

onEachDatabase('records that must not count', open => {
  const take = async (till: string, records: readonly OfficeRecord[], last = records.length) =>
    createIngest(open()).take(senderOf(till), await batchOf(records, { last }));
  const turnoverOf = async (till: string): Promise<number> => {
    const [row] = await open().database.query<{ sum: number }>(
      'SELECT coalesce(sum(turnover), 0)::bigint AS sum FROM figure_sale WHERE till = $1',
      [till],
    );
    return row?.sum ?? 0;
  };

  it.each([Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, LARGEST_AMOUNT + 1])(
    'an absurd sum (%i) is put aside with its reason, and the sale after it counts',
    async sum => {
      const till = `TIL_A${sum}`;
      const products = [{ articleNumber: '1', desc: 'Coffee', quantity: 1, priceOne: sum, tax: 19 }];
      const absurd = saleRecord(1, { id: `STX_A${sum}`, sum, ...(sum > 0 ? { products } : {}) });
      const answer = await take(till, [absurd, saleRecord(2, { id: `STX_B${sum}` })]);
      expect(answer.refused).toMatchObject([{ sequence: 1, code: 'absurdAmount', texts: { de: /beiseite/ } }]);
      expect(await turnoverOf(till)).toBe(1190);
    },
  );

  it('the greatest sum that a till sells counts', async () => {
    const products = [{ articleNumber: '1', desc: 'House', quantity: 1, priceOne: LARGEST_AMOUNT, tax: 19 }];
    const answer = await take('TIL_L', [saleRecord(1, { id: 'STX_L', sum: LARGEST_AMOUNT, products })]);
    expect(answer.refused).toEqual([]);
    expect(await turnoverOf('TIL_L')).toBe(LARGEST_AMOUNT);
  });

  it('a cancellation counts nothing while its sale is not here, and counts once it is, in either order', async () => {
    const closed = saleRecord(1, { id: 'STX_LATE', sum: 500 });
    const cancelled = saleRecord(2, { id: 'STX_LATE', sum: 500, event: 'cancelled' });
    expect(await take('TIL_W', [cancelled, saleRecord(3, { id: 'STX_W' })], 3)).toMatchObject({
      taken: 2,
      refused: [],
    });
    expect(await turnoverOf('TIL_W')).toBe(1190);
    await take('TIL_W', [closed], 3);
    expect(await turnoverOf('TIL_W')).toBe(1190);
    const [row] = await open().database.query<object>(
      "SELECT closed, cancelled, cancellations FROM figure_sale WHERE till = 'TIL_W' AND cancelled <> 0",
    );
    expect(row).toMatchObject({ cancelled: 500, cancellations: 1 });
    const place = { store: stores.first, day: DAY };
    expect(await checkDay(open().database, place)).toEqual([]);
    expect(await rebuildDay(open().database, place)).toBe(true);
    expect(await turnoverOf('TIL_W')).toBe(1190);
  });

  it('a person takes a sale and its cancellation out, a rebuild leaves them out, and they come back', async () => {
    const { database } = open();
    await take('TIL_P', [saleRecord(1, { id: 'STX_P', sum: 700 }), saleRecord(2, { id: 'STX_Q', sum: 300 })]);
    expect(await turnoverOf('TIL_P')).toBe(1000);
    const place = { store: senderOf('TIL_P').store, object: 'STX_P' };
    expect(await database.transaction(sql => setAside(sql, place, WHY))).toBe(1);
    expect(await turnoverOf('TIL_P')).toBe(300);
    // A cancellation that comes later is that of a sale which does not count.
    await take('TIL_P', [saleRecord(3, { id: 'STX_P', sum: 700, event: 'cancelled' })], 3);
    expect(await turnoverOf('TIL_P')).toBe(300);
    expect(await rebuildDay(database, { store: place.store, day: DAY })).toBe(true);
    expect(await turnoverOf('TIL_P')).toBe(300);
    expect(await database.query("SELECT object, person, reason FROM set_aside WHERE till = 'TIL_P'")).toEqual([
      { object: 'STX_P', person: WHY.person, reason: WHY.reason },
    ]);
    expect(await database.transaction(sql => takeBack(sql, place))).toBe(1);
    expect(await turnoverOf('TIL_P')).toBe(300);
    const [row] = await database.query<object>(
      "SELECT sum(closed)::bigint AS closed, sum(cancelled)::bigint AS cancelled FROM figure_sale WHERE till = 'TIL_P'",
    );
    expect(row).toEqual({ closed: 1000, cancelled: 700 });
  });
});
