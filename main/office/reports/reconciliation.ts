/**
 * Reconciliation of the card terminals: what each end-of-day of a terminal counted, what the journal of the till counted,
 * and what the back office has of it; every difference by its name.
 */
import { type DifferenceReceipt, receiptSides } from '../../reporting/dayEndDocument.ts';
import { addDays } from '../../reporting/days.ts';
import { reconciliationDeclaration } from '../../reporting/declarations.ts';
import { cashNote } from '../../reporting/notes.ts';
import type { ReportRow } from '../../wire/office/reports.ts';
import type { Sql } from '../database/officeDatabase.ts';
import { type BankDay, type BankMatch, bankDaysOf, bankDifferencesOf, keyOf } from './bankMatching.ts';
import { type DayEndFacts, dayEndsOf } from './dayEnds.ts';
import {
  badRequest,
  mostRows,
  type Report,
  type ReportFigures,
  type ReportRequest,
  type ReportScope,
  tooManyRows,
  totalOf,
} from './report.ts';

const declaration = reconciliationDeclaration;

async function figures(sql: Sql, scope: ReportScope, request: ReportRequest): Promise<ReportFigures> {
  if (!declaration.by.some(({ name }) => name === request.by))
    throw badRequest(`reconciliation knows no by=${request.by}`);
  const rows = await rowsBy[request.by as keyof typeof rowsBy](sql, scope, request);
  const shown = rows.slice(0, mostRows);
  return {
    rows: shown,
    total: totalOf(declaration.columns, rows),
    notes: [cashNote, ...(shown.length < rows.length ? [tooManyRows()] : [])],
  };
}

type RowsOf = (sql: Sql, scope: ReportScope, request: ReportRequest) => Promise<readonly ReportRow[]>;

const rowsBy: Readonly<Record<'dayEnd' | 'difference' | 'bank', RowsOf>> = {
  async dayEnd(sql, scope, request) {
    const ends = await dayEndsOf(sql, scope, request);
    const paid = new Map((await bankDaysOf(sql, scope, request)).map(day => [dayKey(day), day]));
    // The later of two ends of day of one terminal on one day carries the bank's payments of the day.
    const rows = [...ends].reverse().map(end => rowOf(end, takeBankDays(paid, end)));
    return rows.reverse();
  },
  async difference(sql, scope, request) {
    const ends = await dayEndsOf(sql, scope, request);
    const known = await salesOf(sql, scope, ends);
    const atTerminals = ends.flatMap(end => differenceRows(known, end));
    const atBank = await bankDifferencesOf(sql, scope, request);
    return [...atTerminals, ...atBank.map(bankDifferenceRow)];
  },
  async bank(sql, scope, request) {
    return (await bankDaysOf(sql, scope, request)).map(bankDayRow);
  },
};

const dayKey = ({ store, terminal, day }: Pick<BankDay, 'store' | 'terminal' | 'day'>): string =>
  `${store}.${terminal}.${day}`;

/** The payments of the bank for the terminals of an end-of-day, each day once; null where it has reported nothing. */
function takeBankDays(paid: Map<string, BankDay>, { store, terminals, day }: DayEndFacts): readonly BankDay[] {
  const keys = terminals.map(terminal => dayKey({ store, terminal, day }));
  const found = keys.flatMap(key => paid.get(key) ?? []);
  for (const key of keys) paid.delete(key);
  return found;
}

const sumOf = (days: readonly BankDay[], member: 'bank' | 'fee'): number | null => {
  const values = days.flatMap(day => day[member] ?? []);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
};

/** `day` and `terminal_id` are no columns: they lead to the sales behind the row. */
const bankDayRow = (day: BankDay): ReportRow => ({
  ...{ key: dayKey(day), label: day.terminal, day: day.day, terminal_id: day.terminal },
  ...{ at: new Date(day.at).toISOString(), store: day.store_name, time_zone: day.zone, terminal: null, journal: null },
  ...{ synced: day.office, bank: day.bank, fee: day.fee, difference: day.bank - day.office },
  ...{ state: day.differing > 0 ? 'differs' : 'agrees', sale: null },
});

const bankDifferenceRow = (match: BankMatch): ReportRow => ({
  ...{
    key: `bank.${keyOf(match)}`,
    label: match.trace === null ? match.terminal : `${match.terminal} · ${match.trace}`,
    day: match.day,
    terminal_id: match.terminal,
  },
  ...{
    at: new Date(match.at).toISOString(),
    store: match.store_name,
    time_zone: match.zone,
    terminal: null,
    journal: null,
  },
  ...{ synced: match.office, bank: match.bank, fee: match.fee },
  ...{ difference: (match.bank ?? 0) - (match.office ?? 0), state: match.state, sale: match.sale },
});

function rowOf(end: DayEndFacts, days: readonly BankDay[]): ReportRow {
  const { id, label, at, storeName, terminal, journal, synced } = end;
  return {
    key: id,
    label,
    ...behind(end),
    at: new Date(at).toISOString(),
    store: storeName,
    terminal,
    journal,
    synced,
    bank: sumOf(days, 'bank'),
    fee: sumOf(days, 'fee'),
    difference: terminal === null ? journal - synced : terminal - synced,
    state: stateOf(end) === 'agrees' && days.some(({ differing }) => differing > 0) ? 'differs' : stateOf(end),
    sale: null,
  };
}

/** Where the sales behind an end-of-day are: its day by the clock of its store, and its terminal where all of them name the same. */
const behind = ({ day, terminals, timeZone }: DayEndFacts) => ({
  day,
  time_zone: timeZone,
  terminal_id: terminals.length === 1 ? (terminals[0] ?? null) : null,
});

const stateOf = ({ state, terminal, journal, synced }: DayEndFacts): string =>
  state === 'agrees' || state === 'differs'
    ? (terminal ?? journal) === journal && journal === synced
      ? 'agrees'
      : 'differs'
    : state;

/** Names of differences. `notSynced`: the journal of the till has it, and the back office does not. */
type Name = 'onlyTerminal' | 'onlyJournal' | 'tip' | 'otherDay' | 'reversed' | 'unknown' | 'notSynced' | 'otherAmount';

interface KnownSale {
  readonly store: string;
  readonly till: string;
  readonly id: string;
  readonly receipt: number | null;
  readonly event: string;
  readonly status: string;
  readonly tip: number;
  readonly business_day: string;
}

function differenceRows(all: readonly KnownSale[], end: DayEndFacts): readonly ReportRow[] {
  const known = salesOfEnd(all, end);
  const named = end.differences.flatMap(({ receipts, terminal, journal }) =>
    receipts.map((receipt, index): ReportRow => {
      const name = nameOf(receipt, known, end, terminal - journal);
      return {
        key: `${end.id}.${receipt.receipt_number ?? index}`,
        label: `${end.label} · ${receipt.receipt_number ?? '–'}`,
        ...behind(end),
        at: receipt.at ?? new Date(end.at).toISOString(),
        store: end.storeName,
        ...receiptSides(receipt, terminal - journal),
        synced: null,
        bank: null,
        fee: null,
        state: name,
        sale: receipt.sale,
      };
    }),
  );
  const missing = end.journal - end.synced;
  if (missing === 0) return named;
  return [
    ...named,
    {
      key: `${end.id}.notSynced`,
      label: end.label,
      ...behind(end),
      at: new Date(end.at).toISOString(),
      store: end.storeName,
      terminal: null,
      journal: end.journal,
      synced: end.synced,
      bank: null,
      fee: null,
      difference: missing,
      state: 'notSynced' satisfies Name,
      sale: null,
    },
  ];
}

/**
 * The sales and receipt numbers that the differences name, as far as the back office knows them: one statement for all
 * of them.
 */
async function salesOf(sql: Sql, scope: ReportScope, ends: readonly DayEndFacts[]): Promise<readonly KnownSale[]> {
  const wanted = ends.flatMap(({ store, tills, day, differences }) =>
    differences
      .flatMap(({ receipts }) => receipts)
      .map(({ sale, receipt_number: receipt }) => ({ store, tills, day, sale, receipt })),
  );
  if (wanted.length === 0) return [];
  const columns = `sale.store, sale.till, sale.id, tender.receipt, sale.event, sale.status, sale.tip,
     to_char(sale.business_day, 'YYYY-MM-DD') AS business_day`;
  const tenders = `tender.store = sale.store AND tender.business_day = sale.business_day
     AND tender.till = sale.till AND tender.epoch = sale.epoch AND tender.sequence = sale.sequence`;
  const given =
    'jsonb_to_recordset($2::text::jsonb) AS wanted (store text, tills jsonb, day date, sale text, receipt bigint)';
  const values = [scope.stores, JSON.stringify(wanted)];
  const bySale = await sql.query<KnownSale>(
    `SELECT DISTINCT ${columns} FROM ${given} JOIN sale ON sale.store = wanted.store AND sale.id = wanted.sale
       LEFT JOIN tender ON ${tenders} WHERE sale.store = ANY($1::text[])`,
    values,
  );
  const byReceipt = await sql.query<KnownSale>(
    `SELECT DISTINCT ${columns} FROM ${given} JOIN tender ON tender.store = wanted.store AND tender.receipt = wanted.receipt
        AND wanted.tills ? tender.till AND tender.business_day BETWEEN wanted.day - ${RECEIPT_DAYS} AND wanted.day + ${RECEIPT_DAYS}
       JOIN sale ON ${tenders} WHERE sale.store = ANY($1::text[])`,
    values,
  );
  return [...bySale, ...byReceipt];
}

/** Receipt numbers of a terminal begin again; so many days around an end-of-day they mean the same payment. */
const RECEIPT_DAYS = 7;

/** The sales that an end-of-day may mean. */
const salesOfEnd = (
  all: readonly KnownSale[],
  { store, tills, day, differences }: DayEndFacts,
): readonly KnownSale[] => {
  const named = new Set(differences.flatMap(({ receipts }) => receipts.flatMap(({ sale }) => sale ?? [])));
  const [first, last] = [addDays(day, -RECEIPT_DAYS), addDays(day, RECEIPT_DAYS)];
  return all.filter(
    sale =>
      sale.store === store &&
      (named.has(sale.id) || (tills.includes(sale.till) && sale.business_day >= first && sale.business_day <= last)),
  );
};

function nameOf(receipt: DifferenceReceipt, known: readonly KnownSale[], end: DayEndFacts, difference: number): Name {
  const own = known.filter(
    ({ id, receipt: number }) => id === receipt.sale || (number !== null && number === receipt.receipt_number),
  );
  if (
    own.some(({ event }) => event === 'unknown') &&
    !own.some(({ event }) => event === 'closed' || event === 'notPaid')
  )
    return 'unknown';
  if (own.some(({ event, status }) => event === 'cancelled' || status === 'cancelled')) return 'reversed';
  if (receipt.kind === 'other')
    return own.some(({ tip }) => tip !== 0 && tip === Math.abs(difference)) ? 'tip' : 'otherAmount';
  if (own.some(({ business_day: day }) => day !== end.day)) return 'otherDay';
  if (receipt.kind === 'onlyJournal') return receipt.sale !== null && own.length === 0 ? 'notSynced' : 'onlyJournal';
  return 'onlyTerminal';
}

export const reconciliation: Report = { declaration, usualDays: 7, figures };
