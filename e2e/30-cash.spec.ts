/** Cash: the given amount, the change, and the next customer with one key. */
import { basket, codes, customerCopy, expectPaid, line, pay, saved, scan, signIn } from './counter.ts';
import { expect, test } from './till.ts';

test('refuses too little cash, shows and prints the change, and serves the next customer without a mouse', async ({
  page,
  till,
}) => {
  await signIn(page, till.url);
  await scan(page, codes.bread);
  await pay(page, 'Bar').click();
  await page.getByRole('textbox', { name: 'Gegeben' }).fill('4');
  await expect(page.getByText('Es fehlen noch')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Es fehlen noch')).toBeVisible();
  expect((await till.call('GET', '/api/v2/Smart/Transactions?q=status:ok')).body.count).toBe(0);
  await page.getByRole('textbox', { name: 'Gegeben' }).fill('20');
  await expect(page.getByText('15,50 €').first()).toBeVisible();
  await page.getByRole('button', { name: 'Kassieren' }).click();
  await expectPaid(page);
  await expect(customerCopy(page)).toContainText('15,50 EUR');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
  await expect(basket(page).getByRole('listitem')).toHaveCount(0);

  await scan(page, codes.milk);
  await expect(line(page, 'Vollmilch')).toBeVisible();
  await page.keyboard.press('F8');
  await expect(page.getByRole('textbox', { name: 'Gegeben' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Gegeben' }).press('5');
  await page.keyboard.press('Enter');
  await expectPaid(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
});

test('Enter that is held down opens the dialog of cash, and takes none', async ({ page, till }) => {
  await signIn(page, till.url);
  await scan(page, codes.bread);
  await saved(page);
  await pay(page, 'Bar').focus();
  const tried: string[] = [];
  page.on('request', request => tried.push(new URL(request.url()).pathname));
  // A key that is down already repeats itself. The first one waits until no scanner can have sent it.
  await page.keyboard.down('Enter');
  const given = page.getByRole('textbox', { name: 'Gegeben' });
  await expect(given).toBeVisible();
  await given.fill('20');
  for (let times = 0; times < 5; times += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(given).toHaveValue('20');
  expect(tried.filter(path => path.includes('/start'))).toEqual([]);
  await page.getByRole('button', { name: 'Kassieren' }).focus();
  await page.keyboard.press('Enter');
  await expectPaid(page);
});
