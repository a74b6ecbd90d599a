/** The loyalty card is read at the terminal's reader. */
import { codes, saved, scan, signIn } from './counter.ts';
import { expect, test } from './till.ts';

test.use({ behaviour: 'manual' });

test('takes the number of a loyalty card, and refuses a payment card', async ({ page, till }) => {
  await signIn(page, till.url);
  await scan(page, codes.coffee);
  await saved(page);
  await page.keyboard.press('F3');
  const read = page.getByRole('button', { name: 'Am Terminal lesen' });
  await read.click();
  await expect(page.getByRole('button', { name: 'Karte jetzt ans Terminal halten …' })).toBeVisible();
  await till.terminal('POST', '/card', { card: 'girocard-contactless' });
  await expect(page.getByRole('status').filter({ hasText: 'keine Kundenkarte' })).toBeVisible();
  await read.click();
  await till.terminal('POST', '/card', { card: 'loyalty-stripe' });
  await expect(page.getByRole('region', { name: 'Kundenkarte' })).toContainText(codes.cardRich);
});
