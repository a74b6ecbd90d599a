/** A manager looks at the day: figures first, the hours, the ways of paying and the best sellers, and another span in two touches. */
import { expectAccessible, expectNarrow } from './accessible.ts';
import { codes, expectPaid, openPage, pay, scan, signIn } from './counter.ts';
import { expect, test } from './till.ts';

test('a day is shown by its hours beside the ways of paying and the best sellers, and compared in two touches', async ({
  page,
  till,
}) => {
  await signIn(page, till.url, '9999', 'Leitung');
  for (const code of [codes.bread, codes.bread, codes.milk]) await scan(page, code);
  await pay(page, 'Karte').click();
  await expectPaid(page);
  await page.keyboard.press('Enter');
  await openPage(page, 'Berichte');
  const choice = page.getByRole('region', { name: 'Auswahl' });
  await choice.getByRole('button', { name: 'Zeitraum: Letzte 7 Tage' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Heute', exact: true }).click();
  await expect(choice.getByRole('button', { name: 'Zeitraum: Heute' })).toBeFocused();
  await expect(choice.getByRole('button', { name: 'Nach: nach Stunde' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Stunde' })).toBeVisible();
  const beside = page.getByRole('region', { name: 'Zahlungsmittel und Artikel' });
  await expect(beside.getByRole('listitem').filter({ hasText: 'Karte' })).toContainText('10,40 € · 100 %');
  await expect(beside.getByRole('listitem').filter({ hasText: 'Bauernbrot' })).toContainText(/2 ×\s*9,00\s€/);
  await choice.getByRole('button', { name: /^Vergleich/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ohne Vergleich' }).click();
  await expect(page.getByRole('region', { name: 'Summen' })).not.toContainText('zu ');
  // A grouping that came with the day goes with it.
  await choice.getByRole('button', { name: 'Zeitraum: Heute' }).click();
  // "This week" is a single day on Mondays.
  await page.getByRole('dialog').getByRole('button', { name: 'Letzte 7 Tage' }).click();
  await expect(choice.getByRole('button', { name: 'Nach: nach Tag' })).toBeVisible();
  await choice.getByRole('button', { name: 'Früher' }).click();
  await expect(page.getByText('Für diese Auswahl gibt es keine Zahlen.')).toBeVisible();
  await choice.getByRole('button', { name: 'Später' }).click();
  await expect(beside).toContainText('10,40 €');
  await expectAccessible(page);
  await expectNarrow(page);
});
