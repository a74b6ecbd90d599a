/** The names under which `ownership.ts` records who owns a terminal: one for each port or address by which it is reached. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { plainAddress } from '../allowedPeers.ts';
import { realPort } from './usbAdapter.ts';

/** Looks up the addresses of a host name. */
export type AddressLookup = (host: string) => Promise<readonly string[]>;

/** The name of a serial port; all links to a port have one name. */
export const portName = async (path: string): Promise<string> => `serial:${await realPort(path)}`;

/** The name of a TCP port of this machine at which a terminal is expected. */
export const listeningName = (port: number): string => `tcp-listen:${port}`;

/** The names of a terminal in the network: one for each of its addresses, so that a host name and an address agree. */
export async function networkNames(
  host: string,
  port: number,
  addressesOf: AddressLookup = systemLookup,
): Promise<readonly string[]> {
  const found = isIP(host) > 0 ? [host] : await addressesOf(host);
  const addresses = found.map(plainAddress).map(address => (address === '::1' ? '127.0.0.1' : address));
  return [...new Set(addresses)].sort().map(address => `tcp://${address}:${port}`);
}

const systemLookup: AddressLookup = async host => (await lookup(host, { all: true })).map(({ address }) => address);
