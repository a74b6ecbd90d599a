/** The door of the local API: which Host and which Origin may knock (DNS rebinding, foreign web pages), and how a request names its path. */
import type { IncomingMessage } from 'node:http';

export interface HostRules {
  /** Where the bridge listens. */
  readonly host: string;
  /** Further names, with or without port. */
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Is this Host header one of ours? Without a port in the rule any port fits, since tunnels and tests choose theirs. */
export function hostAllowed(host: string | undefined, rules: HostRules): boolean {
  if (!host) return false;
  const name = nameOf(host);
  return (
    LOOPBACK.has(name) ||
    name === rules.host.toLowerCase() ||
    rules.allowedHosts.some(allowed => [host.toLowerCase(), name].includes(allowed.toLowerCase()))
  );
}

/** A page of another origin may not call; our own page names the very host it was loaded from. */
export function originAllowed(origin: string | undefined, host: string | undefined, rules: HostRules): boolean {
  if (origin === undefined) return true;
  if (rules.allowedOrigins.includes(origin)) return true;
  return (
    host !== undefined && hostAllowed(host, rules) && (origin === `http://${host}` || origin === `https://${host}`)
  );
}

const nameOf = (host: string): string => host.toLowerCase().replace(/:\d+$/, '');

/**
 * The fault in how a request names its Host; null when there is none. Of two names a proxy and the bridge might
 * each believe another one, and an address in place of a path names a third.
 */
export function hostFault(rawHeaders: readonly string[], target: string): string | null {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === 'host') hosts += 1;
  if (hosts > 1) return 'a request has one Host header; this one has several';
  return target.startsWith('/') ? null : 'a request names a path, beginning with a slash';
}

const heads = new WeakSet<IncomingMessage>();

/**
 * Gives a request the path and the method that routes know, before anything else looks at it. RFC 9112 lets a client name the whole
 * address (3.2.2), and RFC 9110 wants HEAD wherever GET is (9.3.2): it is answered as GET, and Node, which has seen the first line,
 * sends the head alone.
 */
export function readRequestLine(request: IncomingMessage): void {
  if (request.url !== undefined) request.url = pathOf(request.url, request.headers.host);
  if (request.method !== 'HEAD') return;
  heads.add(request);
  request.method = 'GET';
}

/** An answer without an end has to end at once. */
export const asksForHead = (request: IncomingMessage): boolean => heads.has(request);

/** The target as it came, unless it is an address of this very Host: of two names one would be believed elsewhere. */
function pathOf(target: string, host: string | undefined): string {
  const [, authority, path = ''] = /^https?:\/\/([^/?#]*)([^#]*)$/i.exec(target) ?? [];
  if (authority === undefined || authority.toLowerCase() !== host?.toLowerCase()) return target;
  return path.startsWith('/') ? path : `/${path}`;
}
