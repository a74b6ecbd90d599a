/** The rate at which a back office takes batches in, beside one insert of many rows that holds the same records. */
import type { OfficeDatabase } from '../../main/office/database/officeDatabase.ts';
import { createIngest } from '../../main/office/ingest/takeBatch.ts';
import { batchOf, saleRecord } from '../../main/office/office.fixture.ts';
import { systemClock } from '../../main/world/clock.ts';
import { duel, type Row, row } from './frame.ts';
import { storeIds } from './officeData.ts';

const BATCH = 500;
const BATCHES = 4;
const DAY = '2026-08-10';
const FLOOR = `INSERT INTO bare_record SELECT $1, $2::date, 'TIL_INGEST', 1, sequence, record
  FROM json_to_recordset($3::text::json) AS given (sequence bigint, record text)`;

export async function ingestRate(database: OfficeDatabase, rounds: number): Promise<Row> {
  const [store = ''] = storeIds;
  await database.script(`CREATE TABLE bare_record (store text, business_day date, till text, epoch bigint, sequence bigint, record text,
    PRIMARY KEY (store, business_day, till, epoch, sequence))`);
  const settings = { data: '', demo: false, host: '127.0.0.1', port: 0, database: null, backlog: 256 };
  const ingest = createIngest({ database, clock: systemClock, log: () => undefined, settings });
  const sender = { store, timeZone: 'Europe/Berlin', till: 'TIL_INGEST' };
  const numbers = { floor: 0, ours: 0 };
  /** Batches of the numbers that follow, read and hashed before the clock runs; the rate of `take`, records a second. */
  const rate = (
    side: keyof typeof numbers,
    take: (batch: Awaited<ReturnType<typeof batchOf>>) => Promise<unknown>,
  ) => ({
    async measure() {
      const batches = [];
      for (let count = 0; count < BATCHES; count += 1) {
        const first = numbers[side] + 1;
        numbers[side] += BATCH;
        batches.push(await batchOf(Array.from({ length: BATCH }, (_, index) => recordOf(first + index))));
      }
      const begun = performance.now();
      for (const batch of batches) await take(batch);
      return (BATCH * BATCHES * 1000) / (performance.now() - begun);
    },
  });
  const times = await duel(
    rounds,
    rate('floor', async ({ lines }) => {
      const records = lines.flatMap(({ record, text }) =>
        record ? [{ sequence: record.sequence, record: text }] : [],
      );
      await database.query(FLOOR, [store, DAY, JSON.stringify(records)]);
    }),
    rate('ours', batch => ingest.take(sender, batch)),
  );
  await database.script('DROP TABLE bare_record');
  const against = 'one insert of the same records';
  return row({ goal: '18', quantity: `ingest, batches of ${BATCH}`, unit: '1/s', against }, times, { atLeast: 0.05 });
}

const recordOf = (number: number) =>
  saleRecord(number, {
    ...{
      id: `STX_INGEST_${number}`,
      day: DAY,
      sum: 1500,
      facts: { cashier: `cashier ${Math.floor(number / 50) % 7}` },
    },
    products: [1, 2].map(position => ({
      ...{ articleNumber: `A${(number * position) % 200}`, desc: `Article ${(number * position) % 200}` },
      ...{ quantity: 1, priceOne: position * 500, tax: 19 },
      group: [{ id: `group ${(number * position) % 10}`, desc: `Group ${(number * position) % 10}`, level: 1 }],
    })),
  });
