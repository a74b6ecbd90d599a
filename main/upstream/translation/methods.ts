/** How each local payment method is said upstream: one row each. No row: replaying it would move money again. */
import type { TransactionFacts } from '../../../drivers/index.ts';
import type { ReasonName } from '../reasons.ts';

/** The call start/{method} with its body. */
export interface StartCall {
  readonly method: 'cash' | 'cashless_direct' | 'loyalty';
  readonly body: Readonly<Record<string, unknown>>;
}

export type StartReading = { readonly ok: true; readonly start: StartCall } | Refusal;
export interface Refusal {
  readonly ok: false;
  readonly reason: ReasonName;
}

/** Facts of the sale that decide the call. */
export interface PaidFacts {
  readonly method: string;
  /** Payment that the caller made at a terminal of its own (start/cashless_direct). */
  readonly cardPayment: { readonly tid: string; readonly trace: number; readonly cardtype: string } | null;
  /** The report of the terminal, for a payment at a terminal of this bridge. */
  readonly terminal: TransactionFacts | null;
  /** Substitutes for kinds of cards that the specification does not name, by the name that the terminal reports. */
  readonly cardTypes: Readonly<Record<string, string>>;
}

const plain = (method: StartCall['method']): StartReading => ({ ok: true, start: { method, body: {} } });

const rows: Readonly<Record<string, (facts: PaidFacts) => StartReading>> = {
  cash: () => plain('cash'),
  // The service knows no foreign voucher; cash records the revenue.
  voucher: () => plain('cash'),
  loyalty: () => plain('loyalty'),
  cashless_direct: ({ cardPayment }) =>
    cardPayment
      ? { ok: true, start: { method: 'cashless_direct', body: { ...cardPayment } } }
      : { ok: false, reason: 'traceMissing' },
  cashless: atTerminal,
};

/** The call that enters the payment of a sale. */
export function startOf(facts: PaidFacts): StartReading {
  return rows[facts.method]?.(facts) ?? { ok: false, reason: 'noWayUpstream' };
}

function atTerminal({ terminal, cardTypes }: PaidFacts): StartReading {
  const { terminalId, traceNumber } = terminal ?? {};
  if (!terminal || !terminalId || traceNumber === undefined) return { ok: false, reason: 'traceMissing' };
  const cardtype = cardTypeOf(terminal, cardTypes);
  if (cardtype === null) return { ok: false, reason: 'cardTypeUnknown' };
  return { ok: true, start: { method: 'cashless_direct', body: { tid: terminalId, trace: traceNumber, cardtype } } };
}

/** Names that terminals report, in the order in which they are tried, and the six words of the specification. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/debit ?master ?card|master ?card ?debit/i, 'mastercard_debit'],
  [/maestro/i, 'maestro'],
  [/master ?card/i, 'mastercard'],
  [/v ?pay/i, 'vpay'],
  [/visa/i, 'visa'],
  [/giro ?card|^ec\b|electronic cash/i, 'girocard'],
];

/** ZVT card types, where a terminal names no card: 2 and 5 girocard, 6 Mastercard, 10 Visa, 46 Maestro. */
const NUMBERS: Readonly<Record<number, string>> = {
  2: 'girocard',
  5: 'girocard',
  6: 'mastercard',
  10: 'visa',
  46: 'maestro',
};

function cardTypeOf({ cardName, cardType }: TransactionFacts, substitutes: PaidFacts['cardTypes']): string | null {
  const name = cardName?.trim() ?? '';
  const known = NAMES.find(([pattern]) => pattern.test(name))?.[1];
  const byNumber = name === '' && cardType !== undefined ? NUMBERS[cardType] : undefined;
  return known ?? byNumber ?? substitutes[name] ?? substitutes['*'] ?? null;
}
