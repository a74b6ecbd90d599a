/** The printer of the counter: set up by a manager, every receipt on paper as on the screen, and honest when it has no paper. */
import type { Page } from '@playwright/test';
import { VirtualPrinter } from '../drivers/simulator/printer/virtualPrinter.ts';
import { expectAccessible, expectNarrow } from './accessible.ts';
import { besideForm, codes, customerCopy, expectPaid, openPage, pay, scan, signIn } from './counter.ts';
import { expect, test } from './till.ts';

const openPrinters = async (page: Page) => {
  await openPage(page, 'Drucker');
  await expect(page.getByRole('heading', { name: 'Drucker', exact: true, level: 1 })).toBeVisible();
};

async function sellForCash(page: Page) {
  await scan(page, codes.bread);
  await pay(page, 'Bar').click();
  await page.getByRole('textbox', { name: 'Gegeben' }).fill('10');
  await page.getByRole('button', { name: 'Kassieren' }).click();
  await expectPaid(page);
}

/** The lines of the receipt on the screen, without the blanks at their ends. */
const shownLines = (page: Page) =>
  customerCopy(page)
    .locator('.paper-lines > *')
    .evaluateAll(lines =>
      lines.map(line => (line.tagName === 'HR' ? '-'.repeat(42) : (line.textContent ?? '').trim())),
    );

test.describe('a printer in the network', () => {
  const printer = new VirtualPrinter({ port: 0 });
  test.beforeAll(() => printer.open());
  test.afterAll(() => printer.close());

  test('is set up by a manager, prints what the screen shows, opens the drawer, and says that its paper is out', async ({
    page,
    till,
  }) => {
    await signIn(page, till.url, '9999', 'Leitung');
    await openPrinters(page);
    await page.getByRole('button', { name: 'Drucker hinzufügen' }).click();
    const sheet = besideForm(page);
    await sheet.getByLabel('Name').fill('Theke');
    await sheet.getByLabel('Adresse im Netz').fill('127.0.0.1');
    await sheet.getByLabel(/^Port/).fill(String(printer.port));
    await sheet.getByRole('button', { name: 'Weitere Einstellungen' }).click();
    await expectAccessible(page);
    await expectNarrow(page);
    await sheet.getByRole('button', { name: 'Speichern' }).click();
    await expect(sheet.getByText(/^Gespeichert\./)).toBeVisible();
    await sheet.getByRole('button', { name: 'Testbon drucken' }).click();
    await expect.poll(() => printer.paper.slips).toBe(1);
    expect(printer.paper.lines('last').map(line => line.trim())).toContain('äöüß €');
    await expect(sheet.getByText(/Testbon · gedruckt/)).toBeVisible();
    await sheet.getByLabel('Name').fill('Theke links');
    await page.getByRole('button', { name: 'Kassen', exact: true }).click();
    // Typed values are not lost by a slip of the hand.
    await expect(sheet.getByText('Die Änderungen sind nicht gespeichert.')).toBeVisible();
    await expectAccessible(page);
    await sheet.getByRole('button', { name: 'Verwerfen' }).click();
    await expect(page).toHaveURL(/#\/printers\/tills$/);
    const own = page
      .getByRole('region')
      .filter({ has: page.getByLabel('Drucker', { exact: true }) })
      .first();
    await own.getByLabel('Drucker', { exact: true }).selectOption({ label: 'Theke' });
    await own.getByRole('button', { name: 'Immer drucken' }).click();
    await expect(own.getByRole('button', { name: 'Immer drucken' })).toHaveAttribute('aria-pressed', 'true');
    await expectAccessible(page);
    await expectNarrow(page);
    await page.keyboard.press('Escape');
    // A printer that is as it should be has no light of its own.
    await page.getByRole('button', { name: /^Terminal bereit/ }).click();
    await expect(page.getByRole('dialog').getByText('Drucker: bereit')).toBeVisible();
    await page.keyboard.press('Escape');

    printer.paper.tear();
    await sellForCash(page);
    await expect.poll(() => printer.paper.slips).toBe(1);
    await expect.poll(() => printer.drawerOpenings).toBe(1);
    const shown = await shownLines(page);
    const printed = printer.paper.lines('last').map(line => line.trim());
    expect(printed.slice(0, shown.length)).toEqual(shown);
    await page.keyboard.press('F6');
    await expect.poll(() => printer.paper.slips).toBe(2);
    expect(printer.paper.lines('last').join()).toContain('KOPIE 1');
    await page.keyboard.press('Enter');

    await printer.play('paperOut');
    await sellForCash(page);
    await expect(page.getByText('Drucker: Papier leer', { exact: true })).toBeVisible();
    await expect(page.getByText('1 Bon wartet')).toBeVisible();
    await expectAccessible(page);
    // The message of the screen goes with an article that is scanned after it; the light keeps saying what to do.
    await page.getByRole('button', { name: /^Drucker: Papier leer/ }).click();
    await expect(page.getByRole('dialog').getByText(/Bitte eine neue Rolle einlegen/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await printer.play('ready');
    await expect.poll(() => printer.paper.slips).toBe(3);
    await expect(page.getByRole('list', { name: 'Verbindungen' })).not.toContainText('Drucker');
  });
});

test('the receipt on the phone: by consent, as PDF behind a link, and nothing for who guesses', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url, '9999', 'Leitung');
  await openPrinters(page);
  await page.getByRole('button', { name: 'Bon aufs Handy' }).click();
  await page.getByRole('button', { name: 'Anbieten' }).click();
  await expect(page.getByText('Gespeichert.')).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  await page.keyboard.press('Escape');
  await sellForCash(page);
  await page.getByRole('button', { name: 'Bon aufs Handy' }).click();
  const made = page.waitForResponse(/receipt-link/);
  await page.getByRole('button', { name: 'Ja, QR-Code zeigen' }).click();
  await expect(page.getByRole('img', { name: 'QR-Code mit dem Link zum Bon' })).toBeVisible();
  await expectAccessible(page);
  const { receipt_url: url } = (await (await made).json()) as { receipt_url: string };
  const file = await page.request.get(url);
  expect(file.headers()['content-type']).toBe('application/pdf');
  expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');
  expect((await page.request.get(`${url.slice(0, -1)}_`)).status()).toBe(404);
});
