/** The sales of the day: found by what a customer has in hand, reprinted with a mark that survives a reload, and cancelled. */
import type { Page } from '@playwright/test';
import { expectAccessible, expectNarrow } from './accessible.ts';
import { codes, expectPaid, openPage, pay, scan, signIn } from './counter.ts';
import { expect, test } from './till.ts';

async function sellForCash(page: Page, code: string) {
  await scan(page, code);
  await pay(page, 'Bar').click();
  await page.getByRole('textbox', { name: 'Gegeben' }).fill('10');
  await page.getByRole('button', { name: 'Kassieren' }).click();
  await expectPaid(page);
  await page.keyboard.press('Enter');
}

async function openSales(page: Page) {
  await openPage(page, 'Verkäufe');
  await expect(page.getByRole('heading', { name: 'Verkäufe', exact: true })).toBeVisible();
}

/** Presses a button that prints, and gives what came to the printer. */
async function printedBy(page: Page, button: string): Promise<string> {
  const printed = page.evaluate(
    () =>
      new Promise<string>(resolve => {
        window.print = () => resolve(document.querySelector('.printout')?.textContent ?? '');
      }),
  );
  await page.getByRole('region', { name: /^Bon/ }).getByRole('button', { name: button }).click();
  return printed;
}

test('a customer comes back without a receipt: found by the amount even when an older list comes late, printed again as a copy', async ({
  page,
  till,
}) => {
  await signIn(page, till.url);
  await sellForCash(page, codes.bread);
  await sellForCash(page, codes.coffee);
  await openSales(page);
  const sales = page.getByRole('main').getByRole('list');
  await expect(sales.getByRole('button', { name: /4,50/ }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  const late = Promise.withResolvers<void>();
  await page.route(
    url => url.pathname === '/bridge/v1/sales' && !url.searchParams.has('search'),
    async route => {
      await late.promise;
      await route.continue();
    },
  );
  await openSales(page);
  await page.getByLabel(/^Bonnummer/).fill('3,40');
  await page.keyboard.press('Enter');
  await expect(sales.getByRole('button')).toHaveCount(1);
  const answered = page.waitForResponse(answer => /\/sales\?(?!.*search)/.test(answer.url()));
  late.resolve();
  await (await answered).finished();
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(resolve)));
  await expect(sales.getByRole('button')).toHaveCount(1);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await expectAccessible(page);
  await expectNarrow(page);
  await sales.getByRole('button', { name: /3,40/ }).click();
  expect(await printedBy(page, 'Beleg drucken')).not.toContain('KOPIE');
  expect(await printedBy(page, 'Beleg drucken')).toContain('KOPIE 1');
  await expect(page.getByRole('region', { name: /^Bon/ }).getByText('Kopie 1 gedruckt')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await openSales(page);
  await sales.getByRole('button', { name: /3,40/ }).first().click();
  expect(await printedBy(page, 'Beleg drucken')).toContain('KOPIE 2');
});

test('a manager cancels a card payment of the day: the money goes back at the terminal, and the reason stays in the history', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url, '9999', 'Leitung');
  await scan(page, codes.milk);
  await pay(page, 'Karte').click();
  await expectPaid(page);
  await page.keyboard.press('Enter');
  await openSales(page);
  const row = page.getByRole('main').getByRole('list').getByRole('button', { name: /1,40/ }).first();
  await row.click();
  await page.getByRole('button', { name: 'Verkauf stornieren' }).click();
  await page.getByRole('button', { name: 'Ja, stornieren' }).click();
  const reason = page.getByRole('dialog').getByRole('textbox', { name: 'Grund (wird aufbewahrt)' });
  await reason.fill('Falscher Artikel');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Zurückgenommen' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Stornobeleg' })).toBeVisible();
  await page.keyboard.press('Enter');
  await openSales(page);
  await expect(row).toContainText('storniert');
  await row.click();
  await expect(page.getByRole('region', { name: /^Bon/ }).getByText(/Genehmigt: .*Falscher Artikel/)).toBeVisible();
  await expect(page.getByRole('region', { name: /^Bon/ }).getByText(/Rücknahme am Terminal: angenommen/)).toBeVisible();
});

test('a manager narrows the list to a person, a way of paying and an amount, by keys alone, and clears it again', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url);
  await sellForCash(page, codes.bread);
  await scan(page, codes.milk);
  await pay(page, 'Karte').click();
  await expectPaid(page);
  await page.keyboard.press('Enter');
  await openSales(page);
  const sales = page.getByRole('main').getByRole('list').getByRole('button');
  await expect(sales).toHaveCount(2);
  const filters = page.getByRole('group', { name: 'Eingrenzen' });
  await filters.getByRole('button', { name: 'Zahlart' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Zahlart' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Karte', exact: true }).focus();
  await page.keyboard.press('Enter');
  const chip = filters.getByRole('button', { name: 'Zahlart: Karte' });
  await expect(chip).toBeFocused();
  await expect(sales).toHaveCount(1);
  await expect(sales).toContainText(/1,40/);
  await filters.getByRole('button', { name: 'Betrag' }).click();
  await page.getByRole('textbox', { name: 'Von' }).fill('5');
  await page.getByRole('textbox', { name: 'Bis' }).fill('2');
  await page.keyboard.press('Enter');
  await expect(page.getByText('„Bis“ liegt unter „Von“.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Bis' }).fill('9');
  await page.keyboard.press('Enter');
  await expect(filters.getByRole('button', { name: /^Betrag: 5,00.€ bis 9,00.€/ })).toBeVisible();
  await expect(page.getByText('Kein Verkauf passt zu den Filtern.')).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  // Escape closes the choice, and not the page.
  await chip.click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(chip).toBeFocused();
  await page.getByRole('button', { name: 'Filter aufheben' }).click();
  await expect(sales).toHaveCount(2);
  await filters.getByRole('button', { name: 'Person' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Kasse' }).click();
  await expect(filters.getByRole('button', { name: 'Person: Kasse' })).toBeVisible();
  await expect(sales).toHaveCount(2);
});
