/** The documents in a browser: start page, guides with programs in tabs, the OpenAPI page below, and a cash register of another origin. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expectAccessible, expectNarrow } from './accessible.ts';
import { expect, test } from './till.ts';

test('an integrator reads the start page, chooses a language by keyboard, and tries a call', { tag: '@long' }, async ({
  page,
  till,
}) => {
  await page.goto(`${till.url}/docs`);
  await expect(page.getByRole('heading', { level: 1, name: 'Eine Kasse anbinden' })).toBeVisible();
  await expect(page.locator('.code').first()).toContainText(`TILLBRIDGE=${till.url}`);
  await expectAccessible(page);
  await expectNarrow(page, 320);

  // A link switches to the other language, and all pages stay in it.
  await page.getByRole('navigation').getByRole('link', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Connect a cash register' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Guides' }).click();
  await expect(page.getByRole('list', { name: 'Language' }).getByRole('link', { name: 'English' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await page.getByRole('navigation').getByRole('link', { name: 'Deutsch' }).click();

  await page.getByRole('navigation').getByRole('link', { name: 'Anleitungen' }).click();
  await page.getByRole('link', { name: 'Erste Kartenzahlung' }).click();
  await page.getByRole('radio', { name: 'Python' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('file_get_contents')).toBeVisible();
  await expect(page.getByText('urllib.request.urlopen')).toBeHidden();
  await expectAccessible(page);
  await expectNarrow(page, 320);
  // The next page opens in the language that was chosen.
  await page.goto(`${till.url}/docs/guides/lost-answer`);
  await expect(page.getByRole('radio', { name: 'PHP' })).toBeChecked();

  await page.goto(`${till.url}/docs#reference`);
  // The page of all calls is more than a megabyte of script and a description of hundreds of operations.
  await expect(page.locator('#operations-tag-Authentication')).toBeVisible({ timeout: 60_000 });
  // Its library gives neither a name; the page does.
  await expect(page.getByRole('region', { name: 'Operations' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Server' })).toBeVisible();
  await page.getByRole('button', { name: 'Als demo-client anmelden' }).click({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Als demo-client anmelden' })).toBeDisabled();
  await page.evaluate(() => localStorage.clear());
});

test.describe('a cash register in a page of another origin', () => {
  const page = readFileSync(join(import.meta.dirname, '..', 'assets/guides/browser-register/register.html'));
  const register = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page));
  test.use({ settings: { TILLBRIDGE_ALLOWED_ORIGINS: '["http://127.0.0.1:8643"]' } });
  test.beforeAll(() => new Promise<void>(resolve => void register.listen(8643, '127.0.0.1', resolve)));
  test.afterAll(() => void register.close());

  test('takes a card payment', { tag: '@long' }, async ({ page: browser, till }) => {
    const { port } = register.address() as AddressInfo;
    await browser.goto(`http://127.0.0.1:${port}/?tillbridge=${till.url}`);
    await browser.getByRole('button', { name: 'Take 3.40 EUR by card' }).click();
    await expect(browser.getByRole('status')).toHaveText('Paid 340');
    expect(await till.terminal('GET', '/totals')).toMatchObject({ amount: 340 });
  });
});
