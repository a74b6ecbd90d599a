/** The last words of the screen after money went back, its sentences for a screen reader, and its reasons when a key does nothing. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNarrow } from './accessible.ts';
import { basket, codes, expectPaid, line, nextCustomer, openPage, pay, saved, scan, signIn } from './counter.ts';
import { expect, type Till, test } from './till.ts';

const dialog = (page: Page): Locator => page.getByRole('dialog');
const spoken = (page: Page, text: string | RegExp): Locator =>
  page.locator('[role="status"][aria-live="polite"].sr-only').filter({ hasText: text });
const message = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('status').filter({ hasText: text }).first();

const SIZES = [
  ['light', 1280, 720],
  ['dark', 1280, 720],
  ['light', 1024, 600],
] as const;

/** Holds the screen against every rule; with LOOK it is photographed, too. */
async function look(page: Page, name: string): Promise<void> {
  await expectAccessible(page);
  await expectNarrow(page);
  if (!process.env.LOOK) return;
  for (const [scheme, width, height] of SIZES) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: `${process.env.LOOK}/${name}-${scheme}-${width}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 720 });
}

async function speakEnglish(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Einstellungen/ }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('button', { name: 'Close' }).first().click();
}

/** A sale of bread, 4,50, paid by a foreign voucher of 2,00 and 2,50 in cash. */
async function sellForVoucherAndCash(till: Till): Promise<string> {
  const sales = '/api/v2/Smart/Transactions';
  const products = [{ ean: codes.bread, desc: 'Brot', quantity: 1, priceOne: 450, tax: 7 }];
  const { body } = await till.call('POST', sales, { basket: { products } });
  await till.call('POST', `${sales}/${body.id}/start/voucher`, { text: 'City 4711', part: { amount: 200 } });
  await till.call('POST', `${sales}/${body.id}/start/cash`, { amount_given: 250 });
  return body.id;
}

test('a cancellation ends with each tender and what to hand out, and asks about these tenders alone', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url, '9999', 'Leitung');
  await sellForVoucherAndCash(till);
  await openPage(page, 'Verkäufe');
  await page.getByRole('main').getByRole('list').getByRole('button', { name: /4,50/ }).first().click();
  const bon = page.getByRole('region', { name: /^Bon \d/ });
  await bon.getByRole('button', { name: 'Verkauf stornieren' }).click();
  await expect(bon).toContainText('woher es kam: Gutschein zum Kunden, Bargeld aus der Lade.');
  await expect(bon).not.toContainText('Kundenkarte');
  await bon.getByRole('button', { name: 'Ja, stornieren' }).click();
  await dialog(page).getByRole('button', { name: 'Fehlbuchung' }).click();
  await dialog(page).getByRole('button', { name: 'Weiter' }).click();
  await expect(page.getByTestId('hand-out')).toHaveText('2,50 €', { timeout: 20_000 });
  await expect(page.getByTestId('tender-voucher')).toHaveText('2,00 €');
  await expect(page.getByTestId('tender-cash')).toHaveText('2,50 €');
  await expect(page.getByText('Gutschein zurück (City 4711)')).toBeVisible();
  await expect(spoken(page, /Bar herausgeben 2,50\s€/)).toHaveCount(1);
  await look(page, 'cancelled-voucher-and-cash');
  await speakEnglish(page);
  await expect(page.getByText('Hand out in cash', { exact: true })).toBeVisible();
  await look(page, 'cancelled-voucher-and-cash-en');
});

test('a cash part that goes back says what to hand out', { tag: '@long' }, async ({ page, till }) => {
  await signIn(page, till.url);
  await scan(page, codes.bread);
  await saved(page);
  await page.keyboard.press('F6');
  await page.getByRole('textbox', { name: 'Teilbetrag' }).fill('2');
  await dialog(page).getByRole('button', { name: 'Bar', exact: true }).click();
  await expect(page.getByTestId('missing-sum')).toHaveText('2,50 €');
  await page
    .getByRole('button', { name: /2,00\s€ zurückgeben/ })
    .first()
    .click();
  await dialog(page).getByRole('button', { name: 'Ja, 2,00 € zurückgeben' }).click();
  await expect(dialog(page).getByTestId('hand-out')).toHaveText('2,00 €');
  await expect(dialog(page)).toContainText('Bar herausgeben');
  await look(page, 'part-handed-back');
});

test('removed lines, changed counts, the total, the change and a verdict are said to a screen reader', async ({
  page,
  till,
}) => {
  await signIn(page, till.url);
  // A dialog and what speaks are loaded with the same file, right after the first screen.
  await page.keyboard.press('F10');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await scan(page, codes.bread);
  await expect(spoken(page, /zusammen 4,50\s€/)).toHaveCount(1);
  await page.keyboard.press('+');
  await expect(spoken(page, /Menge 2, zusammen 9,00\s€/)).toHaveCount(1);
  await page.keyboard.press('Delete');
  await expect(spoken(page, /entfernt, zusammen 0,00\s€/)).toHaveCount(1);
  await scan(page, codes.bread);
  await saved(page);
  await page.keyboard.press('F8');
  await dialog(page).getByRole('textbox').first().fill('5');
  await page.keyboard.press('Enter');
  await expectPaid(page);
  await expect(spoken(page, /Rückgeld 0,50\s€/)).toHaveCount(1);
  await nextCustomer(page);

  // A verdict takes the focus with its title, so that it is read at once.
  await till.terminal('POST', '/behaviour', { behaviour: 'decline' });
  await scan(page, codes.bread);
  await saved(page);
  await page.keyboard.press('F9');
  await expect(page.getByRole('heading', { name: 'Nicht bezahlt' })).toBeFocused({ timeout: 20_000 });
});

test('keys that can do nothing say why, and a quantity that does not count sells no single piece', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url);
  await page.keyboard.press('F9');
  await expect(message(page, 'Der Warenkorb ist leer.')).toBeVisible();
  await look(page, 'nothing-to-pay');
  await page.keyboard.type('99999*', { delay: 120 });
  await expect(message(page, 'Höchstens 9999 Stück')).toBeVisible();
  await page
    .getByRole('button', { name: /^Laugenbrezel/ })
    .first()
    .click();
  await expect(message(page, /ist nicht verkauft: Die Menge davor galt nicht/)).toBeVisible();
  await expect(basket(page).getByRole('listitem')).toHaveCount(0);
  await look(page, 'quantity-again');
  await page
    .getByRole('button', { name: /^Laugenbrezel/ })
    .first()
    .click();
  await expect(line(page, 'Laugenbrezel')).toBeVisible();
});

test('Escape gives the focus back to what had it', { tag: '@long' }, async ({ page, till }) => {
  await signIn(page, till.url);
  const button = page.getByRole('button', { name: /^Laugenbrezel/ }).first();
  for (const key of ['F2', 'F3', 'F1']) {
    await button.focus();
    await page.keyboard.press(key);
    await expect(button).not.toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button, key).toBeFocused();
  }
});

test('after a hand-over the screen belongs to whoever has the shift', { tag: '@long' }, async ({ page, till }) => {
  await signIn(page, till.url, '9999', 'Leitung');
  const pieces = [50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1];
  await till.call('POST', '/bridge/v1/shifts', { pieces: pieces.map(value => ({ value, pieces: 0 })) });
  await openPage(page, 'Bargeld');
  await page.getByRole('button', { name: 'Übergeben' }).click();
  await page.getByRole('textbox', { name: 'Wer übernimmt (Anmeldename)' }).fill('cashier@demo.example');
  await page.getByLabel('PIN der Person, die übernimmt').fill('1111');
  await page.getByRole('button', { name: 'Leere Felder mit 0 füllen' }).click();
  await page.getByRole('button', { name: 'Zählung abschließen' }).click();
  await expect(page.getByRole('button', { name: 'Weiter zählen' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Fertig' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Einstellungen, Kasse' })).toBeVisible();
  await look(page, 'handed-over');
});

test.describe('at a terminal that asks for the amount', () => {
  test.use({ behaviour: 'asks-amount', terminalOptions: { questions: true } });

  test('a card that was charged a tip says so on the paid screen and in the list of sales', { tag: '@long' }, async ({
    page,
    till,
  }) => {
    await signIn(page, till.url);
    await scan(page, codes.bread);
    await pay(page, 'Karte').click();
    const field = page.getByRole('textbox', { name: 'Betrag' });
    await expect(field).toBeFocused({ timeout: 20_000 });
    await page.keyboard.press('Control+a');
    await page.keyboard.type('5,00');
    await page.keyboard.press('Enter');
    await expectPaid(page);
    await expect(page.getByTestId('tender-cashless')).toHaveText('5,00 €');
    await expect(page.getByTestId('tip')).toHaveText('0,50 €');
    await look(page, 'paid-with-tip');
    await nextCustomer(page);
  });
});
