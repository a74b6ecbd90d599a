/** The customer's view of a sale: lines, total, each tender, the missing sum, and the words of the terminal. Pure. */

import { measureText } from '../domain/basket.ts';
import type { Language } from '../domain/money.ts';
import { heldOf } from '../domain/saleParts.ts';
import type { Texts } from '../domain/texts.ts';
import type { DisplayLine, DisplaySale, DisplayTender, DisplayView } from '../wire/displays.ts';
import type { RunningPayment } from '../wire/events.ts';
import type { BasketItem, SalePart, SmartTransaction } from '../wire/transactions.ts';

/** The command at the terminal, as far as a customer may know it. */
export type CustomerCommand = Pick<
  RunningPayment,
  'transaction' | 'kind' | 'step' | 'prompt' | 'prompt_code' | 'amount'
>;

export interface Display {
  readonly shop: string;
  readonly language: Language;
  readonly picture: string | null;
  readonly training: boolean;
}

/** A link to the receipt, and until when it is drawn, ms since 1970. */
export interface ReceiptOnPhone {
  readonly url: string;
  readonly expires: number;
  readonly until: number;
}

export interface ShownSale {
  readonly document: SmartTransaction;
  /** The receipt as a file, for the phone of the customer; null where she has not asked for it. */
  readonly link: ReceiptOnPhone | null;
  /** The screen of the till shows it: its basket stays for as long as the cashier takes. */
  readonly onTill: boolean;
}

/** Milliseconds that a finished sale stays. */
export const THANKS = 45_000;
/** Milliseconds without a change after which a basket of a foreign cash register is taken for given up. */
export const GIVEN_UP = 900_000;

/** The English name of an article; null where it has none. */
export type EnglishName = (articleNumber: string, german: string) => string | null;

export function displayView(
  display: Display,
  shown: ShownSale | null,
  command: CustomerCommand | null,
  english: EnglishName,
  now: number,
): DisplayView {
  const idle = { ...display, state: 'idle', sale: null, prompt: null, due: null, receipt: null } as const;
  if (!shown || shownUntil(shown) <= now) return idle;
  const { document } = shown;
  const own = command?.transaction === document.id ? command : null;
  const state = stateOf(document, own);
  if (state === 'idle') return idle;
  const isAtTerminal = state === 'terminal';
  const link = state === 'paid' && shown.link && shown.link.until > now ? shown.link : null;
  return {
    ...display,
    state,
    sale: displaySale(document, english),
    receipt: link && { url: link.url, expires: new Date(link.expires).toISOString() },
    prompt: isAtTerminal ? (own?.prompt ?? null) : null,
    prompt_code: isAtTerminal ? (own?.prompt_code ?? null) : null,
    due: isAtTerminal && own?.kind === 'payment' ? own.amount : null,
  };
}

/** Until when a sale stays on the display, ms since 1970; for ever while the till shows its basket. */
export function shownUntil({ document, onTill, link }: ShownSale): number {
  const changed = Date.parse(document.updated);
  if (isFinished(document)) return Math.max(changed + THANKS, link?.until ?? 0);
  return onTill ? Number.POSITIVE_INFINITY : changed + GIVEN_UP;
}

const PAID: ReadonlySet<string> = new Set(['ok', 'received', 'collection']);
const isFinished = ({ status }: SmartTransaction): boolean => PAID.has(status) || status === 'cancelled';

/** Steps in which nobody knows how it ended, or the cashier decides: nothing is asked of the customer. */
const UNDECIDED: ReadonlySet<RunningPayment['step']> = new Set(['deciding', 'person', 'late', 'signature']);

function stateOf(document: SmartTransaction, command: CustomerCommand | null): DisplayView['state'] {
  const { status, basket, basket_info } = document;
  if (command) return UNDECIDED.has(command.step) ? 'wait' : 'terminal';
  if (PAID.has(status)) return 'paid';
  if (status === 'cancelled') return document.receipt.length > 0 ? 'returned' : 'idle';
  if (status === 'pending') return 'wait';
  if (basket.products.length === 0 && basket_info.sum === 0) return 'idle';
  return status === 'failed' ? 'notPaid' : 'basket';
}

function displaySale(document: SmartTransaction, english: EnglishName): DisplaySale {
  const { basket, basket_info, parts = [] } = document;
  const { sum, missing_sum: missing, currency } = basket_info;
  const isPaid = PAID.has(document.status);
  const pays = cardPays(document, parts);
  const card = document.idents.find(({ valid, merchantcard }) => valid && merchantcard)?.merchantcard ?? null;
  const cash = parts.filter(({ method, status }) => method === 'cash' && status === 'paid');
  const change = document.change ?? cash.at(-1)?.change ?? null;
  return {
    key: keyOf(document.id),
    currency,
    lines: basket.products.map(item => lineOf(item, english)),
    sum,
    missing: isPaid ? 0 : missing,
    card: card && { name: card.cardgroup.display_name, pays, points: card.points > 0 ? card.points : null },
    tenders: tendersOf(document, pays),
    given: change === null ? null : change + lastCash(document),
    change,
  };
}

/** The end of an id is chance, and nobody finds the sale by a part of it. */
const keyOf = (id: string): string => id.slice(-6);

/** Amount that the loyalty card pays: by the tender of a closed sale, else the rest that the other tenders leave. */
function cardPays({ basket_info, tenders, idents }: SmartTransaction, parts: readonly SalePart[]): number {
  const closed = tenders?.find(({ method }) => method === 'loyalty');
  if (tenders) return closed?.amount ?? 0;
  if (!idents.some(({ valid }) => valid)) return 0;
  return Math.max(0, basket_info.sum - basket_info.missing_sum - heldOf(parts));
}

/** The amount of the cash tender that the change belongs to. */
function lastCash({ tenders, parts = [] }: SmartTransaction): number {
  const part = parts.findLast(({ method, status }) => method === 'cash' && status === 'paid');
  return part?.amount ?? tenders?.findLast(({ method }) => method === 'cash')?.amount ?? 0;
}

const METHODS: Readonly<Record<string, DisplayTender['method']>> = {
  cash: 'cash',
  cashless: 'card',
  cashless_direct: 'card',
  creditcard: 'card',
  loyalty: 'loyalty',
  voucher: 'voucher',
  rounding: 'rounding',
};
const methodOf = (method: string): DisplayTender['method'] => METHODS[method] ?? 'other';

const STATES: Readonly<Partial<Record<SalePart['status'], DisplayTender['state']>>> = {
  open: 'open',
  unknown: 'open',
  returning: 'open',
  returnUnknown: 'open',
  paid: 'paid',
  returned: 'returned',
};

/** Each payment by itself. A part that was declined took nothing, so the customer does not see it. */
function tendersOf({ status, tenders, parts = [] }: SmartTransaction, card: number): DisplayTender[] {
  const isBack = status === 'cancelled';
  const loyalty: DisplayTender[] =
    card > 0
      ? [{ key: 'loyalty', method: 'loyalty', amount: card, state: isBack ? 'returned' : 'paid', text: null }]
      : [];
  if (parts.length === 0 && tenders)
    return [
      ...loyalty,
      ...tenders
        .filter(({ method }) => method !== 'loyalty')
        .map(({ method, amount, tip = 0, text = null }, index) => ({
          ...{ key: `${method} ${index}`, method: methodOf(method), amount: amount + tip, text },
          state: isBack ? ('returned' as const) : ('paid' as const),
        })),
    ];
  const shown = parts.flatMap(({ id, method, amount, tip = 0, status: part, text = null }) => {
    const state = STATES[part];
    return state ? [{ key: id, method: methodOf(method), amount: amount + tip, state, text }] : [];
  });
  return [...loyalty, ...shown];
}

function lineOf(item: BasketItem, english: EnglishName): DisplayLine {
  const { desc, quantity, priceOne, articleNumber, reference_id, id, measure } = item;
  const sum = item.item_type === 'sub_transaction' && item.sum !== null ? item.sum : quantity * priceOne;
  const name: Texts = { de: desc, en: item.desc_en || english(articleNumber, desc) || desc };
  const reduction = sum < 0 && (item.item_type === 'coupon' || (reference_id?.startsWith('bonus:') ?? false));
  const line = { key: `${id} ${reference_id ?? ''}`, name, quantity, priceOne, sum, reduction };
  if (!measure) return line;
  const text: Texts = { de: measureText(measure, 'de'), en: measureText(measure, 'en') };
  return { ...line, measure: { text, unit: measure.unit, priceOne: measure.priceOne } };
}
