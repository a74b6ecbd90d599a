/** The manual: "?" and F1 open it at its own place, the sale below stays as it is, and a browser reads it below `/docs/manual`. */
import type { Page } from '@playwright/test';
import { expectAccessible, expectNarrow } from './accessible.ts';
import { basket, codes, expectPaid, line, openPage, pay, saved, scan, signIn } from './counter.ts';
import { showOpenPayments } from './states.ts';
import { expect, test } from './till.ts';

const manual = (page: Page) => page.getByRole('dialog', { name: /^(Handbuch|Manual)$/ });
const title = (page: Page, name: string) => manual(page).getByRole('heading', { level: 3, name });
const help = (page: Page) => page.getByRole('button', { name: /^(Hilfe|Help)/ });

/** Pictures of the page that are there, and those that are not. */
const pictures = (page: Page) =>
  manual(page)
    .locator('img')
    .evaluateAll(async images => {
      const loaded = async (image: HTMLImageElement) => {
        image.loading = 'eager';
        await image.decode().catch(() => undefined);
        return image.naturalWidth > 0;
      };
      return Promise.all(images.map(image => loaded(image as HTMLImageElement)));
    });

test('a cashier reads during a sale, follows a link, searches, and the sale stands', { tag: '@long' }, async ({
  page,
  till,
}) => {
  await signIn(page, till.url);
  for (const code of [codes.bread, codes.milk]) await scan(page, code);
  await saved(page);
  await help(page).click();
  await expect(title(page, 'Verkaufen')).toBeVisible();
  await expect(title(page, 'Verkaufen')).toBeFocused();
  await expect(manual(page).getByText('Nächster Kunde')).toBeVisible();
  expect(await pictures(page)).toEqual([true]);
  await expectAccessible(page);
  await expectNarrow(page);

  // A link leads on within the dialog, and the list of contents to any page.
  await manual(page).getByRole('link', { name: 'Bar', exact: true }).click();
  await expect(title(page, 'Bar bezahlen')).toBeVisible();
  await manual(page).getByRole('button', { name: 'Inhalt' }).click();
  await expect(manual(page).getByRole('button', { name: 'Tagesabschluss' })).toBeVisible();
  await expectAccessible(page);
  await manual(page).getByRole('textbox', { name: 'Im Handbuch suchen' }).fill('zweimal abgebucht');
  await expect(manual(page).getByRole('button', { name: 'Tagesabschluss' })).toHaveCount(0);
  await manual(page)
    .getByRole('button', { name: /zweimal abgebucht/ })
    .click();
  await expect(title(page, '„Es wurde zweimal abgebucht“')).toBeVisible();
  await manual(page).getByRole('textbox', { name: 'Im Handbuch suchen' }).fill('xyzzy');
  await expect(manual(page).getByText('Keine Seite hat diese Wörter.')).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(manual(page)).toHaveCount(0);
  await expect(help(page)).toBeFocused();
  await expect(basket(page).getByRole('listitem')).toHaveCount(2);
  await expect(page).toHaveURL(`${till.url}/`);
  await pay(page, 'Karte').click();
  await expectPaid(page);
});

test('on a phone the sale keeps its height: the manual is behind "Mehr", and on every page in the bar', {
  tag: '@long',
}, async ({ page, till }) => {
  await page.setViewportSize({ width: 400, height: 800 });
  await signIn(page, till.url);
  await expect(help(page)).toBeHidden();
  expect((await page.getByPlaceholder('Name, Nummer oder EAN').boundingBox())!.y).toBeLessThan(30);
  await page.getByRole('button', { name: 'Mehr', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hilfe' }).click();
  await expect(title(page, 'Verkaufen')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Belege' }).click();
  await help(page).click();
  await expect(manual(page)).toBeVisible();
});

test('F1 in a dialog opens the page of the dialog, whose keys rest meanwhile', { tag: '@long' }, async ({
  page,
  till,
}) => {
  await signIn(page, till.url);
  await scan(page, codes.bread);
  await saved(page);
  // The key comes with its button.
  await expect(help(page)).toBeVisible();
  await page.keyboard.press('F8');
  const given = page.getByRole('textbox', { name: 'Gegeben' });
  await given.fill('10');
  await page.keyboard.press('F1');
  await expect(title(page, 'Bar bezahlen')).toBeVisible();
  // Enter takes the cash in the dialog below; here it does nothing to it.
  await page.keyboard.press('Enter');
  await page.keyboard.press('F9');
  await page.keyboard.press('Escape');
  await expect(manual(page)).toHaveCount(0);
  await expect(given).toHaveValue('10');
  // By touch the button in the head of the dialog does the same.
  await page.getByRole('dialog').getByRole('button', { name: 'Hilfe' }).click();
  await expect(title(page, 'Bar bezahlen')).toBeVisible();
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Kassieren/ })
    .click();
  await expectPaid(page);
  await page.keyboard.press('F1');
  await expect(title(page, 'Beleg finden, drucken, stornieren')).toBeVisible();
});

test('keys that decide about a payment rest while the manual lies over their dialog', { tag: '@long' }, async ({
  page,
  till,
}) => {
  await signIn(page, till.url);
  await showOpenPayments(page, [{ step: 'late', lateBecause: 'stopped' }]);
  await page.reload();
  // The key comes with its button.
  await expect(help(page)).toBeVisible();
  const decided: string[] = [];
  await page.route('**/bridge/v1/till/late', route => {
    decided.push(route.request().postData() ?? '');
    return route.abort();
  });
  await page.getByRole('button', { name: /^spät genehmigt/ }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2 }).first()).toBeVisible();
  await page.keyboard.press('F1');
  await expect(title(page, 'Eine Zahlung ist noch nicht bekannt')).toBeVisible();
  await page.keyboard.press('F10');
  await page.keyboard.press('F12');
  await page.keyboard.press('Escape');
  await expect(manual(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Ja, Zahlung zurücknehmen/ })).toHaveCount(0);
  expect(decided).toEqual([]);
  // Without the manual the key decides.
  await page.keyboard.press('F10');
  await expect.poll(() => decided.length).toBe(1);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a page of a manager opens its own page, in the language of the reader', { tag: '@long' }, async ({
  page,
  till,
}) => {
  await signIn(page, till.url, '9999', 'Leitung');
  await openPage(page, 'Drucker');
  await help(page).click();
  await expect(title(page, 'Drucker')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Drucker hinzufügen' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Bondrucker');
  await help(page).click();
  await expect(title(page, 'Drucker')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Bondrucker');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Verwerfen' }).click();
  await page.getByRole('button', { name: /^Einstellungen/ }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await page.keyboard.press('F1');
  await expect(title(page, 'Sign in, lock, change over')).toBeVisible();
  expect(await pictures(page)).toEqual([true]);
  await expectAccessible(page);
});

test('the manual is there before anybody signs in', async ({ page, till }) => {
  await page.goto(till.url);
  await expect(page.getByRole('heading', { name: 'Wer kassiert?' })).toBeVisible();
  await help(page).click();
  await expect(title(page, 'Anmelden, sperren, wechseln')).toBeVisible();
  await expectAccessible(page);
});

test('says that the bridge is away, and reads when it is back', { tag: '@long' }, async ({ page, till }) => {
  await signIn(page, till.url);
  await page.route('**/docs/manual.json*', route => route.abort());
  await help(page).click();
  await expect(manual(page).getByText('Die Kasse antwortet gerade nicht.')).toBeVisible();
  await page.unroute('**/docs/manual.json*');
  await manual(page).getByRole('button', { name: 'Noch einmal' }).click();
  await expect(title(page, 'Verkaufen')).toBeVisible();
  // Once read it is there without the bridge.
  await page.keyboard.press('Escape');
  await page.route('**/docs/manual.json*', route => route.abort());
  await help(page).click();
  await expect(title(page, 'Verkaufen')).toBeVisible();
  await expect(line(page, 'Bauernbrot')).toHaveCount(0);
});

test('a browser reads it below /docs/manual, searches without a call, and prints it', { tag: '@long' }, async ({
  page,
  till,
}) => {
  await page.goto(`${till.url}/docs/manual?language=de`);
  await expect(page.getByRole('heading', { level: 1, name: 'Handbuch' })).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page, 320);
  const called: string[] = [];
  page.on('request', request => called.push(request.url()));
  await page.getByRole('searchbox', { name: 'Im Handbuch suchen' }).fill('rückgeld');
  await expect(page.getByRole('link', { name: 'Bar bezahlen' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Warenkorb parken' })).toBeHidden();
  await page.getByRole('searchbox').fill('xyzzy');
  await expect(page.getByRole('status')).toHaveText('Keine Seite hat diese Wörter.');
  await page.getByRole('searchbox').fill('');
  expect(called).toEqual([]);
  await page.getByRole('link', { name: 'Bar bezahlen' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bar bezahlen' })).toBeVisible();
  await expect(page.getByRole('img').first()).toHaveJSProperty('complete', true);
  await expectAccessible(page);
  await expectNarrow(page, 320);
  await page.getByRole('navigation').getByRole('link', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pay in cash' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toBeHidden();
  await page.emulateMedia({ media: null });
  await page.context().clearCookies();
});

test('a form beside its list has its own place in the manual', { tag: '@long' }, async ({ page, till }) => {
  await signIn(page, till.url, '9999', 'Leitung');
  await openPage(page, 'Verkäufe');
  await page.getByRole('button', { name: 'Rückgabe ohne Bon' }).click();
  await expect(page.getByRole('region', { name: 'Rückgabe ohne Bon' })).toBeVisible();
  await page.keyboard.press('F1');
  await expect(title(page, 'Ware zurücknehmen')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Rückgabe ohne Bon' })).toHaveCount(0);
  await page.keyboard.press('F1');
  await expect(title(page, 'Beleg finden, drucken, stornieren')).toBeVisible();
});
