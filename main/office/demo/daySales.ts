/** The records of one till on one day of the demo: like those of a real till, with the patterns of a week and of a day. */

import { type BasketItem, bonusItem } from '../../domain/basket.ts';
import type { OfficeRecord } from '../../wire/office/records.ts';
import { catalogue, type DemoArticle } from '../../world/demoCatalogue.ts';
import { type Chance, chanceOf } from '../../world/demoChance.ts';
import type { DemoTill } from './places.ts';

/** A record without its number, which follows from the order of the time. */
export type UnnumberedRecord = Omit<OfficeRecord, 'sequence'> & { readonly moment: number };

/** Sales of an average till on an average day. */
const SALES_OF_A_DAY = 8;
/** Sunday to Saturday. */
const WEEKDAYS = [0.35, 0.9, 0.9, 0.95, 1.05, 1.25, 1.5] as const;
/** Hours of the day and how many customers come. */
const HOURS = [
  [7, 3],
  [8, 6],
  [9, 6],
  [10, 7],
  [11, 9],
  [12, 12],
  [13, 10],
  [14, 7],
  [15, 8],
  [16, 10],
  [17, 13],
  [18, 10],
  [19, 5],
] as const;
const METHODS = [
  ['cash', 44],
  ['cashless', 38],
  ['cashless_direct', 4],
  ['loyalty', 5],
  ['debit', 3],
  ['creditcard', 2],
  ['paypal', 2],
  ['invoice', 1],
  ['prepaid', 1],
] as const;
const CARD_TYPES = ['girocard', 'Mastercard', 'Visa', 'Maestro'] as const;
const CASHIERS = ['Kasse A', 'Kasse B', 'Kasse C', 'Kasse D', 'Kasse E', 'Kasse F'] as const;
const CAMPAIGN = { id: 'demo-coffee', group: 'coffee', percent: 10 } as const;

/** Articles that people buy; those that rehearse signs of the terminal are left out. */
const ARTICLES = catalogue.filter(({ group }) => group[0]?.id !== 'rehearsal');
const WEIGHTED = ARTICLES.map((article): readonly [DemoArticle, number] => [
  article,
  ['coffee', 'bakery'].includes(article.group[0]?.id ?? '') ? 4 : 1,
]);
const TOP_UP = {
  articleNumber: '2900000000018',
  ean: '2900000000018',
  desc: 'Kartenaufladung',
  tax: 0,
  group: [],
} as const;

/** `midnight`: the beginning of the day at the store, ms since 1970. In the order of the time. */
export function daySales(till: DemoTill, day: string, midnight: number): readonly UnnumberedRecord[] {
  const chance = chanceOf(`${day} ${till.number}`);
  const weekday = WEEKDAYS[new Date(`${day}T12:00:00Z`).getUTCDay()] ?? 1;
  const count = Math.round(SALES_OF_A_DAY * weekday * till.store.size * (0.8 + 0.4 * chance.next()));
  const sales = Array.from({ length: count }, (_, index) => oneSale(till, day, midnight, chance, index));
  return sales.flat().sort((a, b) => a.moment - b.moment);
}

function oneSale(till: DemoTill, day: string, midnight: number, chance: Chance, index: number): UnnumberedRecord[] {
  const hour = chance.weighted(HOURS);
  const moment = midnight + hour * 3_600_000 + chance.below(3_600_000);
  const id = `STX_${`${day.replaceAll('-', '')}T${till.number}N${index}`.padStart(30, '0')}`;
  const receipt = Number(day.slice(2).replaceAll('-', '')) * 1000 + index;
  const sale = contents(till, chance, id, receipt);
  const record = (event: string, later: number, status: string): UnnumberedRecord => ({
    kind: 'sale',
    event,
    object: id,
    business_day: day,
    at: new Date(moment + later).toISOString(),
    moment: moment + later,
    sum: sale.sum,
    currency: 'EUR',
    facts: sale.facts,
    document: { ...sale.document, created: new Date(moment).toISOString(), status },
  });
  if (chance.happens(0.0015)) return unknownSale(record, chance);
  const closed = record('closed', 0, 'ok');
  const cancels = chance.happens(0.012);
  return cancels ? [closed, record('cancelled', 60_000 * (1 + chance.below(20)), 'cancelled')] : [closed];
}

/** A payment of which nobody knew at first whether it was made; some are open to this day. */
function unknownSale(
  record: (event: string, later: number, status: string) => UnnumberedRecord,
  chance: Chance,
): UnnumberedRecord[] {
  const unknown = record('unknown', 0, 'pending');
  const ending = chance.weighted([
    ['closed', 6],
    ['notPaid', 3],
    ['open', 1],
  ] as const);
  if (ending === 'open') return [unknown];
  return [unknown, record(ending, 300_000, ending === 'closed' ? 'ok' : 'failed')];
}

function contents(till: DemoTill, chance: Chance, id: string, receipt: number) {
  // Cards are loaded with more than is spent from them, so that the shop owes its customers something.
  const isTopUp = chance.happens(0.03);
  const withCard = isTopUp || chance.happens(0.22);
  const method = withCard && !isTopUp && chance.happens(0.2) ? 'loyalty' : chance.weighted(METHODS);
  const bought: readonly BasketLine[] = isTopUp
    ? [{ ...TOP_UP, id: 1, quantity: 1, priceOne: 5000, item_type: 'article' }]
    : basket(chance);
  const products = withCard && !isTopUp ? [...bought, ...discounts(bought)] : bought;
  const sum = products.reduce((total, { quantity, priceOne }) => total + quantity * priceOne, 0);
  const card = withCard ? `MCD_${String(1 + chance.below(400)).padStart(30, '0')}` : null;
  const isCard = method.startsWith('cashless');
  const tender = {
    method: isTopUp ? 'cash' : method,
    amount: sum,
    ...(isCard && !isTopUp
      ? { tid: till.tid, trace: 1 + (receipt % 999_999), cardtype: CARD_TYPES[chance.below(CARD_TYPES.length)] }
      : {}),
  };
  const cashier = CASHIERS[(till.number + chance.below(3)) % CASHIERS.length] ?? '';
  const points = Math.floor(sum / 100);
  // A tip that the guest added at the terminal; the receipt number decides, so that nothing else of the demo moves.
  const tip = isCard && !isTopUp && (receipt * 7919 + till.number * 31) % 97 === 5 ? 150 : 0;
  return {
    sum,
    facts: {
      method: tender.method,
      tenders: [tender],
      receipt_number: receipt,
      transaction_ref: null,
      cashier,
      played: false,
      ...(tip > 0 ? { tip } : {}),
      ...(card ? { card } : {}),
      ...(card && !isTopUp ? { bookings: [{ account: 'points', amount: points }] } : {}),
    },
    document: {
      object: 'smart.transactions',
      id,
      transactionRef: null,
      basket: { products, texts: [], type: 'PRODUCT' },
      basket_info: { sum, currency: 'EUR', gratuity: null, missing_sum: 0 },
      payment_method: tender.method,
      tenders: [{ method: tender.method, amount: sum }],
      receipt_number: receipt,
      cashier,
      is_demo: false,
    },
  };
}

/** A line as a till sends it. */
type BasketLine = Partial<BasketItem> &
  Pick<BasketItem, 'id' | 'quantity' | 'priceOne' | 'tax' | 'group' | 'item_type'>;

function basket(chance: Chance): readonly BasketLine[] {
  const lines =
    1 +
    chance.weighted([
      [0, 45],
      [1, 25],
      [2, 15],
      [3, 8],
      [5, 5],
      [8, 2],
    ] as const);
  return Array.from({ length: lines }, (_, index) => {
    const { articleNumber, ean, desc, price, tax, group } = chance.weighted(WEIGHTED);
    const groups = group.map(({ id, desc: name, level }) => ({ id, desc: name.de, level }));
    const quantity = chance.happens(0.85) ? 1 : 2 + chance.below(3);
    return {
      id: index + 1,
      articleNumber,
      ean,
      desc: desc.de,
      quantity,
      priceOne: price,
      tax,
      group: groups,
      item_type: 'article',
    };
  });
}

/** Ten per cent off the coffee with any card, one line for each tax rate. */
function discounts(bought: readonly BasketLine[]): readonly BasketLine[] {
  const gross = new Map<number, number>();
  for (const { group, tax, quantity, priceOne } of bought)
    if (group.some(({ id }) => id === CAMPAIGN.group)) gross.set(tax, (gross.get(tax) ?? 0) + quantity * priceOne);
  return [...gross].map(([tax, amount], index) =>
    bonusItem(
      bought.length + index + 1,
      CAMPAIGN.id,
      { desc: '10 % auf Kaffee', desc_en: '10 % off coffee' },
      tax,
      Math.floor((amount * CAMPAIGN.percent) / 100),
    ),
  );
}
