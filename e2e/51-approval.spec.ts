/** Money that a cashier may not give back alone: the manager approves at the same screen by PIN, with a stored reason. */
import type { Page } from '@playwright/test';
import { codes, pay, scan, signIn } from './counter.ts';
import { expect, type Till, test } from './till.ts';

test.use({ behaviour: 'signature', terminalOptions: { questions: false } });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Freigabe durch die Leitung' });
const pin = (page: Page) => dialog(page).getByRole('textbox', { name: 'PIN von Leitung' });

test('keeps a payment of 54 € after a wrong PIN by keys and without an approval, and takes it back when a manager approves', async ({
  page,
  till,
}) => {
  await wrongSignature(page, till);
  await expect(dialog(page)).toContainText('Kartenzahlung zurückgeben');
  await expect(dialog(page)).toContainText(/54,00\s€/);
  await expect(dialog(page)).toContainText(/Kasse allein bis 50,00\s€/);
  await expect(dialog(page).getByRole('textbox', { name: 'Grund (wird aufbewahrt)' })).toBeFocused();
  await page.keyboard.type('passt nicht', { delay: 60 });
  await pin(page).focus();
  await page.keyboard.type('1234', { delay: 60 });
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('status')).toContainText('Es wurde nichts freigegeben.');
  await expect(pin(page)).toBeFocused();
  await expect(pin(page)).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  const why = page.getByRole('main').getByText(/Freigabe einer Leitung nötig\. Es wurde kein Geld bewegt/);
  await expect(why).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Nichts wurde zurückgenommen. Die Zahlung gilt weiter.');
  await expect(page.getByRole('main')).not.toContainText('Die Rücknahme ist nicht gelungen');
  expect(await booked(till)).toBe(5400);

  // By touch.
  await page.getByRole('button', { name: 'Zahlung zurücknehmen' }).click();
  await page.getByRole('button', { name: 'Ja, Zahlung zurücknehmen' }).click();
  await dialog(page).getByRole('button', { name: 'Ware zurück' }).click();
  for (let times = 0; times < 4; times += 1) await dialog(page).getByRole('button', { name: '9', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Freigeben', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Zurückgenommen', exact: true })).toBeVisible({ timeout: 20_000 });
  expect(await booked(till)).toBe(0);
  expect((await till.call('GET', '/bridge/v1/approvals')).body.data).toMatchObject([
    {
      operation: 'takeBack',
      amount: 5400,
      requested_by: { username: 'cashier@demo.example' },
      approved_by: { username: 'manager@demo.example' },
      reason: 'Ware zurück',
    },
  ]);
});

/** Twelve loaves at 4.50 €: above what a cashier may give back alone. */
async function wrongSignature(page: Page, till: Till): Promise<void> {
  await signIn(page, till.url);
  await page.keyboard.type('12*', { delay: 120 });
  await scan(page, codes.bread);
  await pay(page, 'Karte').click();
  await expect(page.getByRole('heading', { name: 'Genehmigt: Unterschrift vergleichen' })).toBeVisible({
    timeout: 20_000,
  });
  await page.keyboard.press('F12');
  await page.getByRole('button', { name: 'Ja, Zahlung zurücknehmen' }).click();
  await expect(dialog(page)).toBeVisible();
}

const booked = async (till: Till): Promise<number> =>
  ((await till.terminal('GET', '/totals')) as { amount: number }).amount;
