/** Goal 15: from the last key of a scan to the line in the basket, in a browser, with a catalogue of 50,000 articles. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import Sqlite from 'better-sqlite3';
import { build } from 'vite';
import { buildScreenIfStale } from '../../main/build.ts';
import { demoIds } from '../../main/demo/seed.ts';
import { browserFlags, browserPath } from '../browser.ts';
import { scan, signIn } from '../counter.ts';
import { articleAt, articles } from './articles.ts';
import { absoluteRow, type Benchmark, duel, median, percentile, type Row, type RunOptions, row } from './frame.ts';
import { type Running, startServer } from './processes.ts';

const here = import.meta.dirname;
const HEADLESS = join(here, '..', '..', 'main', 'headless.ts');
const CATALOGUE = 50_000;
const BASKETS = [10, 200] as const;
/** Milliseconds between two scans: twenty a second. */
const PACE = 50;

declare global {
  interface Window {
    /** Milliseconds from the last key to the change of the list, one for each scan. */
    scanTimes: number[];
  }
}

export const screen: Benchmark = {
  name: 'screen',
  async run(options) {
    const directory = mkdtempSync(join(tmpdir(), 'tillbridge-bench-'));
    await buildScreenIfStale(options.say);
    const bridge = await bridgeWithArticles(join(directory, 'data'));
    const path = browserPath();
    const browser = await chromium.launch({ args: browserFlags, ...(path ? { executablePath: path } : {}) });
    const floor = await bareList(directory);
    const open = async (load: (page: Page) => Promise<unknown>) => {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'de-DE' });
      await load(page);
      return page;
    };
    try {
      const rows: Row[] = [];
      for (const lines of BASKETS) {
        const pages = {
          floor: await open(page =>
            page.setContent('<div id="root"></div>').then(() => page.addScriptTag({ content: floor })),
          ),
          ours: await open(page => signIn(page, bridge.url).then(() => catalogueLoaded(page))),
        };
        rows.push(...(await scans(options, lines, pages)));
        await Promise.all([pages.floor.close(), pages.ours.close()]);
      }
      return rows;
    } finally {
      await browser.close();
      await bridge.stop();
      rmSync(directory, { recursive: true });
    }
  },
};

/** Every page reads the keys in the same way, and both lists are measured by the same few lines. */
async function scans(
  { rounds, duration, say }: RunOptions,
  lines: number,
  pages: { readonly floor: Page; readonly ours: Page },
): Promise<readonly Row[]> {
  say(`scanning into a basket of ${lines} lines`);
  const [floor, ours] = [await scanner(pages.floor, lines), await scanner(pages.ours, lines)];
  const figures = await duel(
    rounds,
    { measure: async () => median(await floor.burst(duration)) },
    { measure: async () => median(await ours.burst(duration)) },
  );
  const quantity = `scan to basket of ${lines} lines`;
  const about = { goal: '15', unit: 'ms' };
  return [
    row({ ...about, quantity, against: 'the same list in bare React' }, figures, { atMost: 2 }),
    absoluteRow({ ...about, quantity: `${quantity}, p99` }, percentile(ours.times, 0.99), { atMost: 8 }),
    absoluteRow(
      { goal: '15', quantity: `${quantity}, 20 a second, lost`, unit: 'scans' },
      ours.sent - (await articlesIn(pages.ours)),
      { atMost: 0 },
    ),
  ];
}

/** Fills the basket with `lines` articles from all over the catalogue; bursts then count them up in turn. */
async function scanner(page: Page, lines: number) {
  const codes = Array.from({ length: lines }, (_, index) => articleAt((index * CATALOGUE) / lines).ean);
  const times: number[] = [];
  let sent = 0;
  const scanFor = async (count: number) => {
    for (let left = count; left > 0; left -= 1) {
      await Promise.all([scan(page, codes[sent % lines]!), pause(PACE)]);
      sent += 1;
    }
  };
  await scanFor(lines);
  await page.evaluate(watchScans);
  return {
    times,
    get sent() {
      return sent;
    },
    async burst(duration: number): Promise<readonly number[]> {
      await scanFor(Math.ceil(duration / PACE));
      const measured = await page.evaluate(() => window.scanTimes.splice(0));
      times.push(...measured);
      return measured;
    },
  };
}

/** Runs in the page. The first change of the list after the last key of a scan is the line that was scanned. */
function watchScans(): void {
  let entered: number | null = null;
  window.scanTimes = [];
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') entered = event.timeStamp;
  };
  window.addEventListener('keydown', onKey, { capture: true });
  const onChange = () => {
    if (entered !== null) window.scanTimes.push(performance.now() - entered);
    entered = null;
  };
  const everything = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(onChange).observe(document.querySelector('ol')!, everything);
}

/** All quantities of the basket on the screen together. */
const articlesIn = (page: Page): Promise<number> =>
  page.evaluate(() =>
    [...document.querySelectorAll('ol > li > button > span:first-child')]
      .map(({ textContent }) => Number.parseInt(textContent ?? '', 10))
      .reduce((sum, quantity) => sum + quantity, 0),
  );

const catalogueLoaded = (page: Page): Promise<void> =>
  page.getByRole('button', { name: new RegExp(`^${articleAt(0).desc},`) }).waitFor();

/** A bridge with the shop of the demo, whose articles are replaced. */
async function bridgeWithArticles(data: string): Promise<Running> {
  // Keys sent by a debugger come later than those of a scanner, the more so on a busy machine.
  process.env.TILLBRIDGE_SCANNER = JSON.stringify({ gap: 250 });
  const start = () => startServer(HEADLESS, '--port', '0', '--data', data, '--demo');
  await (await start()).stop();
  const db = new Sqlite(join(data, 'tillbridge.db'));
  const put = db.prepare(
    'INSERT INTO article (merchant, position, article_number, ean, document) VALUES (?, ?, ?, ?, ?)',
  );
  db.transaction(() => {
    db.exec('DELETE FROM article');
    for (const [position, article] of articles(CATALOGUE).entries())
      put.run(demoIds.merchant, position, article.articleNumber, article.ean, JSON.stringify(article));
  })();
  db.close();
  return start();
}

/** The floor as one script. */
async function bareList(directory: string): Promise<string> {
  const outDir = join(directory, 'list');
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
        input: join(here, 'floors', 'basketList.ts'),
        output: { format: 'iife', entryFileNames: 'list.js' },
      },
    },
  });
  return readFileSync(join(outDir, 'list.js'), 'utf8');
}
