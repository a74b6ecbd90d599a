/** Prepares the commands that may move money: which command, and its fields. */
import type { Booking, Payment, PreAuthorisation, Refund, Release, Reversal, Tip } from '../terminal.ts';
import type { Fields } from './codec/fields.ts';
import { flagBits } from './codec/flags.ts';
import { type Tlv, tlv } from './codec/tlv.ts';
import { commands, type PreparedCommand } from './exchange/commands.ts';
import type { ZvtSettings } from './settings.ts';

export type { PreparedCommand } from './exchange/commands.ts';

type Prepare<T> = (settings: ZvtSettings, request: T) => PreparedCommand;

/** By the name of the method of `PaymentTerminal`. */
export const moneyCommands = {
  pay(settings, { amount, tip, cashback, withReadCard, authorisationCode }) {
    const asksTip = settings.tips && settings.features.has('tip') && tip === undefined;
    const bits = flagBits('paymentType', [
      ...(withReadCard ? (['withReadCard'] as const) : []),
      ...(asksTip ? (['tipAllowed'] as const) : []),
    ]);
    const more = bits === 0 ? {} : { paymentType: (settings.paymentType ?? 0) | bits };
    const tlv = [...amountTag(0x1f36, tip), ...amountTag(0x1f25, cashback)];
    const plain = { ...payment(settings, amount), ...more };
    if (authorisationCode === undefined) return { command: commands.pay, fields: withTlv(plain, tlv) };
    const byTelephone = { password: settings.password, ...plain, authorisationAttribute: attribute(authorisationCode) };
    return { command: commands.payByTelephone, fields: withTlv(byTelephone, tlv) };
  },
  refund: (settings, { amount }) => ({
    command: commands.refund,
    fields: { password: settings.password, ...payment(settings, amount) },
  }),
  // 06 30 has no trace number: the receipt number alone identifies the payment.
  reverse: (settings, { receiptNumber, amount }) => ({
    command: commands.reverse,
    fields: { password: settings.password, ...receipt(numbered(receiptNumber)), ...part(settings, amount) },
  }),
  preAuthorise: (settings, { amount }) => ({ command: commands.preAuthorise, fields: payment(settings, amount) }),
  book: (settings, { receiptNumber, amount, traceNumber, authorisationCode }) => ({
    command: commands.book,
    fields: {
      ...receipt(receiptNumber),
      ...payment(settings, amount),
      ...trace(traceNumber),
      ...(authorisationCode === undefined ? {} : { authorisationAttribute: authorisationCode }),
    },
  }),
  release: (settings, { receiptNumber, unused, traceNumber }) => ({
    command: unused === undefined ? commands.release : commands.releasePart,
    fields: {
      ...(settings.paymentType === null ? {} : { paymentType: settings.paymentType }),
      ...receipt(receiptNumber),
      ...part(settings, unused),
      ...(unused === undefined ? {} : trace(traceNumber)),
    },
  }),
  addTip: (settings, { receiptNumber, amount }) => ({
    command: commands.addTip,
    fields: { amount, ...receipt(receiptNumber), ...currency(settings) },
  }),
} as const satisfies {
  readonly pay: Prepare<Payment>;
  readonly refund: Prepare<Refund>;
  readonly reverse: Prepare<Reversal>;
  readonly preAuthorise: Prepare<PreAuthorisation>;
  readonly book: Prepare<Booking>;
  readonly release: Prepare<Release>;
  readonly addTip: Prepare<Tip>;
};

/** Makes the terminal wait for the hand-over of the goods: seconds for each status information, and how many (BMP 01, 02). */
export function goodsTiming({ goodsTimeout, goodsRepeats }: ZvtSettings): Fields {
  return { timeout: goodsTimeout, maxStatusInformations: goodsRepeats };
}

/** Adds objects to the container (BMP 06) of the fields. */
export function withTlv(fields: Fields, more: readonly Tlv[]): Fields {
  if (more.length === 0) return fields;
  const { tlv: container = [], ...rest } = fields;
  return { ...rest, tlv: [...container, ...more] };
}

/** A receipt number as four digits; RangeError when it is not 0 to 9999. */
export function receiptDigits(receiptNumber: number): string {
  if (!Number.isInteger(receiptNumber) || receiptNumber < 0 || receiptNumber > 9999)
    throw new RangeError(`${receiptNumber} is no receipt number: 0 to 9999`);
  return String(receiptNumber).padStart(4, '0');
}

/** An authorisation code for BMP 3B; RangeError when it does not fit. */
function attribute(code: string): string {
  if (!/^[0-9A-Za-z]{1,8}$/.test(code))
    throw new RangeError(`${JSON.stringify(code)} is no authorisation code: one to eight letters and digits`);
  return code;
}

function payment(settings: ZvtSettings, amount: number): Fields {
  const { paymentType } = settings;
  return { amount, ...currency(settings), ...(paymentType === null ? {} : { paymentType }) };
}

function part(settings: ZvtSettings, amount: number | undefined): Fields {
  return amount === undefined ? {} : { amount, ...currency(settings) };
}

function currency({ currencyNumber, sendCurrency }: ZvtSettings): Fields {
  return sendCurrency ? { currency: currencyNumber } : {};
}

function receipt(receiptNumber: number): Fields {
  return { receiptNumber: receiptDigits(receiptNumber) };
}

/** A trace number that does not fit BMP 0B is left out: the receipt number identifies the transaction. */
function trace(traceNumber = LONGEST_TRACE + 1): Fields {
  return traceNumber > LONGEST_TRACE ? {} : { traceNumber: String(traceNumber).padStart(6, '0') };
}

const LONGEST_TRACE = 999_999;

function amountTag(tag: number, amount: number | undefined): Tlv[] {
  return amount === undefined ? [] : [tlv(tag, String(amount).padStart(12, '0'))];
}

function numbered(receiptNumber: number | undefined): number {
  if (receiptNumber === undefined) throw new RangeError('06 30 names the payment by its receipt number');
  return receiptNumber;
}
