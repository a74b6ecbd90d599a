/**
 * The closings of a store: a closing is a Z report, with its number, its moment, and what its till wrote between the Z report before
 * and this one. The place among the records of the till decides, so a day that arrives late changes no number. What no Z report
 * contains yet is a preliminary closing under the number to come, for the asked days alone.
 */
import type { Sql } from '../../database/officeDatabase.ts';
import { iso, RECEIPTS } from './receipts.ts';

export interface Closing {
  readonly till: string;
  readonly number: number;
  /** ISO 8601 in UTC: when the Z report was made; of a preliminary closing its last receipt. */
  readonly made: string;
  /** First business day that it contains, YYYY-MM-DD. */
  readonly day: string;
  /** Its records stand behind this place of the till … */
  readonly after_epoch: number;
  readonly after_sequence: number;
  /** … and before this one. */
  readonly epoch: number;
  readonly sequence: number;
  /** Business days between which its records are. */
  readonly first_day: string;
  readonly last_day: string;
  /** Receipts of a preliminary closing; null of a Z report. */
  readonly open: number | null;
}

/** Behind every place. */
const END = Number.MAX_SAFE_INTEGER;
const FOREVER = '-infinity';

interface ZRow {
  readonly till: string;
  readonly epoch: number;
  readonly sequence: number;
  readonly day: string;
  readonly after_epoch: number | null;
  readonly after_sequence: number | null;
  readonly after_day: string | null;
  readonly at: string;
  readonly facts: { readonly number?: unknown; readonly made?: unknown; readonly days?: unknown };
}

const day = (column: string): string => `to_char(${column}, 'YYYY-MM-DD')`;

/** Z reports that may contain something of the days: made on the first one or later, and the one before not behind the last. */
const Z_REPORTS = `SELECT z.till, z.epoch, z.sequence, ${day('z.business_day')} AS day, z.after_epoch, z.after_sequence,
     ${day('z.after_day')} AS after_day, ${iso('z.at')} AS at, document.record::jsonb -> 'facts' AS facts
   FROM (SELECT store, till, epoch, sequence, business_day, at, lag(epoch) OVER earlier AS after_epoch, lag(sequence) OVER earlier AS after_sequence,
       lag(business_day) OVER earlier AS after_day
       FROM document WHERE store = $1 AND kind = 'zReport' WINDOW earlier AS (PARTITION BY till ORDER BY epoch, sequence)) AS z
   JOIN document USING (store, business_day, till, epoch, sequence)
   WHERE z.business_day >= $2::date AND coalesce(z.after_day, '-infinity') <= $3::date ORDER BY z.till, z.epoch, z.sequence`;

/** The last Z report of each till of the store. */
const LAST_Z = `SELECT till.id AS till, coalesce(z.epoch, 0) AS epoch, coalesce(z.sequence, 0) AS sequence, z.facts
   FROM (SELECT DISTINCT till AS id FROM till_head WHERE store = $1) AS till
   LEFT JOIN LATERAL (SELECT epoch, sequence, record::jsonb -> 'facts' AS facts FROM document
     WHERE document.store = $1 AND document.till = till.id AND document.kind = 'zReport'
     ORDER BY epoch DESC, sequence DESC LIMIT 1) AS z ON TRUE ORDER BY till.id`;

const OPEN_RECEIPTS = `${RECEIPTS} SELECT till, ${day('min(business_day)')} AS day, ${iso('max(at)')} AS made, count(*) AS open FROM receipt GROUP BY till`;

/** The closings that contain one of the business days, both included, in the order of till and number. */
export async function closingsOf(sql: Sql, store: string, from: string, to: string): Promise<readonly Closing[]> {
  const found = await sql.query<ZRow>(Z_REPORTS, [store, from, to]);
  const made = found.map(closingOf).filter(({ days: [first, last] }) => first <= to && last >= from);
  const open = await openClosings(sql, store, from, to);
  return [...made.map(({ days: _, ...closing }) => closing), ...open].sort(
    (a, b) => Number(a.till > b.till) - Number(a.till < b.till) || a.epoch - b.epoch || a.sequence - b.sequence,
  );
}

function closingOf(z: ZRow): Closing & { readonly days: readonly [string, string] } {
  const { till, epoch, sequence, after_day, facts } = z;
  const named = Array.isArray(facts.days) ? facts.days.filter(one => typeof one === 'string') : [];
  const [first, last] = [named[0] ?? z.day, named.at(-1) ?? z.day];
  const moment = new Date(String(facts.made));
  return {
    ...{ till, epoch, sequence, number: numberOf(facts), days: [first, last], day: first },
    made: Number.isNaN(moment.getTime()) ? z.at : moment.toISOString(),
    ...{ after_epoch: z.after_epoch ?? 0, after_sequence: z.after_sequence ?? 0 },
    first_day: after_day === null ? FOREVER : after_day < first ? after_day : first,
    last_day: z.day > last ? z.day : last,
    open: null,
  };
}

const numberOf = (facts: ZRow['facts'] | null): number =>
  Number.isSafeInteger(facts?.number) ? Number(facts?.number) : 0;

async function openClosings(sql: Sql, store: string, from: string, to: string): Promise<readonly Closing[]> {
  const last = await sql.query<Pick<ZRow, 'till' | 'epoch' | 'sequence'> & { facts: ZRow['facts'] | null }>(LAST_Z, [
    store,
  ]);
  const behind = last.map(({ till, epoch, sequence, facts }) => ({
    ...{ till, number: numberOf(facts) + 1, made: '', day: from, first_day: from, last_day: to, open: 0 },
    ...{ after_epoch: epoch, after_sequence: sequence, epoch: END, sequence: END },
  }));
  const rows = await sql.query<Pick<Closing, 'till' | 'day' | 'made'> & { open: number }>(
    OPEN_RECEIPTS,
    closingParameters(store, behind),
  );
  const byTill = new Map(rows.map(row => [row.till, row]));
  return behind.flatMap(closing => {
    const receipts = byTill.get(closing.till);
    return receipts ? [{ ...closing, ...receipts }] : [];
  });
}

/** The parameters of the statements over receipts; a closing that lies wholly in the past has its own days. */
export function closingParameters(store: string, closings: readonly Closing[]): readonly unknown[] {
  const firsts = closings.map(({ first_day: first }) => first);
  const first = firsts.includes(FOREVER) ? FOREVER : (firsts.sort()[0] ?? 'infinity');
  const last =
    closings
      .map(({ last_day }) => last_day)
      .sort()
      .at(-1) ?? FOREVER;
  return [store, first, last, JSON.stringify(closings.map((closing, place) => ({ ...closing, place })))];
}
