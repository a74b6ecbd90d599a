/** The tables of facts, each as its columns and their values, and the rows that one record becomes in them. */
import type { Figures, SaleFigures } from '../../domain/figures.ts';
import { basketFigures } from '../../domain/voids.ts';
import type { OfficeRecord } from '../../wire/office/records.ts';
import type { DocumentFacts, Facts, FactTable } from './facts.ts';
import { FigureSums } from './figureTables.ts';

/** Where a record belongs: the key of every table of facts, beside the business day. */
export interface RecordPlace {
  readonly store: string;
  /** TIL_… */
  readonly till: string;
  readonly epoch: number;
}

/** The value of a column, of what a row is about, its record and its sale. `position` counts the rows of a record from 1. */
type Columns<About> = Readonly<
  Record<string, (about: About, record: OfficeRecord, position: number, sale: SaleFigures | null) => unknown>
>;

/** In the order in which they are written; the sale comes before what asks for its currency. */
const tables: { readonly [Table in keyof Facts]: Columns<Facts[Table]> } = {
  document: {
    kind: (_, record) => record.kind,
    event: (_, record) => record.event,
    object: (_, record) => record.object,
    at: (_, record) => record.at,
    received: facts => facts.received,
    hash: facts => facts.hash,
    figures: facts => facts.counted,
    record: facts => facts.text,
  },
  sale: {
    event: (_, record) => record.event,
    id: (_, record) => record.object,
    transaction_ref: sale => sale.transactionRef,
    receipt_number: sale => sale.receiptNumber,
    status: sale => sale.status,
    at: (_, record) => record.at,
    hour: sale => sale.hour,
    sum: sale => sale.sum,
    turnover: sale => sale.turnover,
    sales: sale => sale.sales,
    discount: sale => sale.discount,
    tip: sale => sale.tip,
    currency: sale => sale.currency,
    method: sale => sale.method,
    cashier: sale => sale.cashier,
    played: sale => sale.played,
    bought: sale => sale.bought,
  },
  sale_line: {
    position: line => line.position,
    article: line => line.article,
    name: line => line.name,
    item_group: line => line.group,
    group_name: line => line.groupName,
    tax: line => line.tax,
    quantity: line => line.quantity,
    measured: line => line.measured,
    unit: line => line.unit,
    unit_price: line => line.unitPrice,
    amount: line => line.amount,
    item_type: line => line.type,
    given_by: line => line.givenBy,
    goods_net: line => line.goodsNet,
    costed_net: line => line.costedNet,
    goods_cost: line => line.cost,
    hour: (_, __, ___, sale) => sale?.hour ?? 0,
    currency: (_, __, ___, sale) => sale?.currency ?? '',
  },
  sale_tax: { tax: of => of.tax, gross: of => of.gross, amount: of => of.amount },
  tender: {
    position: (_, __, position) => position,
    method: tender => tender.method,
    amount: tender => tender.amount,
    tip: tender => tender.tip,
    terminal: tender => tender.terminal,
    trace: tender => tender.trace,
    card_type: tender => tender.cardType,
    receipt: tender => tender.receipt,
  },
  loyalty: {
    position: (_, __, position) => position,
    account: entry => entry.account,
    issued: entry => entry.issued,
    redeemed: entry => entry.redeemed,
    expired: entry => entry.expired,
    card: entry => entry.card,
    campaign: entry => entry.campaign,
  },
  price_change: {
    position: (_, __, position) => position,
    person: change => change.person,
    lowered: change => change.lowered,
    raised: change => change.raised,
  },
  unpaid: {
    position: (_, __, position) => position,
    event: (_, record) => record.event,
    person: line => line.person,
    currency: (_, record) => record.currency ?? '',
    amount: line => line.amount,
  },
  card_operation: {
    kind: (_, record) => record.kind,
    event: (_, record) => record.event,
    object: (_, record) => record.object,
    at: (_, record) => record.at,
    amount: (_, record) => record.sum,
    terminal: (_, record) => terminalOf(record.facts),
    facts: (_, record) => record.facts,
  },
};

export type Row = readonly unknown[];

/** The rows of records, and what they add to the figures. */
export interface FactRows extends Readonly<Record<FactTable, Row[]>> {
  readonly sums: FigureSums;
  /** Keys of `heldKey`: rows that are there already are neither written nor counted again. */
  readonly held: ReadonlySet<string>;
}

export const factTables = Object.keys(tables) as readonly FactTable[];

const byTable = <Value>(of: (table: FactTable) => Value): Record<FactTable, Value> =>
  Object.fromEntries(factTables.map(table => [table, of(table)])) as Record<FactTable, Value>;

const KEY = ['store', 'business_day', 'till', 'epoch', 'sequence'] as const;

/** In the order of the values of a row. */
export const factColumns = byTable<readonly string[]>(table => [...KEY, ...Object.keys(tables[table])]);

export const noRows = (held: ReadonlySet<string> = new Set()): FactRows => ({
  ...byTable(() => []),
  sums: new FigureSums(),
  held,
});

/** The rows of one record in one table. */
export const heldKey = (table: FactTable, day: string, { till, epoch }: RecordPlace, sequence: number): string =>
  JSON.stringify([table, day, till, epoch, sequence]);

export function addDocument(rows: FactRows, place: RecordPlace, record: OfficeRecord, facts: DocumentFacts): void {
  add(rows, 'document', place, record, [facts]);
}

/** Adds the rows of what the record says, but its document, and what they count. */
export function addFacts(rows: FactRows, place: RecordPlace, record: OfficeRecord, figures: Figures): void {
  const { sale } = figures;
  add(rows, 'card_operation', place, record, record.kind === 'sale' ? [] : [null]);
  add(rows, 'sale', place, record, sale ? [sale] : [], sale);
  add(rows, 'sale_line', place, record, figures.lines, sale);
  add(rows, 'sale_tax', place, record, figures.taxes, sale);
  add(rows, 'tender', place, record, figures.tenders, sale);
  add(rows, 'loyalty', place, record, figures.loyalty, sale);
  add(rows, 'price_change', place, record, figures.priceChanges, sale);
  const basket = basketFigures({ ...record, facts: record.facts as Readonly<Record<string, unknown>> });
  add(rows, 'unpaid', place, record, basket?.amounts.map(amount => ({ person: basket.person, amount })) ?? []);
}

function add<Table extends FactTable>(
  rows: FactRows,
  table: Table,
  place: RecordPlace,
  record: OfficeRecord,
  facts: readonly Facts[Table][],
  sale: SaleFigures | null = null,
): void {
  const { store, till, epoch } = place;
  const { business_day: day, sequence, event } = record;
  if (rows.held.size > 0 && rows.held.has(heldKey(table, day, place, sequence))) return;
  const values = Object.values(tables[table]);
  for (const [index, about] of facts.entries()) {
    rows[table].push([
      ...[store, day, till, epoch, sequence],
      ...values.map(value => value(about, record, index + 1, sale)),
    ]);
    rows.sums.add(table, { store, day, till, event, currency: sale?.currency ?? record.currency ?? '', sale, about });
  }
}

const terminalOf = (facts: object): string | null => {
  const { tid } = facts as { readonly tid?: unknown };
  return typeof tid === 'string' ? tid : null;
};
