import { EventEmitter, once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boot, type ShellParts } from './boot.ts';
import { event, type FakeContents, type FakeOptions, type FakeWindow, fakeElectron } from './electron.fixture.ts';
import type { Unfinished } from './gate.ts';
import { UNRESPONSIVE_FOR } from './reloadDelays.ts';
import { channels } from './shellChannel.ts';

const URL_OF_BRIDGE = 'http://127.0.0.1:8640';
const here = process.cwd();
let data: string;

beforeEach(() => {
  data = realpathSync(mkdtempSync(join(tmpdir(), 'tillbridge-shell-')));
});
afterEach(() => {
  process.chdir(here);
  rmSync(data, { recursive: true, force: true });
});

interface Case extends FakeOptions {
  readonly options?: readonly string[];
  readonly unfinished?: Unfinished;
  /** A manager has permitted to leave the kiosk. */
  readonly permitted?: boolean;
  readonly refusal?: Error;
  readonly closing?: () => Promise<void>;
}

const NOTHING: Unfinished = { running: 0, unknown: 0, midTender: 0 };

/** Boots the shell on a stand-in for Electron and a stand-in for the bridge. */
function begin({
  options = ['--data', data],
  unfinished = NOTHING,
  permitted = false,
  refusal,
  closing,
  ...fake
}: Case = {}) {
  const shell = fakeElectron(fake);
  const told: string[] = [];
  const announced = new EventEmitter();
  const started: { options: readonly string[]; environment: NodeJS.ProcessEnv }[] = [];
  const around: ShellParts = {
    argv: fake.packaged ? ['tillbridge', ...options] : ['electron', '/tillbridge', ...options],
    environment: { LANG: 'de' },
    folder: '/shell',
    icon: '/icon.png',
    async startBridge(given, environment) {
      shell.log.push('bridge');
      started.push({ options: given, environment });
      if (refusal) throw refusal;
      return {
        url: URL_OF_BRIDGE,
        unfinished: () => unfinished,
        takeExit: () => permitted,
        async close() {
          await closing?.();
          shell.log.push('bridge ends');
        },
      };
    },
    announce: line => {
      told.push(line);
      announced.emit('line');
    },
    say: line => void told.push(line),
    explain: async error => {
      told.push((error as Error).message);
      return 2;
    },
  };
  const ready = once(announced, 'line');
  const ending = boot(shell.electron, around);
  return { ...shell, ending, started, told, ready, window: () => shell.windows[0] as FakeWindow };
}

async function opened(settings?: Case) {
  const shell = begin(settings);
  await shell.ready;
  return { ...shell, page: shell.window().webContents as FakeContents };
}

describe('the start', () => {
  it('takes one step after the other and says when it is ready', async () => {
    const { log, told, started, window } = await opened();
    expect(log).toEqual([
      'sandbox',
      `userData ${join(data, 'desktop')}`,
      'lock',
      'ready',
      'bridge',
      'menu null',
      'window',
    ]);
    expect(told).toEqual([`tillbridge ready ${URL_OF_BRIDGE}`]);
    expect(started).toEqual([{ options: ['--data', data], environment: { LANG: 'de' } }]);
    expect(window().loaded).toEqual([URL_OF_BRIDGE]);
  });

  it('does what must precede readiness before anything else runs', () => {
    const { log } = begin();
    expect(log.slice(0, 4)).toEqual(['sandbox', `userData ${join(data, 'desktop')}`, 'lock', 'ready']);
  });

  it('ends quietly when this data directory has a window already, and shows that one', async () => {
    const { exit, log } = begin({ first: false });
    expect(await exit).toBe(0);
    expect(log).not.toContain('bridge');
    const { app, window } = await opened();
    app.emit('second-instance');
    expect(window().calls).toEqual(['restore', 'focus']);
  });

  it('gives the demo a terminal in a process of its own, and ends it last', async () => {
    const shell = begin({ options: ['--data', data, '--demo'] });
    await vi.waitFor(() => expect(shell.forks).toHaveLength(1));
    const [fork] = shell.forks;
    expect(fork).toMatchObject({
      program: join('/shell', 'virtualTerminal.js'),
      args: ['--port', '0', '--control', '0', '--state', join(data, 'virtual-terminal-state.json')],
      options: { stdio: ['ignore', 'pipe', 'inherit'] },
    });
    fork!.child.stdout.write('terminal ready 127.0.0.1:20123\n');
    await shell.ready;
    expect(JSON.parse(shell.started[0]!.environment.TILLBRIDGE_TERMINALS!)).toEqual([
      { protocol: 'zvt', connection: { type: 'tcp', host: '127.0.0.1', port: 20123 }, options: { questions: true } },
    ]);
    await shell.ending.end();
    expect(shell.log.slice(-3)).toEqual(['bridge ends', 'terminal ends', 'exit 0']);
  });

  it('ends with the terminal that does not start', async () => {
    const shell = begin({ options: ['--data', data, '--demo'] });
    await vi.waitFor(() => expect(shell.forks).toHaveLength(1));
    shell.forks[0]!.child.emit('exit', 1);
    expect(await shell.exit).toBe(2);
    expect(shell.told).toEqual(['the virtual terminal ended with 1']);
  });

  it.each([false, true])('explains what it cannot start with, in a box when installed (%s)', async packaged => {
    const { exit, told, log } = begin({ packaged, refusal: new Error('Port 8640 is in use.') });
    expect(await exit).toBe(2);
    expect(told).toEqual(['Port 8640 is in use.']);
    expect(log.includes('box Tillbridge: Port 8640 is in use.')).toBe(packaged);
  });

  it('explains wrong options', async () => {
    const { exit, told } = begin({ options: ['--prot', '1'] });
    expect(await exit).toBe(2);
    expect(told.join()).toContain('--prot');
  });

  it('keeps the things of an installed application in the folder of the user', async () => {
    const plain = await opened({ packaged: true, home: data, options: [] });
    expect(plain.started[0]?.options).toEqual([]);
    expect(plain.log).toContain(`userData ${join(data, 'data', 'shop', 'desktop')}`);
    writeFileSync(join(data, 'tillbridge.json'), JSON.stringify({ data: 'books' }));
    const configured = await opened({ packaged: true, home: data, options: [] });
    expect(configured.started[0]?.options).toEqual(['--config', 'tillbridge.json']);
    expect(configured.log).toContain(`userData ${join(data, 'books', 'desktop')}`);
  });

  it('leaves an installed application where it is when it is told where its things are', async () => {
    const { started } = await opened({ packaged: true, home: '/nowhere', options: [`--data=${data}`] });
    expect(started[0]?.options).toEqual([`--data=${data}`]);
    expect(process.cwd()).toBe(here);
  });
});

describe('the window', () => {
  const usual = {
    width: 1280,
    height: 800,
    minWidth: 1024,
    minHeight: 700,
    title: 'Tillbridge',
    icon: '/icon.png',
    kiosk: false,
    show: false,
    autoHideMenuBar: true,
    webPreferences: {
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
      backgroundThrottling: false,
      preload: join('/shell', 'preload.cjs'),
      devTools: true,
    },
  };

  it('has exactly these options', async () => {
    const { window } = await opened();
    expect(window().options).toEqual(usual);
  });

  it('has no developer tools when installed', async () => {
    const { window } = await opened({ packaged: true });
    expect(window().options).toEqual({ ...usual, webPreferences: { ...usual.webPreferences, devTools: false } });
  });

  it('fills the screen and keeps it awake as a kiosk', async () => {
    const { window, log, started } = await opened({ options: ['--data', data, '--kiosk'] });
    expect(window().options).toEqual({ ...usual, kiosk: true });
    expect(log).toContain('awake prevent-display-sleep');
    expect(started[0]?.options).toEqual(['--data', data]);
  });

  it('appears when it has something to show', async () => {
    const { window } = await opened();
    expect(window().calls).toEqual([]);
    window().emit('ready-to-show');
    expect(window().calls).toEqual(['show']);
  });

  it('comes back where it stood', async () => {
    const before = await opened();
    before.window().bounds = { x: 100, y: 50, width: 1400, height: 950 };
    before.window().emit('close', event());
    const after = await opened();
    expect(after.window().options).toEqual({ ...usual, x: 100, y: 50, width: 1400, height: 950 });
  });

  it.each([
    ['stood on a screen that is gone', { x: 2000, y: 50, width: 1400, height: 950 }],
    ['stood above the screen', { x: 100, y: -300, width: 1400, height: 950 }],
    ['has no size', { x: 100, y: 50, width: 0, height: 950 }],
    ['comes with more than a place', { x: 100, y: 50, width: 1400, height: 950, frame: false }],
    ['is no place at all', 'left'],
  ])('comes back in the middle when what it remembers %s', async (_title, remembered) => {
    await opened();
    writeFileSync(join(data, 'desktop', 'window.json'), JSON.stringify(remembered));
    const { window } = await opened();
    expect(window().options).toEqual(usual);
  });

  it('remembers in plain JSON', async () => {
    const { window } = await opened();
    window().emit('close', event());
    expect(JSON.parse(readFileSync(join(data, 'desktop', 'window.json'), 'utf8'))).toEqual(window().bounds);
  });
});

describe('the doors', () => {
  it.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])(
    '%s leads nowhere but to the bridge',
    async name => {
      const { page } = await opened();
      const away = event('https://elsewhere.example/');
      const home = event(`${URL_OF_BRIDGE}/docs`);
      page.emit(name, away);
      page.emit(name, home);
      expect([away.prevented, home.prevented]).toEqual([true, false]);
    },
  );

  it('opens no other window and no page within the page', async () => {
    const { page } = await opened();
    expect(page.openHandler?.({ url: `${URL_OF_BRIDGE}/` })).toEqual({ action: 'deny' });
    const attached = event();
    page.emit('will-attach-webview', attached);
    expect(attached.prevented).toBe(true);
  });

  it('answers every question about permissions', async () => {
    const { pages } = await opened();
    const ask = (permission: string, requestingUrl: string) => {
      const answers: boolean[] = [];
      pages.handlers.get('request')?.(
        ...([null, permission, (answer: boolean) => answers.push(answer), { requestingUrl }] as never[]),
      );
      return answers;
    };
    const check = (...asked: unknown[]) => pages.handlers.get('check')?.(...(asked as never[]));
    expect(ask('fullscreen', `${URL_OF_BRIDGE}/`)).toEqual([true]);
    expect(ask('fullscreen', 'https://elsewhere.example/')).toEqual([false]);
    expect(ask('serial', `${URL_OF_BRIDGE}/`)).toEqual([false]);
    expect(check(null, 'clipboard-sanitized-write', URL_OF_BRIDGE)).toBe(true);
    expect(check(null, 'local-network-access', URL_OF_BRIDGE)).toBe(false);
    expect(pages.handlers.get('device')?.()).toBe(false);
    const streams: unknown[] = [];
    pages.handlers.get('display')?.(...([{}, (stream: unknown) => streams.push(stream)] as never[]));
    expect(streams).toEqual([null]);
  });

  it('answers the channels of the contract and no other', async () => {
    const { channels: answered } = await opened();
    expect([...answered.keys()]).toEqual(Object.values(channels));
  });

  it('hears its own page only', async () => {
    const { channels: answered, log } = await opened();
    const quit = answered.get(channels.quit)!;
    const sender = { url: `${URL_OF_BRIDGE}/`, parent: null };
    expect(() => quit({ senderFrame: { ...sender, url: 'https://elsewhere.example/' } })).toThrow('refused');
    expect(() => quit({ senderFrame: { ...sender, parent: {} } })).toThrow('refused');
    expect(() => quit({ senderFrame: null })).toThrow('refused');
    expect(() => quit({ senderFrame: sender }, '__proto__')).toThrow('refused');
    expect(log).not.toContain('exit 0');
    await quit({ senderFrame: sender });
    expect(log.at(-1)).toBe('exit 0');
  });
});

describe('the end', () => {
  const paying: Unfinished = { running: 1, unknown: 0, midTender: 1 };
  const wishes = [
    ['closing the window', shell => shell.window().emit('close', event())],
    ['quitting', shell => shell.app.emit('before-quit', event())],
  ] as const satisfies readonly (readonly [string, (shell: Awaited<ReturnType<typeof opened>>) => unknown])[];

  it.each(wishes)('%s closes the bridge, then the application', async (_title, wish) => {
    const shell = await opened();
    wish(shell);
    expect(await shell.exit).toBe(0);
    expect(shell.log.slice(-2)).toEqual(['bridge ends', 'exit 0']);
    expect(shell.questions).toEqual([]);
  });

  it.each(wishes)('%s asks first while a payment runs, and stays', async (_title, wish) => {
    const shell = await opened({ unfinished: paying, press: 0 });
    wish(shell);
    wish(shell);
    await vi.waitFor(() => expect(shell.questions).toHaveLength(1));
    expect(shell.questions[0]).toMatchObject({ defaultId: 0, cancelId: 0, buttons: ['Weiterarbeiten', 'Beenden'] });
    expect(shell.questions[0]?.detail).toMatch(/läuft eine Zahlung.*zum Teil bezahlt/s);
    expect(shell.log.at(-1)).toBe('window');
  });

  it.each(wishes)('%s is refused in a kiosk that no manager has permitted to leave', async (_title, wish) => {
    const shell = await opened({ options: ['--data', data, '--kiosk'] });
    wish(shell);
    const quit = shell.channels.get(channels.quit)!;
    expect(await quit({ senderFrame: { url: `${URL_OF_BRIDGE}/`, parent: null } })).toBe(false);
    expect(shell.log).not.toContain('exit 0');
  });

  it.each(wishes)('%s leaves a kiosk with the permission of a manager', async (_title, wish) => {
    const shell = await opened({ options: ['--data', data, '--kiosk'], permitted: true });
    wish(shell);
    expect(await shell.exit).toBe(0);
  });

  it('of the machine ends a kiosk without asking anybody', async () => {
    const shell = await opened({ options: ['--data', data, '--kiosk'] });
    await shell.ending.end();
    expect(await shell.exit).toBe(0);
  });

  it('is asked about also where the place of the window cannot be written', async () => {
    const shell = await opened({ unfinished: paying });
    mkdirSync(join(data, 'desktop', 'window.json'));
    const closing = event();
    shell.window().emit('close', closing);
    expect(closing.prevented).toBe(true);
    await vi.waitFor(() => expect(shell.questions).toHaveLength(1));
  });

  it('is asked about also without a window, every time', async () => {
    const shell = await opened({ unfinished: paying });
    shell.window().destroyed = true;
    const quit = shell.channels.get(channels.quit)!;
    for (const times of [1, 2]) {
      await quit({ senderFrame: { url: `${URL_OF_BRIDGE}/`, parent: null } });
      expect(shell.questions).toHaveLength(times);
    }
    expect(() => shell.app.emit('second-instance')).not.toThrow();
  });

  it('is asked about again after a question that could not be asked', async () => {
    const shell = await opened({ unfinished: paying });
    const { dialog } = shell.electron;
    const { showMessageBox } = dialog;
    dialog.showMessageBox = () => Promise.reject(new Error('no display'));
    shell.app.emit('before-quit', event());
    await vi.waitFor(() => expect(shell.told.at(-1)).toContain('no display'));
    dialog.showMessageBox = showMessageBox;
    shell.app.emit('before-quit', event());
    await vi.waitFor(() => expect(shell.questions).toHaveLength(1));
  });

  it('ends against the advice of the question', async () => {
    const shell = await opened({ unfinished: { ...paying, running: 0 }, press: 1 });
    shell.window().emit('close', event());
    expect(await shell.exit).toBe(0);
  });

  it('asks nothing when nothing is unfinished', async () => {
    const shell = await opened({ unfinished: { running: 0, unknown: 0, midTender: 0 } });
    shell.window().emit('close', event());
    expect(await shell.exit).toBe(0);
    expect(shell.questions).toEqual([]);
  });

  it('stops the window from closing by itself', async () => {
    const { window, app } = await opened();
    for (const [emitter, name] of [
      [window(), 'close'],
      [app, 'before-quit'],
    ] as const) {
      const closing = event();
      emitter.emit(name, closing);
      expect(closing.prevented).toBe(true);
    }
  });

  it('happens once, however often it is asked for', async () => {
    const { ending, log } = await opened();
    await Promise.all([ending.end(), ending.end(), ending.end()]);
    expect(log.filter(step => step === 'bridge ends' || step.startsWith('exit'))).toEqual(['bridge ends', 'exit 0']);
  });

  it('comes even when the bridge cannot close, and says so', async () => {
    const { ending, exit, told } = await opened({ closing: () => Promise.reject(new Error('disk full')) });
    await ending.end();
    expect(await exit).toBe(1);
    expect(told.at(-1)).toContain('disk full');
  });
});

describe('when something fails', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
  afterEach(() => void vi.useRealTimers());

  it('loads a crashed page again, later each time', async () => {
    const { page, window, told } = await opened();
    page.emit('render-process-gone', event(), { reason: 'crashed', exitCode: 5 });
    vi.advanceTimersByTime(0);
    expect(window().loaded).toHaveLength(2);
    expect(told.at(-1)).toBe('The screen failed (page crashed) and is loaded again in 0 s.');
    page.emit('render-process-gone', event(), { reason: 'crashed', exitCode: 5 });
    vi.advanceTimersByTime(999);
    expect(window().loaded).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(window().loaded).toHaveLength(3);
  });

  it('loads again after a lost GPU and a failed load of the page, not of a frame', async () => {
    const { app, page, window } = await opened();
    app.emit('child-process-gone', event(), { type: 'Utility', reason: 'crashed' });
    page.emit('did-fail-load', event(), -102, 'REFUSED', URL_OF_BRIDGE, false);
    vi.advanceTimersByTime(60_000);
    expect(window().loaded).toHaveLength(1);
    app.emit('child-process-gone', event(), { type: 'GPU', reason: 'crashed' });
    vi.advanceTimersByTime(0);
    page.emit('did-fail-load', event(), -102, 'REFUSED', URL_OF_BRIDGE, true);
    vi.advanceTimersByTime(1_000);
    expect(window().loaded).toHaveLength(3);
  });

  it('ends the process of a page that stays deaf, and spares one that comes back', async () => {
    const { page, window } = await opened();
    window().emit('unresponsive');
    vi.advanceTimersByTime(UNRESPONSIVE_FOR - 1);
    window().emit('responsive');
    vi.advanceTimersByTime(UNRESPONSIVE_FOR);
    expect(page.crashes).toBe(0);
    window().emit('unresponsive');
    vi.advanceTimersByTime(UNRESPONSIVE_FOR);
    expect(page.crashes).toBe(1);
  });

  it('leaves a closed window alone', async () => {
    const { app, page, window } = await opened();
    page.emit('render-process-gone', event(), { reason: 'crashed', exitCode: 5 });
    window().emit('unresponsive');
    window().emit('closed');
    window().destroyed = true;
    app.emit('child-process-gone', event(), { type: 'GPU', reason: 'crashed' });
    vi.advanceTimersByTime(120_000);
    expect(window().loaded).toHaveLength(1);
    expect(page.crashes).toBe(0);
  });
});
