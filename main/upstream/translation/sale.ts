/** A closed local sale as the calls that enter it at the upstream service. Pure. */
import type { TransactionFacts } from '../../../drivers/index.ts';
import { cardTotal, isBonusItem, lineTotal } from '../../domain/basket.ts';
import { itemsOf } from '../../sale/document.ts';
import type { Ident } from '../../wire/transactions.ts';
import type { SaleDocument } from '../../world/sales.ts';
import { basketAsSold, basketBefore, type Discounts, discountsOf, type SoldBasket } from './basket.ts';
import { type Refusal, type StartCall, type StartReading, startOf } from './methods.ts';

/** Calls that one Smart Transaction at the upstream service needs. */
export interface ObjectCalls {
  /** Body of the create. */
  readonly create: Readonly<Record<string, unknown>>;
  /** Finds it again: `transactionRef` as it is sent, and our id in `product`. */
  readonly transactionRef: string;
  readonly marker: string;
  /** Sums of the created sale before preTransaction, and of the sale as it was sold; minor units. */
  readonly sumCreated: number;
  readonly sum: number;
  /** preTransaction, and what it must answer; null where the card only collects. */
  readonly apply: Expected | null;
  readonly start: StartCall;
}

export interface Expected {
  readonly useBalance: boolean;
  readonly missing: number;
  readonly discounts: Discounts;
}

/** The part of a sale that a loyalty card paid, minor units. */
export interface CardPart {
  readonly cardnumber: string;
  readonly cash: number;
  /** Taken off as discount lines from the bonus balance. */
  readonly bonus: number;
}

export interface SaleCalls {
  readonly ok: true;
  readonly calls: ObjectCalls;
  /** Where the balances of the service differ from ours: the basket as sold, and the card's part apart. Null: no card paid. */
  readonly asSold: { readonly calls: ObjectCalls; readonly cardPart: CardPart } | null;
}

export interface SaleFacts {
  /** Report of the terminal of this bridge, where the sale was paid there. */
  readonly terminal: TransactionFacts | null;
  readonly cardTypes: Readonly<Record<string, string>>;
  /** The sale is paid at the service already: what is left to do there needs no payment. */
  readonly isPaidThere?: boolean;
}

/** The calls for a sale, or why there are none. */
export function callsOf(document: SaleDocument, facts: SaleFacts): SaleCalls | Refusal {
  // Several tenders are entered as cash, which records the revenue: one card would claim what it did not pay.
  const isSplit = (document.tenders ?? []).some(({ part }) => part !== undefined);
  const method = isSplit ? 'cash' : (document.payment_method ?? '');
  const cardPayment = document.card_payment ?? null;
  const read = facts.isPaidThere ? PAID_THERE : startOf({ method, cardPayment, ...facts });
  if (!read.ok) return read;
  const sold = soldBasket(document, tipAtTerminal(document, facts.terminal));
  const paidByCard = isDischarge(sold) ? 0 : tenderOf(document, 'loyalty');
  // The service applies cards and vouchers alone: what everybody gets goes as it was sold.
  const applied = paidByCard > 0 || (document.idents.some(isApplicable) && sold.items.some(isBonusItem));
  const made = (basket: ReturnType<typeof basketAsSold>, idents: readonly object[], more: Rest): ObjectCalls => ({
    create: { ...membersOf(document), ...basket, ...(idents.length > 0 ? { idents } : {}) },
    ...referenceOf(document),
    sumCreated: basket.basket_info.sum,
    sum: sold.sum,
    ...more,
  });
  if (!applied)
    return {
      ok: true,
      calls: made(basketAsSold(sold), identsOf(document, false), { apply: null, start: read.start }),
      asSold: null,
    };
  const apply = {
    useBalance: paidByCard > 0 || bonusUsed(sold) > 0,
    missing: sold.sum - paidByCard,
    discounts: discountsOf(sold.items),
  };
  // The card's part is taken by a sale of its own, so the rest must be a tender that needs no card.
  const start: StartCall = read.start.method === 'loyalty' ? { method: 'cash', body: {} } : read.start;
  return {
    ok: true,
    calls: made(basketBefore(sold), identsOf(document, true), { apply, start: read.start }),
    asSold: {
      calls: made(basketAsSold(sold), identsOf(document, false), { apply: null, start }),
      cardPart: { cardnumber: cardOf(document), cash: paidByCard, bonus: bonusUsed(sold) },
    },
  };
}

/** A new card is there only when the sale is paid. */
const isApplicable = ({ type, valid, merchantcard }: Ident): boolean =>
  type !== 'create_card' && (valid || merchantcard !== undefined);

/** Never sent: the sale there is closed. */
const PAID_THERE = { ok: true, start: { method: 'cash', body: {} } } as const satisfies StartReading;

/** The create of a draft that preTransaction holds the card on while the sale is open; `mark` tells it from others of the sale. */
export function draftOf(
  document: SaleDocument,
  mark: string,
  passcode: string | null,
): Pick<ObjectCalls, 'create' | 'transactionRef' | 'sumCreated'> {
  const basket = basketBefore(soldBasket(document));
  const text: Readonly<Record<string, unknown>> = { ...document };
  const members = { ...membersOf(document), product: withText(`${document.id}${DRAFT}${mark}`, text.product) };
  return {
    create: { ...members, ...basket, idents: withPasscode(identsOf(document, true), passcode) },
    transactionRef: referenceOf(document).transactionRef,
    sumCreated: basket.basket_info.sum,
  };
}

/**
 * The create of a sale that carries one payment: the lines as they were sold where they make up its amount, else the amount
 * alone, because the card has paid the rest here.
 */
export function paymentDraftOf(document: SaleDocument, mark: string, amount: number): ObjectCalls['create'] {
  const sold = soldBasket(document);
  const basket = sold.sum === amount ? basketAsSold(sold) : { basket_info: { sum: amount, currency: sold.currency } };
  const echoed: Readonly<Record<string, unknown>> = { ...document };
  const idents = identsOf(document, false);
  return {
    ...membersOf(document),
    product: withText(`${document.id}${DRAFT}${mark}`, echoed.product),
    ...basket,
    ...(idents.length > 0 ? { idents } : {}),
  };
}

/** Between our id and the mark of a draft, in the text that the service returns. */
export const DRAFT = '/hold.';

type Rest = Pick<ObjectCalls, 'apply' | 'start'>;

/** `tip`: what cards were charged beyond the sum, minor units. The service knows one sum, which contains every tip. */
const soldBasket = (document: SaleDocument, tip = 0): SoldBasket => ({
  items: itemsOf(document),
  sum: document.basket_info.sum + tip,
  currency: document.basket_info.currency,
  type: document.basket.type,
  gratuity: (document.basket_info.gratuity ?? 0) + tip,
});

/** Each card of a sale in parts has its own; older documents name none. */
const tipAtTerminal = ({ tenders = [] }: SaleDocument, terminal: TransactionFacts | null): number =>
  tenders.reduce((all, { tip = 0 }) => all + tip, 0) || (terminal?.tip ?? 0);

const isDischarge = ({ items, sum }: SoldBasket): boolean => sum > 0 && cardTotal(items, 'discharge') === sum;

const tenderOf = ({ tenders = [] }: SaleDocument, method: string): number =>
  tenders.filter(tender => tender.method === method).reduce((sum, { amount }) => sum + amount, 0);

/** Lines of the bonus balance; those of campaigns and vouchers name their own source. */
const bonusUsed = ({ items }: SoldBasket): number =>
  0 -
  items
    .filter(item => isBonusItem(item) && item.articleNumber === 'balance')
    .reduce((sum, item) => sum + lineTotal(item), 0);

/**
 * Members that mean the same at the service. Ids of this bridge (till, customer, container, agreement, store) and push
 * addresses stay here: nobody there knows them, and a mail would go out twice.
 */
const SENT = ['merchantRef', 'market', 'cashier', 'intent', 'tax_amount', 'tax_rate'] as const;

function membersOf(document: SaleDocument): Readonly<Record<string, unknown>> {
  const echoed: Readonly<Record<string, unknown>> = { ...document };
  const members = Object.fromEntries(SENT.map(name => [name, echoed[name] ?? null]));
  const given = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
  const delivery = deliveryOf(document);
  const { transactionRef, marker } = referenceOf(document);
  return {
    ...given,
    ...(delivery ? { delivery_options: delivery } : {}),
    transactionRef,
    product: withText(marker, echoed.product),
  };
}

const withText = (marker: string, text: unknown): string =>
  typeof text === 'string' && text !== '' ? `${marker} ${text}`.slice(0, 1000) : marker;

/** `transactionRef` is sent unchanged, although it may be empty or repeat; our own id in `product` tells sales apart. */
export const referenceOf = ({ id, transactionRef }: Pick<SaleDocument, 'id' | 'transactionRef'>) => ({
  transactionRef: transactionRef || id,
  marker: id,
});

/** The delivery of a sale without the shop of this bridge, which the service does not know. */
export function deliveryOf({ delivery_options }: Pick<SaleDocument, 'delivery_options'>): object | null {
  if (!delivery_options || typeof delivery_options.type !== 'string') return null;
  const { store_id: _, ...options } = delivery_options;
  return options;
}

/** The passcode of the card goes with the hold alone; it stands in no stored document. */
const withPasscode = (idents: readonly object[], passcode: string | null): readonly object[] =>
  passcode === null
    ? idents
    : idents.map(ident => ('type' in ident && ident.type === 'card' ? { ...ident, passcode } : ident));

/** The cards of the sale by their numbers; vouchers only where preTransaction redeems them. */
function identsOf({ idents }: SaleDocument, withVouchers: boolean): readonly object[] {
  return idents.flatMap(({ type, value, valid, merchantcard }) => {
    if (type === 'create_card') return [{ type, value }];
    if (type === 'voucher') return withVouchers ? [{ type, value }] : [];
    if (type === 'checkin') return merchantcard ? [{ type: 'card', value: merchantcard.card.cardnumber }] : [];
    return valid || merchantcard ? [{ type, value }] : [];
  });
}

export const cardOf = ({ idents }: { readonly idents: readonly Ident[] }): string =>
  idents.find(({ merchantcard }) => merchantcard)?.merchantcard?.card.cardnumber ?? '';
