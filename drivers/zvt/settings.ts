/** Settings of a ZVT terminal: the caller's settings, checked, with the defaults of the protocol. */

import { currencyNumber } from '../currencies.ts';
import { SettingsError } from '../settings.ts';
import type { Connection, Feature, Language, TerminalSettings } from '../terminal.ts';
import type { Charset } from './codec/charsets.ts';
import { LOYALTY_PREFIXES } from './exchange/cardRead.ts';
import { DEFAULT_TIMERS, type Timers } from './exchange/commands.ts';
import type { ZvtOptions } from './options.ts';
import { featureNames, type Profile, profileNamed, profiles } from './profiles.ts';

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
  /** The functions that this terminal has. */
  readonly features: ReadonlySet<Feature>;
  readonly timers: Timers;
  readonly refusesVirtual: boolean;
}

/** Checks everything; SettingsError names the key that is wrong. The user's options are preferred to the profile's. */
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
  // A terminal that was paired for questions may ask them: the till that paired it answers them.
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
    refusesVirtual: settings.refusesVirtual === true,
  };
}

/**
 * Questions are a feature only when the terminal is allowed to ask, digits only when the vendor has signed the texts. A
 * terminal that was paired before a feature existed has it together with the feature that the new one is part of.
 */
function featuresOf(profile: Profile, { features, questions, containers, textMac }: ZvtOptions): ReadonlySet<Feature> {
  const kept = (feature: Feature) => !features || features.includes(PART_OF[feature] ?? feature);
  const allowed = (feature: Feature) => feature !== 'questions' || questions === true;
  const signed = (feature: Feature) => feature !== 'digits' || textMac !== undefined;
  const encodable = (feature: Feature) => containers !== false || !CONTAINER_FEATURES.has(feature);
  const has = (feature: Feature) => kept(feature) && allowed(feature) && signed(feature) && encodable(feature);
  return new Set([...profile.features].filter(has));
}

/** Features that a terminal has whenever it has the other one. */
const PART_OF: Partial<Record<Feature, Feature>> = {
  digits: 'keys',
  repeatReceipt: 'lastTransaction',
  repeatDayEnd: 'lastTransaction',
  dayEndDetails: 'endOfDay',
  dayEndMode: 'endOfDay',
};

const CONTAINER_FEATURES: ReadonlySet<Feature> = new Set<Feature>([
  'tip',
  'cashback',
  'changeConfiguration',
  'repeatDayEnd',
  'dayEndDetails',
  'dayEndMode',
]);

/** Options that only containers can carry. */
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
  language: 'en' as Language,
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

/** The caller's options, checked. */
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
