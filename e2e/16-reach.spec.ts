/** At every common size of a till a finger reaches what takes the money and what decides about it, whatever the basket holds. */
import type { Page } from '@playwright/test';
import type { Article } from '../main/wire/catalogue.ts';
import { codes, more, saved, scan, signIn } from './counter.ts';
import { outOfReach, WINDOWS } from './reach.ts';
import { paymentStates, showPayment } from './states.ts';
import { expect, type Till, test } from './till.ts';

const pictures = process.env.PICTURES;

/** Looks at the screen in every window; names the state in what is found. */
async function look(page: Page, state: string, places: readonly string[], shown: readonly string[] = []) {
  const found: string[] = [];
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    if (pictures) await page.screenshot({ path: `${pictures}/${state.replace(/\W+/g, '-')}-${width}.png` });
    found.push(...(await outOfReach(page, places, shown)).map(one => `${state}, ${width} × ${height}: ${one}`));
  }
  return found;
}

const PAY = ['[role="group"][aria-label="Bezahlen"]'];
const SUM = ['[data-testid="missing-sum"]'];

const lookAtPaying = (page: Page, state: string) => look(page, state, PAY, SUM);

/** Pays this part of the basket in cash. */
async function payPart(page: Page, amount: string, count: number) {
  await page.keyboard.press('F6');
  await page.getByRole('textbox', { name: 'Teilbetrag' }).fill(amount);
  await page.getByRole('dialog').getByRole('button', { name: 'Bar', exact: true }).click();
  await expect(page.getByTestId('paid-part')).toHaveCount(count);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function fill(page: Page, { call }: Till, lines: number) {
  const { body } = await call('GET', '/bridge/v1/catalogue');
  const eans = (body.articles as Article[]).filter(({ ean }) => ean !== '').map(({ ean }) => ean);
  for (const ean of eans.slice(0, lines)) await scan(page, ean);
  await saved(page);
}

test('sum and ways to pay: empty, one line, thirty lines, a card, and two parts', async ({ page, till }) => {
  test.setTimeout(120_000);
  await signIn(page, till.url);
  const found = await lookAtPaying(page, 'empty');
  await scan(page, codes.bread);
  await saved(page);
  found.push(...(await lookAtPaying(page, 'one line')));
  await scan(page, codes.cardSome);
  await expect(page.getByRole('button', { name: 'Guthaben nutzen' })).toBeVisible();
  await saved(page);
  found.push(...(await lookAtPaying(page, 'card')));
  for (const _ of [1, 2, 3]) await scan(page, codes.bread);
  await saved(page);
  await payPart(page, '1', 1);
  await payPart(page, '2', 2);
  await saved(page);
  found.push(...(await lookAtPaying(page, 'card and two parts')));
  expect(found).toEqual([]);
});

test('sum and ways to pay: thirty lines, then a card, then a discount', { tag: '@long' }, async ({ page, till }) => {
  test.setTimeout(120_000);
  await signIn(page, till.url, '9999', 'Leitung');
  await fill(page, till, 30);
  const found = await lookAtPaying(page, 'thirty lines');
  await scan(page, codes.cardRich);
  await expect(page.getByRole('button', { name: 'Guthaben nutzen' })).toBeVisible();
  await saved(page);
  found.push(...(await lookAtPaying(page, 'thirty lines and a card')));
  await page.setViewportSize({ width: 1280, height: 800 });
  await more(page, 'Rabatt auf den Warenkorb');
  await page.getByRole('textbox', { name: 'Rabatt in %' }).fill('10');
  await page.getByRole('button', { name: 'Beschädigt' }).click();
  await page.getByRole('button', { name: 'Übernehmen' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await saved(page);
  found.push(...(await lookAtPaying(page, 'discount')));
  expect(found).toEqual([]);
});

test.describe('with a tip', () => {
  test.use({ settings: { TILLBRIDGE_TIPS: '{"ask":true}' }, behaviour: 'decline' });
  test('sum and ways to pay after a card with a tip was declined', { tag: '@long' }, async ({ page, till }) => {
    await signIn(page, till.url);
    await scan(page, codes.coffee);
    await saved(page);
    await page.keyboard.press('F9');
    await expect(page.getByRole('dialog')).toBeVisible();
    const found = await look(page, 'question for a tip', ['[role="dialog"]']);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^0,\d\d\s€ Trinkgeld/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: 'Nicht bezahlt' })).toBeVisible();
    found.push(...(await look(page, 'declined', ['main'])));
    await page.keyboard.press('F8');
    await expect(page.getByRole('dialog')).toContainText('Trinkgeld');
    // The change stands there once an amount is typed.
    await page.getByRole('textbox', { name: 'Gegeben' }).fill('20,00');
    const change = '[data-testid="change"]';
    await expect(page.locator(change)).toBeVisible();
    found.push(...(await look(page, 'cash with a tip', [`[role="dialog"] :has(> * > ${change})`], [change])));
    expect(found).toEqual([]);
  });
});

/** A smaller approval, which a person keeps or has taken back. */
const partial = {
  ...paymentStates['Ein Mensch muss entscheiden'],
  evidence: {
    ...paymentStates['Ein Mensch muss entscheiden']!.evidence!,
    approved_part: { amount: 4000, receipt_number: 18 },
  },
};

test('a partial approval: for a cashier who calls a manager, and for the manager', { tag: '@long' }, async ({
  page,
  till,
}) => {
  test.setTimeout(120_000);
  const found: string[] = [];
  for (const [name, pin] of [
    ['Kasse', '1111'],
    ['Leitung', '9999'],
  ] as const) {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await signIn(page, till.url, pin, name);
    await showPayment(page, partial);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Ein Mensch muss entscheiden' })).toBeVisible();
    found.push(...(await look(page, `partial approval, ${name}`, ['main'])));
    for (const choice of name === 'Kasse' ? [] : ['40,00 € als Teilzahlung behalten', '40,00 € zurücknehmen'])
      await expect(page.getByRole('button', { name: choice })).toBeInViewport();
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(found).toEqual([]);
});

test('every decision about a payment', { tag: '@long' }, async ({ page, till }) => {
  test.setTimeout(180_000);
  await signIn(page, till.url);
  const found: string[] = [];
  for (const [heading, state] of Object.entries(paymentStates)) {
    await showPayment(page, state);
    await page.reload();
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    found.push(...(await look(page, heading, ['main'])));
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(found).toEqual([]);
});
