/** Ends of day of the terminals as the tills sent them, each with what the back office holds of the same span. */
import { isJsonObject } from '../../domain/jsonObject.ts';
import { type DayEndDocument, readDayEnd } from '../../reporting/dayEndDocument.ts';
import { addDays } from '../../reporting/days.ts';
import type { Sql } from '../database/officeDatabase.ts';
import type { ReportRequest, ReportScope } from './report.ts';

export interface DayEndFacts {
  readonly id: string;
  readonly label: string;
  /** Ms since 1970. */
  readonly at: number;
  readonly day: string;
  readonly store: string;
  readonly storeName: string | null;
  readonly timeZone: string;
  /** Ids of the tills that share the terminal. */
  readonly tills: readonly string[];
  readonly state: string;
  /** Null where the terminal reported no totals. */
  readonly terminal: number | null;
  readonly journal: number;
  readonly synced: number;
  /** Terminal ids of the payments that were synced. */
  readonly terminals: readonly string[];
  readonly differences: DayEndDocument['differences'];
}

/** An end-of-day closes what came since the one before it; that one is looked for so many days back, and a correction so many days ahead. */
const LOOK_BACK = 31;

interface Stored {
  readonly object: string;
  readonly at: number;
  readonly day: string;
  readonly store: string;
  readonly name: string | null;
  readonly zone: string;
  readonly bridge: string;
  readonly till: string;
  readonly record: string;
}

interface Read extends Stored {
  readonly document: DayEndDocument;
  /** Ms since 1970 of the end-of-day before; 0 where there is none. */
  readonly since: number;
}

interface Synced {
  readonly tills: readonly string[];
  readonly amount: number;
  readonly terminals: readonly string[];
}

/** The ends of day of the span, oldest first. */
export async function dayEndsOf(
  sql: Sql,
  scope: ReportScope,
  { from, to, filters }: ReportRequest,
): Promise<readonly DayEndFacts[]> {
  const stored = await sql.query<Stored>(
    `SELECT document.object, round(extract(epoch FROM document.at) * 1000)::bigint AS at,
       to_char(document.business_day, 'YYYY-MM-DD') AS day, document.store, store.name, store.time_zone AS zone, till.bridge, document.till, document.record
       FROM document JOIN till ON till.id = document.till JOIN store ON store.id = document.store
      WHERE document.store = ANY($1::text[]) AND document.business_day BETWEEN $2::date AND $3::date
        AND document.kind = 'dayEnd' AND document.figures AND ($4::text[] IS NULL OR document.store = ANY($4::text[]))
      ORDER BY document.at, document.object`,
    [scope.stores, addDays(from, -LOOK_BACK), addDays(to, LOOK_BACK), filters.store ?? null],
  );
  const before = new Map<string, number>();
  const ends: Read[] = [];
  for (const each of corrected(stored)) {
    const document = documentOf(each);
    if (!document) continue;
    const device = `${each.bridge}/${document.device}`;
    if (each.day >= from && each.day <= to) ends.push({ ...each, document, since: before.get(device) ?? 0 });
    if (document.state === 'agrees' || document.state === 'differs') before.set(device, each.at);
  }
  const synced = await syncedOf(sql, ends);
  const found = ends.map((end, index) => factsOf(end, synced.get(index) ?? { tills: [], amount: 0, terminals: [] }));
  const wanted = filters.till;
  return wanted ? found.filter(({ tills }) => tills.some(till => wanted.includes(till))) : found;
}

/** A till sends an end-of-day once more when it has to say something else of it: the newest word counts, at the time of the first one. */
function corrected(stored: readonly Stored[]): Iterable<Stored> {
  const firsts = new Map<string, Stored>();
  for (const each of stored) {
    const key = `${each.bridge}/${each.object}`;
    const first = firsts.get(key);
    firsts.set(key, first ? { ...first, record: each.record } : each);
  }
  return firsts.values();
}

function documentOf({ record }: Stored): DayEndDocument | null {
  try {
    const { document, facts } = JSON.parse(record) as { document?: unknown; facts?: unknown };
    const written = isJsonObject(document) ? document : facts;
    return isJsonObject(written) ? readDayEnd(written) : null;
  } catch {
    return null;
  }
}

function factsOf(end: Read, synced: Synced): DayEndFacts {
  const { document, object: id, at, day, store, name, zone } = end;
  return {
    id,
    label: document.name || id,
    at,
    day,
    store,
    storeName: name,
    timeZone: zone,
    tills: synced.tills,
    state: document.state,
    terminal: document.terminal,
    journal: document.journal,
    synced: synced.amount,
    terminals: synced.terminals,
    differences: document.differences,
  };
}

/** The tills that share a terminal, by the place of the end-of-day in the list. */
const TILLS = `SELECT given.place, ARRAY(SELECT till.id FROM till WHERE till.bridge = given.bridge
     AND (given.devices ? till.device OR till.id = given.till) ORDER BY till.id) AS tills
  FROM jsonb_to_recordset($1::text::jsonb) AS given (place integer, bridge text, till text, devices jsonb)`;

/** Spans between two ends of day; `$2` and `$3` are days around all of them. */
const CLOSINGS = `FROM jsonb_to_recordset($1::text::jsonb) AS closing
    (place integer, store text, tills jsonb, since timestamptz, until timestamptz)`;
const within = (
  table: string,
): string => `${table}.store = closing.store AND ${table}.at > closing.since AND ${table}.at <= closing.until
     AND ${table}.business_day BETWEEN closing.since::date - 2 AND closing.until::date + 2 AND ${table}.business_day BETWEEN $2::date AND $3::date`;

/** Card payments of the spans as the back office holds them. A cancellation belongs to the till that sold. */
const PAID = `SELECT closing.place, sum(tender.amount)::bigint AS amount,
     coalesce(array_agg(DISTINCT tender.terminal) FILTER (WHERE tender.terminal IS NOT NULL), '{}') AS terminals
  ${CLOSINGS} JOIN sale ON ${within('sale')}
  JOIN tender ON tender.store = sale.store AND tender.business_day = sale.business_day
     AND tender.till = sale.till AND tender.epoch = sale.epoch AND tender.sequence = sale.sequence
  LEFT JOIN sale AS sold ON sale.event = 'cancelled' AND sold.store = sale.store AND sold.id = sale.id AND sold.event = 'closed'
 WHERE tender.method = 'cashless' AND closing.tills ? coalesce(sold.till, sale.till) GROUP BY closing.place, sale.store`;

/** Operations at the terminal in the spans. */
const OPERATED = `SELECT closing.place, sum(done.amount * CASE done.facts->>'operation' WHEN 'refund' THEN -1 WHEN 'reversal' THEN -1
     WHEN 'booking' THEN 1 WHEN 'payment' THEN 1 WHEN 'tip' THEN 1 ELSE 0 END)::bigint AS amount
  ${CLOSINGS} JOIN card_operation AS done ON ${within('done')}
 WHERE closing.tills ? done.till AND done.kind = 'terminalOperation' AND done.event = 'approved' GROUP BY closing.place, done.store`;

async function syncedOf(sql: Sql, ends: readonly Read[]): Promise<ReadonlyMap<number, Synced>> {
  if (ends.length === 0) return new Map();
  const given = ends.map(({ bridge, till, document }, place) => ({ place, bridge, till, devices: document.tills }));
  const found = await sql.query<{ place: number; tills: readonly string[] }>(TILLS, [JSON.stringify(given)]);
  const tills = new Map(found.map(row => [row.place, row.tills]));
  const closings = ends.map(({ store, since, at }, place) => ({
    ...{ place, store, tills: tills.get(place) ?? [] },
    ...{ since: new Date(since).toISOString(), until: new Date(at).toISOString() },
  }));
  const first = closings.map(({ since }) => since.slice(0, 10)).sort()[0] ?? '';
  const last =
    closings
      .map(({ until }) => until.slice(0, 10))
      .sort()
      .at(-1) ?? '';
  const values = [JSON.stringify(closings), addDays(first, -3), addDays(last, 3)];
  const paid = await sql.query<{ place: number; amount: number; terminals: readonly string[] }>(PAID, values);
  const operated = await sql.query<{ place: number; amount: number | null }>(OPERATED, values);
  const paidBy = new Map(paid.map(row => [row.place, row]));
  const operatedBy = new Map(operated.map(row => [row.place, row.amount ?? 0]));
  return new Map(
    closings.map(({ place, tills: own }): [number, Synced] => [
      place,
      {
        tills: own,
        amount: (paidBy.get(place)?.amount ?? 0) + (operatedBy.get(place) ?? 0),
        terminals: paidBy.get(place)?.terminals ?? [],
      },
    ]),
  );
}
