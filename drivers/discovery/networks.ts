/** IPv4 networks as CIDR: which addresses are in them, and in which ones this machine is. */
import { networkInterfaces } from 'node:os';

/** Networks larger than this are not searched: 1022 addresses. */
const LARGEST = 22;
/** Of a larger network that this machine is in, the part around its own address. */
const OWN = 24;

/** A network that cannot be searched. */
export class NetworkError extends Error {}

/** The addresses that machines may have in `cidr`, or the one address given. Throws `NetworkError`. */
export function addressesIn(cidr: string): readonly string[] {
  const { address, bits } = parse(cidr);
  if (bits < LARGEST) throw new NetworkError(`${cidr} is too large: /${LARGEST} is the largest network searched`);
  const size = 2 ** (32 - bits);
  const first = address - (address % size);
  const all = Array.from({ length: size }, (_, index) => dotted(first + index));
  // The first address names the network, the last one is everybody.
  return bits < 31 ? all.slice(1, -1) : all;
}

/** Networks this machine is in, as CIDR, loopback left out. */
export function localNetworks(interfaces = networkInterfaces()): readonly string[] {
  const own = Object.values(interfaces).flatMap(entries => entries ?? []);
  const cidrs = own.flatMap(({ family, internal, address, cidr }) =>
    family === 'IPv4' && !internal && cidr ? [networkOf(address, Number(cidr.split('/')[1]))] : [],
  );
  return [...new Set(cidrs)];
}

function networkOf(address: string, bits: number): string {
  const shown = bits < LARGEST ? OWN : bits;
  const { address: number } = parse(address);
  return `${dotted(number - (number % 2 ** (32 - shown)))}/${shown}`;
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
