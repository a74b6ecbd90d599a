/**
 * Reconciliation of the card terminals: what each end-of-day of a terminal counted, what the journal of the till counted,
 * and what the back office has of it; every difference by its name.
 */
import type { ReportDeclaration, ReportRow } from '../../wire/office/reports.ts';
import type { Sql } from '../database/officeDatabase.ts';
import { type DayEndFacts, type DifferenceReceipt, dayEndsOf } from './dayEnds.ts';
import {
  badRequest,
  column,
  grouping,
  type Report,
  type ReportFigures,
  type ReportRequest,
  type ReportScope,
  texts,
  totalOf,
} from './report.ts';

const declaration: ReportDeclaration = {
  name: 'reconciliation',
  title: texts('Kartenabgleich', 'Reconciliation of cards'),
  about: texts(
    'Für jeden Kassenschnitt: Summe des Terminals, Summe des Journals der Kasse, und was davon in der Zentrale steht. Jede Abweichung hat einen Namen.',
    'For every end-of-day: the total of the terminal, that of the journal of the till, and what of it the back office has. Every difference has a name.',
  ),
  by: [grouping('dayEnd', 'Kassenschnitt', 'End-of-day'), grouping('difference', 'Abweichung', 'Difference')],
  columns: [
    column('at', 'time', 'Zeit', 'Time', false),
    column('store', 'text', 'Filiale', 'Store', false),
    column('terminal', 'money', 'Terminal', 'Terminal'),
    column('journal', 'money', 'Journal', 'Journal'),
    column('synced', 'money', 'Zentrale', 'Back office'),
    column('difference', 'money', 'Abweichung', 'Difference'),
    column('state', 'state', 'Zustand', 'State', false),
    column('sale', 'text', 'Verkauf', 'Sale', false),
  ],
  filters: ['store', 'till'],
  chart: null,
  compares: false,
  leadsToSales: true,
};

const CASH = texts(
  'Bargeld wird nicht abgeglichen: Die Kassen melden weder Wechselgeld noch gezähltes Bargeld.',
  'Cash is not reconciled: the tills report neither float nor counted cash.',
);

async function figures(sql: Sql, scope: ReportScope, request: ReportRequest): Promise<ReportFigures> {
  if (!declaration.by.some(({ name }) => name === request.by))
    throw badRequest(`reconciliation knows no by=${request.by}`);
  const ends = await dayEndsOf(sql, scope, request);
  const rows =
    request.by === 'dayEnd'
      ? ends.map(rowOf)
      : (await Promise.all(ends.map(end => differenceRows(sql, scope, end)))).flat();
  return { rows, total: totalOf(declaration.columns, rows), notes: [CASH] };
}

function rowOf(end: DayEndFacts): ReportRow {
  const { id, label, at, storeName, terminal, journal, synced } = end;
  return {
    key: id,
    label,
    at: new Date(at).toISOString(),
    store: storeName,
    terminal,
    journal,
    synced,
    difference: terminal === null ? journal - synced : terminal - synced,
    state: stateOf(end),
    sale: null,
  };
}

const stateOf = ({ state, terminal, journal, synced }: DayEndFacts): string =>
  state === 'agrees' || state === 'differs'
    ? (terminal ?? journal) === journal && journal === synced
      ? 'agrees'
      : 'differs'
    : state;

/** Names of differences. `notSynced`: the journal of the till has it, and the back office does not. */
type Name = 'onlyTerminal' | 'onlyJournal' | 'tip' | 'otherDay' | 'reversed' | 'unknown' | 'notSynced' | 'otherAmount';

interface KnownSale {
  readonly id: string;
  readonly receipt: number | null;
  readonly event: string;
  readonly status: string;
  readonly tip: number;
  readonly business_day: string;
}

async function differenceRows(sql: Sql, scope: ReportScope, end: DayEndFacts): Promise<readonly ReportRow[]> {
  const known = await salesOf(sql, scope, end);
  const named = end.differences.flatMap(({ receipts, terminal, journal }) =>
    receipts.map((receipt, index): ReportRow => {
      const name = nameOf(receipt, known, end, terminal - journal);
      const amount = receipt.amount ?? 0;
      return {
        key: `${end.id}.${receipt.receipt_number ?? index}`,
        label: `${end.label} · ${receipt.receipt_number ?? '–'}`,
        at: receipt.at ?? new Date(end.at).toISOString(),
        store: end.storeName,
        terminal: receipt.kind === 'onlyJournal' ? 0 : receipt.kind === 'other' ? amount + terminal - journal : amount,
        journal: receipt.kind === 'onlyTerminal' ? 0 : amount,
        synced: null,
        difference:
          receipt.kind === 'onlyJournal' ? -amount : receipt.kind === 'onlyTerminal' ? amount : terminal - journal,
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
      at: new Date(end.at).toISOString(),
      store: end.storeName,
      terminal: null,
      journal: end.journal,
      synced: end.synced,
      difference: missing,
      state: 'notSynced' satisfies Name,
      sale: null,
    },
  ];
}

/** What the back office knows of the sales and receipt numbers that the differences name. */
async function salesOf(sql: Sql, scope: ReportScope, end: DayEndFacts): Promise<readonly KnownSale[]> {
  const receipts = end.differences.flatMap(({ receipts: each }) => each);
  if (receipts.length === 0) return [];
  return sql.query<KnownSale>(
    `SELECT sale.id, tender.receipt, sale.event, sale.status, sale.tip, to_char(sale.business_day, 'YYYY-MM-DD') AS business_day
       FROM sale LEFT JOIN tender ON tender.store = sale.store AND tender.business_day = sale.business_day
        AND tender.till = sale.till AND tender.epoch = sale.epoch AND tender.sequence = sale.sequence
      WHERE sale.store = $1 AND sale.store = ANY($2::text[])
        AND (sale.id = ANY($3::text[]) OR (tender.receipt = ANY($4::bigint[]) AND sale.till = ANY($5::text[])
          AND sale.business_day BETWEEN $6::date - 7 AND $6::date + 7))`,
    [
      end.store,
      scope.stores,
      receipts.flatMap(({ sale }) => sale ?? []),
      receipts.flatMap(({ receipt_number: number }) => number ?? []),
      end.tills,
      end.day,
    ],
  );
}

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
