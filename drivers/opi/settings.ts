/** Settings of an O.P.I. terminal: the caller's settings, checked, with the defaults of the protocol. */
import { currencyNumber } from '../currencies.ts';
import { SettingsError } from '../settings.ts';
import type { Connection, Language, TerminalSettings } from '../terminal.ts';
import type { Charset } from './codec/xml.ts';
import { DEFAULT_TIMERS, type Timers } from './exchange/requests.ts';

/** `settings.options` of protocol `opi`; all of them may be left out. */
interface OpiOptions {
  /** Port on which the till listens for channel 1; as entered at the terminal. */
  readonly devicePort?: number;
  /** Address to listen on. */
  readonly deviceHost?: string;
  /** Only this address may open channel 1; the terminal's own by default, `*` for any. */
  readonly deviceFrom?: string;
  /** WorkstationID: the name of this till. */
  readonly workstation?: string;
  /** ApplicationSender. */
  readonly sender?: string;
  /** POPID; left out by default. */
  readonly popId?: string;
  /** Encoding of the till's messages; the terminal's messages name their own. */
  readonly charset?: Charset;
  /** The connection stays open between two requests; false for terminals that want a connection for each request. */
  readonly keepOpen?: boolean;
  /** Begins with a Login; false for terminals that know no login. */
  readonly login?: boolean;
  /** Preferred where a reason has the protocol's text and not the terminal's; `Reason.texts` has both languages. */
  readonly language?: Language;
  /** Milliseconds, see `Timers`. */
  readonly timers?: Partial<Timers>;
}

export interface OpiSettings {
  readonly connection: Extract<Connection, { type: 'tcp' }>;
  readonly currency: string;
  readonly devicePort: number;
  readonly deviceHost: string;
  readonly deviceFrom: string;
  readonly workstation: string;
  readonly sender: string;
  readonly popId: string | undefined;
  readonly charset: Charset;
  readonly keepOpen: boolean;
  readonly login: boolean;
  readonly language: Language;
  readonly timers: Timers;
  readonly refusesVirtual: boolean;
}

/** Checks everything; SettingsError names the key that is wrong. */
export function opiSettings(settings: TerminalSettings): OpiSettings {
  const { connection, currency = 'EUR', profile = 'generic' } = settings;
  if (connection.type !== 'tcp') throw new SettingsError('connection.type', 'must be "tcp" for protocol opi');
  if (currencyNumber(currency) === undefined)
    throw new SettingsError('currency', `${JSON.stringify(currency)} is no currency`);
  if (profile !== 'generic') throw new SettingsError('profile', 'must be left out: protocol opi knows no models');
  const options = checkedOptions(settings.options ?? {});
  return {
    ...DEFAULTS,
    deviceFrom: connection.host,
    ...options,
    timers: { ...DEFAULT_TIMERS, ...options.timers },
    connection,
    currency,
    refusesVirtual: settings.refusesVirtual === true,
  };
}

/** The port at which the till listens for this terminal. */
export const devicePortOf = (settings: TerminalSettings): number => opiSettings(settings).devicePort;

const DEFAULTS = {
  devicePort: 20_007,
  deviceHost: '0.0.0.0',
  workstation: '1',
  sender: 'Tillbridge',
  popId: undefined,
  charset: 'utf-8',
  keepOpen: true,
  login: true,
  language: 'en',
} as const;

type Check = (value: unknown) => boolean;
const isPort: Check = value => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 65_535;
const isName: Check = value => typeof value === 'string' && /^[\w .:*-]{1,60}$/.test(value);
const oneOf =
  (...values: readonly unknown[]): Check =>
  value =>
    values.includes(value);

const NAME = '1 to 60 letters, digits, blanks or _ . : * -';

const CHECKS: Readonly<Record<keyof OpiOptions, readonly [Check, string]>> = {
  devicePort: [isPort, 'a port from 1 to 65535'],
  deviceHost: [isName, 'an address of this machine'],
  deviceFrom: [isName, 'an address, a host name or "*"'],
  workstation: [isName, NAME],
  sender: [isName, NAME],
  popId: [isName, NAME],
  charset: [oneOf('utf-8', 'iso-8859-1'), '"utf-8" or "iso-8859-1"'],
  keepOpen: [oneOf(true, false), 'true or false'],
  login: [oneOf(true, false), 'true or false'],
  language: [oneOf('de', 'en'), '"de" or "en"'],
  timers: [isTimers, `milliseconds for some of ${Object.keys(DEFAULT_TIMERS).join(', ')}`],
};

function checkedOptions(options: Readonly<Record<string, unknown>>): OpiOptions {
  for (const [key, value] of Object.entries(options)) {
    const check = Object.hasOwn(CHECKS, key) ? CHECKS[key as keyof OpiOptions] : undefined;
    if (!check) throw new SettingsError(`options.${key}`, 'is not known to protocol opi');
    if (!check[0](value)) throw new SettingsError(`options.${key}`, `must be ${check[1]}`);
  }
  return options as OpiOptions;
}

function isTimers(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).every(
    ([key, ms]) => Object.hasOwn(DEFAULT_TIMERS, key) && Number.isFinite(ms) && ms >= 0,
  );
}
