/** Screens show true amounts, and ask before a typing error costs money. */
import type { Page } from '@playwright/test';
import { basket, codes, expectPaid, line, missingSum, pay, saved, scan, signIn } from './counter.ts';
import { expect, test } from './till.ts';

test.describe('at the counter', () => {
  test.beforeEach(({ page, till }) => signIn(page, till.url));

  test('asks about the change when 2000 is typed for 20,00, and a second Enter takes 20,00', async ({ page }) => {
    await scan(page, codes.bread);
    await pay(page, 'Bar').click();
    const given = page.getByRole('textbox', { name: 'Gegeben' });
    await given.fill('2000');
    await expect(page.getByTestId('given')).toHaveText(/= 2\.000,00\s€/);
    await given.press('Enter');
    await expect(page.getByText(/2\.000,00\s€ gegeben, 1\.995,50\s€ zurück: stimmt das/)).toBeVisible();
    const meant = page.getByRole('button', { name: /^Nein, 20,00/ });
    await expect(meant).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(given).toHaveValue('20,00');
    await page.keyboard.press('Enter');
    await expectPaid(page);
    await expect(page.getByTestId('change')).toHaveText(/15,50/);
  });

  test('offers likely amounts as one tap', async ({ page }) => {
    await scan(page, codes.bread);
    await pay(page, 'Bar').click();
    const sums = page.getByRole('group', { name: 'Beträge' }).getByRole('button');
    await expect(sums).toHaveText(['Passend', /^5,00/, /^10,00/, /^20,00/, /^50,00/, /^100,00/]);
  });

  test('asks about a quantity above 99, and refuses a quantity that is too large', async ({ page }) => {
    await scan(page, codes.bread);
    const quantity = page.getByRole('textbox', { name: /^Menge/ });
    await quantity.fill('99999');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Höchstens 9999 Stück', { exact: false })).toBeVisible();
    await expect(missingSum(page)).toHaveText('4,50 €');
    await quantity.fill('120');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/120 × .* = 540,00\s€\. Stimmt die Menge/)).toBeVisible();
    await expect(missingSum(page)).toHaveText('4,50 €');
    await page.getByRole('button', { name: 'Ja, 120' }).click();
    await expect(missingSum(page)).toHaveText('540,00 €');
  });
});

test.describe('cards at the counter', () => {
  test.beforeEach(({ page, till }) => signIn(page, till.url));

  test('gives the discount of a card whose balance is not used', async ({ page, till }) => {
    await scan(page, codes.coffee);
    await scan(page, codes.cardRich);
    await expect(missingSum(page)).toHaveText('0,00 €');
    await page.getByRole('button', { name: 'Guthaben nutzen' }).click();
    await expect(missingSum(page)).toHaveText('3,06 €');
    await expect(line(page, '10 % auf Kaffee')).toContainText('-0,34');
    await page.reload();
    await expect(missingSum(page)).toHaveText('3,06 €');
    await expect(page.getByRole('button', { name: 'Guthaben nutzen' })).toHaveAttribute('aria-pressed', 'false');
    await pay(page, 'Bar').click();
    await page.getByRole('button', { name: 'Passend' }).click();
    await page.keyboard.press('Enter');
    await expectPaid(page);
    const { body } = await till.call('GET', `/bridge/v1/cards/${codes.cardRich}`);
    expect(body.merchantcard.cash_balance).toBe(5000);
  });

  test('shows a line for each of two tenders, and they add up', async ({ page }) => {
    for (const _ of [1, 2, 3]) await scan(page, codes.bread);
    await scan(page, codes.cardSome);
    await expect(missingSum(page)).toHaveText('3,50 €');
    await saved(page);
    await pay(page, 'Karte').click();
    await expectPaid(page);
    await expect(page.getByTestId('paid-sum')).toHaveText(/13,50/);
    await expect(page.getByTestId('paid-discount')).toHaveText(/-3,00/);
    await expect(page.getByTestId('tender-loyalty')).toHaveText(/7,00/);
    await expect(page.getByTestId('tender-cashless')).toHaveText(/3,50/);
  });

  test('closes the form for an accepted card, and names the card in use beside a locked card', async ({ page }) => {
    await scan(page, codes.bread);
    await page.keyboard.press('F3');
    await expect(page.getByRole('textbox', { name: 'Kartennummer' })).toBeVisible();
    await scan(page, codes.cardEmpty);
    await expect(page.getByRole('textbox', { name: 'Kartennummer' })).toHaveCount(0);
    await scan(page, codes.cardLocked);
    await expect(page.getByText(`Weiter gilt die Karte ${codes.cardEmpty}.`, { exact: false })).toBeVisible();
  });
});

test.describe('typing and scanning at the counter', () => {
  test.beforeEach(({ page, till }) => signIn(page, till.url));

  test('searches for digits typed outside every field, and replaces the text with the next search', async ({
    page,
  }) => {
    await page.keyboard.type('1000', { delay: 150 });
    const search = page.getByRole('searchbox', { name: 'Artikel suchen' });
    await expect(search).toHaveValue('1000');
    await page.keyboard.press('Enter');
    await expect(line(page, 'Espresso')).toBeVisible();
    await page.keyboard.type('brezel', { delay: 60 });
    await expect(search).toHaveValue('brezel');
  });

  test('offers the code of a slow scanner, and learns its pace', async ({ page, till }) => {
    await slowly(page, codes.milk, 60);
    await expect(page.getByText('Der Scanner ist langsamer als eingestellt', { exact: false }).last()).toBeVisible();
    await expect(basket(page).getByRole('listitem')).toHaveCount(0);
    await page.getByRole('button', { name: 'Scanner anlernen' }).click();
    await expect(line(page, 'Vollmilch')).toBeVisible();
    await slowly(page, codes.bread, 60);
    await expect(line(page, 'Bauernbrot')).toBeVisible();
    const kept = async () => (await till.call('GET', '/bridge/v1/till')).body.transaction?.basket.products.length;
    await expect.poll(kept).toBe(2);
    await page.reload();
    await expect(line(page, 'Bauernbrot')).toBeVisible();
    await slowly(page, codes.bread, 60);
    await expect(line(page, 'Bauernbrot')).toContainText('2 ×');
  });

  test('teaches the scanner in the settings, within limits', async ({ page }) => {
    await page.getByRole('button', { name: /^Einstellungen/ }).click();
    const teach = page.getByRole('button', { name: 'Scanner anlernen' });
    await teach.click();
    await slowly(page, codes.milk, 200);
    await expect(page.getByText('ist der Scanner zu langsam', { exact: false })).toBeVisible();
    await teach.click();
    await slowly(page, codes.milk, 80);
    await expect(page.getByText('Gelernt: 80 ms je Zeichen', { exact: false })).toBeVisible();
    await page.keyboard.press('Escape');
    await slowly(page, codes.milk, 80);
    await expect(line(page, 'Vollmilch')).toBeVisible();
  });
});

test.describe('while the terminal waits for the customer', () => {
  test.use({ behaviour: 'manual', terminalOptions: { questions: true } });

  test('explains why the manager pages wait, and shows a stopped payment calmly with its amount', async ({
    page,
    till,
  }) => {
    await signIn(page, till.url, '9999', 'Leitung');
    await scan(page, codes.bread);
    await pay(page, 'Karte').click();
    await expect(page.getByTestId('terminal-text')).toContainText('Karte vorhalten');
    await page.getByRole('button', { name: /^Einstellungen/ }).click();
    const terminals = page.getByRole('button', { name: 'Terminals' });
    await expect(terminals).toHaveAccessibleDescription(/sobald das Terminal mit der Zahlung fertig ist/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Nicht bezahlt' })).toBeVisible();
    await expect(page.getByTestId('declined-amount')).toContainText('4,50');
    await page.getByRole('button', { name: /^Einstellungen/ }).click();
    await terminals.click();
    await expect(page.getByText('Rückfragen an die Kasse: ja')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Ändern' })).toHaveCount(0);
  });

  test('opens the page of the terminals during an unknown outcome, and shows the payment in the bar', async ({
    page,
    till,
  }) => {
    await signIn(page, till.url, '9999', 'Leitung');
    await scan(page, codes.bread);
    await pay(page, 'Karte').click();
    await expect(page.getByTestId('terminal-text')).toContainText('Karte vorhalten');
    await till.terminal('POST', '/restart', { downFor: 60_000 });
    await expect(page.getByText('Die Karte nicht noch einmal belasten.')).toBeVisible();
    await page.getByRole('button', { name: /^Einstellungen/ }).click();
    await page.getByRole('button', { name: 'Terminals' }).click();
    await expect(page.getByRole('heading', { name: 'Terminals', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Die Karte nicht noch einmal belasten.')).toBeVisible();
    await page.keyboard.press('F1');
    await expect(page.getByRole('button', { name: /^ungeklärt: 4,50\s€/ })).toBeVisible();
  });

  test('checks the open page of the end of day again by itself', async ({ page, till }) => {
    await signIn(page, till.url, '9999', 'Leitung');
    await page.getByRole('button', { name: /^Einstellungen/ }).click();
    await page.getByRole('button', { name: 'Kassenschnitt' }).click();
    await expect(page.getByText('Dem Kassenschnitt steht nichts im Weg', { exact: false })).toBeVisible({
      timeout: 20_000,
    });
    const idents = [{ type: 'card', value: codes.cardSome }];
    const products = [{ articleNumber: '1', desc: 'Tee', quantity: 1, priceOne: 2000, tax: 19 }];
    const sale = await till.call('POST', '/api/v2/Smart/Transactions', { basket: { products }, idents });
    await till.call('POST', `/api/v2/Smart/Transactions/${sale.body.id}/preTransaction`);
    await expect(page.getByText('Dem Kassenschnitt steht nichts im Weg', { exact: false })).toHaveCount(0);
    await expect(page.getByText(`… ${sale.body.id.slice(-6)}`)).toBeVisible({ timeout: 20_000 });
  });
});

/** A wedge scanner with a pace in milliseconds a key; each key carries its time. */
async function slowly(page: Page, code: string, pause: number): Promise<void> {
  await page.evaluate(
    ([keys, gap]) => {
      const begun = performance.now();
      [...keys, 'Enter'].forEach((key, at) => {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
        Object.defineProperty(event, 'timeStamp', { value: begun + at * gap });
        (document.activeElement ?? document.body).dispatchEvent(event);
      });
    },
    [code, pause] as const,
  );
}
