/** Goal 18: reports over the sales of a thousand tills on a real PostgreSQL beside the same SQL by hand, and every other question by its limit. */
import { startCluster } from '../../main/office/database/cluster.fixture.ts';
import type { OfficeDatabase } from '../../main/office/database/officeDatabase.ts';
import { openDatabase } from '../../main/office/database/open.ts';
import { countThirds } from '../../main/office/database/thirds.ts';
import type { ReportRequest, ReportScope } from '../../main/office/reports/report.ts';
import { turnover } from '../../main/office/reports/turnover.ts';
import { type Benchmark, duel, type Row, row } from './frame.ts';
import { makeSales, merchant, SALES, storeIds } from './officeData.ts';
import { ingestRate } from './officeIngest.ts';
import { askAll, questions as everyQuestion, mainQuestions } from './officeQuestions.ts';
import { largeChain, sizingOf } from './officeSizing.ts';

/** Bytes of the documents of a sale with their keys: 1.2 records of 1.7 kB, as the demo has them. */
const DOCUMENT = 2050;
/** So many sales are small enough for every question. */
const EVERY_QUESTION = 2_000_000;
/** Room for ten million sales: about 12 GB with their keys. */
const SETTINGS = '-c fsync=off -c shared_buffers=1GB -c work_mem=64MB -c max_wal_size=8GB -c maintenance_work_mem=1GB';

interface Question {
  readonly quantity: string;
  readonly request: Pick<ReportRequest, 'from' | 'to' | 'by'>;
  readonly stores: readonly string[];
  /** The same by hand: the rows, then the total. `$1` stores, `$2` and `$3` the days. */
  readonly byHand: readonly string[];
}

const sums =
  'sum(sales)::bigint AS sales, sum(turnover)::bigint AS turnover, sum(discount)::bigint AS discount, sum(closed)::bigint AS closed, sum(cancelled)::bigint AS cancelled';
const where = "store = ANY($1) AND business_day BETWEEN $2 AND $3 AND currency = 'EUR'";
const figures = (key: string): readonly string[] => [
  `SELECT ${key} AS key, ${sums} FROM figure_sale WHERE ${where} GROUP BY 1 ORDER BY 1`,
  `SELECT ${sums} FROM figure_sale WHERE ${where}`,
];
const items = (key: string): readonly string[] => [
  `SELECT ${key} AS key, max(name), sum(quantity)::bigint, sum(turnover)::bigint AS turnover FROM figure_item WHERE ${where} GROUP BY 1 ORDER BY 4 DESC, 1`,
  `SELECT sum(quantity)::bigint, sum(turnover)::bigint FROM figure_item WHERE ${where}`,
];

const [store = ''] = storeIds;
const DAY = { from: '2026-08-12', to: '2026-08-12' };
const MONTH = { from: '2026-08-01', to: '2026-08-31' };
const questions: readonly Question[] = [
  {
    quantity: 'a day of one store, by hour',
    request: { ...DAY, by: 'hour' },
    stores: [store],
    byHand: figures('hour'),
  },
  {
    quantity: 'a day of one store, by article',
    request: { ...DAY, by: 'article' },
    stores: [store],
    byHand: items('article'),
  },
  {
    quantity: 'a day of the chain, by store',
    request: { ...DAY, by: 'store' },
    stores: storeIds,
    byHand: figures('store'),
  },
  {
    quantity: 'a month of one store, by day',
    request: { ...MONTH, by: 'day' },
    stores: [store],
    byHand: figures('business_day'),
  },
  {
    quantity: 'a month of the chain, by day',
    request: { ...MONTH, by: 'day' },
    stores: storeIds,
    byHand: figures('business_day'),
  },
  {
    quantity: 'a month of the chain, by article',
    request: { ...MONTH, by: 'article' },
    stores: storeIds,
    byHand: items('article'),
  },
];

export const office: Benchmark = {
  name: 'office',
  async run({ rounds, say }) {
    const cluster = await startCluster(SETTINGS);
    try {
      const database = await openDatabase({ address: cluster.database(), data: '', lost: () => undefined });
      const begun = performance.now();
      await makeSales(database, SALES, say);
      const [size] = await database.query<{ sales: number; bytes: number }>(
        'SELECT (SELECT count(*) FROM sale) AS sales, pg_database_size(current_database()) AS bytes',
      );
      say(
        `${size?.sales} sales in ${Math.round((performance.now() - begun) / 1000)} s, ${Math.round((size?.bytes ?? 0) / 1e6)} MB`,
      );
      const bytes = (size?.bytes ?? 0) / Math.max(1, size?.sales ?? 1);
      say(
        `${Math.round(bytes)} bytes a sale, documents not among them; 100,000 tills: ${JSON.stringify(sizingOf(largeChain, bytes + DOCUMENT))}`,
      );
      const rows: Row[] = [];
      for (const question of questions) rows.push(await measure(database, question, rounds));
      rows.push(await serverTime(database));
      rows.push(await ingestRate(database, rounds));
      rows.push(...(await limits(database, rounds)));
      await database.close();
      return rows;
    } finally {
      cluster.remove();
    }
  },
};

/** How often a question is asked in one measurement; its time is the mean, ms. */
const ASKED = 10;

async function measure(database: OfficeDatabase, question: Question, rounds: number): Promise<Row> {
  const scope = scopeOf(question.stores);
  const request = { ...question.request, filters: {} };
  const timed = (work: () => Promise<unknown>) => ({
    async measure() {
      const begun = performance.now();
      for (let count = 0; count < ASKED; count += 1) await work();
      return (performance.now() - begun) / ASKED;
    },
  });
  const times = await duel(
    rounds,
    timed(async () => {
      for (const text of question.byHand) await database.query(text, [question.stores, request.from, request.to]);
    }),
    timed(() => turnover.figures(database, scope, request)),
  );
  const about = { goal: '18', quantity: question.quantity, unit: 'ms', against: 'the same SQL by hand' };
  return row(about, times, { atMost: 1.5 });
}

/** The slowest questions, and how many of all keep their limit. */
async function limits(database: OfficeDatabase, rounds: number): Promise<readonly Row[]> {
  // As the back office does by itself in the hours behind each third of a month.
  await countThirds({ database, clock: { now: () => Date.parse('2026-12-05T00:00:00Z') } });
  await database.script('VACUUM ANALYZE');
  const asked = SALES <= EVERY_QUESTION ? everyQuestion : mainQuestions;
  const all = (await askAll(database, Math.min(rounds, 3), asked)).filter(({ took }) => took !== null);
  const slowest = all.toSorted((one, other) => (other.took ?? 0) / other.within - (one.took ?? 0) / one.within);
  const about = { goal: '18', unit: 'ms', against: 'a limit', floor: null, ratio: null };
  const slow = slowest.slice(0, SHOWN).map(({ name, took, within }): Row => {
    const ours = took ?? Number.NaN;
    return { ...about, quantity: name, ours, wanted: `≤ ${within}`, met: ours <= within };
  });
  const kept = all.filter(({ took, within }) => (took ?? 0) <= within).length;
  const quantity = `questions within their limit, of ${all.length}`;
  return [...slow, { ...about, quantity, unit: '', ours: kept, wanted: `= ${all.length}`, met: kept === all.length }];
}

/** Questions that the table names. */
const SHOWN = 12;

/** Time of the day report of one store at the database alone. */
async function serverTime(database: OfficeDatabase): Promise<Row> {
  const text = figures('hour')[0] ?? '';
  const times: number[] = [];
  for (let count = 0; count < ASKED; count += 1) {
    const [plan] = await database.query<{ 'QUERY PLAN': readonly { 'Execution Time': number }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      [[store], DAY.from, DAY.to],
    );
    times.push(plan?.['QUERY PLAN'][0]?.['Execution Time'] ?? Number.NaN);
  }
  const ours = times.sort((a, b) => a - b)[Math.floor(ASKED / 2)] ?? Number.NaN;
  const about = { goal: '18', quantity: 'a day of one store at the database', unit: 'ms', against: 'a limit' };
  return { ...about, floor: null, ours, ratio: null, wanted: '≤ 20', met: ours <= 20 };
}

const scopeOf = (stores: readonly string[]): ReportScope => ({
  merchant,
  stores,
  currency: 'EUR',
  timeZone: 'Europe/Berlin',
  today: '2026-11-09',
  language: 'de',
  now: Date.parse('2026-11-09T12:00:00Z'),
});
