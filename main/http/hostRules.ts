/** The door of the local API: which Host and which Origin may knock (DNS rebinding, foreign web pages). Pure. */

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
