/** The cashier asks to stop, the terminal approves all the same: kept or taken back, and never forgotten. */
import type { Page } from '@playwright/test';
import { codes, customerCopy, expectPaid, pay, scan, signIn } from './counter.ts';
import { expect, type Till, test } from './till.ts';

// The host takes its time, so that the stop falls into it also where screen and machine are slow.
test.use({ behaviour: 'late-approval:3000' });

test('kept: the customer has paid and gets the receipt', async ({ page, till }) => {
  await lateApproval(page, till);
  await page.getByRole('button', { name: 'Zahlung behalten' }).click();
  await expectPaid(page);
  await expect(customerCopy(page)).toContainText('4,50');
  expect(await booked(till)).toBe(450);
});

test('taken back, by keys alone and with a second word: the money is back', async ({ page, till }) => {
  await lateApproval(page, till);
  await expect(page.getByRole('heading', { name: 'Trotz Abbruch genehmigt' })).toBeFocused();
  await till.terminal('POST', '/behaviour', { behaviour: 'approve' });
  await page.keyboard.press('F7');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Zurückgenommen', exact: true })).toBeVisible();
  expect(await booked(till)).toBe(0);
});

test('taking it back fails: says so, and the payment can be kept', async ({ page, till }) => {
  await lateApproval(page, till);
  await till.terminal('POST', '/behaviour', { behaviour: 'busy' });
  await page.getByRole('button', { name: 'Zahlung zurücknehmen' }).click();
  await page.getByRole('button', { name: 'Ja, Zahlung zurücknehmen' }).click();
  await expect(page.getByText('Die Rücknahme ist nicht gelungen.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Zahlung behalten' }).click();
  await expectPaid(page);
  expect(await booked(till)).toBe(450);
});

test('put off: stays in sight through the next sale and a reload, and is decided on then', async ({ page, till }) => {
  await lateApproval(page, till);
  await page.getByRole('button', { name: 'Später entscheiden' }).click();
  const reminder = page.getByText(/^Trotz Abbruch genehmigt: 4,50\s€/);
  await expect(reminder).toBeVisible();
  await scan(page, codes.milk);
  await expect(reminder).toBeVisible();
  await page.getByRole('button', { name: 'Jetzt entscheiden' }).click();
  await page.getByRole('button', { name: 'Zahlung behalten' }).click();
  await expectPaid(page);
  await expect(reminder).toHaveCount(0);
  await page.getByRole('button', { name: 'Zurück zum Warenkorb' }).click();
  await expect(page.getByRole('list', { name: 'Positionen' }).getByRole('listitem')).toHaveCount(1);
});

test('a reload brings it back: it cannot be lost', async ({ page, till }) => {
  await lateApproval(page, till);
  await page.getByRole('button', { name: 'Später entscheiden' }).click();
  await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Trotz Abbruch genehmigt' })).toBeVisible();
});

/** Pays by card, asks to stop while the host thinks, and is approved. */
async function lateApproval(page: Page, till: Till): Promise<void> {
  await signIn(page, till.url);
  await scan(page, codes.bread);
  await pay(page, 'Karte').click();
  await expect(page.getByTestId('terminal-text')).toContainText('Bitte warten');
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(page.getByRole('heading', { name: 'Trotz Abbruch genehmigt' })).toBeVisible({ timeout: 20_000 });
}

const booked = async (till: Till): Promise<number> =>
  ((await till.terminal('GET', '/totals')) as { amount: number }).amount;
