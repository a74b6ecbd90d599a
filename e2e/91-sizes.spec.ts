/**
 * Every screen at every size of a till. `npm test` measures a sample of each list, drawn by the seed, which stands in the report;
 * SIZE_SEED repeats it, and `SIZE_SCREENS=all` measures every screen.
 */
import type { Page } from '@playwright/test';
import { codes, expectPaid, line, openPage, pageAddresses, pay, saved, scan, signIn } from './counter.ts';
import { randomFrom, shuffled } from './keyBursts.ts';
import { COUNTER, DECISIONS, DIALOGS, type KeyScreen, PAGES, TERMINAL } from './keyScreens.ts';
import { faultsOfContrast, faultsOfSizes, outOfSight } from './sizes.ts';
import { expect, type Till, test } from './till.ts';

const seed = Number(process.env.SIZE_SEED ?? Date.now() % 1_000_000);
const only = process.env.SIZE_SCREEN;
const SAMPLE = process.env.SIZE_SCREENS === 'all' ? Number.POSITIVE_INFINITY : 2;

test.beforeEach(() => console.log(`the screens of this story: SIZE_SEED=${seed}`));

test.describe.configure({ timeout: 600_000 });

async function measureEvery(page: Page, till: Till, screens: readonly KeyScreen[], most = SAMPLE) {
  const drawn = shuffled(randomFrom(seed), screens).slice(0, most);
  const found: string[] = [];
  for (const screen of screens.filter(one => (only ? one.name.includes(only) : drawn.includes(one)))) {
    // The page of the screen before saves nothing any more.
    if (most === SAMPLE) await page.goto('about:blank');
    await screen.open(page, till);
    const faults = [...(await faultsOfSizes(page)), ...(await faultsOfContrast(page))];
    found.push(...faults.map(fault => `${screen.name}, ${fault}`));
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(found.join('\n'), `SIZE_SEED=${seed}`).toBe('');
}

test('the counter', ({ page, till }) => measureEvery(page, till, COUNTER));

test.describe('where the shop asks for tips', () => {
  test.use({ settings: { TILLBRIDGE_TIPS: '{"ask":true}' } });
  // Each of these goes on from the one before it.
  test('the terminal', { tag: '@long' }, ({ page, till }) => measureEvery(page, till, TERMINAL, TERMINAL.length));
});

test('decisions about a payment', { tag: '@long' }, ({ page, till }) => measureEvery(page, till, DECISIONS));

test('the pages of managers', ({ page, till }) => measureEvery(page, till, PAGES));

test('the dialogs of managers', { tag: '@long' }, ({ page, till }) => measureEvery(page, till, DIALOGS));

/** The smallest tills that anybody sells with. */
const SMALL = [
  [1024, 600],
  [800, 480],
  [400, 740],
] as const;

test('on a small till the newest three lines, the sum, the ways to pay and the whole pad for cash are in sight', {
  tag: '@sampled',
}, async ({ page, till }) => {
  // A page with room for less has room for the largest of them.
  for (const [width, height] of process.env.LONG ? SMALL : SMALL.slice(1)) {
    await page.setViewportSize({ width, height });
    await signIn(page, till.url);
    for (const code of [codes.bread, codes.milk, codes.coffee, codes.bread, codes.milk, codes.coffee])
      await scan(page, code);
    const add = page.getByRole('button', { name: /^(Espresso|Croissant|Banane), / });
    for (const tile of await add.all()) await tile.click();
    await saved(page);
    const size = `${width} × ${height}`;
    const lines = await page.locator('[data-line]').count();
    const hidden = await outOfSight(page, '[data-line]');
    expect(lines - hidden.length, `lines at ${size}`).toBeGreaterThanOrEqual(3);
    expect(hidden, size).not.toContain(await page.locator('[data-line]').last().getAttribute('aria-label'));
    expect(await outOfSight(page, '[data-testid="missing-sum"], [aria-label="Bezahlen"] button'), size).toEqual([]);
    await pay(page, 'Bar').click();
    await page.getByRole('textbox', { name: 'Gegeben' }).fill('60');
    await expect(page.getByTestId('change')).toContainText('€');
    expect(
      await outOfSight(page, '[role="dialog"] button, [role="dialog"] input, [data-testid="change"]'),
      size,
    ).toEqual([]);
    await page.getByRole('button', { name: 'Passend' }).click();
    await expectPaid(page);
    await page.keyboard.press('Enter');
  }
});

/** Everything that the list of the basket changes while `act` runs. */
async function changesOfList(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const list = document.querySelector('[data-lines]')!;
    const watch = new MutationObserver(records =>
      Object.assign(window, { changes: (window as Changed).changes + records.length }),
    );
    Object.assign(window, { changes: 0 });
    watch.observe(list, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  await act();
  return page.evaluate(() => (window as Changed).changes);
}
type Changed = Window & typeof globalThis & { readonly changes: number };

test('5,000 articles and 500 lines: none is hidden, the sum stays in sight, and one line more changes as little as ever', {
  tag: '@long',
}, async ({ page, till }) => {
  const form = { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'demo-secret' };
  const { access_token } = await (await page.request.post(`${till.url}/oauth/token`, { form })).json();
  const rows = Array.from({ length: 4800 }, (_, at) => `V-${at};;Vorratsware Nummer ${at};;many;1,00;7`);
  const list = ['number;ean;name;name_en;group;price;tax', ...rows].join('\n');
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'text/csv' };
  await till.call('POST', '/bridge/v1/article-groups', { id: 'many', name: 'Viele' });
  const imported = await page.request.post(`${till.url}/bridge/v1/articles/import`, {
    ...{ headers, data: list },
    timeout: 60_000,
  });
  expect(imported.status(), await imported.text()).toBe(200);
  await signIn(page, till.url);
  await page.getByRole('button', { name: 'Warengruppen' }).click();
  await page.getByRole('button', { name: 'Viele', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Mehr: 4680' })).toBeVisible();
  await page.getByRole('searchbox').fill('Vorratsware Nummer 4799');
  await page.keyboard.press('Enter');
  await expect(line(page, 'Vorratsware Nummer 4799')).toBeVisible();
  await page.getByRole('searchbox').fill('');
  const few = await changesOfList(page, () => addAnother(page, 'Vorratsware Nummer 7, '));

  const products = Array.from({ length: 500 }, (_, at) => ({
    ...{ articleNumber: `V-${1000 + at}`, desc: `Vorratsware Nummer ${1000 + at}`, tax: 7, priceOne: 100, quantity: 1 },
    ...{ item_type: 'article', reference_id: `line:${at}` },
  }));
  const { body: open } = await till.call('GET', '/bridge/v1/till');
  await till.call('PUT', `${SALES}/${open.transaction.id}`, { basket: { products } });
  await page.reload();
  await expect(page.locator('[data-line]')).toHaveCount(500);
  await expect(line(page, 'Vorratsware Nummer 1499')).toBeInViewport();
  const many = await changesOfList(page, () => addAnother(page, 'Vorratsware Nummer 8, '));
  expect(many).toBeLessThanOrEqual(few + 2);
  for (const [width, height] of SMALL) {
    await page.setViewportSize({ width, height });
    expect(await outOfSight(page, '[data-testid="missing-sum"], [aria-label="Bezahlen"] button')).toEqual([]);
  }
});

const SALES = '/api/v2/Smart/Transactions';

/** By the tile of its group, which every sale shows anew. */
async function addAnother(page: Page, name: string): Promise<void> {
  const before = await page.locator('[data-line]').count();
  await page.getByRole('button', { name: 'Warengruppen' }).click();
  await page.getByRole('button', { name: 'Viele', exact: true }).click();
  await page.getByRole('button', { name }).first().click();
  await expect(page.locator('[data-line]')).toHaveCount(before + 1);
  await expect(page.getByRole('button', { name: `1 × ${name}` })).toBeInViewport();
}

/** Articles whose names and prices are as long as they get, one of a group with a long name. */
async function addLongArticles(till: Till) {
  await till.call('POST', '/bridge/v1/article-groups', {
    id: 'long',
    name: 'Donaudampfschifffahrtsgesellschaftsbedarf',
  });
  for (const [number, name, price] of [
    ['LONG-1', 'Rindfleischetikettierungsüberwachungsgerät', 12_345_678],
    ['LONG-2', 'Großabnehmer-Geschenkkorb „Schwarzwald“ 40', 4990],
    ['LONG-3', 'Kraftfahrzeughaftpflichtversicherungsmappe', 100],
  ] as const) {
    const body = { number, name, price, taxRate: 19, group: 'long', quickKey: true };
    expect((await till.call('POST', '/bridge/v1/articles', body)).status).toBe(200);
  }
}

test('names and amounts as long as they get, seven parts, in German and English', { tag: '@long' }, async ({
  page,
  till,
}) => {
  await addLongArticles(till);
  await signIn(page, till.url, '9999', 'Leitung');
  const found: string[] = [];
  const look = async (state: string) =>
    void found.push(...(await faultsOfSizes(page)).map(fault => `${state}, ${fault}`));
  for (const name of [/^Rindfleisch/, /^Großabnehmer/, /^Kraftfahrzeug/])
    await page.getByRole('button', { name }).first().click();
  await expect(line(page, 'Rindfleischetikettierung')).toBeVisible();
  await saved(page);
  await look('long names');
  for (const count of [1, 2, 3, 4, 5, 6]) {
    await page.keyboard.press('F6');
    await page.getByRole('textbox', { name: 'Teilbetrag' }).fill('1234,56');
    await page.getByRole('dialog').getByRole('button', { name: 'Bar', exact: true }).click();
    await expect(page.getByTestId('paid-part')).toHaveCount(count);
  }
  await look('six parts');
  await pay(page, 'Bar').click();
  await look('cash of a large amount');
  await page.getByRole('button', { name: 'Passend' }).click();
  await expectPaid(page);
  await look('paid with seven tenders');
  await page.keyboard.press('Enter');
  await openPage(page, 'Kacheln');
  await look('tiles with long names');
  await page.evaluate(() => localStorage.setItem('tillbridge.settings', JSON.stringify({ language: 'en' })));
  await page.reload();
  for (const address of await pageAddresses(page)) {
    await page.goto(`${till.url}/${address}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await look(`${address} in English`);
  }
  expect(found.join('\n')).toBe('');
});
