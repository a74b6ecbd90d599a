/** Doubts of a till after a bad day: the numbers of a restored directory, and a clock that cannot be right. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNarrow } from './accessible.ts';
import { hold, openPage } from './counter.ts';
import { type NewShop, openShop } from './newShop.ts';
import { expect, test } from './till.ts';

const root = join(import.meta.dirname, '..');
const MANAGER = { username: 'manager@shop.example', pin: '739182' };
const CLIENT = { client_id: 'register', client_secret: 'a-long-secret-of-the-register' } as const;
const SHOP = {
  shop: { name: 'Laden am Eck', street: 'Weg 1', zip: '10115', city: 'Berlin', country: 'DE', currency: 'EUR' },
  people: [{ ...MANAGER, name: 'Erika Muster', role: 'manager' }],
  clients: [{ id: CLIENT.client_id, secret: CLIENT.client_secret }],
};

function setUp(): string {
  const data = mkdtempSync(join(tmpdir(), 'tillbridge-doubts-'));
  const file = `${data}.json`;
  writeFileSync(file, JSON.stringify(SHOP));
  run('main/setupCommand.ts', '--data', data, '--file', file);
  return data;
}

function run(program: string, ...options: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'main/run.mjs'), program, ...options], {
    ...{ cwd: root, encoding: 'utf8' },
  });
  expect(status, stderr).toBe(0);
}

async function begin(page: Page, { url }: NewShop): Promise<void> {
  await page.request.post(`${url}/bridge/v1/session`, { data: MANAGER });
  await page.goto(url);
}

/** Receipt number of a sale for cash, or the name of the refusal. */
async function sell(page: Page, { url }: NewShop): Promise<number | string> {
  const sales = `${url}/api/v2/Smart/Transactions`;
  const product = { id: 1, articleNumber: '1', desc: 'Brot', quantity: 1, priceOne: 100, tax: 7 };
  const basket = { is_demo: false, basket_info: { sum: 100, currency: 'EUR' }, basket: { products: [product] } };
  const grant = { ...CLIENT, grant_type: 'client_credentials' };
  const { access_token } = await (await page.request.post(`${url}/oauth/token`, { data: grant })).json();
  const headers = { authorization: `Bearer ${access_token}` };
  const created = await page.request.post(sales, { data: basket, headers });
  const { id, error_code } = await created.json();
  if (!created.ok()) return error_code;
  return (await (await page.request.post(`${sales}/${id}/start/cash`, { headers })).json()).receipt_number;
}

test('a till backs itself up; put back, it asks for the highest number on paper, and gives none twice', {
  tag: '@long',
}, async ({ page }) => {
  const data = setUp();
  const stick = `${data}-stick`;
  const settings = { TILLBRIDGE_BACKUP: JSON.stringify({ to: stick }) };
  let shop = await openShop(data, 0, settings);
  await begin(page, shop);
  expect([await sell(page, shop), await sell(page, shop)]).toEqual([1, 2]);
  await openPage(page, 'Sicherung');
  await page.getByRole('button', { name: 'Jetzt sichern' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Datenträger einstecken' })).toBeVisible();
  await expectAccessible(page);
  mkdirSync(stick);
  await page.getByRole('button', { name: 'Jetzt sichern' }).click();
  const last = page.getByRole('region', { name: 'Letzte Sicherung' });
  await expect(last).toContainText('2 Verkäufe bis Beleg 2');
  await expectAccessible(page);
  await expectNarrow(page);
  expect([await sell(page, shop), await sell(page, shop)]).toEqual([3, 4]);
  await shop.kill();
  const [backup = ''] = readdirSync(stick);
  run('main/dataDirectory/cli.ts', 'restore', '--data', data, '--from', join(stick, backup));

  shop = await openShop(data);
  await begin(page, shop);
  expect(await sell(page, shop)).toBe('numbersUnsure');
  const banner = page.getByRole('alert', { name: /Risik|Gefahr|Achtung/ }).or(page.getByRole('alert').first());
  await expect(banner).toContainText('welche Belegnummern schon vergeben sind');
  await page.getByRole('button', { name: 'Jetzt klären' }).click();
  await expect(page.getByRole('heading', { name: 'Uhr und Nummern' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Welche Nummern' })).toContainText('Beleg 2');
  await expectAccessible(page);
  await expectNarrow(page);
  const receipt = page.getByRole('textbox', { name: 'Höchste Belegnummer auf Papier' });
  await receipt.fill('1');
  await receipt.press('Enter');
  await expect(page.getByText('Bekannt ist schon 2')).toBeVisible();
  await receipt.fill('4');
  await receipt.press('Enter');
  await expect(page.getByText('Der nächste Beleg bekommt die Nummer 5')).toBeVisible();
  await expectAccessible(page);
  await hold(page.getByRole('button', { name: 'Ja, ab 5 verkaufen' }));
  await expect(page.getByRole('status').filter({ hasText: 'Es kann wieder verkauft werden' })).toBeVisible();
  expect(await sell(page, shop)).toBe(5);
  await shop.close();
  rmSync(stick, { recursive: true });
});

test('a clock that cannot be right is a red light, and a manager says whether it is', { tag: '@long' }, async ({
  page,
}) => {
  const data = setUp();
  let shop = await openShop(data);
  await begin(page, shop);
  expect(await sell(page, shop)).toBe(1);
  await shop.kill();
  shop = await openShop(data, 20 * 365 * 86_400_000);
  await begin(page, shop);
  expect(await sell(page, shop)).toBe('clockUnsure');
  await expect(page.getByRole('alert').first()).toContainText('Die Uhr dieser Kasse kann nicht stimmen');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Jetzt klären' }).click();
  await expect(page.getByRole('region', { name: 'Stimmt die Uhr?' })).toContainText('Letzte Buchung');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Die Uhr stimmt' }).click();
  await hold(page.getByRole('button', { name: 'Ja, verkaufen' }));
  await expect(page.getByRole('status').filter({ hasText: 'Es kann wieder verkauft werden' })).toBeVisible();
  expect(await sell(page, shop)).toBe(2);
  await shop.kill();
  // The right clock lies before the newest booking now; it is asked about as well.
  shop = await openShop(data);
  await begin(page, shop);
  expect(await sell(page, shop)).toBe('clockUnsure');
  await shop.close();
});
