/** IPv4 networks as CIDR: the addresses in them, and the networks of this machine. */
import { networkInterfaces } from 'node:os';

/** Prefix length of the largest network that is searched: 1022 addresses. */
const LARGEST = 22;
/** Prefix length of the part that is searched of a larger network of this machine, around its own address. */
const NEIGHBOURS = 24;

/** A network that cannot be searched. */
export class NetworkError extends Error {}

/** The addresses that machines may have in `cidr`, or the one address given. Throws `NetworkError`. */
export function addressesIn(cidr: string): readonly string[] {
  const { address, bits } = parse(cidr);
  if (bits < LARGEST) throw new NetworkError(`${cidr} is too large: /${LARGEST} is the largest network searched`);
  const size = 2 ** (32 - bits);
  const first = address - (address % size);
  const all = Array.from({ length: size }, (_, index) => dotted(first + index));
  // The first address names the network, and the last one is its broadcast address.
  return bits < 31 ? all.slice(1, -1) : all;
}

/** The networks of this machine as CIDR, without loopback. */
export function localNetworks(interfaces = networkInterfaces()): readonly string[] {
  const addresses = Object.values(interfaces).flatMap(entries => entries ?? []);
  const cidrs = addresses.flatMap(({ family, internal, address, cidr }) =>
    family === 'IPv4' && !internal && cidr ? [networkOf(address, Number(cidr.split('/')[1]))] : [],
  );
  return [...new Set(cidrs)];
}

function networkOf(address: string, bits: number): string {
  const searched = bits < LARGEST ? NEIGHBOURS : bits;
  const { address: number } = parse(address);
  return `${dotted(number - (number % 2 ** (32 - searched)))}/${searched}`;
}

function parse(cidr: string): { address: number; bits: number } {
  const [, a, b, c, d, bits = '32'] = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?:\/(\d{1,2}))?$/.exec(cidr) ?? [];
  const bytes = [a, b, c, d].map(Number);
  if (a === undefined || bytes.some(byte => byte > 255) || Number(bits) > 32)
    throw new NetworkError(`${cidr} is not an IPv4 network such as 192.168.1.0/24`);
  return { address: bytes.reduce((sum, byte) => sum * 256 + byte, 0), bits: Number(bits) };
}

const dotted = (address: number): string =>
  [24, 16, 8, 0].map(shift => Math.floor(address / 2 ** shift) % 256).join('.');
