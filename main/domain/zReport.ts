/**
 * The figures of a business day of one till, added up from its records by the rules of `figures.ts`, so that X report, Z report,
 * reports and back office agree to the cent. Amounts are minor units.
 */
import { type FigureRow, FigureSums, figureRowsOf, type TallyKind } from './figureRows.ts';
import type { FigureRecord } from './figures.ts';
import { addUp } from './money.ts';

export interface Tally {
  readonly count: number;
  readonly amount: number;
}

export interface TallyByPerson extends Tally {
  readonly by_person: readonly (Tally & { readonly person: string })[];
}

export interface UnknownResult {
  /** Id of the sale. */
  readonly sale: string;
  /** ISO 8601 */
  readonly at: string;
  readonly amount: number;
  /** Event that ended it; null while nobody knows. */
  readonly end: string | null;
  readonly ended: string | null;
}

export interface ZFigures {
  readonly receipts: { readonly first: number | null; readonly last: number | null; readonly count: number };
  readonly turnover: {
    readonly sales: number;
    readonly gross: number;
    readonly net: number;
    readonly tax: number;
    readonly by_tax: readonly { rate: number; gross: number; net: number; tax: number }[];
    readonly by_group: readonly { group: string; name: string; quantity: number; gross: number }[];
  };
  readonly tenders: readonly MethodSums[];
  readonly terminal_operations: readonly OperationSums[];
  readonly tips: Tally;
  readonly cancellations: TallyByPerson;
  readonly returns: TallyByPerson;
  /** Lines that were taken out of a basket before it was paid. */
  readonly voids: TallyByPerson;
  /** Baskets that were given up before they were paid. */
  readonly abandoned: TallyByPerson;
  readonly discounts: TallyByPerson;
  /** Prices that were lowered by hand: what they gave away. */
  readonly price_changes: TallyByPerson;
  /** Prices that were raised by hand: what they added. Never set off against what others gave away. */
  readonly price_raises: TallyByPerson;
  readonly loyalty: LoyaltySums;
  readonly top_ups: Tally;
  readonly vouchers: { readonly sold: Tally; readonly redeemed: Tally };
  readonly deposits: { readonly taken: Tally; readonly given_back: Tally };
  readonly unknown: readonly UnknownResult[];
  /** Records that could not be read, or that are in another currency. */
  readonly not_counted: number;
}

export interface MethodSums {
  readonly method: string;
  readonly payments: number;
  readonly amount: number;
  readonly refunds: number;
  readonly refunded: number;
  readonly net: number;
  /** How much of `net` is tip. */
  readonly tips: number;
}

/** Money that a terminal moved without a sale: a refund, a booking of a pre-authorisation, a later tip, a reversal. */
export interface OperationSums {
  readonly operation: string;
  readonly count: number;
  /** Negative where money went back to cards. */
  readonly amount: number;
}

export interface LoyaltySums {
  readonly cash_issued: number;
  readonly cash_redeemed: number;
  readonly bonus_issued: number;
  readonly bonus_redeemed: number;
  readonly points_issued: number;
  readonly points_redeemed: number;
}

/** Facts that the figures need beside the records. */
export interface ZContext {
  readonly currency: string;
  /** Unknown results that were open at the report before. */
  readonly open: readonly UnknownResult[];
}

/** Events that end an unknown result. */
export const unknownEnding: readonly string[] = ['closed', 'notPaid', 'cancelled', 'notReversed'];

/** An event of a sale that began or ended an unknown result; `at` is ISO 8601. */
export type FollowedEvent = Pick<FigureRecord, 'event' | 'object' | 'at' | 'sum'>;

/** Adds up the records of a till, or rows in which they were added up before. Events are followed in their order. */
export class ZCounter {
  readonly #context: ZContext;
  readonly #sums = new FigureSums();
  readonly #unknown: UnknownResult[];

  constructor(context: ZContext) {
    this.#context = context;
    this.#unknown = [...context.open];
  }

  add(record: FigureRecord): void {
    if (record.kind === 'sale') this.follow(record);
    const { currency } = this.#context;
    for (const row of figureRowsOf(record, { currency, hourOf: () => 0 })) this.addRow(row);
  }

  addRow(row: FigureRow): void {
    this.#sums.add(row);
  }

  follow({ event, object, at, sum }: FollowedEvent): void {
    if (event === 'unknown') this.#unknown.push({ sale: object, at, amount: sum ?? 0, end: null, ended: null });
    const ends = unknownEnding.includes(event);
    const open = ends ? this.#unknown.findIndex(one => one.sale === object && one.end === null) : -1;
    const found = this.#unknown[open];
    if (found) this.#unknown[open] = { ...found, end: event, ended: at };
  }

  /** Net cash that the sales left in the drawer. */
  get cash(): number {
    return tallyOf(this.#sums.rows, 'cash').amount;
  }

  get figures(): ZFigures {
    return { ...zFiguresOf(this.#sums.rows), unknown: [...this.#unknown] };
  }
}

type Rows = readonly FigureRow[];

const ofTable = <Table extends FigureRow['table']>(rows: Rows, table: Table): readonly FigureRow<Table>[] =>
  rows.filter(row => row.table === table) as unknown as readonly FigureRow<Table>[];

function zFiguresOf(rows: Rows): Omit<ZFigures, 'unknown'> {
  const [sales, tenders, receipts] = [ofTable(rows, 'sale'), ofTable(rows, 'tender'), ofTable(rows, 'receipt')];
  const gross = addUp(sales.map(({ turnover }) => turnover));
  const byTax = taxSums(ofTable(rows, 'tax'));
  const tax = addUp(byTax.map(one => one.tax));
  const notCounted = ofTable(rows, 'tally').filter(
    ({ kind, name }) => kind === 'unreadable' || (kind === 'foreign' && name === 'sale'),
  );
  return {
    receipts: receipts[0]
      ? { first: receipts[0].first, last: receipts[0].last, count: receipts[0].count }
      : { first: null, last: null, count: 0 },
    turnover: {
      sales: addUp(sales.map(one => one.sales)),
      ...{ gross, net: gross - tax, tax, by_tax: byTax, by_group: groupSums(ofTable(rows, 'item')) },
    },
    tenders: methodSums(tenders),
    terminal_operations: byName(rows, ['operation']).map(({ name: operation, ...sums }) => ({ operation, ...sums })),
    tips: tallyOf(rows, 'tip'),
    cancellations: cancellationSums(sales),
    returns: byPerson(rows, 'return'),
    voids: byPerson(rows, 'voids', 'voidsOfSale'),
    abandoned: byPerson(rows, 'abandoned'),
    discounts: byPerson(rows, 'discount'),
    price_changes: byPerson(rows, 'priceChange'),
    price_raises: byPerson(rows, 'priceRaise'),
    loyalty: loyaltySums(ofTable(rows, 'loyalty')),
    top_ups: tallyOf(rows, 'topUp'),
    vouchers: { sold: tallyOf(rows, 'voucherSold'), redeemed: redeemedSums(tenders) },
    deposits: { taken: tallyOf(rows, 'depositTaken'), given_back: tallyOf(rows, 'depositBack') },
    not_counted: addUp(notCounted.map(({ count }) => count)),
  };
}

/** Rows of one name each, in the order of the names. */
function grouped<Row, Sums extends object>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  sumsOf: (own: readonly Row[]) => Sums,
): readonly (Sums & { readonly name: string })[] {
  return [...Map.groupBy(rows, nameOf)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, own]) => ({ name, ...sumsOf(own) }));
}

const added = <Row>(rows: readonly Row[], of: (row: Row) => number): number => addUp(rows.map(of));

const tallyIn = (rows: readonly Tally[]): Tally => ({
  count: added(rows, one => one.count),
  amount: added(rows, one => one.amount),
});

const byName = (rows: Rows, kinds: readonly TallyKind[]): readonly (Tally & { readonly name: string })[] =>
  grouped(
    ofTable(rows, 'tally').filter(({ kind }) => kinds.includes(kind)),
    ({ name }) => name,
    tallyIn,
  );

const tallyOf = (rows: Rows, kind: TallyKind): Tally => tallyIn(byName(rows, [kind]));

const people = (named: readonly (Tally & { readonly name: string })[]): TallyByPerson => ({
  ...tallyIn(named),
  by_person: named.map(({ name: person, ...sums }) => ({ person, ...sums })),
});

const byPerson = (rows: Rows, ...kinds: readonly TallyKind[]): TallyByPerson => people(byName(rows, kinds));

const cancellationSums = (sales: readonly FigureRow<'sale'>[]): TallyByPerson =>
  people(
    grouped(
      sales.filter(({ cancellations }) => cancellations > 0),
      ({ cashier }) => cashier,
      own => tallyIn(own.map(({ cancellations, cancelled }) => ({ count: cancellations, amount: cancelled }))),
    ),
  );

const taxSums = (rows: readonly FigureRow<'tax'>[]): ZFigures['turnover']['by_tax'] =>
  [...Map.groupBy(rows, one => one.tax)]
    .sort(([a], [b]) => b - a)
    .map(([rate, own]) => {
      const [gross, tax] = [added(own, one => one.gross), added(own, one => one.amount)];
      return { rate, gross, net: gross - tax, tax };
    });

const groupSums = (items: readonly FigureRow<'item'>[]): ZFigures['turnover']['by_group'] =>
  grouped(
    items,
    one => one.item_group,
    own => ({
      title: own.reduce((last, one) => (one.group_name > last ? one.group_name : last), ''),
      quantity: added(own, one => one.sold),
      gross: added(own, one => one.turnover),
    }),
  ).map(({ name: group, title: name, ...sums }) => ({ group, name, ...sums }));

const methodSums = (tenders: readonly FigureRow<'tender'>[]): ZFigures['tenders'] =>
  grouped(
    tenders,
    ({ method }) => method,
    own => {
      const [amount, refunded] = [added(own, one => one.taken), added(own, one => one.refunded)];
      return {
        ...{ payments: added(own, one => one.takings), amount },
        ...{ refunds: added(own, one => one.refunds), refunded },
        ...{ net: amount - refunded, tips: added(own, one => one.tip) },
      };
    },
  ).map(({ name: method, ...sums }) => ({ method, ...sums }));

/** Vouchers of the shop that paid, less those that came back. */
const redeemedSums = (tenders: readonly FigureRow<'tender'>[]): Tally =>
  tallyIn(
    tenders
      .filter(({ method }) => method === 'voucher')
      .map(one => ({ count: one.takings - one.refunds, amount: one.taken - one.refunded })),
  );

function loyaltySums(rows: readonly FigureRow<'loyalty'>[]): LoyaltySums {
  const of = (account: string, column: 'issued' | 'redeemed') =>
    added(
      rows.filter(one => one.account === account),
      one => one[column],
    );
  return {
    ...{ cash_issued: of('cash', 'issued'), cash_redeemed: of('cash', 'redeemed') },
    ...{ bonus_issued: of('bonus', 'issued'), bonus_redeemed: of('bonus', 'redeemed') },
    ...{ points_issued: of('points', 'issued'), points_redeemed: of('points', 'redeemed') },
  };
}
