/** A shop of its own: from a directory without anything to the first sale of an own article to an own card. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNarrow } from './accessible.ts';
import { expectPaid, line, missingSum, openPage, pay, saved, scan } from './counter.ts';
import { type NewShop, openNewShop } from './newShop.ts';
import { expect, test } from './till.ts';

const EAN = '4006381333931';
const PIN = '47110815';
const PRICE_LIST = join(import.meta.dirname, '../main/masterData/articles/files/priceLists/loyverse.csv');

const stories = test.extend<{ shop: NewShop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  shop: async ({}, use) => {
    let running = await openNewShop();
    const { restart } = running;
    const shop = {
      ...running,
      async restart() {
        running = await restart();
        return running;
      },
    };
    await use(shop);
    await running.close();
  },
});

const heading = (page: Page, text: RegExp) => expect(page.getByRole('heading', { level: 2, name: text })).toBeVisible();
const next = (page: Page) => page.getByRole('button', { name: 'Weiter' }).click();
async function fillShop(page: Page) {
  await page.getByLabel('Name des Geschäfts').fill('Café am Markt');
  await page.getByLabel('Straße und Hausnummer').fill('Marktplatz 1');
  await page.getByLabel('Postleitzahl').fill('10115');
  await page.getByLabel('Ort', { exact: true }).fill('Berlin');
  await page.getByLabel('Steuernummer').fill('11/222/33333');
}
const invitation = ({ url, code }: NewShop) => `${url}/#code=${code}`;

stories(
  'sets a shop up by the address of the console, and sells its first article to its first card',
  async ({ page, shop }) => {
    stories.slow();
    const begun = Date.now();
    await page.goto(shop.url);
    await expect(page.getByLabel('Einmalcode')).toBeFocused();
    // The page is open already: the address of the console changes only what stands behind the hash.
    await page.goto(invitation(shop));
    await heading(page, /^Schritt 1 von 8: Geschäft$/);
    // The code is used, and no longer in the address.
    expect(page.url()).toBe(`${shop.url}/`);
    await expectAccessible(page);
    await fillShop(page);
    await next(page);
    await heading(page, /Steuersätze/);
    await expectAccessible(page);
    await next(page);
    await heading(page, /Leitung/);
    await page.getByLabel('Name', { exact: true }).fill('Anna Berg');
    await expect(page.getByLabel('Benutzername')).toHaveValue('anna');
    await page.getByLabel('PIN', { exact: true }).fill(PIN);
    await page.getByLabel('PIN noch einmal').fill(PIN);
    await expectAccessible(page);
    await next(page);
    await heading(page, /Kasse und Terminal/);
    await expectAccessible(page);
    await next(page);
    await heading(page, /Erster Artikel/);
    await page.getByLabel('Bezeichnung').fill('Espresso');
    await page.getByLabel('EAN (Strichcode)').click();
    // The scanner writes into the field, and its Enter does not send the form.
    await scan(page, EAN);
    await expect(page.getByLabel('EAN (Strichcode)')).toHaveValue(EAN);
    await page.getByLabel('Preis mit Steuer').fill('2,40');
    await expectAccessible(page);
    await next(page);
    await heading(page, /Kundenkarten/);
    await page.getByRole('button', { name: 'Nummer machen' }).click();
    const card = await page.getByLabel('Nummer der ersten Karte').inputValue();
    await page.getByLabel('Guthaben zu Beginn').fill('1,00');
    await expectAccessible(page);
    await next(page);
    await heading(page, /Dienste/);
    await expectAccessible(page);
    await next(page);
    await heading(page, /Prüfen und fertig/);
    await expect(page.getByText('Café am Markt, Marktplatz 1, 10115 Berlin')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Geschäft einrichten' }).click();
    await page.getByRole('textbox', { name: 'PIN von Anna Berg' }).fill(PIN);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
    await scan(page, EAN);
    await expect(line(page, 'Espresso')).toContainText('2,40');
    await scan(page, card);
    await saved(page);
    await expect(missingSum(page)).toHaveText('1,40 €');
    // Nobody stands behind a card payment here, so it is not offered.
    await expect(pay(page, 'Karte')).toHaveCount(0);
    await pay(page, 'Bar').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Passend' }).click();
    await expectPaid(page);
    await expect(page.getByText('Marktplatz 1').first()).toBeVisible();
    expect(Date.now() - begun).toBeLessThan(5 * 60_000);
  },
);

stories(
  'brings the price list of another till, and sells from it within five minutes',
  { tag: '@long' },
  async ({ page, shop }) => {
    stories.slow();
    const begun = Date.now();
    await page.goto(invitation(shop));
    await fillShop(page);
    await next(page);
    await heading(page, /Steuersätze/);
    await next(page);
    await page.getByLabel('Name', { exact: true }).fill('Anna Berg');
    await page.getByLabel('PIN', { exact: true }).fill(PIN);
    await page.getByLabel('PIN noch einmal').fill(PIN);
    await next(page);
    await heading(page, /Kasse und Terminal/);
    await next(page);
    await heading(page, /Erster Artikel/);
    await page.getByRole('button', { name: 'Überspringen' }).click();
    for (const step of [/Kundenkarten/, /Dienste/]) {
      await heading(page, step);
      await next(page);
    }
    await heading(page, /Prüfen und fertig/);
    await page.getByRole('button', { name: 'Geschäft einrichten' }).click();
    await page.getByRole('textbox', { name: 'PIN von Anna Berg' }).fill(PIN);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
    await openPage(page, 'Artikel');
    await page.getByRole('button', { name: 'Importieren' }).click();
    await page.getByLabel('Preisliste wählen (.xlsx, CSV)').setInputFiles(PRICE_LIST);
    await expect(page.getByTestId('import-faulty')).toHaveText('0');
    await page.getByRole('button', { name: '4 Artikel importieren' }).click();
    await expect(page.getByText('Der Import ist fertig: 4 neu, 0 geändert.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
    // The screen shows the first articles of the shop by itself. The scanner sends a GS1 symbol of the goods.
    await expect(page.getByRole('button', { name: /^Shirt M/ })).toBeVisible();
    await scan(page, ']C10104012345001044');
    await expect(line(page, 'Kola')).toContainText('1,40');
    await page.getByRole('button', { name: /^Shirt M/ }).click();
    await expect(line(page, 'Shirt M')).toContainText('12,00');
    await saved(page);
    await pay(page, 'Bar').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Passend' }).click();
    await expectPaid(page);
    expect(Date.now() - begun).toBeLessThan(5 * 60_000);
  },
);

stories.describe('by keyboard, in English, on a narrow window', () => {
  stories.use({ locale: 'en-GB', viewport: { width: 400, height: 800 }, colorScheme: 'dark' });

  /** As a hand types: a burst would be a scan. */
  const write = (page: Page, text: string) => page.keyboard.type(text, { delay: 80 });
  const isAt = (page: Page, name: string | RegExp) => expect(page.getByLabel(name).first()).toBeFocused();
  const tab = async (page: Page, times = 1) => {
    for (let count = 0; count < times; count += 1) await page.keyboard.press('Tab');
  };

  /** The bridge is killed and starts again, and its new code is typed. */
  async function cutPower(page: Page, shop: NewShop) {
    await shop.kill();
    const again = await shop.restart();
    await page.goto(again.url);
    await isAt(page, 'One-time code');
    await write(page, again.code!);
    await page.keyboard.press('Enter');
  }

  async function addManager(page: Page) {
    await heading(page, /Manager/);
    await isAt(page, /^Name/);
    await write(page, 'Anna');
    await tab(page, 2);
    await write(page, '123');
    await tab(page);
    await write(page, '124');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The two PINs are not the same.')).toBeVisible();
    await page.keyboard.press('Control+A');
    await write(page, '123');
    await page.keyboard.press('Enter');
    await expect(page.getByText('A PIN has 4 to 8 digits.')).toBeVisible();
    await isAt(page, 'PIN');
    await page.keyboard.press('Control+A');
    await write(page, PIN);
    await tab(page);
    await page.keyboard.press('Control+A');
    await write(page, PIN);
    await page.keyboard.press('Enter');
  }

  stories(
    'goes from the code to the first sale, also through a power cut, a new code and a reload',
    { tag: '@long' },
    async ({ page, shop }) => {
      stories.slow();
      await page.goto(shop.url);
      await isAt(page, 'One-time code');
      await expectNarrow(page);
      await write(page, 'AAAAA-AAAAA');
      await page.keyboard.press('Enter');
      await expect(page.getByText('This one-time code is not valid')).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Control+A');
      await write(page, shop.code!.toLowerCase());
      await page.keyboard.press('Enter');
      await heading(page, /^Step 1 of 8: Shop$/);
      await isAt(page, /^Name of the shop/);
      await page.keyboard.press('Enter');
      await expect(page.getByText('Please fill this in.')).toBeVisible();
      await write(page, 'Corner Shop');
      await expectNarrow(page);
      await page.keyboard.press('Enter');
      await heading(page, /Tax rates/);
      await cutPower(page, shop);
      await heading(page, /^Step 2 of 8: Tax rates$/);
      await page.getByRole('button', { name: 'Back' }).press('Enter');
      await expect(page.getByLabel(/^Name of the shop/)).toHaveValue('Corner Shop');
      // A reload of the page needs no new code.
      await page.reload();
      await heading(page, /^Step 2 of 8: Tax rates$/);
      await expectNarrow(page);
      // From the heading, past the fields of the first row, into the form.
      await tab(page);
      await page.keyboard.press('Enter');
      await addManager(page);
      await heading(page, /Till and terminal/);
      await isAt(page, /Name of this till/);
      await expectNarrow(page);
      await page.keyboard.press('Enter');
      await heading(page, /First article/);
      await write(page, 'Tea');
      await tab(page, 3);
      await write(page, 'x');
      await page.keyboard.press('Enter');
      await expect(page.getByText(/not an amount/)).toBeVisible();
      await isAt(page, 'Price with tax');
      await expectAccessible(page);
      await page.keyboard.press('Control+A');
      await write(page, '1.90');
      await page.keyboard.press('Enter');
      await heading(page, /Loyalty cards/);
      await expectNarrow(page);
      await page.getByLabel('Number of the first card').focus();
      await page.keyboard.press('Enter');
      await heading(page, /Services/);
      await expectNarrow(page);
      await page.getByRole('button', { name: 'Next' }).focus();
      await page.keyboard.press('Enter');
      await heading(page, /Check and finish/);
      await expectNarrow(page);
      await page.getByRole('button', { name: 'Set up the shop' }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('textbox', { name: 'PIN of Anna' })).toBeFocused();
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
      await expectAccessible(page);
      await write(page, PIN);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Sale' })).toBeVisible();
    },
  );
});
