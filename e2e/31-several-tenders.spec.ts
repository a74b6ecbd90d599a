/** Several tenders: partial cash, a voucher, a card for the rest; what is paid can be given back. */
import { codes, expectPaid, pay, scan, signIn } from './counter.ts';
import { expect, test } from './till.ts';

test('what is paid goes back, and then cash, a voucher and a card pay one basket, and the receipt names each', async ({
  page,
  till,
}) => {
  await signIn(page, till.url);
  await scan(page, codes.bread);
  const missing = page.getByTestId('missing-sum');
  await expect(missing).toHaveText('4,50 €');
  const twoInCash = async () => {
    await pay(page, 'Bar').click();
    await page.getByRole('textbox', { name: 'Gegeben' }).fill('2');
    await page.getByRole('button', { name: '2,00 € annehmen' }).click();
    await expect(page.getByTestId('paid-part')).toHaveCount(1);
  };
  await twoInCash();
  await expect(missing).toHaveText('2,50 €');
  await scan(page, codes.milk);
  await expect(page.getByText('Ein Teil ist schon bezahlt').first()).toBeVisible();
  await page.getByRole('button', { name: /Bar 2,00 € zurückgeben/ }).click();
  await page.getByRole('button', { name: 'Ja, 2,00 € zurückgeben' }).click();
  await expect(page.getByRole('dialog', { name: 'Zurückgegeben: 2,00 €' })).toContainText('bitte aus der Lade geben');
  await page.getByRole('button', { name: 'Zurück zum Warenkorb' }).click();
  await expect(page.getByTestId('paid-part')).toHaveCount(0);
  await expect(missing).toHaveText('4,50 €');
  await scan(page, codes.milk);
  await expect(missing).toHaveText('5,90 €');

  await twoInCash();
  await expect(missing).toHaveText('3,90 €');
  await expect(page.getByText('Es fehlen noch')).toBeVisible();
  await page.keyboard.press('F6');
  await page.getByRole('textbox', { name: 'Teilbetrag' }).fill('1');
  await page.getByRole('textbox', { name: 'Welcher fremde Gutschein?' }).fill('Stadt 4711');
  await page.getByRole('button', { name: 'Fremder Gutschein', exact: true }).click();
  await expect(missing).toHaveText('2,90 €');
  await expect(page.getByTestId('paid-part')).toHaveCount(2);
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/parts.png` });
  await page.keyboard.press('F6');
  await page.getByRole('button', { name: '1/2' }).click();
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/sheet.png` });
  await page.keyboard.press('Escape');
  await page.keyboard.press('F9');
  await expectPaid(page);
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/receipt.png` });
  await expect(page.getByText('Stadt 4711').first()).toBeVisible();
});
