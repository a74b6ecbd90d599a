/** Ends of day of the terminals as the tills sent them, each with what the back office holds of the same span. */
import { isJsonObject } from '../../domain/jsonObject.ts';
import type { Sql } from '../database/officeDatabase.ts';
import { addDays } from './days.ts';
import type { ReportRequest, ReportScope } from './report.ts';

export interface DifferenceReceipt {
  readonly receipt_number: number | null;
  readonly amount: number | null;
  readonly sale: string | null;
  readonly at: string | null;
  readonly kind: 'onlyJournal' | 'onlyTerminal' | 'other';
}

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
  /** Null where the terminal told no totals. */
  readonly terminal: number | null;
  readonly journal: number;
  readonly synced: number;
  readonly differences: readonly {
    readonly terminal: number;
    readonly journal: number;
    readonly receipts: readonly DifferenceReceipt[];
  }[];
}

/** An end-of-day closes what came since the one before it; that one is looked for so many days back. */
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
  readonly document: Readonly<Record<string, unknown>>;
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
        AND document.kind = 'dayEnd' AND ($4::text[] IS NULL OR document.store = ANY($4::text[]))
      ORDER BY document.at, document.object`,
    [scope.stores, addDays(from, -LOOK_BACK), to, filters.store ?? null],
  );
  const before = new Map<string, number>();
  const found: DayEndFacts[] = [];
  for (const end of stored.map(read)) {
    if (!end) continue;
    const device = `${end.bridge}/${String(end.document.device ?? '')}`;
    if (end.day >= from) found.push(await factsOf(sql, end, before.get(device) ?? 0));
    if (end.document.state === 'agrees' || end.document.state === 'differs') before.set(device, end.at);
  }
  const wanted = filters.till;
  return wanted ? found.filter(({ tills }) => tills.some(till => wanted.includes(till))) : found;
}

function read(stored: Stored): Read | null {
  try {
    const { document, facts } = JSON.parse(stored.record) as { document?: unknown; facts?: unknown };
    const held = isJsonObject(document) ? document : isJsonObject(facts) ? facts : null;
    return held && { ...stored, document: held };
  } catch {
    return null;
  }
}

async function factsOf(sql: Sql, end: Read, since: number): Promise<DayEndFacts> {
  const { document, object: id, at, day, store, name } = end;
  const journal = isJsonObject(document.journal) ? document.journal : {};
  const tills = await tillsOf(sql, end, listOf(journal.by_till));
  return {
    id,
    label: `${name ?? store} · ${String(document.description ?? document.device ?? '')}`,
    at,
    day,
    store,
    storeName: name,
    tills,
    state: String(document.state ?? 'unknown'),
    terminal: isJsonObject(document.terminal) ? amountOf(document.terminal) : null,
    journal: amountOf(journal),
    synced: await syncedOf(sql, store, tills, since, at),
    differences: listOf(document.differences).map(difference => ({
      terminal: amountOf(difference.terminal),
      journal: amountOf(difference.journal),
      receipts: listOf(difference.receipts) as unknown as readonly DifferenceReceipt[],
    })),
  };
}

async function tillsOf(
  sql: Sql,
  { bridge, till }: Read,
  byTill: readonly Readonly<Record<string, unknown>>[],
): Promise<readonly string[]> {
  const devices = byTill.map(each => String(each.till ?? ''));
  const rows = await sql.query<{ id: string }>(
    'SELECT id FROM till WHERE bridge = $1 AND (device = ANY($2::text[]) OR id = $3)',
    [bridge, devices, till],
  );
  return rows.map(({ id }) => id);
}

/** Card payments and operations at the terminal since the end-of-day before, as the back office holds them. */
async function syncedOf(
  sql: Sql,
  store: string,
  tills: readonly string[],
  since: number,
  until: number,
): Promise<number> {
  const values = [store, tills, new Date(since).toISOString(), new Date(until).toISOString()];
  const days = `business_day BETWEEN ($3::timestamptz - interval '2 days')::date AND ($4::timestamptz + interval '2 days')::date`;
  const [paid] = await sql.query<{ amount: number }>(
    `SELECT coalesce(sum(tender.amount), 0)::bigint AS amount
       FROM sale JOIN tender ON tender.store = sale.store AND tender.business_day = sale.business_day
        AND tender.till = sale.till AND tender.epoch = sale.epoch AND tender.sequence = sale.sequence
      WHERE sale.store = $1 AND sale.till = ANY($2::text[]) AND tender.method = 'cashless' AND sale.${days}
        AND sale.at > $3::timestamptz AND sale.at <= $4::timestamptz`,
    values,
  );
  const [operated] = await sql.query<{ amount: number }>(
    `SELECT coalesce(sum(amount * CASE facts->>'operation' WHEN 'refund' THEN -1 WHEN 'reversal' THEN -1
         WHEN 'booking' THEN 1 WHEN 'tip' THEN 1 ELSE 0 END), 0)::bigint AS amount
       FROM card_operation WHERE store = $1 AND till = ANY($2::text[]) AND kind = 'terminalOperation' AND event = 'approved'
        AND ${days} AND at > $3::timestamptz AND at <= $4::timestamptz`,
    values,
  );
  return (paid?.amount ?? 0) + (operated?.amount ?? 0);
}

const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

function amountOf(value: unknown): number {
  const amount = isJsonObject(value) ? value.amount : value;
  return typeof amount === 'number' && Number.isSafeInteger(amount) ? amount : 0;
}
