/** The manager finds a terminal, pairs it, runs a task at it and removes it. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { codes, expectPaid, line, pay, saved, scan, signIn } from './counter.ts';
import { expect, type Till, test } from './till.ts';

test('shows the paired terminal with its features, and runs a diagnosis', async ({ page, till }) => {
  await signIn(page, till.url, '9999', 'Leitung');
  await openTerminals(page);
  const known = page.getByRole('region', { name: 'Gekoppelte Terminals' }).getByRole('listitem');
  await expect(known).toHaveCount(1);
  await expect(known).toContainText('bereit');
  await expect(known).toContainText('Kasse 1');
  await expect(known).toContainText('stehen in der Konfigurationsdatei');
  await expect(known.getByRole('button', { name: 'Entfernen' })).toHaveCount(0);
  const [trace] = await Promise.all([
    page.waitForEvent('download'),
    known.getByRole('button', { name: 'Protokoll speichern' }).click(),
  ]);
  expect(trace.suggestedFilename()).toBe('terminal-60001234.txt');
  expect(readFileSync(await trace.path(), 'utf8')).toContain('<- 06 0F Completion');
  await known.getByRole('button', { name: 'Aufgaben' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Diagnose' }).click();
  await expect(dialog.getByText('Diagnose: erledigt.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
});

test('repeats the last slip, and says when there is none', async ({ page, till }) => {
  await signIn(page, till.url, '9999', 'Leitung');
  const dialog = await openTasks(page);
  await dialog.getByRole('button', { name: 'Beleg wiederholen' }).click();
  const which = dialog.getByRole('group', { name: 'Welchen Beleg' });
  await expect(which.getByRole('button')).toHaveCount(4);
  await repeat(dialog);
  await expect(dialog.getByRole('status')).toContainText('Das Terminal hat keinen Beleg geschickt');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
  await scan(page, codes.bread);
  await pay(page, 'Karte').click();
  await expectPaid(page);
  await page.keyboard.press('Enter');
  await openTasks(page);
  await dialog.getByRole('button', { name: 'Beleg wiederholen' }).click();
  await which.getByRole('button', { name: 'Händlerbeleg' }).click();
  await repeat(dialog);
  const slip = dialog.getByRole('region', { name: 'Beleg des Terminals' });
  await expect(slip).toContainText('Wiederholungsbeleg');
  await expect(slip).toContainText('Händlerbeleg');
  await expect(slip).not.toContainText('Kundenbeleg');
  await expect(dialog.getByRole('button', { name: 'Drucken', exact: true })).toBeVisible();
});

test.describe('with somebody at the terminal', () => {
  test.use({ behaviour: 'manual' });

  test('asks a question at the keys of the terminal, and prints a text on its paper', async ({ page, till }) => {
    await signIn(page, till.url, '9999', 'Leitung');
    const dialog = await openTasks(page);
    await dialog.getByRole('button', { name: 'Am Terminal fragen' }).click();
    await dialog.getByLabel('Text für die Anzeige').fill('Tüte dazu?');
    await dialog.getByRole('button', { name: 'Am Terminal fragen' }).last().click();
    await expect(dialog.getByRole('status')).toContainText('Läuft am Terminal');
    await expect
      .poll(async () => ((await till.terminal('GET', '/state')) as { awaits: string | null }).awaits)
      .toBe('key');
    await till.terminal('POST', '/key', { key: 'ok' });
    await expect(dialog.getByRole('status')).toContainText('Antwort: OK');
    await dialog.getByRole('button', { name: 'Text drucken' }).click();
    await dialog.getByLabel('Text für den Drucker des Terminals').fill('Heute bis 18 Uhr');
    await dialog.getByRole('button', { name: 'Text drucken' }).last().click();
    await expect(dialog.getByText('Text drucken: erledigt.')).toBeVisible();
    expect(JSON.stringify(await till.terminal('GET', '/paper'))).toContain('Heute bis 18 Uhr');
  });
});

test('lists only features that can be used', async ({ page, till }) => {
  await signIn(page, till.url, '9999', 'Leitung');
  await openTerminals(page);
  const card = page.getByRole('listitem').filter({ hasText: 'stehen in der Konfigurationsdatei' });
  await expect(card).toContainText('Tasten am Terminal');
  for (const unused of ['Bargeld mitgeben', 'teilweise Warenausgabe', 'Einstellungen ändern', 'Ziffern'])
    await expect(card).not.toContainText(unused);
});

test('shows the search only after the list, so that no button moves under a finger', async ({ page, till }) => {
  await signIn(page, till.url, '9999', 'Leitung');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/bridge/v1/terminals', async route => {
    await released;
    await route.continue();
  });
  await openTerminals(page);
  await expect(page.getByText('wird geladen', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Adresse von Hand eingeben' })).toHaveCount(0);
  release();
  await expect(page.getByRole('listitem').filter({ hasText: 'stehen in der Konfigurationsdatei' })).toBeVisible();
  await page.getByRole('button', { name: 'Adresse von Hand eingeben' }).click();
  await expect(page.getByRole('dialog', { name: 'Koppeln' })).toBeVisible();
});

test('pairs a second terminal by its address, renames and removes it', async ({ page, till, openTerminal }) => {
  const second = await openTerminal();
  await signIn(page, till.url, '9999', 'Leitung');
  await openTerminals(page);
  await page.getByRole('button', { name: 'Adresse von Hand eingeben' }).click();
  const dialog = page.getByRole('dialog');
  // What is missing is said at its field, and the button stays in sight with the reason beside it.
  await dialog.getByLabel('Port').fill('99999');
  await dialog.getByRole('button', { name: 'Koppeln' }).click();
  await expect(dialog.getByText('Hier fehlt die Adresse des Terminals')).toBeVisible();
  await expect(dialog.getByText('Ein Port ist eine Zahl von 1 bis 65535')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Koppeln' })).toBeInViewport();
  await dialog.getByLabel('Adresse').fill('127.0.0.1');
  await dialog.getByLabel('Port').fill('9');
  await dialog.getByRole('button', { name: 'Koppeln' }).click();
  await expect(dialog.getByText('Das Terminal ist nicht erreichbar')).toBeInViewport();
  await expect(dialog.getByText('kein Geld bewegt')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Koppeln' })).toBeInViewport();
  await dialog.getByLabel('Port').fill(String(second.port));
  await dialog.getByLabel('Name').fill('Theke');
  await expect(dialog.getByLabel('Kassenpasswort')).toHaveAttribute('type', 'password');
  await dialog.getByRole('button', { name: 'Kasse 1' }).click();
  await expect(
    dialog.getByRole('group', { name: 'Wer kassiert noch an diesem Terminal?' }).getByRole('button'),
  ).toHaveCount(3);
  await dialog.getByRole('button', { name: 'Koppeln' }).click();
  await expect(dialog.getByRole('heading', { name: 'Das Terminal ist gekoppelt' })).toBeVisible({ timeout: 20_000 });
  await expect(dialog.getByText('Diagnose: in Ordnung')).toBeVisible();
  await dialog.getByRole('button', { name: 'Fertig' }).click();
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Theke' }) });
  await expect(card).toContainText('bereit');
  // The unanswered question stands on the page with its consequence; one touch answers it.
  await expect(card).toContainText('Noch nicht beantwortet: Wer kassiert noch an diesem Terminal?');
  await card.getByRole('button', { name: 'Niemand: nur Kassen dieser Tillbridge' }).click();
  await expect(card).not.toContainText('Noch nicht beantwortet');
  await expect(card).toContainText('Niemand: nur Kassen dieser Tillbridge');
  await card.getByRole('button', { name: 'Ändern' }).click();
  await dialog.getByLabel('Name').fill('Außentheke');
  await page.keyboard.press('Enter');
  const renamed = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Außentheke' }) });
  await renamed.getByRole('button', { name: 'Entfernen' }).click();
  await dialog.getByRole('button', { name: 'Ja, entfernen' }).click();
  await expect(renamed).toHaveCount(0);
});

test('takes the model of a terminal from a person, and changes its address later', async ({
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
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Adresse').fill('127.0.0.1');
  await dialog.getByLabel('Port').fill(String(first.port));
  await dialog.getByLabel('Name').fill('Theke');
  await dialog.getByText('Weitere Einstellungen').click();
  await dialog.getByLabel('Modell').selectOption('älteres Terminal ohne Container');
  await dialog.getByLabel('Zeichensatz').selectOption('CP437');
  await dialog.getByRole('button', { name: 'Koppeln' }).click();
  await expect(dialog.getByRole('heading', { name: 'Das Terminal ist gekoppelt' })).toBeVisible({ timeout: 20_000 });
  await dialog.getByRole('button', { name: 'Fertig' }).click();
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Theke' }) });
  await expect(card).toContainText('Zeichensatz: cp437');
  await expect(card).toContainText('älteres Terminal ohne Container');
  await card.getByRole('button', { name: 'Ändern' }).click();
  await dialog.getByLabel('Port').fill(String(stranger.port));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Dort antwortet ein anderes Terminal', { exact: false })).toBeVisible({
    timeout: 20_000,
  });
  await expect(dialog.getByText('Dort antwortet Terminal 60009999, nicht 60001234.')).toBeVisible();
  await dialog.getByLabel('Port').fill(String(moved.port));
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0, { timeout: 20_000 });
  await expect(card).toContainText(`tcp://127.0.0.1:${moved.port}`);
  await expect(card).toContainText('bereit');
  await expect(card).toContainText('Zeichensatz: cp437');
});

test('gives an O.P.I. terminal its own port of the till', async ({ page, till, openTerminal }) => {
  const opi = await openTerminal({ protocol: 'opi' });
  await signIn(page, till.url, '9999', 'Leitung');
  await openTerminals(page);
  await page.getByRole('button', { name: 'Adresse von Hand eingeben' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Adresse').fill('127.0.0.1');
  await dialog.getByText('Weitere Einstellungen').click();
  await dialog.getByRole('button', { name: 'O.P.I.' }).click();
  await expect(dialog.getByLabel('Kassenpasswort')).toHaveCount(0);
  await expect(dialog.getByLabel('Port', { exact: true })).toHaveValue('20002');
  await expect(dialog.getByLabel('Port der Kasse für das Terminal')).toHaveValue('20007');
  await dialog.getByLabel('Port', { exact: true }).fill(String(opi.port));
  await dialog.getByLabel('Port der Kasse für das Terminal').fill(new URL(till.url).port);
  await dialog.getByLabel('Name').fill('Theke');
  await dialog.getByRole('button', { name: 'Koppeln' }).click();
  await expect(dialog.getByText('ist schon belegt', { exact: false })).toBeVisible({ timeout: 20_000 });
  await expect(dialog.getByLabel('Port der Kasse für das Terminal')).not.toHaveValue(new URL(till.url).port);
  await dialog.getByRole('button', { name: 'Koppeln' }).click();
  await expect(dialog.getByRole('heading', { name: 'Das Terminal ist gekoppelt' })).toBeVisible({ timeout: 20_000 });
  await expect(dialog.getByText('bitte eine Zahlung probieren', { exact: false })).toBeVisible();
});

test('takes a declined card at another terminal of the shop', async ({ page, till, openTerminal }) => {
  const second = await openTerminal();
  await declinedBeside(second.port, page, till);
  await page.getByRole('region', { name: 'Karte an einem anderen Terminal' }).getByRole('button').click();
  await expect(page.getByRole('heading', { name: 'Bezahlt', exact: true })).toBeVisible({ timeout: 20_000 });
});

test('takes the card at the terminal of the till when another terminal needs its end-of-day', async ({
  page,
  till,
  openTerminal,
}) => {
  const second = await openTerminal({ behaviour: 'end-of-day-required' });
  await declinedBeside(second.port, page, till);
  const others = page.getByRole('region', { name: 'Karte an einem anderen Terminal' });
  await others.getByRole('button').click();
  await expect(page.getByTestId('declined-reason')).toContainText('Code 1090', { timeout: 20_000 });
  // A terminal before its end-of-day is not offered any more; the till's own terminal still is.
  await expect(others).toHaveCount(0);
  await expect(page.getByRole('region', { name: /voll|Kassenschnitt/ })).toHaveCount(0);
  await till.terminal('POST', '/behaviour', { behaviour: 'approve' });
  await page.getByRole('button', { name: 'Karte noch einmal' }).click();
  await expect(page.getByRole('heading', { name: 'Bezahlt', exact: true })).toBeVisible({ timeout: 20_000 });
});

test('refuses an address where nothing answers, with an advice, and takes a corrected address', async ({
  page,
  till,
}) => {
  await signIn(page, till.url, '9999', 'Leitung');
  await openTerminals(page);
  await page.getByRole('button', { name: 'Adresse von Hand eingeben' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Adresse').fill('127.0.0.1');
  await dialog.getByLabel('Port').fill('1');
  await dialog.getByRole('button', { name: 'Koppeln' }).click();
  const refused = dialog.getByRole('status').filter({ hasText: 'Kassenschnittstelle (ZVT)' });
  await expect(refused).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByLabel('Adresse')).toHaveValue('127.0.0.1');
});

test('finds a terminal by a search, and offers to pair it', async ({ page, till, openTerminal }) => {
  await openTerminal({ port: 20_007 });
  await signIn(page, till.url, '9999', 'Leitung');
  await openTerminals(page);
  const search = page.getByRole('region', { name: 'Terminal suchen' });
  await search.getByLabel('Netze').fill('127.0.0.1');
  await search.getByRole('button', { name: 'Suchen' }).click();
  const found = search.getByRole('list', { name: 'Gefunden' }).getByRole('listitem');
  await expect(found).toContainText(['tcp://127.0.0.1:20007'], { timeout: 20_000 });
  await found.getByRole('button', { name: 'tcp://127.0.0.1:20007 koppeln' }).click();
  await expect(page.getByRole('dialog').getByLabel('Port')).toHaveValue('20007');
});

async function openTasks(page: Page): Promise<Locator> {
  await openTerminals(page);
  await page.getByRole('button', { name: 'Aufgaben' }).click();
  return page.getByRole('dialog');
}

/** Declines the card at the till's own terminal; the shop has another terminal at `port`. */
async function declinedBeside(port: number, page: Page, till: Till): Promise<void> {
  const connection = { type: 'tcp', host: '127.0.0.1', port };
  const paired = await till.call('POST', '/bridge/v1/terminals', { connection, description: 'Theke' });
  expect(paired.status).toBe(200);
  await till.terminal('POST', '/behaviour', { behaviour: 'decline' });
  await signIn(page, till.url);
  await scan(page, codes.coffee);
  await expect(line(page, 'Cappuccino')).toBeVisible();
  await saved(page);
  await page.keyboard.press('F9');
  await expect(page.getByRole('heading', { name: 'Nicht bezahlt' })).toBeVisible({ timeout: 20_000 });
}

/** The button of the form; the button that opened the form has the same name. */
const repeat = (dialog: Locator) => dialog.getByRole('button', { name: 'Beleg wiederholen' }).last().click();

async function openTerminals(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Einstellungen/ }).click();
  await page.getByRole('button', { name: 'Terminals' }).click();
  await expect(page.getByRole('heading', { name: 'Terminals', exact: true })).toBeVisible();
}
