/** Decides about each record of a batch: new, repeated, or refused. Pure; nothing is written here. */

import { FigureProblem } from '../../domain/figureLines.ts';
import { type FigureRecord, type Figures, figuresOf, isCounted } from '../../domain/figures.ts';
import { LARGEST_AMOUNT } from '../../domain/money.ts';
import type { OfficeRecord } from '../../wire/office/records.ts';
import { includesNumber, type Range } from './ranges.ts';
import { type Refusal, type RefusalCode, refusalTexts } from './refusals.ts';
import type { HeldEvents } from './saleEventsHeld.ts';

/** A record that was read, with its hash and its line. */
export interface ReadRecord {
  readonly record: OfficeRecord;
  readonly hash: string;
  readonly text: string;
}

export type RecordCheck =
  /** `figures` null: kept, and counted by nobody: of a newer till, counted before under another number, or the cancellation of a sale that is not here. */
  | { readonly verdict: 'taken'; readonly read: ReadRecord; readonly figures: Figures | null }
  | { readonly verdict: 'repeated' }
  | { readonly verdict: 'refused'; readonly refusal: Refusal };

export interface RecordFacts {
  /** ms since 1970 */
  readonly now: number;
  readonly got: readonly Range[];
  /** Hashes of held records by their sequence, as far as they are of the days of the batch. */
  readonly hashes: ReadonlyMap<number, string>;
  readonly held: HeldEvents;
  readonly hourOf: (at: number) => number;
}

/** A clock that is ahead by a time zone and a day is not suspicious, ms. */
const AHEAD = 36 * 3_600_000;
const OLDEST_DAY = '2015-01-01';

/** The records in the order of the batch, but cancellations behind the sales that they are of; of two with the same number the first one counts. */
export function checkRecords(records: readonly ReadRecord[], facts: RecordFacts): readonly RecordCheck[] {
  const hashes = new Map(facts.hashes);
  return cancelledLast(records, ({ record }) => record).map(read => {
    const known = hashes.get(read.record.sequence);
    const check = checkRecord(read, known, facts);
    if (check.verdict === 'taken') hashes.set(read.record.sequence, read.hash);
    return check;
  });
}

/** A cancellation counts once its sale is held, whatever order they came in. */
export function cancelledLast<T>(
  items: readonly T[],
  recordOf: (item: T) => Pick<OfficeRecord, 'event'>,
): readonly T[] {
  const isCancelled = (item: T) => recordOf(item).event === 'cancelled';
  return [...items.filter(item => !isCancelled(item)), ...items.filter(isCancelled)];
}

function checkRecord(read: ReadRecord, known: string | undefined, facts: RecordFacts): RecordCheck {
  const { record } = read;
  if (known === read.hash) return { verdict: 'repeated' };
  if (known !== undefined || includesNumber(facts.got, record.sequence)) return refused(read, 'changed');
  const misdated = wrongTime(record, facts.now);
  if (misdated) return refused(read, misdated, misdated === 'fromTheFuture' ? dueAt(record) : null);
  return count(read, facts);
}

/** The time by which a record is refused, or null. */
export function wrongTime(
  { at, business_day }: Pick<OfficeRecord, 'at' | 'business_day'>,
  now: number,
): RefusalCode | null {
  const moment = Date.parse(at);
  // A business day never lies after the calendar day of its moment by more than a zone is ahead, which `AHEAD` contains.
  const latest = new Date(now + AHEAD).toISOString().slice(0, 10);
  if (!(moment <= now + AHEAD) || business_day > latest) return 'fromTheFuture';
  return business_day < OLDEST_DAY ? 'tooOld' : null;
}

/** The moment from which the time of the record is possible, ms since 1970; null where it has no time. */
function dueAt({ at, business_day }: Pick<OfficeRecord, 'at' | 'business_day'>): number | null {
  const due = Math.max(Date.parse(at), Date.parse(business_day)) - AHEAD;
  return Number.isNaN(due) ? null : due;
}

/** Adds the record to what is held, where it may count. */
export function count(read: ReadRecord, { held, hourOf }: Pick<RecordFacts, 'held' | 'hourOf'>): RecordCheck {
  const { record } = read;
  if (!isCounted(record)) return { verdict: 'taken', read, figures: null };
  try {
    const figures = figuresOf(record as FigureRecord, hourOf);
    if (isAbsurd(record, figures)) return refused(read, 'absurdAmount');
    if (!figures.sale) return { verdict: 'taken', read, figures };
    const { sum, currency } = figures.sale;
    const admission = held.admit({ id: record.object, event: record.event, sum, currency });
    if (admission === 'changed') return refused(read, 'amountsChanged');
    return { verdict: 'taken', read, figures: admission === 'counts' ? figures : null };
  } catch (error) {
    if (error instanceof FigureProblem || error instanceof RangeError) return refused(read, 'notCountable');
    throw error;
  }
}

const isAbsurd = ({ sum }: Pick<OfficeRecord, 'sum'>, { sale, lines, taxes, tenders, loyalty }: Figures): boolean =>
  [
    sum ?? 0,
    ...(sale ? [sale.sum, sale.turnover, sale.discount, sale.tip] : []),
    ...lines.map(({ amount }) => amount),
    ...taxes.map(({ gross }) => gross),
    ...tenders.map(({ amount }) => amount),
    ...loyalty.flatMap(({ issued, redeemed }) => [issued, redeemed]),
  ].some(amount => Math.abs(amount) > LARGEST_AMOUNT);

/** Characters of a refused record that are kept. */
export const KEPT = 16 * 1024;

const refused = ({ record, text }: ReadRecord, code: RefusalCode, due: number | null = null): RecordCheck => ({
  verdict: 'refused',
  refusal: { sequence: record.sequence, code, texts: refusalTexts[code], text: text.slice(0, KEPT), due },
});
