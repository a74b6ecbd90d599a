/**
 * The receipt of a sale: lines, total, tenders and change, taxes, cashier and time. The cancellation slip is the same
 * receipt with every sign turned; it names the receipt that it cancels.
 */

import { priceBefore } from './adjustments.ts';
import { type BasketItem, basketTotal, lineTotal, measureText, nameIn } from './basket.ts';
import { ROUNDING } from './cashRounding.ts';
import { changeDue } from './change.ts';
import type { Tender } from './missingSum.ts';
import { formatAmount, formatNumber, type Language } from './money.ts';
import { nameValue, nameValueIf, type ReceiptLine, separator, space, textline } from './receipt.ts';
import { formatRate, type TaxTotal, taxTotals } from './tax.ts';

/** A tender as the receipt names it. What belongs to one tender stands here where several payments paid the sale. */
export interface ReceiptTender extends Tender {
  /** Cash handed over. */
  readonly given?: number | undefined;
  /** Tip that the card was charged beyond `amount`, minor units. */
  readonly tip?: number | undefined;
  /** Name of the card or voucher. */
  readonly detail?: string | undefined;
  /** Balance of a voucher of the shop after the sale. */
  readonly left?: number | undefined;
}

export interface Sale {
  /** Name of the shop, then its address, then what it says about itself. */
  readonly shop: readonly string[];
  /** In the place of the thanks at the end. */
  readonly foot?: readonly string[];
  readonly items: readonly BasketItem[];
  /** Sum of the sale where it differs from the lines: a caller may send only a sum. */
  readonly sum?: number;
  readonly currency: string;
  readonly tenders: readonly ReceiptTender[];
  /** Cash handed over; the change is the part above the cash tender. */
  readonly given?: number;
  /** Tip that the sum contains (`basket_info.gratuity`), minor units. */
  readonly tipWithin?: number;
  readonly receiptNumber?: number;
  /** Demo payment: the receipt says that no money was paid. */
  readonly played?: true;
  /** Date and time as text, in the time zone of the shop and the language of the reader. */
  readonly date: string;
  readonly time: string;
  readonly cashier?: string;
  /** In Germany (§ 6 KassenSichV): when the sale began, the serial of the till, and that nothing signs. */
  readonly unsigned?: { readonly began: string; readonly serial: string };
  /** The person who cancelled, and both tills where another one had sold. */
  readonly cancelledBy?: string;
  /** The reason of the cancellation. */
  readonly cancelledFor?: string;
  readonly cancelledAt?: string;
  readonly soldAt?: string;
  /** Goods came back. */
  readonly returned?: ReturnedGoods;
}

/** The part of a receipt about goods that came back. */
export interface ReturnedGoods {
  /** Numbers of the receipts that they were sold with. */
  readonly receipts: readonly number[];
  readonly withoutReceipt: boolean;
  /** New articles stand beside them. */
  readonly isExchange: boolean;
  readonly reason: string;
  readonly cards: readonly {
    readonly cardnumber: string;
    readonly points: number;
    readonly points_kept: number;
    readonly bonus: number;
    readonly bonus_kept: number;
  }[];
}

export const saleReceipt = (sale: Sale, language: Language): readonly ReceiptLine[] =>
  receiptOf(sale, formOf(sale, language, 1));

/** `sale.receiptNumber` is the number of the cancelled receipt; date and time are those of the cancellation. */
export function cancellationReceipt({ given: _, ...sale }: Sale, language: Language): readonly ReceiptLine[] {
  const tenders = sale.tenders.map(({ given: __, ...tender }) => tender);
  return receiptOf({ ...sale, tenders }, formOf(sale, language, -1));
}

const totalWord = ({ sum = 0 }: Sale, words: Form['words']): string => (sum < 0 ? words.toPay : words.total);

/** Receipt for the sums that went back of a sale that was given up before it was paid whole. */
export function returnReceipt(
  {
    shop,
    currency,
    tenders,
    date,
    time,
    cashier,
  }: Pick<Sale, 'shop' | 'currency' | 'tenders' | 'date' | 'time' | 'cashier'>,
  language: Language,
): readonly ReceiptLine[] {
  const words = WORDS[language];
  const money = (amount: number) => formatAmount(amount, currency, language);
  const sum = tenders.reduce((total, tender) => total + chargedOf(tender), 0);
  return [
    separator(words.givenBack),
    ...shop.slice(0, 1).map(name => textline(name, 'important', 'align-center')),
    space,
    ...tenders.map(tender => nameValue(nameOf(tender, METHODS[language]), money(chargedOf(tender)))),
    nameValue(words.total, money(sum), 'important'),
    space,
    nameValue(words.date, date),
    nameValue(words.time, time),
    ...nameValueIf(words.cashier, cashier),
  ];
}

function receiptOf(sale: Sale, form: Form): readonly ReceiptLine[] {
  const { words } = form;
  return [
    separator(form.heading),
    ...sale.shop.map((line, index) => textline(line, ...(index === 0 ? (['important'] as const) : []), 'align-center')),
    ...(sale.played ? [textline(words.played, 'important', 'align-center')] : []),
    space,
    ...sale.items.flatMap(item => itemLines(item, form)),
    space,
    nameValue(totalWord(sale, words), form.money(sale.sum ?? basketTotal(sale.items)), 'important'),
    ...(sale.tipWithin ? [nameValue(words.tipWithin, form.money(sale.tipWithin))] : []),
    ...tenderLines(sale, form),
    space,
    ...form.taxes.map(total => taxLine(total, form)),
    ...(sale.returned ? returnedLines(sale.returned, form) : []),
    space,
    ...nameValueIf(form.numberLabel, sale.receiptNumber),
    nameValue(words.date, sale.date),
    ...(sale.unsigned && form.sign > 0 ? [nameValue(words.began, sale.unsigned.began)] : []),
    nameValue(sale.unsigned && form.sign > 0 ? words.ended : words.time, sale.time),
    ...nameValueIf(words.serial, sale.unsigned?.serial),
    ...(sale.unsigned ? [textline(words.unsigned)] : []),
    ...nameValueIf(words.soldAt, sale.soldAt),
    ...nameValueIf(words.cashier, sale.cashier),
    ...nameValueIf(words.cancelledAt, sale.cancelledAt),
    ...nameValueIf(words.cancelledBy, sale.cancelledBy),
    ...nameValueIf(words.cancelledFor, sale.cancelledFor),
    ...(form.sign > 0 ? [space, ...footOf(sale, words)] : []),
  ];
}

/** Lines with the receipts of the returned goods, the reason of the return, and its effect on loyalty cards. */
function returnedLines(
  { receipts, withoutReceipt, reason, cards }: ReturnedGoods,
  { words, money }: Form,
): readonly ReceiptLine[] {
  return [
    space,
    ...receipts.map(receipt => nameValue(words.returnOf, String(receipt))),
    ...(withoutReceipt ? [textline(words.withoutReceipt)] : []),
    ...(reason ? [nameValue(words.reason, reason)] : []),
    ...cards
      .filter(({ points, points_kept: kept, bonus, bonus_kept }) => points || kept || bonus || bonus_kept)
      .flatMap(({ cardnumber, points, points_kept: kept, bonus, bonus_kept: bonusKept }) => [
        nameValue(words.card, cardnumber),
        ...(points ? [nameValue(words.points, String(points))] : []),
        ...(kept ? [nameValue(words.pointsKept, String(kept))] : []),
        ...(bonus ? [nameValue(words.bonus, money(bonus))] : []),
        ...(bonusKept ? [nameValue(words.bonusKept, money(bonusKept))] : []),
      ]),
  ];
}

/** Nobody is thanked for buying what came back. */
const footOf = ({ foot = [], returned }: Sale, { thanks }: Form['words']): readonly ReceiptLine[] =>
  (foot.length > 0 || (returned && !returned.isExchange) ? foot : [thanks]).map(line => textline(line, 'align-center'));

const WORDS = {
  de: {
    sale: 'Kassenbon',
    cancellation: 'Stornobeleg',
    cancelled: 'Storno zu Bon-Nr.',
    givenBack: 'Nicht verkauft, Geld zurück',
    return: 'Rückgabe',
    exchange: 'Umtausch',
    returnOf: 'Zurück zu Bon-Nr.',
    withoutReceipt: 'Zurückgenommen ohne Bon',
    reason: 'Grund',
    card: 'Kundenkarte',
    points: 'Punkte',
    pointsKept: 'Punkte bereits eingelöst',
    bonus: 'Bonusguthaben',
    bonusKept: 'Bonus bereits eingelöst',
    toPay: 'Auszahlung',
    total: 'Summe',
    insteadOf: 'statt',
    given: 'Gegeben',
    change: 'Rückgeld',
    voucherLeft: 'Rest auf dem Gutschein',
    tipWithin: 'darin Trinkgeld',
    net: 'netto',
    tax: 'MwSt.',
    receiptNumber: 'Bon-Nr.',
    date: 'Datum',
    time: 'Uhrzeit',
    began: 'Beginn',
    ended: 'Ende',
    serial: 'Kasse',
    unsigned: 'Ohne Signatur einer TSE',
    cashier: 'Bedient von',
    soldAt: 'Verkauft an',
    cancelledAt: 'Storniert an',
    cancelledBy: 'Storniert von',
    cancelledFor: 'Grund',
    played: '* * DEMO: es wurde nichts bezahlt * *',
    thanks: 'Vielen Dank für Ihren Einkauf',
  },
  en: {
    sale: 'Receipt',
    cancellation: 'Cancellation',
    cancelled: 'Cancels receipt no.',
    givenBack: 'Not sold, money returned',
    return: 'Return',
    exchange: 'Exchange',
    returnOf: 'Returned from receipt no.',
    withoutReceipt: 'Returned without a receipt',
    reason: 'Reason',
    card: 'Loyalty card',
    points: 'Points',
    pointsKept: 'Points already spent',
    bonus: 'Bonus balance',
    bonusKept: 'Bonus already spent',
    toPay: 'Paid out',
    total: 'Total',
    insteadOf: 'instead of',
    given: 'Given',
    change: 'Change',
    voucherLeft: 'Left on the voucher',
    tipWithin: 'tip included',
    net: 'net',
    tax: 'VAT',
    receiptNumber: 'Receipt no.',
    date: 'Date',
    time: 'Time',
    began: 'Begin',
    ended: 'End',
    serial: 'Till',
    unsigned: 'Not signed by a TSE',
    cashier: 'Served by',
    soldAt: 'Sold at',
    cancelledAt: 'Cancelled at',
    cancelledBy: 'Cancelled by',
    cancelledFor: 'Reason',
    played: '* * DEMO: nothing was paid * *',
    thanks: 'Thank you for shopping with us',
  },
} as const satisfies Record<Language, unknown>;

const IDENTIFYING: ReadonlySet<string> = new Set(
  Object.values(WORDS).flatMap(({ receiptNumber, date }) => [receiptNumber, date]),
);

/** Number and date of a printed receipt, in the language of its day. */
export const identifyingLines = (lines: readonly ReceiptLine[]): readonly ReceiptLine[] =>
  lines.filter(line => line.type === 'name-value' && IDENTIFYING.has(line.value.name));

/** Names of the payment methods; a method without a name is printed by its own word. */
const METHODS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  de: {
    cash: 'Bar',
    cashless: 'Kartenzahlung',
    cashless_direct: 'Kartenzahlung',
    ccload: 'Kreditkarte',
    creditcard: 'Kreditkarte',
    debit: 'Lastschrift',
    demo: 'Demo',
    easycredit: 'Ratenkauf',
    invoice: 'Rechnung',
    loyalty: 'Kundenkarte',
    paypal: 'PayPal',
    prepaid: 'Vorkasse',
    sofort: 'Sofort',
    voucher: 'Gutschein',
    foreign_voucher: 'Fremder Gutschein',
    rounding: 'Rundung',
  },
  en: {
    cash: 'Cash',
    cashless: 'Card payment',
    cashless_direct: 'Card payment',
    ccload: 'Credit card',
    creditcard: 'Credit card',
    debit: 'Direct debit',
    demo: 'Demo',
    easycredit: 'Instalments',
    invoice: 'Invoice',
    loyalty: 'Loyalty card',
    paypal: 'PayPal',
    prepaid: 'Prepayment',
    sofort: 'Sofort',
    voucher: 'Voucher',
    foreign_voucher: 'Voucher of somebody else',
    rounding: 'Rounding',
  },
};

/** The name of a payment method as receipts and reports print it. */
export const methodName = (method: string, language: Language): string => METHODS[language][method] ?? method;

/** Texts, figures and tax letters of a receipt: A for the highest rate. Taxes are rounded first and turned afterwards. */
function formOf({ items, currency, returned }: Sale, language: Language, sign: 1 | -1) {
  const taxes = taxTotals(items);
  const words = WORDS[language];
  return {
    words,
    language,
    sign,
    heading: sign < 0 ? words.cancellation : returned ? words[returned.isExchange ? 'exchange' : 'return'] : words.sale,
    numberLabel: sign > 0 ? words.receiptNumber : words.cancelled,
    methods: METHODS[language],
    taxes,
    letters: new Map(taxes.map(({ rate }, index) => [rate, String.fromCharCode(65 + index)])),
    price: (amount: number) => formatAmount(amount, currency, language),
    // Zero has no sign.
    money: (amount: number) => formatAmount(sign * amount || 0, currency, language),
    number: (amount: number) => formatNumber(sign * amount || 0, currency, language),
  };
}

type Form = ReturnType<typeof formOf>;

function itemLines(item: BasketItem, { money, price, sign, letters, words, language }: Form): readonly ReceiptLine[] {
  const name = nameIn(item, language) || item.articleNumber || item.ean;
  const line = nameValue(name, `${money(lineTotal(item))} ${letters.get(item.tax) ?? ''}`.trimEnd());
  const isOne = item.quantity === 1 || item.item_type === 'sub_transaction';
  return [
    line,
    ...(item.measure
      ? [textline(`  ${measureText(item.measure, language)} x ${price(item.measure.priceOne)}/${item.measure.unit}`)]
      : []),
    ...(isOne ? [] : [textline(`  ${sign * item.quantity} x ${price(item.priceOne)}`)]),
    ...(isPriceByHand(item) ? [textline(`  ${words.insteadOf} ${price(priceBefore(item))}`)] : []),
    ...noteOf(item).map(text => textline(`  ${text}`)),
  ];
}

const isPriceByHand = (item: BasketItem): boolean => priceBefore(item) !== item.priceOne;

/** Longest note that is printed. */
const LONGEST_NOTE = 200;

/** The note of the cashier at this line. */
function noteOf(item: BasketItem): readonly string[] {
  const { note } = item as { note?: unknown };
  const text = typeof note === 'string' ? note.replace(/\s+/g, ' ').trim().slice(0, LONGEST_NOTE) : '';
  return text === '' ? [] : [text];
}

function tenderLines({ tenders, given }: Sale, form: Form): readonly ReceiptLine[] {
  const { methods, money } = form;
  // The customer's side: below 0 what is not to be paid.
  const rounded = tenders.filter(({ method }) => method === ROUNDING);
  const difference = rounded.map(tender => nameValue(nameOf(tender, methods), money(-tender.amount)));
  const others = tenders.filter(({ method }) => method !== ROUNDING);
  const paid = others.flatMap(tender => [
    nameValue(nameOf(tender, methods), money(chargedOf(tender))),
    ...(tender.tip ? [nameValue(form.words.tipWithin, money(tender.tip))] : []),
    ...changeLines(tender.given, tender.amount, form),
    // A cancellation gives it back: the rest of before is no news.
    ...(tender.left === undefined || form.sign < 0 ? [] : [nameValue(form.words.voucherLeft, form.price(tender.left))]),
  ]);
  const cash = tenders.find(tender => tender.method === 'cash')?.amount;
  return [...difference, ...paid, ...changeLines(cash === undefined ? undefined : given, cash ?? 0, form)];
}

/** The amount that the tender took or gave back: of a card all that it was charged. */
const chargedOf = ({ amount, tip = 0 }: ReceiptTender): number => amount + tip;

/** The name of a card says by itself that a card paid, and fits on narrow paper. */
const nameOf = ({ method, detail = '' }: ReceiptTender, methods: Readonly<Record<string, string>>): string =>
  method.startsWith('cashless') && /^[^*]/.test(detail)
    ? detail
    : [methods[method] ?? method, detail].filter(Boolean).join(' ');

function changeLines(given: number | undefined, amount: number, { words, money }: Form): readonly ReceiptLine[] {
  if (given === undefined || given <= amount) return [];
  return [nameValue(words.given, money(given)), nameValue(words.change, money(changeDue(given, amount)))];
}

const taxLine = ({ rate, gross, net, tax }: TaxTotal, { words, letters, money, number, language }: Form): ReceiptLine =>
  nameValue(
    `${letters.get(rate)} ${formatRate(rate, language)} %: ${words.net} ${number(net)} + ${words.tax} ${number(tax)}`,
    money(gross),
  );
