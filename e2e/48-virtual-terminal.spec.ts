/** The page of the virtual terminal: a sale paid by hand at it, by keyboard alone; and the banner of a training. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { axeSource } from './accessible.ts';
import { codes, expectPaid, line, nextCustomer, pay, saved, scan, signIn } from './counter.ts';
import { endProgram, expect, startProgram, test } from './till.ts';

test.describe.configure({ timeout: 90_000 });

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page, axeSource })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: { assets: ['media'] } })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(node => node.html)])).toEqual([]);
}

test.describe('a sale', () => {
  test.use({ behaviour: 'manual' });

  test('is paid by hand at the page, with chip and PIN, by keyboard alone', async ({ page, context, till }) => {
    await signIn(page, till.url);
    const terminal = await context.newPage();
    const errors: string[] = [];
    terminal.on('console', message => message.type() === 'error' && errors.push(message.text()));
    await terminal.goto(till.terminalPage);
    await expect(terminal.getByRole('heading', { name: 'Virtuelles Terminal' })).toBeVisible();
    await expect(terminal.getByRole('list', { name: 'Zustand' })).toContainText('1 Kasse verbunden');

    await scan(page, codes.bread);
    await saved(page);
    await pay(page, 'Karte').click();
    await expect(terminal.getByRole('status')).toContainText('4,50');
    await expectAccessible(terminal);

    await terminal.getByRole('button', { name: 'Visa, Chip und PIN' }).focus();
    await terminal.keyboard.press('Enter');
    await expect(terminal.getByRole('status')).toContainText('Geheimzahl');
    // The focus went from the card to OK: digits type, Enter hands over.
    await expect(terminal.getByRole('button', { name: 'OK' })).toBeFocused();
    await expect(terminal.getByRole('button', { name: 'Karte entnehmen' })).toBeVisible();
    await terminal.keyboard.type('12345');
    await terminal.keyboard.press('Backspace');
    await expect(terminal.getByRole('status')).toContainText('••••');
    await expectAccessible(terminal);
    await terminal.keyboard.press('Enter');
    await expectPaid(page);

    await expect(terminal.getByRole('article', { name: 'Kundenbeleg' })).toContainText('EUR 4,50');
    await terminal.getByRole('tab', { name: 'Leitung und Verhalten' }).focus();
    await terminal.keyboard.press('ArrowRight');
    await expect(terminal.getByRole('row', { name: /Zahlung endgültig Visa, Chip und PIN 4,50/ })).toBeVisible();
    await expect(terminal.getByText('Eine Buchung an diesem Tag, 4,50 offen bis zum Kassenschnitt')).toBeVisible();
    await expectAccessible(terminal);
    await terminal.keyboard.press('ArrowRight');
    await terminal.getByLabel('Filter').fill('06 01');
    await expect(terminal.getByRole('row', { name: /von der Kasse 06 01 .*Authorisation amount=450/ })).toBeVisible();
    await expectAccessible(terminal);
    await terminal.getByRole('button', { name: 'Abreißen' }).click();
    await expect(terminal.getByRole('article')).toHaveCount(0);
    expect(errors).toEqual([]);
  });

  test('is stopped at the terminal, and the line is cut from there', { tag: '@long' }, async ({
    page,
    context,
    till,
  }) => {
    await signIn(page, till.url);
    const terminal = await context.newPage();
    await terminal.setViewportSize({ width: 400, height: 800 });
    await terminal.goto(till.terminalPage);
    await scan(page, codes.bread);
    await saved(page);
    await pay(page, 'Karte').click();
    await expect(terminal.getByRole('status')).toContainText('Karte wählen');
    await terminal.getByRole('button', { name: 'Stopp' }).click();
    await expect(page.getByRole('heading', { name: /abgelehnt|Abgebrochen|nicht/i })).toBeVisible();
    // A fault that somebody else orders shows at once.
    await fetch(`${till.terminalPage}/fault`, { method: 'POST', body: '{"cutAfterSent":4000,"thenRestart":true}' });
    const armed = 'Trennen nach Bytes zur Kasse: 4000, und das Terminal neu starten';
    await expect(terminal.getByText(armed)).toBeVisible();
    await expectAccessible(terminal);
    await terminal.getByRole('button', { name: 'Störungen beenden' }).click();
    await expect(terminal.getByText('Keine Störung bestellt.')).toBeVisible();
    await terminal.getByRole('button', { name: 'Leitung jetzt trennen' }).click();
    await terminal.getByRole('tab', { name: 'Mitschnitt' }).click();
    await expect(terminal.getByText('the line was cut')).toBeVisible();
    expect(await terminal.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
  });
});

test('the terminal itself is the customer, then a hand takes over, and then a scenario that is played from the page', {
  tag: '@long',
}, async ({ page, context, till }) => {
  await signIn(page, till.url);
  const terminal = await context.newPage();
  await terminal.emulateMedia({ colorScheme: 'dark' });
  await terminal.goto(till.terminalPage);
  await expect(terminal.getByText('Den Kunden spielt das Terminal selbst, Verhalten approve.')).toBeVisible();
  await expectAccessible(terminal);
  await terminal.getByRole('button', { name: 'Selbst der Kunde sein' }).click();
  await scan(page, codes.bread);
  await saved(page);
  await pay(page, 'Karte').click();
  await expect(terminal.getByRole('status')).toContainText('Karte wählen');
  await terminal.getByRole('button', { name: 'girocard, kontaktlos' }).click();
  await expectPaid(page);
  await nextCustomer(page);

  await terminal.getByRole('tab', { name: 'Szenario' }).click();
  await terminal.getByLabel('Szenario (englisch)').selectOption('approved-contactless');
  await terminal.getByRole('button', { name: 'Abspielen' }).click();
  await expect(terminal.getByText('Den Kunden spielt ein Szenario.')).toBeVisible();
  await terminal.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(terminal.getByText('nicht bestanden:')).toBeVisible();
  await terminal.getByRole('button', { name: 'Abspielen' }).click();
  await scan(page, codes.bread);
  await saved(page);
  await pay(page, 'Karte').click();
  await expectPaid(page);
  await expect(terminal.getByText('bestanden.')).toBeVisible();
  await terminal.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(terminal);
  await terminal.getByRole('button', { name: 'Das Terminal spielen lassen' }).click();
  await expect(terminal.getByRole('button', { name: 'Selbst der Kunde sein' })).toBeVisible();
});

test('a training says so on every screen, and links to its terminal', { tag: '@long' }, async ({ page, context }) => {
  const data = mkdtempSync(join(tmpdir(), 'tillbridge-training-'));
  const options = ['main/headless.ts', '--training', '--port', '0', '--data', data];
  const { child, ready: url } = await startProgram('main/run.mjs', options, { TILLBRIDGE_LOG_LEVEL: 'error' });
  try {
    const banner = page.getByText('ÜBUNG – keine echten Zahlungen');
    await page.goto(url);
    await expect(banner).toBeVisible();
    await expectAccessible(page);
    await signIn(page, url);
    await expect(banner).toBeVisible();
    await expectAccessible(page);
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Virtuelles Terminal öffnen' }).click();
    await expect((await opened).getByText('ÜBUNG – keine echten Zahlungen')).toBeVisible();
    await scan(page, codes.bread);
    await saved(page);
    await pay(page, 'Karte').click();
    await expectPaid(page);
    // On the receipt as well, first and last line of each slip.
    await expect.poll(() => banner.count()).toBeGreaterThan(4);
    await page.keyboard.press('Enter');
    await practise(page);
  } finally {
    await endProgram(child, 'SIGTERM');
    rmSync(data, { recursive: true, force: true });
  }
});

/** Two exercises: the right choice after a declined card, by keyboard alone, and the wrong one at a signature. */
async function practise(page: Page): Promise<void> {
  const settings = page.getByRole('button', { name: /Einstellungen/ });
  const message = (text: string) => page.getByRole('region', { name: 'Meldungen' }).getByText(text);
  const begin = (name: string) => page.getByRole('button', { name: `Beginnen: ${name}` });
  await settings.click();
  await begin('Karte abgelehnt').focus();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(message('Das Terminal lehnt ab: Finden Sie einen anderen Weg.')).toBeVisible();
  await scan(page, codes.bread);
  await expect(line(page, 'Bauernbrot')).toBeVisible();
  await page.keyboard.press('F9');
  await expect(page.getByRole('heading', { name: 'Nicht bezahlt' })).toBeVisible();
  await page.keyboard.press('F8');
  await page.getByRole('textbox', { name: 'Gegeben' }).fill('5');
  await page.keyboard.press('Enter');
  await expectPaid(page);
  await expect(message('Gut: Die Karte wurde nicht belastet')).toBeVisible();
  await page.keyboard.press('Enter');
  await settings.click();
  await expect(begin('Karte abgelehnt (geschafft)')).toBeVisible();
  await begin('Falsche Unterschrift').click();
  // The terminal plays the exercise from here on.
  await expect(message('Der Kunde unterschreibt, und es ist nicht die Unterschrift der Karte.')).toBeVisible();
  await scan(page, codes.bread);
  await expect(line(page, 'Bauernbrot')).toBeVisible();
  await page.keyboard.press('F9');
  await page.getByRole('button', { name: 'Unterschrift stimmt', exact: true }).click();
  await expectPaid(page);
  await expect(message('Richtig ist „Stimmt nicht“.')).toBeVisible();
}
