/** The terminal shows more than the till was told: a payment after all, a second one, or one that it took back by itself. */
import type { Locator, Page } from '@playwright/test';
import { connectTill, registrationOf } from '../drivers/simulator/zvt/till.fixture.ts';
import { encode } from '../drivers/zvt/codec/apdu.ts';
import { codes, expectPaid, hold, line, nextCustomer, pay, scan, signIn } from './counter.ts';
import { expect, type Till, test } from './till.ts';

const CHIP = /^entscheiden: 4,50\s€/;
const room = (page: Page) => page.getByRole('dialog', { name: 'Offene Zahlungen' });

test('a payment that was called not paid stands in the way of the next one until somebody keeps it or takes it back', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url, '9999', 'Leitung');
  await paid(page, codes.milk);
  await nextCustomer(page);
  await breaksAfterBooking(page, till);
  await page.getByRole('button', { name: 'Weiter mit dem nächsten Kunden' }).click();
  await later(till, 6);
  await page.getByRole('button', { name: CHIP }).click();
  await callNotPaid(room(page), 'steht nicht in der Liste');
  const { body: audit } = await till.call('GET', '/bridge/v1/audit?q=kind:verdict');
  expect(audit.data[0]).toMatchObject({ action: 'decided', reason: 'steht nicht in der Liste' });
  await page.keyboard.press('Escape');
  await comesBack(page, till);
  await scan(page, codes.milk);
  await pay(page, 'Karte').click();
  await expect(page.getByRole('region', { name: 'Meldungen' })).toContainText(
    'Das Terminal zeigt eine frühere Zahlung, die als nicht bezahlt galt.',
  );
  await expect(line(page, 'Vollmilch')).toBeVisible();
  expect(await booked(till)).toBe(590);
  await page.getByRole('button', { name: 'Diese Zahlung öffnen' }).click();
  await hold(room(page).getByRole('button', { name: 'Bezahlt', exact: true }));
  await expect(room(page).getByRole('heading', { name: 'Bezahlt', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await pay(page, 'Karte').click();
  await expectPaid(page);
  await nextCustomer(page);
  expect(await booked(till)).toBe(730);

  // The same sale goes on with another basket: what the terminal shows of it belongs to no sale.
  await breaksAfterBooking(page, till);
  await later(till, 6);
  await callNotPaid(page);
  await page.keyboard.press('Escape');
  await comesBack(page, till);
  await scan(page, codes.milk);
  await pay(page, 'Karte').click();
  // A person has called it not paid, and the same customer may have paid again since: a person says which it is.
  await hold(page.getByRole('button', { name: 'Bezahlt', exact: true }));
  await expect(page.getByRole('heading', { name: 'Zu viel bezahlt' })).toBeFocused();
  await expect(page.getByTestId('payment-amount')).toContainText('4,50');
  await page.keyboard.press('F12');
  await page.getByRole('button', { name: 'Ja, Zahlung zurücknehmen' }).click();
  await expect(line(page, 'Vollmilch')).toBeVisible();
  expect(await booked(till)).toBe(730);
  await pay(page, 'Karte').click();
  await expectPaid(page);
  expect(await booked(till)).toBe(1320);
});

test('a payment that the terminal took back by itself cancels its sale, and a second approval goes back alone', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url);
  await paid(page, codes.bread);
  await takeBackAtTerminal(till);
  await nextCustomer(page);
  await later(till, 2);
  await paid(page, codes.milk);
  await page.getByRole('button', { name: /^vom Terminal zurückgenommen: 4,50\s€/ }).click();
  await expect(room(page).getByRole('heading', { name: 'Vom Terminal zurückgenommen' })).toBeVisible();
  await room(page).getByRole('button', { name: 'Verkauf stornieren' }).click();
  await room(page).getByRole('button', { name: 'Ja, Verkauf stornieren' }).click();
  await expect(room(page).getByRole('heading', { name: 'Zurückgenommen', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await nextCustomer(page);
  expect(await booked(till)).toBe(140);

  await till.terminal('POST', '/behaviour', { behaviour: 'approves-twice' });
  await scan(page, codes.bread);
  await pay(page, 'Karte').click();
  await expect(page.getByRole('heading', { name: 'Zweimal genehmigt' })).toBeFocused();
  expect(await booked(till)).toBe(1040);
  await expect(page.getByText('Das Geld geht auf die Karte zurück, der Verkauf bleibt, wie er ist.')).toBeVisible();
  await page.keyboard.press('F12');
  await page.getByRole('button', { name: 'Ja, Zahlung zurücknehmen' }).click();
  await expectPaid(page);
  expect(await booked(till)).toBe(590);
});

test('a booking that the terminal took back by itself waits for a manager, and nothing is sent before', {
  tag: '@long',
}, async ({ page, till }) => {
  const operations = `/bridge/v1/terminals/${(await till.call('GET', '/bridge/v1/terminals')).body.data[0].device}/operations`;
  const { body: held } = await till.call('POST', operations, { do: 'preAuthorisation', amount: 5000 });
  const receipt_number = held.own_receipt_number;
  const { body: made } = await till.call('POST', operations, { do: 'booking', amount: 4400, receipt_number });
  expect(made.state).toBe('approved');
  await takeBackAtTerminal(till, made.own_receipt_number);
  await later(till, 2);
  await signIn(page, till.url, '9999', 'Leitung');
  await scan(page, codes.milk);
  await pay(page, 'Karte').click();
  await expect(page.getByRole('heading', { name: 'Ein Mensch muss entscheiden' })).toBeVisible();
  await expect(page.getByText(/hat das Terminal den Vorgang selbst zurückgenommen/)).toBeVisible();
  expect(await booked(till)).toBe(0);
  await hold(page.getByRole('button', { name: 'Nicht ausgeführt' }));
  await expect(line(page, 'Vollmilch')).toBeVisible();
  expect((await till.call('GET', `${operations}/${made.id}`)).body.state).toBe('declined');
  await pay(page, 'Karte').click();
  await expectPaid(page);
  expect(await booked(till)).toBe(140);
});

test.describe('a terminal that may still be at work', () => {
  test.use({ settings: { TILLBRIDGE_WAIT_SCALE: '0.05' } });

  test('is asked once more before "not paid", and the seconds until then are counted', { tag: '@long' }, async ({
    page,
    till,
  }) => {
    await signIn(page, till.url);
    // A terminal without a former payment could deny nothing.
    await paid(page, codes.milk);
    await nextCustomer(page);
    await till.terminal('POST', '/behaviour', { behaviour: 'manual' });
    await scan(page, codes.bread);
    await pay(page, 'Karte').click();
    await expect(page.getByTestId('terminal-text')).toContainText('Karte vorhalten');
    await till.terminal('POST', '/restart', { downFor: 300 });
    const wait = page.getByRole('timer').filter({ hasText: /kann aber noch arbeiten.* spätestens in \d+ s\./ });
    await expect(wait).toBeVisible();
    await expect(page.getByText('Das Terminal hat noch nicht geantwortet.')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Nicht bezahlt' })).toBeVisible({ timeout: 40_000 });
    expect(await booked(till)).toBe(140);
  });
});

async function later(till: Till, minutes: number): Promise<void> {
  const { status } = await till.call('PUT', '/bridge/v1/control/clock', { by: minutes * 60_000 });
  expect(status).toBe(200);
}

/** Another till, or the terminal's own menu, reverses a receipt. */
async function takeBackAtTerminal(till: Till, receipt = 1): Promise<void> {
  const { body } = await till.call('GET', '/bridge/v1/terminals');
  const other = await connectTill(body.data[0].connection.port);
  await other.run(registrationOf());
  const messages = await other.run(
    encode('reversal', { password: '000000', receiptNumber: String(receipt).padStart(4, '0') }),
  );
  expect(messages.at(-1)?.name).toBe('completion');
  other.close();
}

async function paid(page: Page, code: string): Promise<void> {
  await scan(page, code);
  await pay(page, 'Karte').click();
  await expectPaid(page);
}

/** The customer pays behind a broken line; the terminal books it, and is away. */
async function breaksAfterBooking(page: Page, till: Till): Promise<void> {
  await till.terminal('POST', '/behaviour', { behaviour: 'manual' });
  await scan(page, codes.bread);
  await pay(page, 'Karte').click();
  await expect(page.getByTestId('terminal-text')).toContainText('Karte vorhalten');
  await till.terminal('POST', '/fault', { cutAfterSent: 0, downFor: 600_000 });
  await till.terminal('POST', '/card', {});
  await expect(page.getByRole('heading', { name: 'Wir wissen es noch nicht' })).toBeVisible();
}

/** A manager decides without the terminal. */
async function callNotPaid(place: Page | Locator, reason = ''): Promise<void> {
  if (reason) await place.getByRole('textbox', { name: 'Grund (freiwillig)' }).fill(reason);
  await hold(place.getByRole('button', { name: 'Nicht bezahlt' }));
  await expect(place.getByRole('heading', { name: 'Nicht bezahlt' })).toBeVisible();
}

async function comesBack(page: Page, till: Till): Promise<void> {
  await till.terminal('POST', '/behaviour', { behaviour: 'approve' });
  await till.terminal('POST', '/restart', { downFor: 0 });
  await expect(page.getByRole('button', { name: /^Terminal bereit/ })).toBeVisible({ timeout: 20_000 });
}

const booked = async (till: Till): Promise<number> =>
  ((await till.terminal('GET', '/totals')) as { amount: number }).amount;
