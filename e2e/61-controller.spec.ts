/** A controller at the back office: questions that are answered by following figures to receipts, on the chain of the demo. */
import { expectAccessible, expectNarrow } from './accessible.ts';
import { signIn } from './officeSignIn.ts';
import { expect, test } from './till.ts';

// The back office is started once, and the stories of one worker take it in turn.
test.describe.configure({ mode: 'default' });

/*
 * Ten questions of a controller: what was taken, against last year, where least, who cancels most against the month before, in which
 * stores, on which receipts, how busy the hours are, what sells best, whether the cash agrees, and what the tills need.
 */
test('a controller finds the answers to ten questions by following the figures', { tag: '@long' }, async ({
  page,
  office,
}) => {
  await signIn(page, office);
  const figures = page.getByRole('region', { name: 'Summen' });
  const table = page.getByRole('table');
  const chips = page.getByRole('region', { name: 'Auswahl' });
  const choose = async (chip: RegExp, name: string) => {
    await chips.getByRole('button', { name: chip }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  };
  const report = async (name: string) => {
    await choose(/^Bericht wählen/, name);
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  };
  // 1 and 2: what was taken in the last weeks, and against the year before?
  await page.getByRole('link', { name: 'Berichte' }).click();
  await report('Umsatz');
  await expect(figures.getByText(/davor/).first()).toBeVisible();
  await choose(/^Zeitraum/, 'Letzte 90 Tage');
  await choose(/^Vergleich/, 'gegen vier Wochen davor');
  await expect(figures).toContainText('€');
  // Ways of paying beyond the five greatest stand together, so that all add up.
  await expect(page.getByRole('listitem').filter({ hasText: 'Andere' })).toContainText('€');
  // 3: which store took least?
  await choose(/^Nach/, 'nach Filiale');
  await page.getByRole('button', { name: 'Umsatz', exact: true }).click();
  await expect(table.getByRole('row')).toHaveCount(7);
  // 4: which cashier cancels most, against four weeks before?
  await report('Korrekturen');
  await choose(/^Nach/, 'nach Kassenkraft');
  await expect(table.getByRole('columnheader', { name: 'Kassenkraft' })).toBeVisible();
  await page.getByRole('button', { name: 'Storniert', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Vergleich: gegen vier Wochen/ })).toBeVisible();
  // The question is asked again each month: it is kept under a name.
  await chips.getByRole('button', { name: 'Ansichten' }).press('Enter');
  const views = page.getByRole('dialog', { name: 'Ansichten' });
  await views.getByRole('textbox', { name: 'Name der Ansicht' }).fill('Stornos im Monat');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  const kept = views.getByRole('button', { name: /^Stornos im Monat(?! entfernen)/ });
  await expect(kept).toBeVisible();
  // And comes by mail on the first of each month.
  await views.getByRole('button', { name: 'Als Mail: Stornos im Monat' }).press('Enter');
  await views.getByLabel('Als Mail an chain@demo.example').selectOption('Am Ersten des Monats');
  await expect(kept).toContainText('Am Ersten des Monats');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(views).toHaveCount(0);
  const who = (await table.getByRole('row').nth(1).getByRole('link').first().textContent())!.trim();
  // 5: on which receipts, and in which stores? The figure leads to them, with every event.
  await table.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Verkäufe' })).toBeVisible();
  await expect(page.getByRole('button', { name: `Kassenkraft ${who} entfernen` })).toBeVisible();
  await expect(table.getByRole('columnheader', { name: 'Filiale' })).toBeVisible();
  // 6: which of them are above ten euros?
  await chips.getByRole('button', { name: 'Weitere Filter' }).press('Enter');
  const more = page.getByRole('dialog', { name: 'Weitere Filter' });
  await expect(more.getByLabel('Kassenkraft')).toHaveValue(who);
  await more.getByRole('textbox', { name: 'Summe ab' }).fill('10,00');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(more).toHaveCount(0);
  expect(new URL(page.url()).searchParams.get('least')).toBe('10,00');
  // These receipts are wanted every morning, as CSV.
  await chips.getByRole('button', { name: 'Ansichten' }).press('Enter');
  await views.getByRole('textbox', { name: 'Name der Ansicht' }).fill('Stornos ab zehn Euro');
  await page.keyboard.press('Enter');
  await views.getByRole('button', { name: 'Als Mail: Stornos ab zehn Euro' }).press('Enter');
  await views.getByLabel('Als Mail an chain@demo.example').selectOption('Jeden Morgen');
  await views.getByLabel('Datei der Mail').selectOption('CSV');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await expectNarrow(page, 320);
  await table.getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: /^Beleg \d/ })).toBeFocused();
  // 7 and 8: how busy is each hour, and what sells best, as a workbook?
  await page.goto(`${office}/reports/turnover?by=hour`);
  await expect(page.getByRole('figure')).toBeVisible();
  await choose(/^Nach/, 'nach Artikel');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Excel' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^turnover-article-.*\.xlsx$/);
  await chips.getByRole('button', { name: 'Ansichten' }).press('Enter');
  await kept.click();
  await expect(page.getByRole('heading', { name: 'Korrekturen', exact: true })).toBeVisible();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
    by: 'cashier',
    compare: 'month',
    span: 'last90',
  });
  // 9: does the cash agree?
  await report('Bargeldabgleich');
  await expect(table.getByRole('columnheader', { name: 'Differenz', exact: true })).toBeVisible();
  // 10: what do the tills need, and which records do not count?
  await page.getByRole('link', { name: 'Kassen', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Flotte' }).getByRole('link').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Aufbewahrt, zählt nicht' })).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page, 320);
  await page
    .getByRole('region', { name: 'Flotte' })
    .getByRole('link', { name: /^Melden sich nicht/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Flotte: Zustand der Kassen' })).toBeVisible();
  await expect(table.getByRole('columnheader', { name: 'Letzter Tagesabschluss' })).toBeVisible();
});

test('a controller follows missing cash, discounts, changes and taxes by keyboard to receipts and files', {
  tag: '@long',
}, async ({ page, office }) => {
  await signIn(page, office);
  const table = page.getByRole('table');
  const chips = page.getByRole('region', { name: 'Auswahl' });
  const choose = async (chip: RegExp, name: string) => {
    await chips.getByRole('button', { name: chip }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).press('Enter');
  };
  // Reports begin with those of a span; a report of now does not take the span away.
  await page.getByRole('link', { name: 'Berichte' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Umsatz', exact: true })).toBeVisible();
  await choose(/^Zeitraum/, 'Letzte 90 Tage');
  await choose(/^Bericht wählen/, 'Flotte: Zustand der Kassen');
  await table.getByRole('button', { name: 'Zuletzt gehört' }).press('Enter');
  // Where does cash miss, and who closed?
  await choose(/^Bericht wählen/, 'Bargeldabgleich');
  await expect(page.getByRole('button', { name: 'Zeitraum: Letzte 90 Tage' })).toBeVisible();
  await choose(/^Nach/, 'nach Region');
  await expect(table.getByRole('row')).toHaveCount(4);
  await choose(/^Nach/, 'nach Person am Abschluss');
  await expect(table.getByRole('columnheader', { name: 'Person am Abschluss' })).toBeVisible();
  const closer = table.getByRole('row').nth(1).getByRole('link');
  const name = (await closer.textContent())!.trim();
  await expectAccessible(page);
  await closer.press('Enter');
  await expect(table.getByRole('columnheader', { name: 'Differenz', exact: true })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(table.getByRole('row').nth(1)).toContainText(name);
  await table.getByRole('link').first().press('Enter');
  await expect(page.getByRole('heading', { name: /^Z-Bericht \d/ })).toBeVisible();
  // Those who gave most discounts: a row leads to what it is ordered by.
  await page.goto(`${office}/reports/corrections?span=last90&by=cashier&compare=month&sort=discount:desc`);
  await expect(table.getByRole('columnheader', { name: 'Nachlässe: Änderung' })).toBeVisible();
  await table.getByRole('row').nth(2).getByRole('link').press('Enter');
  await expect(page.getByRole('button', { name: 'Zeigt: Nachlässe' })).toBeVisible();
  await table.getByRole('link').first().press('Enter');
  await expect(page.getByRole('heading', { name: /^Beleg \d/ })).toBeFocused();
  // The store that lost most against the year before.
  await page.goto(`${office}/reports/turnover?span=month&by=store&compare=year`);
  const change = table.getByRole('button', { name: 'Umsatz: Änderung' });
  await change.press('Enter');
  await change.press('Enter');
  await expect(table.getByRole('columnheader', { name: 'Umsatz: Änderung' })).toHaveAttribute('aria-sort', 'ascending');
  // The quarter by tax rate, and where its postings come from.
  await choose(/^Zeitraum/, 'Dieses Quartal');
  await choose(/^Nach/, 'nach Steuersatz');
  await page.getByRole('link', { name: 'DATEV einrichten' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'DATEV' })).toBeVisible();
});

test('a controller asks for today by region, and for the receipts behind prices by hand and lines that were taken out', {
  tag: '@long',
}, async ({ page, office }) => {
  await signIn(page, office);
  const table = page.getByRole('table');
  const total = table.getByRole('row').last();
  await expect(total).toContainText('€');
  const sum = await total.textContent();
  await page.getByRole('button', { name: 'Zeilen: nach Filiale' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'nach Region' }).press('Enter');
  await expect(table.getByRole('columnheader', { name: 'Region' })).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(4);
  expect(await total.textContent()).toBe(sum);
  await expectAccessible(page);
  await expectNarrow(page, 320);
  await table.getByRole('link', { name: 'Mitte' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Filiale: Region Mitte' })).toBeVisible();
  // An address may name a region that is gone.
  const shown = page.url();
  await page.goto(`${office}/?region=Nirgends`);
  await expect(page.getByRole('button', { name: 'Filiale: Nirgends' })).toBeVisible();
  await page.goto(shown);
  await expect(table.getByRole('columnheader', { name: 'Filiale' })).toBeVisible();
  await expectAccessible(page);
  for (const [column, events] of [
    ['lowered', 'Preise von Hand'],
    ['voided', 'Zeilen herausgenommen'],
  ] as const) {
    await page.goto(`${office}/reports/corrections?span=last90&by=cashier&sort=${column}:desc`);
    await table.getByRole('row').nth(1).getByRole('link').press('Enter');
    await expect(page.getByRole('button', { name: `Zeigt: ${events}` })).toBeVisible();
    await table.getByRole('link').first().press('Enter');
    await expect(page.getByRole('heading', { name: /^Beleg \d/ })).toBeFocused();
  }
});
