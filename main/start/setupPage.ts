/** Addresses at which the person at this machine opens the bridge. */

/** The code stands behind the hash, so that it never leaves the browser with the address. */
export const setupPage = (url: string, code: string): string => `${loopback(url)}/#code=${code}`;

/** `url` as this machine opens it: a bridge that listens on every address is found at the loopback one. */
export const loopback = (url: string): string => url.replace(/\/\/(0\.0\.0\.0|\[::\])(?=:|$)/, '//127.0.0.1');
