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
       to_char(document.business_day, 'YYYY-MM-DD') AS day, document.store, store.name, till.bridge, document.till, document.record
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
  const { document, object: id, at, day, store, name } = end;
  return {
    id,
    label: document.name || id,
    at,
    day,
    store,
    storeName: name,
    tills: synced.tills,
    state: document.state,
    terminal: document.terminal,
    journal: document.journal,
    synced: synced.amount,
    terminals: synced.terminals,
    differences: document.differences,
  };
}

/**
 * Card payments and operations at the terminal since the end-of-day before, as the back office holds them: one statement for all
 * ends of day, by their place in the list.
 */
const SYNCED = `WITH closing AS (
    SELECT given.*, ARRAY(SELECT till.id FROM till WHERE till.bridge = given.bridge
       AND (given.devices ? till.device OR till.id = given.till) ORDER BY till.id) AS tills,
       to_timestamp(since / 1000.0) AS after, to_timestamp(until / 1000.0) AS up_to
      FROM jsonb_to_recordset($1::text::jsonb) AS given (place integer, store text, bridge text, till text, devices jsonb, since bigint, until bigint))
  SELECT closing.place, closing.tills, (paid.amount + operated.amount)::bigint AS amount, paid.terminals FROM closing
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(tender.amount), 0) AS amount, coalesce(array_agg(DISTINCT tender.terminal) FILTER (WHERE tender.terminal IS NOT NULL), '{}') AS terminals
      FROM sale JOIN tender ON tender.store = sale.store AND tender.business_day = sale.business_day
       AND tender.till = sale.till AND tender.epoch = sale.epoch AND tender.sequence = sale.sequence
     WHERE sale.store = closing.store AND tender.method = 'cashless' AND (CASE sale.event WHEN 'cancelled'
       THEN coalesce((SELECT sold.till FROM sale AS sold WHERE sold.store = sale.store AND sold.id = sale.id AND sold.event = 'closed' LIMIT 1), sale.till)
       ELSE sale.till END) = ANY(closing.tills)
       AND sale.at > closing.after AND sale.at <= closing.up_to
       AND sale.business_day BETWEEN closing.after::date - 2 AND closing.up_to::date + 2) AS paid
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(amount * CASE facts->>'operation' WHEN 'refund' THEN -1 WHEN 'reversal' THEN -1
         WHEN 'booking' THEN 1 WHEN 'payment' THEN 1 WHEN 'tip' THEN 1 ELSE 0 END), 0) AS amount
      FROM card_operation AS done WHERE done.store = closing.store AND done.till = ANY(closing.tills)
       AND done.kind = 'terminalOperation' AND done.event = 'approved' AND done.at > closing.after AND done.at <= closing.up_to
       AND done.business_day BETWEEN closing.after::date - 2 AND closing.up_to::date + 2) AS operated`;

async function syncedOf(sql: Sql, ends: readonly Read[]): Promise<ReadonlyMap<number, Synced>> {
  if (ends.length === 0) return new Map();
  const given = ends.map((end, place) => ({
    ...{ place, store: end.store, bridge: end.bridge, till: end.till },
    ...{ devices: end.document.tills, since: end.since, until: end.at },
  }));
  const rows = await sql.query<Synced & { place: number }>(SYNCED, [JSON.stringify(given)]);
  return new Map(rows.map(row => [row.place, row]));
}
