/** Questions of the terminal to the cashier: the signature, the application of the card, another amount. */
import type { Page } from '@playwright/test';
import { codes, customerCopy, expectPaid, nextCustomer, pay, scan, signIn } from './counter.ts';
import { expect, type Till, test } from './till.ts';

test.use({ terminalOptions: { questions: true } });

test.describe('a card with signature', () => {
  test.use({ behaviour: 'signature' });

  test('pays when the signature is right, also after a reload or as a picture, and moves no money when it is wrong', async ({
    page,
    till,
  }) => {
    await signIn(page, till.url);
    await asked(page, 'Unterschrift vergleichen');
    await expect(page.getByRole('timer')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Beleg zum Unterschreiben' })).toContainText('Unterschrift');
    await page.keyboard.press('F10');
    await expectPaid(page);
    await nextCustomer(page);
    expect(await booked(till)).toBe(450);

    await asked(page, 'Unterschrift vergleichen');
    // One key refuses no money.
    await page.keyboard.press('F12');
    await expect(page.getByRole('button', { name: 'Nein, noch nicht' })).toBeFocused();
    await page.keyboard.press('F12');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Stimmt nicht' }).click();
    await page.getByRole('button', { name: 'Ja, Zahlung zurücknehmen' }).click();
    await expect(page.getByRole('heading', { name: 'Nicht bezahlt' })).toBeVisible({ timeout: 20_000 });
    await expect(page.getByTestId('declined-reason')).toContainText('Die Unterschrift wurde abgelehnt');
    expect(await booked(till)).toBe(450);
    await page.keyboard.press('F8');
    await page.getByRole('button', { name: 'Passend' }).click();
    await expectPaid(page);
    await nextCustomer(page);

    await asked(page, 'Unterschrift vergleichen');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Unterschrift vergleichen' })).toBeVisible();
    await page.getByRole('button', { name: 'Unterschrift stimmt' }).click();
    await expectPaid(page);
    await nextCustomer(page);

    await till.terminal('POST', '/behaviour', { behaviour: 'signature-picture' });
    await asked(page, 'Unterschrift vergleichen');
    const picture = page.getByRole('img', { name: 'Unterschrift des Kunden' });
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Unterschrift stimmt' }).click();
    await expectPaid(page);
    expect(await booked(till)).toBe(1350);
  });
});

test.describe('a card with two applications', () => {
  test.use({ behaviour: 'asks-application' });

  test('announces an answer that does not arrive and takes it again by its number, but no scan', {
    tag: '@long',
  }, async ({ page, till }) => {
    await signIn(page, till.url);
    await page.route('**/bridge/v1/till/answer', route => route.abort(), { times: 1 });
    await asked(page, 'Das Terminal lässt wählen');
    const choices = page.getByRole('group', { name: 'Auswahl' }).getByRole('button');
    await expect(choices).not.toHaveCount(0);
    await page.keyboard.press('1');
    await expect(page.getByRole('status').filter({ hasText: 'Die Antwort wurde nicht' })).toHaveCount(1);
    await page.keyboard.press('1');
    await expectPaid(page);
    await nextCustomer(page);

    await asked(page, 'Das Terminal lässt wählen');
    await expect(choices).not.toHaveCount(0);
    await scan(page, '1111111111111');
    await expect(page.getByRole('region', { name: 'Meldungen' })).toContainText('Eine Zahlung läuft');
    // The text of the terminal from before the question does not silence the announcement.
    await expect(page.getByRole('status').filter({ hasText: 'Eine Zahlung läuft' })).toHaveCount(1);
    await expect(page.getByTestId('terminal-announcement')).toBeEmpty();
    await expect(page.getByRole('heading', { name: 'Das Terminal lässt wählen' })).toBeVisible();
    // A key that follows the scan at once counts as part of it, so the key of a person may have to come again.
    await expect(async () => {
      await page.keyboard.press('1');
      await expect(page.getByRole('heading', { name: 'Das Terminal lässt wählen' })).toHaveCount(0, { timeout: 500 });
    }).toPass();
    await expectPaid(page);
  });
});

test.describe('the terminal wants the amount confirmed', () => {
  test.use({ behaviour: 'asks-amount' });

  test('Enter confirms the amount, a typed tip is charged and no less, and two windows answer once', {
    tag: '@long',
  }, async ({ page, till }) => {
    await signIn(page, till.url);
    await asked(page, 'Das Terminal fragt');
    const field = page.getByRole('textbox', { name: 'Betrag' });
    await expect(field).toHaveValue('4,50');
    await expect(field).toBeFocused();
    await page.keyboard.press('Enter');
    await expectPaid(page);
    await nextCustomer(page);
    expect(await booked(till)).toBe(450);

    await asked(page, 'Das Terminal fragt');
    await field.fill('4,00');
    await expect(page.getByText(/^Mindestens 4,50\s€/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Antworten' })).toBeDisabled();
    await page.keyboard.press('Enter');
    // By keys, as a cashier does it: a key that might be a scanner's waits a moment before it acts.
    await page.keyboard.press('Control+a');
    await page.keyboard.type('5,00');
    await page.keyboard.press('Enter');
    await expectPaid(page);
    await expect(customerCopy(page)).toContainText(/Trinkgeld\s*0,50 EUR/);
    await expect(customerCopy(page)).toContainText(/Kartenzahlung\s*5,00 EUR/);
    expect(await booked(till)).toBe(950);
    await nextCustomer(page);

    await page.route('**/bridge/v1/till/answer', async route => {
      await till.call('POST', '/bridge/v1/till/answer', { ...route.request().postDataJSON(), text: '450' });
      await route.continue();
    });
    await asked(page, 'Das Terminal fragt');
    await expect(field).toBeFocused();
    await page.keyboard.press('Enter');
    await expectPaid(page);
    expect(await booked(till)).toBe(1400);
  });
});

async function asked(page: Page, title: string): Promise<void> {
  await scan(page, codes.bread);
  await pay(page, 'Karte').click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible({ timeout: 20_000 });
}

const booked = async (till: Till): Promise<number> =>
  ((await till.terminal('GET', '/totals')) as { amount: number }).amount;
