/**
 * `node listLoop.ts DATA SCENARIO ours|hand|rows|count MS`: asks one kind of list of the store again and again, never the same
 * twice, and prints milliseconds each. `hand` asks the same of SQLite in statements written by hand, `count` only the
 * count of the same list, `rows` only its page. HTTP is left out, because it is the same for both.
 */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { businessCalendar } from '../../main/domain/businessDay.ts';
import { sqlFunctions } from '../../main/query/comparable.ts';
import type { ListPlan } from '../../main/query/listParameters.ts';
import { createPlanReader } from '../../main/query/planCache.ts';
import { type Database, openDatabase } from '../../main/store/database.ts';
import { createLists, type ListStore } from '../../main/store/lists.ts';
import { rowsOf } from '../../main/store/pages.ts';
import { saleQueries } from '../../main/store/saleQueries.ts';
import type { Statement } from '../../main/store/statement.ts';
import { demoIds } from '../../main/world/demoIds.ts';

/** One list: what a client writes, and the same by hand. */
interface Scenario {
  /** The query string; `number` is different each time. */
  readonly text: (number: number, rows: number) => Readonly<Record<string, string>>;
  /** Behind WHERE merchant = ? AND, and its values. */
  readonly hand?: readonly [sql: string, values: (number: number, rows: number) => readonly (string | number)[]];
}

const DAY = 86_400_000;
const yearsAgo = (days: number) => Math.floor((Date.now() - days * DAY) / 1000) * 1000;
const some = (number: number, rows: number) => (number * 7919) % rows;
const card = (number: number) => `9276${String((number * 31) % 30_000).padStart(12, '0')}`;

const scenarios: Readonly<Record<string, Scenario>> = {
  reference: {
    text: (number, rows) => ({ q: `transactionRef:ORDER-${some(number, rows)}` }),
    hand: ['query_transaction_ref = ?', (number, rows) => [`order-${some(number, rows)}`]],
  },
  card: {
    text: number => ({ q: `idents.value:${card(number)}` }),
    hand: ['id IN (SELECT sale FROM smart_transaction_ident WHERE value = ?)', number => [card(number)]],
  },
  hours: {
    text: number => {
      const from = yearsAgo(1 + (number % 1000));
      const [min, max] = [from, from + DAY / 8].map(at => new Date(at).toISOString());
      return { q: `status:ok AND created:["${min}" TO "${max}"]` };
    },
    hand: [
      '+query_status = ? AND query_created BETWEEN ? AND ?',
      number => {
        const from = yearsAgo(1 + (number % 1000));
        return ['ok', from, from + DAY / 8];
      },
    ],
  },
  first: { text: number => ({ x: String(number) }) },
  page5000: { text: number => ({ offset: String(50_000 + (number % 1000)) }) },
  last: { text: (number, rows) => ({ offset: String(rows - 10 - (number % 1000)) }) },
  statusFirst: { text: number => ({ q: 'status:ok', x: String(number) }) },
  statusDeep: { text: number => ({ q: 'status:ok', offset: String(9000 + (number % 990)) }) },
  sortedDeep: { text: number => ({ sort: 'basket_info.sum:desc', offset: String(9000 + (number % 990)) }) },
  open: { text: number => ({ q: 'status:created OR status:pending', x: String(number) }) },
  scroll: { text: number => ({ q: 'status:ok', scroll_expire: '1m', count: '100', x: String(number) }) },
};

const [data = '', scenario = '', side = 'ours', duration = '1000'] = process.argv.slice(2);
const asked = scenarios[scenario];
if (!asked) throw new Error(`no scenario ${scenario}; there are ${Object.keys(scenarios).join(', ')}`);
const list = { object: 'smart.transactions', queries: saleQueries };
let rows: Statement<string> | undefined;
console.log(millisecondsEach(side === 'hand' ? byHand(asked) : ours(asked), Number(duration)));
process.exit();

/** The first quarter warms up and does not count. */
function millisecondsEach(ask: (number: number) => unknown, time: number): number {
  let number = 0;
  for (const end = performance.now() + time / 4; performance.now() < end; number += 1) ask(number);
  const [begin, first] = [performance.now(), number];
  for (; performance.now() - begin < time; number += 1) ask(number);
  return (performance.now() - begin) / (number - first);
}

function ours({ text }: Scenario): (number: number) => unknown {
  const db = openDatabase(data, sqlFunctions);
  const lists = createLists(db, Date.now, () => businessCalendar('Europe/Berlin', '00:00'));
  const readPlan = createPlanReader(saleQueries);
  const rows = db.prepare<number>('SELECT count(*) FROM smart_transaction').pluck().get() ?? 0;
  return number => {
    const parameters = text(number, rows);
    const plan = readPlan(new URLSearchParams(parameters).toString(), parameters);
    if (!plan.ok) throw new Error(plan.message);
    if (side === 'count') return lists.count(list, demoIds.merchant, plan);
    if (side === 'rows') return rowsAlone(db, plan);
    return plan.scroll === null ? lists.page(list, demoIds.merchant, plan) : scrolled(lists, plan);
  };
}

/** The cost of a list without its count. */
function rowsAlone(db: Database, plan: ListPlan) {
  const { sql, params } = rowsOf(list, demoIds.merchant, plan);
  rows ??= db.prepare<string>(sql).pluck();
  return Buffer.from(rows.all(...params).join());
}

/** Ten pages each; then the snapshot is let go. */
function scrolled(lists: ListStore, plan: ListPlan) {
  const reader = { merchant: demoIds.merchant, client: 'bench' };
  const { id } = lists.scrolls.open(list, reader, plan);
  for (let page = 1; page < 10; page += 1) lists.scrolls.next(id, list, reader, { count: null, keep: null });
  lists.scrolls.endAll();
}

function byHand({ hand }: Scenario): (number: number) => unknown {
  if (!hand) throw new Error(`${scenario} is not written by hand`);
  const [where, values] = hand;
  const db = new Sqlite(join(data, 'tillbridge.db'));
  const select = db
    .prepare<unknown[], string>(
      `SELECT document FROM smart_transaction WHERE merchant = ? AND ${where} ORDER BY number DESC LIMIT 10`,
    )
    .pluck();
  const count = db
    .prepare<unknown[], number>(`SELECT count(*) FROM smart_transaction WHERE merchant = ? AND ${where}`)
    .pluck();
  const rows = db.prepare<unknown[], number>('SELECT count(*) FROM smart_transaction').pluck().get() ?? 0;
  return number => {
    const bound = [demoIds.merchant, ...values(number, rows)];
    return Buffer.from(`{"count":${count.get(...bound)},"data":[${select.all(...bound).join(',')}]}`);
  };
}
