/** Goods come back: chosen from the sheet of the sale, with the way of the money shown before it moves; or exchanged in the basket. */
import type { Page } from '@playwright/test';
import { completeEan13 } from '../main/domain/checkDigits.ts';
import { receiptCode } from '../main/domain/receiptCode.ts';
import { expectAccessible, expectNarrow } from './accessible.ts';
import { codes, expectPaid, line, openPage, pay, scan, signIn } from './counter.ts';
import { expect, type Till, test } from './till.ts';

const look = async (page: Page, name: string) => {
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/${name}.png`, fullPage: true });
};

async function openReturn(page: Page, sum: RegExp) {
  await openPage(page, 'Verkäufe');
  await page.getByRole('main').getByRole('list').getByRole('button', { name: sum }).first().click();
  await page.getByRole('button', { name: 'Ware zurücknehmen' }).click();
  return page.getByRole('region', { name: 'Ware zurücknehmen' });
}

test('one of two loaves comes back to the card that paid it, and one is left', async ({ page, till }) => {
  await signIn(page, till.url);
  await scan(page, codes.bread);
  await scan(page, codes.bread);
  await scan(page, codes.milk);
  await pay(page, 'Karte').click();
  await expectPaid(page);
  await page.keyboard.press('Enter');
  const asked = page.waitForRequest(/\/returnable$/);
  const sheet = await openReturn(page, /10,40/);
  const [id = ''] = /STX_\w+/.exec((await asked).url()) ?? [];
  await look(page, 'return-empty');
  await expect(sheet.getByRole('button', { name: '0,00 € auszahlen' })).toBeDisabled();
  await sheet.getByRole('button', { name: /^Mehr .*brot/i }).click();
  await sheet.getByRole('button', { name: 'Defekt' }).click();
  await expect(sheet.getByTestId('pay-out-step')).toContainText('Auf die Karte');
  await expect(sheet.getByTestId('pay-out-step')).toContainText('4,50');
  await look(page, 'return-chosen');
  await expectAccessible(page);
  await expectNarrow(page);
  await sheet.getByRole('button', { name: '4,50 € auszahlen' }).click();
  await expect(page.getByRole('heading', { name: 'Ausgezahlt' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Kundenbeleg' }).first()).toContainText('Rückgabe');
  await look(page, 'return-slip');
  await page.keyboard.press('Enter');
  // The receipt itself opens its sale, wherever it is scanned.
  await scan(page, receiptCode(1, id));
  await page.getByRole('region', { name: /^Bon/ }).getByRole('button', { name: 'Ware zurücknehmen' }).click();
  const again = page.getByRole('region', { name: 'Ware zurücknehmen' });
  await expect(again.getByText('gekauft 2 · noch 1')).toBeVisible();
  await expect(again.getByText('Schon zurückgenommen')).toBeVisible();
});

/** Apples for 19.99 a kilogram, and labels of the scale, which begin with 28. */
async function sellApples(till: Till): Promise<void> {
  const apples = { number: '4711', name: { de: 'Äpfel', en: 'Apples' }, price: 1999, taxRate: 7, measure: 'kg' };
  const label = { prefix: '28', kind: 'weight', itemDigits: 5, valueDigits: 5, decimals: 3, innerCheck: 'none' };
  await till.call('POST', '/bridge/v1/articles', apples);
  await till.call('PUT', '/bridge/v1/ean-prefixes', { data: [label] });
}

test('a part of weighed goods comes back by its weight, by touch and in English, and the rest is left', {
  tag: '@long',
}, async ({ page, till }) => {
  await sellApples(till);
  await signIn(page, till.url);
  await scan(page, completeEan13('280471101000'));
  await expect(line(page, 'Äpfel')).toContainText('1,000 kg × 19,99 €/kg');
  await look(page, 'weighed-basket');
  await pay(page, 'Karte').click();
  await expectPaid(page);
  await page.keyboard.press('Enter');
  const sheet = await openReturn(page, /19,99/);
  await expect(sheet.getByText('gekauft 1,000 kg · noch 1,000 kg · 19,99 €/kg')).toBeVisible();
  const weight = sheet.getByRole('textbox', { name: 'Äpfel: wie viel kg kommt zurück?' });
  await weight.fill('1,5');
  await expect(sheet.getByText('Es sind nur noch 1,000 kg da.')).toBeVisible();
  await weight.fill('');
  for (const key of ['0', ',', '3', '5'])
    await sheet
      .getByRole('group', { name: 'Ziffern für Äpfel' })
      .getByRole('button', { name: key, exact: true })
      .click();
  await expect(weight).toHaveValue('0,35');
  await sheet.getByRole('button', { name: 'Gefällt nicht' }).click();
  await expect(sheet.getByTestId('pay-out-step')).toContainText('6,99');
  await look(page, 'return-weighed');
  await expectAccessible(page);
  await expectNarrow(page);
  await sheet.getByRole('button', { name: '6,99 € auszahlen' }).click();
  await expect(page.getByRole('heading', { name: 'Ausgezahlt' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Kundenbeleg' }).first()).toContainText('0,350 kg x 19,99 EUR/kg');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /Einstellungen/ }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await page.keyboard.press('Escape');
  await openPage(page, 'Sales');
  await page
    .getByRole('main')
    .getByRole('list')
    .getByRole('button', { name: /€19.99/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Take goods back' }).click();
  const again = page.getByRole('region', { name: 'Take goods back' });
  await expect(again.getByText('bought 1.000 kg · 0.650 kg left · €19.99/kg')).toBeVisible();
  await again.getByRole('button', { name: /^All of/ }).click();
  await expect(again.getByRole('textbox', { name: /how much comes back, in kg\?$/ })).toHaveValue('0.650');
  await expect(again.getByTestId('return-value')).toContainText('€13.00');
  await look(page, 'return-weighed-english');
});

test('an exchange goes into the basket, and the customer gets the rest in cash', { tag: '@long' }, async ({
  page,
  till,
}) => {
  await signIn(page, till.url);
  await scan(page, codes.bread);
  await pay(page, 'Bar').click();
  await page.getByRole('textbox', { name: 'Gegeben' }).fill('10');
  await page.getByRole('button', { name: 'Kassieren' }).click();
  await expectPaid(page);
  await page.keyboard.press('Enter');
  const sheet = await openReturn(page, /4,50/);
  await sheet.getByRole('button', { name: 'Alles' }).click();
  await sheet.getByRole('button', { name: 'Falscher Artikel' }).click();
  await sheet.getByRole('button', { name: 'Umtauschen: in den Warenkorb' }).click();
  await expect(page.getByTestId('pay-out')).toHaveText('4,50 €');
  await scan(page, codes.milk);
  await expect(page.getByTestId('pay-out')).toHaveText('3,10 €');
  await expect(page.getByTestId('pay-out-step')).toContainText('Bar aus der Lade');
  await look(page, 'exchange');
  await expectAccessible(page);
  await page.setViewportSize({ width: 400, height: 800 });
  await look(page, 'exchange-narrow');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await look(page, 'exchange-dark');
  await page.reload();
  await expect(page.getByTestId('pay-out')).toHaveText('3,10 €');
  await expect(page.getByTestId('pay-out-step')).toContainText('3,10');
  // One key gives no money away.
  await page.keyboard.press('F8');
  await expect(page.getByRole('button', { name: 'Nein, weiter' })).toBeFocused();
  await look(page, 'exchange-sure');
  await page.keyboard.press('F8');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: '3,10 € auszahlen', exact: true })).toBeVisible();
  await page.keyboard.press('F8');
  await page.getByRole('button', { name: 'Ja, 3,10 € auszahlen' }).click();
  await expect(page.getByRole('heading', { name: 'Ausgezahlt' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Kundenbeleg' }).first()).toContainText('Umtausch');
});

test('a manager takes a loaf and weighed apples back without a receipt, and gives cash for them', {
  tag: '@long',
}, async ({ page, till }) => {
  await sellApples(till);
  await signIn(page, till.url, '9999', 'Leitung');
  await openPage(page, 'Verkäufe');
  await page.getByRole('button', { name: 'Rückgabe ohne Bon' }).click();
  const sheet = page.getByRole('region', { name: 'Rückgabe ohne Bon' });
  await sheet.getByLabel('Artikelnummer oder EAN').fill('9999999');
  await page.keyboard.press('Enter');
  await expect(sheet.getByText('Diesen Artikel gibt es hier nicht.')).toBeVisible();
  await scan(page, codes.bread);
  await sheet.getByLabel(/^Erstattung je Stück/).fill('3,00');
  await sheet.getByRole('button', { name: 'Gefällt nicht' }).click();
  await expect(sheet.getByTestId('pay-out-step')).toContainText('3,00');
  // The label of the scale says the weight; without one the apples are weighed again.
  await scan(page, completeEan13('280471101000'));
  const weights = sheet.getByRole('textbox', { name: 'Äpfel: wie viel kg kommt zurück?' });
  await expect(weights).toHaveValue('1,000');
  await expect(sheet.getByTestId('pay-out-step')).toContainText('22,99');
  await sheet.getByLabel('Artikelnummer oder EAN').fill('4711');
  await page.keyboard.press('Enter');
  await expect(weights.nth(1)).toBeFocused();
  await expect(sheet.getByTestId('pay-out-step')).toBeHidden();
  await page.keyboard.type('0,35');
  await sheet
    .getByLabel(/^Erstattung je kg/)
    .nth(1)
    .fill('10');
  await expect(sheet.getByTestId('pay-out-step')).toContainText('26,49');
  await look(page, 'loose');
  await expectAccessible(page);
  await expectNarrow(page);
  await sheet.getByRole('button', { name: 'Äpfel entfernen' }).first().click();
  await sheet.getByRole('button', { name: '6,50 € auszahlen' }).click();
  await expect(page.getByRole('heading', { name: 'Ausgezahlt' })).toBeVisible();
  const slip = page.getByRole('region', { name: 'Kundenbeleg' });
  await expect(slip).toContainText('Zurückgenommen ohne Bon');
  await expect(slip).toContainText('0,350 kg x 10,00 EUR/kg');
});
