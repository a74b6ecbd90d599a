/** Reads the facts of a transaction and the totals from an answer. */
import type { CardTypeTotal, Totals, TransactionFacts } from '../../terminal.ts';
import { readAmount } from '../codec/amounts.ts';
import { all, attributeOf, type Element, find, textOf } from '../codec/element.ts';
import { timeStamp } from '../codec/messages.ts';

/** The facts; unreadable ones are left out. A terminal that names no currency means the currency of the request. */
export function factsOf(answer: Element, requestCurrency: string): TransactionFacts {
  const amount = amountIn(find(answer, 'Tender'));
  const authorisation = find(answer, 'Tender', 'Authorisation') ?? find(answer, 'Authorisation');
  const verification = verificationOf(textOf(answer, 'PrivateData', 'CardVerificationMethod'));
  const currency = amount && (attributeOf(amount, 'Currency') ?? requestCurrency);
  const terminal = find(answer, 'Terminal');
  return known({
    amount: currency && amountOf(amount, currency),
    currency,
    receiptNumber: numberOf(attributeOf(authorisation, 'ReceiptNumber')),
    traceNumber: numberOf(attributeOf(terminal, 'STAN')),
    terminalId: attributeOf(terminal, 'TerminalID'),
    merchantNumber: attributeOf(authorisation, 'Merchant'),
    authorisationCode: attributeOf(authorisation, 'ApprovalCode'),
    cardName: attributeOf(authorisation, 'CardCircuit'),
    lastFour: /\d{4}$/.exec(attributeOf(authorisation, 'CardPAN') ?? '')?.[0],
    ...clockOf(attributeOf(authorisation, 'TimeStamp')),
    verification,
    needsSignature: verification === 'signature' ? true : undefined,
  });
}

/**
 * The totals; undefined when the answer holds none, or a row that is unreadable or of another currency: a sum that leaves
 * a row out is no total. A row stands for payments (PaymentType `Debit`) or for money given back (`Credit`).
 */
export function totalsOf(answer: Element, currency: string): Totals | undefined {
  const reconciliation = find(answer, 'Reconciliation');
  if (!reconciliation) return undefined;
  const rows = all(reconciliation, 'TotalAmount').map(row => totalOf(row, currency));
  if (!rows.every(row => row !== undefined)) return undefined;
  const byCardType = [...Map.groupBy(rows, row => row.cardType).values()].map(sumOf);
  return { amount: sum(byCardType.map(({ amount }) => amount)), byCardType };
}

/** The terminal's own number for its result. */
export function errorCodeOf(answer: Element): number | undefined {
  const action = attributeOf(find(answer, 'Tender', 'Authorisation'), 'ActionCode');
  return numberOf(textOf(answer, 'PrivateData', 'ErrorCode')) ?? numberOf(action);
}

/** The terminal's own text for its result. */
export function errorTextOf(answer: Element): string | undefined {
  return textOf(answer, 'PrivateData', 'ErrorText');
}

function known(facts: { readonly [K in keyof TransactionFacts]: TransactionFacts[K] | '' | undefined }) {
  const entries = Object.entries(facts).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(entries) as TransactionFacts;
}

/** Two different amounts in one Tender are none. */
function amountIn(tender: Element | undefined): Element | undefined {
  const [first, ...more] = all(tender, 'TotalAmount');
  const isSame = (one: Element) =>
    textOf(one) === textOf(first) && attributeOf(one, 'Currency') === attributeOf(first, 'Currency');
  return more.every(isSame) ? first : undefined;
}

function amountOf(total: Element | undefined, currency: string): number | undefined {
  return isCurrency(currency) ? readAmount(textOf(total), currency) : undefined;
}

function isCurrency(letters: string): boolean {
  return /^[A-Z]{3}$/.test(letters);
}

function numberOf(digits: string | undefined): number | undefined {
  return digits !== undefined && /^\d{1,12}$/.test(digits) ? Number(digits) : undefined;
}

/**
 * The terminal's wall clock. Terminals that know no zone write `-00:00`; a time with any other zone is converted into the
 * time of this machine.
 */
function clockOf(stamp: string | undefined): { date?: string; time?: string } {
  const [, wall, zone] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:\d\d)?$/.exec(stamp ?? '') ?? [];
  if (wall === undefined) return {};
  const at = zone === undefined || zone === '-00:00' ? undefined : Date.parse(wall + zone);
  const [date, time] = (Number.isFinite(at) ? timeStamp(new Date(at!)) : wall).split('T') as [string, string];
  return { date, time };
}

function verificationOf(method: string | undefined): TransactionFacts['verification'] {
  if (method === undefined) return undefined;
  if (/sign/i.test(method)) return 'signature';
  return /pin/i.test(method) ? 'pin' : 'none';
}

function totalOf(row: Element, currency: string): CardTypeTotal | undefined {
  const amount = (attributeOf(row, 'Currency') ?? currency) === currency ? amountOf(row, currency) : undefined;
  const count = numberOf(attributeOf(row, 'NumberPayments'));
  if (amount === undefined || count === undefined) return undefined;
  const givenBack = attributeOf(row, 'PaymentType') === 'Credit';
  return { cardType: attributeOf(row, 'CardCircuit') ?? '', count, amount: givenBack ? -amount : amount };
}

function sumOf(rows: readonly CardTypeTotal[]): CardTypeTotal {
  const { cardType } = rows[0]!;
  return { cardType, count: sum(rows.map(({ count }) => count)), amount: sum(rows.map(({ amount }) => amount)) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
