/** A shop in Switzerland, whose screen stands on a machine with the clock of another continent. */
import { codes, customerCopy, expectPaid, openPage, pay, saved, scan, signIn } from './counter.ts';
import { expect, test } from './till.ts';

test('takes cash as its coins pay it, the card exactly, and writes times and today by the clock of the shop', {
  tag: '@long',
}, async ({ browser, till }) => {
  const facts = { country: 'CH', currency: 'CHF', timeZone: 'Europe/Zurich', language: 'de' };
  expect((await till.call('PUT', '/bridge/v1/shop', facts)).status).toBe(200);
  const context = await browser.newContext({ timezoneId: 'Pacific/Kiritimati', locale: 'de-DE' });
  const page = await context.newPage();
  await signIn(page, till.url, '9999', 'Leitung');
  const { body } = await till.call('GET', '/bridge/v1/screen');
  expect(body.merchant).toMatchObject({ currency: 'CHF', cashStep: 5, timeZone: 'Europe/Zurich' });

  const gipfeli = { number: 'G1', eans: ['4006381333931'], name: 'Gipfeli', price: 119, taxRate: 7 };
  expect((await till.call('POST', '/bridge/v1/articles', gipfeli)).status).toBe(200);

  // 4.50, 1.19 and 1.19 are 6.88: 6.90 in coins.
  await scan(page, codes.bread);
  await scan(page, '4006381333931');
  await scan(page, '4006381333931');
  await expect(page.getByTestId('missing-sum')).toContainText('6,88');
  await saved(page);
  await pay(page, 'Bar').click();
  await expect(page.getByTestId('rounded-from')).toContainText('6,88');
  await page.getByRole('textbox', { name: 'Gegeben' }).fill('6.88');
  await expect(page.getByText('Es fehlen noch')).toBeVisible();
  await page.getByRole('textbox', { name: 'Gegeben' }).fill('10');
  await expect(page.getByTestId('change')).toContainText('3,10');
  await page.getByRole('button', { name: 'Kassieren' }).click();
  await expectPaid(page);
  await expect(customerCopy(page)).toContainText('Rundung');
  await expect(customerCopy(page)).toContainText('6,90 CHF');
  // Today is that of the shop, however far ahead the clock of the machine is.
  const x = await till.call('GET', '/bridge/v1/z-reports/interim');
  const rows = x.body.tenders.map(({ method, net }: { method: string; net: number }) => [method, net]);
  expect(rows).toEqual([
    ['cash', 690],
    ['rounding', -2],
  ]);
  await page.keyboard.press('Enter');
  await openPage(page, 'Berichte');
  const choice = page.getByRole('region', { name: 'Auswahl' });
  await choice.getByRole('button', { name: 'Zeitraum: Letzte 7 Tage' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Heute', exact: true }).click();
  const beside = page.getByRole('region', { name: 'Zahlungsmittel und Artikel' });
  await expect(beside.getByRole('listitem').filter({ hasText: 'Gipfeli' })).toContainText('2,38');
  await context.close();
});
