/** The first screen is small, and what comes after it is loaded before anybody needs it. */
import { atHandPace, codes, expectPaid, line, openPage, pay, saved, scan, signIn } from './counter.ts';
import { firstScreenSize } from './firstScreen.ts';
import { expect, test } from './till.ts';

/** KiB of React and a store alone, as `npm run bench -- screen` measures them; a new version of React changes it. */
const FRAMEWORK = 66.3;

test('loads at most 1.8 times the framework before it shows the first screen', async ({ till }) => {
  expect((await firstScreenSize(till.url)) / 1024).toBeLessThanOrEqual(1.8 * FRAMEWORK);
  // The customer display shares files with the till, and needs little of it.
  expect((await firstScreenSize(`${till.url}/display`)) / 1024).toBeLessThanOrEqual(1.2 * FRAMEWORK);
});

test('takes a card and opens the dialog for cash without loading anything', async ({ page, till }) => {
  const loaded = page.waitForResponse(/\/assets\/dialogs-.*\.js$/);
  const other = page.waitForResponse(/\/assets\/en-.*\.js$/);
  await signIn(page, till.url);
  await (await loaded).finished();
  await (await other).finished();
  const wanted: string[] = [];
  await page.route('**/assets/**', route => {
    wanted.push(route.request().url());
    return route.abort();
  });
  await scan(page, codes.bread);
  await pay(page, 'Karte').click();
  await expectPaid(page);
  await page.keyboard.press('Enter');
  await scan(page, codes.milk);
  await expect(pay(page, 'Bar')).toBeEnabled();
  // The key waits until no scanner can have sent it; then the dialog is there, and nothing else is drawn in its place before.
  await atHandPace(page.keyboard);
  const isOpen = await page.evaluate(async () => {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'F8', bubbles: true }));
    const isThere = () => document.querySelector('[role="dialog"]') !== null;
    const until = performance.now() + 10_000;
    while (!isThere() && performance.now() < until) await new Promise(requestAnimationFrame);
    return isThere();
  });
  expect([isOpen, wanted]).toEqual([true, []]);
});

test('keeps the basket while a page cannot be loaded, and shows the page when the bridge is back', async ({
  page,
  till,
}) => {
  const loaded = page.waitForResponse(/\/assets\/dialogs-.*\.js$/);
  await signIn(page, till.url);
  await loaded;
  await scan(page, codes.bread);
  await page.route('**', route => route.abort());
  await openPage(page, 'Bargeld');
  await expect(page.getByText('Die Kasse antwortet gerade nicht.')).toBeVisible();
  await page.getByRole('button', { name: 'Zurück' }).click();
  await expect(line(page, 'Bauernbrot')).toBeVisible();
  await openPage(page, 'Bargeld');
  await page.unroute('**');
  await expect(page.getByRole('heading', { name: 'Bargeld', level: 1 })).toBeVisible();
});

test('a page that an update has left behind loads itself anew, with the opened page and the basket', async ({
  page,
  till,
}) => {
  await signIn(page, till.url);
  await scan(page, codes.bread);
  await saved(page);
  // A button of a part that is loaded early: none of these asks for the page any more.
  await expect(page.getByRole('button', { name: 'Weniger: Bauernbrot' })).toBeVisible();
  let isUpdated = true;
  // The bridge of the next version names other files, until the browser has asked for them.
  await page.route(`${till.url}/`, async route => {
    if (route.request().isNavigationRequest()) isUpdated = false;
    return isUpdated ? route.fulfill({ contentType: 'text/html', body: PAGE_OF_THE_NEXT_VERSION }) : route.continue();
  });
  await openPage(page, 'Bargeld');
  await expect(page.getByRole('heading', { name: 'Bargeld', level: 1 })).toBeVisible();
  expect(isUpdated).toBe(false);
  await page.unroute(`${till.url}/`);
  await page.getByRole('link', { name: 'Kassieren' }).click();
  await expect(line(page, 'Bauernbrot')).toBeVisible();
});

const PAGE_OF_THE_NEXT_VERSION = '<!doctype html><script type="module" src="/assets/till-next.js"></script>';
