/** What a status information (04 0F) says about a transaction, in the words of the contract. */

import { currencyLetters } from '../../currencies.ts';
import type { Totals as ContractTotals, TransactionFacts } from '../../terminal.ts';
import type { Charset } from '../codec/charsets.ts';
import { TOTALS_ORDER, type Totals } from '../codec/codings.ts';
import type { Fields } from '../codec/fields.ts';
import { findDeep, findTag, tlvValue } from '../codec/tlv.ts';
import { applicationName } from '../texts/applications.ts';
import { cardTypeName } from '../texts/cardTypes.ts';

/** The facts; a terminal that names no currency means the one of the request. */
export function factsOf(fields: Fields, currency: string): TransactionFacts {
  const facts: Partial<Record<keyof TransactionFacts, unknown>> = {};
  for (const name in READERS) {
    const value = READERS[name as keyof TransactionFacts](fields, currency);
    if (value !== undefined) facts[name as keyof TransactionFacts] = value;
  }
  return facts as TransactionFacts;
}

const READERS: {
  readonly [K in keyof TransactionFacts]-?: (fields: Fields, currency: string) => TransactionFacts[K] | undefined;
} = {
  amount: fields => fields.amount,
  currency: (fields, currency) => (fields.amount === undefined ? undefined : currencyOf(fields, currency)),
  receiptNumber: fields => numberOf(fields.receiptNumber),
  traceNumber: traceOf,
  turnoverNumber: fields => numberOf(fields.turnoverNumber),
  terminalId: fields => fields.terminalId,
  merchantNumber: fields => textOrNothing(fields.merchantNumber),
  authorisationCode: fields => textOrNothing(fields.authorisationAttribute),
  cardType: cardTypeOf,
  cardName: cardNameOf,
  lastFour: fields => lastFourOf(fields.cardNumber),
  date: dateOf,
  time: fields => fields.time && parted(fields.time, ':'),
  verification: verificationOf,
  tip: fields => amountOf(fields, 0x1f36),
  cashback: fields => amountOf(fields, 0x1f25),
  needsSignature: fields => (!fields.resultCode && verificationOf(fields) === 'signature' ? true : undefined),
  originalTraceNumber: fields => numberOf(fields.originalTrace),
  reference: () => undefined, // transactions carry no name of ours
};

/** Only a terminal that names no currency means that of the request: one that cannot be read is none, and not that. */
function currencyOf({ currency, unread }: Fields, requested: string): string {
  if (currency !== undefined) return currencyLetters(currency) ?? NO_CURRENCY;
  return unread?.includes('currency') ? NO_CURRENCY : requested;
}

const NO_CURRENCY = 'XXX'; // ISO 4217

/** With the code of the host in place of 27 00, where it is no number and stands in BMP A0: A0 to AF are refusals. */
export function withHostCode(status: Fields): Fields {
  const { resultCode, hostResultCode = 0 } = status;
  return resultCode === 0 && hasHostLetterCode(status) ? { ...status, resultCode: hostResultCode } : status;
}

/** The code is the host's own, not one of the terminal's; other values than these are seen with approvals. */
export function hasHostLetterCode({ hostResultCode: code = 0 }: Fields): boolean {
  return code >= 0xa0 && code <= 0xaf;
}

/** What is left on a card (1F3F, or the amount of that kind in tag 31), minor units; undefined where it is not told. */
export function balanceOf(fields: Fields = {}): number | undefined {
  const told = findTag(fields.tlv, 0x31)?.children;
  const amount = tlvValue(findTag(told, 0x1f1d)) === BALANCE ? tlvValue(findTag(told, 0x1f20)) : undefined;
  return amountOf(fields, 0x1f3f) ?? numberOf(amount as string | undefined);
}

const BALANCE = 0x05;

/** The totals of an end-of-day, card types without turnover left out; receipt number 0 says nothing. */
export function totalsOf(totals: Totals | undefined, amount: number | undefined): ContractTotals | undefined {
  if (!totals && amount === undefined) return undefined;
  const rows = TOTALS_ORDER.map(name => ({
    cardType: TOTAL_NAMES[name],
    count: totals?.[name].count ?? 0,
    amount: totals?.[name].amount ?? 0,
  }));
  const byCardType = rows.filter(row => row.count > 0 || row.amount > 0);
  const [first, last] = [numberOf(totals?.firstReceipt), numberOf(totals?.lastReceipt)];
  return {
    amount: amount ?? byCardType.reduce((sum, row) => sum + row.amount, 0),
    byCardType,
    ...(first ? { firstReceipt: first } : {}),
    ...(last ? { lastReceipt: last } : {}),
  };
}

/** The terminal's own words about a transaction: BMP 3C, tag 24, or the text of an extended error. */
export function terminalMessage(fields: Fields | undefined, charset: Charset = 'auto'): string | undefined {
  if (!fields) return undefined;
  const error = tlvValue(findDeep(fields.tlv, 0x1f17), charset);
  return textOrNothing(displayText(fields, charset)) ?? textOrNothing(fields.additionalText) ?? textOrNothing(error);
}

/** The lines for a display (tag 24), one under the other. */
export function displayText(fields: Fields, charset: Charset = 'auto'): string | undefined {
  const lines = findTag(fields.tlv, 0x24)?.children?.filter(object => object.tag === 0x07) ?? [];
  return lines.length === 0 ? undefined : lines.map(line => String(tlvValue(line, charset))).join('\n');
}

const TOTAL_NAMES = {
  girocard: 'girocard',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  amex: 'American Express',
  visa: 'Visa',
  diners: 'Diners',
  other: 'other',
} as const;

// FFFF means that there is none.
function numberOf(digits: string | undefined): number | undefined {
  return digits && /^\d+$/.test(digits) ? Number(digits) : undefined;
}

function amountOf(fields: Fields, tag: number): number | undefined {
  return numberOf(tlvValue(findDeep(fields.tlv, tag)) as string | undefined);
}

// When BMP 0B has room for zeros only, the long number is in tag 1F2B.
function traceOf(fields: Fields): number | undefined {
  const long = numberOf(tlvValue(findDeep(fields.tlv, 0x1f2b)) as string | undefined);
  return numberOf(fields.traceNumber) || long;
}

function cardTypeOf(fields: Fields): number | undefined {
  const long = tlvValue(findDeep(fields.tlv, 0x41)) as number | undefined;
  return fields.cardType === 255 || fields.cardType === undefined ? long : fields.cardType;
}

/** By its own name, the label of its application, its type, or the scheme its application belongs to. */
export function cardNameOf(fields: Fields): string | undefined {
  const label = textOrNothing(fields.cardName) ?? textOrNothing(tlvValue(findDeep(fields.tlv, 0x42)));
  const application = () => applicationName(String(tlvValue(findDeep(fields.tlv, 0x43)) ?? ''));
  return label ?? cardTypeName(cardTypeOf(fields) ?? -1) ?? application();
}

/** Of nibbles that end with F or not; undefined where the terminal hides them. */
export function lastFourOf(cardNumber: string | undefined): string | undefined {
  const digits = cardNumber?.endsWith('F') ? cardNumber.slice(0, -1) : cardNumber;
  return digits === undefined ? undefined : allDigits(digits.slice(-4), 4);
}

function allDigits(text: string, length: number): string | undefined {
  return text.length === length && /^\d+$/.test(text) ? text : undefined;
}

function dateOf(fields: Fields): string | undefined {
  // Of the message itself, or in its time stamp: elsewhere it may be the date of the next restart, or of another receipt.
  const stamp = findTag(findTag(fields.tlv, 0x2e)?.children, 0x1f0e);
  const long = tlvValue(findTag(fields.tlv, 0x1f0e) ?? stamp) as string | undefined;
  if (long?.length === 8) return `${long.slice(0, 4)}-${parted(long.slice(4), '-')}`;
  if (fields.dateWithYear) return `20${parted(fields.dateWithYear, '-')}`;
  return fields.date && parted(fields.date, '-');
}

/** Pairs of digits with something between them. */
function parted(digits: string, between: string): string {
  let text = digits.slice(0, 2);
  for (let i = 2; i < digits.length; i += 2) text += between + digits.slice(i, i + 2);
  return text;
}

// Tag 1F10 is exact; BMP 19 only knows signature (40, 60) and PIN (70), and says 70 for contactless without either.
function verificationOf(fields: Fields): TransactionFacts['verification'] {
  const exact = tlvValue(findDeep(fields.tlv, 0x1f10)) as number | undefined;
  if (exact !== undefined && exact !== 0xff) return EXACT[exact];
  return fields.paymentType === 0x70
    ? 'pin'
    : fields.paymentType === 0x40 || fields.paymentType === 0x60
      ? 'signature'
      : undefined;
}

const EXACT: readonly TransactionFacts['verification'][] = [
  'none',
  'signature',
  'pin',
  'pin',
  'pin',
  'signature',
  'signature',
  'signature',
];

function textOrNothing(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
