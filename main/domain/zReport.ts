/**
 * The figures of a business day of one till, added up from its records by the rules of `figures.ts`, so that X report, Z report,
 * reports and back office agree to the cent. Amounts are minor units.
 */
import { type BasketItem, cardArticle, lineTotal, normaliseItem } from './basket.ts';
import { depositTypes, notReturned } from './figureLines.ts';
import { discountsOf, type FigureRecord, type Figures, figuresOf, type SaleFigures } from './figures.ts';
import { isJsonObject } from './jsonObject.ts';
import { addUp, isAmount } from './money.ts';
import type { PriceChange } from './priceChanges.ts';
import { movedAtTerminal } from './terminalOperation.ts';
import { basketFigures } from './voids.ts';

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

type Correction = 'cancellations' | 'returns' | 'voids' | 'abandoned' | 'discounts' | 'price_changes' | 'price_raises';
/** Events that end an unknown result. */
const ENDS: readonly string[] = ['closed', 'notPaid', 'cancelled', 'notReversed'];

class Adding {
  count = 0;
  amount = 0;
  add(amount: number, count = 1): void {
    this.count += count;
    this.amount = addUp([this.amount, amount]);
  }
  get tally(): Tally {
    return { count: this.count, amount: this.amount };
  }
}

class AddingByPerson extends Adding {
  readonly #people = new Map<string, Adding>();
  addOf(person: string, amount: number, count = 1): void {
    this.add(amount, count);
    const own = this.#people.get(person) ?? new Adding();
    this.#people.set(person, own);
    own.add(amount, count);
  }
  get byPerson(): TallyByPerson {
    const people = [...this.#people].sort(([a], [b]) => (a < b ? -1 : 1));
    return { ...this.tally, by_person: people.map(([person, own]) => ({ person, ...own.tally })) };
  }
}

/** Adds up the records of a till, one after the other in their order. */
export class ZCounter {
  readonly #context: ZContext;
  readonly #turnover = new Adding();
  readonly #taxes = new Map<number, { gross: number; tax: number }>();
  readonly #groups = new Map<string, { name: string; quantity: number; gross: number }>();
  readonly #methods = new Map<string, { in: Adding; out: Adding; tips: number }>();
  readonly #operations = new Map<string, Adding>();
  readonly #corrections: Readonly<Record<Correction, AddingByPerson>> = {
    cancellations: new AddingByPerson(),
    returns: new AddingByPerson(),
    voids: new AddingByPerson(),
    abandoned: new AddingByPerson(),
    discounts: new AddingByPerson(),
    price_changes: new AddingByPerson(),
    price_raises: new AddingByPerson(),
  };
  readonly #tips = new Adding();
  readonly #topUps = new Adding();
  readonly #sold = new Adding();
  readonly #redeemed = new Adding();
  readonly #deposits = { taken: new Adding(), given_back: new Adding() };
  readonly #loyalty = {
    cash_issued: 0,
    cash_redeemed: 0,
    bonus_issued: 0,
    bonus_redeemed: 0,
    points_issued: 0,
    points_redeemed: 0,
  };
  readonly #unknown: UnknownResult[];
  #first: number | null = null;
  #last: number | null = null;
  #receipts = 0;
  #notCounted = 0;

  constructor(context: ZContext) {
    this.#context = context;
    this.#unknown = [...context.open];
  }

  add(record: FigureRecord): void {
    if (record.kind === 'sale') this.#follow(record);
    if (record.currency !== null && record.currency !== this.#context.currency) {
      if (record.kind === 'sale') this.#notCounted += 1;
      return;
    }
    if (record.kind === 'basket') {
      this.#basket(record);
      return;
    }
    try {
      this.#count(
        record,
        figuresOf(record, () => 0),
      );
    } catch {
      this.#notCounted += 1;
    }
  }

  #basket(record: FigureRecord): void {
    const basket = basketFigures(record);
    for (const amount of basket?.amounts ?? []) if (basket) this.#corrections[basket.kind].addOf(basket.person, amount);
  }

  #follow({ event, object, at, sum }: FigureRecord): void {
    if (event === 'unknown') this.#unknown.push({ sale: object, at, amount: sum ?? 0, end: null, ended: null });
    const open = ENDS.includes(event) ? this.#unknown.findIndex(one => one.sale === object && one.end === null) : -1;
    const found = this.#unknown[open];
    if (found) this.#unknown[open] = { ...found, end: event, ended: at };
  }

  #count(record: FigureRecord, figures: Figures): void {
    const { sale, loyalty } = figures;
    for (const { account, issued, redeemed } of loyalty) {
      this.#loyalty[`${account}_issued`] += issued;
      this.#loyalty[`${account}_redeemed`] += redeemed;
    }
    if (record.kind === 'terminalOperation') this.#operation(record);
    if (!sale) return;
    if (record.event === 'closed') this.#receipt(sale);
    if (sale.sales === 0 || sale.played) return;
    this.#turnover.add(sale.turnover, sale.sales);
    this.#lines(figures, sale);
    this.#tenders(figures);
    if (sale.tip !== 0) this.#tips.add(sale.tip, sale.tips);
    if (sale.sales < 0) this.#corrections.cancellations.addOf(sale.cashier, -sale.turnover);
    for (const [person, amount] of discountsOf(figures)) this.#corrections.discounts.addOf(person, amount, sale.sales);
    this.#moved(record, sale);
    for (const change of figures.priceChanges) this.#priceChange(change);
    this.#voidsOf(record, sale);
  }

  #receipt({ receiptNumber }: SaleFigures): void {
    if (receiptNumber === null) return;
    this.#receipts += 1;
    this.#first = Math.min(this.#first ?? receiptNumber, receiptNumber);
    this.#last = Math.max(this.#last ?? receiptNumber, receiptNumber);
  }

  #lines({ lines, taxes }: Figures, sale: SaleFigures): void {
    for (const { tax, gross, amount } of taxes) {
      const row = this.#taxes.get(tax) ?? { gross: 0, tax: 0 };
      this.#taxes.set(tax, { gross: addUp([row.gross, gross]), tax: addUp([row.tax, amount]) });
    }
    for (const { group, groupName, quantity, amount, type } of lines) {
      const row = this.#groups.get(group) ?? { name: groupName, quantity: 0, gross: 0 };
      this.#groups.set(group, {
        name: groupName || row.name,
        quantity: row.quantity + (type === 'coupon' ? 0 : quantity),
        gross: addUp([row.gross, amount]),
      });
      // A cancelled amount is taken off where it was added.
      const sold = sale.sales * amount;
      if (depositTypes.includes(type))
        this.#deposits[sold < 0 ? 'given_back' : 'taken'].add(sale.sales * Math.abs(amount), sale.sales);
      else if (sold < 0 && !notReturned.includes(type))
        this.#corrections.returns.addOf(sale.cashier, -amount, sale.sales);
    }
  }

  #tenders({ tenders }: Figures): void {
    for (const { method, amount, tip } of tenders) {
      const row = this.#methods.get(method) ?? { in: new Adding(), out: new Adding(), tips: 0 };
      this.#methods.set(method, row);
      row.tips += tip;
      if (amount < 0) row.out.add(-amount);
      else row.in.add(amount);
      if (method === 'voucher') this.#redeemed.add(amount, amount < 0 ? -1 : 1);
    }
  }

  #operation(record: FigureRecord): void {
    const moved = movedAtTerminal(record);
    if (moved === null || moved.amount === 0) return;
    const row = this.#operations.get(moved.operation) ?? new Adding();
    this.#operations.set(moved.operation, row);
    row.add(moved.amount);
    if (moved.tip !== 0) this.#tips.add(moved.tip, Math.sign(moved.tip));
  }

  /** Lines that only move value: top-ups of cards, and vouchers that are sold. */
  #moved({ document }: FigureRecord, sale: SaleFigures): void {
    const basket = isJsonObject(document?.basket) ? document.basket : {};
    const products = Array.isArray(basket.products) ? basket.products : [];
    for (const raw of products) {
      const kind: string | null = isJsonObject(raw) ? cardArticle(raw as unknown as BasketItem) : null;
      const into = kind === 'charge' ? this.#topUps : kind === 'voucher' ? this.#sold : null;
      const read = into && normaliseItem(raw);
      if (read?.ok) into?.add(sale.sales * lineTotal(read.value as BasketItem), sale.sales);
    }
  }

  #priceChange({ person, lowered, raised }: PriceChange): void {
    if (lowered !== 0) this.#corrections.price_changes.addOf(person, lowered, Math.sign(lowered));
    if (raised !== 0) this.#corrections.price_raises.addOf(person, raised, Math.sign(raised));
  }

  /** Earlier versions recorded with the sale which lines had left its basket. */
  #voidsOf({ facts }: FigureRecord, sale: SaleFigures): void {
    const list = Array.isArray(facts.corrections) ? facts.corrections : [];
    for (const raw of list) {
      const { kind, amount, person } = isJsonObject(raw) ? raw : {};
      if (kind !== 'void' || !isAmount(amount)) continue;
      const by = typeof person === 'string' ? person : sale.cashier;
      this.#corrections.voids.addOf(by, sale.sales * Math.abs(amount), sale.sales);
    }
  }

  /** Turnover of one record alone; 0 where it cannot be read. */
  turnoverOf(record: FigureRecord): number {
    try {
      const { sale } = figuresOf(record, () => 0);
      return sale && !sale.played ? sale.turnover : 0;
    } catch {
      return 0;
    }
  }

  get figures(): ZFigures {
    const taxes = [...this.#taxes].sort(([a], [b]) => b - a);
    const tax = addUp(taxes.map(([, row]) => row.tax));
    const { cancellations, returns, voids, abandoned, discounts, price_changes, price_raises } = this.#corrections;
    const { count: sales, amount: gross } = this.#turnover;
    return {
      receipts: { first: this.#first, last: this.#last, count: this.#receipts },
      turnover: {
        ...{ sales, gross, net: gross - tax, tax },
        by_tax: taxes.map(([rate, row]) => ({ rate, gross: row.gross, net: row.gross - row.tax, tax: row.tax })),
        by_group: [...this.#groups]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([group, { name, quantity, gross: sum }]) => ({ group, name, quantity, gross: sum })),
      },
      tenders: [...this.#methods].sort(([a], [b]) => (a < b ? -1 : 1)).map(methodSums),
      terminal_operations: [...this.#operations]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([operation, own]) => ({ operation, ...own.tally })),
      tips: this.#tips.tally,
      ...{ cancellations: cancellations.byPerson, returns: returns.byPerson, voids: voids.byPerson },
      abandoned: abandoned.byPerson,
      ...{ discounts: discounts.byPerson, price_changes: price_changes.byPerson },
      price_raises: price_raises.byPerson,
      loyalty: { ...this.#loyalty },
      top_ups: this.#topUps.tally,
      vouchers: { sold: this.#sold.tally, redeemed: this.#redeemed.tally },
      deposits: { taken: this.#deposits.taken.tally, given_back: this.#deposits.given_back.tally },
      unknown: [...this.#unknown],
      not_counted: this.#notCounted,
    };
  }
}

const methodSums = ([method, row]: readonly [string, { in: Adding; out: Adding; tips: number }]): MethodSums => ({
  method,
  ...{ payments: row.in.count, amount: row.in.amount, refunds: row.out.count, refunded: row.out.amount },
  net: row.in.amount - row.out.amount,
  tips: row.tips,
});
