/** A number is what was typed or nothing: pieces are whole, weights have decimals, and a field that refuses a text says why. */
import type { Locator, Page } from '@playwright/test';
import { ptyPair } from '../drivers/doubles/ptyPair.ts';
import { openVirtualScale } from '../drivers/simulator/scale/virtualScale.ts';
import { expectAccessible, expectNarrow } from './accessible.ts';
import { basket, codes, expectPaid, line, missingSum, more, openPage, pay, saved, scan, signIn } from './counter.ts';
import { expect, type Till, test } from './till.ts';

/** A hand is slower than a scanner. */
const HAND = { delay: 130 };
const WHOLE = /^Hier zählen nur ganze Zahlen/;
const CHARACTERS = /^Das ist keine Zahl/;

const dialog = (page: Page) => page.getByRole('dialog');
/** The word of a field, as a screen reader announces it. */
const word = (place: Page | Locator, text: RegExp) => place.getByRole('status').filter({ hasText: text });

const addApples = async ({ call }: Till) => {
  const apples = { number: '4711', name: 'Äpfel lose', price: 299, taxRate: 7, measure: 'kg', quickKey: true };
  expect((await call('POST', '/bridge/v1/articles', apples)).status).toBe(200);
};

async function paste(field: Locator, text: string) {
  await field.focus();
  await field.evaluate((input: HTMLInputElement) => input.select());
  // As the clipboard does it: one input of the whole text.
  await field.page().keyboard.insertText(text);
}

test('the quantity of a line stays when no piece is meant, typed or pasted, and the word says why', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url);
  await scan(page, codes.bread);
  await saved(page);
  const quantity = page.getByRole('textbox', { name: /^Menge: / });
  for (const [text, why] of [
    ['1,5', WHOLE],
    ['0,25', WHOLE],
    ['1/2', CHARACTERS],
  ] as const) {
    await quantity.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text, HAND);
    await page.keyboard.press('Enter');
    await expect(word(basket(page), why)).toBeVisible();
    await expect(quantity).toHaveValue(text);
    await expect(quantity).toHaveAttribute('aria-invalid', 'true');
    await expect(missingSum(page)).toHaveText('4,50 €');
  }
  await expectAccessible(page);
  await expectNarrow(page);
  await paste(quantity, '12.000,5');
  await expect(word(basket(page), WHOLE)).toBeVisible();
  await quantity.fill('10000');
  await quantity.press('Enter');
  await expect(page.getByText(/^Höchstens 9999 Stück/)).toBeVisible();
  await expect(missingSum(page)).toHaveText('4,50 €');
  await quantity.fill('12');
  await quantity.press('Enter');
  await expect(missingSum(page)).toHaveText('54,00 €');
});

test('a quantity before an article is whole, by key, in the search and on the pad', { tag: '@long' }, async ({
  page,
  till,
}) => {
  await signIn(page, till.url);
  const refusal = (text: string) => page.getByText(`${text} × gilt nicht`).first();
  await page.keyboard.type('1,5*', HAND);
  await expect(refusal('1,5')).toBeVisible();
  const search = page.getByRole('searchbox');
  await search.click();
  await page.keyboard.type('0,25*', HAND);
  await expect(refusal('0,25')).toBeVisible();
  // A quantity that was refused sells nothing, and the next scan is one piece.
  await scan(page, codes.bread);
  await expect(page.getByText('ist nicht verkauft').first()).toBeVisible();
  await scan(page, codes.bread);
  await expect(line(page, 'Bauernbrot')).toContainText('1 ×');
  await page
    .getByRole('button', { name: /^Menge/ })
    .first()
    .click();
  // Pieces have no comma on the pad.
  await expect(dialog(page).getByRole('button', { name: ',', exact: true })).toHaveCount(0);
  const field = dialog(page).getByRole('textbox');
  await field.pressSequentially('1,5', HAND);
  await expect(word(dialog(page), WHOLE)).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: /× Menge/ })).toBeDisabled();
  await expectAccessible(page);
  await field.fill('2');
  await field.press('Enter');
  await scan(page, codes.bread);
  await expect(line(page, 'Bauernbrot')).toContainText('3 ×');
});

test('empties come back in whole numbers', { tag: '@long' }, async ({ page, till }) => {
  for (const body of [
    { number: 'PFAND25', name: { de: 'Pfand Einweg', en: 'Deposit' }, price: 25, taxRate: 19 },
    { number: 'COLA', name: 'Cola 0,5', price: 150, taxRate: 19, deposit: 'PFAND25', eans: ['4006381333931'] },
  ])
    expect((await till.call('POST', '/bridge/v1/articles', body)).status).toBe(200);
  await signIn(page, till.url);
  await more(page, 'Leergut');
  const field = dialog(page).getByRole('textbox');
  await field.fill('');
  await field.pressSequentially('1,5', HAND);
  await expect(word(dialog(page), WHOLE)).toBeVisible();
  await dialog(page)
    .getByRole('button', { name: /^Pfand Einweg/ })
    .click();
  await expect(page.getByText('Die Anzahl ist keine ganze Zahl').first()).toBeVisible();
  await expect(basket(page).getByRole('listitem')).toHaveCount(0);
  await field.fill('15');
  await dialog(page)
    .getByRole('button', { name: /^Pfand Einweg/ })
    .click();
  await expect(line(page, 'Pfand')).toContainText('−15 ×');
});

test('goods without a label are sold by the weight that is typed, with its comma on the pad, up to the receipt', {
  tag: '@long',
}, async ({ page, till }) => {
  await addApples(till);
  await signIn(page, till.url);
  await page.getByRole('button', { name: /^Äpfel lose/ }).click();
  const field = dialog(page).getByRole('textbox', { name: 'Gewicht in kg' });
  await expect(field).toBeFocused();
  await field.pressSequentially('0,3505', HAND);
  await expect(word(dialog(page), /^Höchstens 3 Stellen nach dem Komma/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Backspace');
  await expect(field).toHaveValue('');
  for (const key of ['0', ',', '4', '5', '6'])
    await dialog(page).getByRole('button', { name: key, exact: true }).click();
  await expect(dialog(page).getByText(/0,456 kg × 2,99\s€\/kg = 1,36\s€/)).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/weight.png` });
  await dialog(page)
    .getByRole('button', { name: /^Gewicht übernehmen/ })
    .click();
  await expect(line(page, 'Äpfel lose')).toContainText('0,456 kg');
  await saved(page);
  await expect(missingSum(page)).toHaveText('1,36 €');
  // Another pack is another line, and the point counts as the comma does.
  await page.getByRole('searchbox').fill('4711');
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('textbox').fill('0.35');
  await dialog(page).getByRole('textbox').press('Enter');
  await saved(page);
  await expect(missingSum(page)).toHaveText('2,41 €');
  await pay(page, 'Bar').click();
  await page.getByRole('button', { name: 'Passend' }).click();
  await expectPaid(page);
  await expect(page.getByText(/0,456 kg x 2,99/).first()).toBeVisible();
  const { body } = await till.call('GET', '/api/v2/Smart/Transactions?count=1&sort=created:desc');
  expect(body.data[0].basket.products.map((one: { measure: unknown }) => one.measure)).toMatchObject([
    { value: 456, decimals: 3, unit: 'kg', priceOne: 299 },
    { value: 350, decimals: 3, unit: 'kg', priceOne: 299 },
  ]);
});

test('goods are weighed by the scale of the till, less their packaging, and the scale says why it does not weigh', {
  tag: '@long',
}, async ({ page, till }) => {
  const serial = await ptyPair();
  const scale = await openVirtualScale(serial.terminal, 'dialog06');
  try {
    await addApples(till);
    await signIn(page, till.url, '9999', 'Leitung');
    await openPage(page, 'Geschäft');
    await page.getByRole('group', { name: 'Bereich' }).getByRole('button', { name: 'Kassen' }).click();
    await page.getByRole('button', { name: 'Waage einrichten' }).click();
    await page.getByLabel('Anschluss der Waage').selectOption('other');
    await page.getByLabel(/^Name des Anschlusses/).fill(serial.till);
    await page.getByRole('button', { name: 'Waage speichern' }).click();
    await expect(page.getByText('Waage · bereit')).toBeVisible();
    scale.load = { grams: 1000 };
    await page.getByRole('button', { name: 'Probe wiegen' }).click();
    await expect(page.getByText('Gewogen: 1,000 kg')).toBeVisible();
    await expectAccessible(page);
    await expectNarrow(page);
    scale.load = { grams: 0 };
    await page.getByRole('button', { name: 'Probe wiegen' }).click();
    await expect(page.getByText('Bitte die Ware auf die Waage legen.')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Äpfel lose/ }).click();
    await expect(dialog(page).getByText('Bitte die Ware auf die Waage legen.')).toBeVisible();
    await expectAccessible(page);
    scale.load = { grams: -20 };
    await expect(dialog(page).getByText(/^Die Waage zeigt weniger als null/)).toBeVisible();
    scale.load = { grams: 476, isMoving: true };
    await expect(dialog(page).getByText('Die Waage steht noch nicht still.')).toBeVisible();
    scale.load = { grams: 476 };
    await expect(dialog(page).getByText('Gewogen: 0,476 kg')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Verpackung abziehen' }).click();
    await dialog(page).getByRole('textbox', { name: 'Verpackung in g' }).fill('500');
    await expect(dialog(page).getByText(/^Die Verpackung wiegt so viel/)).toBeVisible();
    await dialog(page).getByRole('textbox', { name: 'Verpackung in g' }).fill('20');
    await expect(dialog(page).getByText(/0,456 kg × 2,99\s€\/kg = 1,36\s€/)).toBeVisible();
    await expectAccessible(page);
    await expectNarrow(page);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/scale.png` });
    await page.keyboard.press('Enter');
    await expect(line(page, 'Äpfel lose')).toContainText('0,456 kg');
    await saved(page);
    await expect(missingSum(page)).toHaveText('1,36 €');
  } finally {
    await scale.close();
    await serial.close();
  }
});

test('an amount with too many decimals is refused in every dialog for money, and takes no money', async ({
  page,
  till,
}) => {
  await signIn(page, till.url, '9999', 'Leitung');
  await scan(page, codes.bread);
  await saved(page);
  await pay(page, 'Bar').click();
  const given = page.getByRole('textbox', { name: 'Gegeben' });
  await paste(given, '1.000,00');
  await expect(word(dialog(page), CHARACTERS)).toBeVisible();
  await given.fill('5,005');
  await expect(word(dialog(page), /^Höchstens 2 Stellen/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('F6');
  await page.getByRole('textbox', { name: 'Teilbetrag' }).fill('1/2');
  await expect(word(dialog(page), CHARACTERS)).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Bar', exact: true })).toBeDisabled();
  await expectAccessible(page);
});
