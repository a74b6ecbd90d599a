/** The customer display as a second window: where it stands is decided here, and it moves when a screen is plugged in or out. */
import type { BrowserWindowConstructorOptions, Display, Rectangle } from 'electron';
import type { Config } from '../world/config.ts';
import { keepAlive } from './keepAlive.ts';
import type { Electron, ShellWindow } from './surface.ts';
import { webPreferences } from './window.ts';

export interface DisplayPlace {
  readonly bounds: Rectangle;
  /** Fills its screen without frame or title. */
  readonly fills: boolean;
}

/** A screen of the machine. */
export type ScreenFacts = Pick<Display, 'id' | 'bounds' | 'workArea'>;

/** Size of the display as a common window, for trying it out. */
const WINDOW = { width: 800, height: 480 } as const;

/**
 * Where the customer display stands, or null for nowhere. `second`: on a screen that is not the till's, and nowhere while there
 * is only one, because it would hide the till. `window`: a common window beside the till.
 */
export function displayPlace(
  setting: Config['customerDisplay'],
  screens: readonly ScreenFacts[],
  ofTill: number,
): DisplayPlace | null {
  if (setting === 'off') return null;
  const own = screens.find(({ id }) => id === ofTill);
  // Wayland says of every screen that it begins at 0,0: a window there might cover the till.
  const other = screens.find(
    ({ id, bounds: { x, y } }) => id !== ofTill && (x !== own?.bounds.x || y !== own.bounds.y),
  );
  if (setting === 'second') return other ? { bounds: other.bounds, fills: true } : null;
  const { workArea } = other ?? own ?? { workArea: { x: 0, y: 0, ...WINDOW } };
  const width = Math.min(WINDOW.width, workArea.width);
  const height = Math.min(WINDOW.height, workArea.height);
  return { bounds: { x: workArea.x + workArea.width - width, y: workArea.y, width, height }, fills: false };
}

const windowOptions = (
  { bounds, fills }: DisplayPlace,
  icon: string,
  platform: NodeJS.Platform,
): BrowserWindowConstructorOptions => ({
  ...bounds,
  title: 'Tillbridge',
  icon,
  show: false,
  fullscreen: fills,
  frame: !fills,
  // A window of Linux that cannot have the focus does not fill its screen either.
  focusable: !fills || platform === 'linux',
  skipTaskbar: fills,
  autoHideMenuBar: true,
  // No preload: the page of a customer gets nothing of the shell.
  webPreferences: { ...webPreferences, devTools: false },
});

export interface DisplayParts {
  readonly setting: Config['customerDisplay'];
  readonly icon: string;
  /** Base address of the bridge. */
  readonly url: string;
  /** A code that pairs the window; null while there is no shop. */
  readonly displayCode: () => Promise<string | null>;
  readonly say: (line: string) => void;
}

/** Opens the window where it has a place, and follows the screens from then on. */
export function openDisplayWindow(
  { app, BrowserWindow, screen }: Pick<Electron, 'app' | 'BrowserWindow' | 'screen'>,
  till: ShellWindow,
  { setting, icon, url, displayCode, say }: DisplayParts,
): void {
  if (setting === 'off') return;
  let window: ShellWindow | null = null;

  async function open(place: DisplayPlace): Promise<void> {
    const code = await displayCode();
    if (till.isDestroyed()) return;
    if (code === null) {
      say('The customer display opens once a shop has been set up.');
      return;
    }
    const opened = new BrowserWindow(windowOptions(place, icon, process.platform));
    window = opened;
    opened.once('ready-to-show', () => opened.showInactive());
    opened.on('closed', () => {
      if (window === opened) window = null;
    });
    keepAlive({ app }, opened, `${url}/display#code=${code}`, say);
  }

  /** Screens may come and go while the code is waited for: one after the other. */
  let settled = Promise.resolve();
  const settle = () => {
    settled = settled.then(settleNow);
  };

  async function settleNow(): Promise<void> {
    if (till.isDestroyed()) return;
    const ofTill = screen.getDisplayMatching(till.getBounds()).id;
    const place = displayPlace(setting, screen.getAllDisplays(), ofTill);
    if (!place) {
      window?.destroy();
      window = null;
    } else if (!window) await open(place);
    else if (place.fills) window.setBounds(place.bounds);
  }

  screen.on('display-added', settle);
  screen.on('display-removed', settle);
  screen.on('display-metrics-changed', settle);
  till.once('closed', () => window?.destroy());
  settle();
}
