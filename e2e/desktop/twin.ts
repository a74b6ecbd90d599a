/**
 * A twin of Electron, for machines where its binary cannot be had: the shell's own main process and preload run unchanged on
 * it, with pages of a real Chromium for windows. It stands for the module `electron` (`register.ts`), has the members that the
 * shell uses (`main/electron/surface.ts`), and takes orders from the story that started it. README.md names what differs.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import {
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type {
  BrowserWindowConstructorOptions,
  ForkOptions,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  Rectangle,
} from 'electron';
import type { Electron, ShellSession, WithoutEvents } from '../../main/electron/surface.ts';
import { type Chromium, connectChromium } from './chromium.ts';
import {
  BOX,
  type Facts,
  type ItemFacts,
  type Numbered,
  type Order,
  RELAUNCH,
  SETTINGS,
  type Settings,
} from './orders.ts';
import { type SenderFrame, type TwinEvent, TwinWindow, twinEvent } from './twinWindow.ts';

const settings: Settings = JSON.parse(process.env[SETTINGS]!);
/** Of the `package.json` of the application, as Electron reads it. */
const VERSION: string = JSON.parse(
  readFileSync(join(dirname(process.argv[1]!), '..', '..', 'package.json'), 'utf8'),
).version;
/** An installed application has no path of the application among its arguments. */
if (settings.packaged) process.argv.splice(1, 1);
/** The program of an installed application lies in its own folder. */
const node = process.execPath;
if (settings.packaged) process.execPath = join(settings.home, 'tillbridge');

let chromium: Chromium | null = null;
let screens = settings.screens;
let question: { readonly asked: MessageBoxOptions; answer(response: number): void } | null = null;
/** `usual`: the one that Electron has until the application sets its own. */
let applicationMenu: MenuItemConstructorOptions[] | null | 'usual' = 'usual';
const trays: TwinTray[] = [];
const windows: TwinWindow[] = [];
const external: string[] = [];
/** Files whose place a person was asked for. */
const asked: string[] = [];
const awake: string[] = [];
/** Utility processes by the names of their services. */
const services = new Map<string, ChildProcess>();
const channels = new Map<string, (event: never, ...args: never[]) => unknown>();

function serviceEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { NODE_V8_COVERAGE, ...others } = env;
  return settings.covers ? { ...others, NODE_V8_COVERAGE } : others;
}

/** Electron is ready once the entry module was evaluated, never before. */
const ready = new Promise<void>((resolve, reject) => {
  setImmediate(() => become().then(resolve, reject));
});

async function become(): Promise<void> {
  chromium = await connectChromium(settings.endpoint);
  chromium.on('Target.targetCreated', ({ targetInfo: { type, targetId } }) => {
    if (type === 'page') void closeForeign(targetId);
  });
  chromium.on('Browser.downloadWillBegin', ({ guid, suggestedFilename }) => download(guid, suggestedFilename));
  chromium.on('Browser.downloadProgress', ({ guid, state }) => {
    if (state === 'completed') downloads.get(guid)?.end('completed');
    if (state === 'canceled') downloads.get(guid)?.end('cancelled');
  });
  await chromium.send('Browser.setDownloadBehavior', {
    ...{ behavior: 'allowAndName', downloadPath: settings.home, eventsEnabled: true },
  });
  await chromium.send('Target.setDiscoverTargets', { discover: true });
  takeSignalsOver();
  app.ready = true;
}

/** Pages of the browser itself were there before the application. */
const before = Date.now();
async function closeForeign(targetId: string): Promise<void> {
  const known = () => windows.some(window => window.facts().target === targetId);
  while (windows.some(window => window.facts().target === null) && !known()) await new Promise(setImmediate);
  if (known() || Date.now() - before < 1000) return;
  await chromium!.send('Target.closeTarget', { targetId }).catch(() => undefined);
}

/** A listener may cancel a download or name its place; otherwise Electron asks a person for the place. */
function download(guid: string, name: string): void {
  const event = twinEvent();
  const item = new Download(guid, name);
  downloads.set(guid, item);
  pages.emit('will-download', event, item, {});
  if (event.defaultPrevented) void chromium!.send('Browser.cancelDownload', { guid }).catch(() => undefined);
  else if (item.place === null) asked.push(name);
}

class Download extends EventEmitter {
  place: string | null = null;
  readonly #guid: string;
  readonly #name: string;
  constructor(guid: string, name: string) {
    super();
    this.#guid = guid;
    this.#name = name;
  }
  getFilename = () => this.#name;
  setSavePath = (place: string) => {
    this.place = place;
  };
  end(state: 'completed' | 'cancelled'): void {
    const file = join(settings.home, this.#guid);
    if (state === 'completed' && this.place !== null) renameSync(file, this.place);
    this.emit('done', twinEvent(), state);
  }
}

const downloads = new Map<string, Download>();

/** On POSIX a signal is a request to quit, and what listened before this moment is gone. */
function takeSignalsOver(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.removeAllListeners(signal);
    const own = () => {
      // A listener of the application that came later has taken the signal's place.
      if (process.listenerCount(signal) === 1) app.quit();
    };
    process.on(signal, own);
  }
}

class App extends EventEmitter {
  readonly isPackaged = settings.packaged;
  ready = false;
  #paths = new Map([['userData', join(settings.home, 'Tillbridge')]]);
  #quitting = false;

  getVersion = () => VERSION;
  relaunch: Electron['app']['relaunch'] = ({ execPath } = {}) => {
    console.error(execPath === undefined || execPath === process.execPath ? RELAUNCH : `${RELAUNCH} ${execPath}`);
  };
  /** The list of programs that a sign-in starts, on the systems that have one. */
  #atSignIn = false;
  getLoginItemSettings = () => ({ openAtLogin: this.#atSignIn }) as Electron.LoginItemSettings;
  setLoginItemSettings = ({ openAtLogin = false }: Electron.Settings) => {
    this.#atSignIn = openAtLogin;
  };
  whenReady = () => ready;
  isReady = () => this.ready;
  getPath: Electron['app']['getPath'] = name => this.#paths.get(name) ?? settings.home;
  setPath(name: string, path: string): void {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
      throw new Error(`Failed to set path: ${path} is no folder`);
    this.#paths.set(name, path);
  }

  /** A file in the profile is the lock; a second instance leaves a note beside it, which the first one sees. */
  requestSingleInstanceLock(): boolean {
    const folder = this.getPath('userData');
    const lock = join(folder, 'SingletonLock');
    mkdirSync(folder, { recursive: true });
    if (isHeld(lock)) {
      writeFileSync(join(folder, 'SecondInstance'), JSON.stringify(process.argv));
      return false;
    }
    rmSync(lock, { force: true });
    writeFileSync(openSync(lock, 'wx'), String(process.pid));
    const note = join(folder, 'SecondInstance');
    watch(folder, () => {
      if (!existsSync(note)) return;
      rmSync(note);
      this.emit('second-instance', twinEvent(), [], folder, null);
    }).unref();
    return true;
  }

  /** Asks every listener and every window; one that speaks against it keeps the application. */
  quit(): void {
    if (this.#quitting) return;
    const event = twinEvent();
    this.emit('before-quit', event);
    if (event.defaultPrevented || !open().every(window => window.close())) return;
    this.exit(0);
  }

  /** Ends without a question: neither `close` nor `before-quit` comes. */
  exit(code = 0): void {
    if (this.#quitting) return;
    this.#quitting = true;
    this.emit('quit', twinEvent(), code);
    Promise.all(windows.map(window => window.closePage())).finally(() => process.exit(code));
  }
}

function isHeld(lock: string): boolean {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    return true;
  } catch {
    return false;
  }
}

const app = new App();
const open = () => windows.filter(window => !window.isDestroyed());

/** The permissions that Chromium asks about one by one, by their names in Electron and in the protocol. */
const PERMISSIONS = [
  ['clipboard-sanitized-write', { name: 'clipboard-write' }],
  ['clipboard-read', { name: 'clipboard-read' }],
  ['geolocation', { name: 'geolocation' }],
  ['notifications', { name: 'notifications' }],
  ['media', { name: 'camera' }],
  ['media', { name: 'microphone' }],
  ['idle-detection', { name: 'idle-detection' }],
  ['window-management', { name: 'window-management' }],
] as const;

class Pages extends EventEmitter implements WithoutEvents<ShellSession> {
  /** With those that no script of the page sees. */
  readonly cookies: ShellSession['cookies'] = {
    async get({ url }) {
      const { hostname, pathname } = new URL(url!);
      const { cookies } = await chromium!.send('Storage.getCookies', {});
      const fits = cookies.filter(({ domain, path }) => domain === hostname && pathname.startsWith(path));
      return fits.map(({ name, value }) => ({ name, value })) as Electron.Cookie[];
    },
  };
  #asked: Parameters<ShellSession['setPermissionRequestHandler']>[0] = null;
  #checked: Parameters<ShellSession['setPermissionCheckHandler']>[0] = null;
  setPermissionRequestHandler: ShellSession['setPermissionRequestHandler'] = handler => {
    this.#asked = handler;
  };
  setPermissionCheckHandler: ShellSession['setPermissionCheckHandler'] = handler => {
    this.#checked = handler;
  };
  /** A page of this Chromium finds no device and no screen to share. */
  setDevicePermissionHandler: ShellSession['setDevicePermissionHandler'] = () => undefined;
  setDisplayMediaRequestHandler: ShellSession['setDisplayMediaRequestHandler'] = () => undefined;

  #leaving: Parameters<ShellSession['webRequest']['onBeforeRequest']>[0] | null = null;
  readonly webRequest: ShellSession['webRequest'] = {
    onBeforeRequest: (listener: never) => {
      this.#leaving = listener;
    },
  };
  mayLeave(url: string): boolean {
    let isCancelled = false;
    this.#leaving?.({ url } as never, ({ cancel = false }: Electron.CallbackResponse) => {
      isCancelled = cancel;
    });
    return !isCancelled;
  }

  /** Without a handler Electron grants everything. */
  #grants(permission: string, origin: string): boolean {
    const details = { requestingUrl: `${origin}/`, isMainFrame: true };
    let granted = true;
    this.#asked?.({} as never, permission as never, answer => (granted = answer), details as never);
    return granted && (this.#checked?.(null, permission as never, origin, details as never) ?? true);
  }

  async permit(origin: string): Promise<void> {
    if (!origin.startsWith('http')) return;
    await Promise.all(
      PERMISSIONS.map(([name, permission]) =>
        chromium!.send('Browser.setPermission', {
          ...{ permission, origin },
          setting: this.#grants(name, origin) ? 'granted' : 'denied',
        }),
      ),
    );
  }
}

const pages = new Pages();

class BrowserWindow extends TwinWindow {
  constructor(options: BrowserWindowConstructorOptions) {
    if (!app.ready) throw new Error('Cannot create BrowserWindow before app is ready');
    super(options, {
      chromium: () => chromium!,
      permit: origin => pages.permit(origin),
      answer: async (frame, channel, args) => {
        const handler = channels.get(channel);
        if (!handler) throw new Error(`No handler registered for '${channel}'`);
        return handler({ senderFrame: frame satisfies SenderFrame } as never, ...(args as never[]));
      },
      mayLeave: url => pages.mayLeave(url),
      created: contents => app.emit('web-contents-created', twinEvent(), contents),
    });
    windows.push(this);
  }
}

class TwinTray extends EventEmitter implements WithoutEvents<InstanceType<Electron['Tray']>> {
  image: string;
  words = '';
  items: MenuItemConstructorOptions[] = [];
  constructor(image: string) {
    super();
    this.image = pictureAt(image);
    trays.push(this);
  }
  setImage(image: unknown): void {
    this.image = pictureAt(String(image));
  }
  setToolTip(words: string): void {
    this.words = words;
  }
  setContextMenu(menu: unknown): void {
    this.items = menu as MenuItemConstructorOptions[];
  }
}

/** Electron throws where a picture cannot be read. */
function pictureAt(path: string): string {
  if (!existsSync(path)) throw new Error(`Failed to load image from path '${path}'`);
  return path;
}

const itemsOf = (items: readonly MenuItemConstructorOptions[]): ItemFacts[] =>
  items.map(({ label = null, role = null, enabled = true, checked = null, submenu }) => ({
    ...{ label, role, enabled, checked },
    submenu: submenu ? itemsOf(submenu as MenuItemConstructorOptions[]) : [],
  }));

/** A person chooses an item by its words, in the menu of the application or of the tray. */
function choose(words: string): void {
  const all = (items: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] =>
    items.flatMap(item => [item, ...all((item.submenu as MenuItemConstructorOptions[] | undefined) ?? [])]);
  const own = Array.isArray(applicationMenu) ? applicationMenu : [];
  const item = all([...trays.flatMap(({ items }) => items), ...own]).find(({ label }) => label === words);
  if (item?.enabled !== false) (item?.click as (() => void) | undefined)?.();
}

const displays = () => screens.map((bounds, id) => ({ id, bounds, workArea: bounds }) as Electron.Display);
const screen = Object.assign(new EventEmitter(), {
  getAllDisplays: displays,
  getDisplayMatching: ({ x, y }: Rectangle) =>
    displays().find(({ bounds: b }) => x >= b.x && x < b.x + b.width && y >= b.y && y < b.y + b.height) ??
    displays()[0]!,
});

const powerMonitor = new EventEmitter();

const scrambled = (bytes: Uint8Array) => bytes.map(byte => byte ^ 0xa5);

/** The compiler holds the twin against what the shell uses: a member that is missing here does not compile. */
type Twinned = {
  readonly [K in keyof Electron]: K extends 'BrowserWindow' | 'Tray' | 'session' ? unknown : WithoutEvents<Electron[K]>;
};

const electron = {
  app,
  BrowserWindow,
  screen,
  powerMonitor,
  // A folder of the profile for what Chromium leaves of a crash; nothing is sent.
  crashReporter: {
    start({ uploadToServer = true }: { readonly uploadToServer?: boolean }) {
      if (uploadToServer) throw new Error('submitURL must be a string when uploadToServer is true');
      mkdirSync(join(app.getPath('userData'), 'Crashpad'), { recursive: true });
    },
  },
  session: { defaultSession: pages },
  shell: { openExternal: async (url: string) => void external.push(url) },
  Menu: {
    setApplicationMenu: (menu: unknown) => {
      applicationMenu = menu as MenuItemConstructorOptions[] | null;
    },
    // A menu is its template: nothing is drawn, and a story chooses its items by their words.
    buildFromTemplate: (template: MenuItemConstructorOptions[]) => template as never,
  },
  Tray: TwinTray,
  // The key of the keystore belongs to the user and the machine: here to the folder of the user.
  safeStorage: {
    isEncryptionAvailable: () => settings.keystore !== 'none',
    getSelectedStorageBackend: () =>
      settings.keystore === 'open' ? ('basic_text' as const) : ('gnome_libsecret' as const),
    encryptString: (text: string) => Buffer.from(scrambled(Buffer.from(JSON.stringify({ of: settings.home, text })))),
    decryptString(sealed: Buffer) {
      const { of, text } = JSON.parse(Buffer.from(scrambled(sealed)).toString());
      if (of !== settings.home)
        throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptString.');
      return String(text);
    },
  },
  powerSaveBlocker: { start: (type: string) => awake.push(type) },
  ipcMain: {
    handle(channel: string, listener: (event: never, ...args: never[]) => unknown) {
      if (channels.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
      channels.set(channel, listener);
    },
  },
  dialog: {
    // A box before Electron is ready has no window: nobody sees it, and on Linux it is a line on standard error.
    showErrorBox: (title: string, text: string) => console.error(`${app.ready ? BOX : ''}${title}: ${text}`),
    showMessageBox: (...given: readonly unknown[]) =>
      new Promise<{ response: number }>(resolve => {
        question = {
          asked: given.at(-1) as MessageBoxOptions,
          answer(response) {
            question = null;
            resolve({ response });
          },
        };
      }),
  },
  utilityProcess: {
    fork(program: string, args: string[], { stdio, env, cwd, serviceName = '' }: ForkOptions) {
      if (!app.ready) throw new Error('utilityProcess cannot be created before app is ready');
      const child = fork(program, args, {
        ...{ execPath: node, cwd, env: serviceEnvironment({ ...(env ?? process.env) }), serialization: 'advanced' },
        stdio: [...(stdio as ('pipe' | 'ignore' | 'inherit')[]), 'ipc'],
        execArgv: ['--import', join(import.meta.dirname, 'utilityWorld.ts')],
      });
      services.set(serviceName, child);
      return Object.assign(child, { postMessage: (message: object) => void child.send(message) }) as never;
    },
  },
} satisfies Twinned;

export const twin = electron as unknown as Electron;

const emitTo = (emitter: EventEmitter, name: string, ...args: readonly unknown[]): TwinEvent => {
  const event = twinEvent();
  emitter.emit(name, event, ...args);
  return event;
};

const ACTS: Readonly<{ [K in Order['act']]: (order: Extract<Order, { act: K }>) => void }> = {
  closeWindow: () => void open()[0]?.close(),
  quit: () => app.quit(),
  press: ({ button }) => question?.answer(button),
  plug({ screens: now }) {
    const change = Math.sign(now.length - screens.length);
    const name = ['display-removed', 'display-metrics-changed', 'display-added'][change + 1]!;
    screens = now;
    emitTo(screen, name, displays().at(-1));
  },
  shutdown: () => void powerMonitor.emit('shutdown', twinEvent()),
  lockScreen: () => void powerMonitor.emit('lock-screen'),
  choose: ({ words }) => choose(words),
  endSession: () => void emitTo(windows[0]!, 'session-end'),
  hang: () => void windows[0]?.emit('unresponsive'),
  wake: () => void windows[0]?.emit('responsive'),
  loseGpu: () => void emitTo(app, 'child-process-gone', { type: 'GPU', reason: 'crashed', exitCode: 1 }),
  signalBridge: ({ signal }) => void services.get('Tillbridge bridge')?.kill(signal),
  look: () => undefined,
};

const facts = (): Facts => ({
  windows: open().map(window => window.facts()),
  question: question?.asked ?? null,
  ...{ external, asked, awake },
  menu: applicationMenu === null || applicationMenu === 'usual' ? applicationMenu : itemsOf(applicationMenu),
  trays: trays.map(({ image, words, items }) => ({ image, words, items: itemsOf(items) })),
});

process.on('message', ({ call, content }: Numbered<Order>) => {
  (ACTS[content.act] as (order: Order) => void)(content);
  process.send?.({ call, content: facts() } satisfies Numbered<Facts>);
});
// A story that is gone leaves no application behind.
process.on('disconnect', () => process.exit(1));
