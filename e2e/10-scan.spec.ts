/** Articles get into the basket by scanner, search and quick key, and the scanner never disturbs typing. */
import type { Page, Route } from '@playwright/test';
import { adjust, basket, codes, line, missingSum, more, saved, scan, signIn } from './counter.ts';
import { expect, type Till, test } from './till.ts';

const SALES = '/api/v2/Smart/Transactions';

test.beforeEach(({ page, till }) => signIn(page, till.url));

test('adds scanned articles with a sound, keeps the basket at unknown codes, and restores it after a reload', async ({
  page,
  till,
}) => {
  await scan(page, codes.coffee);
  await scan(page, codes.coffee);
  await scan(page, codes.bread);
  await expect(line(page, 'Cappuccino')).toContainText('6,80');
  await expect(basket(page).getByRole('listitem')).toHaveCount(2);
  await expect(missingSum(page)).toHaveText('11,30 €');
  await scan(page, '4006381333931');
  await expect(page.getByText('Code 4006381333931 ist unbekannt.').first()).toBeVisible();
  await expect(basket(page).getByRole('listitem')).toHaveCount(2);
  await expect.poll(() => kept(till)).toBe(2);
  await noteSounds(page);
  await page.reload();
  await expect(line(page, 'Cappuccino')).toBeVisible();
  await expect(missingSum(page)).toHaveText('11,30 €');
  // It sounds at every scan, and the sound device rests in between.
  const states = () => page.evaluate(() => (window as unknown as { states: string[] }).states);
  await scan(page, codes.milk);
  await expect.poll(states).toEqual(['running']);
  await expect.poll(states).toEqual(['running', 'suspended']);
  await scan(page, codes.milk);
  await expect.poll(states).toEqual(['running', 'suspended', 'running']);
});

/** How a save ends that the page never hears of. */
const LOST_SAVES = {
  'before the bridge gets it': () => {},
  'after the bridge has carried it out': (route: Route) => void route.fetch().catch(() => {}),
} as const;

for (const [when, arrives] of Object.entries(LOST_SAVES))
  test(`a reload while a scan is saved loses nothing, ${when}`, async ({ page, till }) => {
    const { body: before } = await till.call('GET', `${SALES}?count=0`);
    const reloadWhileSaving = async (code: string, method: string) => {
      const asked = page.waitForRequest(request => request.method() === method && request.url().includes(SALES));
      await page.route(`**${SALES}**`, route =>
        route.request().method() === method ? arrives(route) : route.continue(),
      );
      await scan(page, code);
      await asked;
      // The stream of the old page tells of the change where the bridge has it.
      await page.goto('about:blank');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.goto(till.url);
    };
    await reloadWhileSaving(codes.bread, 'POST');
    await expect(line(page, 'Bauernbrot')).toBeVisible();
    await saved(page);
    await expect.poll(() => kept(till)).toBe(1);
    await reloadWhileSaving(codes.coffee, 'PUT');
    await expect(line(page, 'Cappuccino')).toBeVisible();
    await expect(missingSum(page)).toHaveText('7,90 €');
    await saved(page);
    await expect.poll(() => kept(till)).toBe(2);
    // It is one sale, and the browser keeps nothing of what the bridge has.
    const { body: after } = await till.call('GET', `${SALES}?count=0`);
    expect(after.count - before.count).toBe(1);
    expect(await page.evaluate(() => Object.keys(localStorage).filter(name => name.includes('unsaved')))).toEqual([]);
    await page.reload();
    await expect(basket(page).getByRole('listitem')).toHaveCount(2);
  });

test('keeps the typed search while a scan goes into the basket; a quick key adds, and what was removed comes back', async ({
  page,
}) => {
  const search = page.getByRole('searchbox', { name: 'Artikel suchen' });
  await search.click();
  await search.pressSequentially('Brez', { delay: 400 });
  await scan(page, codes.milk);
  await expect(line(page, 'Vollmilch')).toBeVisible();
  await expect(search).toHaveValue('Brez');
  await page.getByRole('button', { name: /^Laugenbrezel, / }).click();
  await expect(line(page, 'Laugenbrezel')).toBeVisible();
  await more(page, 'Warenkorb leeren');
  await search.fill('');
  await page.getByRole('button', { name: 'Banane, 0,40 €' }).click();
  await page.getByRole('button', { name: 'Mehr: Banane' }).click();
  await expect(missingSum(page)).toHaveText('0,80 €');
  const quantity = page.getByRole('textbox', { name: 'Menge: Banane' });
  await quantity.fill('12');
  await quantity.press('Enter');
  await expect(missingSum(page)).toHaveText('4,80 €');
  await adjust(page, 'Banane');
  await page.getByRole('button', { name: 'Zeile entfernen' }).click();
  await expect(line(page, 'Banane')).toHaveCount(0);
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect(line(page, 'Banane')).toContainText('12 ×');
});

test('takes twenty scans without a pause, and shows the same basket in a second window of the till', async ({
  page,
  till,
}) => {
  for (let count = 0; count < 20; count += 1) await scan(page, count % 2 ? codes.coffee : codes.milk);
  for (const name of ['Cappuccino', 'Vollmilch']) await expect(line(page, name)).toContainText('10 ×');
  await expect.poll(() => kept(till)).toBe(2);
  const other = await page.context().newPage();
  await other.goto(till.url);
  await expect(line(other, 'Cappuccino')).toBeVisible();
  const asked: string[] = [];
  page.on('request', request => asked.push(new URL(request.url()).pathname));
  await scan(page, codes.milk);
  await expect(line(other, 'Vollmilch')).toContainText('11 ×');
  await scan(other, codes.bread);
  await expect(basket(page).getByRole('listitem')).toHaveCount(3);
  await expect(missingSum(page)).toHaveText(await missingSum(other).innerText());
  // Loads the till for changes of the other window, not for its own changes.
  expect(asked.filter(path => path === '/bridge/v1/till').length).toBeLessThan(3);
});

/** Lines of the newest sale, as the bridge has them. */
const kept = async ({ call }: Till): Promise<number | undefined> =>
  (await call('GET', '/api/v2/Smart/Transactions')).body.data[0]?.basket.products.length;

/** From the next load on every change of the sound is kept: a busy machine may ask too late to see a state that has passed. */
const noteSounds = (page: Page) =>
  page.addInitScript(() => {
    const states: string[] = [];
    const Original = AudioContext;
    Object.assign(window, {
      states,
      AudioContext: class extends Original {
        constructor() {
          super();
          this.addEventListener('statechange', () => states.push(this.state));
        }
      },
    });
  });
