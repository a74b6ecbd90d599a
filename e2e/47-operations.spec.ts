/** Money at the terminal by hand: the manager holds an amount, books a part of it, refunds, and decides about an unknown outcome. */
import type { Page } from '@playwright/test';
import { codes, expectPaid, hold, openPage, pay, scan, signIn, terminalText } from './counter.ts';
import { expect, type Till, test } from './till.ts';

const result = (page: Page) => page.getByRole('region', { name: 'Ausgang des Vorgangs' });
const amount = (page: Page) => page.getByRole('textbox', { name: 'Betrag (EUR)' });

test('holds an amount, books a part of it and reverses the booking, by keys alone', async ({ page, till }) => {
  await openOperations(page, till);
  await expect(page.getByText('Das Terminal hat nichts vorgemerkt.')).toBeVisible();
  await press(page, 'Betrag vormerken');
  await expect(amount(page)).toBeFocused();
  await amount(page).fill('50');
  await page.keyboard.press('Enter');
  await second(page);
  await expect(result(page).getByRole('heading', { name: 'Betrag vormerken: ausgeführt' })).toBeFocused();
  await press(page, 'Buchen: Beleg Nr. 1');
  await expect(amount(page)).toHaveValue('50,00');
  await amount(page).fill('50,01');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Bitte einen Betrag bis 50,00\s€ eingeben\.$/)).toBeVisible();
  await amount(page).fill('12,50');
  await page.keyboard.press('Enter');
  await second(page);
  await expect(result(page).getByRole('heading', { name: 'Vorgemerktes buchen: ausgeführt' })).toBeFocused();
  await expect(page.getByText('Das Terminal hat nichts vorgemerkt.')).toBeVisible();
  expect(await booked(till)).toBe(1250);
  await press(page, 'Stornieren');
  await withReason(page);
  await expect(result(page).getByRole('heading', { name: 'Storno: ausgeführt' })).toBeFocused();
  expect(await booked(till)).toBe(0);
  const past = page.getByRole('region', { name: 'Bisherige Vorgänge' }).getByRole('listitem');
  await expect(past).toContainText(['Storno', 'Vorgemerktes buchen', 'Betrag vormerken']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
});

test('releases the whole amount on hold, or a part of it and books the rest', { tag: '@long' }, async ({
  page,
  till,
}) => {
  await till.terminal('POST', '/behaviour', { behaviour: 'manual' });
  const held = till.call('POST', await path(till), { do: 'preAuthorisation', amount: 5000 });
  // An amount on a girocard is booked or expires; an amount on a credit card can be released.
  await till.terminal('POST', '/card', { card: 'visa' });
  expect((await held).body.state).toBe('approved');
  await openOperations(page, till);
  await page.getByRole('button', { name: 'Freigeben: Beleg Nr. 1', exact: true }).click();
  await page.getByRole('button', { name: 'Ja, freigeben' }).click();
  await expect(result(page).getByRole('heading', { name: 'Vorgemerktes freigeben: ausgeführt' })).toBeVisible();
  await expect(page.getByText('Das Terminal hat nichts vorgemerkt.')).toBeVisible();

  await till.terminal('POST', '/behaviour', { behaviour: 'approve' });
  const { body } = await till.call('POST', await path(till), { do: 'preAuthorisation', amount: 5000 });
  expect(body.state).toBe('approved');
  const partly = page.getByRole('button', { name: /^Teil freigeben: Beleg Nr\. / });
  await partly.focus();
  await page.keyboard.press('Enter');
  await expect(amount(page)).toBeFocused();
  await amount(page).fill('50');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Bitte einen Betrag bis 49,99\s€ eingeben\.$/)).toBeVisible();
  await amount(page).fill('20');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^20,00\s€ von Beleg \d freigeben und 30,00\s€ buchen\?$/)).toBeVisible();
  await second(page);
  await expect(result(page).getByRole('heading', { name: 'Vorgemerktes freigeben: ausgeführt' })).toBeFocused();
  await expect(page.getByText('Das Terminal hat nichts vorgemerkt.')).toBeVisible();
  expect(await booked(till)).toBe(3000);
});

test('reverses a typed receipt, first in part, then the rest; a declined refund moves no money', {
  tag: '@long',
}, async ({ page, till }) => {
  expect((await till.call('POST', await path(till), { do: 'refund', amount: 900 })).body.state).toBe('approved');
  await openOperations(page, till);
  await press(page, 'Storno');
  const receipt = page.getByRole('textbox', { name: 'Beleg-Nr.' });
  const part = page.getByRole('textbox', { name: 'Nur ein Teil (EUR), leer: alles' });
  await expect(receipt).toBeFocused();
  await receipt.fill('0001');
  await part.fill('4');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^4,00\s€ von Beleg 1 stornieren\?$/)).toBeVisible();
  await withReason(page);
  await expect(result(page).getByRole('heading', { name: 'Storno: ausgeführt' })).toBeFocused();
  await expect(result(page)).toContainText(/4,00\s€/);
  expect(await takenBack(till)).toEqual([400]);
  await press(page, 'Storno');
  await receipt.fill('1');
  await part.fill('5,01');
  await page.keyboard.press('Enter');
  await withReason(page);
  const refused = page
    .getByRole('status')
    .filter({ hasText: 'Der Betrag ist höher als das, was von diesem Beleg übrig ist.' });
  await expect(refused).toBeFocused();
  expect(await takenBack(till)).toEqual([400]);
  await press(page, 'Storno');
  await receipt.fill('1');
  await page.keyboard.press('Enter');
  await withReason(page);
  await expect(result(page)).toContainText(/5,00\s€/);
  expect(await takenBack(till)).toEqual([400, 500]);

  await till.terminal('POST', '/behaviour', { behaviour: 'decline' });
  await refund(page);
  await expect(result(page).getByRole('heading', { name: 'Gutschrift: nicht ausgeführt' })).toBeVisible();
  await expect(result(page)).toContainText('Es wurde kein Geld bewegt.');
  // Its amount stands in the form again; nothing is sent before the question.
  await till.terminal('POST', '/behaviour', { behaviour: 'approve' });
  await result(page).getByRole('button', { name: 'Noch einmal' }).click();
  await page.keyboard.press('Enter');
  await withReason(page);
  await expect(result(page).getByRole('heading', { name: 'Gutschrift: ausgeführt' })).toBeVisible();
});

test('adds a tip to the payment of a sale, which goes back alone, and the payment only with its sale', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url, '9999', 'Leitung');
  await scan(page, codes.bread);
  await pay(page, 'Karte').click();
  await expectPaid(page);
  await page.keyboard.press('Enter');
  await openOperationsFrom(page);
  await press(page, 'Trinkgeld');
  await page.getByRole('textbox', { name: 'Beleg-Nr.' }).fill('1');
  await amount(page).fill('0,50');
  await page.keyboard.press('Enter');
  await second(page);
  await expect(result(page).getByRole('heading', { name: 'Trinkgeld: ausgeführt' })).toBeFocused();
  expect(await booked(till)).toBe(500);
  // By the receipt of the tip it is the tip alone.
  await press(page, 'Stornieren');
  await withReason(page);
  await expect(result(page).getByRole('heading', { name: 'Storno: ausgeführt' })).toBeFocused();
  expect(await booked(till)).toBe(450);
  await press(page, 'Storno');
  await page.getByRole('textbox', { name: 'Beleg-Nr.' }).fill('2');
  await page.keyboard.press('Enter');
  await second(page);
  await expect(page.getByText('oder die Zahlung eines Verkaufs, der storniert wird')).toBeVisible();
  expect(await booked(till)).toBe(450);
});

test('decides about a refund with an unknown outcome after a confirmation, and keeps the basket', {
  tag: '@long',
}, async ({ page, till }) => {
  await till.terminal('POST', '/behaviour', { behaviour: 'manual' });
  await signIn(page, till.url, '9999', 'Leitung');
  await scan(page, codes.milk);
  await openOperationsFrom(page);
  await refund(page);
  await expect(terminalText(page)).toContainText('Karte vorhalten');
  await expect(page.getByRole('heading', { name: 'Gutschrift auf die Karte' })).toBeVisible();
  await till.terminal('POST', '/restart', { downFor: 600_000 });
  await expect(page.getByText('Nicht noch einmal starten.')).toBeVisible();
  const { body } = await till.call('PUT', '/bridge/v1/control/clock', { by: 6 * 60_000 });
  expect(body).toBeDefined();
  await page.getByRole('button', { name: 'Angaben ansehen' }).click();
  await expect(page.getByRole('heading', { name: 'Ein Mensch muss entscheiden' })).toBeVisible({ timeout: 30_000 });
  await hold(page.getByRole('button', { name: 'Nicht ausgeführt' }));
  await expect(page.getByRole('region', { name: 'Bisherige Vorgänge' }).getByRole('listitem')).toContainText(
    'nicht ausgeführt',
  );
  // Escape belongs to the dialog until the result has closed it.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('list', { name: 'Positionen' }).getByRole('listitem')).toHaveCount(1);
});

async function openOperations(page: Page, till: Till): Promise<void> {
  await signIn(page, till.url, '9999', 'Leitung');
  await openOperationsFrom(page);
}

async function openOperationsFrom(page: Page): Promise<void> {
  await openPage(page, 'Terminals');
  await press(page, 'Vorgänge von Hand');
  await expect(page.getByRole('heading', { name: 'Vorgänge am Terminal' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Neuer Vorgang' })).toBeVisible();
}

async function refund(page: Page): Promise<void> {
  await press(page, 'Gutschrift');
  await amount(page).fill('5');
  await page.keyboard.press('Enter');
  await withReason(page);
}

/** The button that cancels has the focus; the action is one Tab away. */
async function second(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Zurück', exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
}

/** Gives the reason that the manager needs for giving money away. */
async function withReason(page: Page): Promise<void> {
  await second(page);
  const dialog = page.getByRole('dialog', { name: 'Grund angeben' });
  await expect(dialog.getByRole('textbox', { name: 'Grund (wird aufbewahrt)' })).toBeFocused();
  await page.keyboard.type('Reklamation', { delay: 60 });
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
}

/** Focuses a button and presses Enter, as without a mouse. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) });
  await button.focus();
  await page.keyboard.press('Enter');
}

async function path(till: Till): Promise<string> {
  const { body } = await till.call('GET', '/bridge/v1/terminals');
  return `/bridge/v1/terminals/${body.data[0].device}/operations`;
}

const booked = async (till: Till): Promise<number> =>
  ((await till.terminal('GET', '/totals')) as { amount: number }).amount;

/** Amounts of the reversals in their order. */
async function takenBack(till: Till): Promise<readonly number[]> {
  const { bookings } = (await till.terminal('GET', '/bookings')) as { bookings: { kind: string; amount: number }[] };
  return bookings.filter(({ kind }) => kind === 'reversal').map(({ amount }) => amount);
}
