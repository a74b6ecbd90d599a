/** The start of the desktop shell, its window, and what its page may do. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { begin, data, dataDirectoryForEachTest, here, opened, URL_OF_BRIDGE } from './boot.fixture.ts';
import { event } from './electron.fixture.ts';
import { channels } from './shellChannel.ts';

dataDirectoryForEachTest();

/** Steps behind the folder of the profile. */
const START = ['crashes {"uploadToServer":false}', 'lock', 'ready'];

describe('the start', () => {
  it('takes one step after the other and says when it is ready', async () => {
    const { log, said, started, window } = await opened();
    expect(log).toEqual([
      `userData ${join(data, 'desktop')}`,
      ...START,
      'bridge',
      'window',
      'menu Tillbridge,Bearbeiten,Ansicht,Fenster',
    ]);
    expect(said).toEqual([`tillbridge ready ${URL_OF_BRIDGE}`]);
    expect(started).toMatchObject([{ options: ['--data', data], environment: { LANG: 'de' } }]);
    expect(window().loaded).toEqual([URL_OF_BRIDGE]);
  });

  it('runs every step that must precede readiness first', () => {
    const { log } = begin();
    expect(log.slice(0, 4)).toEqual([`userData ${join(data, 'desktop')}`, ...START]);
  });

  it('ends quietly when this data directory has a window already, and shows that one', async () => {
    const { exit, log } = begin({ first: false });
    expect(await exit).toBe(0);
    expect(log).not.toContain('bridge');
    const { app, window } = await opened();
    app.emit('second-instance');
    expect(window().calls).toEqual(['restore', 'focus']);
  });

  it.each([false, true])('explains what it cannot start with, in a box when installed (%s)', async packaged => {
    const { exit, said, log } = begin({ packaged, refusal: new Error('Port 8640 is in use.') });
    expect(await exit).toBe(2);
    expect(said).toEqual(['Port 8640 is in use.']);
    expect(log.includes('box Tillbridge: Port 8640 is in use.')).toBe(packaged);
  });

  it('explains wrong options', async () => {
    const { exit, said } = begin({ options: ['--prot', '1'] });
    expect(await exit).toBe(2);
    expect(said.join()).toContain('--prot');
  });

  it('keeps the data of an installed application in the folder of the user', async () => {
    const plain = await opened({ packaged: true, home: data, options: [] });
    expect(plain.started[0]?.options).toEqual([]);
    expect(plain.log).toContain(`userData ${join(data, 'data', 'shop', 'desktop')}`);
    writeFileSync(join(data, 'tillbridge.json'), JSON.stringify({ data: 'books' }));
    const configured = await opened({ packaged: true, home: data, options: [] });
    expect(configured.started[0]?.options).toEqual(['--config', 'tillbridge.json']);
    expect(configured.log).toContain(`userData ${join(data, 'books', 'desktop')}`);
  });

  it('uses the data directory that an installed application is given', async () => {
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

  it('opens the window with exactly these options', async () => {
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

  it('appears once its page is ready', async () => {
    const { window } = await opened();
    expect(window().calls).toEqual([]);
    window().emit('ready-to-show');
    expect(window().calls).toEqual(['show']);
  });

  it('opens where it stood before', async () => {
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

describe('navigation and permissions', () => {
  it.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])('%s leads to the bridge only', async name => {
    const { page } = await opened();
    const away = event('https://elsewhere.example/');
    const home = event(`${URL_OF_BRIDGE}/docs`);
    page.emit(name, away);
    page.emit(name, home);
    expect([away.prevented, home.prevented]).toEqual([true, false]);
  });

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

  it('answers the channels of the shell and no other', async () => {
    const { channels: answered } = await opened();
    expect([...answered.keys()]).toEqual([channels.quit, channels.print, channels.report]);
  });

  it('accepts messages of its own page only', async () => {
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
