/** Settings of a ZVT terminal: what the caller wrote, checked, with the defaults of the protocol. */

import { currencyNumber } from '../currencies.ts';
import { SettingsError } from '../settings.ts';
import type { Connection, Feature, TerminalSettings } from '../terminal.ts';
import { LOYALTY_PREFIXES } from './cardRead.ts';
import type { Charset } from './codec/charsets.ts';
import { DEFAULT_TIMERS, type Timers } from './commands.ts';
import { featureNames, type Profile, profileNamed, profiles } from './profiles.ts';

/** `settings.options` of protocol `zvt`; all of them may be left out. */
export interface ZvtOptions {
  /** Configuration byte of the registration; BE: the till prints, controls payments and wants intermediate status. */
  readonly configuration?: number;
  /** Service byte of the registration; 1: no service menu on a function key. */
  readonly serviceByte?: number;
  /** Send containers (BMP 06), for a start with the registration; without them the terminal sends none either. */
  readonly containers?: boolean;
  /** Slips as blocks (06 D3) or as lines (06 D1). */
  readonly printing?: 'blocks' | 'lines';
  /** The terminal may ask the cashier: signature, input, menus. Only when somebody is there to answer. */
  readonly questions?: boolean;
  /** `auto` is CP437 with a guess for unannounced ISO 8859-1. */
  readonly charset?: Charset;
  /** Asks the terminal for a character set at registration (tag 14 inside tag 27). */
  readonly requestCharset?: number;
  /** Which slips with what content (tag 1F04), one or two bytes in hex. */
  readonly receiptParameter?: string;
  /** Columns of the till's printer (tag 12). */
  readonly printerWidth?: number;
  /** The longest message the till takes, bytes (tag 1A). */
  readonly largestApdu?: number;
  /** Columns and lines of the cashier's display, four digits (tag 10). */
  readonly merchantDisplay?: string;
  /** Columns and lines of the customer's display, four digits (tag 11). */
  readonly customerDisplay?: string;
  /** EMV data the till wants to get (tag 40), hex. */
  readonly emvConfiguration?: string;
  /** Offers numbers on every message (tag 1F73); a terminal that does not know them goes on without. */
  readonly sequenceIds?: boolean;
  /** Mirrors the terminal's transaction id (tag 1F1F). A terminal may reverse what the till does not know. */
  readonly transactionIds?: boolean;
  /** Name the currency (BMP 49) in payments. */
  readonly sendCurrency?: boolean;
  /** Payment type (BMP 19) of a payment; null leaves it out. 40: the terminal decides. */
  readonly paymentType?: number | null;
  /** The customer may add a tip at the terminal (BMP 19, bit 08), where it has the feature `tip`. */
  readonly tips?: boolean;
  /** Which readers a card is read with (BMP 19 of 06 C0); 50: chip and stripe. */
  readonly readCardKind?: number;
  /** How numbers of loyalty cards begin: of every other card that is read only the last four digits are told. */
  readonly loyaltyPrefixes?: readonly string[];
  /** Seconds the terminal waits for the till's word about the goods (BMP 01). */
  readonly goodsTimeout?: number;
  /** How often the till may ask for more time before the goods are handed over (BMP 02). */
  readonly goodsRepeats?: number;
  /** Diagnosis kind (tag 1B); some terminals insist on one. */
  readonly diagnosisKind?: number;
  /** Asks the terminal for its locks with its status. */
  readonly statusWithTlv?: boolean;
  /** The terminal repeats no receipt unless the till prints. */
  readonly repeatsBare?: boolean;
  /** Signature of the terminal's vendor over the texts of a question for digits (BMP EB), hex. */
  readonly textMac?: string;
  /** What pairing found out: only these features of the profile are used. */
  readonly features?: readonly Feature[];
  /** Preferred where a reason has the protocol's words and not the terminal's; `Reason.texts` has both languages. */
  readonly language?: 'de' | 'en';
  /** Milliseconds, see `Timers`. */
  readonly timers?: Partial<Timers>;
}

export interface ZvtSettings extends Required<Pick<ZvtOptions, keyof typeof DEFAULTS>> {
  readonly connection: Connection;
  readonly password: string;
  readonly currency: string;
  readonly currencyNumber: number;
  readonly requestCharset?: number;
  readonly receiptParameter?: string;
  readonly printerWidth?: number;
  readonly largestApdu?: number;
  readonly merchantDisplay?: string;
  readonly customerDisplay?: string;
  readonly emvConfiguration?: string;
  readonly diagnosisKind?: number;
  readonly textMac?: string;
  /** What this terminal can do. */
  readonly features: ReadonlySet<Feature>;
  readonly timers: Timers;
}

/** Checks everything; SettingsError names the key that is wrong. What the user says wins over the profile. */
export function zvtSettings(settings: TerminalSettings): ZvtSettings {
  const currency = settings.currency ?? 'EUR';
  const number = currencyNumber(currency);
  if (number === undefined)
    throw new SettingsError('currency', `${JSON.stringify(currency)} is no currency terminals know`);
  const password = settings.password ?? '000000';
  if (!/^\d{6}$/.test(password)) throw new SettingsError('password', 'must be six digits');
  const profile = profileNamed(settings.profile ?? 'generic');
  if (!profile) throw new SettingsError('profile', `must be one of: ${profiles.map(({ name }) => name).join(', ')}`);
  const options = zvtOptions(settings);
  // A terminal that was paired for questions may ask them: whoever paired it answers them.
  const paired = options.features ? { questions: options.features.includes('questions') } : {};
  const wanted = { ...DEFAULTS, ...profile.options, ...paired, ...options };
  const merged = wanted.containers ? wanted : { ...wanted, ...WITHOUT_CONTAINERS };
  return {
    ...merged,
    features: featuresOf(profile, merged),
    timers: { ...DEFAULT_TIMERS, ...profile.options.timers, ...options.timers },
    connection: settings.connection,
    password,
    currency,
    currencyNumber: number,
  };
}

/**
 * Questions are a feature only when the terminal was told that it may ask, digits only when the vendor has signed the
 * texts. Terminals that were paired before there was a feature have it with the one it belongs to.
 */
function featuresOf(profile: Profile, { features, questions, containers, textMac }: ZvtOptions): ReadonlySet<Feature> {
  const kept = (feature: Feature) => !features || features.includes(PART_OF[feature] ?? feature);
  const asked = (feature: Feature) => feature !== 'questions' || questions === true;
  const signed = (feature: Feature) => feature !== 'digits' || textMac !== undefined;
  const said = (feature: Feature) => containers !== false || !SAID_IN_CONTAINERS.has(feature);
  const has = (feature: Feature) => kept(feature) && asked(feature) && signed(feature) && said(feature);
  return new Set([...profile.features].filter(has));
}

/** What a terminal can do when it can do the other. */
const PART_OF: Partial<Record<Feature, Feature>> = {
  digits: 'keys',
  repeatReceipt: 'lastTransaction',
  repeatDayEnd: 'lastTransaction',
  dayEndDetails: 'endOfDay',
  dayEndMode: 'endOfDay',
};

const SAID_IN_CONTAINERS: ReadonlySet<Feature> = new Set<Feature>([
  'tip',
  'cashback',
  'changeConfiguration',
  'repeatDayEnd',
  'dayEndDetails',
  'dayEndMode',
]);

/** What can be said in containers only. */
const WITHOUT_CONTAINERS = { printing: 'lines', questions: false, sequenceIds: false, transactionIds: false } as const;

const DEFAULTS = {
  configuration: 0xbe as number,
  serviceByte: 0x01 as number,
  containers: true as boolean,
  printing: 'blocks' as 'blocks' | 'lines',
  questions: false as boolean,
  charset: 'auto' as Charset,
  sequenceIds: false as boolean,
  transactionIds: false as boolean,
  sendCurrency: true as boolean,
  paymentType: 0x40 as number | null,
  tips: false as boolean,
  readCardKind: 0x50 as number,
  loyaltyPrefixes: LOYALTY_PREFIXES,
  goodsTimeout: 60 as number,
  goodsRepeats: 30 as number,
  statusWithTlv: false as boolean,
  repeatsBare: false as boolean,
  language: 'en' as 'de' | 'en',
};

type Check = (value: unknown) => boolean;
const isByte: Check = value => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 255;
const oneOf =
  (...values: readonly unknown[]): Check =>
  value =>
    values.includes(value);

const isWhole =
  (least: number, most: number): Check =>
  value =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
const matches =
  (pattern: RegExp): Check =>
  value =>
    typeof value === 'string' && pattern.test(value);
const FLAG = [oneOf(true, false), 'true or false'] as const;

const CHECKS: Readonly<Record<keyof ZvtOptions, readonly [Check, string]>> = {
  configuration: [isByte, 'a byte'],
  serviceByte: [isByte, 'a byte'],
  containers: FLAG,
  printing: [oneOf('blocks', 'lines'), '"blocks" or "lines"'],
  questions: FLAG,
  charset: [
    value => /^(auto|zvt7|cp437|utf8|iso8859-([1-9]|1[013-6]))$/.test(String(value)),
    'auto, zvt7, cp437, utf8 or iso8859-1 to iso8859-16',
  ],
  requestCharset: [isByte, 'a byte'],
  receiptParameter: [matches(/^([0-9A-F]{2}){1,2}$/i), 'one or two bytes in hex'],
  printerWidth: [isWhole(1, 99), 'a number from 1 to 99'],
  largestApdu: [isWhole(256, 65_535), 'a number from 256 to 65535'],
  merchantDisplay: [matches(/^\d{4}$/), 'four digits'],
  customerDisplay: [matches(/^\d{4}$/), 'four digits'],
  emvConfiguration: [matches(/^([0-9A-F]{2}){1,2}$/i), 'one or two bytes in hex'],
  sequenceIds: FLAG,
  transactionIds: FLAG,
  sendCurrency: FLAG,
  paymentType: [value => value === null || isByte(value), 'a byte or null'],
  tips: FLAG,
  readCardKind: [isByte, 'a byte'],
  loyaltyPrefixes: [isPrefixes, 'a list of one to nineteen digits each'],
  goodsTimeout: [isByte, 'seconds from 0 to 255'],
  goodsRepeats: [isByte, 'a number from 0 to 255'],
  diagnosisKind: [isByte, 'a byte'],
  statusWithTlv: FLAG,
  repeatsBare: FLAG,
  textMac: [matches(/^[0-9A-F]{16}$/i), 'eight bytes in hex'],
  features: [isFeatures, `a list of ${featureNames.join(', ')}`],
  language: [oneOf('de', 'en'), '"de" or "en"'],
  timers: [isTimers, `milliseconds for some of ${Object.keys(DEFAULT_TIMERS).join(', ')}`],
};

/** What the caller wrote, checked. */
export function zvtOptions({ options = {} }: TerminalSettings): ZvtOptions {
  for (const [key, value] of Object.entries(options)) {
    const check = Object.hasOwn(CHECKS, key) ? CHECKS[key as keyof ZvtOptions] : undefined;
    if (!check) throw new SettingsError(`options.${key}`, 'is not known to protocol zvt');
    if (!check[0](value)) throw new SettingsError(`options.${key}`, `must be ${check[1]}`);
  }
  return options as ZvtOptions;
}

function isTimers(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).every(
    ([key, ms]) => Object.hasOwn(DEFAULT_TIMERS, key) && Number.isFinite(ms) && ms >= 0,
  );
}

function isPrefixes(value: unknown): boolean {
  return Array.isArray(value) && value.every(matches(/^\d{1,19}$/));
}

function isFeatures(value: unknown): boolean {
  return Array.isArray(value) && value.every(name => featureNames.includes(name));
}
