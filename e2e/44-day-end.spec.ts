/** End-of-day: a full terminal leads to it, blockers are named, and differences are explained by receipts. */
import type { Page } from '@playwright/test';
import { relayTo } from '../main/doubles/pairedTerminals.fixture.ts';
import { codes, expectPaid, nextCustomer, openPage, pay, place, scan, signIn } from './counter.ts';
import { otherTill } from './faults/otherTill.ts';
import { expect, test } from './till.ts';

test('a cashier, who has no end-of-day, calls a manager for that of a full terminal, and pays the same basket', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url);
  await place(page, 'Verwaltung').click();
  await expect(page.getByRole('button', { name: /^Eigene PIN/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Kassenschnitt/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await till.terminal('POST', '/behaviour', { behaviour: 'end-of-day-required' });
  await scan(page, codes.bread);
  await pay(page, 'Karte').click();
  await expect(page.getByRole('heading', { name: 'Das Terminal ist voll' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Karte noch einmal' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Leitung rufen' }).click();
  await page.getByRole('textbox', { name: 'PIN von Leitung' }).fill('9999');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Kassenschnitt', exact: true })).toBeVisible();
  await run(page);
  await expect(page.getByRole('heading', { name: 'Es stimmt' })).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('list', { name: 'Positionen' }).getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('F9');
  await expectPaid(page);
});

test('agrees by card type and by till, is listed and planned, and prints a short slip only when it was chosen', async ({
  page,
  till,
}) => {
  await signIn(page, till.url, '9999', 'Leitung');
  for (const code of [codes.bread, codes.milk]) await payByCard(page, code);
  await openDayEnd(page);
  const sums = page.getByRole('region', { name: 'Nach Kartenart' });
  await expect(sums.getByRole('table', { name: 'Nach Kasse' }).getByRole('row', { name: /^Kasse 1 2 / })).toBeVisible();
  await run(page);
  await expect(page.getByRole('heading', { name: 'Es stimmt' })).toBeFocused({ timeout: 20_000 });
  const slip = page.getByRole('region', { name: 'Beleg des Kassenschnitts' });
  await expect(slip).toContainText('Kassenschnitt erfolgt');
  await expect(slip.getByText(/^\d{4} Kartenzahlung/)).toHaveCount(2);
  await page.getByRole('button', { name: 'Zum nächsten Kassenschnitt' }).click();
  await expect(page.getByText('Seit dem letzten Kassenschnitt am', { exact: false })).toBeVisible();
  const schedule = page.getByRole('region', { name: 'Zeitplan' });
  await schedule.getByLabel('Uhrzeit').fill('22:15');
  await schedule.getByRole('button', { name: 'Speichern' }).click();
  await expect(schedule.getByText('Gespeichert.')).toBeVisible();
  await expect(schedule.getByText(/Nächster Lauf: .*22:15/)).toBeVisible();
  await schedule.getByRole('button', { name: 'Ohne Zeitplan' }).click();
  await expect(schedule.getByText('Nächster Lauf', { exact: false })).toHaveCount(0);
  const past = page.getByRole('region', { name: 'Frühere Kassenschnitte' });
  await past.getByRole('button', { name: /^stimmt/ }).click();
  await expect(page.getByRole('heading', { name: 'Es stimmt' })).toBeVisible();
  await page.keyboard.press('Escape');

  await payByCard(page, codes.bread);
  await openDayEnd(page);
  await page.getByRole('button', { name: 'Kurzer Beleg, nur Summen' }).click();
  await run(page);
  await expect(page.getByRole('heading', { name: 'Es stimmt' })).toBeVisible({ timeout: 20_000 });
  await expect(slip).toContainText('Kassenschnitt erfolgt');
  await expect(slip.getByText(/^\d{4} Kartenzahlung/)).toHaveCount(0);
});

test('names a difference by card type and by receipt', { tag: '@long' }, async ({ page, till }) => {
  const { data } = (await till.call('GET', '/bridge/v1/terminals')).body;
  // The bridge holds its terminal on this machine: the other till is on a line of its own.
  const line = await relayTo(data[0]);
  const { port } = line.connection as { port: number };
  expect(await otherTill(() => port).pay(400)).toMatchObject({ kind: 'approved' });
  await line.close();
  await signIn(page, till.url, '9999', 'Leitung');
  await openDayEnd(page);
  await run(page);
  await expect(page.getByRole('heading', { name: 'Es gibt Unterschiede' })).toBeVisible({ timeout: 20_000 });
  const differences = page.getByRole('region', { name: 'Unterschied' });
  await expect(differences.getByRole('row', { name: /4,00\s€ 1 × 0,00\s€ 0 × 4,00\s€ 1 ×/ })).toBeVisible();
  await differences.getByRole('button', { name: 'Belege zu girocard (1)' }).click();
  await expect(differences.getByRole('listitem')).toContainText(/Beleg 1\s*4,00\s€\s*nur am Terminal/);
});

test.describe('an ending nobody knows', () => {
  test.use({ behaviour: 'manual' });

  test('blocks the end-of-day, whose button opens the sale, and not the page of the terminals', {
    tag: '@long',
  }, async ({ page, till }) => {
    await signIn(page, till.url, '9999', 'Leitung');
    await scan(page, codes.bread);
    await pay(page, 'Karte').click();
    await expect(page.getByTestId('terminal-text')).toContainText('Karte vorhalten');
    await till.terminal('POST', '/restart', { downFor: 600_000 });
    const warning = page.getByText('Die Karte nicht noch einmal belasten.');
    await expect(warning).toBeVisible();
    await openPage(page, 'Terminals');
    await expect(page.getByRole('heading', { name: 'Terminals', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(warning).toBeVisible();
    await page.keyboard.press('F6');
    await expect(page.getByRole('button', { name: /^ungeklärt: 4,50\s€/ })).toBeVisible();
    await openDayEnd(page);
    await expect(page.getByRole('button', { name: 'Kassenschnitt starten' })).toBeDisabled();
    await page
      .getByRole('button', { name: /^Verkauf öffnen/ })
      .first()
      .click();
    await expect(warning).toBeVisible();
  });
});

/** One sale, up to the next customer. */
async function payByCard(page: Page, code: string): Promise<void> {
  await scan(page, code);
  await pay(page, 'Karte').click();
  await expectPaid(page);
  await nextCustomer(page);
}

async function openDayEnd(page: Page): Promise<void> {
  await openPage(page, 'Kassenschnitt');
  await expect(page.getByRole('heading', { name: 'Kassenschnitt', exact: true })).toBeVisible();
  // The page asks the terminal for its totals.
  await expect(page.getByRole('region', { name: 'Nach Kartenart' })).toBeVisible({ timeout: 30_000 });
}

async function run(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Kassenschnitt starten' }).click();
  await page.getByRole('button', { name: 'Ja, jetzt starten' }).click();
}
