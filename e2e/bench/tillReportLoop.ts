/**
 * `node tillReportLoop.ts DATA fill SALES`: sells for cash until so many sales are stored.
 * `node tillReportLoop.ts DATA x|turnover|hand MS`: asks for the report again and again; prints milliseconds each of its thread's
 * processor. `hand` reads and parses the same records in one go. `hold-x|hold-turnover` print the longest turn of the loop in such milliseconds.
 */
import { existsSync } from 'node:fs';
import { interimReport } from '../../main/cash/dayClose.ts';
import { flow } from '../../main/checkout/flow.ts';
import { seedDemo } from '../../main/demo/demoShop.ts';
import { sqlFunctions } from '../../main/query/comparable.ts';
import { openSandbox } from '../../main/sandbox/sandbox.ts';
import { plainPins } from '../../main/services/auth/pins.ts';
import { createHub } from '../../main/services/push/hub.ts';
import { type Database, openDatabase } from '../../main/store/database.ts';
import { FigureRun } from '../../main/store/figureRun.ts';
import { createMerchants } from '../../main/store/merchants.ts';
import { answerReport, usualSpan } from '../../main/tillReports/answer.ts';
import { openTables } from '../../main/wiring/tables.ts';
import { createWorld } from '../../main/wiring/world.ts';
import { systemClock } from '../../main/world/clock.ts';
import { configOf } from '../../main/world/configReading.ts';
import { demoIds } from '../../main/world/demoIds.ts';
import type { World } from '../../main/world/world.ts';
import { sale } from './sale.ts';

const [data = '', question = '', count = ''] = process.argv.slice(2);
const isNew = !existsSync(data);
const db = openDatabase(data, sqlFunctions);
if (isNew) await seedDemo(db, createMerchants(db), Date.now());
const tables = openTables(db, systemClock, { upstream: false });
const figures = new FigureRun(tables.figureCounting, error => {
  throw error;
});
tables.queue.onAppended(() => figures.appended());
figures.look();
await figures.settled();
const world = worldOf(db);
const { merchant, till } = demoIds;
const cashier = {
  ...{ client: 'demo-client', merchant, scope: new Set<string>(), role: 'manager' as const },
  ...{ staff: null, device: till, ownTill: till },
};
const questions: Readonly<Record<string, () => unknown>> = { x: xReport, turnover, hand: byHand };
const ask = questions[question.replace('hold-', '')];
if (question === 'fill') await fill(Number(count));
else if (!ask) throw new Error(`there is no ${question}`);
else console.log(await (question.startsWith('hold-') ? longestHold : millisecondsEach)(ask, Number(count)));
await db.close();
process.exit();

/** Sales of one turn of the loop share a commit. */
async function fill(sales: number): Promise<void> {
  const sell = async () => {
    const { id } = await flow.create(world, cashier, sale);
    await flow.start(world, cashier, id, 'cash', {});
  };
  for (let sold = 0; sold < sales; sold += 50) await Promise.all(Array.from({ length: 50 }, sell));
  console.log(sales);
}

function xReport() {
  return interimReport(world, cashier, till);
}

function turnover() {
  const now = Date.now();
  const source = {
    ...{ merchant, figures: world.figures, listed: () => [] },
    ...{ currency: 'EUR', language: 'en' as const, timeZone: 'Europe/Berlin', now, tillName: () => null },
  };
  const span = usualSpan(world.businessDay(merchant, now));
  return answerReport(source, { name: 'turnover', ...span, by: 'day', compare: null, filters: {} });
}

/** The floor: every record and its document read and parsed. */
function byHand() {
  let sum = 0;
  for (const { facts, document } of db
    .prepare<{ facts: string; document: string | null }>(
      "SELECT r.facts, s.document FROM queue_record r LEFT JOIN smart_transaction s ON s.id = r.object WHERE r.kind = 'sale'",
    )
    .all())
    sum += Number(JSON.parse(facts).receipt_number ?? 0) + (document ? JSON.parse(document).basket_info.sum : 0);
  return sum;
}

/** Processor time of this thread, ms: other programs of the machine change it little. */
function spent(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The first answer warms up and does not count. */
async function millisecondsEach(one: () => unknown, time: number): Promise<number> {
  await one();
  const begin = spent();
  let asked = 0;
  for (; spent() - begin < time; asked += 1) await one();
  return (spent() - begin) / asked;
}

async function longestHold(one: () => unknown): Promise<number> {
  await one();
  let [last, longest, isOver] = [spent(), 0, false];
  const tick = () => {
    const now = spent();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  await one();
  await new Promise(setImmediate);
  isOver = true;
  return longest;
}

function worldOf(store: Database): World {
  return createWorld({
    config: configOf({ data, demo: true }),
    tables,
    processing: openSandbox(store),
    terminals: { slot: () => null, named: () => null },
    hub: createHub(),
    clock: systemClock,
    pins: plainPins,
    log: () => undefined,
    address: () => 'http://127.0.0.1',
  });
}
