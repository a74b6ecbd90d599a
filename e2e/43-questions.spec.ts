/** Questions of the terminal to the cashier: the signature, the application of the card, another amount. */
import type { Page } from '@playwright/test';
import { codes, customerCopy, expectPaid, pay, scan, signIn } from './counter.ts';
import { expect, type Till, test } from './till.ts';

test.use({ terminalOptions: { questions: true } });

test.describe('a card with signature', () => {
  test.use({ behaviour: 'signature' });

  test('pays when the signature is right', async ({ page, till }) => {
    await asked(page, till, 'Unterschrift vergleichen');
    await expect(page.getByRole('timer')).toBeVisible();
    await page.keyboard.press('F10');
    await expectPaid(page);
    expect(await booked(till)).toBe(450);
  });

  test('moves no money when the signature is wrong, and takes another tender', async ({ page, till }) => {
    await asked(page, till, 'Unterschrift vergleichen');
    await page.getByRole('button', { name: 'Stimmt nicht' }).click();
    await expect(page.getByRole('heading', { name: 'Nicht bezahlt' })).toBeVisible({ timeout: 20_000 });
    expect(await booked(till)).toBe(0);
    await page.keyboard.press('F8');
    await page.getByRole('button', { name: 'Passend' }).click();
    await page.getByRole('button', { name: 'Kassieren' }).click();
    await expectPaid(page);
  });

  test('asks again after a reload', async ({ page, till }) => {
    await asked(page, till, 'Unterschrift vergleichen');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Unterschrift vergleichen' })).toBeVisible();
    await page.getByRole('button', { name: 'Unterschrift stimmt' }).click();
    await expectPaid(page);
  });
});

test.describe('a signature on the display of the terminal', () => {
  test.use({ behaviour: 'signature-picture' });

  test('shows the picture of the signature', async ({ page, till }) => {
    await asked(page, till, 'Unterschrift vergleichen');
    const picture = page.getByRole('img', { name: 'Unterschrift des Kunden' });
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Unterschrift stimmt' }).click();
    await expectPaid(page);
  });
});

test.describe('a card with two applications', () => {
  test.use({ behaviour: 'asks-application' });

  test('chooses an application by its number', async ({ page, till }) => {
    await asked(page, till, 'Das Terminal lässt wählen');
    const choices = page.getByRole('group', { name: 'Auswahl' }).getByRole('button');
    await expect(choices).not.toHaveCount(0);
    await page.keyboard.press('1');
    await expectPaid(page);
  });

  test('announces an answer that does not arrive, and takes it again', async ({ page, till }) => {
    await page.route('**/bridge/v1/till/answer', route => route.abort(), { times: 1 });
    await asked(page, till, 'Das Terminal lässt wählen');
    await page.keyboard.press('1');
    await expect(page.getByRole('status').filter({ hasText: 'Die Antwort wurde nicht' })).toHaveCount(1);
    await page.keyboard.press('1');
    await expectPaid(page);
  });

  test('refuses a scan as an answer', async ({ page, till }) => {
    await asked(page, till, 'Das Terminal lässt wählen');
    await expect(page.getByRole('group', { name: 'Auswahl' }).getByRole('button')).not.toHaveCount(0);
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

  test('shows the amount in the field, and Enter confirms it', async ({ page, till }) => {
    await asked(page, till, 'Das Terminal fragt');
    const field = page.getByRole('textbox', { name: 'Betrag' });
    await expect(field).toHaveValue('4,50');
    await expect(field).toBeFocused();
    await page.keyboard.press('Enter');
    await expectPaid(page);
    expect(await booked(till)).toBe(450);
  });

  test('pays with a typed tip, shows it on the receipt, and refuses less than the amount', async ({ page, till }) => {
    await asked(page, till, 'Das Terminal fragt');
    const field = page.getByRole('textbox', { name: 'Betrag' });
    await field.fill('4,00');
    await expect(page.getByText(/^Mindestens 4,50\s€/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Antworten' })).toBeDisabled();
    await page.keyboard.press('Enter');
    await field.fill('5,00');
    await page.keyboard.press('Enter');
    await expectPaid(page);
    const receipt = customerCopy(page);
    await expect(receipt).toContainText(/Trinkgeld\s*0,50 EUR/);
    await expect(receipt).toContainText(/Karte belastet\s*5,00 EUR/);
    expect(await booked(till)).toBe(500);
  });

  test('counts an answer from two windows once', async ({ page, till }) => {
    await page.route('**/bridge/v1/till/answer', async route => {
      await till.call('POST', '/bridge/v1/till/answer', { ...route.request().postDataJSON(), text: '450' });
      await route.continue();
    });
    await asked(page, till, 'Das Terminal fragt');
    await page.keyboard.press('Enter');
    await expectPaid(page);
    expect(await booked(till)).toBe(450);
  });
});

async function asked(page: Page, till: Till, title: string): Promise<void> {
  await signIn(page, till.url);
  await scan(page, codes.bread);
  await pay(page, 'Karte').click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible({ timeout: 20_000 });
}

const booked = async (till: Till): Promise<number> =>
  ((await till.terminal('GET', '/totals')) as { amount: number }).amount;
