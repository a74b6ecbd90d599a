/** Screens show true amounts, and ask before a typing error costs money. */
import { expectAccessible, expectNarrow } from './accessible.ts';
import {
  basket,
  codes,
  customerCopy,
  expectPaid,
  line,
  missingSum,
  nextCustomer,
  openPage,
  pay,
  place,
  saved,
  scan,
  signIn,
  slowly,
} from './counter.ts';
import { paymentStates, showPayment } from './states.ts';
import { expect, test } from './till.ts';

test('asks about an unusual change or quantity before it costs money, and offers likely amounts as one tap', async ({
  page,
  till,
}) => {
  await signIn(page, till.url);
  await scan(page, codes.bread);
  await pay(page, 'Bar').click();
  const sums = page.getByRole('group', { name: 'Beträge' }).getByRole('button');
  await expect(sums).toHaveText([/Passend$/, /^5,00/, /^10,00/, /^20,00/, /^50,00/, /^100,00/]);
  const given = page.getByRole('textbox', { name: 'Gegeben' });
  await given.fill('2000');
  await expect(page.getByTestId('given')).toHaveText(/= 2\.000,00\s€/);
  await given.press('Enter');
  await expect(page.getByText(/2\.000,00\s€ gegeben, 1\.995,50\s€ zurück: stimmt das/)).toBeVisible();
  const meant = page.getByRole('button', { name: /^Nein, 20,00/ });
  await expect(meant).toBeFocused();
  await expectAccessible(page);
  await expectNarrow(page);
  await page.keyboard.press('Enter');
  await expect(given).toHaveValue('20,00');
  await page.keyboard.press('Enter');
  await expectPaid(page);
  await expect(page.getByTestId('change')).toHaveText(/15,50/);
  await nextCustomer(page);

  await scan(page, codes.bread);
  const quantity = page.getByRole('textbox', { name: /^Menge/ });
  await quantity.fill('99999');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Höchstens 9999 Stück', { exact: false })).toBeVisible();
  await expect(missingSum(page)).toHaveText('4,50 €');
  await quantity.fill('120');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/120 × .* = 540,00\s€\. Stimmt die Menge/)).toBeVisible();
  await expect(missingSum(page)).toHaveText('4,50 €');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ja, 120' }).click();
  await expect(missingSum(page)).toHaveText('540,00 €');
});

test('gives the discount of a card without its balance, adds up two tenders, and names the card in use beside a locked one', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url);
  await scan(page, codes.coffee);
  await scan(page, codes.cardRich);
  await expect(missingSum(page)).toHaveText('0,00 €');
  await page.getByRole('button', { name: 'Guthaben nutzen' }).click();
  await expect(missingSum(page)).toHaveText('3,06 €');
  await expect(line(page, '10 % auf Kaffee')).toContainText('−0,34');
  await page.reload();
  await expect(missingSum(page)).toHaveText('3,06 €');
  await expect(page.getByRole('button', { name: 'Guthaben nutzen' })).toHaveAttribute('aria-pressed', 'false');
  await pay(page, 'Bar').click();
  await page.getByRole('button', { name: 'Passend' }).click();
  await expectPaid(page);
  const { body } = await till.call('GET', `/bridge/v1/cards/${codes.cardRich}`);
  expect(body.merchantcard.cash_balance).toBe(5000);
  await nextCustomer(page);

  for (const _ of [1, 2, 3]) await scan(page, codes.bread);
  await scan(page, codes.cardSome);
  await expect(missingSum(page)).toHaveText('3,50 €');
  await saved(page);
  await pay(page, 'Karte').click();
  await expectPaid(page);
  // The sum of the screen is the sum of the receipt; the bonus has the same name on both.
  await expect(page.getByTestId('paid-goods')).toHaveText(/13,50/);
  await expect(page.getByTestId('paid-bonus')).toHaveText(/−3,00/);
  await expect(page.getByTestId('paid-sum')).toHaveText(/10,50/);
  await expect(customerCopy(page)).toContainText(/Summe\s*10,50/);
  await expect(customerCopy(page)).toContainText('Bonusguthaben');
  await expect(page.getByTestId('tender-loyalty')).toHaveText(/7,00/);
  await expect(page.getByTestId('tender-cashless')).toHaveText(/3,50/);
  await nextCustomer(page);

  await scan(page, codes.bread);
  await page.keyboard.press('F3');
  await expect(page.getByRole('textbox', { name: 'Kartennummer' })).toBeVisible();
  await scan(page, codes.cardEmpty);
  // The form closes for an accepted card.
  await expect(page.getByRole('textbox', { name: 'Kartennummer' })).toHaveCount(0);
  await scan(page, codes.cardLocked);
  await expect(page.getByText(`Weiter gilt die Karte ${codes.cardEmpty}.`, { exact: false })).toBeVisible();
});

test('searches for digits typed outside every field, and learns the pace of a slow scanner within limits', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url);
  await page.keyboard.type('1000', { delay: 150 });
  const search = page.getByRole('searchbox', { name: 'Artikel suchen' });
  await expect(search).toHaveValue('1000');
  await page.keyboard.press('Enter');
  await expect(line(page, 'Espresso')).toBeVisible();
  // The next search replaces the text.
  await page.keyboard.type('brezel', { delay: 60 });
  await expect(search).toHaveValue('brezel');
  await page.getByRole('button', { name: 'Suche leeren' }).click();
  await search.blur();

  await slowly(page, codes.milk, 60);
  await expect(page.getByText('Der Scanner ist langsamer als eingestellt', { exact: false }).last()).toBeVisible();
  await expect(basket(page).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Scanner anlernen' }).click();
  await expect(line(page, 'Vollmilch')).toBeVisible();
  await slowly(page, codes.bread, 60);
  await expect(line(page, 'Bauernbrot')).toBeVisible();
  const kept = async () => (await till.call('GET', '/bridge/v1/till')).body.transaction?.basket.products.length;
  await expect.poll(kept).toBe(3);
  await page.reload();
  await expect(line(page, 'Bauernbrot')).toBeVisible();
  await slowly(page, codes.bread, 60);
  await expect(line(page, 'Bauernbrot')).toContainText('2 ×');

  await page.getByRole('button', { name: /^Einstellungen/ }).click();
  const teach = page.getByRole('button', { name: 'Scanner anlernen' });
  await teach.click();
  await slowly(page, codes.milk, 200);
  await expect(page.getByText('ist der Scanner zu langsam', { exact: false })).toBeVisible();
  await teach.click();
  await slowly(page, codes.milk, 80);
  await expect(page.getByText('Gelernt: 80 ms je Zeichen', { exact: false })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(teach).toHaveCount(0);
  await slowly(page, codes.milk, 80);
  await expect(line(page, 'Vollmilch')).toContainText('2 ×');
});

test.describe('while the terminal waits for the customer', () => {
  test.use({ behaviour: 'manual', terminalOptions: { questions: true } });

  test('explains why the pages of managers wait, shows a stopped payment calmly, and checks an open page again by itself', {
    tag: '@long',
  }, async ({ page, till }) => {
    await signIn(page, till.url, '9999', 'Leitung');
    await scan(page, codes.bread);
    await pay(page, 'Karte').click();
    await expect(page.getByTestId('terminal-text')).toContainText('Karte vorhalten');
    // It can be reached and says why it waits.
    await place(page, 'Verwaltung').press('Enter');
    await expect(place(page, 'Verwaltung')).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByText(/sobald das Terminal mit der Zahlung fertig ist/).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Nicht bezahlt' })).toBeVisible();
    await expect(page.getByTestId('declined-amount')).toContainText('4,50');
    await openPage(page, 'Terminals');
    await expect(page.getByText('Rückfragen an die Kasse: ja')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Ändern' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await openPage(page, 'Kassenschnitt');
    await expect(page.getByText('Dem Kassenschnitt steht nichts im Weg', { exact: false })).toBeVisible({
      timeout: 20_000,
    });
    const idents = [{ type: 'card', value: codes.cardSome }];
    const products = [{ articleNumber: '1', desc: 'Tee', quantity: 1, priceOne: 2000, tax: 19 }];
    const sale = await till.call('POST', '/api/v2/Smart/Transactions', { basket: { products }, idents });
    await till.call('POST', `/api/v2/Smart/Transactions/${sale.body.id}/preTransaction`);
    await expect(page.getByText('Dem Kassenschnitt steht nichts im Weg', { exact: false })).toHaveCount(0);
    await expect(page.getByText(`… ${sale.body.id.slice(-6)}`)).toBeVisible({ timeout: 20_000 });
  });
});

/** Ids, codes and references are for others than a cashier with a queue. */
const MACHINE_NUMBER = /\b[A-Z]{3}_[A-Z0-9]{6,}|Kennung|\b[0-9a-f]{8,}\b|\(\d{4}\)/;

test('no verdict about a payment shows an id or a code: a fold keeps them for questions later', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url);
  for (const [heading, state] of Object.entries(paymentStates)) {
    // The page of the state before asks for nothing any more.
    await page.goto('about:blank');
    await page.unrouteAll({ behavior: 'wait' });
    await showPayment(page, state);
    await page.goto(till.url);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    expect(await page.getByRole('main').innerText(), heading).not.toMatch(MACHINE_NUMBER);
  }
  await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(till.url);
  await till.terminal('POST', '/behaviour', { behaviour: 'decline' });
  await scan(page, codes.bread);
  await pay(page, 'Karte').click();
  await expect(page.getByRole('heading', { name: 'Nicht bezahlt' })).toBeVisible();
  expect(await page.getByRole('main').innerText()).not.toMatch(MACHINE_NUMBER);
  const numbers = page.getByText('Nummern für Rückfragen');
  await numbers.click();
  await expect(page.getByRole('group').filter({ has: numbers })).toContainText(/Kennung\s*\S+.*Verkauf\s*STX_/s);
  await expectAccessible(page);
});
