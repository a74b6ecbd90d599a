/** X and Z report of a till: the records behind the last Z report added up, with its cash, terminals and receipt numbers. */
import { type FigureRow, isFigureKind } from '../domain/figureRows.ts';
import { addUp } from '../domain/money.ts';
import type { ReceiptLine } from '../domain/receipt.ts';
import { withTrainingMark } from '../domain/trainingMark.ts';
import { ZCounter, type ZFigures } from '../domain/zReport.ts';
import { zReportSlip } from '../domain/zReportSlip.ts';
import type { DayEnd } from '../wire/dayEnds.ts';
import type { ZReport } from '../wire/zReports.ts';
import type { BookEnd } from '../world/cash.ts';
import { localTime, timestamp, writtenDate } from '../world/clock.ts';
import { type FigureRead, figureRecordOf } from '../world/figures.ts';
import { newId } from '../world/ids.ts';
import { noteChange } from '../world/requestContext.ts';
import type { World } from '../world/world.ts';
import type { CashWorld } from './place.ts';

/** Records read in one go. */
const CHUNK = 100;

/** Sums of the records of a till after its last Z report. */
export interface ZReading {
  readonly counter: ZCounter;
  /** The newest record that was added. */
  through: number;
  readonly days: Set<string>;
  /** Turnover before the first report of the till; null where a report says it. */
  readonly earlier: number | null;
}

/** The keys by which a report adds up; the rest of a row is one. */
const READS: readonly FigureRead[] = [
  { table: 'sale', keys: ['cashier'] },
  { table: 'item', keys: ['item_group'] },
  { table: 'tax', keys: ['tax'] },
  { table: 'tender', keys: ['method'] },
  { table: 'loyalty', keys: ['account'] },
  { table: 'receipt', keys: [] },
  { table: 'tally', keys: ['kind', 'name'] },
];

/** Reads nearly all figures outside of a job; `finishReading` adds the few records that came meanwhile. */
export async function beginReading(world: CashWorld, merchant: string, till: string): Promise<ZReading> {
  const last = world.zReports.list(merchant, till, 1)[0];
  const { currency } = world.devices.merchant(merchant);
  const open = (last?.unknown ?? []).filter(({ end }) => end === null);
  const counter = new ZCounter({ currency, open });
  const [after, upTo] = [world.zReports.beginning(till).record, world.zReports.end(till).record];
  const days = new Set<string>();
  const sales = open.map(({ sale }) => sale);
  for (const { at, business_day: day, ...event } of world.zReports.followed(till, after, upTo, sales)) {
    counter.follow({ ...event, at: timestamp(at) });
    days.add(day);
  }
  await world.figures.ofTill({ merchant, till, after, upTo }, READS, (row, { day }) => {
    counter.addRow(row);
    if (isOfSale(row)) days.add(day);
  });
  const earlier = world.zReports.last(till) ? null : await turnoverUpTo(world, merchant, till, after);
  return { counter, through: upTo, days, earlier };
}

const isOfSale = (row: FigureRow): boolean =>
  row.table === 'sale' ||
  row.table === 'receipt' ||
  (row.table === 'tally' && (row.kind === 'foreign' || row.kind === 'unreadable') && row.name === 'sale');

/** Turnover of the sales of a till up to a record. */
async function turnoverUpTo(world: CashWorld, merchant: string, till: string, upTo: number): Promise<number> {
  let sum = 0;
  await world.figures.ofTill({ merchant, till, after: 0, upTo }, [{ table: 'sale', keys: [] }], row => {
    if (row.table === 'sale') sum = addUp([sum, row.turnover]);
  });
  return sum;
}

/** Inside a job, so that nothing comes between. */
function finishReading(world: CashWorld, till: string, reading: ZReading): ZFigures {
  for (let chunk = nextChunk(world, till, reading); chunk.length > 0; chunk = nextChunk(world, till, reading))
    for (const row of chunk) {
      reading.through = row.number;
      if (!isFigureKind(row.kind)) continue;
      if (row.kind === 'sale') reading.days.add(row.business_day);
      reading.counter.add(figureRecordOf(row));
    }
  return reading.counter.figures;
}

const nextChunk = ({ zReports }: CashWorld, till: string, { through }: ZReading) =>
  zReports.records(till, through, CHUNK);

export interface ZMaking {
  readonly merchant: string;
  readonly till: string;
  /** Null: the schedule. */
  readonly by: string | null;
  readonly despite: ZReport['despite'];
  readonly reason: string | null;
}

/** The report of now; inside a job where it is stored. */
export function reportOf(world: CashWorld, kind: 'X' | 'Z', making: ZMaking, reading: ZReading): ZReport {
  const { merchant, till, by, despite, reason } = making;
  const figures = finishReading(world, till, reading);
  const last = world.zReports.last(till);
  const now = world.clock.now();
  const { name, address, currency } = world.devices.merchant(merchant);
  const days = [...new Set([...reading.days, ...(reading.days.size === 0 ? [world.businessDay(merchant, now)] : [])])];
  days.sort();
  const before = last?.lifetime ?? reading.earlier ?? 0;
  const report = {
    ...figures,
    ...{ id: kind === 'Z' ? newId('ZRP') : '', kind, number: world.zReports.nextNumber(till), till },
    ...{ till_name: world.devices.description(merchant, till) ?? till, business: [name, ...address] },
    ...{ made: timestamp(now), by, since: last ? timestamp(last.made) : null, currency },
    days: days.length > 1 ? [days[0] ?? '', days.at(-1) ?? ''] : days,
    receipts: {
      ...figures.receipts,
      missing: missingReceipts(world, merchant, figures.receipts),
    },
    cash: cashOf(world, kind, till, reading.counter.cash),
    loyalty: { ...figures.loyalty, liability: world.zReports.liability(merchant) },
    drawer_openings: world.cashBook
      .openingsBehind(till, world.zReports.beginning(till).opening)
      .map(({ at, name: person, reason: why }) => ({ at: timestamp(at), person, reason: why })),
    terminals: terminalsOf(world, merchant, till),
    ...{ despite, reason },
    lifetime: { before, after: addUp([before, figures.turnover.gross]) },
  };
  const at = new Date(now);
  const { language } = world.settings;
  const written = days.map(day => writtenDate(new Date(`${day}T12:00:00`), language));
  const lines = zReportSlip(
    {
      ...report,
      days: [...new Set([written[0] ?? '', written.at(-1) ?? ''])],
      date: writtenDate(at, language),
      time: localTime(at),
    },
    language,
  );
  return { ...report, receipt: [...withTrainingMark(world.settings, lines)] } as ZReport;
}

/** Numbers between the first and the last receipt that no sale has. Where this till gave all of them, nobody needs to look. */
function missingReceipts(
  { zReports }: CashWorld,
  merchant: string,
  { first, last, count }: ZFigures['receipts'],
): number[] {
  if (first === null || last === null || count === last - first + 1) return [];
  return [...zReports.gaps(merchant, first, last, MOST_GAPS)];
}

const MOST_GAPS = 100;

/**
 * The cash of the report. Everything is known by its sums, so the opening is what they leave of the last count: it is what the
 * report before counted, or the first float.
 */
function cashOf(world: CashWorld, kind: 'X' | 'Z', till: string, sales: number): ZReport['cash'] {
  const { movement } = world.zReports.beginning(till);
  const rows = world.cashBook.movementsBehind(till, movement);
  const since = world.cashBook.since(till);
  const last = world.cashBook.lastCount(till);
  const sumOf = (kinds: readonly string[]) =>
    addUp(rows.filter(({ kind: one }) => kinds.includes(one)).map(({ amount }) => amount));
  const [difference, atStart] = [sumOf(['difference']), sumOf(['openingDifference'])];
  const hands = rows.filter(one => !one.kind.toLowerCase().endsWith('difference'));
  const byHand = addUp(hands.map(({ amount }) => amount));
  const sums = Map.groupBy(hands, one => one.kind);
  const movements = [...sums].map(([name, own]) => ({
    ...{ kind: name, count: own.length },
    in: addUp(own.flatMap(({ amount }) => (amount > 0 ? [amount] : []))),
    out: addUp(own.flatMap(({ amount }) => (amount < 0 ? [-amount] : []))),
  }));
  const now = since.counted === null ? null : addUp([since.counted, -since.heldThen, since.sales, since.movements]);
  const isCounted = now !== null && (kind === 'Z' || world.cashBook.openShift(till) === null);
  return {
    carried: now === null ? null : now - sales - byHand - difference - atStart,
    opening_difference: now === null ? null : atStart,
    opening: now === null ? null : now - sales - byHand - difference,
    ...{ sales, movements },
    expected: now === null ? null : now - difference,
    counted: isCounted ? now : null,
    counted_at: last ? timestamp(last.at) : null,
    difference: now === null ? null : difference,
  };
}

/**
 * Ends of days that took place behind the last report, of terminals of this till or at which it moved money. Their records say what is
 * behind, never the clock, which may have been set back. The report before has one whose record another till has, and what it
 * could only call unknown is named again with its ending.
 */
function terminalsOf(world: CashWorld, merchant: string, till: string): ZReport['terminals'] {
  const own = terminalsOfTill(world, merchant, till);
  const { record } = world.zReports.beginning(till);
  const listed = world.zReports.list(merchant, till, 1)[0]?.terminals ?? [];
  const isMissing = ({ id, state }: DayEnd) => {
    const before = listed.find(one => one.day_end === id);
    return before ? before.state === 'unknown' && state !== 'unknown' : world.zReports.firstRecord(id) > record;
  };
  const isOfTill = ({ device, journal }: DayEnd) =>
    own.includes(device) || journal.by_till.some(one => one.till === till);
  return terminalsOfShop(world, merchant).flatMap(device =>
    dayEndsBehind(world, merchant, device, record)
      .filter(({ state }) => TOOK_PLACE.has(state))
      .filter(end => isOfTill(end) && isMissing(end))
      .toReversed()
      .map(end => terminalRow(end, till)),
  );
}

/** The newest ones, down to some that the record has behind it: a report that is made rarely contains every end of day. */
function dayEndsBehind(world: CashWorld, merchant: string, device: string, record: number): readonly DayEnd[] {
  const found: DayEnd[] = [];
  for (;;) {
    const page = world.dayEnds.list(merchant, device, DAY_ENDS_AT_ONCE, found.length);
    found.push(...page);
    const isDone = page.some(({ id }) => isBetween(world.zReports.firstRecord(id), record));
    if (page.length < DAY_ENDS_AT_ONCE || isDone || found.length >= MOST_DAY_ENDS) return found;
  }
}

const isBetween = (first: number, record: number): boolean => first > 0 && first <= record;

const DAY_ENDS_AT_ONCE = 20;
/** Of one terminal; a year of them. */
const MOST_DAY_ENDS = 400;
const TOOK_PLACE: ReadonlySet<string> = new Set(['agrees', 'differs', 'unknown']);

function terminalRow(
  { device, description, id, state, ended, terminal, journal }: DayEnd,
  till: string,
): ZReport['terminals'][number] {
  const sum = terminal?.amount ?? null;
  const own = addUp(journal.by_till.flatMap(one => (one.till === till ? [one.amount] : [])));
  return {
    ...{ device, description, day_end: id, state, ended, terminal: sum, journal: journal.amount, own },
    difference: sum === null ? null : sum - journal.amount,
  };
}

const terminalsOfShop = (world: Pick<World, 'dayEnds'>, merchant: string): readonly string[] =>
  world.dayEnds.terminals().flatMap(one => (one.merchant === merchant ? [one.id] : []));

export const terminalsOfTill = (world: Pick<World, 'dayEnds'>, merchant: string, till: string): readonly string[] =>
  terminalsOfShop(world, merchant).filter(id => world.dayEnds.tills(id).includes(till));

/** Inside a job: stores the report with its number and tells the back office, in one commit. */
export function storeReport(world: CashWorld, merchant: string, report: ZReport): void {
  const { till } = report;
  const end: BookEnd = world.zReports.end(till);
  world.zReports.insert(merchant, report, end);
  const { receipt, id, ...facts } = report;
  noteChange({ merchant, object: 'cash.zReports', id, type: 'added' });
  world.printing.lines({ merchant, till, lines: receipt as readonly ReceiptLine[] });
  world.queue.append({
    ...{ kind: 'zReport', event: 'made', object: id, merchant, till, sum: report.turnover.gross, lane: till },
    ...{ currency: report.currency, facts },
  });
}
