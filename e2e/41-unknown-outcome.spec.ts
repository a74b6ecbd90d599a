/** It is unknown whether money moved: the screen compares the request with the terminal's last payment, and a person decides. */

import { connectTill, registrationOf } from '../drivers/simulator/zvt/till.fixture.ts';
import { encode } from '../drivers/zvt/codec/apdu.ts';
import { expectAccessible } from './accessible.ts';
import { codes, expectPaid, hold, pay, scan, signIn } from './counter.ts';
import { expect, type Till, test } from './till.ts';

/** Somebody closes the day at the keys of the terminal. */
async function closeDayAtTerminal(till: Till): Promise<void> {
  const { body } = await till.call('GET', '/bridge/v1/terminals');
  const other = await connectTill(body.data[0].connection.port);
  await other.run(registrationOf());
  const messages = await other.run(encode('endOfDay', { password: '000000' }));
  expect(messages.at(-1)?.name).toBe('completion');
  other.close();
}

const warning = 'Die Karte nicht noch einmal belasten.';

test.describe('the terminal approves less than it was asked for', () => {
  test.use({ behaviour: 'partial:50' });

  test('calls a manager by PIN, who compares both sides and decides', { tag: '@long' }, async ({ page, till }) => {
    await signIn(page, till.url);
    await scan(page, codes.bread);
    await pay(page, 'Karte').click();
    await expect(page.getByRole('heading', { name: 'Ein Mensch muss entscheiden' })).toBeVisible();
    await expect(page.getByText(warning)).toBeVisible();
    const evidence = page.getByRole('region', { name: 'Angaben zur Zahlung' });
    await expect(evidence.getByRole('row', { name: /^Betrag 4,50\s€ 4,00\s€ anders/ })).toBeVisible();
    await expect(evidence.getByRole('row', { name: /^Belegnummer .* Nr\. 1 neu/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Nicht bezahlt' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Leitung rufen' }).click();
    await page.getByRole('textbox', { name: 'PIN von Leitung' }).fill('9999');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Bezahlt', exact: true })).toHaveCount(0);
    await expect(page.getByText('Das Terminal hat nur 4,00 € von 4,50 € genehmigt (Beleg 1).')).toBeVisible();
    // Nothing is paid when the terminal has taken the part back, and not before.
    await hold(page.getByRole('button', { name: '4,00 € zurücknehmen', exact: true }));
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Zurückgegeben: 4,00 €');
    await expect(dialog.getByRole('button', { name: 'Beleg drucken' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Zurück zum Warenkorb' }).click();
    expect(((await till.terminal('GET', '/totals')) as { amount: number }).amount).toBe(0);
    // The next try is kept as a part, and the rest is paid in cash.
    await pay(page, 'Karte').click();
    await hold(page.getByRole('button', { name: '4,00 € als Teilzahlung behalten' }));
    await expect(page.getByText('4,00 € sind als Teilzahlung übernommen.', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('Es fehlen noch')).toBeVisible();
    // The terminal has closed its day by itself: its list does not show the payment any more, and it refuses to give it back.
    await closeDayAtTerminal(till);
    await page.getByRole('button', { name: /4,00 € zurückgeben$/ }).click();
    await page.getByRole('button', { name: 'Ja, 4,00 € zurückgeben' }).click();
    await page.getByRole('button', { name: 'Bezahlt lassen' }).click();
    await expect(page.getByText(/^Das Terminal hat .* nicht zurückgegeben\.$/)).toBeVisible();
    await page.getByRole('button', { name: 'Das Terminal hat dieses Geld nicht mehr' }).click();
    await page.getByRole('button', { name: 'Ja, in seiner Liste fehlt die Zahlung' }).click();
    await expect(page.getByTestId('paid-part')).toHaveCount(0);
    await pay(page, 'Bar').click();
    await page.getByRole('textbox', { name: 'Gegeben' }).fill('4,50');
    await page.getByRole('button', { name: 'Kassieren' }).click();
    await expectPaid(page);
    await handBack(page);
  });
});

test.describe('the terminal is away after it got the amount', () => {
  test.use({ behaviour: 'manual' });

  test('shows the steps and finds out by asking again; meanwhile the next customer can be served', {
    tag: '@long',
  }, async ({ page, till }) => {
    await payBefore(till);
    await signIn(page, till.url);
    await scan(page, codes.bread);
    await pay(page, 'Karte').click();
    await expect(page.getByTestId('terminal-text')).toContainText('Karte vorhalten');
    await till.terminal('POST', '/restart', { downFor: 4000 });
    await expect(page.getByText(warning)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Wir wissen es noch nicht' })).toBeFocused();
    await expect(
      page.getByText('Das Terminal ist nicht erreichbar. Die Verbindung wird immer wieder aufgebaut.'),
    ).toBeVisible();
    await expect(page.getByText('Das Terminal hat noch nicht geantwortet.')).toBeVisible();
    await page.keyboard.press('F4');
    await expect(page.getByRole('heading', { name: 'Nicht bezahlt' })).toBeVisible({ timeout: 30_000 });
    expect(((await till.terminal('GET', '/totals')) as { amount: number }).amount).toBe(300);

    await page.getByRole('button', { name: 'Karte noch einmal' }).click();
    await expect(page.getByTestId('terminal-text')).toContainText('Karte vorhalten');
    await till.terminal('POST', '/restart', { downFor: 3000 });
    await page.getByRole('button', { name: 'Weiter mit dem nächsten Kunden' }).click();
    await expect(page.getByRole('button', { name: /^ungeklärt: 4,50\s€/ })).toBeVisible();
    await expect(page.getByRole('status')).toContainText(/^Geklärt: 4,50\s€ .* nicht bezahlt/, { timeout: 30_000 });
  });
});

test.describe('no message from the terminal for five minutes', () => {
  test.use({ behaviour: 'manual' });

  test('lets a manager decide without the terminal: a touch is too short, and keys ask before they decide', async ({
    page,
    till,
  }) => {
    await signIn(page, till.url, '9999', 'Leitung');
    await scan(page, codes.bread);
    await pay(page, 'Karte').click();
    await expect(page.getByTestId('terminal-text')).toContainText('Karte vorhalten');
    await till.terminal('POST', '/restart', { downFor: 600_000 });
    await expect(page.getByText(warning)).toBeVisible();
    await afterSixMinutes(till);
    await expect(page.getByRole('heading', { name: 'Ein Mensch muss entscheiden' })).toBeVisible({ timeout: 30_000 });
    const notPaid = page.getByRole('button', { name: 'Nicht bezahlt' });
    await notPaid.click();
    await expect(page.getByText('Nicht lange genug: bitte eine Sekunde gedrückt halten.')).toBeVisible();
    await notPaid.focus();
    await page.keyboard.press('Enter');
    const again = page.getByRole('button', { name: 'Ja, als nicht bezahlt abschließen' });
    await expect(again).toBeFocused();
    await expectAccessible(page);
    // A person who goes on with Tab has decided nothing.
    await page.keyboard.press('Tab');
    await expect(notPaid).toBeVisible();
    await notPaid.focus();
    await page.keyboard.press('Space');
    await expect(again).toBeFocused();
    await expect(async () => {
      await page.keyboard.press('Space');
      await expect(page.getByRole('heading', { name: 'Nicht bezahlt' })).toBeVisible({ timeout: 500 });
    }).toPass();
    const reason = page.getByTestId('declined-reason');
    await expect(reason).toContainText('manager@demo.example hat um');
    await expect(reason).toContainText('Das war bekannt: das Terminal hat seit 5 Minuten nichts gesagt');
    await expect(page.getByText('Das Terminal konnte nicht sagen, ob Geld geflossen ist.')).toBeVisible();
    await expect(page.getByText('kein Geld bewegt')).toHaveCount(0);
  });
});

/** The cashier gets the till back, by PIN. */
/** A terminal that has never carried out anything denies nothing. */
async function payBefore(till: Till): Promise<void> {
  await till.terminal('POST', '/behaviour', { behaviour: 'approve' });
  const { body } = await till.call('POST', '/api/v2/Smart/Transactions', { basket_info: { sum: 300 } });
  const paid = await till.call('POST', `/api/v2/Smart/Transactions/${body.id}/start/cashless`);
  expect(paid.body.status).toBe('ok');
  await till.terminal('POST', '/behaviour', { behaviour: 'manual' });
}

async function handBack(page: import('@playwright/test').Page): Promise<void> {
  await expect(page.getByText('Leitung ist angemeldet.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Zurückgeben' }).click();
  await page.getByRole('textbox', { name: 'PIN von Kasse' }).fill('1111');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Zurückgeben' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Einstellungen, Kasse' })).toBeVisible();
}

async function afterSixMinutes(till: Till): Promise<void> {
  const answer = await till.call('PUT', '/bridge/v1/control/clock', { by: 6 * 60_000 });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}
