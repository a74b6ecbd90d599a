/** Card payments: the text of the terminal on the screen, approved, declined, stopped, and with an unknown outcome. */
import { codes, customerCopy, expectPaid, missingSum, pay, scan, signIn, terminalText } from './counter.ts';
import { expect, test } from './till.ts';

test.beforeEach(({ page, till }) => signIn(page, till.url));

test('pays the rest after a loyalty card at the card terminal', async ({ page, till }) => {
  await scan(page, codes.coffee);
  await scan(page, codes.coffee);
  await scan(page, codes.bread);
  await scan(page, codes.cardSome);
  await expect(missingSum(page)).toHaveText('0,62 €');
  await pay(page, 'Karte').click();
  await expectPaid(page);
  await expect(customerCopy(page)).toContainText('* * Kundenbeleg * *');
  await expect(customerCopy(page)).toContainText('Zahlung erfolgt');
  await expect(page.getByRole('region', { name: 'Händlerbeleg' })).toContainText('* * Händlerbeleg * *');
  expect(((await till.terminal('GET', '/totals')) as { amount: number }).amount).toBe(62);
});

test.describe('a customer who takes time', () => {
  test.use({ behaviour: 'manual' });

  test('shows the text of the terminal, and moves no money after Cancel', async ({ page, till }) => {
    await scan(page, codes.bread);
    await pay(page, 'Karte').click();
    await expect(terminalText(page)).toContainText('Karte vorhalten');
    await page.getByRole('button', { name: 'Abbrechen' }).click();
    await expect(page.getByRole('heading', { name: 'Nicht bezahlt' })).toBeVisible();
    await expect(page.getByText('Es wurde kein Geld bewegt.')).toBeVisible();
    await page.getByRole('button', { name: 'Bar bezahlen' }).click();
    await page.getByRole('button', { name: 'Passend' }).click();
    await page.getByRole('button', { name: 'Kassieren' }).click();
    await expectPaid(page);
    expect(((await till.terminal('GET', '/totals')) as { amount: number }).amount).toBe(0);
  });

  test('pays with chip and PIN, with a reload in the middle', async ({ page, till }) => {
    await scan(page, codes.bread);
    await pay(page, 'Karte').click();
    await expect(terminalText(page)).toContainText('Karte vorhalten');
    await page.reload();
    await expect(terminalText(page)).toContainText('Karte vorhalten');
    await till.terminal('POST', '/card', { card: 'girocard-chip' });
    await till.terminal('POST', '/pin', { pin: '1234' });
    await expectPaid(page);
  });
});

test.describe('declined', () => {
  test.use({ behaviour: 'decline' });

  test('says that no money moved and lets the card be tried again', async ({ page, till }) => {
    await scan(page, codes.bread);
    await pay(page, 'Karte').click();
    await expect(page.getByRole('heading', { name: 'Nicht bezahlt' })).toBeVisible();
    await till.terminal('POST', '/behaviour', { behaviour: 'approve' });
    await page.getByRole('button', { name: 'Karte noch einmal' }).click();
    await expectPaid(page);
  });
});

test.describe('the line breaks before the result', () => {
  test.use({ behaviour: 'lose-line-before-result' });

  test('finds out by asking the terminal that the sale is paid', async ({ page, till }) => {
    await scan(page, codes.bread);
    await pay(page, 'Karte').click();
    await expectPaid(page);
    expect(((await till.terminal('GET', '/totals')) as { amount: number }).amount).toBe(450);
  });
});

test.describe('with a bridge of its own', () => {
  test.use({ ownProcess: true });

  test('shows the result after the bridge was killed during the payment', async ({ page, till }) => {
    await till.terminal('POST', '/behaviour', { behaviour: 'manual' });
    await scan(page, codes.bread);
    await pay(page, 'Karte').click();
    await expect(terminalText(page)).toContainText('Karte vorhalten');
    await till.kill();
    await till.terminal('POST', '/card', { card: 'girocard-contactless' });
    await till.restart();
    await expectPaid(page);
    await expect(customerCopy(page)).toContainText('4,50');
  });
});
