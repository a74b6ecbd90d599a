/** An open basket by keyboard and by touch: quantities first, a price, a discount with its reason, empties, questions, parking, another cashier. */
import type { Page } from '@playwright/test';
import { expectAccessible, expectNarrow } from './accessible.ts';
import { adjust, basket, codes, expectPaid, line, missingSum, more, pay, scan, signIn } from './counter.ts';
import { expect, type Till, test } from './till.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const notice = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Meldungen' }).getByText(text);
/** A hand is slower than a scanner. */
const HAND = { delay: 120 };
const pictures = process.env.PICTURES;

/** A picture of the screen as it is now, for whoever asks for pictures. */
async function picture(page: Page, name: string) {
  if (!pictures) return;
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.screenshot({ path: `${pictures}/${name}-${scheme}.png` });
  }
  await page.setViewportSize({ width: 400, height: 800 });
  await page.screenshot({ path: `${pictures}/${name}-400.png` });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Articles that the demo shop does not have: with a deposit, with an age, without a price. */
async function addArticles(till: Till) {
  for (const body of [
    { number: 'PFAND25', name: { de: 'Pfand Einweg', en: 'Deposit' }, price: 25, taxRate: 19 },
    { number: 'COLA', name: 'Cola 0,5', price: 150, taxRate: 19, deposit: 'PFAND25', eans: ['4006381333931'] },
    { number: 'SCHNAPS', name: 'Obstler 0,7', price: 1490, taxRate: 19, minimumAge: 18, eans: ['96385074'] },
    { number: 'BLUMEN', name: 'Schnittblumen', price: 0, taxRate: 7, openPrice: true, quickKey: true },
  ])
    expect((await till.call('POST', '/bridge/v1/articles', body)).status).toBe(200);
}

test('trained hands: 3 × scan, plus, arrows, delete, undo and a price enquiry without a mouse', async ({
  page,
  till,
}) => {
  await signIn(page, till.url);
  await page.keyboard.type('3*', HAND);
  await expect(page.getByText('3 × nächster Artikel')).toBeVisible();
  await scan(page, codes.coffee);
  await expect(line(page, 'Cappuccino')).toContainText('3 ×');
  await expect(missingSum(page)).toHaveText(/10,20/);
  await scan(page, codes.bread);
  await expect(page.getByTestId('pieces')).toHaveText('4 Stück');
  // A character right behind a scan belongs to the scanner; a hand needs longer.
  await page.keyboard.press('Shift', HAND);
  await page.keyboard.press('+');
  await expect(line(page, 'Bauernbrot')).toContainText('2 ×');
  // Typed digits lead to the search field; while it is empty, plus and minus are still for the line.
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('+');
  await expect(line(page, 'Bauernbrot')).toContainText('3 ×');
  await page.keyboard.press('-');
  await expect(line(page, 'Bauernbrot')).toContainText('2 ×');
  await page.getByRole('searchbox').blur();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('-');
  await expect(line(page, 'Cappuccino')).toContainText('2 ×');
  await page.keyboard.press('Delete');
  await expect(line(page, 'Cappuccino')).toHaveCount(0);
  await page.keyboard.press('Backspace');
  await expect(line(page, 'Cappuccino')).toContainText('2 ×');
  // A price is shown, and nothing is sold.
  await page.keyboard.press('Insert');
  await expect(page.getByText(/^Preisauskunft:/)).toBeVisible();
  await picture(page, 'tools');
  await scan(page, codes.milk);
  await expect(dialog(page).getByTestId('enquiry-price')).toHaveText(/1,40/);
  await picture(page, 'enquiry');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(basket(page).getByRole('listitem')).toHaveCount(2);
  await more(page, 'Tasten');
  await expect(dialog(page).getByText('Menge für den nächsten Scan oder die nächste Taste')).toBeVisible();
  await picture(page, 'keys');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  // By touch.
  await button(page, /^Menge: /).click();
  for (const digit of ['1', '5', '0']) await dialog(page).getByRole('button', { name: digit, exact: true }).click();
  await picture(page, 'pad');
  await dialog(page)
    .getByRole('button', { name: /× Menge/ })
    .click();
  await scan(page, codes.milk);
  await expect(dialog(page).getByText(/150 × .* = 210,00/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(basket(page).getByRole('listitem')).toHaveCount(2);
});

test('a discount with its reason: small by the cashier, larger with a manager, on receipt and line', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url);
  await page.keyboard.type('4*', HAND);
  await scan(page, codes.coffee);
  await scan(page, codes.bread);
  await more(page, 'Rabatt auf den Warenkorb');
  await dialog(page).getByRole('textbox', { name: 'Rabatt in %' }).fill('10');
  await dialog(page).getByRole('button', { name: 'Kulanz' }).click();
  await picture(page, 'discount');
  await expectAccessible(page);
  await expectNarrow(page);
  await dialog(page).getByRole('button', { name: 'Übernehmen' }).click();
  // 10 % of 13,60 and of 4,50.
  await expect(missingSum(page)).toHaveText(/16,29/);
  await expect(basket(page).getByRole('listitem').filter({ hasText: 'Rabatt 10 %' })).toHaveCount(2);
  // A price is lowered by more than she may alone.
  await adjust(page, 'Bauernbrot');
  await dialog(page).getByRole('button', { name: 'Neuer Stückpreis' }).click();
  await dialog(page).getByRole('textbox', { name: 'Neuer Stückpreis' }).fill('0,50');
  await dialog(page).getByRole('button', { name: 'Beschädigt' }).click();
  await expect(dialog(page).getByTestId('adjust-after')).toHaveText(/0,05/);
  await picture(page, 'price');
  await dialog(page).getByRole('button', { name: 'Übernehmen' }).click();
  const approval = dialog(page).filter({ hasText: 'Preis von Hand senken' });
  await expect(approval).toBeVisible();
  await approval.getByRole('textbox', { name: 'Grund' }).fill('Delle');
  await approval.getByRole('textbox', { name: /^PIN/ }).fill('9999');
  await page.keyboard.press('Enter');
  await expect(missingSum(page)).toHaveText(/12,29/);
  await expect(line(page, 'Bauernbrot').first()).toContainText('statt 4,50');
  await picture(page, 'discounted');
  await expectAccessible(page);
  await pay(page, 'Bar').click();
  await page.getByRole('textbox', { name: 'Gegeben' }).fill('20');
  await page.keyboard.press('Enter');
  await expectPaid(page);
  const { body } = await till.call('GET', '/bridge/v1/sales');
  const { body: sale } = await till.call('GET', `/api/v2/Smart/Transactions/${body.data[0].id}`);
  expect(JSON.stringify(sale.receipt)).toContain('Rabatt 10 %');
  expect(JSON.stringify(sale.receipt)).toContain('statt 4,50 EUR');
});

test('age, open price and empties are asked for; a refusal sells nothing', { tag: '@long' }, async ({ page, till }) => {
  await addArticles(till);
  await signIn(page, till.url);
  await expect(button(page, /^Schnittblumen/)).toBeVisible();
  await scan(page, '96385074');
  await expect(dialog(page).getByRole('heading', { name: 'Ab 18 Jahren' })).toBeVisible();
  await picture(page, 'age');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(notice(page, /wurde nicht verkauft: Das Alter/)).toBeVisible();
  await expect(basket(page)).toHaveCount(0);
  await scan(page, '96385074');
  await dialog(page).getByRole('button', { name: 'Ja, alt genug' }).click();
  await expect(line(page, 'Obstler')).toContainText('14,90');
  // Remembered for this customer.
  await scan(page, '96385074');
  await expect(line(page, 'Obstler')).toContainText('2 ×');
  await button(page, /^Schnittblumen/).click();
  await dialog(page).getByRole('textbox', { name: 'Preis für ein Stück' }).fill('7,50');
  await picture(page, 'open-price');
  await page.keyboard.press('Enter');
  await expect(line(page, 'Schnittblumen')).toContainText('7,50');
  await page.keyboard.type('6*', HAND);
  await scan(page, '4006381333931');
  await more(page, 'Leergut');
  await dialog(page).getByRole('textbox', { name: 'Menge' }).fill('4');
  await picture(page, 'empties');
  await expectAccessible(page);
  await dialog(page)
    .getByRole('button', { name: /Pfand Einweg/ })
    .click();
  await scan(page, '4006381333931');
  await dialog(page).getByRole('button', { name: 'Fertig' }).click();
  await expect(line(page, 'Leergut: Pfand Einweg')).toContainText('−5 ×');
  // 29,80 + 7,50 + 9,00 + 1,50 − 1,25
  await expect(missingSum(page)).toHaveText(/46,55/);
  await picture(page, 'empties-line');
  await more(page, 'Warenkorb leeren');
  await more(page, 'Leergut');
  await dialog(page)
    .getByRole('button', { name: /Pfand Einweg/ })
    .click();
  await dialog(page).getByRole('button', { name: 'Fertig' }).click();
  // Empties alone: the customer gets money, and nobody has to choose where it came from.
  await expect(page.getByTestId('pay-out')).toHaveText('0,25 €');
  await expect(page.getByRole('button', { name: 'Wie bezahlt' })).toHaveCount(0);
  await expect(pay(page, 'Bar')).toHaveCount(0);
  await picture(page, 'empties-alone');
  await expectAccessible(page);
  await page.keyboard.press('F8');
  await button(page, 'Ja, 0,25 € auszahlen').click();
  await expect(page.getByRole('heading', { name: 'Ausgezahlt' })).toBeVisible();
});

test('after a reload the till says that it loads, until its sale has arrived', { tag: '@long' }, async ({
  page,
  till,
}) => {
  await signIn(page, till.url);
  const isShown = page.waitForResponse(
    answer => answer.url().endsWith('/bridge/v1/till') && answer.status() < 300 && answer.request().method() !== 'GET',
  );
  await scan(page, codes.coffee);
  await isShown;
  const ticket = page.getByRole('region', { name: 'Warenkorb' });
  let arrive = () => {};
  const asked = new Promise<void>(resolve => {
    arrive = resolve;
  });
  await page.route('**/bridge/v1/till', async route => {
    await asked;
    await route.continue();
  });
  await page.reload();
  await expect(ticket.getByText('Artikel werden geladen …')).toBeVisible();
  await expect(ticket.getByText('Noch nichts im Warenkorb')).toHaveCount(0);
  arrive();
  await expect(basket(page).getByRole('listitem')).toHaveCount(1);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the keys of the sale are named also for those who have only touched so far', { tag: '@long' }, async ({
  page,
  till,
}) => {
  await signIn(page, till.url);
  await page.getByText('Espresso', { exact: true }).click();
  await more(page, 'Tasten');
  await expect(page.getByRole('dialog').getByText('F10').last()).toBeVisible();
});

test('a basket waits while the next customer pays, comes back after a reload, and goes on with another cashier', async ({
  page,
  till,
}) => {
  await signIn(page, till.url);
  await scan(page, codes.bread);
  await page.keyboard.press('End');
  await dialog(page)
    .getByRole('textbox', { name: /erkennt/ })
    .fill('Blaue Jacke');
  await picture(page, 'park');
  await page.keyboard.press('Enter');
  await expect(notice(page, /^Warenkorb geparkt: 4,50/)).toBeVisible();
  await expect(page.getByTestId('parked')).toHaveText('1');
  await scan(page, codes.coffee);
  // A touch would park this one, too; the list stays behind its key.
  await expect(button(page, 'Parken. Geparkte Warenkörbe: 1')).toBeVisible();
  await more(page, 'Parken und Geparktes');
  await expect(dialog(page).getByText('Blaue Jacke')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: /^Zurückholen/ })).toBeDisabled();
  await picture(page, 'parked');
  await expectAccessible(page);
  await expectNarrow(page);
  await page.keyboard.press('Escape');
  await pay(page, 'Bar').click();
  await page.getByRole('textbox', { name: 'Gegeben' }).fill('5');
  await page.keyboard.press('Enter');
  await expectPaid(page);
  await page.keyboard.press('Enter');
  await page.reload();
  await expect(page.getByText('Noch nichts im Warenkorb')).toBeVisible();
  await page.keyboard.press('End');
  await dialog(page)
    .getByRole('button', { name: /^Zurückholen/ })
    .click();
  await expect(line(page, 'Bauernbrot')).toContainText('4,50');
  await expect(page.getByTestId('parked')).toHaveCount(0);
  // Another person goes on in place.
  await page.keyboard.press('Pause');
  // The frame shows open sales before anybody signs in, and not whose they are.
  const open = page.getByText('1 offener Warenkorb an dieser Kasse. Positionen: 1, Betrag: 4,50 €.');
  await expect(open).toBeVisible();
  await expect(open).not.toContainText('Kasse:');
  await picture(page, 'open-basket-sign-in');
  await expectAccessible(page);
  await expectNarrow(page);
  await button(page, /^Leitung\b/).click();
  await page.getByRole('textbox', { name: 'PIN von Leitung' }).fill('9999');
  await page.keyboard.press('Enter');
  await expect(notice(page, 'Offener Warenkorb von Kasse: 1 Stück, 4,50 €. Sie machen weiter.')).toBeVisible();
  await picture(page, 'taken-over');
  await pay(page, 'Bar').click();
  await page.getByRole('textbox', { name: 'Gegeben' }).fill('5');
  await page.keyboard.press('Enter');
  await expectPaid(page);
  const { body } = await till.call('GET', '/bridge/v1/sales?search=4,50');
  const { body: sale } = await till.call('GET', `/api/v2/Smart/Transactions/${body.data[0].id}`);
  expect(sale).toMatchObject({ cashier: 'Leitung', basket_info: { sum: 450 } });
});

test('one touch parks, one touch takes back, a double tap does neither twice, and the message undoes it', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url);
  const pieces = page.getByTestId('pieces');
  const parked = page.getByTestId('parked');
  await scan(page, codes.bread);
  await expect(pieces).toHaveText('1 Stück');
  const park = button(page, 'Parken');
  // Until its part has come, the button opens the list.
  await expect(park).toHaveAttribute('aria-label', 'Parken');
  await park.dblclick();
  await expect(notice(page, /^Warenkorb geparkt: 4,50/)).toBeVisible();
  await expect(parked).toHaveText('1');
  await expect(page.getByText('Noch nichts im Warenkorb')).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Rückgängig').click();
  await expect(line(page, 'Bauernbrot')).toContainText('4,50');
  await expect(parked).toHaveCount(0);
  // The only one comes back by one touch; while the next customer has something in the basket, nothing offers it.
  await park.click();
  await expect(parked).toHaveText('1');
  await scan(page, codes.milk);
  await expect(button(page, 'Rückgängig')).toHaveCount(0);
  await more(page, 'Warenkorb leeren');
  await button(page, 'Geparkten Warenkorb zurückholen').dblclick();
  await expect(line(page, 'Bauernbrot')).toContainText('4,50');
  await expect(parked).toHaveCount(0);
  await park.click();
  await expect(parked).toHaveText('1');
  // Of several, somebody chooses.
  await scan(page, codes.milk);
  await button(page, 'Parken. Geparkte Warenkörbe: 1').click();
  await expect(parked).toHaveText('2');
  await button(page, 'Geparkte Warenkörbe: 2').click();
  await expect(dialog(page).getByRole('button', { name: /^Zurückholen/ })).toHaveCount(2);
});
