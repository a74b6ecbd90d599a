/**
 * The rows in which a till adds up its records, by the keys that reports and X and Z report ask for. A row of one record and the row of
 * a whole day have the same shape, so a report counts stored rows and those of the newest records alike. Amounts in minor units.
 *
 * The tables are those of the back office (`figure_sale`, `figure_item`, ...), with the cashier as a further key and the facts of a
 * Z report beside.
 */
import { type BasketItem, cardArticle, lineTotal, normaliseItem } from './basket.ts';
import { depositTypes, notReturned } from './figureLines.ts';
import {
  type CountedLine,
  discountsOf,
  type FigureRecord,
  type Figures,
  figuresOf,
  type SaleFigures,
} from './figures.ts';
import { isJsonObject } from './jsonObject.ts';
import { addUp, isAmount } from './money.ts';
import { movedAtTerminal } from './terminalOperation.ts';
import { basketFigures } from './voids.ts';

interface Tables {
  /** Closed sales less cancelled ones; `cancelled` is the turnover that cancellations took back. */
  readonly sale: {
    readonly hour: number;
    readonly cashier: string;
    readonly sales: number;
    readonly turnover: number;
    readonly discount: number;
    readonly tip: number;
    readonly tax: number;
    readonly cancellations: number;
    readonly cancelled: number;
    /** Of them those in which nothing was bought. */
    readonly other_sales: number;
    readonly other_turnover: number;
    readonly goods_net: number;
    readonly costed_net: number;
    readonly goods_cost: number;
  };
  /** `quantity` counts every line, `sold` all but coupons. */
  readonly item: {
    readonly article: string;
    readonly item_group: string;
    readonly tax: number;
    readonly unit: string;
    readonly cashier: string;
    readonly name: string;
    readonly group_name: string;
    readonly quantity: number;
    readonly sold: number;
    readonly measured: number;
    readonly turnover: number;
    readonly goods_net: number;
    readonly costed_net: number;
    readonly goods_cost: number;
  };
  readonly tax: { readonly tax: number; readonly cashier: string; readonly gross: number; readonly amount: number };
  /** `payments`: payments of closed sales less those of cancelled ones; `taken` and `refunded` are never below 0. */
  readonly tender: {
    readonly method: string;
    readonly cashier: string;
    readonly payments: number;
    readonly takings: number;
    readonly taken: number;
    readonly refunds: number;
    readonly refunded: number;
    readonly tip: number;
  };
  readonly loyalty: {
    readonly account: 'cash' | 'bonus' | 'points';
    readonly campaign: string;
    readonly issued: number;
    readonly redeemed: number;
    readonly expired: number;
  };
  /** Numbers of the receipts of closed sales. */
  readonly receipt: { readonly count: number; readonly first: number; readonly last: number };
  /** Everything else that is counted, by its kind and a name: a person, an operation, the kind of a record. */
  readonly tally: {
    readonly kind: TallyKind;
    readonly name: string;
    readonly count: number;
    readonly amount: number;
  };
}

export type TallyKind =
  | ('return' | 'discount' | 'priceChange' | 'priceRaise' | 'voids' | 'abandoned')
  /** Earlier versions recorded with the sale what had left its basket. */
  | 'voidsOfSale'
  | ('tip' | 'topUp' | 'voucherSold' | 'depositTaken' | 'depositBack' | 'operation')
  /** Cash that a payment, or its return, left in the drawer; in whatever currency. */
  | 'cash'
  | ('foreign' | 'unreadable');

export type FigureTable = keyof Tables;
export type FigureRow<Table extends FigureTable = FigureTable> = {
  readonly [Name in Table]: { readonly table: Name } & Tables[Name];
}[Table];

/** How two values of a column become one. Of several names the last one by the alphabet stays, as in the back office. */
type Merging = 'sum' | 'least' | 'most';

interface TableColumns<Table extends FigureTable> {
  readonly keys: readonly (keyof Tables[Table] & string)[];
  readonly values: Readonly<Partial<Record<keyof Tables[Table] & string, Merging>>>;
}

export const figureTables: { readonly [Table in FigureTable]: TableColumns<Table> } = {
  sale: {
    keys: ['hour', 'cashier'],
    values: {
      ...{ sales: 'sum', turnover: 'sum', discount: 'sum', tip: 'sum', tax: 'sum' },
      ...{ cancellations: 'sum', cancelled: 'sum', other_sales: 'sum', other_turnover: 'sum' },
      ...{ goods_net: 'sum', costed_net: 'sum', goods_cost: 'sum' },
    },
  },
  item: {
    keys: ['article', 'item_group', 'tax', 'unit', 'cashier'],
    values: {
      ...{ name: 'most', group_name: 'most' },
      ...{ quantity: 'sum', sold: 'sum', measured: 'sum', turnover: 'sum' },
      ...{ goods_net: 'sum', costed_net: 'sum', goods_cost: 'sum' },
    },
  },
  tax: { keys: ['tax', 'cashier'], values: { gross: 'sum', amount: 'sum' } },
  tender: {
    keys: ['method', 'cashier'],
    values: { payments: 'sum', takings: 'sum', taken: 'sum', refunds: 'sum', refunded: 'sum', tip: 'sum' },
  },
  loyalty: { keys: ['account', 'campaign'], values: { issued: 'sum', redeemed: 'sum', expired: 'sum' } },
  receipt: { keys: [], values: { count: 'sum', first: 'least', last: 'most' } },
  tally: { keys: ['kind', 'name'], values: { count: 'sum', amount: 'sum' } },
};

export const figureTableNames = Object.keys(figureTables) as readonly FigureTable[];

/** Kinds of records that have rows. */
export const isFigureKind = (kind: string): boolean => KINDS.has(kind);
const KINDS: ReadonlySet<string> = new Set(['sale', 'cardOperation', 'terminalOperation', 'basket']);

/** The conditions under which records are added up: figures of other conditions are no answer. */
export interface FigureContext {
  /** Records in another one are named, and not counted. */
  readonly currency: string;
  /** The hour of the shop (0 to 23) at an instant in ms since 1970. */
  hourOf(at: number): number;
}

/** The rows of one record. A record that cannot be read has a row that says so. */
export function figureRowsOf(record: FigureRecord, context: FigureContext): readonly FigureRow[] {
  if (!isFigureKind(record.kind)) return [];
  const cash = cashRows(record);
  if (record.currency !== null && record.currency !== context.currency)
    return [...cash, tally('foreign', record.kind, 1, 0)];
  try {
    return [...cash, ...(record.kind === 'basket' ? basketRows(record) : countedRows(record, context))];
  } catch {
    return [...cash, tally('unreadable', record.kind, 1, 0)];
  }
}

const tally = (kind: TallyKind, name: string, count: number, amount: number): FigureRow => ({
  ...{ table: 'tally', kind, name, count, amount },
});

/** In the words of `CASH_OF_SALES`, by the facts alone. */
function cashRows({ kind, event, facts }: FigureRecord): readonly FigureRow[] {
  const sign = event === 'closed' ? 1 : event === 'cancelled' ? -1 : 0;
  if (kind !== 'sale' || sign === 0 || facts.played === true || !Array.isArray(facts.tenders)) return [];
  return facts.tenders.flatMap(tender => {
    if (!isJsonObject(tender) || tender.method !== 'cash' || !isAmount(tender.amount)) return [];
    const tip = isAmount(tender.tip) ? tender.tip : 0;
    return [tally('cash', '', 1, sign * (tender.amount + tip))];
  });
}

function basketRows(record: FigureRecord): readonly FigureRow[] {
  const basket = basketFigures(record);
  return basket === null ? [] : basket.amounts.map(amount => tally(basket.kind, basket.person, 1, amount));
}

function countedRows(record: FigureRecord, { hourOf }: FigureContext): readonly FigureRow[] {
  const figures = figuresOf(record, hourOf);
  const { sale, loyalty } = figures;
  return [
    ...loyalty.map(({ account, campaign, issued, redeemed, expired }) => ({
      ...{ table: 'loyalty' as const, account, campaign, issued, redeemed, expired },
    })),
    ...(record.kind === 'terminalOperation' ? operationRows(record) : []),
    ...(sale && record.event === 'closed' ? receiptRows(sale) : []),
    ...(sale && sale.sales !== 0 && !sale.played ? saleRows(record, figures, sale) : []),
  ];
}

function operationRows(record: FigureRecord): readonly FigureRow[] {
  const moved = movedAtTerminal(record);
  if (moved === null || moved.amount === 0) return [];
  const { operation, amount, tip } = moved;
  return [tally('operation', operation, 1, amount), ...(tip === 0 ? [] : [tally('tip', '', Math.sign(tip), tip)])];
}

const receiptRows = ({ receiptNumber }: SaleFigures): readonly FigureRow[] =>
  receiptNumber === null ? [] : [{ table: 'receipt', count: 1, first: receiptNumber, last: receiptNumber }];

function saleRows(record: FigureRecord, figures: Figures, sale: SaleFigures): readonly FigureRow[] {
  const { hour, cashier, sales, turnover, discount, tip, tips } = sale;
  const { lines, taxes, tenders, priceChanges } = figures;
  const isCancelled = sales < 0;
  const tax = addUp(taxes.map(({ amount }) => amount));
  const other = sale.bought ? { other_sales: 0, other_turnover: 0 } : { other_sales: sales, other_turnover: turnover };
  const taken = { cancellations: isCancelled ? 1 : 0, cancelled: isCancelled ? -turnover : 0 };
  return [
    {
      ...{ table: 'sale', hour, cashier, sales, turnover, discount, tip, tax },
      ...{ ...taken, ...other, ...marginCells(lines) },
    },
    ...lines.flatMap(line => lineRows(line, sale)),
    ...taxes.map(({ tax: rate, gross, amount }) => ({
      ...{ table: 'tax' as const, tax: rate, cashier, gross, amount },
    })),
    ...tenders.map(({ method, amount, tip: part }) => ({
      ...{ table: 'tender' as const, method, cashier, payments: sales },
      ...{ takings: amount < 0 ? 0 : 1, taken: Math.max(0, amount) },
      ...{ refunds: amount < 0 ? 1 : 0, refunded: Math.max(0, -amount), tip: part },
    })),
    ...(tip === 0 ? [] : [tally('tip', '', tips, tip)]),
    ...[...discountsOf(figures)].map(([person, amount]) => tally('discount', person, sales, amount)),
    ...priceChanges.map(({ person, lowered, raised }) =>
      lowered !== 0
        ? tally('priceChange', person, Math.sign(lowered), lowered)
        : tally('priceRaise', person, Math.sign(raised), raised),
    ),
    ...movedRows(record, sale),
    ...voidRows(record, sale),
  ];
}

/** The line, and what it takes as a deposit or brings back. A cancelled amount is taken off where it was added. */
function lineRows(line: CountedLine, { cashier, sales }: SaleFigures): readonly FigureRow[] {
  const { article, group, groupName, tax, unit, name, quantity, measured, amount, type } = line;
  const sold = sales * amount;
  const isDeposit = depositTypes.includes(type);
  return [
    {
      ...{ table: 'item', article, item_group: group, tax, unit, cashier, name, group_name: groupName },
      ...{ quantity, sold: type === 'coupon' ? 0 : quantity, measured, turnover: amount },
      ...marginCells([line]),
    },
    ...(isDeposit ? [tally(sold < 0 ? 'depositBack' : 'depositTaken', '', sales, sales * Math.abs(amount))] : []),
    ...(!isDeposit && sold < 0 && !notReturned.includes(type) ? [tally('return', cashier, sales, -amount)] : []),
  ];
}

const marginCells = (lines: readonly CountedLine[]) => ({
  goods_net: addUp(lines.map(({ goodsNet }) => goodsNet)),
  costed_net: addUp(lines.map(({ costedNet }) => costedNet)),
  goods_cost: addUp(lines.map(({ cost }) => cost)),
});

/** Lines that only move value: top-ups of cards, and vouchers that are sold. */
function movedRows({ document }: FigureRecord, { sales }: SaleFigures): readonly FigureRow[] {
  const basket = isJsonObject(document?.basket) ? document.basket : {};
  const products = Array.isArray(basket.products) ? basket.products : [];
  return products.flatMap((raw: unknown) => {
    const moved: string | null = isJsonObject(raw) ? cardArticle(raw as unknown as BasketItem) : null;
    const kind = moved === 'charge' ? 'topUp' : moved === 'voucher' ? 'voucherSold' : null;
    const read = kind && normaliseItem(raw);
    return kind && read?.ok ? [tally(kind, '', sales, sales * lineTotal(read.value as BasketItem))] : [];
  });
}

function voidRows({ facts }: FigureRecord, { cashier, sales }: SaleFigures): readonly FigureRow[] {
  const list = Array.isArray(facts.corrections) ? facts.corrections : [];
  return list.flatMap((raw: unknown) => {
    const { kind, amount, person } = isJsonObject(raw) ? raw : {};
    if (kind !== 'void' || !isAmount(amount)) return [];
    return [tally('voidsOfSale', typeof person === 'string' ? person : cashier, sales, sales * Math.abs(amount))];
  });
}

type Cells = Record<string, number | string>;

/** Rows added up by their keys. */
export class FigureSums {
  readonly #rows = new Map<string, Cells>();

  add(row: FigureRow): void {
    const cells = row as unknown as Cells;
    const { keys, values } = figureTables[row.table];
    const key = [row.table, ...keys.map(name => cells[name])].join('\u0000');
    const known = this.#rows.get(key);
    if (!known) this.#rows.set(key, { ...cells });
    else
      for (const [name, merging] of Object.entries(values)) known[name] = merged(merging, known[name]!, cells[name]!);
  }

  get rows(): readonly FigureRow[] {
    return [...this.#rows.values()] as unknown as readonly FigureRow[];
  }
}

function merged(merging: Merging, one: number | string, other: number | string): number | string {
  if (merging === 'sum') return addUp([Number(one), Number(other)]);
  return one < other === (merging === 'least') ? one : other;
}
