/** Several tenders: partial cash, a voucher, a card for the rest; what is paid can be given back. */
import { expectAccessible } from './accessible.ts';
import { atHandPace, basket, codes, expectPaid, line, pay, saved, scan, signIn } from './counter.ts';
import { expect, test } from './till.ts';

test('what is paid goes back, and then cash, a voucher and a card pay one basket, and the receipt names each', async ({
  page,
  till,
}) => {
  await signIn(page, till.url);
  await scan(page, codes.bread);
  const missing = page.getByTestId('missing-sum');
  await expect(missing).toHaveText('4,50 €');
  const twoInCash = async () => {
    await pay(page, 'Bar').click();
    await page.getByRole('textbox', { name: 'Gegeben' }).fill('2');
    await page.getByRole('button', { name: '2,00 € annehmen' }).click();
    await expect(page.getByTestId('paid-part')).toHaveCount(1);
  };
  await twoInCash();
  await expect(missing).toHaveText('2,50 €');
  await scan(page, codes.milk);
  await expect(page.getByText('Ein Teil ist schon bezahlt').first()).toBeVisible();
  await page.getByRole('button', { name: /Bar 2,00 € zurückgeben/ }).click();
  await page.getByRole('button', { name: 'Ja, 2,00 € zurückgeben' }).click();
  await expect(page.getByRole('dialog', { name: 'Zurückgegeben: 2,00 €' })).toContainText('bitte aus der Lade geben');
  await page.getByRole('button', { name: 'Zurück zum Warenkorb' }).click();
  await expect(page.getByTestId('paid-part')).toHaveCount(0);
  await expect(missing).toHaveText('4,50 €');
  await scan(page, codes.milk);
  await expect(missing).toHaveText('5,90 €');

  await twoInCash();
  await expect(missing).toHaveText('3,90 €');
  await expect(page.getByText('Es fehlen noch')).toBeVisible();
  await page.keyboard.press('F6');
  await page.getByRole('textbox', { name: 'Teilbetrag' }).fill('1');
  await page.getByRole('button', { name: 'Fremder Gutschein', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Welcher fremde Gutschein?' })).toBeFocused();
  await page.keyboard.type('Stadt 4711');
  await page.getByRole('button', { name: 'Gutschein annehmen' }).click();
  await expect(missing).toHaveText('2,90 €');
  await expect(page.getByTestId('paid-part')).toHaveCount(2);
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/parts.png` });
  await page.keyboard.press('F6');
  await page.getByRole('button', { name: '1/2' }).click();
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/sheet.png` });
  await page.keyboard.press('Escape');
  await page.keyboard.press('F9');
  await expectPaid(page);
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/receipt.png` });
  await expect(page.getByText('Stadt 4711').first()).toBeVisible();
});

test('the half stands there for a sale in two parts; figures replace it, and a double tap pays nothing', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url);
  await scan(page, codes.bread);
  await saved(page);
  await atHandPace(page.keyboard);
  const state = await page.evaluate(async () => {
    const button = (within: ParentNode | null, name: string) =>
      [...(within?.querySelectorAll('button') ?? [])].find(one => one.textContent?.startsWith(name));
    [...document.querySelectorAll('button')].find(one => one.textContent?.startsWith('Teilen'))?.click();
    const dialog = () => document.querySelector('[role="dialog"]');
    while (!button(dialog(), 'Karte')) await new Promise(requestAnimationFrame);
    const card = button(dialog(), 'Karte');
    card?.click();
    return card?.ariaDisabled;
  });
  expect(state).toBe('true');
  const dialog = page.getByRole('dialog');
  const amount = page.getByRole('textbox', { name: 'Teilbetrag' });
  await expect(amount).toHaveValue('2,25');
  await expect(dialog.getByRole('button', { name: /^1\/2/ })).toHaveAttribute('aria-pressed', 'true');
  await dialog.getByRole('button', { name: '3', exact: true }).click();
  await expect(amount).toHaveValue('3');
  const card = dialog.getByRole('button', { name: 'Karte', exact: true });
  await expect(card).toHaveAccessibleDescription('3,00 €');
  await expect(card).toHaveText('Karte3,00 €');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('paid-part')).toHaveCount(0);
  await page.keyboard.press('F6');
  await expect(amount).toBeFocused();
  await page.keyboard.type('1');
  await expect(amount).toHaveValue('1');
  await page.keyboard.press('Escape');
  await page.keyboard.press('F6');
  await card.click();
  await expect(page.getByTestId('paid-part')).toHaveCount(1);
  await expect(page.getByTestId('missing-sum')).toHaveText('2,25 €');
});

test('on a low screen four lines of the basket are whole with a card, its balance and two paid parts', {
  tag: '@long',
}, async ({ page, till }) => {
  await page.setViewportSize({ width: 1024, height: 600 });
  await signIn(page, till.url);
  for (const code of [codes.coffee, codes.bread, codes.bread, codes.milk]) await scan(page, code);
  for (const name of [/^Banane, /, /^Croissant, /]) await page.getByRole('button', { name }).click();
  await scan(page, codes.cardSome);
  await expect(page.getByRole('button', { name: 'Guthaben nutzen' })).toBeVisible();
  await saved(page);
  for (const count of [1, 2]) {
    await page.keyboard.press('F6');
    await page.getByRole('textbox', { name: 'Teilbetrag' }).fill('1');
    await page.getByRole('dialog').getByRole('button', { name: 'Bar' }).click();
    await expect(page.getByTestId('paid-part')).toHaveCount(count);
  }
  await line(page, 'Croissant').getByRole('button').last().scrollIntoViewIfNeeded();
  const whole = () =>
    basket(page).evaluate(list => {
      const { top, bottom } = list.getBoundingClientRect();
      const isWhole = (one: Element) => {
        const box = one.getBoundingClientRect();
        return box.top >= top - 1 && box.bottom <= bottom + 1;
      };
      return [...list.children].filter(isWhole).length;
    });
  await expect.poll(whole).toBeGreaterThanOrEqual(4);
  await page.getByRole('button', { name: /^2 Teile bezahlt/ }).click();
  await page
    .getByRole('dialog', { name: 'Bezahlt' })
    .getByRole('button', { name: /zurückgeben/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Ja, .* zurückgeben/ }).click();
  await page.getByRole('button', { name: 'Zurück zum Warenkorb' }).click();
  await expect(page.getByTestId('paid-part')).toHaveCount(1);
  await expect(page.getByTestId('paid-part')).toBeVisible();
});

test('a sale booked as cash by mistake is cancelled with a reason, its basket comes back, and the card pays it', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url, '9999', 'Leitung');
  await scan(page, codes.bread);
  await scan(page, codes.cardSome);
  await saved(page);
  await page.getByRole('button', { name: 'Guthaben nutzen' }).click();
  await saved(page);
  await pay(page, 'Bar').click();
  await page.getByRole('button', { name: 'Passend' }).click();
  await expectPaid(page);
  await page.getByRole('button', { name: 'Falsche Zahlart' }).click();
  const dialog = page.getByRole('dialog', { name: 'Falsche Zahlart' });
  await expect(dialog.getByText('Der Verkauf wird storniert (Bar 4,50 €)')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Stornieren und neu kassieren' }).click();
  await page.getByRole('button', { name: 'Fehlbuchung' }).click();
  await page.getByRole('button', { name: 'Weiter' }).click();
  await expect(line(page, 'Bauernbrot')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Demo-Kundenkarte/ })).toBeVisible();
  await saved(page);
  await page.keyboard.press('F9');
  await expectPaid(page);

  const { body } = await till.call('GET', '/bridge/v1/sales?sort=created:desc&count=2');
  const [card, cash] = body.data;
  expect([card.status, cash.status]).toEqual(['ok', 'cancelled']);
  const sale = await till.call('GET', `/api/v2/Smart/Transactions/${cash.id}`);
  expect(sale.body.cancellation).toMatchObject({ reason: 'Falsche Zahlart gebucht' });
  const report = await till.call('GET', '/bridge/v1/reports/turnover?by=method');
  const took = report.body.rows.map(({ key, turnover }: { key: string; turnover: number }) => [key, turnover]);
  expect(took).toEqual([
    ['cashless', 450],
    ['cash', 0],
  ]);
  expect(card.sum).toBe(450);
});
