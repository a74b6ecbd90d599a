/**
 * The desktop application: the built shell on the twin of Electron (`desktop/README.md`). Each story ends the application in
 * another way, so each has one of its own.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { _electron as electron, type Page, type Request } from '@playwright/test';
import Sqlite from 'better-sqlite3';
import { buildDesktopIfStale } from '../main/build.ts';
import { smallDisk } from '../main/store/smallDisk.fixture.ts';
import { codes, expectPaid, nextCustomer, pay, scan, signIn, signInByPin, terminalText } from './counter.ts';
import { coverageOf } from './desktop/coverage.ts';
import { COVERAGE, type Desktop, type DesktopApp, type Opening, openDesktop, SHELL } from './desktop/desktopApp.ts';
import { type ItemFacts, RELAUNCH } from './desktop/orders.ts';
import { WORLD } from './desktop/preloadWorld.ts';
import { openPublisher } from './desktop/updatePublisher.ts';
import { expect, test } from './till.ts';

const root = join(import.meta.dirname, '..');
let desktop: Desktop;
const opened: DesktopApp[] = [];

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  await buildDesktopIfStale(line => console.error(line));
  desktop = await openDesktop();
});
test.afterEach(async () => {
  for (const app of opened.splice(0).reverse()) await app.close();
});
test.afterAll(async () => {
  await handedOn?.close();
  await desktop.close();
});

type Started = DesktopApp & { readonly url: string };

async function open(opening?: Opening): Promise<Started> {
  const app = await desktop.open(opening);
  opened.push(app);
  if (app.url === null) throw new Error(`the application did not start: ${app.said()}`);
  return { ...app, url: app.url };
}

/** An application that a story leaves to the next one, because a start costs two seconds and a half of a processor. */
let handedOn: Started | null = null;

async function handOn(opening?: Opening): Promise<Started> {
  handedOn = await open(opening);
  opened.pop();
  return handedOn;
}

/** The application of the story before, for the story that ends it; a new one where this story runs alone. */
async function takeOver(opening?: Opening): Promise<Started> {
  const app = handedOn ?? (await open(opening));
  if (handedOn) opened.push(handedOn);
  handedOn = null;
  return app;
}

/** A payment that the terminal works at until somebody acts as the customer. */
async function payAndWait(app: DesktopApp & { readonly url: string }) {
  const page = await app.page();
  await signIn(page, app.url);
  const { terminalPage } = await (await page.request.get(`${app.url}/bridge/v1/screen`)).json();
  await page.request.post(`${terminalPage}/behaviour`, { data: { behaviour: 'manual' } });
  await scan(page, codes.bread);
  await pay(page, 'Karte').click();
  await expect(terminalText(page)).toContainText('Karte vorhalten');
  return { page, terminalPage: terminalPage as string };
}

/** Electron's program, as its package or the environment names it; null where it has not been fetched. */
function binary(): string | null {
  const note = join(root, 'node_modules', 'electron', 'path.txt');
  const program = existsSync(note) ? readFileSync(note, 'utf8').trim() : 'electron';
  const path = join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(dirname(note), 'dist'), program);
  return existsSync(path) ? path : null;
}

const QUIT = 'Tillbridge trotzdem beenden?';

test('pays by card in the window, stays on its own pages, and ends with its window', async () => {
  const app = await open({ covers: true });
  const page = await app.page();
  await signInByPin(page, app.url);
  await scan(page, codes.bread);
  await pay(page, 'Karte').click();
  await expectPaid(page);
  const facts = await app.order({ act: 'look' });
  expect(facts).toMatchObject({ awake: [], question: null, asked: [] });
  expect(facts.windows).toMatchObject([{ shown: true, options: { kiosk: false } }]);

  // The page has one verb of the shell and nothing of Electron or Node.
  expect(
    await page.evaluate(() => ({
      shell: Object.keys(Reflect.get(window, 'tillbridge')),
      foreign: ['require', 'process', 'module', 'ipcRenderer'].filter(name => name in window),
    })),
  ).toEqual({ shell: ['quit', 'print', 'report'], foreign: [] });
  const states = await page.evaluate(async () => {
    const ask = async (name: string) => (await navigator.permissions.query({ name: name as PermissionName })).state;
    return [await ask('clipboard-write'), await ask('geolocation'), await ask('camera'), await ask('notifications')];
  });
  expect(states).toEqual(['granted', 'denied', 'denied', 'denied']);

  // It opens no window and goes nowhere else, except that the demo's terminal opens in the browser of the system.
  await page.evaluate(() => void window.open('/docs', '_blank', 'noopener'));
  await page.evaluate(() => location.assign('http://127.0.0.1:9/elsewhere'));
  const link = page.getByRole('link', { name: 'Virtuelles Terminal öffnen' });
  const address = await link.getAttribute('href');
  await link.click();
  await expect.poll(async () => (await app.order({ act: 'look' })).external).toEqual([`${address}/`]);
  expect(new URL(page.url()).origin).toBe(app.url);
  expect((await app.order({ act: 'look' })).windows).toHaveLength(1);

  await page.getByRole('button', { name: 'Einstellungen' }).click();
  await page.getByRole('button', { name: 'Tillbridge beenden' }).click();
  expect(await app.ended).toEqual([0, null]);
  // Reports of crashes lie in the profile of the data directory.
  expect(existsSync(join(app.home, 'data', 'desktop', 'Crashpad'))).toBe(true);
  // A button of the page ends it as the frame does: the place of the window is kept.
  expect(existsSync(join(app.home, 'data', 'desktop', 'window.json'))).toBe(true);
});

test('asks before it ends in a payment; the signal of a log-off does not wait for an answer', async () => {
  const app = await open();
  const { page } = await payAndWait(app);
  await app.order({ act: 'closeWindow' });
  await expect.poll(async () => (await app.order({ act: 'look' })).question?.message).toBe(QUIT);
  const { question } = await app.order({ act: 'look' });
  expect(question).toMatchObject({ detail: expect.stringContaining('Am Kartenterminal läuft eine Zahlung.') });
  await app.order({ act: 'press', button: 0 });
  await expect(terminalText(page)).toBeVisible();
  app.signal('SIGTERM');
  expect(await app.ended).toEqual([0, null]);

  // The payment is looked up after the next start.
  const again = await open({ home: app.home });
  const reopened = await again.page();
  await reopened.request.post(`${again.url}/bridge/v1/session`, {
    data: { username: 'cashier@demo.example', pin: '1111' },
  });
  await reopened.goto(again.url);
  await expect(reopened.getByRole('heading', { name: 'Wir wissen es noch nicht' })).toBeVisible();
});

test('ends in order when the system shuts down, also in a kiosk during a payment', { tag: '@long' }, async () => {
  const app = await open({ options: ['--demo', '--kiosk'] });
  await payAndWait(app);
  await app.order({ act: 'shutdown' });
  expect(await app.ended).toEqual([0, null]);
});

test('a kiosk is left with a manager alone, shows no folder, and ends at a signal', async () => {
  const app = await open({ options: ['--demo', '--kiosk'] });
  const page = await app.page();
  await signIn(page, app.url);
  expect(await app.order({ act: 'look' })).toMatchObject({
    ...{ menu: null, trays: [], awake: ['prevent-display-sleep'] },
    windows: [{ options: { kiosk: true } }],
  });
  await app.order({ act: 'closeWindow' });
  await app.order({ act: 'quit' });
  expect(await app.order({ act: 'look' })).toMatchObject({ windows: [{}], question: null });

  // No question of the system shows the folders of the machine: the file lies in one folder, and a box names it.
  for (const [index, name] of ['umsatz.txt', 'umsatz 2.txt'].entries()) {
    await page.evaluate(text => {
      const href = URL.createObjectURL(new Blob([text]));
      Object.assign(document.createElement('a'), { href, download: 'umsatz.txt' }).click();
    }, `text ${index}`);
    const place = join(app.home, 'data', 'desktop', 'downloads', name);
    await expect.poll(async () => (await app.order({ act: 'look' })).question?.detail).toBe(place);
    expect(readFileSync(place, 'utf8')).toBe(`text ${index}`);
    await app.order({ act: 'press', button: 0 });
  }
  expect((await app.order({ act: 'look' })).asked).toEqual([]);
  await page.evaluate(() => Object.assign(document.createElement('input'), { type: 'file' }).click());
  await expect
    .poll(async () => (await app.order({ act: 'look' })).question?.message)
    .toContain('An dieser Kasse wird keine Datei geöffnet.');
  await app.order({ act: 'press', button: 0 });
  await page.evaluate(() => Reflect.get(window, 'tillbridge').print());
  const { windows } = await app.order({ act: 'look' });
  expect(windows[0]?.prints).toEqual([{ silent: true, bytes: expect.any(Number) }]);
  // The report for the support is one press away, though there is no menu.
  await page.getByRole('button', { name: 'Einstellungen' }).click();
  await page.getByRole('button', { name: 'Bericht für den Support' }).click();
  await expect
    .poll(async () => (await app.order({ act: 'look' })).question?.detail)
    .toMatch(/^Tillbridge \d.*\n.*\nBridge: /);
  await app.order({ act: 'press', button: 0 });
  const report = join(app.home, 'data', 'desktop', 'tillbridge-support.txt');
  await expect.poll(async () => (await app.order({ act: 'look' })).question?.detail).toBe(report);
  expect(readFileSync(report, 'utf8')).toContain('Troubles: none');
  await app.order({ act: 'press', button: 0 });
  await page.getByRole('button', { name: 'Tillbridge beenden' }).click();
  await expect(page.getByRole('dialog').last()).toContainText('Leitung');
  await expect(page.getByRole('dialog').last().getByRole('button', { name: 'Feierabend' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Kulanz' })).toHaveCount(0);
  app.signal('SIGHUP');
  expect(await app.ended).toEqual([0, null]);
});

test('a second start shows the window of the first one', { tag: '@long' }, async () => {
  const app = await open();
  await app.page();
  const second = await desktop.open({ home: app.home });
  opened.push(second);
  expect(second.url).toBeNull();
  expect(await second.ended).toEqual([0, null]);
  await expect.poll(async () => (await app.order({ act: 'look' })).windows[0]?.focused).toBe(2);
});

test('a page that crashes in a payment comes back to it, and so it does after the graphics card is lost', async () => {
  const app = await open();
  const { page, terminalPage } = await payAndWait(app);
  const crashed = page.waitForEvent('crash');
  const session = await page.context().newCDPSession(page);
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  await expect.poll(() => app.said()).toContain('The screen failed (page crashed) and is loaded again in 0 s.');
  await app.order({ act: 'hang' });
  await app.order({ act: 'wake' });
  await fetch(`${terminalPage}/approve`, { method: 'POST' });
  await app.order({ act: 'loseGpu' });
  await expect.poll(() => app.said()).toContain('The screen failed (child GPU crashed) and is loaded again in 1 s.');
  await app.order({ act: 'endSession' });
  expect(await app.ended).toEqual([0, null]);
});

test('a bridge that is killed in a payment comes back at its address and asks the terminal; no window freezes with it', {
  tag: '@long',
}, async () => {
  test.slow();
  const app = await open();
  const { page, terminalPage } = await payAndWait(app);
  await app.order({ act: 'signalBridge', signal: 'SIGSTOP' });
  await app.order({ act: 'closeWindow' });
  await expect
    .poll(async () => (await app.order({ act: 'look' })).question?.detail)
    .toContain('Die Kasse antwortet gerade nicht.');
  await app.order({ act: 'press', button: 0 });
  await app.order({ act: 'signalBridge', signal: 'SIGKILL' });
  await expect.poll(() => app.said()).toContain('The bridge ended (');
  // The terminal is the same one, and the page has lost nothing.
  await expect(page.getByRole('heading', { name: 'Wir wissen es noch nicht' })).toBeVisible();
  await page.request.post(`${terminalPage}/card`, { data: { card: 'girocard-contactless' } });
  // Until the terminal cannot take it back any more it is asked again.
  await expect(page.getByRole('heading', { name: 'Bezahlt', exact: true })).toBeVisible({ timeout: 120_000 });
  app.signal('SIGTERM');
  expect(await app.ended).toEqual([0, null]);
});

/** A page that looks like the till's, at the port of a bridge that ended; keeps what it is told. */
async function impostorAt(port: number) {
  const requests: { readonly line: string; readonly cookie: string | undefined }[] = [];
  const server = createServer(({ method, url, headers: { cookie } }, answer) => {
    requests.push({ line: `${method} ${url}`, cookie });
    answer.setHeader('content-type', 'text/html').end('<h1>Kasse</h1><input name="pin" autofocus>');
  });
  // The port is free for the moment between two bridges.
  while (!server.listening) {
    server.listen(port, '127.0.0.1');
    await Promise.race([once(server, 'listening'), once(server, 'error')]).catch(() => undefined);
  }
  return {
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

/** Requests of the page that are on their way; its event stream always is. */
function unansweredOf(page: Page): ReadonlySet<Request> {
  const asking = new Set<Request>();
  page.on('request', request => void (request.url().endsWith('/events') || asking.add(request)));
  const answered = (request: Request) => void asking.delete(request);
  page.on('requestfinished', answered).on('requestfailed', answered);
  return asking;
}

test('a false page at the port of a bridge that ended gets no page, no token and no PIN, and a person is told', async () => {
  test.slow();
  const app = await open();
  const page = await app.page();
  // Chromium asks once more by itself where a connection breaks before the first byte of an answer, and the shell hears nothing of that.
  const asking = unansweredOf(page);
  await signInByPin(page, app.url);
  await expect.poll(() => asking.size).toBe(0);
  const taking = impostorAt(Number(new URL(app.url).port));
  await app.order({ act: 'signalBridge', signal: 'SIGKILL' });
  const impostor = await taking;

  // The open page asks on, a new one is loaded, and a person types: nothing of it leaves the window.
  await scan(page, codes.bread);
  await page.evaluate(() => location.reload());
  await expect.poll(() => app.said()).toContain('The screen failed (load -20)');
  const words = 'Die Kasse kann gerade nicht arbeiten.';
  await expect.poll(async () => (await app.order({ act: 'look' })).question?.message, { timeout: 120_000 }).toBe(words);
  const { question } = await app.order({ act: 'look' });
  expect(question?.detail).toMatch(/Port \d+ on 127\.0\.0\.1 is in use by another program/);
  await app.order({ act: 'press', button: 1 });
  await expect.poll(async () => (await app.order({ act: 'look' })).question?.detail).toContain('The bridge ended');
  await app.order({ act: 'press', button: 1 });
  // Bridges that could not start have asked who is there, as nobody.
  const { requests } = impostor;
  const asked = ['GET /healthz', 'GET /bridge/v1/screen'];
  expect(requests.filter(({ line, cookie }) => !asked.includes(line) || cookie !== undefined)).toEqual([]);
  expect(requests.length).toBeGreaterThan(1);

  // With the port the till comes back by itself.
  await impostor.close();
  await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible({ timeout: 180_000 });
  app.signal('SIGTERM');
  expect(await app.ended).toEqual([0, null]);
});

test('messages from a frame inside the page, and messages that bring something along, are refused', async () => {
  const app = await handOn();
  const page = await app.page();
  await signIn(page, app.url);
  const session = await page.context().newCDPSession(page);
  const worlds: { readonly id: number; readonly name: string }[] = [];
  session.on('Runtime.executionContextCreated', ({ context }) => void worlds.push(context));
  await session.send('Runtime.enable');
  const ofPage = worlds.find(({ name }) => name === WORLD)!.id;
  await page.evaluate(() => document.body.append(document.createElement('iframe')));
  const { frameTree } = await session.send('Page.getFrameTree');
  const frameId = frameTree.childFrames![0]!.frame.id;
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName: WORLD });

  /** Sends as a page does that was taken over, and gives the answer. */
  async function sends(contextId: number, channel: string, args: string): Promise<unknown> {
    const expression = `new Promise(resolve => {
      const own = globalThis.twinAnswer;
      globalThis.twinAnswer = answer => answer.id === -1 ? resolve(answer) : own(answer);
      twinMessage(JSON.stringify({ id: -1, channel: ${JSON.stringify(channel)}, args: ${args} }));
    })`;
    const answer = { awaitPromise: true, returnByValue: true };
    return (await session.send('Runtime.evaluate', { contextId, expression, ...answer })).result.value;
  }
  const refused = { id: -1, error: expect.stringContaining('refused') };
  for (const verb of ['quit', 'print', 'report']) {
    expect(await sends(executionContextId, `tillbridge:${verb}`, '[]')).toEqual(refused);
    for (const args of [
      '["x"]',
      '[null]',
      '[{"__proto__":{"length":0}}]',
      "['x'.repeat(20_000_000)]",
      'Array(100_000).fill([[[]]])',
    ])
      expect(await sends(ofPage, `tillbridge:${verb}`, args), args).toEqual(refused);
  }
  for (const channel of ['tillbridge:lock', '', '__proto__', 'ELECTRON_BROWSER_REQUIRE', 'x'.repeat(1_000_000)])
    expect(await sends(ofPage, channel, '[]')).toEqual({
      id: -1,
      error: expect.stringContaining('No handler registered'),
    });
  const facts = await app.order({ act: 'look' });
  expect(facts).toMatchObject({ question: null, windows: [{ prints: [] }] });
  await scan(page, codes.bread);
  await pay(page, 'Karte').click();
  await expectPaid(page);
  await nextCustomer(page);
});

test('the tray shows the lights and the way out; a locked screen signs out', async () => {
  const app = await takeOver();
  const page = await app.page();
  await signIn(page, app.url);
  const tray = async () => (await app.order({ act: 'look' })).trays[0]!;
  const words = async () => (await tray()).items.map(({ label }) => label);
  await expect.poll(async () => (await tray()).words).toBe('Tillbridge: Kartenterminal bereit');
  expect((await tray()).image).toMatch(/good\.png$/);
  expect(await words()).toContain('Fenster zeigen');
  await app.order({ act: 'choose', words: 'Fenster zeigen' });
  expect((await app.order({ act: 'look' })).windows[0]?.focused).toBe(2);
  const { menu } = await app.order({ act: 'look' });
  expect((menu as readonly ItemFacts[]).map(({ label }) => label)).toEqual([
    'Tillbridge',
    'Bearbeiten',
    'Ansicht',
    'Fenster',
  ]);

  // The page listens once the parts after its first screen are loaded.
  await expect(async () => {
    await app.order({ act: 'lockScreen' });
    await expect(page.getByRole('button', { name: /^Kasse\b/ })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await app.order({ act: 'choose', words: 'Tillbridge beenden' });
  expect(await app.ended).toEqual([0, null]);
});

test('a page that is frozen stops no payment', { tag: '@long' }, async () => {
  const app = await open();
  const { page, terminalPage } = await payAndWait(app);
  let isFrozen = true;
  const frozen = page
    .evaluate(() => {
      for (const until = Date.now() + 5000; Date.now() < until; );
    })
    .then(() => {
      isFrozen = false;
    });
  const card = {
    method: 'POST',
    body: '{"card":"girocard-contactless"}',
    headers: { 'content-type': 'application/json' },
  };
  await expect.poll(async () => (await fetch(`${terminalPage}/card`, card)).status, { intervals: [50] }).toBe(200);
  const books = new Sqlite(join(app.home, 'data', 'tillbridge.db'), { readonly: true });
  const paid = books.prepare("SELECT count(*) FROM smart_transaction WHERE state = 'closed'").pluck();
  await expect.poll(() => paid.get(), { intervals: [50] }).toBe(1);
  books.close();
  expect(isFrozen).toBe(true);
  await frozen;
  await expectPaid(page);
});

/** An application with a fault that a signal brings out. */
const FAILS: Opening = { imports: ["data:text/javascript,process.on('SIGUSR2',()=>{throw new Error('unexpected')})"] };

test('the customer display fills the second screen, goes with it, and comes back', async () => {
  const till = { x: 0, y: 0, width: 1280, height: 800 };
  const customer = { x: 1280, y: 0, width: 800, height: 480 };
  const app = await handOn({
    ...FAILS,
    screens: [till, customer],
    environment: { TILLBRIDGE_CUSTOMER_DISPLAY: 'second' },
  });
  await app.page(/\/display/);
  await expect
    .poll(async () => (await app.order({ act: 'look' })).windows[1])
    .toMatchObject({ shown: true, bounds: customer, options: { fullscreen: true, focusable: true } });
  for (const { options } of (await app.order({ act: 'look' })).windows)
    expect(options.webPreferences).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false });
  const windows = async () => (await app.order({ act: 'look' })).windows;
  // A screen that is turned or gets another resolution is filled anew.
  const turned = { ...customer, width: 480, height: 800 };
  await app.order({ act: 'plug', screens: [till, turned] });
  await expect.poll(async () => (await windows())[1]?.bounds).toEqual(turned);
  await app.order({ act: 'plug', screens: [till] });
  await expect.poll(windows).toHaveLength(1);
  await app.order({ act: 'plug', screens: [till, customer] });
  await expect.poll(windows).toHaveLength(2);
  // Wayland says that every screen begins at 0,0: a display there might cover the till.
  await app.order({ act: 'plug', screens: [till] });
  await expect.poll(windows).toHaveLength(1);
  await app.order({ act: 'plug', screens: [till, { ...customer, x: 0 }] });
  await app.page();
  expect(await windows()).toHaveLength(1);
});

test('an error that nobody expected ends the application in order', async () => {
  const app = await takeOver(FAILS);
  await app.page();
  app.signal('SIGUSR2');
  expect(await app.ended).toEqual([1, null]);
  expect(app.said()).toContain('unexpected');
  expect(readFileSync(join(app.home, 'data', 'desktop', 'window.json'), 'utf8')).toContain('"width":1280');
});

test('an installed application practises with the virtual terminal, and keeps its things at home', async () => {
  const app = await open({ packaged: true, options: ['--training'] });
  expect(existsSync(join(app.home, 'Tillbridge', 'data'))).toBe(true);
  const answer = await fetch(`${app.url}/bridge/v1/screen`);
  expect(await answer.json()).toMatchObject({ training: true, terminalPage: expect.stringMatching(/^http:/) });

  // A newer package lays its list beside the program; the tray offers the restart.
  writeFileSync(join(app.home, 'sbom.cdx.json'), '{"metadata":{"component":{"version":"9.9.9"}}}');
  const words = 'Neu starten mit Version 9.9.9';
  await expect
    .poll(async () => (await app.order({ act: 'look' })).trays[0]!.items.map(({ label }) => label))
    .toContain(words);
  await app.order({ act: 'choose', words });
  expect(await app.ended).toEqual([0, null]);
  expect(app.said()).toContain(RELAUNCH);
});

test('starts at a sign-in where a person or the setting says so, and shows its report before it saves it', async () => {
  const app = await open({ packaged: true });
  const items = async () => (await app.order({ act: 'look' })).trays[0]!.items;
  const autostart = async () => (await items()).find(({ label }) => label === 'Beim Anmelden starten');
  const file = join(app.home, 'autostart', 'tillbridge.desktop');
  expect(await autostart()).toMatchObject({ enabled: true, checked: false });
  await app.order({ act: 'choose', words: 'Beim Anmelden starten' });
  expect(await autostart()).toMatchObject({ checked: true });
  expect(readFileSync(file, 'utf8')).toContain(`Exec="${join(app.home, 'tillbridge')}" "--port" "0" "--demo"\n`);
  await app.order({ act: 'choose', words: 'Beim Anmelden starten' });
  expect(existsSync(file)).toBe(false);

  const page = await app.page();
  const crashed = page.waitForEvent('crash');
  (await page.context().newCDPSession(page)).send('Page.crash').catch(() => undefined);
  await crashed;
  await expect.poll(() => app.said()).toContain('The screen failed (page crashed)');
  await app.order({ act: 'choose', words: 'Bericht für den Support …' });
  const { question } = await app.order({ act: 'look' });
  expect(question?.detail).toMatch(
    /^Tillbridge \d.*\n.*\nBridge: .*terminal ready[\s\S]*Z The screen failed \(page crashed\)/,
  );
  await app.order({ act: 'press', button: 0 });
  const place = join(app.home, 'Tillbridge', 'data', 'demo', 'desktop', 'tillbridge-support.txt');
  await expect.poll(async () => (await app.order({ act: 'look' })).question?.detail).toBe(place);
  expect(readFileSync(place, 'utf8')).toBe(`${question?.detail}\n`);
  await app.order({ act: 'press', button: 0 });
  app.signal('SIGTERM');
  expect(await app.ended).toEqual([0, null]);

  const settled = await open({ packaged: true, home: app.home, environment: { TILLBRIDGE_AUTOSTART: 'true' } });
  expect(existsSync(file)).toBe(true);
  const look = (await settled.order({ act: 'look' })).trays[0]!.items;
  expect(look.find(({ label }) => label === 'Beim Anmelden starten')).toMatchObject({ enabled: false, checked: true });
});

test('the users of a machine have one shop: that of the first goes there, and two are never mixed up', async () => {
  test.slow();
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-machine-'));
  const [anna, ben, machine] = ['anna', 'ben', 'machine'].map(name => join(folder, name)) as [string, string, string];
  for (const home of [anna, ben]) setUp(join(home, 'Tillbridge', 'data', 'shop'));
  writeFileSync(join(anna, 'Tillbridge', 'tillbridge.json'), '{"language": "en"}');
  mkdirSync(machine);
  chmodSync(machine, 0o2770);
  const shared = { packaged: true, options: [], environment: { TILLBRIDGE_MACHINE_FOLDER: machine } };

  const first = await open({ ...shared, home: anna });
  expect(first.said()).toContain(`The shop of this user is that of the machine from now on: ${machine}`);
  // The profile of a window is of its user; data and settings are of the machine.
  expect(readdirSync(join(anna, 'Tillbridge')).sort()).toEqual(['data', 'desktop', 'tillbridge.json']);
  expect(readdirSync(join(anna, 'Tillbridge', 'data'))).toEqual([]);
  expect(readdirSync(machine).sort()).toEqual(['data', 'tillbridge.json']);
  const { merchant } = await (await fetch(`${first.url}/bridge/v1/screen`)).json();
  expect(merchant.name).toBe('Café am Markt');
  // The numbers of a till that was moved as a whole are in no doubt.
  expect(await (await fetch(`${first.url}/healthz`)).json()).toMatchObject({ risks: [] });

  // Ben has a shop of his own: nobody but a person knows which one is right. Without it he finds that of the machine in use.
  const box = /\[box\] Tillbridge: (.*)/;
  const two = await desktop.open({ ...shared, home: ben });
  expect((await two.ended)[0]).toBe(2);
  expect(box.exec(two.said())?.[1]).toContain('There are two shops');
  renameSync(join(ben, 'Tillbridge', 'data', 'shop'), join(ben, 'Tillbridge', 'data', 'old'));
  const second = await desktop.open({ ...shared, home: ben });
  expect((await second.ended)[0]).toBe(2);
  expect(box.exec(second.said())?.[1]).toMatch(/in use by another Tillbridge .*signed in to this machine/);
  first.signal('SIGTERM');
  expect(await first.ended).toEqual([0, null]);
  const third = await open({ ...shared, home: ben });
  expect((await (await fetch(`${third.url}/bridge/v1/screen`)).json()).merchant.name).toBe('Café am Markt');
  expect(await (await fetch(`${third.url}/healthz`)).json()).toMatchObject({ risks: [] });

  // A keystore opens for one user alone.
  third.signal('SIGTERM');
  await third.ended;
  const environment = { ...shared.environment, TILLBRIDGE_SEAL_SECRETS_KEY: 'true' };
  const sealed = await desktop.open({ ...shared, home: ben, environment });
  expect((await sealed.ended)[0]).toBe(2);
  expect(box.exec(sealed.said())?.[1]).toContain('is shared by the users of this machine');
  rmSync(folder, { recursive: true, force: true });
});

/** Sets a shop up in this data directory, as a person does by a file. */
function setUp(data: string): void {
  mkdirSync(data, { recursive: true });
  const file = join(data, '..', 'shop.json');
  const shop = {
    name: 'Café am Markt',
    street: 'Marktplatz 1',
    zip: '10115',
    city: 'Berlin',
    taxNumber: '11/222/33333',
  };
  const people = [{ username: 'manager@shop.example', name: 'Anna', role: 'manager', pin: '73916482' }];
  writeFileSync(file, JSON.stringify({ shop, people }));
  const program = join(root, 'main', 'setupCommand.ts');
  execFileSync(process.execPath, [program, '--data', data, '--file', file], { stdio: 'pipe' });
  rmSync(file);
}

test('the session of the window ends with it, at the bridge too', { tag: '@long' }, async () => {
  const app = await open();
  await signIn(await app.page(), app.url);
  const books = new Sqlite(join(app.home, 'data', 'tillbridge.db'), { readonly: true });
  const sessions = books.prepare('SELECT count(*) FROM token WHERE staff IS NOT NULL').pluck();
  expect(sessions.get()).toBeGreaterThan(0);
  app.signal('SIGTERM');
  expect(await app.ended).toEqual([0, null]);
  expect(sessions.get()).toBe(0);
  books.close();
});

test('a sealed key opens for this user alone; without a keystore the start is refused, and the way back is a setting', async () => {
  const environment = { TILLBRIDGE_SEAL_SECRETS_KEY: 'true' };
  const first = await open({ packaged: true, options: ['--demo'], environment });
  const { home } = first;
  const files = () =>
    readdirSync(join(home, 'Tillbridge', 'data', 'demo')).filter(name => name.startsWith('secrets.key'));
  expect(files()).toEqual(['secrets.key.sealed']);
  await signIn(await first.page(), first.url);
  first.signal('SIGTERM');
  expect(await first.ended).toEqual([0, null]);
  for (const [opening, words] of [
    [{ keystore: 'open', environment }, 'basic_text is open to everybody'],
    [{ keystore: 'none', environment }, 'this system has no keystore'],
  ] as const) {
    const refused = await desktop.open({ packaged: true, home, options: ['--demo'], ...opening });
    expect((await refused.ended)[0]).toBe(2);
    expect(refused.said()).toContain(words);
  }
  const again = await open({ packaged: true, home, options: ['--demo'] });
  expect(files()).toEqual(['secrets.key']);
  const page = await again.page();
  // The first load asks with the cookie of the session before; its answer takes any cookie away.
  await expect(page.getByRole('heading', { name: 'Wer kassiert?' })).toBeVisible();
  await signIn(page, again.url);
});

test('a shop on every address is opened at the loopback one, where a page is secure', { tag: '@long' }, async () => {
  const app = await open({ options: ['--demo', '--host', '0.0.0.0'] });
  const page = await app.page();
  expect(app.url).toMatch(/^http:\/\/127\.0\.0\.1:/);
  expect(await page.evaluate(() => isSecureContext)).toBe(true);
});

test('a person sees why an installed application does not start', { tag: '@long' }, async () => {
  const home = mkdtempSync(join(tmpdir(), 'tillbridge-desktop-'));
  const file = join(home, 'file');
  writeFileSync(file, '');
  const app = await desktop.open({ packaged: true, home, options: ['--demo', '--data', file] });
  expect(app.url).toBeNull();
  expect((await app.ended)[0]).toBe(2);
  expect(app.said()).toMatch(/^\[box\] Tillbridge: .*file.*see to room and write permission/m);
  expect(app.said()).not.toContain('    at ');

  // The switches by which another program reads or steers the pages of an installed till.
  for (const option of ['--remote-debugging-port=9222', '-no-sandbox', '--renderer-cmd-prefix=sh']) {
    const opened = await desktop.open({ packaged: true, home, options: [option] });
    expect((await opened.ended)[0]).toBe(2);
    expect(opened.said()).toContain(`[box] Tillbridge: The switch ${option} is none of the till`);
  }
  rmSync(home, { recursive: true });
});

const disk = smallDisk(200);
test.afterAll(() => disk?.free());

test('a data directory that cannot be written stops the start with a sentence, and loses nothing', {
  tag: '@long',
}, async () => {
  test.skip(disk === null, 'only root may mount');
  const home = disk!.path;
  const mount = (how: string) => execFileSync('mount', ['-o', `remount,${how}`, home]);
  const first = await open({ packaged: true, home });
  first.signal('SIGTERM');
  await first.ended;
  mount('ro');
  const refused = await desktop.open({ packaged: true, home });
  expect((await refused.ended)[0]).toBe(2);
  expect(refused.said()).toMatch(
    /^\[box\] Tillbridge: The disk cannot be written at .*see to room and write permission, then start again\.$/m,
  );
  mount('rw');
  const again = await open({ packaged: true, home });
  await signIn(await again.page(), again.url);
});

test('goes on when nobody reads its lines any more', { tag: '@long' }, async () => {
  const app = await open({ packaged: true });
  app.stopReading();
  const page = await app.page();
  await signIn(page, app.url);
  // A line for nobody: the shell says that it loads the page again.
  const loaded = page.waitForEvent('load');
  await app.order({ act: 'loseGpu' });
  await expect
    .poll(() => readFileSync(join(app.home, 'Tillbridge', 'data', 'demo', 'desktop', 'troubles.log'), 'utf8'))
    .toContain('child GPU crashed');
  await loaded;
  await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
  await scan(page, codes.bread);
  await pay(page, 'Karte').click();
  await expectPaid(page);
});

test('pays by card in the window of the binary', async () => {
  const executablePath = binary();
  test.skip(executablePath === null, 'no Electron binary on this machine');
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const app = await electron.launch({
    executablePath: executablePath!,
    args: [...asRoot, root, '--data', mkdtempSync(join(tmpdir(), 'tillbridge-e2e-')), '--port', '0', '--demo'],
  });
  const window = await app.firstWindow();
  await signInByPin(window, window.url());
  await scan(window, codes.bread);
  await pay(window, 'Karte').click();
  await expectPaid(window);
  await app.close();
});

/** An AppImage with a publisher of its own, and what a story asks of its updates. */
async function updatable() {
  const publisher = await openPublisher();
  const { home, program } = publisher;
  const start = (shell?: string) =>
    open({ home, environment: { APPIMAGE: program }, ...(shell === undefined ? {} : { shell }) });
  const state = () => JSON.parse(readFileSync(join(home, 'data', 'desktop', 'updates', 'state.json'), 'utf8'));
  const items = async (app: DesktopApp) => (await app.order({ act: 'look' })).trays[0]!.items;
  const item = (label: string, enabled: boolean) => expect.objectContaining({ label, enabled });
  const offered = (app: DesktopApp, label: string, enabled = true) =>
    expect.poll(() => items(app)).toContainEqual(item(label, enabled));
  /** The person takes the update that is ready. */
  const take = async (app: DesktopApp, version: string) => {
    const words = `Neu starten mit Version ${version}`;
    await offered(app, words);
    await app.order({ act: 'choose', words });
    expect(await app.ended).toEqual([0, null]);
    expect([publisher.runs(), state().step]).toEqual([version, 'watching']);
    expect(app.said()).toContain(`${RELAUNCH} ${program}`);
  };
  const expectUpdated = async (app: Started, version: string) => {
    await expect.poll(() => state().ending, { timeout: 120_000 }).toMatch(/updated|newest/);
    expect(await (await fetch(`${app.url}/bridge/v1/screen`)).json()).toMatchObject({ version });
  };
  return { ...publisher, start, state, offered, take, expectUpdated };
}

test('an update is taken at a restart', async () => {
  const { publish, application, start, take, expectUpdated, close } = await updatable();
  publish('99.0.1');
  await take(await start(), '99.0.1');
  await expectUpdated(await start(application('99.0.1')), '99.0.1');
  close();
});

test('an update waits for a payment, and one that does not work goes back with its data', {
  tag: '@long',
}, async () => {
  test.setTimeout(400_000);
  const { home, program, version: first, publish, application, ...till } = await updatable();
  const [second, third] = ['99.0.1', '99.0.2'];
  publish(second);
  const app = await till.start();
  const { page, terminalPage } = await payAndWait(app);
  await till.offered(app, `Version ${second} ist bereit; erst beenden, was noch läuft oder wartet`, false);
  await page.request.post(`${terminalPage}/card`, { data: {} });
  await expectPaid(page);
  expect(till.runs()).toBe(first);
  await till.take(app, second);

  const shell = application(second);
  const updated = await till.start(shell);
  await till.expectUpdated(updated, second);
  publish(third);
  updated.signal('SIGTERM');
  await updated.ended;

  await till.take(await till.start(shell), third);
  const broken = await desktop.open({
    home,
    environment: { APPIMAGE: program },
    shell: application(third, true),
  });
  expect([broken.url, till.runs()]).toEqual([null, second]);
  expect(broken.said()).toContain(`${RELAUNCH} ${program}`);
  const back = await till.start(shell);
  expect(till.state().failed).toEqual([third]);
  await expect.poll(() => till.state().ending).toBe('failedBefore');
  await back.close();
  till.close();
});

test('nearly every line of the shell ran in these stories', () => {
  const { lines, missed, sources } = coverageOf(COVERAGE, dirname(SHELL), '/main/electron/');
  expect(sources).toContain('/main/electron/preload.ts');
  expect(lines).toBeGreaterThan(200);
  expect(missed.filter(line => line.includes('/preload.ts'))).toEqual([]);
  expect(missed.length / lines, missed.join('\n')).toBeLessThanOrEqual(0.05);
});
