/** The receipt on screen and paper follows the rules of the specification ("Receipt"). */
import { codes, customerCopy, expectPaid, pay, scan, signIn } from './counter.ts';
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

function styleOf(element: Element) {
  const style = getComputedStyle(element);
  return { align: style.textAlign, size: Number.parseFloat(style.fontSize), weight: Number(style.fontWeight) };
}
