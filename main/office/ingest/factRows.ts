/** The rows that one record becomes, and the columns of each table in the order of the values. */
import type { Figures } from '../../domain/figures.ts';
import type { OfficeRecord } from '../../wire/office/records.ts';

/** Where a record belongs: the key of every table of facts, beside the business day. */
export interface RecordPlace {
  readonly store: string;
  /** TIL_… */
  readonly till: string;
  readonly epoch: number;
}

export type FactTable =
  | 'document'
  | 'sale'
  | 'sale_line'
  | 'sale_tax'
  | 'tender'
  | 'loyalty'
  | 'price_change'
  | 'card_operation';
export type Row = readonly unknown[];
export type FactRows = Record<FactTable, Row[]>;

const KEY = ['store', 'business_day', 'till', 'epoch', 'sequence'] as const;

export const factColumns: Readonly<Record<FactTable, readonly string[]>> = {
  document: [...KEY, 'kind', 'event', 'object', 'at', 'received', 'hash', 'figures', 'record'],
  sale: [
    ...KEY,
    'event',
    'id',
    'transaction_ref',
    'receipt_number',
    'status',
    'at',
    'hour',
    'sum',
    'turnover',
    'sales',
    'discount',
    'tip',
    'currency',
    'method',
    'cashier',
    'played',
  ],
  sale_line: [
    ...KEY,
    'position',
    'article',
    'name',
    'item_group',
    'group_name',
    'tax',
    'quantity',
    'measured',
    'unit',
    'unit_price',
    'amount',
    'item_type',
    'given_by',
  ],
  sale_tax: [...KEY, 'tax', 'gross', 'amount'],
  tender: [...KEY, 'position', 'method', 'amount', 'tip', 'terminal', 'trace', 'card_type', 'receipt'],
  loyalty: [...KEY, 'position', 'account', 'issued', 'redeemed', 'expired', 'card', 'campaign'],
  price_change: [...KEY, 'position', 'person', 'lowered', 'raised'],
  card_operation: [...KEY, 'kind', 'event', 'object', 'at', 'amount', 'terminal', 'facts'],
};

/** Tables in the order in which they are written; the sale comes before what asks for its currency. */
export const factTables = Object.keys(factColumns) as readonly FactTable[];

export const noRows = (): FactRows => ({
  document: [],
  sale: [],
  sale_line: [],
  sale_tax: [],
  tender: [],
  loyalty: [],
  price_change: [],
  card_operation: [],
});

export interface DocumentFacts {
  readonly text: string;
  readonly hash: string;
  /** ISO 8601. */
  readonly received: string;
  /** False: the record is kept, and counted by nobody. */
  readonly counted: boolean;
}

export function addDocument(rows: FactRows, place: RecordPlace, record: OfficeRecord, facts: DocumentFacts): void {
  const { kind, event, object, at } = record;
  const { received, hash, counted, text } = facts;
  rows.document.push([...keyOf(place, record), kind, event, object, at, received, hash, counted, text]);
}

/** Adds the rows of what the record says, but its document. */
export function addFacts(rows: FactRows, place: RecordPlace, record: OfficeRecord, figures: Figures): void {
  const key = keyOf(place, record);
  const { kind, event, object, at } = record;
  if (kind !== 'sale')
    rows.card_operation.push([...key, kind, event, object, at, record.sum, terminalOf(record.facts), record.facts]);
  const { sale, lines, taxes, tenders, loyalty, priceChanges } = figures;
  if (sale)
    rows.sale.push([
      ...key,
      event,
      object,
      sale.transactionRef,
      sale.receiptNumber,
      sale.status,
      at,
      sale.hour,
      sale.sum,
      sale.turnover,
      sale.sales,
      sale.discount,
      sale.tip,
      sale.currency,
      sale.method,
      sale.cashier,
      sale.played,
    ]);
  for (const line of lines)
    rows.sale_line.push([
      ...key,
      line.position,
      line.article,
      line.name,
      line.group,
      line.groupName,
      line.tax,
      line.quantity,
      line.measured,
      line.unit,
      line.unitPrice,
      line.amount,
      line.type,
      line.givenBy,
    ]);
  for (const { tax, gross, amount } of taxes) rows.sale_tax.push([...key, tax, gross, amount]);
  for (const [index, tender] of tenders.entries())
    rows.tender.push([
      ...key,
      index + 1,
      tender.method,
      tender.amount,
      tender.tip,
      tender.terminal,
      tender.trace,
      tender.cardType,
      tender.receipt,
    ]);
  for (const [index, entry] of loyalty.entries())
    rows.loyalty.push([
      ...key,
      index + 1,
      entry.account,
      entry.issued,
      entry.redeemed,
      entry.expired,
      entry.card,
      entry.campaign,
    ]);
  for (const [index, { person, lowered, raised }] of priceChanges.entries())
    rows.price_change.push([...key, index + 1, person, lowered, raised]);
}

const keyOf = ({ store, till, epoch }: RecordPlace, record: OfficeRecord): Row => [
  store,
  record.business_day,
  till,
  epoch,
  record.sequence,
];

const terminalOf = (facts: object): string | null => {
  const { tid } = facts as { readonly tid?: unknown };
  return typeof tid === 'string' ? tid : null;
};
