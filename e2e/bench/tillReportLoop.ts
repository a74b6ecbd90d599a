/**
 * `node tillReportLoop.ts DATA fill SALES`: sells for cash until so many sales are stored.
 * `node tillReportLoop.ts DATA spread DAYS`: copies these sales to so many days before, with 300 articles and three cashiers.
 * `node tillReportLoop.ts DATA x|turnover|yearByDay|yearByArticle|hand MS`: asks for the report again and again; prints milliseconds each
 * of its thread's processor. `hand` reads and parses the same records in one go. `hold-…` prints the longest turn of the loop in such
 * milliseconds.
 */
import { existsSync } from 'node:fs';
import { interimReport } from '../../main/cash/dayClose.ts';
import { flow } from '../../main/checkout/flow.ts';
import { seedDemo } from '../../main/demo/demoShop.ts';
import { sqlFunctions } from '../../main/query/comparable.ts';
import { addDays } from '../../main/reporting/days.ts';
import { openSandbox } from '../../main/sandbox/sandbox.ts';
import { plainPins } from '../../main/services/auth/pins.ts';
import { createHub } from '../../main/services/push/hub.ts';
import { type Database, openDatabase } from '../../main/store/database.ts';
import { FigureRun } from '../../main/store/figureRun.ts';
import { createMerchants } from '../../main/store/merchants.ts';
import { answerReport } from '../../main/tillReports/answer.ts';
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
const questions: Readonly<Record<string, () => unknown>> = {
  x: xReport,
  turnover: () => turnover('day', 30),
  yearByDay: () => turnover('day', 365),
  yearByArticle: () => turnover('article', 365),
  hand: byHand,
};
const ask = questions[question.replace('hold-', '')];
if (question === 'fill') await fill(Number(count));
else if (question === 'spread') await spread(Number(count));
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

/** Rows of a table again, with other values in some columns. */
function copyOf(table: string, changed: Readonly<Record<string, string>>, condition: string): string {
  const names = db
    .prepare<string>(`SELECT name FROM pragma_table_info('${table}') WHERE name <> 'number'`)
    .pluck()
    .all();
  return `INSERT INTO ${table} (${names.join(', ')}) SELECT ${names.map(name => changed[name] ?? name).join(', ')}
    FROM ${table} WHERE ${condition}`;
}

/** The copies of a day share a commit. They are given as newest, and dated before. */
async function spread(days: number): Promise<void> {
  const sales = db.prepare<number>('SELECT max(number) FROM smart_transaction').pluck().get() ?? 0;
  for (let day = 1; day < days; day += 1) {
    const [id, back, dated] = [
      `'D${day}' || substr(id, ${String(day).length + 2})`,
      day * 86_400_000,
      `date(business_day, '-${day} days')`,
    ];
    const document = "replace(document, '2000000010069', printf('20000%08d', number % 300))";
    const sale = {
      ...{ id, document, business_day: dated, created: `created - ${back}`, query_created: `query_created - ${back}` },
      ...{ receipt_number: `receipt_number + ${day * sales}`, position: `position + ${day * sales}` },
    };
    const record = {
      ...{
        object: id.replaceAll('id', 'object'),
        business_day: dated,
        at: `at - ${back}`,
        sequence: `sequence + ${day * sales}`,
      },
      facts: "json_set(facts, '$.cashier', 'P' || ((number / 300) % 3))",
    };
    await db.write(() => {
      db.prepare(copyOf('smart_transaction', sale, `number <= ${sales}`)).run();
      db.prepare(copyOf('queue_record', record, `kind = 'sale' AND number <= ${sales}`)).run();
    });
  }
  figures.look();
  await figures.settled();
  console.log(days * sales);
}

function xReport() {
  return interimReport(world, cashier, till);
}

function turnover(by: string, days: number) {
  const now = Date.now();
  const source = {
    ...{ merchant, figures: world.figures, listed: () => [] },
    ...{ currency: 'EUR', language: 'en' as const, timeZone: 'Europe/Berlin', now, tillName: () => null },
  };
  const to = world.businessDay(merchant, now);
  const span = { from: addDays(to, 1 - days), to };
  return answerReport(source, { name: 'turnover', ...span, by, compare: null, filters: {} });
}

/** The floor: every record and its document read and parsed. */
function byHand() {
  let sum = 0;
  for (const { facts, document } of db
    .prepare<{ facts: string; document: string | null }>(
      "SELECT r.facts, s.document FROM queue_record r LEFT JOIN smart_transaction s ON s.id = r.object WHERE r.kind = 'sale'",
    )
    .iterate())
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
