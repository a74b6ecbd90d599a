/** A stand-in for the electron module: records every call, and lets a test act as Chromium, the system or the person. */
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { BrowserWindowConstructorOptions, ForkOptions, MessageBoxOptions, Rectangle } from 'electron';
import type { CallMessage } from './calls.ts';

type Electron = typeof import('electron');

export interface FakeEvent {
  url?: string;
  prevented: boolean;
  preventDefault(): void;
}

export const event = (url?: string): FakeEvent => ({
  ...(url === undefined ? {} : { url }),
  prevented: false,
  preventDefault() {
    this.prevented = true;
  },
});

export class FakeContents extends EventEmitter {
  openHandler: ((details: { url: string }) => unknown) | null = null;
  crashes = 0;
  setWindowOpenHandler(handler: (details: { url: string }) => unknown) {
    this.openHandler = handler;
  }
  readonly debugger = Object.assign(new EventEmitter(), {
    attach: () => undefined,
    isAttached: () => true,
    sendCommand: async () => undefined,
  });
  readonly prints: { readonly silent?: boolean }[] = [];
  print(options: { readonly silent?: boolean }, answer: (isPrinted: boolean, reason: string) => void) {
    this.prints.push(options);
    answer(false, 'no printer');
  }
  readonly sent: string[] = [];
  send = (channel: string) => void this.sent.push(channel);
  forcefullyCrashRenderer() {
    this.crashes += 1;
  }
}

export class FakeWindow extends EventEmitter {
  readonly webContents = new FakeContents();
  readonly loaded: string[] = [];
  readonly calls: string[] = [];
  /** Nothing may be asked of it any more. */
  destroyed = false;
  bounds: Rectangle = { x: 10, y: 20, width: 1300, height: 900 };
  readonly options: BrowserWindowConstructorOptions;
  constructor(options: BrowserWindowConstructorOptions) {
    super();
    this.options = options;
  }
  loadURL(url: string) {
    if (this.destroyed) throw new TypeError('Object has been destroyed');
    this.loaded.push(url);
    return Promise.resolve();
  }
  getNormalBounds = () => this.bounds;
  getBounds = () => this.bounds;
  setBounds = (bounds: Rectangle) => {
    this.bounds = bounds;
  };
  showInactive = () => void this.calls.push('show');
  destroy() {
    this.destroyed = true;
    this.emit('closed');
  }
  isDestroyed = () => this.destroyed;
  isMinimized() {
    if (this.destroyed) throw new TypeError('Object has been destroyed');
    return true;
  }
  show = () => void this.calls.push('show');
  restore = () => void this.calls.push('restore');
  focus = () => void this.calls.push('focus');
}

class FakeTray extends EventEmitter {
  setImage = () => undefined;
  setToolTip = () => undefined;
  setContextMenu = () => undefined;
}

export class FakeSession {
  readonly handlers = new Map<string, (...args: never[]) => unknown>();
  readonly cookies = { get: async () => [] };
  setPermissionRequestHandler = (handler: () => void) => void this.handlers.set('request', handler);
  setPermissionCheckHandler = (handler: () => boolean) => void this.handlers.set('check', handler);
  setDevicePermissionHandler = (handler: () => boolean) => void this.handlers.set('device', handler);
  setDisplayMediaRequestHandler = (handler: () => void) => void this.handlers.set('display', handler);
  on = (name: string, handler: () => void) => void this.handlers.set(name, handler);
  readonly webRequest = { onBeforeRequest: (handler: () => void) => void this.handlers.set('leave', handler) };
}

export interface FakeOptions {
  readonly packaged?: boolean;
  /** False: another instance holds the lock. */
  readonly first?: boolean;
  readonly home?: string;
  /** Index of the button that a person presses in the next dialog. */
  readonly press?: number;
  readonly screens?: readonly Rectangle[];
}

export function fakeElectron({ packaged = false, first = true, home = '/', press = 0, screens }: FakeOptions = {}) {
  /** The events of the test, in order. */
  const log: string[] = [];
  let fitted: readonly Rectangle[] | null = null;
  const windows: FakeWindow[] = [];
  const questions: MessageBoxOptions[] = [];
  const forks: { program: string; args: readonly string[]; options: ForkOptions; child: FakeChild }[] = [];
  const channels = new Map<string, (...args: unknown[]) => unknown>();
  const pages = new FakeSession();
  let exited: (code: number) => void;
  const exit = new Promise<number>(resolve => {
    exited = resolve;
  });

  const app = Object.assign(new EventEmitter(), {
    isPackaged: packaged,
    getPath: () => home,
    setPath: (name: string, path: string) => void log.push(`${name} ${path}`),
    requestSingleInstanceLock() {
      log.push('lock');
      return first;
    },
    getVersion: () => '0.1.0',
    relaunch: () => void log.push('relaunch'),
    whenReady: async () => void log.push('ready'),
    exit(code: number) {
      log.push(`exit ${code}`);
      exited(code);
    },
  });

  class Window extends FakeWindow {
    constructor(options: BrowserWindowConstructorOptions) {
      super(options);
      log.push('window');
      windows.push(this);
      app.emit('web-contents-created', event(), this.webContents);
    }
  }

  const all = () => fitted ?? screens ?? [{ x: 0, y: 0, width: 1920, height: 1080 }];
  const plugs = new EventEmitter();
  const keystore = {
    isEncryptionAvailable: () => true,
    getSelectedStorageBackend: () => 'kwallet6',
    encryptString: (text: string) => Buffer.from(text, 'utf16le'),
    decryptString: (sealed: Buffer) => sealed.toString('utf16le'),
  };
  const electron = {
    app,
    BrowserWindow: Window,
    Menu: {
      setApplicationMenu: (menu: readonly { label: string }[] | null) =>
        void log.push(`menu ${menu?.map(({ label }) => label)}`),
      buildFromTemplate: (template: unknown) => template,
    },
    Tray: FakeTray,
    powerSaveBlocker: { start: (type: string) => void log.push(`awake ${type}`) },
    screen: Object.assign(plugs, {
      getAllDisplays: () => all().map((area, id) => ({ id, bounds: area, workArea: area })),
      getDisplayMatching: () => ({ id: 0 }),
    }),
    crashReporter: { start: (how: object) => void log.push(`crashes ${JSON.stringify(how)}`) },
    safeStorage: keystore,
    session: { defaultSession: pages },
    powerMonitor: new EventEmitter(),
    shell: { openExternal: async (url: string) => void log.push(`open ${url}`) },
    dialog: {
      showErrorBox: (title: string, text: string) => void log.push(`box ${title}: ${text}`),
      async showMessageBox(...asked: [MessageBoxOptions] | [FakeWindow, MessageBoxOptions]) {
        const [above, options] = asked.length === 1 ? [null, ...asked] : asked;
        if (above?.destroyed) throw new TypeError('Object has been destroyed');
        questions.push(options);
        return { response: press };
      },
    },
    ipcMain: {
      handle: (channel: string, answer: (...args: unknown[]) => unknown) => void channels.set(channel, answer),
    },
    utilityProcess: {
      fork(program: string, args: readonly string[], options: ForkOptions) {
        const child = new FakeChild(log);
        forks.push({ program, args, options, child });
        return child;
      },
    },
  };
  return {
    electron: electron as unknown as Electron,
    app,
    log,
    windows,
    questions,
    forks,
    channels,
    pages,
    /** Screens are plugged in or out. */
    plug(now: readonly Rectangle[]) {
      const event = now.length > all().length ? 'display-added' : 'display-removed';
      fitted = now;
      plugs.emit(event);
    },
    /** The code the application ended with. */
    exit,
  };
}

export class FakeChild extends EventEmitter {
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  /** Messages of the shell. */
  readonly posted: CallMessage[] = [];
  pid: number | undefined;
  readonly #log: string[];
  constructor(log: string[]) {
    super();
    this.#log = log;
  }
  postMessage(message: CallMessage) {
    this.posted.push(message);
  }
  kill() {
    this.#log.push('terminal ends');
    queueMicrotask(() => this.emit('exit', 0));
    return true;
  }
}
