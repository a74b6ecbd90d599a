/** Peers that may connect to this machine: one address, the addresses of a host name, or a network. */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** True when `from` is an address, a host name or a network smaller than "every address" (`/0`). */
export function isPeerFilter(from: unknown): from is string {
  if (typeof from !== 'string') return false;
  if (isIP(from) > 0) return true;
  const network = networkOf(from);
  if (network) return network.bits > 0 && network.bits <= (network.family === 'ipv4' ? 32 : 128);
  return HOST_NAME.test(from) && !NUMBERS.test(from);
}

/** True when only programs of this machine can connect to the host. */
export const isLoopback = (host: string): boolean => /^(127\.\d+\.\d+\.\d+|::1)$/.test(plainAddress(host));

/** True when `from` allows the address. A host name is looked up each time, since its addresses change. */
export async function isAllowedPeer(address: string, from: string): Promise<boolean> {
  const network = networkOf(from);
  if (network) return isIn(address, network);
  if (isIP(from) > 0) return plainAddress(from) === address;
  const known = await lookup(from, { all: true }).catch(() => []);
  return known.some(entry => plainAddress(entry.address) === address);
}

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?$/i;
const NUMBERS = /^[\d.]+$/; // a mistyped address is no host name

interface Network {
  readonly address: string;
  readonly bits: number;
  readonly family: 'ipv4' | 'ipv6';
}

function networkOf(text: string): Network | undefined {
  const [, address = '', bits] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
  const version = isIP(address);
  return version === 0 ? undefined : { address, bits: Number(bits), family: version === 4 ? 'ipv4' : 'ipv6' };
}

function isIn(peer: string, { address, bits, family }: Network): boolean {
  const list = new BlockList();
  list.addSubnet(address, bits, family);
  return isIP(peer) > 0 && list.check(peer, isIP(peer) === 4 ? 'ipv4' : 'ipv6');
}

/** An IPv4 address as it is written, also where it came in through IPv6. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '').toLowerCase();
