/**
 * Every screen looks as it did: pictures in light, dark and narrow are held against those in e2e/pictures. Where letters look different
 * from those of the machine that recorded them, the stories are skipped; `npm run pictures` records them anew.
 */
import type { Page } from '@playwright/test';
import type { Article } from '../main/wire/catalogue.ts';
import { codes, expectPaid, pageAddresses, pay, saved, scan, signIn, terminalText } from './counter.ts';
import { differingPictures, expectSamePictures, fontsDiffer } from './screenPictures.ts';
import { paymentStates, showPayment } from './states.ts';
import { expect, test } from './till.ts';

test.describe.configure({ timeout: 180_000 });

test.beforeEach(async ({ page }) => {
  const reason = await fontsDiffer(page);
  await page.setViewportSize({ width: 1024, height: 640 });
  test.skip(reason !== null, reason ?? '');
});

const menu = (page: Page) => page.getByRole('button', { name: /Einstellungen/ });

test('a sale, from the sign-in to the receipt', async ({ page, till }) => {
  const found: string[] = [];
  const take = async (name: string) => void found.push(...(await differingPictures(page, name)));
  await page.goto(till.url);
  await expect(page.getByRole('heading', { name: 'Wer kassiert?' })).toBeVisible();
  await take('sign-in');
  await signIn(page, till.url);
  await take('sale-empty');
  for (const code of [codes.coffee, codes.bread, codes.milk, codes.milk, codes.milk]) await scan(page, code);
  await scan(page, codes.cardSome);
  await saved(page);
  await take('sale-basket');
  await page.getByRole('searchbox').fill('tee');
  await take('sale-search');
  await page.getByRole('searchbox').fill('');
  await pay(page, 'Bar').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await take('cash');
  await page.keyboard.press('Escape');
  await till.terminal('POST', '/behaviour', { behaviour: 'manual' });
  await pay(page, 'Karte').click();
  await expect(terminalText(page)).toContainText(/Karte/);
  await take('payment');
  await till.terminal('POST', '/behaviour', { behaviour: 'approve' });
  await till.terminal('POST', '/card', { card: 'girocard-contactless' });
  await expectPaid(page);
  await take('paid');
  expectSamePictures(found);
});

test('payments that need a person', async ({ page, till }) => {
  const found: string[] = [];
  await signIn(page, till.url);
  let number = 0;
  for (const [heading, state] of Object.entries(paymentStates)) {
    number += 1;
    await showPayment(page, state);
    await page.reload();
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    found.push(...(await differingPictures(page, `person-${number}`)));
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expectSamePictures(found);
});

test('the settings and every page of the manager', async ({ page, till }) => {
  const found: string[] = [];
  await signIn(page, till.url, '9999', 'Leitung');
  await menu(page).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  found.push(...(await differingPictures(page, 'settings')));
  await page.keyboard.press('Escape');
  // No address leads away from an open dialog.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const title = page.getByRole('main').getByRole('heading', { level: 1 });
  for (const address of await pageAddresses(page)) {
    await page.evaluate(to => location.assign(to), address);
    await expect(title).not.toHaveText('Verkauf');
    found.push(...(await differingPictures(page, `page-${plain(address)}`)));
    await page.keyboard.press('Escape');
    // Only the title: a part of the management has the same name, and an address that comes before the page has closed is left with it.
    await expect(title).toHaveText('Verkauf');
  }
  expectSamePictures(found);
});

const plain = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z]+/g, '-');

test('the customer display', async ({ page, till }) => {
  const found: string[] = [];
  const take = async (name: string) => void found.push(...(await differingPictures(page, `display-${name}`)));
  await page.goto(`${till.url}/display`);
  await expect(page.getByLabel('Code')).toBeVisible();
  await take('pairing');
  const { body } = await till.call('POST', '/bridge/v1/displays/codes', {});
  await page.getByLabel('Code').fill(body.code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Demo-Café & Markt' })).toBeVisible();
  await take('idle');
  const { body: catalogue } = await till.call('GET', '/bridge/v1/catalogue');
  const products = catalogue.articles.slice(0, 6).map((article: Article, at: number) => ({
    ...{ articleNumber: article.articleNumber, desc: article.desc, desc_en: article.descEn, tax: article.tax },
    ...{ group: article.group.map(({ id, desc, level }) => ({ id, desc, level })), priceOne: article.price },
    ...{ quantity: (at % 3) + 1, item_type: 'article', reference_id: `line:${at}` },
  }));
  const idents = [{ type: 'card', value: codes.cardSome }];
  const { body: sale } = await till.call('POST', '/api/v2/Smart/Transactions', { basket: { products }, idents });
  await till.call('POST', `/api/v2/Smart/Transactions/${sale.id}/preTransaction`);
  await expect(page.getByText('Noch zu zahlen', { exact: true })).toBeVisible();
  await take('basket');
  await till.call('POST', `/api/v2/Smart/Transactions/${sale.id}/start/cash`, { amount_given: 5000 });
  await expect(page.getByRole('heading', { name: 'Vielen Dank!' })).toBeVisible();
  await take('paid');
  await page.evaluate(() => localStorage.removeItem('tillbridge.display'));
  expectSamePictures(found);
});
