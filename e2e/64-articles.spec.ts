/** A manager looks after the articles: adds one by keys and scans, plans its price, gives it a deposit, imports a file, and the till sells it. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNarrow } from './accessible.ts';
import { adjust, basket, codes, line, openPage, scan, signIn } from './counter.ts';
import { expect, type Till, test } from './till.ts';

const form = (page: Page) => page.getByRole('main');
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const unfold = (page: Page) =>
  page.getByText('Einkaufspreis, Englisch, Pfand, geplante Preise, Gewicht, Alter').click();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function openArticles(page: Page, till: Till): Promise<void> {
  await signIn(page, till.url, '9999', 'Leitung');
  await openPage(page, 'Artikel');
  await expect(page.getByRole('heading', { name: 'Artikel', level: 1 })).toBeFocused();
}

/** By keys alone. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  await button(page, name).focus();
  await page.keyboard.press('Enter');
}

test('leads a manager from a till without articles to their page', { tag: '@long' }, async ({ page, till }) => {
  await page.route('**/bridge/v1/catalogue', route => route.fulfill({ json: { version: 'new shop', articles: [] } }));
  await signIn(page, till.url, '9999', 'Leitung');
  await expect(page.getByText('Dieses Geschäft hat noch keine Artikel.')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Artikel anlegen');
  await expect(page.getByRole('heading', { name: 'Artikel', level: 1 })).toBeFocused();
});

test('adds an article with its deposit by keys and a scan, says what is wrong at its field, and the till sells both', {
  tag: '@long',
}, async ({ page, till }) => {
  await openArticles(page, till);
  await expect(page.getByText(/^50 von \d+ Artikeln$/)).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  await press(page, 'Neuer Artikel');
  await expect(field(page, 'Artikelnummer')).toBeFocused();
  // As slowly as a person: faster keys, and the Enter behind them, are those of a scanner.
  await page.keyboard.type('BIER1', { delay: 60 });
  await field(page, 'Name (Deutsch)').fill('Helles 0,5');
  await field(page, 'Preis').fill('-1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('So sieht kein Preis aus.')).toBeVisible();
  await expect(field(page, 'Preis')).toBeFocused();
  await field(page, 'Preis').fill('1,49');
  await unfold(page);
  await field(page, 'Pfandartikel (Nummer)').fill('PFAND');
  // A scan belongs to the form and to no basket; this code belongs to the coffee of the demo.
  await scan(page, codes.coffee);
  await expect(field(page, 'EANs')).toHaveValue(codes.coffee);
  await page.keyboard.press('Enter');
  await expect(page.getByText(new RegExp(`Die EAN ${codes.coffee} hat schon der Artikel`))).toBeVisible();
  await field(page, 'EANs').fill('');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Einen Pfandartikel PFAND gibt es nicht.')).toBeVisible();
  await expectAccessible(page);
  // Typed values are not lost by a slip of the hand.
  await page.keyboard.press('Escape');
  await expect(page.getByText('Die Änderungen sind nicht gespeichert.')).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Weiter bearbeiten').click();
  await expect(field(page, 'Artikelnummer')).toHaveValue('BIER1');
  await field(page, 'Artikelnummer').focus();
  await page.keyboard.press('Escape');
  await button(page, 'Verwerfen').click();
  await expect(field(page, 'Artikelnummer')).toHaveCount(0);

  await press(page, 'Neuer Artikel');
  await expect(field(page, 'Artikelnummer')).toBeFocused();
  await page.keyboard.type('PFAND8', { delay: 60 });
  await field(page, 'Name (Deutsch)').fill('Pfand 0,08');
  await field(page, 'Preis').fill('0,08');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Pfand 0,08 ist gespeichert.')).toBeVisible();
  await press(page, 'Neuer Artikel');
  await field(page, 'Artikelnummer').fill('BIER1');
  await field(page, 'Name (Deutsch)').fill('Helles 0,5');
  await unfold(page);
  await field(page, 'Name (Englisch)').fill('Lager 0.5');
  await field(page, 'Preis').fill('1,49');
  await field(page, 'Pfandartikel (Nummer)').fill('PFAND8');
  await scan(page, '4012345678901');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Helles 0,5 ist gespeichert.')).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
  await scan(page, '4012345678901');
  await scan(page, '4012345678901');
  await expect(line(page, 'Helles 0,5')).toContainText('2 ×');
  await expect(line(page, 'Pfand 0,08')).toContainText('2 ×');
  await expect(basket(page).getByRole('listitem')).toHaveCount(2);
});

test('finds an article as typed, plans its price, ends it, and the till refuses it', { tag: '@long' }, async ({
  page,
  till,
}) => {
  await openArticles(page, till);
  await page.getByRole('textbox', { name: /^Artikel suchen/ }).fill(codes.coffee.slice(0, 12));
  await expect(page.getByRole('list', { name: 'Gefundene Artikel' }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('list', { name: 'Gefundene Artikel' }).getByRole('button').click();
  await unfold(page);
  await expect(button(page, 'Speichern')).toBeInViewport({ ratio: 1 });
  await button(page, 'Preis planen').click();
  await expect(button(page, 'Speichern')).toBeInViewport({ ratio: 1 });
  await form(page).getByLabel('Gilt ab').fill('2099-01-01');
  await form(page)
    .getByRole('region', { name: 'Geplante Preise' })
    .getByRole('textbox', { name: 'Preis' })
    .fill('3,90');
  await button(page, 'Speichern').click();
  await expect(page.getByText(/ist gespeichert\.$/)).toBeVisible();
  const { body } = await till.call('GET', `/bridge/v1/articles?q=eans:${codes.coffee}`);
  expect(body.data[0].prices.at(-1)).toEqual({ price: 390, validFrom: '2099-01-01' });

  await page.getByRole('list', { name: 'Gefundene Artikel' }).getByRole('button').click();
  // Somebody else is quicker.
  await till.call('PUT', `/bridge/v1/articles/${body.data[0].id}`, { place: 7 });
  await form(page).getByRole('button', { name: 'Nicht mehr verkauft', exact: true }).click();
  await button(page, 'Speichern').click();
  await expect(page.getByText(/Jemand anders hat diesen Artikel inzwischen geändert/)).toBeVisible();
  await button(page, 'Neu laden').click();
  await expect(field(page, 'Platz der Schnelltaste').or(field(page, 'EANs')).first()).toBeVisible();
  await form(page).getByRole('button', { name: 'Nicht mehr verkauft', exact: true }).click();
  await button(page, 'Speichern').click();
  await expect(page.getByText('Kein Artikel passt zu dieser Suche.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
  await expect(async () => {
    await scan(page, codes.coffee);
    await expect(page.getByText(/Dieser Artikel wird nicht mehr verkauft/).first()).toBeVisible({ timeout: 1000 });
  }).toPass();
});

test('imports a file: a preview with every fault by line, then the rest, then the same file changes nothing', {
  tag: '@long',
}, async ({ page, till }) => {
  await openArticles(page, till);
  await press(page, 'Importieren');
  const lines = Array.from(
    { length: 300 },
    (_, index) => `X${index};;Importiert ${index};;Neues;${index % 100 === 50 ? 'x' : '1,00'};19`,
  );
  const file = {
    name: 'artikel.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`number;ean;name;name_en;group;price;tax\n${lines.join('\n')}\n`),
  };
  await form(page).getByLabel('Preisliste wählen (.xlsx, CSV)').setInputFiles(file);
  await expect(page.getByTestId('import-faulty')).toHaveText('3');
  await expect(page.getByTestId('import-created')).toHaveText('297');
  await expect(page).toHaveURL(/#\/import\/columns$/);
  await expectAccessible(page);
  await expectNarrow(page);
  await button(page, 'Weiter: Prüfen').click();
  // A reload comes back to its step.
  await page.reload();
  await expect(page).toHaveURL(/#\/import\/check$/);
  await expect(form(page).getByRole('list', { name: 'Fehler nach Zeilen' }).getByRole('listitem')).toHaveText([
    /Zeile 52 \(price\): Preis "x": so sieht kein Betrag aus/,
    /Zeile 152/,
    /Zeile 252/,
  ]);
  await expect(page.getByText('3 Zeilen mit Fehlern bleiben aus. Bis hierher ist nichts geändert.')).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  await button(page, '297 Artikel importieren').click();
  await expect(page.getByText('Der Import ist fertig: 297 neu, 0 geändert.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Der Import ist fertig: 297 neu, 0 geändert.')).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Noch eine Datei').click();
  await form(page).getByLabel('Preisliste wählen (.xlsx, CSV)').setInputFiles(file);
  await expect(page.getByTestId('import-unchanged')).toHaveText('297');
  await button(page, 'Weiter: Prüfen').click();
  await expect(page.getByText('Es gibt nichts zu importieren.')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/#\/import\/columns$/);
  await openPage(page, 'Artikel');
  await page.getByRole('textbox', { name: /^Artikel suchen/ }).fill('importiert 27');
  await expect(page.getByRole('list', { name: 'Gefundene Artikel' }).getByRole('listitem')).toHaveCount(11);
  // The list is as high as its rows, also where they do not fit the screen: none is cut off.
  const cutOff = (list: Element) => list.scrollHeight - list.clientHeight;
  expect(await page.getByRole('list', { name: 'Gefundene Artikel' }).evaluate(cutOff)).toBeLessThanOrEqual(0);
  const download = page.waitForEvent('download');
  await button(page, 'Exportieren').click();
  expect((await download).suggestedFilename()).toMatch(/^articles-.*\.csv$/);
});

test('shows how a file was read, and takes another character set and lost zeros from the manager', {
  tag: '@long',
}, async ({ page, till }) => {
  await openArticles(page, till);
  await press(page, 'Importieren');
  const lines = ['Nummer;EAN;Name;Preis;MwSt;Bild', '9511;36000291452;K\x8ase S\x9f\xa7;1,99;7;x', ''].join('\r\n');
  const buffer = Buffer.from(lines, 'latin1');
  await form(page)
    .getByLabel('Preisliste wählen (.xlsx, CSV)')
    .setInputFiles({ name: 'mac.csv', mimeType: 'text/csv', buffer });
  await expect(form(page).getByLabel('Bild', { exact: true })).toHaveValue('');
  await button(page, 'Weiter: Prüfen').click();
  const first = page.getByTestId('import-first');
  await expect(first).toContainText('Käse Süß');
  await expect(form(page).getByText(/Der Zeichensatz ist geraten/)).toBeVisible();
  await form(page).getByLabel('Zeichensatz').selectOption('windows-1252');
  await expect(first).toContainText('KŠse SŸ§');
  await form(page).getByLabel('Zeichensatz').selectOption('macintosh');
  await expect(first).toContainText('Käse Süß');
  await expect(page.getByTestId('import-faulty')).toHaveText('1');
  await expectAccessible(page);
  await expectNarrow(page);
  await press(page, 'Nullen ergänzen');
  await expect(page.getByTestId('import-faulty')).toHaveText('0');
  await button(page, '1 Artikel importieren').click();
  await expect(page.getByText('Der Import ist fertig: 1 neu, 0 geändert.')).toBeVisible();
  const { body } = await till.call('GET', '/bridge/v1/articles?q=number:9511');
  expect(body.data[0]).toMatchObject({ name: { de: 'Käse Süß' }, eans: ['0036000291452'] });
});

const LISTS = join(import.meta.dirname, '../main/masterData/articles/files/priceLists');

test('imports price lists of other systems, each with one confirmation', { tag: '@long' }, async ({ page, till }) => {
  test.setTimeout(240_000);
  const rate = (key: string, percent: number, name: string) => ({
    ...{ key, rate: percent, validFrom: '2021-01-01', name: { de: name, en: name } },
  });
  const data = [rate('standard', 19, 'Regelsatz'), rate('reduced', 7, 'Ermäßigter Satz')];
  await signIn(page, till.url, '9999', 'Leitung');
  await till.call('PUT', '/bridge/v1/tax-rates', { data });
  await openPage(page, 'Artikel');
  await press(page, 'Importieren');
  for (const name of readdirSync(LISTS).filter(list => list !== 'without-head.csv'))
    await test.step(name, async () => {
      await form(page).getByLabel('Preisliste wählen (.xlsx, CSV)').setInputFiles(join(LISTS, name));
      await expect(page.getByTestId('import-faulty')).toHaveText('0');
      await button(page, /^[1-5] Artikel importieren$/).click();
      await expect(page.getByText(/^Der Import ist fertig: [1-5] neu, 0 geändert\.$/)).toBeVisible();
      await press(page, 'Noch eine Datei');
    });
});

test('lets a manager say what each column of a list without a head is, and reads the next one by itself', {
  tag: '@long',
}, async ({ page, till }) => {
  await openArticles(page, till);
  await press(page, 'Importieren');
  const choose = () =>
    form(page).getByLabel('Preisliste wählen (.xlsx, CSV)').setInputFiles(join(LISTS, 'without-head.csv'));
  await choose();
  await expect(page.getByText(/Die Datei hat keine Zeile mit Namen der Spalten/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Spalte 2: die ersten drei Zeilen' })).toHaveText('TasseTeller');
  await expectAccessible(page);
  await expectNarrow(page);
  for (const [column, name] of Object.entries({ 1: 'number', 2: 'name', 3: 'price', 4: 'tax' })) {
    await form(page)
      .getByRole('combobox', { name: `Spalte ${column}` })
      .selectOption(name);
    await expect(form(page).getByRole('combobox', { name: `Spalte ${column}` })).toHaveValue(name);
  }
  await button(page, '2 Artikel importieren').click();
  await expect(page.getByText('Der Import ist fertig: 2 neu, 0 geändert.')).toBeVisible();
  await press(page, 'Zu den Artikeln');
  await press(page, 'Importieren');
  await choose();
  await expect(page.getByText('Die Spalten sind so gewählt wie bei der letzten Datei dieser Art.')).toBeVisible();
  await expect(page.getByTestId('import-unchanged')).toHaveText('2');
});

test('looks after groups and scale labels', { tag: '@long' }, async ({ page, till }) => {
  await openArticles(page, till);
  await press(page, 'Gruppen');
  await expect(page.getByRole('list', { name: 'Gruppen' }).getByText('Kaffee').first()).toBeVisible();
  await press(page, 'Neue Gruppe');
  await field(page, 'Name (Deutsch)').fill('Obst & Gemüse lose');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Obst & Gemüse lose ist gespeichert.')).toBeVisible();
  const { body: groups } = await till.call('GET', '/bridge/v1/article-groups');
  expect(groups.data.map(({ id }: { id: string }) => id)).toContain('obst-gemuese-lose');
  await page.getByRole('button', { name: /^Obst & Gemüse lose/ }).click();
  await expect(field(page, 'Name (Deutsch)')).toHaveValue('Obst & Gemüse lose');
  await expectAccessible(page);
  await expectNarrow(page);
  // Without a finger: the first press asks, the second one does it.
  const remove = button(page, /Obst & Gemüse lose löschen/);
  await remove.focus();
  await page.keyboard.press('Enter');
  await expect(remove).toHaveText('Ja, Obst & Gemüse lose löschen');
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(page.getByText('Obst & Gemüse lose ist gelöscht.')).toBeVisible({ timeout: 500 });
  }).toPass();
  await till.call('POST', '/bridge/v1/articles', {
    number: '4711',
    name: 'Äpfel',
    price: 299,
    taxRate: 7,
    measure: 'kg',
  });
  await press(page, 'Waagen-Etiketten');
  await press(page, 'Anfang hinzufügen');
  await field(page, 'Stellen Wert').fill('4');
  await button(page, 'Speichern').click();
  await expect(page.getByText(/ergeben zusammen nicht 12 Ziffern/)).toBeVisible();
  await field(page, 'Stellen Wert').fill('5');
  await button(page, 'Speichern').click();
  await expect(page.getByText('Die Tabelle ist gespeichert.')).toBeVisible();
  await scan(page, '2804711004566');
  await expect(page.getByText(/Äpfel 0,456 kg × .*: 1,36\s€/)).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
});

test('a code that the till does not know becomes an article in the sale, for a manager and for nobody else', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url);
  await scan(page, '4006381333931');
  const unknown = page.getByRole('region', { name: 'Meldungen' }).getByText(/^Code 4006381333931 ist unbekannt/);
  await expect(unknown).toBeVisible();
  await expect(button(page, 'Artikel anlegen')).toHaveCount(0);
  await page.context().clearCookies();
  await signIn(page, till.url, '9999', 'Leitung');
  await scan(page, codes.bread);
  await scan(page, '4006381333931');
  await press(page, 'Artikel anlegen');
  await expect(field(page, 'Name (Deutsch)')).toBeFocused();
  await expect(field(page, 'EANs')).toHaveValue('4006381333931');
  await field(page, 'Name (Deutsch)').fill('Limo');
  await field(page, 'Preis').fill('2,50');
  await page.keyboard.press('Enter');
  await expect(line(page, 'Limo')).toContainText('2,50');
  await expect(line(page, 'Bauernbrot')).toContainText('4,50');
  // The price for everybody, from the line; what is in a basket keeps its price.
  await adjust(page, 'Limo');
  await page.getByRole('dialog').getByRole('button', { name: 'Artikel ändern, für alle' }).click();
  await expect(field(page, 'Preis')).toBeFocused();
  await field(page, 'Preis').fill('2,80');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Limo ist gespeichert.').first()).toBeVisible();
  await expect(line(page, 'Limo')).toContainText('2,50');
  // On the page of the articles, a scan finds the article or begins a new one.
  await openPage(page, 'Artikel');
  await expect(form(page).getByRole('listitem').first()).toBeVisible();
  await scan(page, '4006381333931');
  await expect(field(page, 'Preis')).toHaveValue('2,80');
  await form(page).getByRole('button', { name: 'Schließen' }).click();
  await scan(page, '96385074');
  await expect(field(page, 'EANs')).toHaveValue('96385074');
  await expectAccessible(page);
});
