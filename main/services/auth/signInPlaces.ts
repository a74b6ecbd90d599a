/**
 * The place of a sign-in: a till that has been here before, this machine, or an address. Guesses are counted by place,
 * so that nobody can lock a till out from somewhere else. Pure.
 */
import { isIPv6 } from 'node:net';

export interface SignInPlace {
  readonly name: string;
  /** A till that somebody signed in at, or this machine. */
  readonly isKnown: boolean;
}

/** A caller who is inside already asks again, for example for a manager's PIN. */
export const INSIDE: SignInPlace = { name: 'inside', isKnown: true };
/** The same at one till: whoever guesses there slows nobody down at another one. */
export const insideOf = (till: string | null): SignInPlace => ({ name: `inside ${till}`, isKnown: true });
const HERE: SignInPlace = { name: 'here', isKnown: true };

export interface RequestSource {
  readonly address: string | undefined;
  /** For whom a server on this machine calls (`X-Forwarded-For` and its like); empty where it does not say. */
  readonly forwarded: string | readonly string[] | undefined;
}

/** Does the caller sit at this machine? */
export const isFromThisMachine = ({ address, forwarded }: RequestSource): boolean =>
  forwarded === undefined && isLoopback(address ?? '');

/** `till`: hash of the cookie of a till that is known, null without one. */
export function placeOf(caller: RequestSource, till: string | null): SignInPlace {
  if (till !== null) return { name: `till ${till}`, isKnown: true };
  if (isFromThisMachine(caller)) return HERE;
  return { name: `address ${network(addressOf(caller))}`, isKnown: false };
}

/** Of the caller; a server on this machine names it. Empty: this machine, or not known. */
export function addressOf(caller: RequestSource): string {
  if (isFromThisMachine(caller)) return '';
  const { address = '', forwarded } = caller;
  return isLoopback(address) ? (String(forwarded).split(',').at(-1)?.trim() ?? '') : address;
}

const isLoopback = (address: string): boolean => address === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/i.test(address);

/** An owner of one IPv6 address has 2^64 of them, so the network counts. */
function network(address: string): string {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  return isIPv6(plain) ? `${expanded(plain).slice(0, 4).join(':')}::/64` : plain;
}

function expanded(address: string): readonly string[] {
  const [before = '', after] = address.replace(/%.*$/, '').split('::');
  const [head, tail] = [before, after ?? ''].map(part => part.split(':').filter(Boolean)) as [string[], string[]];
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return [...head, ...zeros, ...tail].map(group => group.replace(/^0+(?=.)/, ''));
}
