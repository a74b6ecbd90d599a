/** The records of one till on one day of the demo: like those of a real till, by the habits of its store. */
import type { BasketItem } from '../../domain/basket.ts';
import { mayHaveCost } from '../../domain/margin.ts';
import type { ReceiptLine } from '../../domain/receipt.ts';
import { type ReturnedGoods, saleReceipt } from '../../domain/saleReceipt.ts';
import type { OfficeRecord } from '../../wire/office/records.ts';
import { type Chance, chanceOf } from '../../world/demoChance.ts';
import {
  articleLines,
  type BasketLine,
  campaignLines,
  costOfArticle,
  discountLines,
  returnLine,
  sumOf,
  valueLine,
} from './baskets.ts';
import { type DemoTill, demoMerchant } from './places.ts';

/** A record without its number, which follows from the order of the time. */
export type UnnumberedRecord = Omit<OfficeRecord, 'sequence'> & { readonly moment: number };

const HOUR = 3_600_000;
const MINUTE = 60_000;
const CARD_TYPES = ['girocard', 'Mastercard', 'Visa', 'Maestro'] as const;
const CASHIERS = ['Aylin Kaya', 'Ben Vogt', 'Clara Sommer', 'David Nowak', 'Eva Brandt', 'Finn Peters'] as const;
/** Per cent by hand, minor units of a voucher and of a tip. */
const DISCOUNT = 10;
const VOUCHER = 2500;
const TIP = 150;

/** Shares of the sales of every store. */
const SHARES = {
  ...{ topUp: 0.03, voucherSold: 0.008, discount: 0.03, priceChange: 0.008 },
  ...{ unknown: 0.0015, cancelled: 0.012, returned: 0.012, voided: 0.03, abandoned: 0.006 },
} as const;

/** The manager of a store, who gives discounts, takes goods back and counts the cash. */
export const managerOf = ({ store }: DemoTill): string => `Leitung ${store.name}`;

export const cashierOf = (till: DemoTill, chance: Chance): string =>
  CASHIERS[(till.number + chance.below(3)) % CASHIERS.length] ?? '';

/** A stable factor of the season: more in December, less in August, and the chain grows by 6 % a year. */
function season(day: string): number {
  const [year = 2026, month = 1] = day.split('-').map(Number);
  return (month === 12 ? 1.2 : month === 8 ? 0.88 : 1) * 1.06 ** (year - 2026);
}

/** `midnight`: the beginning of the day at the store, ms since 1970. In the order of the time; none where the store is closed. */
export function daySales(till: DemoTill, day: string, midnight: number): readonly UnnumberedRecord[] {
  const chance = chanceOf(`${day} ${till.number}`);
  const { habits } = till.store;
  const weekday = habits.weekdays[new Date(`${day}T12:00:00Z`).getUTCDay()] ?? 1;
  const count = Math.round(habits.sales * weekday * season(day) * (0.8 + 0.4 * chance.next()));
  const moments = Array.from(
    { length: count },
    () => midnight + chance.weighted(habits.hours) * HOUR + chance.below(HOUR),
  );
  const sales = moments.sort((a, b) => a - b).map((moment, index) => oneSale({ till, day, moment, chance, index }));
  return sales.flat().sort((a, b) => a.moment - b.moment);
}

interface Visit {
  readonly till: DemoTill;
  readonly day: string;
  readonly moment: number;
  readonly chance: Chance;
  /** From 0, in the order of the time. */
  readonly index: number;
}

interface Contents {
  readonly sum: number;
  readonly products: readonly BasketLine[];
  readonly cashier: string;
  readonly tenders: readonly Tender[];
  readonly facts: Readonly<Record<string, unknown>>;
  readonly document?: Readonly<Record<string, unknown>>;
  /** Goods that came back. */
  readonly returned?: ReturnedGoods;
}

interface Tender {
  readonly method: string;
  readonly amount: number;
  readonly [fact: string]: unknown;
}

function oneSale(visit: Visit): UnnumberedRecord[] {
  const { chance, till } = visit;
  const sale = contentsOf(visit);
  const before = unpaid(visit, sale);
  if (chance.happens(SHARES.unknown) && sale.tenders[0]?.method === 'cashless')
    return [...before, ...unknownSale(visit, sale)];
  const closed = saleRecord(visit, sale, 'closed', 0, 'ok');
  if (chance.happens(SHARES.cancelled)) {
    const by = { ...sale, facts: { ...sale.facts, cashier: managerOf(till), sold_by: sale.cashier } };
    return [...before, closed, saleRecord(visit, by, 'cancelled', MINUTE * (1 + chance.below(20)), 'cancelled')];
  }
  const [line] = sale.products;
  const comesBack = chance.happens(SHARES.returned) && sale.tenders.length === 1 && line?.articleNumber;
  return comesBack ? [...before, closed, returnOf(visit, closed, line)] : [...before, closed];
}

/** Line of a basket that was taken out before it was paid, or a whole basket that somebody left. */
function unpaid({ till, day, moment, index, chance }: Visit, { products, cashier }: Contents): UnnumberedRecord[] {
  const event = chance.happens(SHARES.voided) ? 'voided' : chance.happens(SHARES.abandoned) ? 'abandoned' : null;
  const [line] = products;
  if (event === null || !line) return [];
  const at = moment - MINUTE;
  const taken = event === 'voided' ? [line] : products.filter(({ priceOne }) => priceOne > 0);
  const lines = taken.map(({ articleNumber = '', desc = '', quantity, priceOne }) => ({
    ...{ article: articleNumber, name: desc, quantity, amount: quantity * priceOne },
  }));
  const sum = sumOf(taken);
  // A basket that is paid in the end is the sale; one that was left never became any.
  const object = event === 'voided' ? saleId(day, till, String(index)) : `demo-basket-${day}-${till.number}-${moment}`;
  return [
    {
      ...{ kind: 'basket', event, object, business_day: day, at: new Date(at).toISOString(), moment: at },
      ...{ sum, currency: 'EUR', facts: { person: cashier, lines }, document: null },
    },
  ];
}

/** A payment of which nobody knew at first whether it was made; some are open to this day. */
function unknownSale(visit: Visit, sale: Contents): UnnumberedRecord[] {
  const unknown = saleRecord(visit, sale, 'unknown', 0, 'pending');
  const ending = visit.chance.weighted([
    ['closed', 6],
    ['notPaid', 3],
    ['open', 1],
  ] as const);
  if (ending === 'open') return [unknown];
  return [unknown, saleRecord(visit, sale, ending, 5 * MINUTE, ending === 'closed' ? 'ok' : 'failed')];
}

const saleId = (day: string, till: DemoTill, place: string): string =>
  `STX_${`${day.replaceAll('-', '')}T${till.number}N${place}`.padStart(30, '0')}`;

const receiptOf = ({ day, index }: Pick<Visit, 'day' | 'index'>): number =>
  Number(day.slice(2).replaceAll('-', '')) * 1000 + index;

const timeFormat = new Intl.DateTimeFormat('de-DE', {
  ...{ timeZone: demoMerchant.timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit' },
});

/** As the till printed it when the sale was paid. */
function paperOf(visit: Visit, { products, cashier, tenders, facts, returned }: Contents): readonly ReceiptLine[] {
  const { till, day, moment } = visit;
  const tip = typeof facts.tip === 'number' ? facts.tip : undefined;
  return saleReceipt(
    {
      ...{ shop: [demoMerchant.name, till.store.name], currency: demoMerchant.currency, cashier },
      // The lines have everything that a receipt prints.
      items: products as readonly BasketItem[],
      tenders: tenders.map((tender, index) => ({ ...tender, tip: index === 0 ? tip : undefined })),
      receiptNumber: receiptOf(visit),
      ...{ date: day.split('-').reverse().join('.'), time: timeFormat.format(moment) },
      ...(returned && { returned }),
    },
    'de',
  );
}

/** Purchase prices of most articles: of one in seven nobody has typed one. */
function costsOf(products: readonly BasketLine[]) {
  const costs = products.flatMap(line => {
    const cost = mayHaveCost(line.item_type) ? costOfArticle(line) : null;
    return cost === null ? [] : [{ line: line.id, cost }];
  });
  return costs.length === 0 ? {} : { costs };
}

function saleRecord(visit: Visit, contents: Contents, event: string, later: number, status: string): UnnumberedRecord {
  const { till, day } = visit;
  const { sum, products, cashier, tenders, facts, document } = contents;
  const moment = visit.moment + later;
  const method = tenders[0]?.method ?? null;
  const receipt = receiptOf(visit);
  const common = { receipt_number: receipt, cashier };
  return {
    ...{ kind: 'sale', event, object: saleId(day, till, String(visit.index)), business_day: day },
    ...{ at: new Date(moment).toISOString(), moment, sum, currency: 'EUR' },
    facts: { method, tenders, ...common, transaction_ref: null, played: false, ...facts, ...costsOf(products) },
    document: {
      ...{ object: 'smart.transactions', id: saleId(day, till, String(visit.index)), transactionRef: null },
      basket: { products, texts: [], type: 'PRODUCT' },
      basket_info: { sum, currency: 'EUR', gratuity: null, missing_sum: 0 },
      ...{ payment_method: method, tenders, ...common, is_demo: false, ...document },
      ...(status === 'ok' && { receipt: paperOf({ ...visit, moment }, contents) }),
      ...{ created: new Date(visit.moment).toISOString(), status },
    },
  };
}

/** One piece of the first line comes back within the quarter of an hour, for what paid it. */
function returnOf(visit: Visit, sold: UnnumberedRecord, line: BasketLine): UnnumberedRecord {
  const sum = -line.priceOne;
  const [paid] = (sold.facts as { tenders: readonly Tender[] }).tenders;
  const back = { ...paid, method: paid?.method ?? 'cash', amount: sum };
  const index = visit.index + 500;
  const trace = 'trace' in back ? { trace: traceOf({ ...visit, index }) } : {};
  const contents = {
    ...{
      sum,
      products: [returnLine(line, sold.object)],
      cashier: managerOf(visit.till),
      tenders: [{ ...back, ...trace }],
    },
    facts: { returned: -sum, returned_sales: [sold.object] },
    returned: {
      ...{
        receipts: [receiptOf(visit)],
        withoutReceipt: false,
        isExchange: false,
        reason: 'Nicht gewünscht',
        cards: [],
      },
    },
  };
  return saleRecord({ ...visit, index }, contents, 'closed', MINUTE * (3 + visit.chance.below(12)), 'ok');
}

const traceOf = (visit: Pick<Visit, 'day' | 'index'>): number => 1 + (receiptOf(visit) % 999_999);

function contentsOf(visit: Visit): Contents {
  const { till, chance } = visit;
  const { habits } = till.store;
  const cashier = cashierOf(till, chance);
  const card = `MCD_${String(1 + chance.below(400)).padStart(30, '0')}`;
  if (chance.happens(SHARES.topUp)) return valueSold(cashier, valueLine('topUp'), { card });
  if (chance.happens(SHARES.voucherSold)) {
    const bookings = [{ account: 'cash', amount: VOUCHER, card: voucherCard(visit) }];
    return valueSold(cashier, valueLine('voucher'), { bookings });
  }
  const isKnown = chance.happens(habits.cards);
  const bought = articleLines(chance, habits.groups);
  const isDiscounted = !isKnown && chance.happens(SHARES.discount);
  const products = [
    ...bought,
    ...(isKnown ? campaignLines(bought) : []),
    ...(isDiscounted ? discountLines(bought, DISCOUNT, managerOf(till)) : []),
  ];
  const sum = sumOf(products);
  const method = isKnown && chance.happens(0.2) ? 'loyalty' : chance.weighted(habits.methods);
  const tenders = tendersOf(visit, method, sum);
  const tip = method === 'cashless' && chance.happens(habits.tips * 2) ? TIP : 0;
  const isRepriced = !isDiscounted && chance.happens(SHARES.priceChange);
  const points = { account: 'points', amount: Math.floor(sum / 100) };
  const paid = tenders.find(tender => tender.method === 'voucher');
  const bookings = [
    ...(isKnown ? [points] : []),
    ...(paid ? [{ account: 'cash', amount: -paid.amount, card: voucherCard(visit) }] : []),
  ];
  return {
    ...{ sum, products, cashier, tenders },
    facts: {
      ...(tip > 0 ? { tip } : {}),
      ...(isKnown ? { card } : {}),
      ...(bookings.length > 0 ? { bookings } : {}),
      ...(isRepriced
        ? { corrections: [{ kind: 'priceChange', amount: 50 + 10 * chance.below(10), person: managerOf(till) }] }
        : {}),
    },
    ...(paid ? { document: { parts: [{ id: 'voucher', method: 'voucher', amount: paid.amount, voucher: {} }] } } : {}),
  };
}

const voucherCard = ({ till, chance }: Visit): string =>
  `MCD_${`VOUCHER${till.number}X${chance.below(60)}`.padStart(30, '0')}`;

const valueSold = (cashier: string, line: BasketLine, facts: Contents['facts']): Contents => ({
  ...{ sum: line.priceOne, products: [line], cashier, facts },
  tenders: [{ method: 'cash', amount: line.priceOne }],
});

/** A sale that is split is paid by half in cash; a voucher pays as far as it goes. */
function tendersOf(visit: Visit, method: string, sum: number): readonly Tender[] {
  const { till, chance } = visit;
  const atTerminal = (name: string, amount: number): Tender => ({
    ...{ method: name, amount, tid: till.tid, trace: traceOf(visit) },
    cardtype: CARD_TYPES[chance.below(CARD_TYPES.length)],
  });
  if (method === 'split') {
    const part = Math.floor(sum / 200) * 100;
    return part === 0
      ? [atTerminal('cashless', sum)]
      : [{ method: 'cash', amount: part }, atTerminal('cashless', sum - part)];
  }
  if (method === 'voucher') {
    const part = Math.min(VOUCHER, sum);
    const voucher = { method, amount: part, part: 'voucher' };
    return part === sum ? [voucher] : [voucher, { method: 'cash', amount: sum - part }];
  }
  return [method.startsWith('cashless') ? atTerminal(method, sum) : { method, amount: sum }];
}
