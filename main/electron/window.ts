/** The window: what its page is allowed, how it looks, and where it stood the last time. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { BrowserWindowConstructorOptions, Rectangle, WebPreferences } from 'electron';
import Type from 'typebox';
import { Value } from 'typebox/value';

/** The page is treated as a stranger: its own process, no Node, no Electron, no way to loosen it. */
export const webPreferences = Object.freeze({
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  safeDialogs: true,
  spellcheck: false,
  // Messages of the terminal must be up to date when the cashier looks back.
  backgroundThrottling: false,
} as const satisfies WebPreferences);

export interface WindowChoices {
  readonly kiosk: boolean;
  readonly packaged: boolean;
  readonly preload: string;
  readonly icon: string;
  readonly bounds: Rectangle | null;
}

const SMALLEST = { width: 1024, height: 700 } as const;
const USUAL = { width: 1280, height: 800 } as const;

export const windowOptions = ({
  kiosk,
  packaged,
  preload,
  icon,
  bounds,
}: WindowChoices): BrowserWindowConstructorOptions => ({
  ...(bounds ?? USUAL),
  minWidth: SMALLEST.width,
  minHeight: SMALLEST.height,
  title: 'Tillbridge',
  icon,
  kiosk,
  show: false,
  autoHideMenuBar: true,
  webPreferences: { ...webPreferences, preload, devTools: !packaged },
});

const side = Type.Integer({ minimum: 1 });
const place = Type.Integer();
const Bounds = Type.Object({ x: place, y: place, width: side, height: side }, { additionalProperties: false });

/** Where the window stood the last time, or null where that is not known or no screen shows it any more. */
export function readBounds(file: string, screens: readonly Rectangle[]): Rectangle | null {
  try {
    const bounds: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Value.Check(Bounds, bounds) && screens.some(screen => reachable(bounds, screen)) ? bounds : null;
  } catch {
    return null;
  }
}

/** A comfort only: a disk that cannot be written must not stand between a person and the question at the end. */
export function writeBounds(file: string, { x, y, width, height }: Rectangle): void {
  try {
    writeFileSync(file, JSON.stringify({ x, y, width, height }));
  } catch {
    // It comes back where it stood before.
  }
}

/** Enough of the title bar to take hold of it, pixels. */
const GRIP = 80;

function reachable(bounds: Rectangle, screen: Rectangle): boolean {
  const seen = Math.min(bounds.x + bounds.width, screen.x + screen.width) - Math.max(bounds.x, screen.x);
  return seen >= GRIP && bounds.y >= screen.y && bounds.y <= screen.y + screen.height - GRIP;
}
