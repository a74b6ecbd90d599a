/** Money that goes back, or that a terminal declines in the middle of a sale: asked before, reported after, and nothing outlives its customer. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNarrow } from './accessible.ts';
import { basket, codes, expectPaid, missingSum, more, openPage, pay, saved, scan, signIn, slowly } from './counter.ts';
import { showHalfCancelled, showPayment } from './states.ts';
import { expect, type Till, test } from './till.ts';

const dialog = (page: Page): Locator => page.getByRole('dialog');
const look = async (page: Page, name: string) => {
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
};
const SIZES = [
  ['light', 1280, 720],
  ['dark', 1280, 720],
  ['light', 1024, 600],
] as const;

const behave = (till: Till, behaviour: string) => till.terminal('POST', '/behaviour', { behaviour });
const parts = (page: Page): Locator => page.getByTestId('paid-part');
const missing = (page: Page): Locator => page.getByTestId('missing-sum');

/** Opens the dialog for a part and names its amount. */
async function splitOff(page: Page, amount: string): Promise<void> {
  await page.keyboard.press('F6');
  await page.getByRole('textbox', { name: 'Teilbetrag' }).fill(amount);
  await dialog(page).getByRole('button', { name: 'Karte', exact: true }).click();
}

test('a paid part goes back only after an answer, with its slip; what the terminal refuses has one screen', async ({
  page,
  till,
}) => {
  await signIn(page, till.url);
  await scan(page, codes.bread);
  await saved(page);
  await splitOff(page, '1');
  await expect(parts(page)).toHaveCount(1, { timeout: 20_000 });
  const cross = page.getByRole('button', { name: /1,00\s€ zurückgeben/ });
  await cross.click();
  await expect(dialog(page)).toContainText('geht am Terminal auf die Karte zurück');
  await look(page, 'give-back-asks');
  // The button that leaves the part paid has the focus.
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(parts(page)).toHaveCount(1);

  await behave(till, 'busy');
  await cross.click();
  await dialog(page).getByRole('button', { name: 'Ja, 1,00 € zurückgeben' }).click();
  await expect(page.getByRole('heading', { name: 'Rückzahlung abgelehnt' })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Es wurde kein Geld zurückgezahlt.')).toBeVisible();
  await expect(page.getByTestId('declined-amount')).toContainText('1,00');
  await expect(page.getByRole('button', { name: /Bar/ })).toHaveCount(0);
  await look(page, 'give-back-declined');
  await page.getByRole('button', { name: 'Bezahlt lassen' }).click();
  await expect(missing(page)).toHaveText('3,50 €');

  await behave(till, 'decline');
  await splitOff(page, '2');
  await expect(page.getByRole('heading', { name: 'Teil nicht bezahlt' })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByTestId('declined-amount')).toHaveText('Dieser Teil: 2,00 €');
  await expect(page.getByTestId('declined-reason')).toContainText('Das Terminal meldet');
  await expect(page.getByTestId('money-line')).toContainText('1,00 € schon bezahlt');
  await look(page, 'part-declined');
  await behave(till, 'approve');
  await page.keyboard.press('F9');
  await expect(parts(page)).toHaveCount(2, { timeout: 20_000 });
  await expect(missing(page)).toHaveText('1,50 €');

  await page.getByRole('button', { name: 'Alles zurückgeben' }).click();
  await expect(page.getByTestId('give-back-part')).toHaveCount(2);
  await dialog(page).getByRole('button', { name: 'Ja, 3,00 € zurückgeben' }).click();
  await expect(dialog(page)).toContainText('Zurückgegeben: 3,00 €', { timeout: 20_000 });
  await expect(dialog(page).getByRole('button', { name: 'Beleg drucken' })).toBeVisible();
  await look(page, 'give-back-done');
  await dialog(page).getByRole('button', { name: 'Zurück zum Warenkorb' }).click();
  await expect(parts(page)).toHaveCount(0);
  await expect(missing(page)).toHaveText('4,50 €');
});

test('a card that does not take the money of returned goods is a declined refund, which goes out in cash', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url);
  await scan(page, codes.bread);
  await pay(page, 'Karte').click();
  await expectPaid(page);
  await page.keyboard.press('Enter');
  await openPage(page, 'Verkäufe');
  await page.getByRole('main').getByRole('list').getByRole('button', { name: /4,50/ }).first().click();
  await page.getByRole('region', { name: /^Bon/ }).getByRole('button', { name: 'Ware zurücknehmen' }).click();
  const goods = page.getByRole('region', { name: 'Ware zurücknehmen' });
  await goods.getByRole('button', { name: 'Alles' }).click();
  await goods.getByRole('button', { name: 'Defekt' }).click();
  await behave(till, 'busy');
  await goods.getByRole('button', { name: '4,50 € auszahlen' }).click();
  await expect(page.getByRole('heading', { name: 'Rückzahlung abgelehnt' })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByTestId('declined-amount')).toHaveText('Auszuzahlen bleiben 4,50 €');
  await look(page, 'pay-out-declined');
  await page.getByRole('button', { name: 'Bar auszahlen' }).click();
  await dialog(page).getByRole('button', { name: 'Ware zurück' }).click();
  await dialog(page).getByRole('textbox', { name: 'PIN von Leitung' }).fill('9999');
  await dialog(page).getByRole('button', { name: 'Freigeben', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Ausgezahlt' })).toBeVisible({ timeout: 20_000 });
});

test('goods that cannot be handed out take the payment back only after an answer', { tag: '@long' }, async ({
  page,
  till,
}) => {
  await signIn(page, till.url);
  await showPayment(page, { step: 'handOver' });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Genehmigt: Ware ausgeben' })).toBeVisible();
  const sent: string[] = [];
  await page.route('**/bridge/v1/till/hand-over', async route => {
    sent.push(route.request().postData() ?? '');
    await route.continue();
  });
  await page.keyboard.press('F12');
  await expect(page.getByText(/Das Terminal nimmt die Zahlung über .* zurück/)).toBeVisible();
  await look(page, 'hand-over-asks');
  await page.keyboard.press('F10');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Ware ausgegeben' })).toBeVisible();
  expect(sent).toEqual([]);
  await page.keyboard.press('F12');
  await page.getByRole('button', { name: 'Ja, zurücknehmen' }).click();
  await expect.poll(() => sent).toEqual(['{"result":"failed"}']);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the rest of a half cancelled sale goes back only after an answer', { tag: '@long' }, async ({ page, till }) => {
  await signIn(page, till.url);
  await showHalfCancelled(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Nur zum Teil storniert' })).toBeVisible();
  const sent: string[] = [];
  page.on('request', request => request.url().endsWith('/cancel') && sent.push(request.url()));
  await page.getByRole('button', { name: 'Noch einmal am Terminal versuchen' }).click();
  await expect(page.getByText('Noch 2,00 € gehen zurück, jede Karte an ihrem Terminal.')).toBeVisible();
  await look(page, 'half-asks');
  await page.getByRole('button', { name: 'Nein', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Noch einmal am Terminal versuchen' })).toBeVisible();
  expect(sent).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test.describe('where the shop asks for tips', () => {
  test.use({ settings: { TILLBRIDGE_TIPS: '{"ask":true}' }, behaviour: 'decline' });

  test('a tip is changed and left out after a declined card, goes with the last line, and no next customer pays it', {
    tag: '@long',
  }, async ({ page, till }) => {
    await signIn(page, till.url);
    await scan(page, codes.bread);
    await page.keyboard.press('F9');
    await dialog(page)
      .getByRole('button', { name: /^0,50\s€ Trinkgeld/ })
      .click();
    await expect(page.getByRole('heading', { name: 'Nicht bezahlt' })).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText('darin Trinkgeld 0,50 €')).toBeVisible();
    await look(page, 'declined-tip');
    await page.keyboard.press('Escape');
    const tip = page.getByTestId('tip');
    await expect(tip).toContainText('0,50');
    await look(page, 'basket-tip');
    await tip.getByRole('button', { name: 'Trinkgeld ändern' }).click();
    await dialog(page)
      .getByRole('button', { name: /^0,70\s€ Trinkgeld/ })
      .click();
    await expect(missingSum(page)).toHaveText('5,20 €');
    // Cash does not ask for it silently.
    await pay(page, 'Bar').click();
    await expect(dialog(page)).toContainText('darin Trinkgeld');
    await look(page, 'cash-tip');
    await dialog(page).getByRole('button', { name: 'Trinkgeld entfernen' }).click();
    await expect(dialog(page).getByTestId('tip')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(missingSum(page)).toHaveText('4,50 €');

    await page.keyboard.press('F9');
    await expect(page.getByRole('heading', { name: 'Nicht bezahlt' })).toBeVisible({ timeout: 20_000 });
    await page.keyboard.press('Escape');
    await more(page, 'Warenkorb leeren');
    await expect(basket(page)).toHaveCount(0);
    await expect(missingSum(page)).toHaveText('0,00 €');
    await scan(page, codes.bread);
    await expect(missingSum(page)).toHaveText('4,50 €');
    await behave(till, 'approve');
    await page.keyboard.press('F9');
    await dialog(page)
      .getByRole('button', { name: /^0,70\s€ Trinkgeld/ })
      .click();
    await expectPaid(page);
    await page.keyboard.press('Enter');
    await scan(page, codes.bread);
    await expect(missingSum(page)).toHaveText('4,50 €');
    await expect(tip).toHaveCount(0);
  });
});

test('the change is there again after a reload, until the next sale begins', { tag: '@long' }, async ({
  page,
  till,
}) => {
  await signIn(page, till.url);
  await scan(page, codes.bread);
  await pay(page, 'Bar').click();
  await page.getByRole('textbox', { name: 'Gegeben' }).fill('10');
  await page.keyboard.press('Enter');
  await expectPaid(page);
  await expect(page.getByTestId('change')).toHaveText('5,50 €');
  await page.reload();
  await expect(page.getByTestId('change')).toHaveText('5,50 €');
  await scan(page, codes.bread);
  await expect(missingSum(page)).toHaveText('4,50 €');
  await expect(page.getByTestId('change')).toHaveCount(0);
});

test('a scan that was too slow ends with its customer', { tag: '@long' }, async ({ page, till }) => {
  await signIn(page, till.url);
  await scan(page, codes.bread);
  await saved(page);
  await slowly(page, codes.milk, 60);
  await expect(page.getByRole('button', { name: 'Code übernehmen' })).toBeVisible();
  await pay(page, 'Bar').click();
  await page.getByRole('button', { name: 'Passend' }).click();
  await expectPaid(page);
  await page.getByRole('button', { name: 'Nächster Kunde' }).click();
  await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Code übernehmen' })).toHaveCount(0);
});

test.describe('a late approval above what a cashier may give back', () => {
  test.use({ behaviour: 'late-approval:3000' });

  test('offers both ways again where the manager does not approve the reversal', { tag: '@long' }, async ({
    page,
    till,
  }) => {
    await signIn(page, till.url);
    await page.keyboard.type('12*', { delay: 120 });
    await scan(page, codes.bread);
    await pay(page, 'Karte').click();
    await expect(page.getByTestId('terminal-text')).toContainText('Bitte warten');
    await page.getByRole('button', { name: 'Abbrechen' }).click();
    await expect(page.getByRole('heading', { name: 'Trotz Abbruch genehmigt' })).toBeVisible({ timeout: 20_000 });
    await page.keyboard.press('F12');
    await page.getByRole('button', { name: 'Ja, Zahlung zurücknehmen' }).click();
    await expect(page.getByRole('heading', { name: 'Freigabe durch die Leitung' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Nichts wurde zurückgenommen.', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Zahlung behalten' }).click();
    await expectPaid(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
  });
});

test('the chosen person stays chosen when the list of people is read again', { tag: '@long' }, async ({
  page,
  till,
}) => {
  await signIn(page, till.url);
  const held = Promise.withResolvers<void>();
  await page.route('**/bridge/v1/screen', async route => {
    await held.promise;
    await route.continue();
  });
  const read = page.waitForResponse('**/bridge/v1/screen');
  await page.getByRole('button', { name: /^Einstellungen, Kasse/ }).click();
  await page.getByRole('button', { name: /^Kasse sperren/ }).click();
  const manager = page.getByRole('button', { name: /^Leitung\b/ });
  await manager.click();
  held.resolve();
  await read;
  await expect(manager).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('textbox', { name: 'PIN von Leitung' })).toBeVisible();
});
