/**
 * Goal 15: from the last key of a scan to the line in the basket, in a browser, with a catalogue of 50,000 articles. Goal 17: what
 * a browser loads before a cashier can sell.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import Sqlite from 'better-sqlite3';
import { build } from 'vite';
import { buildScreenIfStale } from '../../main/build/screens.ts';
import { demoIds } from '../../main/world/demoIds.ts';
import { browserFlags, browserPath } from '../browser.ts';
import { signIn } from '../counter.ts';
import { firstScreenSize } from '../firstScreen.ts';
import { articleAt, articles } from './articles.ts';
import { absoluteRow, type Benchmark, duel, median, percentile, type Row, type RunOptions, row } from './frame.ts';
import { startServer } from './processes.ts';

const here = import.meta.dirname;
const HEADLESS = join(here, '..', '..', 'main', 'headless.ts');
const VIRTUAL_TERMINAL = join(here, '..', '..', 'drivers', 'simulator', 'zvt', 'serve.ts');
const CATALOGUE = 50_000;
const BASKETS = [10, 200] as const;
/** Milliseconds between two scans: twenty a second. */
const PACE = 50;

declare global {
  interface Window {
    /** Milliseconds from the last key to the change of the list, one for each scan. */
    scanTimes: number[];
    /** Time of the last key of a scan whose line has not come yet. */
    enteredAt: number | null;
  }
}

export const screen: Benchmark = {
  name: 'screen',
  async run(options) {
    const directory = mkdtempSync(join(tmpdir(), 'tillbridge-bench-'));
    await buildScreenIfStale(options.say);
    options.say('building the same list in bare React');
    const list = await floorScript(directory, 'basketList');
    const framework = await floorScript(directory, 'frameworkAlone');
    options.say(`starting a shop with ${CATALOGUE.toLocaleString('en')} articles`);
    const shop = await openShop(join(directory, 'data'));
    const path = browserPath();
    const browser = await chromium.launch({ args: browserFlags, ...(path ? { executablePath: path } : {}) });
    try {
      options.say('opening both in a browser');
      const [bare, till] = [await newPage(browser), await newPage(browser)];
      await bare.setContent('<div id="root"></div>');
      // The content takes the listeners of the page before it away.
      await bare.evaluate(noteEnter);
      await bare.addScriptTag({ content: list });
      await signIn(till, shop.url);
      await till.getByRole('button', { name: `${articleAt(0).desc},` }).waitFor();
      const size = { floor: kibibytes(gzipSync(framework).length), ours: kibibytes(await firstScreenSize(shop.url)) };
      const [floor, ours] = [await scannerAt(bare), await scannerAt(till)];
      const rows: Row[] = [
        row(
          {
            ...{ goal: '17', quantity: 'first cashier screen: JavaScript and CSS, gzip', unit: 'KiB' },
            against: 'react and zustand alone',
          },
          size,
          { atMost: 2 },
        ),
      ];
      for (const lines of BASKETS) rows.push(...(await scans(options, lines, floor, ours)));
      return rows;
    } finally {
      await browser.close();
      await shop.close();
      rmSync(directory, { recursive: true });
    }
  },
};

async function newPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'de-DE' });
  await page.addInitScript(noteEnter);
  return page;
}

/** Runs in the page before its own scripts: a line that comes before the next listener hears the key would be counted for the next scan. */
function noteEnter(): void {
  window.enteredAt = null;
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') window.enteredAt = event.timeStamp;
  };
  window.addEventListener('keydown', onKey, { capture: true });
}

const kibibytes = (bytes: number): number => bytes / 1024;

async function scans(
  { rounds, duration, say }: RunOptions,
  lines: number,
  floor: Scanner,
  ours: Scanner,
): Promise<readonly Row[]> {
  say(`scanning into a basket of ${lines} lines`);
  await floor.fill(lines);
  await ours.fill(lines);
  const measured: (readonly number[])[] = [];
  const figures = await duel(
    rounds,
    { measure: async () => median(await floor.burst(duration)) },
    {
      async measure() {
        const times = await ours.burst(duration);
        measured.push(times);
        return median(times);
      },
    },
  );
  const [, ...counted] = measured;
  const quantity = `scan to basket of ${lines} lines`;
  const about = { goal: '15', unit: 'ms' };
  return [
    row({ ...about, quantity, against: 'the same list in bare React' }, figures, { atMost: 2 }),
    absoluteRow({ ...about, quantity: `${quantity}, p99` }, percentile(counted.flat(), 0.99), { atMost: 8 }),
    absoluteRow({ goal: '15', quantity: `${quantity}, 20 a second: lost`, unit: 'scans' }, await ours.lost(), {
      atMost: 0,
    }),
  ];
}

interface Scanner {
  /** Scans until the basket has this many lines. */
  fill(lines: number): Promise<void>;
  /** Scans the articles of the basket in turn, twenty a second; answers the time of each scan, ms. */
  burst(duration: number): Promise<readonly number[]>;
  /** How many of all scans are not in the basket. */
  lost(): Promise<number>;
}

/** The same keys and the same few lines in the page measure both sides. */
async function scannerAt(page: Page): Promise<Scanner> {
  const keyboard = await page.context().newCDPSession(page);
  let codes: readonly string[] = [];
  let sent = 0;
  const scan = async () => {
    await Promise.all([typeCode(keyboard, codes[sent % codes.length]!), pause(PACE)]);
    sent += 1;
  };
  const scanTimes = async (times: number) => {
    for (let left = times; left > 0; left -= 1) await scan();
  };
  codes = [articleAt(0).ean];
  await scan();
  await page.evaluate(watchScans);
  return {
    async fill(lines) {
      codes = Array.from({ length: lines }, (_, index) => articleAt((index * CATALOGUE) / lines).ean);
      await scanTimes(lines);
      await page.evaluate(() => window.scanTimes.splice(0));
    },
    async burst(duration) {
      await scanTimes(Math.ceil(duration / PACE));
      return page.evaluate(() => window.scanTimes.splice(0));
    },
    lost: async () => sent - (await articlesIn(page)),
  };
}

/**
 * A scanner is a keyboard that does not wait. Its last key leaves when the page has taken the others, as with a real one,
 * whose keys come milliseconds apart: otherwise their time would be counted, too.
 */
async function typeCode(keyboard: CDPSession, code: string): Promise<void> {
  const press = (key: object) => [
    keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key }),
    keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }),
  ];
  await Promise.all([...code].flatMap(digit => press({ key: digit, text: digit })));
  await Promise.all(press({ key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' }));
}

/** Runs in the page. The first change of the list after the last key of a scan is the line that was scanned. */
function watchScans(): void {
  window.scanTimes = [];
  const onChange = () => {
    if (window.enteredAt !== null) window.scanTimes.push(performance.now() - window.enteredAt);
    window.enteredAt = null;
  };
  const everything = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(onChange).observe(document.querySelector('ol')!, everything);
}

/** All quantities of the basket on the screen together. */
const articlesIn = (page: Page): Promise<number> =>
  page.evaluate(() =>
    // The name of a line begins with its quantity; the floor has no names.
    [...document.querySelectorAll('ol > li')]
      .map(line => line.querySelector('[data-line]')?.getAttribute('aria-label') ?? line.textContent)
      .map(name => Number.parseInt(name, 10))
      .reduce((sum, quantity) => sum + quantity, 0),
  );

/** The demo shop with a card terminal, whose articles are replaced. */
async function openShop(data: string): Promise<{ readonly url: string; close(): Promise<void> }> {
  const terminal = await startServer(VIRTUAL_TERMINAL, '--port', '0');
  const port = Number(terminal.url.split(':').at(-1));
  process.env.TILLBRIDGE_TERMINALS = JSON.stringify([
    { protocol: 'zvt', shared: 'no', connection: { type: 'tcp', host: '127.0.0.1', port } },
  ]);
  // Keys sent by a debugger come later than those of a scanner, the more so on a busy machine.
  process.env.TILLBRIDGE_SCANNER = JSON.stringify({ gap: 250 });
  process.env.TILLBRIDGE_LOG_LEVEL = 'error';
  const start = () => startServer(HEADLESS, '--port', '0', '--data', data, '--demo');
  await (await start()).stop();
  replaceArticles(join(data, 'tillbridge.db'));
  const bridge = await start();
  for (const name of ['TERMINALS', 'SCANNER', 'LOG_LEVEL']) delete process.env[`TILLBRIDGE_${name}`];
  return { url: bridge.url, close: () => bridge.stop().then(terminal.stop) };
}

function replaceArticles(file: string): void {
  const db = new Sqlite(file);
  const put = db.prepare(
    'INSERT INTO article (merchant, position, article_number, ean, document) VALUES (?, ?, ?, ?, ?)',
  );
  db.transaction(() => {
    db.exec('DELETE FROM article');
    for (const [position, article] of articles(CATALOGUE).entries())
      put.run(demoIds.merchant, position, article.articleNumber, article.ean, JSON.stringify(article));
  })();
  db.close();
}

/** A floor as one script. */
async function floorScript(directory: string, name: 'basketList' | 'frameworkAlone'): Promise<string> {
  const outDir = join(directory, name);
  await build({
    root: here,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir,
      emptyOutDir: true,
      target: 'chrome130',
      rolldownOptions: {
        input: join(here, 'floors', `${name}.ts`),
        output: { format: 'iife', entryFileNames: 'floor.js' },
      },
    },
  });
  return readFileSync(join(outDir, 'floor.js'), 'utf8');
}
