/** Settings of a ZVT terminal: what the caller wrote, checked, with the defaults of the protocol. */
import { SettingsError } from '../settings.ts';
import type { Connection, TerminalSettings } from '../terminal.ts';
import type { Charset } from './codec/charsets.ts';
import { DEFAULT_TIMERS, type Timers } from './commands.ts';
import { currencyNumber } from './texts/currencies.ts';

/** `settings.options` of protocol `zvt`; all of them may be left out. */
interface ZvtOptions {
  /** Configuration byte of the registration; BE: the till prints, controls payments and wants intermediate status. */
  readonly configuration?: number;
  /** Service byte of the registration; 1: no service menu on a function key. */
  readonly serviceByte?: number;
  /** Slips as blocks (06 D3) or as lines (06 D1). */
  readonly printing?: 'blocks' | 'lines';
  /** `auto` is CP437 with a guess for unannounced ISO 8859-1. */
  readonly charset?: Charset;
  /** Asks the terminal for a character set at registration (tag 14 inside tag 27). */
  readonly requestCharset?: number;
  /** Name the currency (BMP 49) in payments. */
  readonly sendCurrency?: boolean;
  /** Payment type (BMP 19) of a payment; null leaves it out. 40: the terminal decides. */
  readonly paymentType?: number | null;
  /** Diagnosis kind (tag 1B); some terminals insist on one. */
  readonly diagnosisKind?: number;
  /** Language of the protocol's own texts; the terminal's words are used where it sends some. */
  readonly language?: 'de' | 'en';
  /** Milliseconds, see `Timers`. */
  readonly timers?: Partial<Timers>;
}

export interface ZvtSettings {
  readonly connection: Connection;
  readonly password: string;
  readonly currency: string;
  readonly currencyNumber: number;
  readonly configuration: number;
  readonly serviceByte: number;
  readonly printing: 'blocks' | 'lines';
  readonly charset: Charset;
  readonly requestCharset: number | undefined;
  readonly sendCurrency: boolean;
  readonly paymentType: number | null;
  readonly diagnosisKind: number | undefined;
  readonly language: 'de' | 'en';
  readonly timers: Timers;
}

/** Checks everything; SettingsError names the key that is wrong. */
export function zvtSettings(settings: TerminalSettings): ZvtSettings {
  const currency = settings.currency ?? 'EUR';
  const number = currencyNumber(currency);
  if (number === undefined)
    throw new SettingsError('currency', `${JSON.stringify(currency)} is no currency terminals know`);
  const password = settings.password ?? '000000';
  if (!/^\d{6}$/.test(password)) throw new SettingsError('password', 'must be six digits');
  const options = checkedOptions(settings.options ?? {});
  return {
    ...DEFAULTS,
    ...options,
    timers: { ...DEFAULT_TIMERS, ...options.timers },
    connection: settings.connection,
    password,
    currency,
    currencyNumber: number,
  };
}

const DEFAULTS = {
  configuration: 0xbe,
  serviceByte: 0x01,
  printing: 'blocks',
  charset: 'auto',
  requestCharset: undefined,
  sendCurrency: true,
  paymentType: 0x40,
  diagnosisKind: undefined,
  language: 'en',
} as const;

type Check = (value: unknown) => boolean;
const isByte: Check = value => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 255;
const oneOf =
  (...values: readonly unknown[]): Check =>
  value =>
    values.includes(value);

const CHECKS: Readonly<Record<keyof ZvtOptions, readonly [Check, string]>> = {
  configuration: [isByte, 'a byte'],
  serviceByte: [isByte, 'a byte'],
  printing: [oneOf('blocks', 'lines'), '"blocks" or "lines"'],
  charset: [
    value => /^(auto|zvt7|cp437|utf8|iso8859-([1-9]|1[013-6]))$/.test(String(value)),
    'auto, zvt7, cp437, utf8 or iso8859-1 to iso8859-16',
  ],
  requestCharset: [isByte, 'a byte'],
  sendCurrency: [oneOf(true, false), 'true or false'],
  paymentType: [value => value === null || isByte(value), 'a byte or null'],
  diagnosisKind: [isByte, 'a byte'],
  language: [oneOf('de', 'en'), '"de" or "en"'],
  timers: [isTimers, `milliseconds for some of ${Object.keys(DEFAULT_TIMERS).join(', ')}`],
};

function checkedOptions(options: Readonly<Record<string, unknown>>): ZvtOptions {
  for (const [key, value] of Object.entries(options)) {
    const check = CHECKS[key as keyof ZvtOptions];
    if (!check) throw new SettingsError(`options.${key}`, 'is not known to protocol zvt');
    if (!check[0](value)) throw new SettingsError(`options.${key}`, `must be ${check[1]}`);
  }
  return options as ZvtOptions;
}

function isTimers(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).every(([key, ms]) => key in DEFAULT_TIMERS && Number.isFinite(ms) && ms >= 0);
}
