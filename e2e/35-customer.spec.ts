/** Requests of a customer beside goods: a new card, money on it, a voucher, a coupon, a tip; in the order of a cashier. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNarrow } from './accessible.ts';
import { codes, expectPaid, missingSum, more, pay, scan, signIn } from './counter.ts';
import { expect, type Till, test } from './till.ts';

const RICH = '9276004000000018';
const COUPON = '5000000000000017';

const dialog = (page: Page): Locator => page.getByRole('dialog');
const choose = async (page: Page, name: string) => {
  await page.keyboard.press('F10');
  await dialog(page).getByRole('button', { name, exact: true }).click();
};
const cashExactly = async (page: Page) => {
  await pay(page, 'Bar').click();
  await page.getByRole('button', { name: 'Passend' }).click();
  await expectPaid(page);
};
const picture = async (page: Page, name: string) => {
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/${name}.png` });
};
/** The words take two lines at the most. */
async function expectTwoLines(hint: Locator): Promise<void> {
  const lines = await hint.locator('p').evaluate(words => {
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(words);
    const height = words.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
    return Math.round(height / Number.parseFloat(lineHeight));
  });
  expect(lines).toBeGreaterThan(0);
  expect(lines).toBeLessThanOrEqual(2);
}
const sellsVouchers = ({ call }: Till) =>
  call('POST', '/bridge/v1/loyalty/card-groups', { name: { de: 'Gutschein', en: 'Voucher' }, voucher: true });

test('a new card is loaded with its first sale, used, and paid out with the approval of a manager', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url);
  await scan(page, codes.bread);
  await page.keyboard.press('F10');
  await expect(
    dialog(page).getByRole('button', { name: 'Karte aufladen: Erst die Kundenkarte scannen.' }),
  ).toBeDisabled();
  await expectAccessible(page);
  await picture(page, 'menu');
  await dialog(page).getByRole('button', { name: 'Neue Kundenkarte', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Demo-Kundenkarte' }).click();
  await expect(page.getByText('Neue Karte: Demo-Kundenkarte')).toBeVisible();
  await choose(page, 'Karte aufladen');
  await dialog(page).getByRole('button', { name: '20,00 €' }).click();
  await expectAccessible(page);
  await expectNarrow(page);
  await picture(page, 'top-up');
  await dialog(page).getByRole('button', { name: '20,00 € in den Warenkorb' }).click();
  await expect(missingSum(page)).toHaveText('24,50 €');
  await picture(page, 'basket');
  await cashExactly(page);
  const paper = await page.getByText('Kartennummer').first().locator('..').innerText();
  const number = /\d{16}/.exec(paper)?.[0] ?? '';
  expect(number).toMatch(/^9276/);
  await scan(page, number);
  await expect(page.getByRole('region', { name: 'Kundenkarte' })).toContainText('20,00 €');
  await choose(page, 'Guthaben auszahlen');
  await dialog(page).getByRole('textbox', { name: 'Betrag' }).fill('25');
  await expect(dialog(page).getByText(/höchstens 20,00/)).toBeVisible();
  await dialog(page).getByRole('textbox', { name: 'Betrag' }).fill('15');
  await picture(page, 'pay-out');
  await dialog(page).getByRole('button', { name: '15,00 € auszahlen' }).click();
  await expect(page.getByRole('heading', { name: 'Freigabe durch die Leitung' })).toBeVisible();
  await page.getByRole('textbox', { name: /Grund/ }).fill('Kundin zieht um');
  await page.getByRole('textbox', { name: 'PIN von Leitung' }).fill('9999');
  await page.getByRole('button', { name: 'Freigeben', exact: true }).click();
  await expect(page.getByTestId('hand-out')).toHaveText('15,00 €');
  await picture(page, 'paid-out');
  const { body } = await till.call('GET', `/bridge/v1/cards/${number}`);
  expect(body.merchantcard.cash_balance).toBe(500);
});

test('a voucher is sold, pays a part of the next sale and keeps its rest; a coupon takes its value off once', async ({
  page,
  till,
}) => {
  await sellsVouchers(till);
  await signIn(page, till.url);
  await choose(page, 'Gutschein verkaufen');
  await dialog(page).getByRole('button', { name: '25,00 €' }).click();
  await dialog(page).getByRole('button', { name: '25,00 € in den Warenkorb' }).click();
  await cashExactly(page);
  const { body } = await till.call('GET', '/api/v2/Smart/Transactions?count=1&sort=created:desc');
  const { code } = body.data[0].sold_vouchers[0];
  await expect(page.getByText(code.replace(/(.{4})(?=.)/g, '$1 ')).first()).toBeVisible();
  await picture(page, 'voucher-slip');
  await scan(page, codes.bread);
  await scan(page, code);
  await expect(dialog(page).getByText(/25,00\s€ sind drauf/)).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  await picture(page, 'voucher');
  await dialog(page)
    .getByRole('button', { name: /^4,50\s€ damit bezahlen/ })
    .press('Enter');
  await expectPaid(page);
  await expect(page.getByText('Rest auf dem Gutschein').first()).toBeVisible();
  await picture(page, 'voucher-paid');
  await scan(page, codes.bread);
  await scan(page, codes.bread);
  await choose(page, 'Gutschein oder Coupon einlösen');
  await dialog(page).getByRole('textbox', { name: 'Code des Gutscheins oder Coupons' }).fill('gibt es nicht');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText(/Es wurde nichts eingelöst/)).toBeVisible();
  await dialog(page).getByRole('textbox', { name: 'Code des Gutscheins oder Coupons' }).fill(COUPON);
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'In den Warenkorb' }).click();
  await expect(missingSum(page)).toHaveText('4,00 €');
  await expect(page.getByTestId('extra')).toContainText('Gutschein 5 EUR');
  await picture(page, 'coupon');
  await page.reload();
  await expect(page.getByTestId('extra')).toContainText('Gutschein 5 EUR');
  await page.getByRole('button', { name: /Coupon .* entfernen/ }).click();
  await expect(missingSum(page)).toHaveText('9,00 €');
});

test('a form without a field takes the focus, and the choice takes it back', { tag: '@long' }, async ({
  page,
  till,
}) => {
  await signIn(page, till.url);
  await choose(page, 'Gutschein verkaufen');
  await expect(dialog(page).getByText('Dieses Geschäft verkauft noch keine Gutscheine.')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Zurück zur Auswahl' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Neue Kundenkarte' })).toBeFocused();
});

test('a coupon that takes less off than it is worth says so, and one that takes nothing off stays whole', {
  tag: '@long',
}, async ({ page, till }) => {
  const coffee = { code: 'KAFFEE-2', name: 'Zwei Euro auf Kaffee', nameEn: 'Two euros off coffee' };
  const effect = { type: 'amount', amount: 200 };
  await till.call('POST', '/bridge/v1/loyalty/vouchers', {
    ...coffee,
    effect,
    condition: { articleGroups: ['coffee'] },
  });
  await signIn(page, till.url);
  await scan(page, codes.bread);
  const redeem = async (code: string) => {
    await choose(page, 'Gutschein oder Coupon einlösen');
    await dialog(page).getByRole('textbox', { name: 'Code des Gutscheins oder Coupons' }).fill(code);
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('button', { name: 'In den Warenkorb' }).click();
  };
  await redeem(COUPON);
  const hint = page.getByTestId('coupon-hint');
  await expect(missingSum(page)).toHaveText('0,00 €');
  await expect(hint).toHaveText('Zieht 4,50 € von 5,00 € ab, 0,50 € verfallen.');
  await expectTwoLines(hint);
  await picture(page, 'coupon-part');
  await expectAccessible(page);
  await expectNarrow(page);
  await page.getByRole('button', { name: /Coupon .* entfernen/ }).click();
  await expect(missingSum(page)).toHaveText('4,50 €');
  await redeem(coffee.code);
  await expect(hint).toHaveText('Zieht nichts ab, bleibt gültig: kein passender Artikel.');
  await page.reload();
  await expect(hint).toContainText('bleibt gültig');
  await expectTwoLines(hint);
  await picture(page, 'coupon-whole');
  await cashExactly(page);
  const { body } = await till.call('GET', '/bridge/v1/loyalty/vouchers');
  const states = body.data.map(({ code, state }: { code: string; state: string }) => [code, state]);
  expect(states).toContainEqual([coffee.code, 'open']);
  expect(states).toContainEqual([COUPON, 'open']);
});

test('who has checked in is served without a card; an unused card of the stock is activated', { tag: '@long' }, async ({
  page,
  till,
}) => {
  await till.call('POST', '/bridge/v1/checkins', { cardnumber: RICH, customerName: 'Frau Beispiel' });
  const { body } = await till.call('GET', '/bridge/v1/counter/card-groups');
  const made = await till.call('POST', '/bridge/v1/loyalty/cards', { cardgroup: body.groups[0].id, stock: 'stored' });
  await signIn(page, till.url);
  await scan(page, codes.bread);
  await choose(page, 'Wer ist da? (1)');
  await picture(page, 'checkins');
  await dialog(page).getByRole('button', { name: 'Frau Beispiel bedienen' }).click();
  await expect(missingSum(page)).toHaveText('0,00 €');
  await expect(page.getByTestId('benefits')).toContainText('4 Punkte');
  await picture(page, 'checkin-card');
  await more(page, 'Karte entfernen');
  await scan(page, made.body.card.cardnumber);
  await page.getByRole('button', { name: 'Freischalten' }).click();
  await expect(page.getByRole('region', { name: 'Kundenkarte' })).toContainText(made.body.card.cardnumber);
});

test('a cashier holds a deposit from the sale, with a manager at her side, and sees the day it expires', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url);
  await choose(page, 'Kaution am Terminal');
  await expect(page.getByRole('heading', { name: 'Vorgänge am Terminal' })).toBeVisible();
  await page.getByRole('button', { name: 'Betrag vormerken' }).click();
  await page.getByRole('textbox', { name: 'Betrag (EUR)' }).fill('50');
  await page.keyboard.press('Enter');
  await page
    .getByRole('button', { name: /50,00\s€/ })
    .last()
    .click();
  await page.getByRole('textbox', { name: /Grund/ }).fill('Leihrad');
  await page.getByRole('textbox', { name: 'PIN von Leitung' }).fill('9999');
  await page.getByRole('button', { name: 'Freigeben', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Betrag vormerken: ausgeführt' })).toBeVisible();
  await expect(page.getByText(/^bis .*, dann verfällt sie$/)).toBeVisible();
  await picture(page, 'deposit');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
});

test.describe('where the shop asks for tips', () => {
  test.use({ settings: { TILLBRIDGE_TIPS: '{"ask":true}' } });
  test('the tip is chosen before the card, charged with the sale, and a line of the receipt', { tag: '@long' }, async ({
    page,
    till,
  }) => {
    await signIn(page, till.url);
    await scan(page, codes.bread);
    await expect(missingSum(page)).toHaveText('4,50 €');
    await page.keyboard.press('F9');
    await expect(dialog(page).getByRole('heading', { name: 'Trinkgeld?' })).toBeVisible();
    await expectAccessible(page);
    await expectNarrow(page);
    await picture(page, 'tip');
    await dialog(page)
      .getByRole('button', { name: /^0,50\s€ Trinkgeld/ })
      .click();
    await expectPaid(page);
    await expect(page.getByText('darin Trinkgeld').first()).toBeVisible();
    const { body } = await till.call('GET', '/api/v2/Smart/Transactions?count=1&sort=created:desc');
    expect(body.data[0].basket_info).toMatchObject({ sum: 500, gratuity: 50, missing_sum: 0 });
    expect(body.data[0].basket_info.sum_differs).toBeUndefined();
    await picture(page, 'tip-paid');
  });
});
