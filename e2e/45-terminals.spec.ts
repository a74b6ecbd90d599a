/** The manager finds a terminal, pairs it, runs a task at it and removes it. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { codes, expectPaid, hold, line, nextCustomer, openPage, pay, saved, scan, signIn } from './counter.ts';
import { expect, type Till, test } from './till.ts';
import type { HostedTerminal } from './tillOrders.ts';

test('shows the search only after the paired terminal and what can be used of it, and runs a diagnosis', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url, '9999', 'Leitung');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/bridge/v1/terminals', async route => {
    await released;
    await route.continue();
  });
  await openTerminals(page);
  // No button moves under a finger.
  const byHand = page.getByRole('button', { name: 'Adresse von Hand eingeben' });
  await expect(page.getByText('wird geladen', { exact: false })).toBeVisible();
  await expect(byHand).toHaveCount(0);
  release();
  const rows = page.getByRole('list', { name: 'Gekoppelte Terminals' }).getByRole('listitem');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(/bereit\s*seit/);
  // The one terminal stands beside the list at once.
  const known = page.getByRole('region', {
    name: (await rows.locator('.font-semibold').textContent()) ?? '',
    exact: true,
  });
  await expect(known).toContainText('Kasse 1');
  await expect(known).toContainText('stehen in der Konfigurationsdatei');
  await expect(known.getByRole('button', { name: /entfernen$/ })).toHaveCount(0);
  await expect(known).toContainText('Tasten am Terminal');
  for (const unused of ['Bargeld mitgeben', 'teilweise Warenausgabe', 'Einstellungen ändern', 'Ziffern'])
    await expect(known).not.toContainText(unused);
  await byHand.click();
  await expect(page.getByRole('region', { name: 'Koppeln' })).toBeVisible();
  await page.keyboard.press('Escape');
  const [trace] = await Promise.all([
    page.waitForEvent('download'),
    known.getByRole('button', { name: 'Protokoll speichern' }).click(),
  ]);
  expect(trace.suggestedFilename()).toBe('terminal-60001234.txt');
  expect(readFileSync(await trace.path(), 'utf8')).toContain('<- 06 0F Completion');
  await known.getByRole('button', { name: 'Aufgaben' }).click();
  const form = openForm(page);
  await form.getByRole('button', { name: 'Diagnose' }).click();
  await expect(form.getByText('Diagnose: erledigt.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
});

test('repeats the last slip where there is one, asks a question at the keys of the terminal, and prints a text there', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url, '9999', 'Leitung');
  const form = await openTasks(page);
  await form.getByRole('button', { name: 'Beleg wiederholen' }).click();
  const which = form.getByRole('group', { name: 'Welchen Beleg' });
  await expect(which.getByRole('button')).toHaveCount(4);
  await repeat(form);
  await expect(form.getByRole('status')).toContainText('Das Terminal hat keinen Beleg geschickt');
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
  await scan(page, codes.bread);
  await pay(page, 'Karte').click();
  await expectPaid(page);
  await nextCustomer(page);
  await openTasks(page);
  await form.getByRole('button', { name: 'Beleg wiederholen' }).click();
  await which.getByRole('button', { name: 'Händlerbeleg' }).click();
  await repeat(form);
  const slip = form.getByRole('region', { name: 'Beleg des Terminals' });
  await expect(slip).toContainText('Wiederholungsbeleg');
  await expect(slip).toContainText('Händlerbeleg');
  await expect(slip).not.toContainText('Kundenbeleg');
  await expect(form.getByRole('button', { name: 'Drucken', exact: true })).toBeVisible();

  await till.terminal('POST', '/behaviour', { behaviour: 'manual' });
  await form.getByRole('button', { name: 'Am Terminal fragen' }).click();
  await form.getByLabel('Text für die Anzeige').fill('Tüte dazu?');
  await form.getByRole('button', { name: 'Am Terminal fragen' }).last().click();
  await expect(form.getByRole('status')).toContainText('Läuft am Terminal');
  await expect
    .poll(async () => ((await till.terminal('GET', '/state')) as { awaits: string | null }).awaits)
    .toBe('key');
  await till.terminal('POST', '/key', { key: 'ok' });
  await expect(form.getByRole('status')).toContainText('Antwort: OK');
  await form.getByRole('button', { name: 'Text drucken' }).click();
  await form.getByLabel('Text für den Drucker des Terminals').fill('Heute bis 18 Uhr');
  await form.getByRole('button', { name: 'Text drucken' }).last().click();
  await expect(form.getByText('Text drucken: erledigt.')).toBeVisible();
  expect(JSON.stringify(await till.terminal('GET', '/paper'))).toContain('Heute bis 18 Uhr');
});

test('pairs a second terminal by a search or by its address, renames and removes it', { tag: '@long' }, async ({
  page,
  till,
  openTerminal,
}) => {
  const [second] = await Promise.all([openTerminal(), openTerminal({ port: 20_007 })]);
  await signIn(page, till.url, '9999', 'Leitung');
  await openTerminals(page);
  const form = openForm(page);
  const search = page.getByRole('region', { name: 'Terminal suchen' });
  await search.getByLabel('Netze').fill('127.0.0.1');
  await search.getByRole('button', { name: 'Suchen' }).click();
  const found = search.getByRole('list', { name: 'Gefunden' }).getByRole('listitem');
  await expect(found).toContainText(['tcp://127.0.0.1:20007'], { timeout: 20_000 });
  await found.getByRole('button', { name: 'tcp://127.0.0.1:20007 koppeln' }).click();
  await expect(form.getByLabel('Port')).toHaveValue('20007');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Adresse von Hand eingeben' }).click();
  // The fault stands at its field, and the button stays in sight with the reason beside it.
  await form.getByLabel('Port').fill('99999');
  await form.getByRole('button', { name: 'Koppeln' }).click();
  await expect(form.getByText('Hier fehlt die Adresse des Terminals')).toBeVisible();
  await expect(form.getByText('Ein Port ist eine Zahl von 1 bis 65535')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Koppeln' })).toBeInViewport();
  await form.getByLabel('Adresse').fill('127.0.0.1');
  await form.getByLabel('Port').fill('9');
  await form.getByRole('button', { name: 'Koppeln' }).click();
  await expect(form.getByText('Das Terminal ist nicht erreichbar')).toBeInViewport();
  // With an advice, and with what was typed.
  await expect(form.getByRole('status').filter({ hasText: 'Kassenschnittstelle (ZVT)' })).toBeVisible();
  await expect(form.getByLabel('Adresse')).toHaveValue('127.0.0.1');
  await expect(form.getByText('kein Geld bewegt')).toHaveCount(0);
  await expect(form.getByRole('button', { name: 'Koppeln' })).toBeInViewport();
  await form.getByLabel('Port').fill(String(second.port));
  await form.getByLabel('Name').fill('Theke');
  await expect(form.getByLabel('Kassenpasswort')).toHaveAttribute('type', 'password');
  await form.getByRole('button', { name: 'Kasse 1' }).click();
  await expect(
    form.getByRole('group', { name: 'Wer kassiert noch an diesem Terminal?' }).getByRole('button'),
  ).toHaveCount(3);
  await form.getByRole('button', { name: 'Koppeln' }).click();
  await expect(form.getByRole('heading', { name: 'Das Terminal ist gekoppelt' })).toBeVisible({ timeout: 20_000 });
  await expect(form.getByText('Diagnose: in Ordnung')).toBeVisible();
  await form.getByRole('button', { name: 'Fertig' }).click();
  const row = page.getByRole('list', { name: 'Gekoppelte Terminals' }).getByRole('button', { name: /^Theke/ });
  await expect(row).toContainText('bereit');
  await row.click();
  const card = page.getByRole('region', { name: 'Theke', exact: true });
  await expect(card).toBeFocused();
  // The unanswered question stands on the page with its consequence; one touch answers it.
  await expect(card).toContainText('Noch nicht beantwortet: Wer kassiert noch an diesem Terminal?');
  await card.getByRole('button', { name: 'Niemand: nur Kassen dieser Tillbridge' }).click();
  await expect(card).not.toContainText('Noch nicht beantwortet');
  await expect(card).toContainText('Niemand: nur Kassen dieser Tillbridge');
  await card.getByRole('button', { name: 'Ändern' }).click();
  await expect(form.getByRole('heading', { name: 'Theke', exact: true })).toBeFocused();
  await form.getByLabel('Name').fill('Außentheke');
  // A slip of the hand loses nothing.
  await row.click();
  await expect(form.getByText('Die Änderungen sind nicht gespeichert.')).toBeVisible();
  await form.getByRole('button', { name: 'Weiter bearbeiten' }).click();
  await form.getByLabel('Name').focus();
  await page.keyboard.press('Enter');
  const renamed = page.getByRole('region', { name: 'Außentheke', exact: true });
  const remove = renamed.getByRole('button', { name: 'Außentheke entfernen' });
  await remove.click();
  await expect(renamed.getByText('Nicht lange genug: bitte eine Sekunde gedrückt halten.')).toBeVisible();
  await hold(remove);
  await expect(renamed).toHaveCount(0);
});

test('takes the model of a terminal from a person, and changes its address later', { tag: '@long' }, async ({
  page,
  till,
  openTerminal,
}) => {
  const [first, moved, stranger] = await Promise.all([
    openTerminal(),
    openTerminal(),
    openTerminal({ terminalId: '60009999' }),
  ]);
  await signIn(page, till.url, '9999', 'Leitung');
  await openTerminals(page);
  await page.getByRole('button', { name: 'Adresse von Hand eingeben' }).click();
  const form = openForm(page);
  await form.getByLabel('Adresse').fill('127.0.0.1');
  await form.getByLabel('Port').fill(String(first.port));
  await form.getByLabel('Name').fill('Theke');
  await form.getByText('Weitere Einstellungen').click();
  await form.getByLabel('Modell').selectOption('älteres Terminal ohne Container');
  await form.getByLabel('Zeichensatz').selectOption('CP437');
  await form.getByRole('button', { name: 'Koppeln' }).click();
  await expect(form.getByRole('heading', { name: 'Das Terminal ist gekoppelt' })).toBeVisible({ timeout: 20_000 });
  await form.getByRole('button', { name: 'Fertig' }).click();
  const row = page.getByRole('list', { name: 'Gekoppelte Terminals' }).getByRole('button', { name: /^Theke/ });
  await row.click();
  const card = page.getByRole('region', { name: 'Theke', exact: true });
  await expect(card).toContainText('Zeichensatz: cp437');
  await expect(card).toContainText('älteres Terminal ohne Container');
  await card.getByRole('button', { name: 'Ändern' }).click();
  await form.getByLabel('Port').fill(String(stranger.port));
  await page.keyboard.press('Enter');
  await expect(form.getByText('Dort antwortet ein anderes Terminal', { exact: false })).toBeVisible({
    timeout: 20_000,
  });
  await expect(form.getByText('Dort antwortet Terminal 60009999, nicht 60001234.')).toBeVisible();
  await form.getByLabel('Port').fill(String(moved.port));
  await page.keyboard.press('Enter');
  await expect(form).toHaveCount(0, { timeout: 20_000 });
  await expect(card).toContainText(`tcp://127.0.0.1:${moved.port}`);
  await expect(row).toContainText('bereit');
  await expect(card).toContainText('Zeichensatz: cp437');
});

test('gives an O.P.I. terminal its own port of the till', { tag: '@long' }, async ({ page, till, openTerminal }) => {
  const opi = await openTerminal({ protocol: 'opi' });
  await signIn(page, till.url, '9999', 'Leitung');
  await openTerminals(page);
  await page.getByRole('button', { name: 'Adresse von Hand eingeben' }).click();
  const form = openForm(page);
  await form.getByLabel('Adresse').fill('127.0.0.1');
  await form.getByText('Weitere Einstellungen').click();
  await form.getByRole('button', { name: 'O.P.I.' }).click();
  await expect(form.getByLabel('Kassenpasswort')).toHaveCount(0);
  await expect(form.getByLabel('Port', { exact: true })).toHaveValue('20002');
  await expect(form.getByLabel('Port der Kasse für das Terminal')).toHaveValue('20007');
  await form.getByLabel('Port', { exact: true }).fill(String(opi.port));
  await form.getByLabel('Port der Kasse für das Terminal').fill(new URL(till.url).port);
  await form.getByLabel('Name').fill('Theke');
  await form.getByRole('button', { name: 'Koppeln' }).click();
  await expect(form.getByText('ist schon belegt', { exact: false })).toBeVisible({ timeout: 20_000 });
  await expect(form.getByLabel('Port der Kasse für das Terminal')).not.toHaveValue(new URL(till.url).port);
  await form.getByRole('button', { name: 'Koppeln' }).click();
  await expect(form.getByRole('heading', { name: 'Das Terminal ist gekoppelt' })).toBeVisible({ timeout: 20_000 });
  await expect(form.getByText('bitte eine Zahlung probieren', { exact: false })).toBeVisible();
});

/** A second terminal of the shop; the cashier has signed in. */
async function besideSecond(page: Page, till: Till, second: HostedTerminal) {
  const connection = { type: 'tcp', host: '127.0.0.1', port: second.port };
  const paired = await till.call('POST', '/bridge/v1/terminals', { connection, description: 'Theke' });
  expect(paired.status).toBe(200);
  await signIn(page, till.url);
  await declined(page, till);
  return page.getByRole('region', { name: 'Karte an einem anderen Terminal' });
}

test('takes a declined card at another terminal of the shop', async ({ page, till, openTerminal }) => {
  const others = await besideSecond(page, till, await openTerminal());
  await others.getByRole('button').click();
  await expectPaid(page);
});

test('takes a declined card at its own terminal where the other needs its end-of-day', { tag: '@long' }, async ({
  page,
  till,
  openTerminal,
}) => {
  const second = await openTerminal();
  await fetch(`${second.control}/behaviour`, { method: 'POST', body: '{"behaviour":"end-of-day-required"}' });
  const others = await besideSecond(page, till, second);
  await others.getByRole('button').click();
  await expect(page.getByTestId('declined-reason')).toContainText('Kassenabschluss offen', { timeout: 20_000 });
  // A terminal before its end-of-day is not offered any more; the till's own terminal still is.
  await expect(others).toHaveCount(0);
  await expect(page.getByRole('region', { name: /voll|Kassenschnitt/ })).toHaveCount(0);
  await till.terminal('POST', '/behaviour', { behaviour: 'approve' });
  await page.getByRole('button', { name: 'Karte noch einmal' }).click();
  await expectPaid(page);
});

/** The form beside the list of terminals: what has the cross. */
const openForm = (page: Page): Locator =>
  page.getByRole('region').filter({ has: page.getByRole('button', { name: 'Schließen', exact: true }) });

async function openTasks(page: Page): Promise<Locator> {
  await openTerminals(page);
  await page.getByRole('button', { name: 'Aufgaben' }).click();
  return openForm(page);
}

/** The till's own terminal declines the card. */
async function declined(page: Page, till: Till): Promise<void> {
  await till.terminal('POST', '/behaviour', { behaviour: 'decline' });
  await scan(page, codes.coffee);
  await expect(line(page, 'Cappuccino')).toBeVisible();
  await saved(page);
  await page.keyboard.press('F9');
  await expect(page.getByRole('heading', { name: 'Nicht bezahlt' })).toBeVisible({ timeout: 20_000 });
}

/** The button of the form; the button that opened the form has the same name. */
const repeat = (form: Locator) => form.getByRole('button', { name: 'Beleg wiederholen' }).last().click();

async function openTerminals(page: Page): Promise<void> {
  await openPage(page, 'Terminals');
  await expect(page.getByRole('heading', { name: 'Terminals', exact: true })).toBeVisible();
}
