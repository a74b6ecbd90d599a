/** The cashier asks to stop, and the terminal approves all the same: the payment is kept or taken back, and never blocks the next customer. */
import type { Page } from '@playwright/test';
import { basket, codes, customerCopy, expectPaid, line, missingSum, pay, scan, signIn } from './counter.ts';
import { expect, type Till, test } from './till.ts';

const TITLE = 'Trotz Abbruch genehmigt';
const CHIP = /^spät genehmigt: 4,50\s€/;

/** Long enough for the stop on slow machines too. */
const LATE = 'late-approval:3000';

test.describe('the host takes its time', () => {
  test.use({ behaviour: LATE });

  test('keeps the payment, also where taking it back failed, or takes it back by keys alone and marks every slip', {
    tag: '@long',
  }, async ({ page, till }) => {
    await signIn(page, till.url);
    await lateApproval(page);
    for (const key of ['F7', 'F8', 'F9', 'Enter', 'Escape']) await page.keyboard.press(key);
    await expect(page.getByRole('button', { name: 'Zahlung zurücknehmen' })).toBeEnabled();
    await page.keyboard.press('F10');
    await expectPaid(page);
    await expect(customerCopy(page)).toContainText('4,50');
    expect(await booked(till)).toBe(450);

    // Enter waits for a look: it does not leave an approval that nobody wanted.
    await page.getByRole('button', { name: 'Nächster Kunde' }).click();
    await lateApproval(page);
    await till.terminal('POST', '/behaviour', { behaviour: 'busy' });
    await page.getByRole('button', { name: 'Zahlung zurücknehmen' }).click();
    await page.getByRole('button', { name: 'Ja, Zahlung zurücknehmen' }).click();
    await expect(page.getByText('Die Rücknahme ist nicht gelungen.', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Zahlung behalten' }).click();
    await expectPaid(page);
    expect(await booked(till)).toBe(900);

    await page.getByRole('button', { name: 'Nächster Kunde' }).click();
    await till.terminal('POST', '/behaviour', { behaviour: LATE });
    await lateApproval(page);
    await expect(page.getByRole('heading', { name: TITLE })).toBeFocused();
    await till.terminal('POST', '/behaviour', { behaviour: 'approve' });
    await page.keyboard.press('F12');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Zurückgenommen', exact: true })).toBeVisible();
    expect(await booked(till)).toBe(900);
    await expect(customerCopy(page)).toContainText('STORNIERT');
    await page.evaluate(() => {
      window.print = () =>
        document.body.setAttribute('data-printed', document.querySelector('.printout')?.textContent ?? '');
    });
    await page.keyboard.press('F6');
    await expect(page.locator('body')).toHaveAttribute('data-printed', /STORNIERT/);
  });
});

test.describe('the decision is postponed', () => {
  test.use({ behaviour: LATE });

  test('keeps it in the bar through the declined card of the next sale and a reload, without touching that basket', async ({
    page,
    till,
  }) => {
    await signIn(page, till.url);
    await lateApproval(page);
    await page.getByRole('button', { name: 'Später entscheiden' }).click();
    await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
    const chip = page.getByRole('button', { name: CHIP });
    await expect(chip).toBeVisible();
    const room = page.getByRole('dialog', { name: 'Offene Zahlungen' });
    await till.terminal('POST', '/behaviour', { behaviour: 'busy' });
    await scan(page, codes.milk);
    await pay(page, 'Karte').click();
    await expect(page.getByRole('heading', { name: 'Nicht bezahlt' })).toBeVisible({ timeout: 30_000 });
    await page.keyboard.press('F4');
    // The declined card of this customer is no failed reversal of the other payment.
    await expect(room.getByRole('heading', { name: TITLE })).toBeVisible();
    await expect(room.getByText('Rücknahme', { exact: false })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(room).toHaveCount(0);
    await page.keyboard.press('Escape');

    await scan(page, codes.cardRich);
    await expect(missingSum(page)).toHaveText('0,00 €');
    // The screen shows the sum before the bridge has the basket.
    await expect(missingSum(page)).toHaveAttribute('data-exact', 'true');
    await page.reload();
    await expect(chip).toBeVisible();
    await expect(line(page, 'Vollmilch')).toBeVisible();
    await chip.click();
    await expect(room.getByRole('heading', { name: TITLE })).toBeVisible();
    await room.getByRole('button', { name: 'Später entscheiden' }).click();
    await expect(room).toHaveCount(0);
    await expect(line(page, 'Vollmilch')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Kundenkarte' })).toContainText(codes.cardRich);
    await chip.click();
    await room.getByRole('button', { name: 'Zahlung behalten' }).click();
    await expect(room.getByRole('heading', { name: 'Bezahlt', exact: true })).toBeVisible();
    await expect(room.getByRole('region', { name: 'Kundenbeleg' })).toContainText('4,50');
    await room.getByRole('button', { name: 'Zurück', exact: true }).click();
    await expect(chip).toHaveCount(0);
    await expect(basket(page).getByRole('listitem')).toHaveCount(1);
    await expect(missingSum(page)).toHaveText('0,00 €');
  });
});

test.describe('two windows of the till', () => {
  test.use({ behaviour: LATE });

  test('keeps the basket of a second window, and shows there how the first window decided', { tag: '@long' }, async ({
    page,
    context,
    till,
  }) => {
    await signIn(page, till.url);
    await lateApproval(page);
    await page.getByRole('button', { name: 'Später entscheiden' }).click();
    await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
    await scan(page, codes.milk);
    await expect(line(page, 'Vollmilch')).toBeVisible();
    const kept = async () => (await till.call('GET', '/bridge/v1/till')).body.transaction?.basket.products[0]?.desc;
    await expect.poll(kept).toContain('Vollmilch');
    const second = await context.newPage();
    await second.goto(till.url);
    await expect(line(second, 'Vollmilch')).toBeVisible();
    await till.terminal('POST', '/behaviour', { behaviour: 'approve' });
    await expect(second.getByRole('button', { name: CHIP })).toBeVisible();
    await second.keyboard.press('F4');
    await expect(second.getByRole('button', { name: 'Zahlung zurücknehmen' })).toBeVisible();
    await second.keyboard.press('F12');
    await second.getByRole('button', { name: 'Ja, Zahlung zurücknehmen' }).click();
    const room = second.getByRole('dialog', { name: 'Offene Zahlungen' });
    await expect(room.getByRole('heading', { name: 'Zurückgenommen' })).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('status').filter({ hasText: /^Geklärt: 4,50\s€ .* storniert/ })).toBeVisible();
    for (const window of [page, second]) await expect(line(window, 'Vollmilch')).toHaveCount(1);
    expect(await booked(till)).toBe(0);
  });
});

test.describe('the host takes longer than the queue can wait', () => {
  test.use({ behaviour: 'late-approval:25000' });

  test('serves the next customer, and keeps basket, card and typed cash when the late approval arrives', {
    tag: '@long',
  }, async ({ page, till }) => {
    test.setTimeout(120_000);
    await signIn(page, till.url);
    await scan(page, codes.bread);
    await pay(page, 'Karte').click();
    await expect(page.getByTestId('terminal-text')).toContainText('Bitte warten');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Wird abgebrochen …' })).toBeVisible();
    await expect(page.getByTestId('silence')).toContainText('nichts Neues vom Terminal', { timeout: 30_000 });
    await expect(page.getByText('Nimmt es die Zahlung trotzdem an', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Nächster Kunde' }).click();
    await expect(page.getByRole('button', { name: /^(läuft noch|spät genehmigt): 4,50\s€/ })).toBeVisible();
    await scan(page, codes.milk);
    await scan(page, codes.cardEmpty);
    await expect(page.getByRole('region', { name: 'Kundenkarte' })).toContainText(codes.cardEmpty);
    await page.keyboard.press('F8');
    const given = page.getByRole('textbox', { name: 'Gegeben' });
    await given.press('5');
    await expect(page.getByText('spät genehmigt').first()).toBeAttached({ timeout: 40_000 });
    await expect(page.getByRole('dialog', { name: 'Barzahlung' })).toBeVisible();
    await expect(given).toHaveValue('5');
    await page.keyboard.press('F4');
    const room = page.getByRole('dialog', { name: 'Offene Zahlungen' });
    await expect(room.getByRole('heading', { name: TITLE })).toBeVisible();
    await page.keyboard.press('F9');
    await page.keyboard.press('Escape');
    await expect(room).toHaveCount(0);
    await expect(given).toHaveValue('5');
    await page.keyboard.press('F4');
    await expect(room.getByRole('heading', { name: TITLE })).toBeVisible();
    await page.keyboard.press('F10');
    await expect(room.getByRole('heading', { name: 'Bezahlt', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(given).toHaveValue('5');
    await given.press('Enter');
    await expectPaid(page);
    await expect(customerCopy(page)).toContainText('Vollmilch');
    expect(await booked(till)).toBe(450);
  });
});

/** Pays by card, asks to stop while the host thinks, and is approved. */
async function lateApproval(page: Page): Promise<void> {
  await scan(page, codes.bread);
  await pay(page, 'Karte').click();
  await expect(page.getByTestId('terminal-text')).toContainText('Bitte warten');
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible({ timeout: 20_000 });
}

const booked = async (till: Till): Promise<number> =>
  ((await till.terminal('GET', '/totals')) as { amount: number }).amount;
