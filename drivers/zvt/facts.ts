/** What a status information (04 0F) says about a transaction, in the words of the contract. */
import type { Totals as ContractTotals, TransactionFacts } from '../terminal.ts';
import type { Charset } from './codec/charsets.ts';
import { TOTALS_ORDER, type Totals } from './codec/codings.ts';
import type { Fields } from './codec/fields.ts';
import { findDeep, findTag, tlvValue } from './codec/tlv.ts';
import { applicationName } from './texts/applications.ts';
import { cardTypeName } from './texts/cardTypes.ts';
import { currencyLetters } from './texts/currencies.ts';

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
  currency: (fields, currency) =>
    fields.amount === undefined ? undefined : (currencyLetters(fields.currency ?? -1) ?? currency),
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
  time: fields => fields.time && pairs(fields.time).join(':'),
  verification: verificationOf,
  tip: fields => amountOf(fields, 0x1f36),
  cashback: fields => amountOf(fields, 0x1f25),
  needsSignature: fields => (!fields.resultCode && verificationOf(fields) === 'signature' ? true : undefined),
  originalTraceNumber: fields => numberOf(fields.originalTrace),
};

/** With the code of the host in place of 27 00, where it is no number and stands in BMP A0: A0 to AF are refusals. */
export function withHostCode(status: Fields): Fields {
  const { resultCode, hostResultCode = 0 } = status;
  return resultCode === 0 && isInLetters(status) ? { ...status, resultCode: hostResultCode } : status;
}

/** The code is the host's own, not one of the terminal's; other values than these are seen with approvals. */
export function isInLetters({ hostResultCode: code = 0 }: Fields): boolean {
  return code >= 0xa0 && code <= 0xaf;
}

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
export function terminalWords(fields: Fields | undefined, charset: Charset = 'auto'): string | undefined {
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
  const long = tlvValue(findDeep(fields.tlv, 0x1f0e)) as string | undefined;
  if (long?.length === 8) return `${long.slice(0, 4)}-${pairs(long.slice(4)).join('-')}`;
  if (fields.dateWithYear) return `20${pairs(fields.dateWithYear).join('-')}`;
  return fields.date && pairs(fields.date).join('-');
}

function pairs(digits: string): string[] {
  const cut: string[] = [];
  for (let i = 0; i < digits.length; i += 2) cut.push(digits.slice(i, i + 2));
  return cut;
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
