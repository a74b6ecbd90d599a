/** The page of the loyalty programme: a manager finds a card by scan, corrects, merges, and keeps groups, campaigns and vouchers. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNarrow } from './accessible.ts';
import { besideForm, hold, openPage, scan, signIn } from './counter.ts';
import { expect, type Till, test } from './till.ts';

const RICH = '9276004000000018';
const EMPTY = '9276004000000034';

const form = besideForm;
const section = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Bereich' }).getByRole('button', { name });
const box = (within: Page | Locator, name: string | RegExp) => within.getByRole('textbox', { name, exact: true });

async function openLoyalty(page: Page, { url }: Till): Promise<void> {
  await signIn(page, url, '9999', 'Leitung');
  await openPage(page, 'Kundenkarten');
  await expect(page.getByRole('heading', { name: 'Kundenkarten' })).toBeFocused();
}

test('a scanned card is opened, corrected with a reason and merged, and nothing goes into the sale', {
  tag: '@long',
}, async ({ page, till }) => {
  await openLoyalty(page, till);
  await expect(page.getByText(/von 6$/)).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  await scan(page, EMPTY);
  await expect(form(page).getByRole('heading', { name: `Karte ${EMPTY}` })).toBeVisible();
  await expect(form(page).getByText('Noch nichts gebucht.')).toBeVisible();
  await expectAccessible(page);
  await form(page).getByRole('button', { name: 'Guthaben korrigieren' }).focus();
  await page.keyboard.press('Enter');
  await expect(box(form(page), /^Guthaben ändern um/)).toBeFocused();
  await page.keyboard.type('12,50');
  await page.keyboard.press('Enter');
  await expect(form(page).getByText('Bitte ausfüllen.')).toBeVisible();
  await box(form(page), 'Grund').fill('Bon verloren');
  await expectNarrow(page);
  await page.keyboard.press('Enter');
  await expect(form(page).getByText('Gespeichert.')).toBeVisible();
  await expect(form(page).getByText(/12,50\s€, danach 12,50\s€/)).toBeVisible();
  await expect(form(page).getByText(/Korrektur \(Bon verloren\)/)).toBeVisible();
  await form(page).getByRole('button', { name: 'Zusammenlegen' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type(RICH);
  await box(form(page), 'Grund').fill('zwei Karten');
  await expectAccessible(page);
  // Enter leads to the button, which is held: nothing takes two cards apart again.
  await page.keyboard.press('Enter');
  await expect(form(page).getByRole('button', { name: 'Zusammenlegen' })).toBeFocused();
  await hold(form(page).getByRole('button', { name: 'Zusammenlegen' }));
  await expect(form(page).getByRole('heading', { name: `Karte ${RICH}` })).toBeVisible();
  await expect(form(page).getByText(/^62,50\s€$/)).toBeVisible();
  await expect(form(page).getByText(EMPTY)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
  await expect(page.getByText(RICH)).toHaveCount(0);
});

test('a group, a range of cards, a file with faulty lines, and a customer who is given a card and forgotten', {
  tag: '@long',
}, async ({ page, till }) => {
  await openLoyalty(page, till);
  await section(page, 'Gruppen').click();
  await page.getByRole('button', { name: 'Neue Gruppe' }).click();
  await box(form(page), 'Name').fill('Stammkunden');
  await box(form(page), 'Erste Ziffern der Nummern').fill('4111');
  await form(page).getByRole('button', { name: 'Guthaben verfällt' }).click();
  await expectAccessible(page);
  await expectNarrow(page);
  await form(page).getByRole('button', { name: 'Speichern' }).click();
  await expect(form(page).getByText(/sehen aus wie Zahlungskarten/)).toBeVisible();
  await box(form(page), 'Erste Ziffern der Nummern').fill('9281');
  await form(page).getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByRole('button', { name: /^Gruppe Stammkunden öffnen/ })).toBeVisible();
  await section(page, 'Karten').click();
  await page.getByRole('button', { name: 'Viele Karten' }).click();
  await form(page).getByRole('combobox', { name: 'Gruppe' }).selectOption({ label: 'Stammkunden' });
  await box(form(page), 'Wie viele').fill('30');
  await form(page).getByRole('button', { name: 'Karten anlegen' }).click();
  await expect(form(page).getByText(/30 von 30 fertig, fertig/)).toBeVisible();
  await expectAccessible(page);
  await form(page).getByRole('button', { name: 'Schließen' }).last().click();
  await expect(page.getByText('20 von 36')).toBeVisible();
  await page.getByRole('button', { name: 'Karten aus Datei' }).click();
  const text = 'cardnumber;group;cash\n9281900000000001;Stammkunden;5,00\nkaputt!;Stammkunden;1\n';
  const file = { name: 'karten.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await form(page).locator('input[type=file]').setInputFiles(file);
  await expect(form(page).getByText('1 neue Karten, 0 gibt es schon, 1 fehlerhafte Zeilen.')).toBeVisible();
  await expect(form(page).getByText(/Zeile 3/)).toBeVisible();
  await expectAccessible(page);
  await form(page).getByRole('button', { name: '1 einlesen, fehlerhafte Zeilen weglassen' }).click();
  // A balance that comes with a card is a gift, for which a manager says why.
  await page.getByRole('textbox', { name: /Grund/ }).fill('alte Karten');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/1 von 1 fertig, fertig/)).toBeVisible();
  await page.keyboard.press('Escape');

  await section(page, 'Kundschaft').click();
  await page.getByRole('button', { name: 'Neu anlegen' }).click();
  await box(form(page), 'Nachname').fill('Beispiel');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Beispiel öffnen/ }).click();
  await box(form(page), 'Karte geben (Nummer)').fill(EMPTY);
  await page.keyboard.press('Enter');
  await expect(form(page).getByText(EMPTY)).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  await form(page).getByText('Auf Wunsch vergessen').click();
  await hold(form(page).getByRole('button', { name: 'Beispiel vergessen' }));
  await expect(page.getByRole('button', { name: /^anonym öffnen/ })).toBeVisible();
});

test('a campaign is announced where it gives too much, tried on a basket, and ended; a voucher is issued and locked', {
  tag: '@long',
}, async ({ page, till }) => {
  await openLoyalty(page, till);
  await section(page, 'Aktionen').click();
  await page.getByRole('button', { name: 'Neue Aktion' }).click();
  await box(form(page), 'Kennung').fill('alles');
  await box(form(page), 'Name').fill('Alles umsonst');
  await box(form(page), 'Wert').fill('101');
  await form(page).getByRole('button', { name: 'Speichern' }).click();
  await expect(form(page).getByText(/Bitte einen Betrag eingeben/)).toBeVisible();
  await box(form(page), 'Wert').fill('95');
  await expectAccessible(page);
  await expectNarrow(page);
  await page.keyboard.press('Enter');
  await expect(form(page).getByText(/Die Ware ist dann umsonst/)).toBeVisible();
  await expect(form(page).getByText('Die Aktion hat kein Ende.')).toBeVisible();
  await form(page).getByRole('button', { name: 'Schließen' }).last().click();
  const [article] = (await till.call('GET', '/bridge/v1/catalogue')).body.articles;
  await box(page, 'Artikelnummern oder EAN, mit Komma').fill(article.articleNumber);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Alles umsonst: gilt')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Aktion Alles umsonst öffnen/ }).click();
  await hold(form(page).getByRole('button', { name: 'Jetzt beenden' }));
  await expect(page.getByRole('button', { name: /^Aktion Alles umsonst öffnen, beendet/ })).toBeVisible();
  await section(page, 'Coupons').click();
  await page.getByRole('button', { name: 'Neuer Coupon' }).click();
  await box(form(page), 'Name').fill('5 Euro');
  await box(form(page), /^Betrag/).fill('5');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: /Grund/ }).fill('Entschuldigung');
  await page.keyboard.press('Enter');
  await expect(page.getByText('3 von 3')).toBeVisible();
  await page.getByRole('button', { name: /^Coupon [A-Z2-9-]{14} öffnen/ }).click();
  await box(form(page), /^Betrag/).fill('7,50');
  await form(page).getByRole('button', { name: 'Änderung speichern' }).click();
  await expect(page.getByRole('heading', { name: 'Grund angeben' })).toBeVisible();
  await page.getByRole('textbox', { name: /Grund/ }).last().fill('Reklamation');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Coupon [A-Z2-9-]{14} öffnen, 7,50\s€/ }).click();
  await form(page).getByRole('button', { name: 'Sperren' }).click();
  await box(form(page), 'Grund').fill('verloren');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /öffnen, 7,50\s€, gesperrt/ })).toBeVisible();
});

test('in English: every section is opened, a group of vouchers is made, and a coupon gets another value', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url, '9999', 'Leitung');
  await page.getByRole('button', { name: 'Einstellungen' }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await page.keyboard.press('Escape');
  await openPage(page, 'Loyalty');
  const part = (name: string) => page.getByRole('group', { name: 'Section' }).getByRole('button', { name });
  await expect(page.getByRole('heading', { name: 'Loyalty', exact: true })).toBeVisible();
  await part('Groups').click();
  await page.getByRole('button', { name: 'New group' }).click();
  await box(form(page), 'Name').fill('Gutschein');
  await box(form(page), 'Name in English').fill('Voucher');
  await form(page).getByRole('button', { name: 'Cards of this group are vouchers that the shop sells' }).click();
  await expectAccessible(page);
  await expectNarrow(page);
  await form(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Open group Voucher/ })).toBeVisible();
  await part('Campaigns').click();
  await part('Customers').click();
  await expectAccessible(page);
  await part('Coupons').click();
  await page.getByRole('button', { name: /^Open coupon 5000000000000017/ }).click();
  await box(form(page), /^Amount/).fill('7.5');
  await expectAccessible(page);
  await expectNarrow(page);
  await form(page).getByRole('button', { name: 'Save the change' }).click();
  await expect(page.getByRole('heading', { name: 'Give a reason' })).toBeVisible();
  await page
    .getByRole('textbox', { name: /Reason/ })
    .last()
    .fill('Complaint');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Open coupon 5000000000000017, €7\.50/ })).toBeVisible();
  // No German word is left on any of these pages but the names of the shop's own data.
  await expect(page.getByText(/Gutschein(?! )|Kundenkarte(?!n? )|Coupon öffnen/)).toHaveCount(0);
});

test('lists of cards and coupons of another system: their columns are shown, chosen once, and kept for the next file', async ({
  page,
  till,
}) => {
  const choose = (name: string, text: string) =>
    form(page)
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  const columns = form(page).getByTestId('import-columns');
  await openLoyalty(page, till);
  await section(page, 'Karten').click();
  await page.getByRole('button', { name: 'Karten aus Datei' }).click();
  const cards = 'Träger;Stand;Treue\n92761101;12,50 €;1.200\n92761102;;\n';
  await choose('kunden.csv', cards);
  await expect(form(page).getByText('Es fehlt: Kartennummer.')).toBeVisible();
  await expect(columns.getByText('12,50 €')).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  await columns.getByRole('combobox', { name: 'Träger' }).selectOption({ label: 'Kartennummer' });
  await expect(form(page).getByText(/^2 neue Karten, 0 gibt es schon, 0 fehlerhafte Zeilen\.$/)).toBeVisible();
  await columns.getByRole('combobox', { name: 'Stand' }).selectOption({ label: 'Guthaben' });
  await columns.getByRole('combobox', { name: 'Treue' }).selectOption({ label: 'Punkte' });
  await expect(form(page).getByText(/Guthaben 12,50\s€, Bonus 0,00\s€, 1200 Punkte kommen dazu/)).toBeVisible();
  await form(page).getByRole('button', { name: '2 einlesen' }).click();
  await page.getByRole('textbox', { name: /Grund/ }).fill('Umzug');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/2 von 2 fertig, fertig/)).toBeVisible();
  await form(page).getByRole('button', { name: 'Schließen' }).last().click();
  // The next file of this kind needs one confirmation, and the export changes nothing.
  await page.getByRole('button', { name: 'Karten aus Datei' }).click();
  await choose('kunden.csv', cards.replace('92761102', '92761103'));
  await expect(form(page).getByText('Die Spalten sind so gewählt wie bei der letzten Datei dieser Art.')).toBeVisible();
  await expect(form(page).getByText(/^1 neue Karten, 1 gibt es schon/)).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Als Datei speichern' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^cards-\d{4}-\d\d-\d\d\.csv$/);
  await section(page, 'Coupons').click();
  await page.getByRole('button', { name: 'Coupons aus Datei' }).click();
  await choose(
    'coupons.csv',
    'Code,Discount type,Coupon amount,Expiry date\nsommer10,percent,10,2031-12-31\nzehn-ab,fixed_cart,10.00,\n',
  );
  await expect(form(page).getByText('2 neue Coupons, 0 gibt es schon, 0 fehlerhafte Zeilen.')).toBeVisible();
  await expectAccessible(page);
  await form(page).getByRole('button', { name: '2 einlesen' }).click();
  await page.getByRole('textbox', { name: /Grund/ }).fill('Umzug');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/2 von 2 fertig, fertig/)).toBeVisible();
  await form(page).getByRole('button', { name: 'Schließen' }).last().click();
  await expect(page.getByRole('button', { name: /^Coupon SOMMER10 öffnen/ })).toContainText('10 %');
  // Gift cards in a list of coupons are offered as cards, which keep their rest; a number that a spreadsheet rounded waits for a word.
  await page.getByRole('button', { name: 'Coupons aus Datei' }).click();
  await choose('gutscheine.csv', 'Gutscheinkarte Nr.;Restwert\nGK-2031-AB;15,50\n9276004000000120;3,00\n');
  await expect(form(page).getByText(/sieht nach Gutscheinkarten mit Guthaben aus/)).toBeVisible();
  await form(page).getByRole('button', { name: 'Als Karten mit Guthaben einlesen' }).click();
  await expect(form(page).getByText(/^1 Zeilen haben lange Nummern/)).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  await form(page).getByRole('button', { name: 'Die Nummern stimmen' }).click();
  await expect(form(page).getByText(/^2 neue Karten, 0 gibt es schon, 0 fehlerhafte Zeilen/)).toBeVisible();
});
