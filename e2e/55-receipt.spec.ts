/** The receipt on screen and paper follows the rules of the specification ("Receipt"). */
import { expectAccessible, expectNarrow } from './accessible.ts';
import { codes, customerCopy, expectPaid, openPage, pay, scan, signIn } from './counter.ts';
import { expect, test } from './till.ts';

test('shows headlines, values at the right and important text bold, prints nothing else, and marks a copy of the terminal', async ({
  page,
  till,
}) => {
  await signIn(page, till.url);
  await scan(page, codes.bread);
  await pay(page, 'Karte').click();
  await expectPaid(page);
  const copy = customerCopy(page);
  const headline = copy.getByRole('heading', { name: 'Kartenzahlung' });
  const total = copy.getByText('Summe', { exact: true });
  const [headlineStyle, totalStyle] = await Promise.all([headline, total].map(one => one.evaluate(styleOf)));
  expect(headlineStyle).toMatchObject({ align: 'center' });
  expect(headlineStyle!.size).toBeGreaterThan(totalStyle!.size);
  expect(headlineStyle!.weight).toBeGreaterThanOrEqual(600);
  expect(totalStyle!.weight).toBeGreaterThanOrEqual(600);
  const paper = await copy.boundingBox();
  const value = await copy.getByText('4,50 EUR', { exact: true }).first().boundingBox();
  expect(value!.x + value!.width).toBeGreaterThan(paper!.x + paper!.width * 0.8);

  const atTerminal = async () =>
    JSON.stringify(((await till.terminal('GET', '/paper')) as { printedBy: string }[]).slice(-1));
  const button = page.getByRole('button', { name: 'Am Terminal drucken' });
  await button.click();
  await expect.poll(atTerminal).toContain('Bauernbrot');
  expect(await atTerminal()).not.toContain('Kopie');
  await button.click();
  await expect.poll(atTerminal).toContain('* * Kopie * *');
  await till.terminal('POST', '/paper', { loaded: false });
  await button.click();
  await expect(page.getByRole('status').filter({ hasText: 'Terminal' })).toBeAttached();

  const printed = page.evaluate(
    () =>
      new Promise<string>(resolve => {
        window.print = () => resolve(document.querySelector('.printout')?.textContent ?? '');
      }),
  );
  await page.getByRole('button', { name: 'Beleg drucken', exact: true }).click();
  expect(await printed).toContain('* * Kundenbeleg * *');
  expect(await printed).not.toContain('Händlerbeleg');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Nächster Kunde' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
});

test('a gift receipt without prices, an invoice with the address of the customer, and a copy of it with its mark', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url);
  await scan(page, codes.bread);
  await pay(page, 'Bar').click();
  await page.getByRole('button', { name: 'Passend' }).click();
  await expectPaid(page);
  const printed = () =>
    page.evaluate(
      () =>
        new Promise<string>(resolve => {
          window.print = () => resolve(document.querySelector('.printout')?.textContent ?? '');
        }),
    );
  const gift = printed();
  await page.getByRole('button', { name: 'Geschenkbon drucken' }).click();
  expect(await gift).toMatch(/Geschenkbon.*Bauernbrot.*Bon-Nr\./);
  expect(await gift).not.toMatch(/4,50|MwSt|KOPIE/);

  await page.getByRole('button', { name: 'Rechnung', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Rechnung' });
  await sheet.getByRole('textbox', { name: 'Name oder Firma' }).fill('Muster GmbH');
  await expectAccessible(page);
  await expectNarrow(page);
  await sheet.getByRole('button', { name: 'Rechnung drucken' }).click();
  await expect(sheet.getByText('Das gehört auf jede Rechnung.')).toHaveCount(3);
  // The next customer's goods neither end the receipt nor lose what is typed.
  await scan(page, codes.milk);
  await expect(sheet.getByText(/Bitte erst die Frage beantworten/)).toBeVisible();
  await sheet.getByRole('textbox', { name: 'Straße und Hausnummer' }).fill('Ring 1');
  await sheet.getByRole('textbox', { name: 'Postleitzahl' }).fill('80331');
  await sheet.getByRole('textbox', { name: 'Ort', exact: true }).fill('München');
  const invoice = printed();
  await page.keyboard.press('Enter');
  expect(await invoice).toMatch(/Rechnung.*Muster GmbH.*Ring 1.*80331 München.*Rechnung Nr\..*Bauernbrot.*netto/);
  await expect(sheet.getByText('Muster GmbH, Ring 1, 80331 München')).toBeVisible();
  await expectAccessible(page);
  const copy = printed();
  await sheet.getByRole('button', { name: 'Kopie drucken' }).click();
  expect(await copy).toContain('KOPIE 1');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Nächster Kunde' }).click();

  // Later, from the list of sales.
  await openPage(page, 'Verkäufe');
  await page.getByRole('main').getByRole('list').getByRole('button', { name: /4,50/ }).first().click();
  await page.getByRole('button', { name: 'Rechnung', exact: true }).click();
  await expect(sheet.getByText('Muster GmbH, Ring 1, 80331 München')).toBeVisible();
  await sheet.getByRole('button', { name: 'Anschrift berichtigen' }).click();
  await expect(sheet.getByRole('textbox', { name: 'Ort', exact: true })).toHaveValue('München');
});

function styleOf(element: Element) {
  const style = getComputedStyle(element);
  return { align: style.textAlign, size: Number.parseFloat(style.fontSize), weight: Number(style.fontWeight) };
}
