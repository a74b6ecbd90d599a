/** Notes beside a report: the figures that it lacks, in words. */

import type { Texts } from '../../domain/texts.ts';
import { hourNotes, remark } from '../../reporting/notes.ts';
import { gapRows } from '../database/gapRanges.ts';
import type { Sql } from '../database/officeDatabase.ts';
import { CLOCK_DIFFERS, SILENT_AFTER } from './health.ts';
import { namesOf } from './keys.ts';
import type { Filters, ReportRequest, ReportScope } from './report.ts';
import { texts } from './report.ts';

interface Found {
  readonly missing: number;
  readonly silent: number;
  readonly waiting: number;
  readonly refused: number;
  readonly reached: number;
  readonly clocks: number;
}

/** One statement for each: together they would be joined over all stores. */
const MISSING = `SELECT coalesce(sum(upper(gap) - lower(gap)), 0)::bigint AS missing FROM ${gapRows} AS head WHERE store = ANY($1::text[])`;
const WAITING = `SELECT count(*) AS waiting FROM document
  WHERE store = ANY($1::text[]) AND business_day BETWEEN $2::date AND $3::date AND NOT figures`;
const REFUSED = `SELECT count(*) AS refused FROM refused_record JOIN store ON store.id = refused_record.store
  WHERE refused_record.store = ANY($1::text[]) AND refused_record.received BETWEEN $2::date - 1 AND $3::date + 2
    AND (refused_record.received AT TIME ZONE store.time_zone)::date BETWEEN $2::date AND $3::date`;
const IS_HEARD = 'coalesce(last_heard BETWEEN $2::timestamptz AND $3::timestamptz, false)';
const BRIDGES = `SELECT count(*) FILTER (WHERE NOT ${IS_HEARD}) AS silent, count(*) FILTER (WHERE ${IS_HEARD}) AS reached,
    count(*) FILTER (WHERE CASE WHEN ${IS_HEARD} THEN ${CLOCK_DIFFERS} END) AS clocks
  FROM heartbeat JOIN bridge ON bridge.id = heartbeat.bridge
  WHERE heartbeat.store = ANY($1::text[]) AND bridge.state = 'enrolled'`;

async function one<Row>(sql: Sql, text: string, values: readonly unknown[]): Promise<Row> {
  const [row] = await sql.query<Row>(text, values);
  return row as Row;
}

export async function notesOf(sql: Sql, scope: ReportScope, request: ReportRequest): Promise<readonly Texts[]> {
  const stores = request.filters.store ?? scope.stores;
  const { from, to } = request;
  const found: Found = {
    ...(await one<Pick<Found, 'silent' | 'reached' | 'clocks'>>(sql, BRIDGES, [
      ...[stores, iso(scope.now - SILENT_AFTER), iso(scope.now + SILENT_AFTER)],
    ])),
    ...(await one<Pick<Found, 'missing'>>(sql, MISSING, [stores])),
    ...(await one<Pick<Found, 'waiting'>>(sql, WAITING, [stores, from, to])),
    ...(await one<Pick<Found, 'refused'>>(sql, REFUSED, [stores, from, to])),
  };
  const isNow = to >= scope.today;
  return [
    ...(isNow && found.silent > 0 ? [silentNote(found.silent)] : []),
    ...(found.clocks > 0 ? [clockNote(found)] : []),
    ...(found.missing > 0 ? [missingNote(found.missing)] : []),
    ...(found.waiting > 0 ? [waitingNote(found.waiting)] : []),
    ...(found.refused > 0 ? [refusedNote(found.refused)] : []),
    ...(request.by === 'hour' ? await notesOfHours(sql, stores, request) : []),
  ];
}

/** Of each zone of the stores: those that change their clocks on the same day say it once. */
async function notesOfHours(
  sql: Sql,
  stores: readonly string[],
  { from, to }: ReportRequest,
): Promise<readonly Texts[]> {
  const zones = await sql.query<{ zone: string }>(
    'SELECT DISTINCT time_zone AS zone FROM store WHERE id = ANY($1::text[]) ORDER BY 1',
    [stores],
  );
  const notes = zones.flatMap(({ zone }) => hourNotes(zone, from, to));
  return [...new Map(notes.map(note => [note.en, note])).values()];
}

const iso = (at: number): string => new Date(at).toISOString();

const silentNote = (count: number) =>
  texts(
    `${count} ${count === 1 ? 'Installation hat' : 'Installationen haben'} sich seit über 5 Minuten nicht gemeldet; was dort wartet, fehlt hier.`,
    `${count} ${count === 1 ? 'installation has' : 'installations have'} not been heard for over 5 minutes; what waits there is missing here.`,
  );

/** Where every clock differs, and not only that of one till, the fault is rather ours. */
const clockNote = ({ clocks, reached }: Found) =>
  clocks === reached && reached > 1
    ? texts(
        'Die Uhr der Zentrale geht wohl falsch: Sie weicht von der aller Kassenrechner ab. Tage und Stunden stimmen nicht; bitte die Uhr richten. Was deshalb abgewiesen wurde, wird von selbst wieder verlangt.',
        'The clock of the back office is probably wrong: it differs from that of every installation. Days and hours are wrong; set the clock. What was refused for it is asked for again by itself.',
      )
    : texts(
        `Die Uhren von ${clocks} ${clocks === 1 ? 'Installation' : 'Installationen'} und der Zentrale weichen ab; Tage und Stunden stimmen nicht. Bitte die Uhren prüfen.`,
        `The clocks of ${clocks} ${clocks === 1 ? 'installation' : 'installations'} and of the back office differ; days and hours are wrong. Check the clocks.`,
      );

const missingNote = (count: number) =>
  texts(`${count} Datensätze sind noch nicht angekommen (Lücken).`, `${count} records have not arrived yet (gaps).`);

const waitingNote = (count: number) =>
  texts(
    `${count} Datensätze sind aufbewahrt und zählen nicht: von einer neueren Kasse, ein Storno ohne seinen Verkauf, doppelt gekommen, oder von einer Person herausgenommen.`,
    `${count} records are kept and do not count: of a newer till, a cancellation without its sale, one that came twice, or taken out by a person.`,
  );

const refusedNote = (count: number) =>
  texts(`${count} Datensätze wurden abgewiesen und zählen nicht.`, `${count} records were refused and do not count.`);

interface Span {
  /** Business days, both included. */
  readonly from: string;
  readonly to: string;
}

interface DaysSold {
  readonly store: string;
  readonly now: number;
  readonly before: number;
}

/** Stores that the note names; the others are counted. */
const NAMED = 3;

/**
 * Stores that sold on fewer days of the span before than of this one: what is compared with it is not like with like. None where each store
 * has sold on as many days of both.
 */
export async function likeWithLike(
  sql: Sql,
  scope: Pick<ReportScope, 'stores'>,
  { from, to, filters }: Span & { readonly filters: Filters },
  before: Span,
): Promise<readonly Texts[]> {
  const found = await sql.query<DaysSold>(
    `SELECT * FROM (SELECT store, count(DISTINCT business_day) FILTER (WHERE business_day BETWEEN $2::date AND $3::date) AS now,
          count(DISTINCT business_day) FILTER (WHERE business_day BETWEEN $4::date AND $5::date) AS before
        FROM figure_day WHERE store = ANY($1::text[]) AND sales > 0
          AND (business_day BETWEEN $2::date AND $3::date OR business_day BETWEEN $4::date AND $5::date) GROUP BY store) AS sold
      WHERE before < now ORDER BY before - now, store`,
    [filters.store ?? scope.stores, from, to, before.from, before.to],
  );
  if (found.length === 0) return [];
  const named = found.slice(0, NAMED);
  const names = await namesOf(
    sql,
    'store',
    named.map(({ store }) => store),
  );
  const more = found.length - named.length;
  const listed = (of: (name: string, days: DaysSold) => string) =>
    named.map(days => of(names.get(days.store) ?? days.store, days)).join(', ');
  return [
    remark(
      `Nicht gleich mit gleich verglichen, Tage mit Verkäufen davor und jetzt: ${listed((name, { before: then, now }) => `${name} ${then} und ${now}`)}${more > 0 ? `, und ${more} ${more === 1 ? 'weitere Filiale' : 'weitere Filialen'}` : ''}.`,
      `Not like with like, days with sales before and now: ${listed((name, { before: then, now }) => `${name} ${then} and ${now}`)}${more > 0 ? `, and ${more} more ${more === 1 ? 'store' : 'stores'}` : ''}.`,
    ),
  ];
}
