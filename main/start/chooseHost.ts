/** Decides what `npm start` brings up: the desktop window where one can be had, the bridge alone everywhere else. */

/** Facts for and against a window. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly environment: NodeJS.ProcessEnv;
  readonly runsAsRoot: boolean;
  /** Electron's program, or null where it has not been fetched. */
  readonly binary: string | null;
  /** Fetches the program, or null where the package is not installed. */
  readonly installer: string | null;
}

export type Choice =
  | { readonly host: 'desktop'; readonly binary: string }
  /** A window is possible once the program has been fetched. */
  | { readonly host: 'fetch'; readonly installer: string }
  /** `because` continues the sentence "No window, because …". */
  | { readonly host: 'headless'; readonly because: string };

export function chooseHost({ platform, environment, runsAsRoot, binary, installer }: Machine): Choice {
  if (!hasDisplay(platform, environment)) return headless('there is no display');
  if (binary !== null) return { host: 'desktop', binary };
  if (installer === null) return headless('Electron is not installed');
  if (environment.ELECTRON_SKIP_BINARY_DOWNLOAD) return headless('ELECTRON_SKIP_BINARY_DOWNLOAD is set');
  if (runsAsRoot) return headless('Electron does not run as root');
  return { host: 'fetch', installer };
}

const headless = (because: string): Choice => ({ host: 'headless', because });

/** Windows and macOS always have one; elsewhere the desktop session says so. */
const hasDisplay = (platform: NodeJS.Platform, { DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv): boolean =>
  platform === 'win32' || platform === 'darwin' || Boolean(DISPLAY || WAYLAND_DISPLAY);
