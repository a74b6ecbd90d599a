/** The loyalty card from the scanner: discount, bonus, balance, and clear messages for cards that cannot be used. */
import { codes, customerCopy, expectPaid, line, missingSum, pay, scan, signIn } from './counter.ts';
import { expect, test } from './till.ts';

test.beforeEach(({ page, till }) => signIn(page, till.url));

test('pays the rest after campaign, bonus and balance in cash', async ({ page }) => {
  await scan(page, codes.coffee);
  await scan(page, codes.coffee);
  await scan(page, codes.bread);
  await scan(page, codes.cardSome);
  const card = page.getByRole('region', { name: 'Kundenkarte' });
  await expect(card).toContainText('7,00 €');
  // The card takes room from the list, and what was scanned last stays in view with its buttons.
  await expect(line(page, 'Bauernbrot').getByRole('button', { name: /^Weniger/ })).toBeInViewport({ ratio: 1 });
  await expect(line(page, '10 % auf Kaffee')).toContainText('−0,68');
  await expect(missingSum(page)).toHaveText('0,62 €');
  await page.getByRole('button', { name: 'Einstellungen' }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await page.keyboard.press('Escape');
  const lines = page.getByRole('list', { name: 'Lines' }).getByRole('listitem');
  await expect(lines.filter({ hasText: '10 % off coffee' })).toContainText('−€0.68');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.keyboard.press('Escape');
  await pay(page, 'Bar').click();
  await page.getByRole('button', { name: 'Passend' }).click();
  await expectPaid(page);
  await expect(customerCopy(page)).toContainText('Mit Guthaben bezahlt');
  await expect(customerCopy(page)).toContainText('Punktestand');
});

test('gives a campaign for everybody without a card, and shows it before anybody pays', { tag: '@long' }, async ({
  page,
  till,
}) => {
  const body = {
    id: 'all10',
    name: 'Jubiläum',
    nameEn: 'Jubilee',
    condition: {},
    effect: { type: 'percent', percent: 10 },
  };
  expect((await till.call('POST', '/bridge/v1/loyalty/campaigns', body)).status).toBe(200);
  await scan(page, codes.bread);
  await expect(line(page, 'Jubiläum')).toContainText('−0,45');
  await expect(missingSum(page)).toHaveText('4,05 €');
  await scan(page, codes.bread);
  await expect(missingSum(page)).toHaveText('8,10 €');
  await page.reload();
  await expect(line(page, 'Jubiläum')).toContainText('−0,90');
  await expect(missingSum(page)).toHaveText('8,10 €');
  await pay(page, 'Bar').click();
  await page.getByRole('button', { name: 'Passend' }).click();
  await expectPaid(page);
  await expect(customerCopy(page)).toContainText('Jubiläum');
  await expect(customerCopy(page)).toContainText('8,10');
  expect((await till.call('POST', '/bridge/v1/loyalty/campaigns/all10/end')).status).toBe(200);
});

test('refuses locked and expired cards, releases a balance that is not wanted, and pays the whole sum with it', async ({
  page,
  till,
}) => {
  await scan(page, codes.bread);
  for (const [code, message] of [
    [codes.cardLocked, 'Diese Kundenkarte ist gesperrt.'],
    [codes.cardExpired, 'Diese Kundenkarte ist abgelaufen.'],
  ] as const) {
    await scan(page, code);
    await expect(page.getByText(message).first()).toBeVisible();
    await expect(missingSum(page)).toHaveText('4,50 €');
  }
  await scan(page, codes.cardRich);
  await expect(missingSum(page)).toHaveText('0,00 €');
  const card = async () => (await till.call('GET', `/bridge/v1/cards/${codes.cardRich}`)).body.merchantcard;
  const held = async () => {
    const { cash_balance, cash_balance_reserved } = await card();
    return [cash_balance, cash_balance_reserved];
  };
  await expect.poll(held).toEqual([5000, 450]);
  await page.getByRole('button', { name: 'Guthaben nutzen' }).click();
  await expect(missingSum(page)).toHaveText('4,50 €');
  await expect.poll(held).toEqual([5000, 0]);
  await page.getByRole('button', { name: 'Guthaben nutzen' }).click();
  await expect(missingSum(page)).toHaveText('0,00 €');
  await pay(page, 'Abschließen').click();
  await expectPaid(page);
  expect(await card()).toMatchObject({ cash_balance: 4550, points: 124 });
});
