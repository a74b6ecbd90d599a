/** The screen of the back office, with its demo of five stores: one back office serves every story of the file. */
import { codeAt, stepAt } from '../main/office/people/oneTimeCodes.ts';
import { expectAccessible, expectNarrow } from './accessible.ts';
import { codes, expectPaid, openPage, pay, scan, signIn as signInAtTill } from './counter.ts';
import { signIn } from './officeSignIn.ts';
import { expect, test } from './till.ts';

// The back office is started once, and the stories of one worker take it in turn.
test.describe.configure({ mode: 'default' });

test('signs in with the keyboard alone, and shows today beside a week ago', async ({ page, office }) => {
  await page.goto(office);
  await expect(page.getByRole('textbox', { name: 'Benutzername' })).toBeFocused();
  await page.keyboard.type('chain@demo.example');
  await page.keyboard.press('Tab');
  await page.keyboard.type('wrong password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: /stimm|falsch/i })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Passwort').fill('demo-office-1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Heute' })).toBeFocused();
  await expect(page.getByText(/vor einer Woche [\d.,]+\s€/)).toBeVisible();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(7);
  await page.goto(`${office}/shop`);
  await page.getByLabel('Ziel (EUR)').fill('45000');
  await page.getByRole('button', { name: 'Ziel speichern' }).click();
  await expect(page.getByText('Gespeichert: geändert 1, unverändert 0.')).toBeVisible();
  await expect(page.getByRole('table', { name: /^Ziele im / })).toContainText('45.000,00');
  await expectAccessible(page);
  await expectNarrow(page, 320);
  await page.goto(office);
  await expect(page.getByText(/^von 45\.000,00\s€; bis heute Abend erwartet: [\d.,]+\s?%$/)).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Monatsziel' })).toBeVisible();
  // An address that somebody keeps is a page for whoever asks, a proxy included.
  for (const path of ['/shop', '/closings/ZRP_1', '/tills', '/account', '/people'])
    expect((await page.request.get(office + path)).status(), path).toBe(200);
  await expectAccessible(page);
  await expectNarrow(page, 320);
});

test('the address of a report says its filters, its figures are those of the CSV, and each leads to its receipts', async ({
  page,
  office,
}) => {
  await signIn(page, office);
  const span = lastWeek();
  await page.goto(`${office}/reports/turnover?from=${span.from}&to=${span.to}&by=day`);
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(9);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const text = await (await download.createReadStream()).toArray();
  expect(Buffer.concat(text).toString('utf8').trim().split('\n').length).toBeGreaterThanOrEqual(8);

  await page.goto(`${office}/reports/turnover?from=${span.from}&to=${span.to}&by=store&compare=week`);
  const table = page.getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(7);
  await expect(page.getByRole('figure')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Vergleich: gegen Woche davor' })).toBeVisible();
  await page.getByRole('button', { name: 'Umsatz', exact: true }).click();
  await expect(table.getByRole('columnheader', { name: 'Umsatz', exact: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  expect(new URL(page.url()).searchParams.get('sort')).toBe('turnover:desc');
  await expectAccessible(page);
  await expectNarrow(page, 320);

  await table.getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Verkäufe' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Filiale: \w+$/ })).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page, 320);
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: /^Beleg \d/ })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Verlauf' }).getByRole('listitem').first()).toContainText(
    'abgeschlossen',
  );
  await expectAccessible(page);
  await expectNarrow(page, 320);
  await page.getByRole('link', { name: 'Zurück zur Liste' }).click();
  await expect(page.getByRole('heading', { name: 'Verkäufe' })).toBeVisible();
});

test('a report by two keys has sums at both edges, and arrows lead to the sales behind each figure', {
  tag: '@long',
}, async ({ page, office }) => {
  await signIn(page, office);
  const { from, to } = lastWeek();
  await page.goto(`${office}/reports/turnover?from=${from}&to=${to}&by=store`);
  const chips = page.getByRole('region', { name: 'Auswahl' });
  await chips.getByRole('button', { name: 'Spalten', exact: true }).press('Enter');
  await page
    .getByRole('dialog', { name: 'Spalten' })
    .getByRole('button', { name: 'Spalten: Tag', exact: true })
    .click();
  const grid = page.getByRole('grid', { name: /^Umsatz: Filiale × Tag/ });
  await expect(grid.getByRole('row')).toHaveCount(7);
  await expect(grid.getByRole('columnheader')).toHaveCount(9);
  await expect(grid.getByRole('columnheader', { name: 'Summe' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Excel', exact: true })).toHaveAttribute('href', /across=day/);
  await expect(page.getByRole('link', { name: 'Alle Werte als Excel' })).toHaveAttribute('href', /figure=all/);
  // Beside the week before, each figure has the one of then below it.
  await chips.getByRole('button', { name: 'Ohne Vergleich' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'gegen Woche davor' }).click();
  await expect(grid.getByRole('row').last().getByRole('gridcell').last()).toContainText(/€.*€ \([+−]\d/);
  await expectAccessible(page);
  await expectNarrow(page, 320);
  // One figure is in the order of the tab key; arrows go from there, and stop at the edge.
  const figures = grid.locator('[data-place]');
  await figures.first().focus();
  for (const key of ['ArrowRight', 'ArrowDown', 'Home', 'ArrowLeft']) await page.keyboard.press(key);
  await expect(grid.locator('[data-place="1,0"]')).toBeFocused();
  await expect(grid.locator('[data-place][tabindex="0"]')).toHaveCount(1);
  const day = new URL(page.url()).searchParams.get('from')!;
  const store = (await grid.getByRole('row').nth(2).getByRole('rowheader').textContent())!;
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Verkäufe' })).toBeVisible();
  await expect(page.getByRole('button', { name: `Filiale: ${store}` })).toBeVisible();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ from: day, to: day, events: 'all' });
});

test('makes an enrolment code that is shown once, and shows people and log to the chain and neither to a store', {
  tag: '@long',
}, async ({ page, office, browser }) => {
  await signIn(page, office);
  await page.getByRole('link', { name: 'Kassen', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Kassenrechner' }).getByRole('row')).toHaveCount(15);
  await expect(page.getByRole('table', { name: 'Lücken' })).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page, 320);
  await page.getByRole('button', { name: 'Kasse anmelden' }).click();
  await page.getByRole('button', { name: 'Code erzeugen' }).click();
  const code = page.getByText(/^Code: [2-9A-Z]{5}-[2-9A-Z]{5}$/);
  await expect(code).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Fertig' }).click();
  await expect(code).toHaveCount(0);

  await page.getByRole('link', { name: 'Personen' }).click();
  await expect(page.getByRole('row', { name: /chain@demo\.example/ })).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page, 320);
  await page.getByRole('link', { name: 'Protokoll' }).click();
  await page.getByRole('button', { name: 'Kette prüfen' }).click();
  await expect(page.getByText(/^Die Kette ist unversehrt/)).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page, 320);
  const store = await browser.newPage();
  await signIn(store, office, 'store@demo.example', 'demo-office-2');
  await expect(store.getByRole('link', { name: 'Personen' })).toHaveCount(0);
  await store.goto(`${office}/people`);
  await expect(store.getByText('Diese Seite ist der Leitung der Kette vorbehalten.')).toBeVisible();
  await store.close();
});

test('the chain changes name and time zone of a store, and everybody sees them', { tag: '@long' }, async ({
  page,
  office,
}) => {
  await signIn(page, office);
  await page.getByRole('link', { name: 'Betrieb' }).click();
  await expect(page.getByRole('heading', { name: 'Betrieb und Filialen' })).toBeFocused();
  await expect(page.getByLabel('Währung')).toHaveValue('EUR');
  await expectAccessible(page);
  await expectNarrow(page, 320);
  await page.getByRole('button', { name: 'Westtor ändern' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Westtor Zürich');
  await sheet.getByLabel('Zeitzone').selectOption('Europe/Zurich');
  await sheet.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Westtor Zürich' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Westtor Zürich Europe\/Zurich/ })).toBeVisible();
  await page.getByRole('button', { name: 'Westtor Zürich ändern' }).click();
  await sheet.getByRole('textbox', { name: 'Name' }).fill('Westtor');
  await sheet.getByLabel('Zeitzone').selectOption('Europe/Berlin');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /Westtor Europe\/Berlin/ })).toBeVisible();
});

test('people see where they are signed in, and end the other sessions by their password', { tag: '@long' }, async ({
  page,
  office,
}) => {
  const username = 'store@demo.example';
  const elsewhere = await page.request.post(`${office}/office/v1/token`, {
    form: { username, password: 'demo-office-2' },
  });
  const { access_token: token } = (await elsewhere.json()) as { access_token: string };
  await signIn(page, office, username, 'demo-office-2');
  await page.goto(`${office}/account`);
  const table = page.getByRole('table', { name: 'Angemeldet' });
  await expect(table.getByText('dieser Browser')).toBeVisible();
  const others = page.getByRole('button', { name: 'Alle anderen beenden' });
  await expect(others).toBeDisabled();
  await page.getByLabel('Passwort, um andere zu beenden').fill('demo-office-2');
  await expectAccessible(page);
  await expectNarrow(page, 320);
  await others.click();
  await expect(page.getByText('Beendet.')).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(2);
  const headers = { authorization: `Bearer ${token}` };
  expect((await page.request.get(`${office}/office/v1/me`, { headers })).status()).toBe(401);
});

test('people set a second factor up, sign in with its codes, and the chain wants it and resets it', {
  tag: '@long',
}, async ({ page, office }) => {
  const [username, password] = ['store@demo.example', 'demo-office-2'];
  const part = page.getByRole('region', { name: 'Zweiter Faktor' });
  const setUp = async () => {
    await part.getByLabel('Passwort').fill(password);
    await page.keyboard.press('Enter');
    await expect(part.getByRole('img', { name: 'QR-Code für die App' })).toBeVisible();
    const secret = (await part.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '';
    await expectAccessible(page);
    await expectNarrow(page, 320);
    const code = part.getByLabel('2. Code der App');
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await code.fill(appCode(secret));
    await page.keyboard.press('Enter');
    const codes = part.getByRole('list', { name: 'Wiederherstellungscodes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    await expectAccessible(page);
    const kept = await codes.allTextContents();
    await part.getByRole('button', { name: 'Ich habe sie verwahrt' }).click();
    return kept;
  };
  await signIn(page, office, username, password);
  await page.goto(`${office}/account`);
  const [recovery = ''] = await setUp();
  await expect(part.getByText('Wiederherstellungscodes: noch 10.')).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page, 320);

  // The form asks for a code now; a wrong code gets the answer of a wrong password.
  await page.context().clearCookies();
  await page.goto(office);
  await page.getByLabel('Benutzername').fill(username);
  await page.getByLabel('Passwort').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Benutzername, Passwort oder Code stimmt nicht.', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Code', { exact: true }).fill(recovery);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Heute' })).toBeFocused();

  // The phone is lost: the chain resets it, and wants one of everybody of a store from now on.
  await page.context().clearCookies();
  await signIn(page, office);
  await page.goto(`${office}/people`);
  await page
    .getByRole('row', { name: /store@demo/ })
    .getByRole('button')
    .click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Zweiten Faktor zurücksetzen' }).click();
  await sheet.getByRole('button', { name: 'Speichern' }).click();
  const wanted = page.getByRole('region', { name: 'Zweiten Faktor verlangen' });
  await wanted.getByRole('button', { name: 'Filiale' }).click();
  await expect(wanted.getByText('Gespeichert.')).toBeVisible();
  await expectAccessible(page);
  await page.context().clearCookies();
  await page.goto(office);
  await page.getByLabel('Benutzername').fill(username);
  await page.getByLabel('Passwort').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Zweiten Faktor einrichten' })).toBeFocused();
  await setUp();
  await expect(page.getByRole('heading', { name: 'Heute' })).toBeFocused();

  // As it was.
  await page.context().clearCookies();
  await signIn(page, office);
  await page.goto(`${office}/people`);
  await wanted.getByRole('button', { name: 'Filiale' }).click();
  await expect(wanted.getByText('Gespeichert.')).toBeVisible();
  await page
    .getByRole('row', { name: /store@demo/ })
    .getByRole('button')
    .click();
  await sheet.getByRole('button', { name: 'Zweiten Faktor zurücksetzen' }).click();
  await sheet.getByRole('button', { name: 'Speichern' }).click();
  await expect(sheet).toHaveCount(0);
});

/** As an authenticator app makes it from the secret that the page shows. */
function appCode(secret: string): string {
  const bits = [...secret.replaceAll(' ', '')].map(letter =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2));
  return codeAt(Buffer.from(bytes), stepAt(Date.now()));
}

test('an account statement is looked at and imported, without its other entries', { tag: '@long' }, async ({
  page,
  office,
}) => {
  await signIn(page, office);
  await page.getByRole('link', { name: 'Bank' }).click();
  const entry = (amount: string, text: string) =>
    `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-01-20</Dt></BookgDt><AddtlNtryInf>${text}</AddtlNtryInf></Ntry>`;
  const entries = entry('12.00', 'Flaschenpfand') + entry('98.59', 'TID 99999999 BRUTTO 100,00 ENTGELT 1,41');
  await page.getByLabel('Datei wählen').setInputFiles({
    name: 'auszug.xml',
    mimeType: 'application/xml',
    buffer: Buffer.from(`<Document><BkToCstmrStmt><Stmt>${entries}</Stmt></BkToCstmrStmt></Document>`),
  });
  await expect(page.getByText('Gelesen als Kontoauszug (CAMT). Nicht eingelesen, weil ohne Terminal-ID')).toBeVisible();
  await expect(page.getByText('Dieses Terminal gehört zu keiner Filiale, die Sie sehen.')).toBeVisible();
  await expect(page.getByText('Flaschenpfand')).toHaveCount(0);
  await expectAccessible(page);
  await expectNarrow(page, 320);
});

test('a sale is taken out of the books with a reason, is listed with it, and counts again with another one', {
  tag: '@long',
}, async ({ page, office }) => {
  await signIn(page, office);
  await page.goto(`${office}/sales`);
  await page.getByRole('table').getByRole('link').first().click();
  // As the printer set it: every amount of the receipt ends at the same edge.
  const paper = page.getByRole('region', { name: 'Wie gedruckt' });
  await expect(paper.getByText('Bon-Nr.')).toBeVisible();
  const ends = await paper
    .locator('p')
    .filter({ hasText: /Summe|Bon-Nr|Datum/ })
    .locator(':scope > :last-child')
    .evaluateAll(all => all.map(one => Math.round(one.getBoundingClientRect().right)));
  expect(ends.length).toBeGreaterThanOrEqual(3);
  expect(new Set(ends).size).toBe(1);
  const books = page.getByRole('region', { name: 'Bücher' });
  await books.getByLabel('Grund').fill('Probe nach der Reparatur, kein Verkauf');
  await page.keyboard.press('Enter');
  await expect(books.getByText('zählt danach in keinem Bericht mehr', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await books.getByRole('button', { name: 'Ja, herausnehmen' }).click();
  await expect(books.getByRole('status').filter({ hasText: 'Der Verkauf zählt nicht mehr.' })).toBeVisible();

  await page.getByRole('link', { name: 'Kassen', exact: true }).click();
  const aside = page.getByRole('table', { name: 'Aus den Büchern genommen' });
  const row = aside.getByRole('row').filter({ hasText: 'Probe nach der Reparatur' });
  await expect(row).toContainText(/STX_/);
  await expectAccessible(page);
  await expectNarrow(page, 320);
  // By keys alone.
  await row.getByRole('button', { name: /^STX_\w+ wieder zählen$/ }).focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: /wieder zählen$/ });
  await sheet.getByLabel('Grund').fill('war doch ein Verkauf');
  await expectAccessible(page);
  await expectNarrow(page, 320);
  // The number of the sale is one long word.
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: 800 });
  expect((await sheet.boundingBox())?.width).toBeLessThan(320);
  await page.setViewportSize(size);
  await page.keyboard.press('Enter');
  await sheet.getByRole('button', { name: 'Ja, wieder zählen' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(row).toHaveCount(0);

  await page.getByRole('link', { name: 'Protokoll' }).click();
  const log = page.getByRole('row');
  await expect(log.filter({ hasText: 'Datensätze wieder gezählt' })).toContainText('Grund: war doch ein Verkauf');
  await expect(log.filter({ hasText: 'Datensätze aus den Büchern genommen' })).toContainText('Grund: Probe nach');
});

test('a till that has no target enrols with a code, and what it sells arrives', { tag: '@long' }, async ({
  page,
  office,
  till,
}) => {
  const { token, store } = await storeAccess(office);
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${office}/office/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: the story reads whatever the wire holds
    return (await answer.json()) as any;
  };
  const { code } = await ask('POST', '/codes', { store: store.id });
  await signInAtTill(page, till.url, '9999', 'Leitung');
  await openPage(page, 'Warteschlange');
  // Until now it has a light for its terminal alone.
  const lights = page.getByRole('list', { name: 'Verbindungen' });
  await expect(lights.getByRole('listitem')).toHaveCount(1);
  await expect(lights).toContainText('Terminal bereit');
  await expect(page.getByText('Kein Ziel ist eingerichtet.', { exact: false })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Anmeldung an der Zentrale' })).toContainText('an keiner Zentrale');
  await expectAccessible(page);
  await expectNarrow(page);
  await page.getByRole('textbox', { name: 'Code aus der Zentrale' }).fill(code);
  await page.getByRole('textbox', { name: 'Adresse der Zentrale' }).fill(office);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.getByText(`Angemeldet: ${store.name}`, { exact: false })).toBeVisible();
  await page.keyboard.press('Escape');
  await scan(page, codes.bread);
  await pay(page, 'Bar').click();
  await page.getByRole('textbox', { name: 'Gegeben' }).fill('20');
  await page.getByRole('button', { name: 'Kassieren' }).click();
  await expectPaid(page);
  const { body: sold } = await till.call('GET', '/api/v2/Smart/Transactions?q=status:ok&count=1');
  const { id } = sold.data[0];
  await expect
    .poll(async () => (await ask('GET', `/sales?q=id:${id}`)).data, { timeout: 20_000 })
    .toMatchObject([{ id, store: store.id, sum: 450, status: 'ok' }]);
});

test('a phone shows the total first, and the filters are one line of chips', { tag: '@long' }, async ({
  page,
  office,
}) => {
  await signIn(page, office);
  await page.setViewportSize({ width: 400, height: 800 });
  await page.goto(`${office}/reports/turnover`);
  const figures = page.getByRole('region', { name: 'Summen' });
  await expect(figures.getByText('zur Woche davor').first()).toBeVisible();
  await expect(page.getByText('Heute ist noch nicht vorbei')).toBeVisible();
  const chips = page.getByRole('region', { name: 'Auswahl' });
  // Two lines of chips would be 96 px, without what scrolls them.
  expect((await chips.boundingBox())?.height).toBeLessThan(96);
  await chips.getByRole('button', { name: 'Bericht wählen: Umsatz' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Bericht wählen' }).getByRole('button', { name: 'Bargeldabgleich' }).click();
  await expect(page.getByRole('heading', { name: 'Bargeldabgleich' })).toBeVisible();
  await expect(figures).toBeInViewport();
  await expectAccessible(page);
  await expectNarrow(page, 320);

  await page.goto(`${office}/sales`);
  await expect(page.getByText('Stornos nicht abgezogen')).toBeInViewport();
  await chips.getByRole('button', { name: 'Zahlart' }).press('Enter');
  await page.getByRole('dialog', { name: 'Zahlart' }).getByRole('button', { name: 'Bar', exact: true }).click();
  await expect(chips.getByRole('button', { name: 'Zahlart: Bar' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('method')).toBe('cash');
  // An article has no chip of its own: it can only be taken away.
  await page.goto(`${office}/sales?article=9101&method=debit`);
  await expect(chips.getByRole('button', { name: 'Zahlart: Lastschrift' })).toBeVisible();
  await page.getByRole('button', { name: 'Artikel 9101 entfernen' }).press('Enter');
  await expect(page.getByRole('list', { name: 'Eingeschränkt auf' })).toHaveCount(0);
  await expectAccessible(page);
  await expectNarrow(page, 320);
});

test('while the back office does not answer the page says so, and asks again by itself', { tag: '@long' }, async ({
  page,
  office,
}) => {
  await signIn(page, office);
  await page.goto(`${office}/sales`);
  await expect(page.getByRole('table')).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Früher' }).click();
  const away = page.getByRole('status').filter({ hasText: 'Die Zentrale antwortet seit' });
  await expect(away).toContainText('Was hier steht, ist von davor');
  await expectAccessible(page);
  await page.context().setOffline(false);
  await expect(away).toHaveCount(0);
  // Calls that failed meanwhile are repeated.
  await expect(page.getByRole('button', { name: 'Noch einmal' })).toHaveCount(0);
  await expect(page.getByRole('table')).toBeVisible();
});

test('a Z report leads by keyboard to its closing, and that to exactly its sales', async ({ page, office }) => {
  await signIn(page, office);
  await page.goto(`${office}/reports/cash`);
  await page
    .getByRole('table')
    .getByRole('link', { name: /^Z \d+$/ })
    .first()
    .press('Enter');
  const title = page.getByRole('heading', { name: /^Z-Bericht \d+$/ });
  await expect(title).toBeVisible();
  const number = (await title.textContent())?.replace('Z-Bericht ', '');
  await expect(page.getByRole('link', { name: 'Berichte', exact: true })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByText(/^Alles ist angekommen, und der Umsatz stimmt: /)).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page, 320);
  const turnover = await page.getByRole('definition').first().textContent();
  await page.getByRole('link', { name: 'Verkäufe dieses Abschlusses' }).press('Enter');
  await expect(page.getByRole('list', { name: 'Eingeschränkt auf' })).toContainText(`Abschluss: Z ${number}`);
  await expect(page.getByText(turnover ?? '', { exact: true }).first()).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Verkäufe: Bar', exact: true }).press('Enter');
  expect(new URL(page.url()).searchParams.get('method')).toBe('cash');
  await page.goBack();
  await page.getByRole('link', { name: 'Davor', exact: true }).press('Enter');
  await expect(title).toHaveText(`Z-Bericht ${Number(number) - 1}`);
});

/** A token of the manager of the first store, who makes codes for that store alone. */
async function storeAccess(office: string) {
  const form = new URLSearchParams({ username: 'store@demo.example', password: 'demo-office-2' });
  const signedIn = await fetch(`${office}/office/v1/token`, { method: 'POST', body: form });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const me = await fetch(`${office}/office/v1/me`, { headers: { authorization: `Bearer ${token}` } });
  const { stores } = (await me.json()) as { stores: readonly { id: string; name: string }[] };
  return { token, store: stores[0]! };
}

test('a company account leads to the page of today, and the session stays', async ({ page, office, accounts }) => {
  accounts.person.email = 'chain@demo.example';
  await page.goto(office);
  await page.getByRole('link', { name: 'Mit dem Firmenkonto anmelden' }).click();
  await expect(page.getByRole('heading', { name: 'Heute' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Heute' })).toBeVisible();
});

test('a company account that is refused leads to a page with a sentence, and by keyboard back', {
  tag: '@long',
}, async ({ page, office, accounts }) => {
  accounts.person.email = 'nobody@demo.example';
  await page.goto(office);
  await page.getByRole('link', { name: 'Mit dem Firmenkonto anmelden' }).click();
  await expect(page.getByRole('heading', { name: 'Nicht angemeldet' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Dieses Firmenkonto gehört zu niemandem');
  await expectAccessible(page);
  await expectNarrow(page, 320);
  const back = page.getByRole('link', { name: 'Zurück zur Anmeldung' });
  expect((await back.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  await page.keyboard.press('Tab');
  await expect(back).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Benutzername' })).toBeVisible();
});

/** Seven whole days up to yesterday. */
function lastWeek(): { readonly from: string; readonly to: string } {
  const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  return { from: dayBefore(7), to: dayBefore(1) };
}
