/** People and API clients: made, locked, gone and back by a manager; a first PIN replaced at the sign-in; the log of it all. */
import type { Page } from '@playwright/test';
import { expectAccessible, expectNarrow } from './accessible.ts';
import { besideForm, openPage, place, signIn } from './counter.ts';
import { expect, type Till, test } from './till.ts';

async function openAsManager(page: Page, till: Till, name: string): Promise<void> {
  await signIn(page, till.url, '9999', 'Leitung');
  await openPage(page, name);
}

const form = besideForm;
/** A secret that is shown once. */
const secretOf = (page: Page) => page.getByRole('dialog');
const field = (page: Page, name: string) => form(page).getByRole('textbox', { name, exact: true });
const press = (page: Page, name: string) => form(page).getByRole('button', { name, exact: true }).click();

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Einstellungen/ }).click();
  await page.getByRole('button', { name: 'Abmelden' }).click();
  await expect(page.getByRole('heading', { name: 'Wer kassiert?' })).toBeVisible();
}

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** Signs somebody in at another screen, and answers what its calls are answered. */
async function signInElsewhere({ url }: Till, username: string, pin: string) {
  const opened = await fetch(`${url}/bridge/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': FIREFOX },
    body: JSON.stringify({ username, pin }),
  });
  const { access_token: token } = await opened.json();
  return (method: string, path: string) =>
    fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
}

test('a manager makes a person, who replaces the first PIN and reads English', async ({ page, till }) => {
  test.setTimeout(120_000);
  await openAsManager(page, till, 'Personen und Zugänge');
  await expect(page.getByRole('heading', { name: 'Personen und Zugänge' })).toBeFocused();
  await expect(page.getByRole('listitem').filter({ hasText: 'manager@demo.example' })).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  await page.getByRole('button', { name: 'Neue Person' }).click();
  await field(page, 'Name').fill('Ada Blau');
  await field(page, 'Benutzername').fill('cashier@demo.example');
  await form(page).getByLabel('Erste PIN').fill('1234');
  await press(page, 'Speichern');
  await expect(form(page).getByText('Diese PIN ist eine Folge und wird als Erstes erraten.')).toBeVisible();
  await form(page).getByLabel('Erste PIN').fill('4711');
  await press(page, 'Speichern');
  await expect(form(page).getByText('Der Benutzername cashier@demo.example ist vergeben.')).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  await field(page, 'Benutzername').fill('ada');
  await form(page).getByRole('combobox', { name: 'Sprache nach der Anmeldung' }).selectOption('English');
  await field(page, 'Benutzername').press('Enter');
  await expect(page.getByText('Ada Blau ist gespeichert.')).toBeVisible();
  const cashier = await signInElsewhere(till, 'cashier@demo.example', '1111');
  await page
    .getByRole('button', { name: /^Kasse/ })
    .first()
    .click();
  await press(page, 'Anmeldungen');
  await expect(form(page).getByRole('heading', { name: 'Anmeldungen' })).toBeFocused();
  await expect(form(page).getByText('Kasse 1, Firefox, Windows')).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  await form(page)
    .getByRole('button', { name: /^Beenden: Kasse, Kasse 1, Firefox, Windows, seit / })
    .click();
  await expect(form(page).getByText(/^Beendet\./)).toBeVisible();
  await expect(form(page).getByText('Nirgends angemeldet.')).toBeVisible();
  expect((await cashier('GET', '/bridge/v1/till')).status).toBe(401);
  await signOut(page);

  await page.getByRole('button', { name: /^Ada Blau/ }).click();
  await page.getByRole('textbox', { name: 'PIN von Ada Blau' }).fill('4711');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Eigene PIN wählen' })).toBeVisible();
  await expect(page.getByLabel('Neue PIN', { exact: true })).toBeFocused();
  await expectAccessible(page);
  await expectNarrow(page);
  const choose = async (pin: string, again = pin) => {
    await page.getByLabel('Neue PIN', { exact: true }).fill(pin);
    await page.getByLabel('Neue PIN noch einmal').fill(again);
    await page.keyboard.press('Enter');
  };
  await choose('2718', '2719');
  await expect(page.getByText('Die beiden neuen PINs sind nicht gleich.')).toBeVisible();
  await choose('4711');
  await expect(page.getByText('Die neue PIN muss sich von der alten unterscheiden.')).toBeVisible();
  await choose('2718');
  // Her own language, and that of the till again once she has gone.
  await expect(page.getByRole('heading', { name: 'Sale', exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Settings/ }).click();
  await page.getByRole('button', { name: 'Change my PIN' }).click();
  await page.getByLabel('Current PIN').fill('2718');
  await page.getByLabel('New PIN', { exact: true }).fill('90210');
  await page.getByLabel('Repeat the new PIN').fill('90210');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your PIN has been changed.').first()).toBeVisible();
  await expect(page.getByLabel('Current PIN')).toHaveCount(0);
  // Where she is signed in: she ends the others, and a manager ends this one.
  const others = [await signInElsewhere(till, 'ada', '90210'), await signInElsewhere(till, 'ada', '90210')];
  await page.getByRole('button', { name: 'My sessions' }).click();
  const sessions = page.getByRole('dialog', { name: 'My sessions' });
  await expect(sessions.getByRole('listitem')).toHaveCount(3);
  await expect(sessions.getByText('this screen')).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  await sessions.getByRole('button', { name: 'End all others: Ada Blau' }).click();
  await expect(sessions.getByText(/^Ended\./)).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  for (const other of others) expect((await other('GET', '/bridge/v1/till')).status).toBe(401);
  const manager = await signInElsewhere(till, 'manager@demo.example', '9999');
  const { data } = await (await manager('GET', '/bridge/v1/sessions')).json();
  const { id } = data.find((session: { person: { name: string } }) => session.person.name === 'Ada Blau');
  expect((await manager('POST', `/bridge/v1/sessions/${id}/end`)).status).toBe(200);
  await expect(page.getByRole('heading', { name: 'Wer kassiert?' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a lock with its reason, leaving and coming back, by keys alone', { tag: '@long' }, async ({ page, till }) => {
  test.setTimeout(120_000);
  const made = await till.call('POST', '/bridge/v1/people', {
    ...{ username: 'bo', name: 'Bo Grün', role: 'cashier', pin: '4711', mustChange: false },
  });
  expect(made.status).toBe(200);
  await openAsManager(page, till, 'Personen und Zugänge');
  const search = page.getByRole('textbox', { name: 'Name oder Benutzername' });
  await search.fill('grün');
  await search.press('Enter');
  await expect(page.getByText('1 von 1')).toBeVisible();
  const open = async () => {
    await page.getByRole('button', { name: /^Bo Grün/ }).focus();
    await page.keyboard.press('Enter');
    await expect(form(page).getByText('Bisherige Änderungen')).toBeVisible();
  };
  const key = async (name: string) => {
    await form(page).getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await open();
  await key('Sperren');
  await expect(field(page, 'Grund')).toBeFocused();
  await expectAccessible(page);
  await field(page, 'Grund').fill('Schlüssel verloren');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Bo Grün ist gesperrt.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Anzeigen' }).selectOption('Gesperrte');
  await open();
  await expect(form(page).getByText(/^Gesperrt seit .*: Schlüssel verloren$/)).toBeVisible();
  await expect(form(page).getByText('Grund: Schlüssel verloren')).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  await key('Ausgeschieden');
  await expect(field(page, 'Grund (muss nicht sein)')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Bo Grün ist ausgeschieden.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Anzeigen' }).selectOption('Ausgeschiedene');
  await open();
  await key('Ist wieder da');
  // The question has no field: its button has the focus, and not the cross of the dialog, which Enter would press.
  await expect(form(page).getByRole('button', { name: 'Ist wieder da', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Bo Grün ist wieder da. Bitte eine PIN setzen.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Anzeigen' }).selectOption('Alle');
  await search.fill('leitung');
  await search.press('Enter');
  await page
    .getByRole('button', { name: /^Leitung/ })
    .first()
    .click();
  await key('Sperren');
  await field(page, 'Grund').fill('aus Versehen');
  await page.keyboard.press('Enter');
  await expect(form(page).getByText(/Danach könnte sich keine Leitung mehr anmelden/)).toBeVisible();
});

test('a client shows its secret once, gets another one and ends', { tag: '@long' }, async ({ page, till, context }) => {
  test.setTimeout(120_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAsManager(page, till, 'Personen und Zugänge');
  await page.getByRole('button', { name: 'Neuer Zugang' }).click();
  await field(page, 'Kennung (client_id)').fill('ab');
  await press(page, 'Speichern');
  await expect(form(page).getByText(/^Eine Kennung hat 3 bis 60/)).toBeVisible();
  await field(page, 'Kennung (client_id)').fill('kasse-1');
  await field(page, 'Name').fill('Tresen');
  await form(page).getByRole('button', { name: 'Stammdaten ändern' }).click();
  await expect(form(page).getByText(/^Damit darf das Programm auch Personen/)).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  await form(page).getByRole('button', { name: 'Stammdaten ändern' }).click();
  await press(page, 'Speichern');
  const secret = (await secretOf(page).getByTestId('secret').textContent()) ?? '';
  expect(secret).toMatch(/^[\w-]{43}$/);
  await secretOf(page).getByRole('button', { name: 'Kopieren' }).click();
  await expect(secretOf(page).getByText('Kopiert.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await expectAccessible(page);
  await expectNarrow(page);
  await secretOf(page).getByRole('button', { name: 'Abgelegt, schließen' }).click();
  const asClient = (of: string) => till.call('GET', '/bridge/v1/till', undefined, { id: 'kasse-1', secret: of });
  expect((await asClient(secret)).status).toBe(200);

  await page.getByRole('button', { name: /^Tresen/ }).click();
  await press(page, 'Neues Geheimnis');
  await form(page).getByRole('combobox').first().selectOption('gar nicht, sofort Schluss');
  await expect(form(page).getByText('Alle laufenden Anmeldungen dieses Zugangs enden sofort.')).toBeVisible();
  await press(page, 'Geheimnis erneuern');
  const next = (await secretOf(page).getByTestId('secret').textContent()) ?? '';
  expect(next).not.toBe(secret);
  await secretOf(page).getByRole('button', { name: 'Abgelegt, schließen' }).click();
  for (const standing of ['Pushes sind noch nicht unterschrieben.', /^Pushes sind unterschrieben seit /]) {
    await page.getByRole('button', { name: /^Tresen/ }).click();
    await press(page, 'Push-Geheimnis');
    await expect(form(page).getByText(standing)).toBeVisible();
    await expectAccessible(page);
    await press(page, 'Push-Geheimnis erneuern');
    await expect(secretOf(page).getByTestId('secret')).toHaveText(/^whsec_[\w+/]{43}=$/);
    await secretOf(page).getByRole('button', { name: 'Abgelegt, schließen' }).click();
  }
  await page.getByRole('button', { name: /^Tresen/ }).click();
  await press(page, 'Zugang beenden');
  await field(page, 'Grund').fill('Kasse verkauft');
  // An end for good is not made by Enter in a field, nor by one press.
  await page.keyboard.press('Enter');
  const end = form(page).getByRole('button', { name: /Zugang beenden|Ja, Tresen beenden/ });
  await expect(end).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(end).toHaveText('Ja, Tresen beenden');
  await expect(form(page).getByText('Noch einmal drücken, um zu bestätigen.')).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(page.getByText('Der Zugang Tresen ist beendet.')).toBeVisible({ timeout: 500 });
  }).toPass();
});

test('the log shows before and after, is found by kind, and its chain is checked', { tag: '@long' }, async ({
  page,
  till,
}) => {
  const { body } = await till.call('POST', '/bridge/v1/people', { username: 'cy', name: 'Cy Rot', role: 'cashier' });
  await till.call('PUT', `/bridge/v1/people/${body.id}`, { role: 'readOnly', language: 'en' });
  await till.call('POST', '/bridge/v1/clients', { id: 'kasse-9' });
  await openAsManager(page, till, 'Änderungen');
  await page.getByRole('button', { name: 'Protokoll prüfen' }).click();
  await expect(page.getByText(/^Das Protokoll ist vollständig und unverändert: 3 Einträge\./)).toBeVisible();
  const entries = page.getByRole('region', { name: 'Einträge' }).getByRole('listitem');
  await expect(entries).toHaveCount(3);
  await page.getByRole('combobox', { name: 'Was' }).selectOption('Person');
  await expect(entries).toHaveCount(2);
  const changed = entries.first();
  await expect(changed).toContainText('Person geändert');
  await expect(changed.getByRole('row', { name: 'Rolle cashier readOnly' })).toBeVisible();
  await expect(changed.getByRole('row', { name: 'Sprache nichts en' })).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  await page.getByRole('combobox', { name: 'Was' }).selectOption('alles');
  await page.getByRole('textbox', { name: 'Kennung oder Nummer' }).fill('kasse-9');
  await page.keyboard.press('Enter');
  await expect(entries).toHaveCount(1);
});

test('who installs has the pages that the bridge lets him change, and sees no button that is refused', {
  tag: '@long',
}, async ({ page, till }) => {
  // The role of older installations, which is not given any more.
  await page.route('**/bridge/v1/session/refresh', async route => {
    const session = await (await route.fetch()).json();
    await route.fulfill({ json: { ...session, user: { ...session.user, role: 'integrator' } } });
  });
  await signIn(page, till.url, '9999', 'Leitung');
  // No way to sell: the management is the first page.
  await expect(page.getByRole('heading', { name: 'Verwaltung' })).toBeVisible();
  await expect(place(page, /./)).toHaveText(['Belege', 'Verwaltung']);
  await expect(page.getByRole('main').getByRole('link')).toHaveText([
    ...[/^Berichte/, /^Terminals/, /^Drucker/, /^Sicherung/, /^Personen und Zugänge/, /^Änderungen/],
  ]);
  await openPage(page, 'Drucker');
  await expect(page.getByRole('button', { name: 'Drucker hinzufügen' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Logo', exact: true })).toHaveCount(0);
  await openPage(page, 'Terminals');
  await expect(page.getByRole('button', { name: 'Aufgaben' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Vorgänge von Hand' })).toHaveCount(0);
  await openPage(page, 'Verkäufe');
  await expect(page.getByText('Ihr Konto darf Verkäufe nur ansehen.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rückgabe ohne Bon' })).toHaveCount(0);
  await openPage(page, 'Personen und Zugänge');
  await expect(page.getByText('Ihr Konto darf hier Zugänge ändern, und Personen nur ansehen.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Neue Person' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Neuer Zugang' })).toBeVisible();
  await expectAccessible(page);
});

test('a person who only reads sees lists and reports, and no button that changes anything', { tag: '@long' }, async ({
  page,
  till,
}) => {
  await till.call('POST', '/bridge/v1/people', {
    ...{ username: 'dee', name: 'Dee Weiß', role: 'readOnly', pin: '4711', mustChange: false },
  });
  await page.goto(till.url);
  await page.getByRole('button', { name: /^Dee Weiß/ }).click();
  await page.getByRole('textbox', { name: 'PIN von Dee Weiß' }).fill('4711');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Verwaltung' })).toBeVisible();
  await expect(page.getByText('Ihr Konto darf Listen und Berichte ansehen.', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  await openPage(page, 'Personen und Zugänge');
  await expect(page.getByText('Ihr Konto darf hier nur lesen.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Neue Person' })).toHaveCount(0);
  await page
    .getByRole('button', { name: /^Kasse/ })
    .first()
    .click();
  await expect(form(page).getByRole('textbox')).toHaveCount(0);
  await expect(form(page).getByRole('button', { name: 'Sperren' })).toHaveCount(0);
  await expectAccessible(page);
});

test('a list of people of another system is shown by columns and made, each without a PIN until a manager sets it', {
  tag: '@long',
}, async ({ page, till }) => {
  await openAsManager(page, till, 'Personen und Zugänge');
  await page.getByRole('button', { name: 'Personen aus Datei' }).click();
  const text =
    'Vorname;Nachname;E-Mail;Position\nJo;Maurer;jo@liste.example;Filialleiter\nAnna;Graf;anna@liste.example;Aushilfe\n;;kein name;Pirat\n';
  const file = { name: 'personal.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await form(page).locator('input[type=file]').setInputFiles(file);
  await expect(form(page).getByText(/^2 neue Personen, 0 geändert, 0 unverändert, 1 fehlerhafte/)).toBeVisible();
  await expect(form(page).getByText('Zeile 4').first()).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  await form(page).getByRole('button', { name: '2 einlesen, fehlerhafte Zeilen weglassen' }).click();
  await expect(form(page).getByText(/^2 Personen sind angelegt/)).toBeVisible();
  await form(page).getByRole('button', { name: 'Zur Liste' }).click();
  await expect(page.getByRole('button', { name: /Jo Maurer/ })).toBeVisible();
});
