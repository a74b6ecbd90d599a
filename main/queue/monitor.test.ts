/** The queue is counted at once while it is short, and by a thread, which holds nobody up, when it is long. */
import { expect, it } from 'vitest';
import { temporaryDirectory, testClock, until } from '../doubles/bridge.fixture.ts';
import { sqlFunctions } from '../query/comparable.ts';
import { openDatabase } from '../store/database.ts';
import { createQueueDepth, createQueueDepthApart } from '../store/queueDepth.ts';
import { createQueueMonitor } from './monitor.ts';

const LONG = `INSERT INTO queue_record (till, epoch, sequence, merchant, business_day, at, kind, event, object, sum, currency, facts)
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
  SELECT 'SDV_X', 1, i, 'MRC_1', '2026-01-01', 1767225600000 + i, 'sale', iif(i % 3 = 0, 'cancelled', 'closed'), 'STX_' || i, 100, 'EUR', '{}' FROM n;`;

it('goes on with the last count while a thread counts a long queue, and tells the new one', async () => {
  const db = openDatabase(temporaryDirectory(), sqlFunctions, undefined, 'live');
  const run = (sql: string) => db.write(() => void db.prepare(sql).run());
  await run(LONG);
  await run("INSERT INTO upstream_delivery SELECT number, object, 'waiting', 0, 0, NULL FROM queue_record");
  await run("INSERT INTO queue_till VALUES ('SDV_X', 'MRC_1', NULL, 1, 300)");
  const [depth, depthApart] = [createQueueDepth(db), createQueueDepthApart(db)];
  const clock = testClock();
  const told: unknown[] = [];
  const counts = { atOnce: 0, apart: 0 };
  const monitor = createQueueMonitor({
    ...{ address: () => 'http://127.0.0.1:9', openCases: () => 0, currency: () => 'EUR', listening: () => true },
    limits: { stopRecords: 299 } as never,
    clock,
    depth(target) {
      // As long as two hundred thousand records take.
      clock.pass(70);
      counts.atOnce += 1;
      return depth(target);
    },
    depthApart(target) {
      counts.apart += 1;
      return depthApart(target);
    },
    condition: () => ({ state: 'up', since: 0, nextTry: null, reason: null }),
    publish: view => told.push(view.targets.upstream?.waiting),
  });
  const all = { waiting: 300, oldest: 1_767_225_600_001, sum: 20_000, parked: 0 };
  expect(monitor.view().targets).toMatchObject({ upstream: all, office: all });
  await run("UPDATE upstream_delivery SET state = 'parked' WHERE number <= 2");
  monitor.changed();
  clock.pass(10_000);
  expect(monitor.view().targets.upstream).toMatchObject(all);
  const next = { waiting: 298, oldest: 1_767_225_600_003, sum: 19_800, parked: 2 };
  await until(() => monitor.view().waiting === 300 && monitor.view().targets.upstream?.waiting === 298);
  expect(monitor.view().targets).toMatchObject({ upstream: next, office: all });
  expect(told).toEqual([298]);
  expect(counts).toEqual({ atOnce: 2, apart: 2 });
  monitor.close();
  await db.close();
});
