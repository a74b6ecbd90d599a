/**
 * Rules for the addresses of pushes. Callers choose the URL, so without these rules the bridge could be sent to ask
 * machines that only it can reach (server-side request forgery).
 */
import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';

export interface AddressRules {
  /** Machines of the own network may be receivers, too. */
  readonly allowPrivate: boolean;
  /** Host names or addresses that are always allowed, with or without a port. */
  readonly allow: readonly string[];
  /** This machine may be a receiver: for demo installations. */
  readonly loopback: boolean;
}

export interface AddressFault {
  readonly reason: string;
  /** The setting that would allow it; null where none does. */
  readonly setting: string | null;
}

/** Longer addresses are no addresses; a header or a row of a log has to hold them. */
export const LONGEST = 2048;
/** Between the ends of an address; at its ends every reader of addresses leaves them out. */
const CONTROLS = /\p{Cc}/u;

/**
 * The reason why this URL is never asked, or null. The address behind a name is checked when it is known:
 * `guardedLookup`.
 */
export const refusalOf = (text: string, rules: AddressRules): string | null =>
  addressFault(text, rules)?.reason ?? null;

/** The same with the setting that decides about it. */
export function addressFault(text: string, rules: AddressRules): AddressFault | null {
  const url = URL.parse(text);
  if (text.length > LONGEST) return never(`the push URL is longer than ${LONGEST} characters`);
  if (!url || url.hostname === '') return never('the push URL is not a URL, such as https://shop.example/push');
  if (CONTROLS.test(text.trim())) return never('the push URL holds control characters');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return never(`the scheme ${url.protocol} is not http or https`);
  if (url.username || url.password) return never('the push URL holds credentials');
  if (named(url, rules)) return null;
  const port = Number(url.port);
  if (port > 0 && port < 1024 && port !== 80 && port !== 443)
    return { reason: `port ${port} belongs to a service that is not the web`, setting: ALLOW };
  const host = hostOf(url);
  const address = LOOPBACK_NAME.test(host) ? '127.0.0.1' : host;
  if (isIP(address) === 0 || permitted(address, rules)) return null;
  return { reason: address === host ? notAllowed(host) : `${host}: ${notAllowed(address)}`, setting: ALLOW_PRIVATE };
}

const never = (reason: string): AddressFault => ({ reason, setting: null });

const ALLOW = 'a receiver is allowed wherever it is once the setting push.allow names it with its port';
const ALLOW_PRIVATE =
  'the setting push.allow names receivers that are allowed wherever they are, push.allowPrivate allows those of the own network';

const LOOPBACK_NAME = /(^|\.)localhost\.?$/;

/** Resolves like the system does and keeps the permitted addresses; the connection goes to an address from here. */
export function guardedLookup(rules: AddressRules): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '');
      const known = rules.allow.some(allowed => nameOf(allowed) === hostname.toLowerCase());
      const addresses = known ? found : found.filter(({ address }) => permitted(address, rules));
      const [first] = addresses;
      if (!first) return done(refused(hostname, found), '');
      if (options.all) return done(null, addresses);
      done(null, first.address, first.family);
    });
  };
}

/** Code of the error that means: refused by rule, not by the network. */
export const REFUSED = 'ERR_ADDRESS_REFUSED';

const refused = (hostname: string, found: readonly LookupAddress[]) =>
  Object.assign(new Error(`${hostname}: ${found.map(({ address }) => notAllowed(address)).join(', ')}`), {
    code: REFUSED,
  });

const notAllowed = (address: string) => `the address ${address} is not a public one`;

/** With its port, or under its name alone. */
function named(url: URL, { allow }: AddressRules): boolean {
  const names = new Set([url.host, url.hostname, hostOf(url)]);
  return allow.some(allowed => names.has(allowed.toLowerCase()));
}

/** Brackets are how a URL writes an IPv6 address. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

const nameOf = (allowed: string): string => allowed.toLowerCase().replace(/:\d+$/, '');

function permitted(address: string, rules: AddressRules): boolean {
  const [plain = ''] = address.split('%');
  return (
    rules.allow.includes(plain) ||
    (isIn(INTERNET, plain) && !isIn(SPECIAL, plain)) ||
    (rules.loopback && isIn(LOOPBACK, plain)) ||
    (rules.allowPrivate && isIn(PRIVATE, plain) && !isIn(CLOUD, plain))
  );
}

/** Machines that a client of the API may name for the shop, beside the receivers of pushes. */
export type PlaceKind = 'terminal' | 'printer' | 'office';

/** Where each kind of machine may be: terminals and printers stand in the shop, a back office also in the Internet. */
const PLACES: Readonly<Record<PlaceKind, { readonly internet: boolean }>> = {
  terminal: { internet: false },
  printer: { internet: false },
  office: { internet: true },
};

/** True where a client may name a machine of this kind at this address. `loopback`: this machine, in a demo or training. */
export function mayStandAt(kind: PlaceKind, address: string, { loopback }: Pick<AddressRules, 'loopback'>): boolean {
  const [plain = ''] = address.split('%');
  if (isIP(plain) === 0) return false;
  if (isIn(LOOPBACK, plain)) return loopback;
  if (isIn(PRIVATE, plain) || isIn(SHARED, plain)) return !isIn(CLOUD, plain);
  return PLACES[kind].internet && isIn(INTERNET, plain) && !isIn(SPECIAL, plain);
}

/** An IPv4 address written as an IPv6 one is judged as what it is. */
const isIn = (list: () => BlockList, address: string): boolean =>
  list().check(address, isIPv4(address) ? 'ipv4' : 'ipv6');

type Subnet = readonly [network: string, prefix: number];

/** Made when an address is judged by it for the first time. */
function listOf(subnets: readonly Subnet[]): () => BlockList {
  let list: BlockList | null = null;
  return () => {
    if (list !== null) return list;
    list = new BlockList();
    for (const [network, prefix] of subnets) list.addSubnet(network, prefix, isIPv4(network) ? 'ipv4' : 'ipv6');
    return list;
  };
}

const LOOPBACK_NETS: readonly Subnet[] = [
  ['127.0.0.0', 8],
  ['::1', 128],
];
const LOOPBACK = listOf(LOOPBACK_NETS);

const PRIVATE = listOf([...LOOPBACK_NETS, ['10.0.0.0', 8], ['172.16.0.0', 12], ['192.168.0.0', 16], ['fc00::', 7]]);

/** Networks that a provider or a VPN gives its machines (RFC 6598). */
const SHARED = listOf([['100.64.0.0', 10]]);

/** Inside such a network, but it answers with the secrets of a cloud machine. */
const CLOUD = listOf([
  ['fd00:ec2::254', 128],
  ['100.100.100.200', 32],
]);

/** Addresses of the Internet … */
const INTERNET = listOf([
  ['0.0.0.0', 0],
  ['2000::', 3],
]);

/** … and what of it is not (IANA special-purpose registries), or belongs to the inside of a cloud. */
const SPECIAL = listOf([
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]);
