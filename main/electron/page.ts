/**
 * The rights of the page: it stays on the bridge's own pages, writes to the clipboard, fills the screen, and no more. It speaks with
 * the bridge alone, and only while the address is known to be the bridge's: tokens and PINs go to nobody who took its port.
 */

/** True for addresses of the origin the bridge serves; `origin` as `URL.origin` gives it. */
export const ownPage = (url: string, origin: string): boolean => URL.parse(url)?.href.startsWith(`${origin}/`) ?? false;

/** True when a request of the window may leave it. Addresses without a host stay inside of the window. */
export const mayLeave = (url: string, origin: string, isOurs: boolean): boolean =>
  ownPage(url, origin) ? isOurs : !/^(https?|wss?|ftp):/i.test(url);

export type Permission = Parameters<NonNullable<Parameters<Electron.Session['setPermissionRequestHandler']>[0]>>[1];

const ALLOWED: readonly string[] = ['clipboard-sanitized-write', 'fullscreen'] satisfies readonly Permission[];

/** True when a page at `url` may have `permission`. Hardware belongs to the bridge, so every device is refused. */
export const isPermissionAllowed = (permission: string, url: string, origin: string): boolean =>
  ALLOWED.includes(permission) && ownPage(url, origin);
