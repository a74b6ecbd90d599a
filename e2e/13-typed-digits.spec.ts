/** Digits typed outside every field count for one act: the act uses them up, or they go at the next scan, tile, tender, sale, cashier and after some seconds. */
import type { Page } from '@playwright/test';
import { codes, expectPaid, line, nextCustomer, pay, saved, scan, signIn } from './counter.ts';
import { expect, test } from './till.ts';

/** A hand is slower than a scanner. */
const HAND = { delay: 130 };

const search = (page: Page) => page.getByRole('searchbox');
const quantity = (page: Page) => page.getByText(/\d+ × nächster Artikel/);

async function typed(page: Page, digits: string) {
  await search(page).blur();
  await page.keyboard.type(digits, HAND);
  if (digits.endsWith('*')) await expect(quantity(page)).toBeVisible();
  else await expect(search(page)).toHaveValue(digits);
}

async function expectNothingWaits(page: Page) {
  await expect(search(page)).toHaveValue('');
  await expect(quantity(page)).toHaveCount(0);
}

test('digits end with the next scan, the next tile and the next tender, and never become the next quantity', async ({
  page,
  till,
}) => {
  await signIn(page, till.url);
  await typed(page, '2');
  await scan(page, codes.bread);
  await expect(line(page, 'Bauernbrot')).toContainText('1 ×');
  await expectNothingWaits(page);
  await saved(page);
  await pay(page, 'Bar').click();
  await page.getByRole('button', { name: 'Passend' }).click();
  await expectPaid(page);
  await nextCustomer(page);
  await typed(page, '3*');
  await expect(page.getByText('3 × nächster Artikel')).toBeVisible();
  await scan(page, codes.bread);
  await expect(line(page, 'Bauernbrot')).toContainText('3 ×');
  await expectNothingWaits(page);
  // A tile that the digits have found.
  await typed(page, '1001');
  await page.getByRole('list', { name: 'Treffer' }).getByRole('button').first().click();
  await expectNothingWaits(page);
  // A tender that is only looked at, too.
  for (const key of ['F8', 'F6']) {
    await typed(page, '4');
    await page.keyboard.press(key);
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectNothingWaits(page);
  }
});

test('a quantity ends with the sale and with the cashier', { tag: '@long' }, async ({ page, till }) => {
  await signIn(page, till.url);
  await scan(page, codes.bread);
  await saved(page);
  await typed(page, '5*');
  await pay(page, 'Karte').click();
  await expectPaid(page);
  await nextCustomer(page);
  await expectNothingWaits(page);
  await typed(page, '6*');
  await page.keyboard.press('Pause');
  await page.getByRole('button', { name: /^Kasse\b/ }).click();
  await page.getByRole('textbox', { name: 'PIN von Kasse' }).fill('1111');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
  await expectNothingWaits(page);
  await scan(page, codes.bread);
  await expect(line(page, 'Bauernbrot')).toContainText('1 ×');
});

test('digits end after ten seconds, a quantity after thirty, and words stay', { tag: '@long' }, async ({
  page,
  till,
}) => {
  await page.clock.install();
  await signIn(page, till.url);
  const passes = (ms: number) => page.clock.runFor(ms);
  await search(page).blur();
  await page.keyboard.type('2', HAND);
  await passes(500);
  await expect(search(page)).toHaveValue('2');
  await passes(10_500);
  await expect(search(page)).toHaveValue('');
  await search(page).fill('Brez');
  await passes(11_000);
  await expect(search(page)).toHaveValue('Brez');
  await search(page).fill('');
  await search(page).blur();
  await page.keyboard.type('7*', HAND);
  await passes(500);
  await expect(quantity(page)).toBeVisible();
  await passes(30_500);
  await expect(quantity(page)).toHaveCount(0);
});
