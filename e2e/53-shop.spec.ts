/** The page of the shop: facts with a preview of the receipt on three papers, tax rates, tills, and a change that somebody else was faster with. */
import type { Page } from '@playwright/test';
import { expectAccessible, expectNarrow } from './accessible.ts';
import { codes, expectPaid, openPage, pay, place, scan, signIn, signInByPin } from './counter.ts';
import { expect, test } from './till.ts';

async function openShop(page: Page) {
  await openPage(page, 'Geschäft');
  await expect(page.getByRole('heading', { name: 'Geschäft', exact: true })).toBeVisible();
}
const part = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Bereich' }).getByRole('button', { name }).click();
const preview = (page: Page) => page.getByTestId('receipt-preview');

test('says what is wrong and who was faster, and what stands on the receipt is seen before the next one has it', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url, '9999', 'Leitung');
  await openShop(page);
  await page.getByText('Mehr: Bontext').click();
  await page.getByLabel('E-Mail').fill('nowhere');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByText('nowhere ist keine Mail-Adresse.')).toBeVisible();
  await page.getByLabel('E-Mail').fill('shop@shop.example');
  await till.call('PUT', '/bridge/v1/shop', { phone: '030 1' });
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByText('Jemand anders hat das inzwischen geändert.')).toBeVisible();
  await expect(page.getByLabel('Telefon')).toHaveValue('030 1');

  await page.getByText('Mehr: Bontext').click();
  await page.getByLabel('Zeilen am Ende des Bons').fill('Bis bald\nIhr Team');
  await expect(preview(page)).toContainText('Ihr Team');
  await expectAccessible(page);
  for (const paper of ['58 mm', 'A4', '80 mm']) {
    await page.getByRole('button', { name: paper }).click();
    await expect(preview(page)).toContainText('Bis bald');
  }
  await expectNarrow(page);
  // Before it is saved nothing has changed.
  expect((await till.call('GET', '/bridge/v1/shop')).body.receiptFoot).toEqual([]);
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByText('Gespeichert.')).toBeVisible();
  await page.keyboard.press('Escape');
  await scan(page, codes.bread);
  await pay(page, 'Karte').click();
  await expectPaid(page);
  await expect(page.getByText('Ihr Team').first()).toBeVisible();
});

test('keeps tax rates with their days, and tills with their terminals', { tag: '@long' }, async ({ page, till }) => {
  await signIn(page, till.url, '9999', 'Leitung');
  await openShop(page);
  await part(page, 'Steuersätze');
  await page.getByRole('button', { name: 'Steuersatz hinzufügen' }).click();
  const row = page.getByRole('group', { name: /^Steuersatz/ }).last();
  await row.getByLabel('Satz in %').fill('abc');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByText('Bitte 0 bis 99, mit höchstens zwei Nachkommastellen.')).toBeVisible();
  await expectAccessible(page);
  await row.getByLabel('Bezeichnung', { exact: true }).fill('Sonderfall');
  await row.getByLabel('Satz in %').fill('8,1');
  await row.getByLabel('gilt ab').fill('2026-01-01');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByText(/^Heute: .*Sonderfall 8,1 %/)).toBeVisible();
  await expectNarrow(page);
  await part(page, 'Kassen');
  await page.getByRole('region', { name: 'Neue Kasse' }).getByLabel('Name der Kasse').fill('Terrasse');
  await page.keyboard.press('Enter');
  const terrace = page.getByRole('region', { name: 'Terrasse' });
  await terrace.getByLabel('Terminal').selectOption({ index: 1 });
  await expectAccessible(page);
  await expectNarrow(page);
  await terrace.getByRole('button', { name: 'Speichern' }).click();
  await expect(terrace.getByText('Gespeichert.')).toBeVisible();
  const { data } = (await till.call('GET', '/bridge/v1/tills')).body;
  expect(data.find((one: { name: string }) => one.name === 'Terrasse').terminal).not.toBeNull();
  // This screen stands at the new till from the next sign-in on, and says so.
  await place(page, 'Kassieren').click();
  await page.getByRole('button', { name: /^Einstellungen/ }).click();
  await page.getByRole('button', { name: 'Abmelden' }).click();
  await page.reload();
  await page.getByLabel('Diese Kasse').selectOption('Terrasse');
  await expectAccessible(page);
  await signInByPin(page, till.url);
  await expect(page.getByRole('banner')).toContainText('Terrasse');
  await page.reload();
  await expect(page.getByRole('banner')).toContainText('Terrasse');
});
