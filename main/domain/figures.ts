/**
 * The figures of one record of a till: what reports count of it. Used by the back office when it takes a batch in, when it
 * makes figures anew, and by the till for its own reports, so that all three agree to the cent.
 *
 * Turnover is what was sold less what was cancelled, on the day of the event. Discounts lower it and its tax. The cash
 * balance of a loyalty card is a tender. Top-ups, discharges, tips, unknown outcomes and simulated payments are no turnover.
 *
 * A tender counts with all that it took: of a card what it was charged, also beyond the sum of the sale. `tip` says how much of
 * that is tip, whether it was typed at the till, given at the terminal or added later.
 */
import { type CardLine, type FigureLine, FigureProblem, type FigureTax, readLines, taxesOf } from './figureLines.ts';
import { isJsonObject } from './jsonObject.ts';
import { costsIn, type LineMargin, marginsOf } from './margin.ts';
import { addUp, isAmount } from './money.ts';
import { type PriceChange, priceChangesOf } from './priceChanges.ts';

/** A record as it is sent; amounts in minor units. */
export interface FigureRecord {
  readonly kind: string;
  readonly event: string;
  readonly object: string;
  readonly at: string;
  readonly sum: number | null;
  readonly currency: string | null;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly document: Readonly<Record<string, unknown>> | null;
}

export interface SaleFigures {
  readonly transactionRef: string | null;
  readonly receiptNumber: number | null;
  /** One of the eight statuses of the specification, as this event leaves the sale. */
  readonly status: string;
  /** 0 to 23, by the clock of the store. */
  readonly hour: number;
  readonly sum: number;
  /** Signed: negative where something was cancelled. */
  readonly turnover: number;
  /** 1 closed, -1 cancelled, else 0. */
  readonly sales: number;
  /** False: nothing was bought; it only loads a card or brings goods back, and is no sale in an average. */
  readonly bought: boolean;
  /** Signed like the turnover; `lines` say who gave it. */
  readonly discount: number;
  readonly tip: number;
  /** How many tips, signed like the event. */
  readonly tips: number;
  readonly currency: string;
  readonly method: string | null;
  /** Empty where nobody is named. */
  readonly cashier: string;
  /** Paid with simulated money. */
  readonly played: boolean;
}

export interface FigureTender {
  readonly method: string;
  /** All that it took, with the tip; signed like the event. */
  readonly amount: number;
  /** How much of `amount` is tip. */
  readonly tip: number;
  readonly terminal: string | null;
  readonly trace: number | null;
  readonly cardType: string | null;
  readonly receipt: number | null;
}

export interface FigureLoyalty {
  readonly account: 'cash' | 'bonus' | 'points';
  readonly issued: number;
  readonly redeemed: number;
  /** The part of what was redeemed that nobody spent: it expired. */
  readonly expired: number;
  readonly card: string;
  readonly campaign: string;
}

/** A line with what its goods cost; all amounts signed like the event. */
export type CountedLine = FigureLine & LineMargin;

export interface Figures {
  /** Null for records that are about no sale. */
  readonly sale: SaleFigures | null;
  readonly lines: readonly CountedLine[];
  readonly taxes: readonly FigureTax[];
  readonly tenders: readonly FigureTender[];
  readonly loyalty: readonly FigureLoyalty[];
  readonly priceChanges: readonly PriceChange[];
}

/** The sign with which an event counts, and the status that it leaves where the document names none. */
const EVENTS: Readonly<Record<string, { readonly sign: 1 | -1 | 0; readonly status: string }>> = {
  closed: { sign: 1, status: 'ok' },
  cancelled: { sign: -1, status: 'cancelled' },
  delivered: { sign: 0, status: 'ok' },
  unknown: { sign: 0, status: 'pending' },
  notPaid: { sign: 0, status: 'failed' },
  notReversed: { sign: 0, status: 'ok' },
};

/** Kinds and events that this version counts; a record with another one is of a newer till. */
export const isCounted = ({ kind, event }: Pick<FigureRecord, 'kind' | 'event'>): boolean =>
  kind === 'sale' ? event in EVENTS : COUNTED_KINDS.has(kind);

const COUNTED_KINDS: ReadonlySet<string> = new Set([
  ...['cardOperation', 'terminalOperation', 'dayEnd'],
  ...['shift', 'cashMovement', 'drawer', 'zReport', 'basket'],
]);

const NOTHING = { lines: [], taxes: [], tenders: [], loyalty: [], priceChanges: [] } as const;

/**
 * The figures of a record. `hourOf` gives the hour of the store for ms since 1970. Throws FigureProblem where the record
 * cannot be read, and RangeError where an amount is no safe integer.
 */
export function figuresOf(record: FigureRecord, hourOf: (at: number) => number): Figures {
  if (record.kind === 'cardOperation') return { sale: null, ...NOTHING, loyalty: bookings(record) };
  const event = record.kind === 'sale' ? EVENTS[record.event] : undefined;
  if (!event) return { sale: null, ...NOTHING };
  const sale = saleFigures(record, event, hourOf);
  if (event.sign === 0 || sale.played) return { sale, ...NOTHING };
  return counted(record, sale, event.sign);
}

function saleFigures(
  { facts, document, sum, currency, at, event: name }: FigureRecord,
  event: { readonly status: string },
  hourOf: (at: number) => number,
): SaleFigures {
  const info = member(document, 'basket_info');
  const total = sum ?? amount(info.sum, 'basket_info.sum') ?? 0;
  return {
    transactionRef: text(facts.transaction_ref ?? document?.transactionRef),
    receiptNumber: whole(facts.receipt_number ?? document?.receipt_number),
    status: name === 'closed' || name === 'delivered' ? (text(document?.status) ?? event.status) : event.status,
    hour: hourOf(Date.parse(at)),
    sum: total,
    turnover: 0,
    sales: 0,
    bought: true,
    discount: 0,
    tip: 0,
    tips: 0,
    currency: currency ?? text(info.currency) ?? '',
    method: text(facts.method ?? document?.payment_method),
    cashier: text(facts.cashier ?? document?.cashier) ?? '',
    // The fact was written when the sale was paid: earlier versions took real money at a terminal in spite of `is_demo`.
    played: typeof facts.played === 'boolean' ? facts.played : document?.is_demo === true,
  };
}

/** A sale that was closed (`sign` 1) or cancelled (-1). */
function counted(record: FigureRecord, sale: SaleFigures, sign: 1 | -1): Figures {
  const { document, facts } = record;
  const products = member(document, 'basket').products;
  const basket = readLines(products, { cashier: sale.cashier, deposits: texts(facts.deposits) });
  const items = basket.lines.reduce((sum, line) => sum + line.amount, 0) + basket.liability;
  const given = tendersOf(record, sale);
  const tip = tipsIn(record, given);
  const hasBasket = basket.lines.length > 0 || basket.liability !== 0;
  // A typed tip is contained in the sum: it is never more than what the lines leave over.
  const tipWithin = hasBasket ? Math.min(Math.max(0, sale.sum - items), tip.typed) : Math.min(tip.typed, sale.sum);
  const turnover = sale.sum - tipWithin - basket.liability;
  const lines = withRest(basket.lines, turnover, taxRate(document));
  const tenders = withTips(given, tip.charged, tipWithin);
  const margins = marginsOf(lines, costsIn(facts));
  return {
    sale: {
      ...sale,
      turnover: signed(turnover, sign),
      sales: sign,
      bought: lines.some(({ amount: price }) => price > 0),
      discount: signed(basket.discount, sign),
      tip: signed(tip.typed + tip.charged, sign),
      tips: signed(tip.count, sign),
    },
    lines: lines.map((line, index) => ({
      ...line,
      goodsNet: signed(margins[index]!.goodsNet, sign),
      costedNet: signed(margins[index]!.costedNet, sign),
      cost: signed(margins[index]!.cost, sign),
      quantity: signed(line.quantity, sign),
      measured: signed(line.measured, sign),
      amount: signed(line.amount, sign),
    })),
    taxes: taxesOf(lines).map(({ tax, gross, amount: within }) => ({
      tax,
      gross: signed(gross, sign),
      amount: signed(within, sign),
    })),
    tenders: tenders.map(tender => ({ ...tender, amount: signed(tender.amount, sign), tip: signed(tender.tip, sign) })),
    loyalty: loyaltyOf(record, basket.card, tenders).map(entry => ({
      ...entry,
      issued: signed(entry.issued, sign),
      redeemed: signed(entry.redeemed, sign),
      expired: signed(entry.expired, sign),
    })),
    priceChanges: priceChangesOf(facts, sale.cashier, sign),
  };
}

/** A sum without a basket, and what a basket and its sum differ by, is a line without an article: lines add up to the turnover. */
function withRest(lines: readonly FigureLine[], turnover: number, tax: number): readonly FigureLine[] {
  const rest = turnover - lines.reduce((sum, line) => sum + line.amount, 0);
  if (rest === 0) return lines;
  const nothing = { article: '', name: '', group: '', groupName: '', type: 'difference', givenBy: null };
  const nowhere = { line: null, parent: null };
  const none = { quantity: 0, measured: 0, unit: '', unitPrice: 0 };
  return [...lines, { ...nothing, ...none, ...nowhere, position: lines.length + 1, tax, amount: rest }];
}

function tendersOf({ facts, document }: FigureRecord, sale: SaleFigures): readonly FigureTender[] {
  const given = [facts.tenders, document?.tenders].find(list => Array.isArray(list) && list.length > 0) as
    | readonly unknown[]
    | undefined;
  const card = member(document, 'card_payment');
  const fallback = sale.method && sale.sum !== 0 ? [{ method: sale.method, amount: sale.sum }] : [];
  return (given ?? fallback).map((raw, index) => {
    const tender = isJsonObject(raw) ? raw : {};
    const method = text(tender.method);
    const value = amount(tender.amount, `tenders[${index}].amount`);
    const tip = amount(tender.tip, `tenders[${index}].tip`) ?? 0;
    if (method === null || value === null) throw new FigureProblem(`tenders[${index}]`);
    const terminal = method.startsWith('cashless') ? { ...card, ...facts, ...tender } : {};
    return {
      method: method === 'voucher' && !isOwnVoucher(document, tender.part) ? FOREIGN_VOUCHER : method.slice(0, 50),
      amount: value + tip,
      tip,
      terminal: text(terminal.tid ?? terminal.terminal),
      trace: whole(terminal.trace),
      cardType: text(terminal.cardtype ?? terminal.card_type),
      receipt: whole(terminal.terminal_receipt ?? terminal.receipt),
    };
  });
}

/** The method of a voucher of somebody else in figures: one of the shop pays back what it owes, the other is claimed elsewhere. */
export const FOREIGN_VOUCHER = 'foreign_voucher';

/** A voucher of the shop always pays a part, which names its card. */
const isOwnVoucher = (document: FigureRecord['document'], part: unknown): boolean =>
  Array.isArray(document?.parts) &&
  document.parts.some(one => isJsonObject(one) && one.id === part && isJsonObject(one.voucher));

/** The discounts that each person gave in one sale; the name is empty where nobody gave them. */
export function discountsOf({ lines }: Pick<Figures, 'lines'>): ReadonlyMap<string, number> {
  const given = new Map<string, number>();
  for (const { givenBy, amount } of lines)
    if (givenBy !== null) given.set(givenBy, addUp([given.get(givenBy) ?? 0, -amount]));
  return given;
}

/**
 * `typed`: contained in the sum. `charged`: what a card was charged beyond it, as its tender names it; older records name only
 * `facts.tip`, which is of the card where one paid.
 */
function tipsIn({ facts, document }: FigureRecord, tenders: readonly FigureTender[]) {
  const gratuity = amount(member(document, 'basket_info').gratuity, 'basket_info.gratuity') ?? 0;
  const ofFacts = amount(facts.tip, 'facts.tip') ?? 0;
  const named = addUp(tenders.map(({ tip }) => tip));
  const charged = named || (tenders.some(isCard) ? ofFacts : 0);
  const typed = charged === 0 ? gratuity || ofFacts : gratuity;
  const count = charged === 0 ? 0 : (whole(facts.tips) ?? 1);
  return { typed, charged, count: count + (typed === 0 ? 0 : 1) };
}

const isCard = ({ method }: FigureTender): boolean => method.startsWith('cashless');

/** The tenders with all their tips. The last ones hold what was typed at the till, because a loyalty card comes first. */
function withTips(tenders: readonly FigureTender[], charged: number, within: number): readonly FigureTender[] {
  const isNamed = tenders.some(({ tip }) => tip !== 0);
  const card = isNamed ? -1 : tenders.findLastIndex(isCard);
  let left = within;
  return tenders
    .map((tender, index) => (index === card ? { ...tender, amount: tender.amount + charged, tip: charged } : tender))
    .toReversed()
    .map(tender => {
      const typed = Math.max(0, Math.min(left, tender.amount - tender.tip));
      left -= typed;
      return { ...tender, tip: tender.tip + typed };
    })
    .toReversed();
}

/** Lines of the basket, the part that the card paid, and what was booked beside them, for example points. */
function loyaltyOf(
  record: FigureRecord,
  card: readonly CardLine[],
  tenders: readonly FigureTender[],
): readonly FigureLoyalty[] {
  const id = cardOf(record);
  // A discharge pays itself from the card: its line says it already.
  const isDischarge = card.some(line => line.account === 'cash' && line.redeemed !== 0);
  const paid = isDischarge
    ? 0
    : tenders.reduce((sum, { method, amount: part }) => sum + (method === 'loyalty' ? part : 0), 0);
  return [
    ...card.map(line => ({ ...line, expired: 0, card: id })),
    ...(paid === 0
      ? []
      : [{ account: 'cash' as const, issued: 0, redeemed: paid, expired: 0, card: id, campaign: '' }]),
    ...bookings(record),
  ];
}

const ACCOUNTS = ['cash', 'bonus', 'points'] as const;

/** `facts.bookings`: what the record moved on a card, `{account, amount, campaign}`; a negative amount was taken off. */
function bookings(record: FigureRecord): readonly FigureLoyalty[] {
  const given = Array.isArray(record.facts.bookings) ? record.facts.bookings : [];
  const id = cardOf(record);
  return given.map((raw, index) => {
    const booking = isJsonObject(raw) ? raw : {};
    const account = ACCOUNTS.find(name => name === booking.account);
    const value = amount(booking.amount, `facts.bookings[${index}].amount`);
    if (!account || value === null) throw new FigureProblem(`facts.bookings[${index}]`);
    const campaign = (text(booking.campaign) ?? '').slice(0, 100);
    const card = text(booking.card) ?? id;
    return { account, ...sidesOf(booking.kind, value), card, campaign };
  });
}

/**
 * Issued and redeemed sums of a booking. A correction and a transfer between two cards stand on the side of the issued
 * sums, with their sign: nobody redeemed anything. Expired value was redeemed by nobody either, and is named.
 */
function sidesOf(kind: unknown, value: number): Pick<FigureLoyalty, 'issued' | 'redeemed' | 'expired'> {
  if (kind === 'correction' || kind === 'transfer') return { issued: value, redeemed: 0, expired: 0 };
  const redeemed = Math.max(0, -value);
  return { issued: Math.max(0, value), redeemed, expired: kind === 'expiry' ? redeemed : 0 };
}

function cardOf({ facts, document }: FigureRecord): string {
  const idents = Array.isArray(document?.idents) ? document.idents : [];
  const ident = idents.find(entry => isJsonObject(entry) && isJsonObject(entry.merchantcard));
  const held = isJsonObject(ident) ? member(ident, 'merchantcard').id : member(document, 'merchantcard').id;
  return (text(facts.card ?? held) ?? '').slice(0, 50);
}

const taxRate = (document: FigureRecord['document']): number => {
  const sent = document?.tax_rate;
  const rate = typeof sent === 'number' ? sent : (whole(sent) ?? 0);
  return rate >= 0 && rate <= 100 ? rate : 0;
};

/** Never -0, which JSON and comparisons treat differently. */
const signed = (value: number, sign: 1 | -1): number => value * sign || 0;

const member = (object: unknown, name: string): Readonly<Record<string, unknown>> => {
  const value = isJsonObject(object) ? object[name] : null;
  return isJsonObject(value) ? value : {};
};

const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, 1000) : null;

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(one => typeof one === 'string') : [];

const whole = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return isAmount(number) ? number : null;
};

/** Null where there is none; throws where there is something else than an amount. */
function amount(value: unknown, path: string): number | null {
  if (value === undefined || value === null) return null;
  if (!isAmount(value)) throw new FigureProblem(path);
  return value;
}
