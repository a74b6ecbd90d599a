/** The till's money: float counted in the morning, cash taken out with a slip, and the day closed step by step by keyboard alone. */
import type { Page } from '@playwright/test';
import { expectAccessible, expectNarrow } from './accessible.ts';
import { codes, expectPaid, openPage, pay, scan, signIn } from './counter.ts';
import { expect, test } from './till.ts';

async function open(page: Page, name: string) {
  await openPage(page, name);
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
}

async function press(page: Page, name: string | RegExp) {
  await page.getByRole('button', { name }).focus();
  await page.keyboard.press('Enter');
}

/** Types pieces, fills the rest with 0, and commits, without a pointer. */
async function count(page: Page, pieces: Readonly<Record<string, string>>) {
  for (const [value, text] of Object.entries(pieces)) {
    await page.getByRole('textbox', { name: `Stück ${value}`, exact: true }).focus();
    await page.keyboard.type(text);
  }
  await press(page, 'Leere Felder mit 0 füllen');
  await press(page, 'Zählung abschließen');
  await expect(page.getByRole('button', { name: 'Weiter zählen' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Fertig' })).toBeVisible();
}

test('a manager counts the float, takes cash out, and closes the day with a difference that is named', async ({
  page,
  till,
}) => {
  await signIn(page, till.url, '9999', 'Leitung');
  await open(page, 'Bargeld');
  await press(page, 'Schicht öffnen');
  await press(page, 'Zählung abschließen');
  await expect(page.getByText('Das Feld „500 € ×“ ist noch leer.')).toBeVisible();
  await count(page, { '50,00 €': '2' });
  await expect(page.getByText('Das ist die erste Zählung dieser Kasse')).toBeVisible();
  await press(page, 'Fertig');
  await press(page, /^Einzahlen oder entnehmen/);
  await expect(page.getByRole('region', { name: 'Einzahlen oder entnehmen' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Betrag' }).fill('12,50');
  await page.getByRole('textbox', { name: 'Grund' }).first().fill('Blumen');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Gebucht: −12,50/)).toBeVisible();
  await press(page, /^Kassenbestand jetzt/);
  await press(page, 'Soll zeigen');
  await expect(page.getByRole('main')).toContainText('87,50');
  await expectAccessible(page);
  await expectNarrow(page);
  await page.keyboard.press('Escape');

  await scan(page, codes.bread);
  await pay(page, 'Karte').click();
  await expectPaid(page);
  await page.keyboard.press('Enter');
  await open(page, 'Tagesabschluss');
  const steps = page.getByRole('list', { name: 'Schritte' }).getByRole('listitem');
  // The step that is due stands beside the others.
  await expect(steps.filter({ hasText: 'Kartenterminals' })).toHaveAttribute('aria-current', 'step');
  await expect(steps.filter({ hasText: 'Kartenterminals' })).toContainText('Zu tun');
  await press(page, /^Kassenschnitt: /);
  await press(page, 'Kassenschnitt starten');
  await press(page, 'Ja, jetzt starten');
  await expect(page.getByRole('heading', { name: 'Es stimmt' })).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press('Escape');

  await open(page, 'Tagesabschluss');
  await expect(steps.filter({ hasText: 'Kartenterminals' })).toContainText('Erledigt');
  await expectAccessible(page);
  await expect(page.getByRole('region', { name: 'Bargeld' })).not.toContainText('Soll');
  await count(page, { '50,00 €': '1', '20,00 €': '1', '10,00 €': '1', '5,00 €': '1' });
  await expect(page.getByText(/Es fehlen 2,50/)).toBeVisible();
  await press(page, 'Fertig');
  await expect(page.getByRole('region', { name: 'Z-Bericht', exact: true })).toBeVisible();
  await press(page, /^Z-Bericht 1 erstellen/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const report = page.getByRole('region', { name: 'Z-Bericht 1', exact: true });
  await expect(report).toContainText('Z-BERICHT');
  await expect(report).toContainText('-2,50');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Seit dem letzten Z-Bericht ist nichts geschehen')).toBeVisible();
  await expect(page.getByRole('row', { name: /Z-Bericht 1/ })).toContainText('−2,50');
  await expectAccessible(page);
  await expectNarrow(page);
});

test('the drawer is counted by touch: digits, rolls of coins, and the sum of each kind; what was typed says nothing of what is expected', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url, '9999', 'Leitung');
  await open(page, 'Bargeld');
  await page.getByRole('button', { name: 'Schicht öffnen' }).click();
  const pad = page.getByRole('group', { name: 'Stück eintippen' });
  const tap = (name: string) => pad.getByRole('button', { name, exact: true }).click();
  const pieces = (value: string) => page.getByRole('textbox', { name: `Stück ${value}`, exact: true });
  await tap('2');
  await expect(pieces('500,00 €')).toHaveValue('2');
  await page.getByRole('button', { name: 'Nächstes Feld' }).click();
  await tap('1');
  await tap('0');
  await tap('Letzte Ziffer löschen');
  await expect(pieces('200,00 €')).toHaveValue('1');
  await expect(page.getByRole('button', { name: /^Rolle/ })).toHaveCount(0);
  await pieces('0,50 €').click();
  await tap('3');
  await page.getByRole('button', { name: 'Rolle (40 Stück) dazu' }).click();
  await expect(pieces('0,50 €')).toHaveValue('43');
  await expect(page.getByRole('region', { name: 'Schicht' })).toContainText('21,50 €');
  await expect(page.locator('output')).toHaveText(/1\.221,50/);
  await expect(page.getByRole('main')).not.toContainText('Soll');
  await expectAccessible(page);
  await expectNarrow(page);
});

test('an address leads to its step of the end of the day, and back to the step before', { tag: '@long' }, async ({
  page,
  till,
}) => {
  await signIn(page, till.url, '9999', 'Leitung');
  await open(page, 'Tagesabschluss');
  const step = (name: string) => page.getByRole('region', { name, exact: true });
  await page.getByRole('button', { name: /^Übertragung/ }).click();
  await expect(step('Übertragung')).toBeFocused();
  await page.reload();
  await expect(step('Übertragung')).toBeVisible();
  await page.getByRole('button', { name: /^Kartenterminals/ }).click();
  await expect(step('Kartenterminals')).toBeVisible();
  await page.goBack();
  await expect(step('Übertragung')).toBeVisible();
});
