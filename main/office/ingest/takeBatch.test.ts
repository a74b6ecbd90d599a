/** Batches are taken in once, whatever comes twice, late, or changed. */
import { expect, it } from 'vitest';
import { batchOf, NOON, onEachDatabase, saleRecord, senderOf, stores } from '../office.fixture.ts';
import { missingBelow } from './missing.ts';
import { createIngest } from './takeBatch.ts';

onEachDatabase('taking batches in', open => {
  const take = async (till: string, ...batch: Parameters<typeof batchOf>) =>
    createIngest(open()).take(senderOf(till), await batchOf(...batch));
  const figures = (till: string) =>
    open().database.query<{ sales: number; turnover: number; cancellations: number }>(
      `SELECT sum(sales) AS sales, sum(turnover) AS turnover, sum(cancellations) AS cancellations
       FROM figure_sale WHERE till = $1 GROUP BY till`,
      [till],
    );

  it('counts what a batch holds: sale, line, tax, tender and the figures of each', async () => {
    const answer = await take('TIL_A', [saleRecord(1), saleRecord(2, { sum: 500 })]);
    expect(answer).toMatchObject({ taken: 2, repeated: 0, refused: [], held: [[1, 2]], wanted: [] });
    expect(await figures('TIL_A')).toEqual([{ sales: 2, turnover: 1690, cancellations: 0 }]);
    const { database } = open();
    const day = 'SELECT sales, turnover, tax FROM figure_day WHERE store = $1';
    expect(await database.query(day, [stores.first])).toEqual([{ sales: 2, turnover: 1690, tax: 270 }]);
    expect(
      await database.query("SELECT hour, method, cashier FROM sale WHERE till = 'TIL_A' AND sequence = 1"),
    ).toEqual([{ hour: 11, method: 'cash', cashier: 'Ada' }]);
    expect(await database.query("SELECT gross, amount FROM sale_tax WHERE till = 'TIL_A' ORDER BY sequence")).toEqual([
      { gross: 1190, amount: 190 },
      { gross: 500, amount: 80 },
    ]);
    expect(await database.query("SELECT count, amount FROM figure_tender WHERE till = 'TIL_A'")).toEqual([
      { count: 2, amount: 1690 },
    ]);
  });

  it('changes nothing when the same batch comes again', async () => {
    const records = [saleRecord(1, { id: 'STX_B1' }), saleRecord(2, { id: 'STX_B2' })];
    await take('TIL_B', records);
    expect(await take('TIL_B', records)).toMatchObject({ taken: 0, repeated: 2, held: [[1, 2]] });
    expect(await figures('TIL_B')).toEqual([{ sales: 2, turnover: 2380, cancellations: 0 }]);
  });

  it('counts what is there already no second time, where the numbers of the till were lost', async () => {
    const records = [saleRecord(1, { id: 'STX_L1' }), saleRecord(2, { id: 'STX_L2' })];
    await take('TIL_LOST', records);
    const { database } = open();
    await database.query('DELETE FROM till_head WHERE store = $1 AND till = $2', [stores.first, 'TIL_LOST']);
    const answer = await take('TIL_LOST', [...records, saleRecord(3, { id: 'STX_L3' })]);
    expect(answer).toMatchObject({ taken: 3, held: [[1, 3]], refused: [] });
    expect(await figures('TIL_LOST')).toMatchObject([{ sales: 3, turnover: 3570 }]);
    const rows = await database.query("SELECT count(*) AS rows FROM sale_tax WHERE till = 'TIL_LOST'");
    expect(rows).toEqual([{ rows: 3 }]);
  });

  it('takes what comes ahead, shows the gap, and closes it when the rest comes', async () => {
    expect(await take('TIL_C', [saleRecord(4, { id: 'STX_C4' })])).toMatchObject({ held: [[4, 4]], wanted: [[1, 3]] });
    const rest = [1, 2, 3].map(sequence => saleRecord(sequence, { id: `STX_C${sequence}` }));
    expect(await take('TIL_C', rest)).toMatchObject({ held: [[1, 4]], wanted: [] });
  });

  it('refuses another content under a held number, keeps it visible, and takes the rest', async () => {
    await take('TIL_D', [saleRecord(1, { id: 'STX_D1' })]);
    const changed = saleRecord(1, { id: 'STX_D1', sum: 99 });
    const answer = await take('TIL_D', [changed, saleRecord(2, { id: 'STX_D2' })]);
    expect(answer).toMatchObject({ taken: 1, refused: [{ sequence: 1, code: 'changed' }] });
    await take('TIL_D', [changed]);
    const kept = await open().database.query("SELECT code, sequence FROM refused_record WHERE till = 'TIL_D'");
    expect(kept).toEqual([{ code: 'changed', sequence: 1 }]);
    expect(await figures('TIL_D')).toMatchObject([{ turnover: 2380 }]);
  });

  it('refuses another amount of a sale that is held, and counts a sale once that comes under two numbers', async () => {
    await take('TIL_E', [saleRecord(1, { id: 'STX_E' })]);
    expect(await take('TIL_E', [saleRecord(2, { id: 'STX_E', sum: 1 })])).toMatchObject({
      refused: [{ sequence: 2, code: 'amountsChanged' }],
    });
    expect(await take('TIL_E', [saleRecord(1, { id: 'STX_E' })], { epoch: 2 })).toMatchObject({ taken: 1 });
    expect(await figures('TIL_E')).toMatchObject([{ sales: 1, turnover: 1190 }]);
  });

  it('keeps what is 36 hours ahead of its clock, and asks for it again once its clock is right', async () => {
    const { database, clock } = open();
    const ahead = (id: string) => {
      const at = new Date(NOON + 40 * 3_600_000).toISOString();
      return saleRecord(1, { id, at, day: at.slice(0, 10) });
    };
    const missing = () =>
      missingBelow(
        database,
        { store: stores.first, till: 'TIL_CLOCK', epoch: 1 },
        2,
        new Date(clock.now()).toISOString(),
      );
    const records = [ahead('STX_CLOCK1'), saleRecord(2, { id: 'STX_CLOCK2' })];
    expect(await take('TIL_CLOCK', records)).toMatchObject({
      taken: 1,
      refused: [{ sequence: 1, code: 'fromTheFuture', texts: { en: expect.stringContaining('asked for again') } }],
      wanted: [],
    });
    expect(await missing()).toEqual([]);
    clock.set(NOON + 41 * 3_600_000);
    expect(await missing()).toEqual([[1, 1]]);
    // Set back once more in between: refused again, and not forgotten.
    clock.set(NOON);
    expect(await take('TIL_CLOCK', records)).toMatchObject({ refused: [{ sequence: 1 }], wanted: [] });
    clock.set(NOON + 41 * 3_600_000);
    expect(await take('TIL_CLOCK', records)).toMatchObject({ taken: 1, repeated: 1, refused: [], wanted: [] });
    clock.set(NOON);
    expect(await missing()).toEqual([]);
    expect(await database.query("SELECT 1 FROM refused_record WHERE till = 'TIL_CLOCK'")).toEqual([]);
    expect(await figures('TIL_CLOCK')).toMatchObject([{ sales: 2 }]);
  });

  it('puts aside what is of the future, and does not ask for it before its time', async () => {
    const tomorrow = new Date(NOON + 37 * 3_600_000).toISOString();
    const answer = await take('TIL_F', [
      saleRecord(1, { id: 'STX_F1', at: tomorrow, day: tomorrow.slice(0, 10) }),
      saleRecord(2, { id: 'STX_F2' }),
    ]);
    expect(answer).toMatchObject({ taken: 1, refused: [{ sequence: 1, code: 'fromTheFuture' }], wanted: [] });
  });

  it('keeps records of a newer till without figures', async () => {
    const newer = { ...saleRecord(1, { id: 'STX_G' }), kind: 'voucher', event: 'printed' };
    expect(await take('TIL_G', [newer, saleRecord(2, { id: 'STX_G2', event: 'partlyReturned' })])).toMatchObject({
      taken: 2,
    });
    const kept = await open().database.query("SELECT figures FROM document WHERE till = 'TIL_G'");
    expect(kept).toEqual([{ figures: false }, { figures: false }]);
    expect(await figures('TIL_G')).toEqual([]);
  });

  it('takes a sale off again that was cancelled, on the day of the cancellation, also when that comes first', async () => {
    const closed = saleRecord(1, { id: 'STX_H' });
    const cancelled = saleRecord(2, {
      id: 'STX_H',
      event: 'cancelled',
      day: '2026-11-17',
      document: { status: 'cancelled' },
    });
    open().clock.set(NOON + 86_400_000);
    await take('TIL_H', [cancelled]);
    await take('TIL_H', [closed]);
    open().clock.set(NOON);
    const { database } = open();
    const days = "SELECT business_day AS day, turnover, sales FROM figure_sale WHERE till = 'TIL_H' ORDER BY 1";
    expect(await database.query(days)).toEqual([
      { day: '2026-11-16', turnover: 1190, sales: 1 },
      { day: '2026-11-17', turnover: -1190, sales: -1 },
    ]);
    expect(await database.query("SELECT status FROM sale WHERE id = 'STX_H' AND event = 'closed'")).toEqual([
      { status: 'cancelled' },
    ]);
  });

  it.each(['in its order', 'the other way round'])(
    'shows a sale as paid whose unknown outcome became known, %s',
    async order => {
      const id = `STX_J_${order.length}`;
      const unknown = saleRecord(1, { id, event: 'unknown', document: { status: 'pending' } });
      const records = [unknown, saleRecord(2, { id, at: '2026-11-16T11:00:09+01:00' })];
      const sent = order === 'in its order' ? records : records.toReversed();
      for (const record of sent) await take(`TIL_J_${order.length}`, [record]);
      const rows = await open().database.query('SELECT event, status FROM sale WHERE id = $1 ORDER BY sequence', [id]);
      expect(rows).toEqual([
        { event: 'unknown', status: 'pending' },
        { event: 'closed', status: 'ok' },
      ]);
    },
  );

  it('refuses a batch of a second sender that continues the same chain, and raises the alarm', async () => {
    const first = await batchOf([saleRecord(1, { id: 'STX_I1' })], { batch: 1 });
    const ingest = createIngest(open());
    await ingest.take(senderOf('TIL_I'), first);
    const other = await batchOf([saleRecord(2, { id: 'STX_I2' })], { batch: 2, previous: 'f'.repeat(64) });
    await expect(ingest.take(senderOf('TIL_I'), other)).rejects.toMatchObject({ key: 'officeCloned' });
    expect(await open().database.query("SELECT code FROM refused_record WHERE till = 'TIL_I'")).toEqual([
      { code: 'cloned' },
    ]);
    const next = await batchOf([saleRecord(2, { id: 'STX_I2' })], { batch: 2, previous: first.head.hash });
    expect(await ingest.take(senderOf('TIL_I'), next)).toMatchObject({ taken: 1 });
  });

  it('keeps tills of two stores apart that have the same numbers', async () => {
    const ingest = createIngest(open());
    const batch = await batchOf([saleRecord(1, { id: 'STX_J' })]);
    await ingest.take(senderOf('TIL_J1'), batch);
    await ingest.take(senderOf('TIL_J2', stores.second), batch);
    expect(await figures('TIL_J2')).toMatchObject([{ sales: 1 }]);
  });

  it('sends batches away while too many wait', async () => {
    const ingest = createIngest({ ...open(), settings: { ...open().settings, backlog: 1 } });
    const batches = await Promise.all([1, 2, 3].map(n => batchOf([saleRecord(n, { id: `STX_K${n}` })])));
    const results = await Promise.allSettled(batches.map(batch => ingest.take(senderOf('TIL_K'), batch)));
    const refused = results.flatMap(result => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused.length).toBeGreaterThan(0);
    for (const reason of refused) expect(reason).toMatchObject({ key: 'officeBusy', retryAfter: expect.any(Number) });
  });
});
