/** The terminal approves and prints the slip to sign without a question: the till asks the cashier to compare the signature. */
import type { Page } from '@playwright/test';
import { basket, codes, expectPaid, nextCustomer, pay, saved, scan, signIn } from './counter.ts';
import { expect, type Till, test } from './till.ts';

test.use({ behaviour: 'signature', terminalOptions: { questions: false } });

const TITLE = 'Genehmigt: Unterschrift vergleichen';
const REMINDER = /^Unterschrift: 4,50\s€/;

test('keeps the sale paid when the signature is right, and asks in a second window as long as in the first', {
  tag: '@long',
}, async ({ page, context, till }) => {
  await signIn(page, till.url);
  await unsigned(page);
  const second = await context.newPage();
  await second.goto(till.url);
  await expect(second.getByRole('heading', { name: TITLE })).toBeVisible();
  await expect(page.getByRole('heading', { name: TITLE })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Beleg zum Unterschreiben' })).toContainText('Unterschrift');
  const printed = page.evaluate(
    () =>
      new Promise<string>(resolve => {
        window.print = () => resolve(document.querySelector('.printout')?.textContent ?? '');
      }),
  );
  await page.getByRole('button', { name: 'Beleg drucken' }).click();
  expect(await printed).toContain('Unterschrift');
  await page.keyboard.press('F10');
  await expectPaid(page);
  await expect(second.getByRole('heading', { name: TITLE })).toHaveCount(0);
  await expect(page.getByText('Bitte den Händlerbeleg drucken und aufbewahren.')).toBeVisible();
  expect(await booked(till)).toBe(450);
});

test('keeps the payment when taking the money back failed, and else takes it back by keys and prints a slip', async ({
  page,
  till,
}) => {
  await signIn(page, till.url);
  await unsigned(page);
  await till.terminal('POST', '/behaviour', { behaviour: 'busy' });
  await page.getByRole('button', { name: 'Stimmt nicht' }).click();
  await page.getByRole('button', { name: 'Ja, Zahlung zurücknehmen' }).click();
  await expect(page.getByText('Die Rücknahme ist nicht gelungen.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Zahlung behalten' }).click();
  await expectPaid(page);
  expect(await booked(till)).toBe(450);
  await nextCustomer(page);

  await till.terminal('POST', '/behaviour', { behaviour: 'signature' });
  await unsigned(page);
  await page.keyboard.press('F12');
  await expect(page.getByRole('button', { name: 'Nein, noch nicht' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Zurückgenommen', exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('region', { name: 'Stornobeleg' })).toContainText('Storno');
  expect(await booked(till)).toBe(450);
});

test.describe('with a bridge of its own', () => {
  test.use({ ownProcess: true });

  test('keeps a postponed signature through a reload and a crash of the bridge, and blocks the end-of-day', {
    tag: '@long',
  }, async ({ page, till }) => {
    await signIn(page, till.url);
    await unsigned(page);
    await page.getByRole('button', { name: 'Später entscheiden' }).click();
    await expect(page.getByRole('button', { name: REMINDER })).toBeVisible();
    await scan(page, codes.milk);
    await expect(basket(page).getByRole('listitem')).toHaveCount(1);
    await saved(page);
    await expect(page.getByRole('button', { name: REMINDER })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: REMINDER })).toBeVisible();
    await till.kill();
    await till.restart();
    await page.reload();
    await expect(page.getByRole('button', { name: REMINDER })).toBeVisible({ timeout: 20_000 });
    await expect(basket(page).getByRole('listitem')).toHaveCount(1);
    const { body } = await till.call('GET', '/bridge/v1/terminals');
    const dayEnd = await till.call('POST', `/bridge/v1/terminals/${body.data[0].device}/day-end`);
    expect(dayEnd.body.blockers).toMatchObject([{ kind: 'signatureOpen', stops: true }]);
    await page.keyboard.press('F4');
    const room = page.getByRole('dialog', { name: 'Offene Zahlungen' });
    await expect(room.getByRole('region', { name: 'Beleg zum Unterschreiben' })).toContainText('Unterschrift');
    await room.getByRole('button', { name: 'Unterschrift stimmt' }).click();
    await expect(room.getByRole('heading', { name: 'Bezahlt', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: REMINDER })).toHaveCount(0);
    await expect(basket(page).getByRole('listitem')).toHaveCount(1);
  });
});

/** Pays with a card that needs a signature, at a terminal that leaves the comparison to the till. */
async function unsigned(page: Page): Promise<void> {
  await scan(page, codes.bread);
  await pay(page, 'Karte').click();
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible({ timeout: 20_000 });
}

const booked = async (till: Till): Promise<number> =>
  ((await till.terminal('GET', '/totals')) as { amount: number }).amount;
