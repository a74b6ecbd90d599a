/** Several tenders: partial cash, a voucher, a card for the rest; what is paid can be given back. */
import { codes, expectPaid, pay, scan, signIn } from './counter.ts';
import { expect, test } from './till.ts';

test.beforeEach(({ page, till }) => signIn(page, till.url));

test('cash, a voucher and a card pay one basket, and the receipt names each', async ({ page }) => {
  await scan(page, codes.bread);
  const missing = page.getByTestId('missing-sum');
  await expect(missing).toHaveText('4,50 €');
  await pay(page, 'Bar').click();
  await page.getByRole('textbox', { name: 'Gegeben' }).fill('2');
  await page.getByRole('button', { name: '2,00 € annehmen' }).click();
  await expect(missing).toHaveText('2,50 €');
  await expect(page.getByText('Es fehlen noch')).toBeVisible();
  await page.keyboard.press('F6');
  await page.getByRole('textbox', { name: 'Teilbetrag' }).fill('1');
  await page.getByRole('textbox', { name: 'Welcher fremde Gutschein?' }).fill('Stadt 4711');
  await page.getByRole('button', { name: 'Fremder Gutschein', exact: true }).click();
  await expect(missing).toHaveText('1,50 €');
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

test('what is paid goes back, and the basket can be changed again', async ({ page }) => {
  await scan(page, codes.bread);
  await pay(page, 'Bar').click();
  await page.getByRole('textbox', { name: 'Gegeben' }).fill('2');
  await page.getByRole('button', { name: '2,00 € annehmen' }).click();
  await expect(page.getByTestId('paid-part')).toHaveCount(1);
  await scan(page, codes.milk);
  await expect(page.getByText('Ein Teil ist schon bezahlt').first()).toBeVisible();
  await page.getByRole('button', { name: /Bar 2,00 € zurückgeben/ }).click();
  await expect(page.getByTestId('paid-part')).toHaveCount(0);
  await expect(page.getByTestId('missing-sum')).toHaveText('4,50 €');
  await scan(page, codes.milk);
  await expect(page.getByTestId('missing-sum')).not.toHaveText('4,50 €');
});
