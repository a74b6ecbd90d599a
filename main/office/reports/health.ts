/** The state of every till: the last sign of its bridge, its waiting records, version, terminals, and gaps in its numbers. */

import { terminalStateText } from '../../reporting/labels.ts';
import type { ReportDeclaration, ReportRow } from '../../wire/office/reports.ts';
import { version } from '../../world/programVersion.ts';
import { gapRows } from '../database/gapRanges.ts';
import type { Sql } from '../database/officeDatabase.ts';
import {
  addFilters,
  column,
  grouping,
  type Report,
  type ReportFigures,
  type ReportRequest,
  type ReportScope,
  texts,
  totalOf,
  type Where,
} from './report.ts';

/** A bridge sends a heartbeat every minute; after this time without one it counts as silent, ms. */
export const SILENT_AFTER = 5 * 60_000;
/** Clocks that differ by more than this, ms, are said: days and hours of the figures are wrong then. */
const CLOCKS_DIFFER = 5 * 60_000;

const declaration: ReportDeclaration = {
  name: 'health',
  title: texts('Flotte: Zustand der Kassen', 'Fleet: health of the tills'),
  about: texts(
    'Zuletzt gehört, was auf der Kasse noch wartet, Version und was zu erneuern ist, Terminal, Uhr, letzter Tagesabschluss, Lücken. Der Zustand ist der von jetzt; ein Abschluss, der länger als neun Tage her ist, steht nicht da.',
    'Last heard, what still waits on the till, version and what is to be updated, terminal, clock, last end of day, gaps. The state is that of now; an end of day of more than nine days ago is not shown.',
  ),
  by: [grouping('till', 'Kasse', 'Till')],
  columns: [
    column('store', 'text', 'Filiale', 'Store', false),
    column('state', 'state', 'Zustand', 'State', false),
    column('last_heard', 'time', 'Zuletzt gehört', 'Last heard', false),
    column('version', 'text', 'Version', 'Version', false),
    column('update', 'text', 'Zu erneuern auf', 'To be updated to', false),
    column('waiting', 'count', 'Wartet', 'Waiting'),
    column('parked', 'count', 'Geparkt', 'Parked'),
    column('missing', 'count', 'Fehlende Nummern', 'Missing numbers'),
    column('refused', 'count', 'Abgewiesen', 'Refused'),
    column('terminal', 'text', 'Terminal', 'Terminal', false),
    column('last_closing', 'time', 'Letzter Tagesabschluss', 'Last end of day', false),
    column('machines', 'count', 'Auf zwei Rechnern', 'On two machines', false),
    column('clock', 'text', 'Uhr gegen die Zentrale', 'Clock against the office', false),
  ],
  filters: ['store', 'till'],
  chart: null,
  hasSpan: false,
  compares: false,
  leadsToSales: true,
};

interface Condition {
  readonly at?: unknown;
  readonly version?: unknown;
  readonly tills?: readonly { readonly till?: unknown; readonly waiting?: unknown; readonly parked?: unknown }[];
  readonly terminals?: readonly { readonly name?: unknown; readonly state?: unknown }[];
}

interface Found {
  readonly key: string;
  readonly name: string;
  readonly device: string;
  readonly store: string;
  readonly enrolment: string;
  readonly last_heard: number | null;
  readonly condition: Condition | null;
  readonly missing: number;
  readonly refused: number;
  /** Signs of the last week that the till runs on two machines, or was copied. */
  readonly machines: number;
  /** Ms since 1970; null where there was none in the last days. */
  readonly last_closing: number | null;
}

/** Counts of each till of these stores: numbers that never arrived, and records that were refused. */
const COUNTS = {
  missing: `SELECT till, sum(upper(gap) - lower(gap))::bigint AS count FROM ${gapRows} AS head WHERE store = ANY($1::text[]) GROUP BY store, till`,
  refused: 'SELECT till, count(*) AS count FROM refused_record WHERE store = ANY($1::text[]) GROUP BY store, till',
  machines: `SELECT till, count(*) AS count FROM refused_record WHERE store = ANY($1::text[]) AND code IN ('twoMachines', 'cloned')
      AND received > $2::timestamptz - interval '7 days' GROUP BY store, till`,
  // The index `document_closings` has these alone; older ones are worth no reading of a year.
  last_closing: `SELECT till, round(extract(epoch FROM max(at)) * 1000)::bigint AS count FROM document
     WHERE store = ANY($1::text[]) AND business_day > $2::timestamptz::date - 10 AND kind = 'zReport' GROUP BY store, till`,
} as const;

async function countsOf(
  sql: Sql,
  stores: readonly string[],
  what: keyof typeof COUNTS,
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const text: string = COUNTS[what];
  const values = text.includes('$2') ? [stores, new Date(now).toISOString()] : [stores];
  const rows = await sql.query<{ till: string; count: number }>(text, values);
  return new Map(rows.map(({ till, count }) => [till, count]));
}

/** The rights alone: the state of a till has no business day. */
function rights(scope: ReportScope): Where {
  const values: unknown[] = [scope.stores];
  const conditions = ['till.store = ANY($1::text[])'];
  return {
    values,
    bind: value => `$${values.push(value)}`,
    and: condition => void conditions.push(condition),
    text: () => conditions.join(' AND '),
  };
}

async function figures(sql: Sql, scope: ReportScope, request: ReportRequest): Promise<ReportFigures> {
  const where = rights(scope);
  addFilters(where, request.filters, { store: 'till.store', till: 'till.id' });
  const found = await sql.query<Omit<Found, keyof typeof COUNTS>>(
    `SELECT till.id AS key, till.name, till.device, store.name AS store, bridge.state AS enrolment, heartbeat.condition,
       round(extract(epoch FROM heartbeat.last_heard) * 1000)::bigint AS last_heard
       FROM till JOIN bridge ON bridge.id = till.bridge JOIN store ON store.id = till.store
       JOIN heartbeat ON heartbeat.store = till.store AND heartbeat.bridge = till.bridge
      WHERE ${where.text()} ORDER BY store.name, till.name, till.id`,
    where.values,
  );
  const counts = (what: keyof typeof COUNTS) => countsOf(sql, scope.stores, what, scope.now);
  const [missing, refused] = [await counts('missing'), await counts('refused')];
  const [machines, closings] = [await counts('machines'), await counts('last_closing')];
  // Stores that need somebody come first.
  const rows = found
    .map(row => {
      const [lost, put] = [missing.get(row.key) ?? 0, refused.get(row.key) ?? 0];
      const [copies, last] = [machines.get(row.key) ?? 0, closings.get(row.key) ?? null];
      return rowOf({ ...row, missing: lost, refused: put, machines: copies, last_closing: last }, scope);
    })
    .sort((one, other) => URGENCY.indexOf(String(one.state)) - URGENCY.indexOf(String(other.state)));
  return { rows, total: totalOf(declaration.columns, rows), notes: [] };
}

function rowOf(
  { key, name, device, store, enrolment, last_heard, condition, missing, refused, machines, last_closing }: Found,
  { now, language }: Pick<ReportScope, 'now' | 'language'>,
): ReportRow {
  const own = condition?.tills?.find(({ till }) => till === device);
  const [waiting, parked] = [whole(own?.waiting), whole(own?.parked)];
  // A time ahead of ours is of a clock that was wrong, and says nothing.
  const isSilent = last_heard === null || Math.abs(now - last_heard) > SILENT_AFTER;
  const clock = clockDifference(condition?.at, last_heard);
  const terminals = (condition?.terminals ?? []).map(
    ({ name: title, state }) => `${title}: ${terminalStateText(String(state), language)}`,
  );
  return {
    key,
    label: name,
    store,
    state: stateOf({
      enrolment,
      isSilent,
      isClockWrong: clock !== null,
      isTwice: machines > 0,
      isIncomplete: parked > 0 || missing > 0,
    }),
    last_heard: last_heard === null ? null : new Date(last_heard).toISOString(),
    version: typeof condition?.version === 'string' ? condition.version : null,
    update: isOlder(condition?.version, version) ? version : null,
    waiting,
    parked,
    missing,
    refused,
    terminal: terminals.join(', ') || null,
    last_closing: last_closing === null ? null : new Date(last_closing).toISOString(),
    machines,
    clock,
  };
}

function stateOf(facts: {
  readonly enrolment: string;
  readonly isSilent: boolean;
  readonly isTwice: boolean;
  readonly isClockWrong: boolean;
  readonly isIncomplete: boolean;
}): string {
  if (facts.enrolment === 'revoked') return 'revoked';
  if (facts.isTwice) return 'twoMachines';
  if (facts.isSilent) return 'silent';
  if (facts.isClockWrong) return 'clock';
  return facts.isIncomplete ? 'attention' : 'ok';
}

/** True where a till runs an older version than this back office; one that cannot be read is not judged. */
export function isOlder(till: unknown, office: string): boolean {
  const numbers = (text: string) => /^(\d+)\.(\d+)\.(\d+)/.exec(text)?.slice(1).map(Number);
  const [own, newest] = [numbers(String(till)), numbers(office)];
  if (!own || !newest) return false;
  const place = newest.findIndex((number, index) => number !== own[index]);
  return place >= 0 && (own[place] ?? 0) < (newest[place] ?? 0);
}

/** How far the clock of a bridge is ahead (+) or behind (−) ours, for example `+36 h 2 min`; null while they agree. */
function clockDifference(at: unknown, contact: number | null): string | null {
  const difference = Date.parse(String(at)) - (contact ?? Number.NaN);
  if (!(Math.abs(difference) > CLOCKS_DIFFER)) return null;
  const minutes = Math.round(Math.abs(difference) / 60_000);
  return `${difference < 0 ? '−' : '+'}${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** SQL: the clock of the bridge that the last heartbeat came from differs from ours. */
export const CLOCK_DIFFERS = `abs(extract(epoch FROM (condition ->> 'at')::timestamptz - last_heard)) > ${CLOCKS_DIFFER / 1000}`;

/** States of a till, the most urgent first. */
const URGENCY = ['twoMachines', 'silent', 'clock', 'attention', 'ok', 'revoked'];

const whole = (value: unknown): number => (typeof value === 'number' && Number.isSafeInteger(value) ? value : 0);

export const health: Report = { declaration, usualDays: 1, figures };
