/** The messages between a story and the twin of Electron: a story acts as the system or as a person, and looks. */
import type { BrowserWindowConstructorOptions, MessageBoxOptions, Rectangle } from 'electron';

/** One thing that happens outside the page. */
export type Order =
  /** A person closes the first window at its frame. */
  | { readonly act: 'closeWindow' }
  /** A person quits the application by the system. */
  | { readonly act: 'quit' }
  /** A person presses this button of the question that is open. */
  | { readonly act: 'press'; readonly button: number }
  /** Screens are plugged in or out, or change; the first one is the till's. */
  | { readonly act: 'plug'; readonly screens: readonly Rectangle[] }
  /** The system shuts down. */
  | { readonly act: 'shutdown' }
  /** The session of the person ends, as Windows says it. */
  | { readonly act: 'endSession' }
  /** The page of the first window does not answer any more, or does again. */
  | { readonly act: 'hang' | 'wake' }
  /** The process of the graphics card is gone. */
  | { readonly act: 'loseGpu' }
  /** The process of the bridge gets a signal: it is killed, blocked, or goes on. */
  | { readonly act: 'signalBridge'; readonly signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' }
  /** A person chooses an item of the application's menu or of the tray. */
  | { readonly act: 'choose'; readonly words: string }
  /** A person locks the screen of the system. */
  | { readonly act: 'lockScreen' }
  /** Only looks. */
  | { readonly act: 'look' };

export interface WindowFacts {
  readonly options: BrowserWindowConstructorOptions;
  readonly bounds: Rectangle;
  readonly shown: boolean;
  readonly focused: number;
  /** Target of the debugging protocol, null until the page exists. */
  readonly target: string | null;
  readonly prints: readonly { readonly silent: boolean; readonly bytes: number }[];
}

/** Everything that a story can see of the application beside its pages. */
export interface Facts {
  readonly windows: readonly WindowFacts[];
  readonly question: MessageBoxOptions | null;
  /** Addresses that were given to the system's browser. */
  readonly external: readonly string[];
  /** Files whose place a person was asked for. */
  readonly asked: readonly string[];
  readonly awake: readonly string[];
  /** `usual`: the one that Electron has until the application sets another; null: none. */
  readonly menu: readonly ItemFacts[] | 'usual' | null;
  readonly trays: readonly { readonly image: string; readonly words: string; readonly items: readonly ItemFacts[] }[];
}

export interface ItemFacts {
  readonly label: string | null;
  readonly role: string | null;
  readonly enabled: boolean;
  /** null: no item to tick. */
  readonly checked: boolean | null;
  readonly submenu: readonly ItemFacts[];
}

export interface Numbered<T> {
  readonly call: number;
  readonly content: T;
}

/** Begins a line on standard error that a person sees as a box. */
export const BOX = '[box] ';

/** A line on standard error: the application starts again behind its end. */
export const RELAUNCH = '[relaunch]';

/** How the twin is started, by its environment. */
export const SETTINGS = 'ELECTRON_TWIN';

export interface Settings {
  /** Address of the Chromium's debugging protocol. */
  readonly endpoint: string;
  /** True: as an installed application, whose things are below `home`. */
  readonly packaged: boolean;
  readonly home: string;
  readonly screens: readonly Rectangle[];
  /** Of the system: closed to others, open to everybody, or not there. */
  readonly keystore: 'closed' | 'open' | 'none';
  /** True: the bridge notes the lines that ran, too, as the shell always does. */
  readonly covers: boolean;
}
