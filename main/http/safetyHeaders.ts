/** Headers that bound what a browser does with an answer (OWASP ASVS 5, chapter 3.4). A route that draws a page says its own. */

const GUESSES_NOTHING = { 'x-content-type-options': 'nosniff' } as const;

/** An answer of an API is kept nowhere, draws nothing, stands in no frame, and its address is told to nobody. */
const SEALED = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const;

/** Browsers come back over TLS alone, for a year. */
const STAYS_TLS = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } as const;

const API = /^\/+(api|bridge|oauth|office\/+v1)\//i;

/** Gives the headers for the answer to a request of this address; `isTls`: browsers reach the server over TLS. */
export function safetyHeaders(isTls: boolean): (url: string) => Readonly<Record<string, string>> {
  const page = { ...GUESSES_NOTHING, ...(isTls ? STAYS_TLS : {}) };
  const answer = { ...page, ...SEALED };
  return url => (API.test(url) ? answer : page);
}
