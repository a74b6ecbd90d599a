/** Card payments: the text of the terminal on the screen, approved, stopped, and with an unknown outcome. A declined card is in 49. */
import {
  codes,
  customerCopy,
  expectPaid,
  missingSum,
  nextCustomer,
  pay,
  scan,
  signIn,
  terminalText,
} from './counter.ts';
import { expect, type Till, test } from './till.ts';

test.beforeEach(({ page, till }) => signIn(page, till.url));

const booked = async ({ terminal }: Till): Promise<number> =>
  ((await terminal('GET', '/totals')) as { amount: number }).amount;

test('pays the rest after a loyalty card, and finds out by asking that the next sale is paid when the line breaks', async ({
  page,
  till,
}) => {
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
  expect(await booked(till)).toBe(62);

  await till.terminal('POST', '/behaviour', { behaviour: 'lose-line-before-result' });
  await nextCustomer(page);
  await scan(page, codes.bread);
  await pay(page, 'Karte').click();
  await expectPaid(page);
  expect(await booked(till)).toBe(512);
});

test.describe('a customer who takes time', () => {
  test.use({ behaviour: 'manual' });

  test('shows the text of the terminal, moves no money after Cancel, and takes chip and PIN through a reload', async ({
    page,
    till,
  }) => {
    await scan(page, codes.bread);
    await pay(page, 'Karte').click();
    await expect(terminalText(page)).toContainText('Karte vorhalten');
    await page.getByRole('button', { name: 'Abbrechen' }).click();
    await expect(page.getByRole('heading', { name: 'Nicht bezahlt' })).toBeVisible();
    await expect(page.getByText('Es wurde kein Geld bewegt.')).toBeVisible();
    await page.getByRole('button', { name: 'Bar bezahlen' }).click();
    await page.getByRole('button', { name: 'Passend' }).click();
    await expectPaid(page);
    expect(await booked(till)).toBe(0);

    await nextCustomer(page);
    await scan(page, codes.bread);
    await pay(page, 'Karte').click();
    await expect(terminalText(page)).toContainText('Karte vorhalten');
    await page.reload();
    await expect(terminalText(page)).toContainText('Karte vorhalten');
    await till.terminal('POST', '/card', { card: 'girocard-chip' });
    await till.terminal('POST', '/pin', { pin: '1234' });
    await expectPaid(page);
    expect(await booked(till)).toBe(450);
  });

  test('a second tap on the place of the button that paid stops nothing; half a second later it does', {
    tag: '@long',
  }, async ({ page, till }) => {
    await scan(page, codes.bread);
    const box = (await pay(page, 'Karte').boundingBox())!;
    const tap = () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await tap();
    const stop = page.getByRole('button', { name: 'Abbrechen' });
    await expect(stop).toBeVisible();
    await tap();
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    await expect(stop).toBeEnabled();
    await expect(terminalText(page)).toContainText('Karte vorhalten');
    await tap();
    await expect(page.getByRole('heading', { name: 'Nicht bezahlt' })).toBeVisible();
    expect(await booked(till)).toBe(0);
  });
});
