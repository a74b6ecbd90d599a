/** Reads a status information (04 0F) into the fields of `TransactionFacts`, totals and texts. */

import { currencyLetters } from '../../currencies.ts';
import type { Totals as ContractTotals, TransactionFacts } from '../../terminal.ts';
import type { Charset } from '../codec/charsets.ts';
import { TOTALS_ORDER, type Totals } from '../codec/codings.ts';
import type { Fields } from '../codec/fields.ts';
import { findDeep, findTag, tlvValue } from '../codec/tlv.ts';
import { applicationName } from '../texts/applications.ts';
import { cardTypeName } from '../texts/cardTypes.ts';

/** The facts of the transaction. An amount without a currency has the currency of the request. */
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
  time: fields => fields.time && separated(fields.time, ':'),
  verification: verificationOf,
  entry: fields => ENTRIES[tlvValue(findDeep(fields.tlv, 0x1f12)) as number],
  tip: fields => amountOf(fields, 0x1f36),
  cashback: fields => amountOf(fields, 0x1f25),
  needsSignature: fields => (!fields.resultCode && verificationOf(fields) === 'signature' ? true : undefined),
  originalTraceNumber: fields => numberOf(fields.originalTrace),
  command: () => undefined,
  reference: () => undefined, // ZVT has no field for a reference of the till
};

/** The currency of BMP 49; that of the request when the field is absent; XXX when the field cannot be read. */
export function currencyOf({ currency, unread }: Fields, requested: string): string {
  if (currency !== undefined) return currencyLetters(currency) ?? NO_CURRENCY;
  return unread?.includes('currency') ? NO_CURRENCY : requested;
}

const NO_CURRENCY = 'XXX'; // ISO 4217

/** Replaces 27 00 by the host's code of BMP A0 when that is a letter code: A0 to AF are refusals. */
export function withHostCode(status: Fields): Fields {
  const { resultCode, hostResultCode = 0 } = status;
  return resultCode === 0 && hasHostLetterCode(status) ? { ...status, resultCode: hostResultCode } : status;
}

/** True for a letter code of the host in BMP A0. Other values of BMP A0 come with approvals. */
export function hasHostLetterCode({ hostResultCode: code = 0 }: Fields): boolean {
  return code >= 0xa0 && code <= 0xaf;
}

/** The balance of a card in minor units (1F3F, or the amount of that kind in tag 31); undefined when absent. */
export function balanceOf(fields: Fields = {}): number | undefined {
  const kind = findTag(fields.tlv, 0x31)?.children;
  const amount = tlvValue(findTag(kind, 0x1f1d)) === BALANCE ? tlvValue(findTag(kind, 0x1f20)) : undefined;
  return amountOf(fields, 0x1f3f) ?? numberOf(amount as string | undefined);
}

const BALANCE = 0x05;

/** The totals of an end-of-day, without card types that have no turnover. Receipt number 0 means "none". */
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

/** The text of the terminal about a transaction: tag 24, BMP 3C, or the text of an extended error. */
export function terminalMessage(fields: Fields | undefined, charset: Charset = 'auto'): string | undefined {
  if (!fields) return undefined;
  const error = tlvValue(findDeep(fields.tlv, 0x1f17), charset);
  return textOrNothing(displayText(fields, charset)) ?? textOrNothing(fields.additionalText) ?? textOrNothing(error);
}

/** The lines for a display (tag 24), separated by line feeds. */
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

// FFFF means "none".
function numberOf(digits: string | undefined): number | undefined {
  return digits && /^\d+$/.test(digits) ? Number(digits) : undefined;
}

function amountOf(fields: Fields, tag: number): number | undefined {
  return numberOf(tlvValue(findDeep(fields.tlv, tag)) as string | undefined);
}

// A trace number too long for BMP 0B is in tag 1F2B; BMP 0B is then zero.
function traceOf(fields: Fields): number | undefined {
  const long = numberOf(tlvValue(findDeep(fields.tlv, 0x1f2b)) as string | undefined);
  return numberOf(fields.traceNumber) || long;
}

function cardTypeOf(fields: Fields): number | undefined {
  const long = tlvValue(findDeep(fields.tlv, 0x41)) as number | undefined;
  return fields.cardType === 255 || fields.cardType === undefined ? long : fields.cardType;
}

/** The name of the card, the label of its application, the name of its type, or the scheme of its application. */
export function cardNameOf(fields: Fields): string | undefined {
  const label = textOrNothing(fields.cardName) ?? textOrNothing(tlvValue(findDeep(fields.tlv, 0x42)));
  const application = () => applicationName(String(tlvValue(findDeep(fields.tlv, 0x43)) ?? ''));
  return label ?? cardTypeName(cardTypeOf(fields) ?? -1) ?? application();
}

/** The last four digits of a card number in nibbles, with or without padding F; undefined when they are masked. */
export function lastFourOf(cardNumber: string | undefined): string | undefined {
  const digits = cardNumber?.endsWith('F') ? cardNumber.slice(0, -1) : cardNumber;
  return digits === undefined ? undefined : allDigits(digits.slice(-4), 4);
}

function allDigits(text: string, length: number): string | undefined {
  return text.length === length && /^\d+$/.test(text) ? text : undefined;
}

function dateOf(fields: Fields): string | undefined {
  // Only in the message itself or in its time stamp: other containers hold dates of a restart or of another receipt.
  const stamp = findTag(findTag(fields.tlv, 0x2e)?.children, 0x1f0e);
  const long = tlvValue(findTag(fields.tlv, 0x1f0e) ?? stamp) as string | undefined;
  if (long?.length === 8) return `${long.slice(0, 4)}-${separated(long.slice(4), '-')}`;
  if (fields.dateWithYear) return `20${separated(fields.dateWithYear, '-')}`;
  return fields.date && separated(fields.date, '-');
}

/** Pairs of digits with a separator between them. */
function separated(digits: string, between: string): string {
  let text = digits.slice(0, 2);
  for (let i = 2; i < digits.length; i += 2) text += between + digits.slice(i, i + 2);
  return text;
}

// Tag 1F10 is exact. BMP 19 has only signature (40, 60) and PIN (70), and is 70 for contactless payments without either.
function verificationOf(fields: Fields): TransactionFacts['verification'] {
  const exact = tlvValue(findDeep(fields.tlv, 0x1f10)) as number | undefined;
  if (exact !== undefined && exact !== 0xff) return VERIFICATIONS[exact];
  return fields.paymentType === 0x70
    ? 'pin'
    : fields.paymentType === 0x40 || fields.paymentType === 0x60
      ? 'signature'
      : undefined;
}

/** Card technology, tag 1F12. */
const ENTRIES: readonly TransactionFacts['entry'][] = ['magnetic', 'chip', 'contactless'];

const VERIFICATIONS: readonly TransactionFacts['verification'][] = [
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
