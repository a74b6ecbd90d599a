/**
 * A scanned code is data on every screen: bursts with every key that a scanner may send, at its pace, leave each screen as it was. The
 * seed stands in the report; KEY_SEED repeats it.
 */
import type { CDPSession, Page } from '@playwright/test';
import type { Article } from '../main/wire/catalogue.ts';
import { codes } from './counter.ts';
import { bursts, changes, codeBursts, heldBy, randomFrom, type Stroke, shuffled, strike, textOf } from './keyBursts.ts';
import {
  AWAY,
  COUNTER,
  DECISIONS,
  DIALOGS,
  FIRST_RUN,
  type KeyScreen,
  LAST_STEP,
  PAGES,
  TERMINAL,
} from './keyScreens.ts';
import { openNewShop } from './newShop.ts';
import { expect, type Till, test } from './till.ts';

const seed = Number(process.env.KEY_SEED ?? Date.now() % 1_000_000);
const only = process.env.KEY_SCREEN;
/** A sample of each list, drawn by the seed; `KEY_SCREENS=all` strikes every screen and every step. */
const isWhole = process.env.KEY_SCREENS === 'all';
const SAMPLE = isWhole ? Number.POSITIVE_INFINITY : 1;
/** Steps of the first run, the one-time code apart. */
const STEPS = isWhole ? Number.POSITIVE_INFINITY : 2;

test.beforeEach(() => console.log(`the bursts of this story: KEY_SEED=${seed}`));

test.describe.configure({ timeout: 600_000 });

/** Longer than every key waits: for the end of a burst, and digits for their search. Nothing may happen in this time. */
const REST = 300;
const rest = (page: Page) => page.evaluate(ms => new Promise(resolve => setTimeout(resolve, ms)), REST);

async function strikeAll(page: Page, session: CDPSession, all: readonly (readonly Stroke[])[]) {
  for (const burst of all) {
    await strike(session, burst);
    await rest(page);
  }
}

/** A `POST` that only reads. */
const READS = ['/bridge/v1/returns/preview'];

/** Calls of the page that may change something at the bridge; a code that is looked up changes nothing. */
function changingCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && !READS.includes(pathname)) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

/** Buttons that a second tap of a hand must not press rest for half a second; in a payment they are busy until it ends. */
const rested = (page: Page) =>
  page
    .waitForFunction(() => document.querySelector('button[aria-disabled="true"]:not(:disabled)') === null, null, {
      timeout: 1000,
    })
    .catch(() => undefined);

/** Strikes the screen, and names its changes in words; null where the screen is as it was. */
async function struck(page: Page, till: Till, screen: KeyScreen, session: CDPSession, calls: string[]) {
  const all = bursts(randomFrom(seed), screen.takesCodes === true);
  const tried = async (some: readonly (readonly Stroke[])[]) => {
    await screen.open(page, till);
    await rested(page);
    const before = await settled(page, calls);
    await strikeAll(page, session, some);
    const found = [changes(before, await heldBy(page)), ...calls].filter(text => text !== '').join('\n');
    return found === '' ? null : found;
  };
  const found = await tried(all);
  if (found === null) return screen.takesCodes ? struckByCode(page, till, screen, session, calls) : null;
  // The bursts alone, so that the report names the one that did it.
  for (const burst of all) {
    const alone = await tried([burst]);
    if (alone !== null) return `${screen.name} (KEY_SEED=${seed}):\n${alone}\n${textOf(burst)}`;
  }
  return `${screen.name} (KEY_SEED=${seed}, all bursts together):\n${found}`;
}

/** A whole code with control keys in it does what the code alone does: both change the same on the screen, and call the same beside the basket. */
async function struckByCode(page: Page, till: Till, screen: KeyScreen, session: CDPSession, calls: string[]) {
  const after = async (burst: readonly Stroke[]) => {
    await screen.open(page, till);
    const before = await settled(page, calls);
    await strike(session, burst);
    await rest(page);
    const sent: string[] = [];
    const shown = await settled(page, calls, sent);
    // All of them: the list of sales is longer each time, and a cut would fall at another line.
    const all = changes(before, shown, Number.POSITIVE_INFINITY);
    return withoutNumbers([all, ...sent.filter(call => !SAVES.test(call))].join('\n'));
  };
  const [alone, mixed] = codeBursts(randomFrom(seed), codes.bread);
  const found = changes(await after(alone), await after(mixed));
  return found === '' ? null : `${screen.name}, a whole code (KEY_SEED=${seed}):\n${found}\n${textOf(mixed)}`;
}

/** The basket is saved as a new sale or as the one before it, by what the screen was before. */
const SAVES = /^(POST|PUT) \/api\/v2\/Smart\/Transactions(\/\w+)?$|^PUT \/bridge\/v1\/till$/;

/** Ids and receipt numbers go on from one sale to the next. */
const withoutNumbers = (text: string): string =>
  text.replace(/\b[A-Z]{3}_[A-Z0-9]{20,}|Kennung \S+/g, 'ID').replace(/\b(Bon|Beleg|Nr\.)[^\n]*\d[^\n]*/g, '$1');

/** The content of the screen once it has stopped changing and has sent its calls, which are added to `sent`. */
async function settled(page: Page, calls: string[], sent: string[] = []): Promise<string> {
  let before = '';
  for (let now = await heldBy(page); now !== before || calls.length > 0; now = await heldBy(page)) {
    before = now;
    sent.push(...calls.splice(0));
    await rest(page);
  }
  return before;
}

function chosen(screens: readonly KeyScreen[]): readonly KeyScreen[] {
  const drawn = shuffled(randomFrom(seed), screens).slice(0, SAMPLE);
  return screens.filter(screen => (only ? screen.name.includes(only) : drawn.includes(screen)));
}

async function strikeEvery(page: Page, till: Till, screens: readonly KeyScreen[]) {
  const session = await page.context().newCDPSession(page);
  const calls = changingCalls(page);
  const found: string[] = [];
  for (const screen of chosen(screens)) {
    const text = await struck(page, till, screen, session, calls).catch(
      (error: Error) => `${screen.name}: it did not open: ${error.message.split('\n').slice(0, 4).join(' ')}`,
    );
    if (text) found.push(text);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(found.join('\n\n')).toBe('');
}

test('bursts at the counter', { tag: '@long' }, ({ page, till }) => strikeEvery(page, till, COUNTER));

test.describe('where the service is away', () => {
  test.use({ settings: { TILLBRIDGE_UPSTREAM: '{"address":"http://127.0.0.1:9"}' } });
  test('bursts at what explains it', { tag: '@long' }, ({ page, till }) => strikeEvery(page, till, AWAY));
});

test.describe('where the shop asks for tips', () => {
  test.use({ settings: { TILLBRIDGE_TIPS: '{"ask":true}' } });
  test('bursts at the terminal', { tag: '@long' }, ({ page, till }) => strikeEvery(page, till, TERMINAL));
});

test('bursts at decisions about a payment', { tag: '@long' }, ({ page, till }) => strikeEvery(page, till, DECISIONS));

test('bursts at the pages of managers', { tag: '@long' }, ({ page, till }) => strikeEvery(page, till, PAGES));

test('bursts at the dialogs of managers', { tag: '@long' }, ({ page, till }) => strikeEvery(page, till, DIALOGS));

/** The bursts against what this page shows now; it goes on from here. */
async function expectUnmoved(page: Page, name: string, without?: string) {
  const session = await page.context().newCDPSession(page);
  const calls = changingCalls(page);
  const before = await settled(page, calls);
  const all = [...bursts(randomFrom(seed), true), codeBursts(randomFrom(seed), codes.bread)[1]].map(burst =>
    burst.filter(({ key }) => key !== without),
  );
  await strikeAll(page, session, all);
  const found = [changes(before, await heldBy(page)), ...calls].filter(text => text !== '').join('\n');
  expect(found, `${name}, KEY_SEED=${seed}`).toBe('');
  await session.detach();
}

test('bursts at the steps of the first run', { tag: '@long' }, async ({ page }) => {
  const drawn = shuffled(randomFrom(seed), FIRST_RUN).slice(0, STEPS);
  const shop = await openNewShop();
  const fill = async (fields: Readonly<Record<string, string>>) => {
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
  };
  try {
    await page.goto(shop.url);
    await expect(page.getByLabel('Einmalcode')).toBeFocused();
    await expectUnmoved(page, 'one-time code');
    await page.goto(`${shop.url}/#code=${shop.code}`);
    for (const step of FIRST_RUN) {
      const [heading, fields] = step;
      await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible();
      await fill(fields);
      if (drawn.includes(step)) await expectUnmoved(page, String(heading));
      if (heading !== LAST_STEP) await page.getByRole('button', { name: 'Weiter' }).click();
    }
  } finally {
    await shop.close();
  }
});

test('bursts at the customer display', { tag: '@long' }, async ({ page, till }) => {
  await page.goto(`${till.url}/display`);
  const { body } = await till.call('POST', '/bridge/v1/displays/codes', {});
  await page.getByLabel('Code').fill(body.code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Demo-Café & Markt' })).toBeVisible();
  // No scanner is at a display, so nothing there undoes what Tab does to the focus.
  await expectUnmoved(page, 'idle', 'Tab');
  const { body: bread } = await till.call('GET', `/bridge/v1/articles/${codes.bread}`);
  const { articleNumber, desc, tax, price } = bread as Article;
  const products = [{ articleNumber, desc, tax, priceOne: price, quantity: 2, item_type: 'article' }];
  const { body: sale } = await till.call('POST', '/api/v2/Smart/Transactions', { basket: { products } });
  await till.call('POST', `/api/v2/Smart/Transactions/${sale.id}/preTransaction`);
  await expect(page.getByText('Bauernbrot 1 kg').first()).toBeVisible();
  await expect(page.getByText(/Noch zu zahlen 9,00/)).toHaveCount(1);
  await expectUnmoved(page, 'sale', 'Tab');
  await page.evaluate(() => localStorage.removeItem('tillbridge.display'));
});
