/** The options of `npm run backoffice`, and their faults in one sentence each. */

import { isIP } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigRefusal } from '../world/config.ts';
import { type Environment, refuseUnknownVariables, secretOf } from '../world/environment.ts';
import { SHORTEST_KEY } from '../world/vault.ts';
import { usualShards } from './database/distribution.ts';
import type { OfficeSettings } from './office.ts';
import { readOpenIdSettings } from './people/openIdConnect.ts';
import { currencyFault, zoneFault } from './people/shopFacts.ts';

export const USAGE = `npm run backoffice -- [options]
The back office: takes in what the tills send, and answers with reports.
  --port N          port to listen on, 0 = any free one (default 8700)
  --host H          address to listen on (default 127.0.0.1)
  --data DIR        directory of the embedded database and the log (default data/office; demo data/office-demo)
  --database URL    a PostgreSQL server, postgres://user:password@host/name; without it the embedded one, for the demo and one shop
  --demo            five stores with demo data, people, and the enrolment code DEMO-TILL
  --demo-days N     days of sales that the first start of the demo makes, up to today (default 90)
  --name NAME       a name by which browsers and tills call the back office, for example of the proxy before it; may be
                    given several times, and TILLBRIDGE_OFFICE_ADDRESS counts, too; the addresses of this machine are known
  --trusted-proxy A address or network (10.0.0.0/24) of a proxy whose X-Forwarded-For and X-Forwarded-Proto are believed; may be
                    given several times, as TILLBRIDGE_OFFICE_TRUSTED_PROXIES with commas; without it those headers count for nothing
  --plain-http      other machines may call without TLS, where the network is trusted
  --backlog N       batches that may wait for their turn (default 256); more are asked to come again later
  --help            this text
npm run backoffice -- enrol --store NAME [options]            a code with which one till enrols, for 24 hours; the first one makes the
                    merchant: --merchant NAME, --currency EUR, --time-zone Europe/Berlin; what is left out is asked, and without a
                    keyboard taken from this machine and said; a new store may have its own --time-zone
npm run backoffice -- person USERNAME [options]               a person for the whole chain; prints the password
npm run backoffice -- reset-factor USERNAME [options]         ends the second factor of a person who has lost phone and recovery
                    codes, and the sessions; a person of the whole chain does the same on the page People
npm run backoffice -- restore FILE --data DIR [options]       a new embedded database from a daily dump
npm run backoffice -- rebuild [--from DAY] [--to DAY] [--days] [options]  makes the figures anew from the documents; --days: the
                                                              business days, too, by the start of the day that the tills tell
npm run backoffice -- distribute [--shards N] [--dry-run] [options]  makes the tables of a Citus database distributed; repeating
                    it changes nothing; --shards: of each table (default 64); --dry-run only prints the statements
npm run backoffice -- audit [options]                         checks the chain of the audit log; exit code 1 where it is broken
exit code 0 ended in order, 2 wrong use or configuration (one sentence says which), 1 anything else`;

export type OfficeCommand =
  | { readonly name: 'serve' }
  | { readonly name: 'help' }
  | { readonly name: 'enrol'; readonly store: string; readonly merchant: MerchantOptions }
  | { readonly name: 'person' | 'reset-factor'; readonly username: string }
  | { readonly name: 'restore'; readonly file: string }
  | { readonly name: 'audit' }
  | { readonly name: 'distribute'; readonly shards: number; readonly dryRun: boolean }
  | { readonly name: 'rebuild'; readonly from: string | null; readonly to: string | null; readonly days: boolean };

/** The facts of the merchant that come with its first store; undefined: nobody named the fact. */
export interface MerchantOptions {
  readonly name: string | undefined;
  readonly currency: string | undefined;
  readonly timeZone: string | undefined;
}

const OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  database: { type: 'string' },
  demo: { type: 'boolean' },
  'demo-days': { type: 'string' },
  'plain-http': { type: 'boolean' },
  name: { type: 'string', multiple: true },
  'trusted-proxy': { type: 'string', multiple: true },
  backlog: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  store: { type: 'string' },
  merchant: { type: 'string' },
  currency: { type: 'string' },
  'time-zone': { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  days: { type: 'boolean' },
  shards: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;

const OFFICE = 'TILLBRIDGE_OFFICE_';

/** Every environment variable of the back office. */
export const VARIABLES = [
  ...['ADDRESS', 'DATABASE', 'TRUSTED_PROXIES'],
  ...['OPENID_ISSUER', 'OPENID_CLIENT_ID', 'OPENID_CLIENT_SECRET', 'OPENID_CLIENT_SECRET_FILE', 'OPENID_ALGORITHM'],
  ...['SECOND_FACTOR', 'KEY', 'KEY_FILE'],
  ...['MAIL_SERVER', 'MAIL_SERVER_FILE', 'MAIL_PLAIN_PASSWORD', 'MAIL_FROM', 'MAIL_TIME'],
].map(name => `${OFFICE}${name}`);

/** Throws ConfigRefusal with one sentence. */
export function readSettings(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): { readonly settings: OfficeSettings; readonly command: OfficeCommand } {
  const { values, positionals } = parsed(argv);
  refuseUnknownVariables(environment, VARIABLES, OFFICE);
  const demo = values.demo ?? false;
  const database = values.database ?? environment.TILLBRIDGE_OFFICE_DATABASE ?? null;
  if (database !== null && !/^postgres(ql)?:\/\//.test(database))
    throw new ConfigRefusal('--database must be an address that begins with postgres://.');
  const host = values.host ?? '127.0.0.1';
  if (!isLoopback(host) && !demo && !values['plain-http'])
    throw new ConfigRefusal(
      `${host} can be reached from other machines, and without TLS passwords can be read on the way: put a proxy with TLS before 127.0.0.1, or allow it with --plain-http.`,
    );
  const address = publicAddress(environment.TILLBRIDGE_OFFICE_ADDRESS);
  const proxies = [
    ...(values['trusted-proxy'] ?? []),
    ...(environment.TILLBRIDGE_OFFICE_TRUSTED_PROXIES ?? '').split(',').map(proxy => proxy.trim()),
  ];
  const settings = {
    host,
    port: whole('port', values.port ?? '8700', 65_535),
    data: values.data ?? join('data', demo ? 'office-demo' : 'office'),
    database,
    demo,
    demoDays: whole('demo-days', values['demo-days'] ?? '90', 366),
    backlog: whole('backlog', values.backlog ?? '256', 100_000),
    names: [...(values.name ?? []).map(hostName), ...(address === null ? [] : [new URL(address).hostname])],
    address,
    trustedProxies: proxies.filter(proxy => proxy !== '').map(proxyNetwork),
    key: keyIn(environment),
    openId: readOpenIdSettings(environment, address),
  };
  return { settings, command: commandOf(positionals, values) };
}

function keyIn(environment: Environment): string | null {
  const key = secretOf(environment, 'TILLBRIDGE_OFFICE_KEY') || null;
  if (key === null || key.length >= SHORTEST_KEY) return key;
  throw new ConfigRefusal(
    `TILLBRIDGE_OFFICE_KEY needs at least ${SHORTEST_KEY} characters; "openssl rand -base64 32" makes one.`,
  );
}

/** A name of the Host header: no scheme and no path. */
function hostName(name: string): string {
  if (/^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:\d{1,5})?$/i.test(name)) return name;
  throw new ConfigRefusal(`--name must be a name such as office.example or office.example:8443, and ${name} is none.`);
}

function publicAddress(address: string | undefined): string | null {
  if (!address) return null;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '') return url.origin;
  throw new ConfigRefusal('TILLBRIDGE_OFFICE_ADDRESS must be an address such as https://office.example.');
}

/** An address, or a network as `address/bits`; never everybody. */
function proxyNetwork(proxy: string): string {
  const [address = '', bits, ...more] = proxy.split('/');
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  const isNetwork = bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most);
  if (most > 0 && isNetwork && more.length === 0) return proxy;
  throw new ConfigRefusal(
    `--trusted-proxy must be an address such as 127.0.0.1 or a network such as 10.0.0.0/24, and ${proxy} is none.`,
  );
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ');
    throw new ConfigRefusal(`${sentence}; --help shows the options.`);
  }
}

interface CommandOptions {
  readonly help?: boolean;
  readonly store?: string;
  readonly from?: string;
  readonly to?: string;
  readonly days?: boolean;
  readonly shards?: string;
  readonly 'dry-run'?: boolean;
  readonly merchant?: string;
  readonly currency?: string;
  readonly 'time-zone'?: string;
}

/** Throws ConfigRefusal where a currency or a time zone does not exist. */
function merchantOptions({ merchant, currency, 'time-zone': timeZone }: CommandOptions): MerchantOptions {
  const fault = (currency && currencyFault(currency)) || (timeZone && zoneFault(timeZone));
  if (fault) throw new ConfigRefusal(`${fault}.`);
  return { name: merchant?.trim() || undefined, currency, timeZone };
}

function commandOf(
  [name, ...further]: readonly string[],
  { help, store, from, to, days = false, shards, 'dry-run': dryRun = false, ...more }: CommandOptions,
): OfficeCommand {
  if (help) return { name: 'help' };
  if (name === 'restore' && further.length === 1 && further[0]) return { name, file: further[0] };
  if ((name === 'person' || name === 'reset-factor') && further.length === 1 && further[0])
    return { name, username: further[0] };
  if (further.length > 0) throw new ConfigRefusal(`The back office knows no command "${further[0]}".`);
  if (name === undefined) return { name: 'serve' };
  if (name === 'enrol') {
    if (!store) throw new ConfigRefusal('enrol needs --store NAME.');
    return { name, store, merchant: merchantOptions(more) };
  }
  if (name === 'audit') return { name };
  if (name === 'distribute') return { name, shards: whole('shards', shards ?? String(usualShards), 1024) || 1, dryRun };
  if (name === 'rebuild') return { name, from: day('from', from), to: day('to', to), days };
  throw new ConfigRefusal(
    `The back office knows no command "${name}": leave it out, or say enrol, person USERNAME, reset-factor USERNAME, rebuild, audit, distribute or restore FILE.`,
  );
}

function day(option: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new ConfigRefusal(`--${option} must be a day such as 2026-11-23.`);
}

function whole(option: string, text: string, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number <= most) return number;
  throw new ConfigRefusal(`--${option} must be a whole number from 0 to ${most}.`);
}

const isLoopback = (host: string): boolean => /^(localhost|::1|127(\.\d{1,3}){3})$/i.test(host);
