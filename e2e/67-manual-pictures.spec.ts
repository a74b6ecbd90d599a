/** Records the pictures of the manual from the running till, in both languages: `npm run pictures -- --manual`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { codes, scan, terminalText } from './counter.ts';
import { followCalls, settled, withFixedTexts } from './screenPictures.ts';
import { paymentStates, showPayment } from './states.ts';
import { expect, type Till, test } from './till.ts';

test.describe.configure({ timeout: 300_000 });
test.use({ viewport: { width: 1024, height: 720 } });

const PRICE_LIST = join(import.meta.dirname, '../main/masterData/articles/files/priceLists/jtl.csv');
const FOLDER = join(import.meta.dirname, '..', 'assets', 'manual', 'pictures');

type Language = 'de' | 'en';

/** Takes pictures in one language, and presses buttons by their name in it. */
function photographer(page: Page, till: Till, language: Language) {
  const say = (german: string, english: string) => (language === 'de' ? german : english);
  const press = (german: string, english: string) =>
    page
      .getByRole('button', { name: new RegExp(`^${say(german, english)}`) })
      .first()
      .click();
  return {
    say,
    press,
    /** The whole screen, or the dialog in front. */
    async take(name: string, place?: Locator) {
      await settled(page);
      await page.evaluate(withFixedTexts);
      const options = { animations: 'disabled', caret: 'hide', scale: 'css' } as const;
      const png = place ? await place.screenshot(options) : await page.screenshot(options);
      await keep(page, join(FOLDER, `${name}-${language}.webp`), png);
    },
    async open(address: string) {
      await page.evaluate(to => location.assign(to), address);
      await expect(page).toHaveURL(new RegExp(`${address}$`));
    },
    /** Until there is a line, and its sums are final. */
    async saved() {
      const lines = page.getByRole('list', { name: say('Positionen', 'Lines') });
      await expect(lines.getByRole('listitem')).not.toHaveCount(0);
      await expect(page.getByText(say('wird berechnet …', 'updating …'))).toHaveCount(0);
    },
    close: () =>
      page
        .getByRole('dialog')
        .last()
        .getByRole('button', { name: say('Schließen', 'Close') })
        .click(),
    async signIn(who: 'cashier' | 'manager') {
      const data = { username: `${who}@demo.example`, pin: who === 'cashier' ? '1111' : '9999' };
      await page.request.post(`${till.url}/bridge/v1/session`, { data });
      await page.goto(till.url);
      await expect(page.getByRole('heading', { level: 1, name: say('Verkauf', 'Sale') })).toBeVisible();
    },
  };
}

/** A picture that looks the same keeps its bytes, so that a recording changes only what has changed. */
async function keep(page: Page, file: string, png: Buffer) {
  const old = existsSync(file) ? readFileSync(file).toString('base64') : null;
  const made = await page.evaluate(compress, { png: png.toString('base64'), old });
  if (made !== null) writeFileSync(file, Buffer.from(made, 'base64'));
}

/** Runs in the page: the picture as WebP, or null where the old one shows the same. */
async function compress({ png, old }: { readonly png: string; readonly old: string | null }) {
  const bitmap = (text: string, type: string) =>
    createImageBitmap(new Blob([Uint8Array.from(atob(text), character => character.charCodeAt(0))], { type }));
  const drawn = (image: ImageBitmap) => {
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
    context.drawImage(image, 0, 0);
    return context;
  };
  const context = drawn(await bitmap(png, 'image/png'));
  const { width, height } = context.canvas;
  const before = old === null ? null : drawn(await bitmap(old, 'image/webp'));
  if (before?.canvas.width === width && before.canvas.height === height) {
    const [one, other] = [context, before].map(each => each.getImageData(0, 0, width, height).data);
    let different = 0;
    // The compression itself changes a colour by some steps.
    for (let at = 0; at < one!.length; at += 1) if (Math.abs(one![at]! - other![at]!) > 48) different += 1;
    if (different / one!.length < 0.001) return null;
  }
  const blob = await context.canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
  let text = '';
  for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte);
  return btoa(text);
}

for (const language of ['de', 'en'] as const)
  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'de' ? 'de-DE' : 'en-GB' });

    test('at the counter', async ({ page, till }) => {
      followCalls(page);
      const { say, press, take, open, saved, close, signIn } = photographer(page, till, language);
      const dialog = page.getByRole('dialog').last();
      await page.goto(till.url);
      await expect(page.getByRole('heading', { name: say('Wer kassiert?', 'Who is at the till?') })).toBeVisible();
      await take('sign-in');
      await signIn('cashier');
      for (const code of [codes.coffee, codes.bread, codes.milk]) await scan(page, code);
      await saved();
      await take('sell');
      const last = page
        .getByRole('list', { name: say('Positionen', 'Lines') })
        .locator('[data-line]')
        .last();
      await last.click();
      await take('discount', dialog);
      await close();
      await page.keyboard.press('F6');
      await take('pay-parts', dialog);
      await page.keyboard.press('Escape');
      await page.keyboard.press('End');
      await take('park', dialog);
      await page.keyboard.press('Escape');
      await scan(page, codes.cardSome);
      await saved();
      await take('loyalty-card');
      await page.keyboard.press('F10');
      await take('voucher', dialog);
      await close();
      await page.getByRole('button', { name: say('Guthaben nutzen', 'Pay with balance') }).click();
      await saved();
      await page.keyboard.press('F8');
      await take('pay-cash', dialog);
      await dialog.getByRole('button', { name: /20[,.]00/ }).click();
      await expect(page.getByRole('heading', { name: say('Bezahlt', 'Paid'), exact: true })).toBeVisible();
      await take('paid');
      await page.keyboard.press('Enter');
      await scan(page, codes.bread);
      await saved();
      await till.terminal('POST', '/behaviour', { behaviour: 'manual' });
      await page.keyboard.press('F9');
      await expect(terminalText(page)).toContainText(/Karte|card/i);
      await take('pay-card');
      await till.terminal('POST', '/behaviour', { behaviour: 'approve' });
      await till.terminal('POST', '/card', { card: 'girocard-contactless' });
      await expect(page.getByRole('heading', { name: say('Bezahlt', 'Paid'), exact: true })).toBeVisible();
      await page.keyboard.press('Enter');
      await till.terminal('POST', '/behaviour', { behaviour: 'decline' });
      await scan(page, codes.bread);
      await saved();
      await page.keyboard.press('F9');
      await expect(page.getByRole('heading', { name: say('Nicht bezahlt', 'Not paid') })).toBeVisible();
      await take('declined');
      await till.terminal('POST', '/behaviour', { behaviour: 'approve' });
      await press('Zurück zum Warenkorb', 'Back to the basket');
      await page.keyboard.press('F9');
      await expect(page.getByRole('heading', { name: say('Bezahlt', 'Paid'), exact: true })).toBeVisible();
      await page.keyboard.press('Enter');
      await open('#/sales');
      await page.getByRole('main').getByRole('list').getByRole('button').last().click();
      await expect(page.getByRole('button', { name: say('Ware zurücknehmen', 'Take goods back') })).toBeVisible();
      await take('receipts');
      await press('Ware zurücknehmen', 'Take goods back');
      await expect(page.getByText(say('Was kommt zurück?', 'What comes back?'))).toBeVisible();
      await take('return');
      await open('#/cash');
      await take('count');
      await page
        .getByRole('list', { name: say('Verbindungen', 'Connections') })
        .getByRole('button')
        .first()
        .click();
      await take('terminal-light', dialog);
      await close();
      await showPayment(page, paymentStates['Wir wissen es noch nicht']!);
      await page.goto(till.url);
      await expect(
        page.getByRole('heading', { name: say('Wir wissen es noch nicht', 'We do not know yet') }),
      ).toBeVisible();
      await take('unknown');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });

    test('at the pages of the managers', async ({ page, till }) => {
      followCalls(page);
      const { say, press, take, open, saved, signIn } = photographer(page, till, language);
      const dialog = page.getByRole('dialog').last();
      await signIn('manager');
      for (const code of [codes.bread, codes.coffee]) {
        await scan(page, code);
        await saved();
        await page.keyboard.press('F8');
        await dialog.getByRole('button', { name: /20[,.]00/ }).click();
        await expect(page.getByRole('heading', { name: say('Bezahlt', 'Paid'), exact: true })).toBeVisible();
        await page.keyboard.press('Enter');
        await expect(page.getByRole('heading', { level: 1, name: say('Verkauf', 'Sale') })).toBeVisible();
      }
      for (const [address, name] of [
        ['#/shop', 'shop'],
        ['#/closing', 'day-end'],
        ['#/dayEnd', 'terminal-day-end'],
        ['#/reports', 'reports'],
        ['#/loyalty', 'loyalty'],
        ['#/people', 'people'],
        ['#/terminals', 'terminals'],
        ['#/operations', 'operations'],
        ['#/queue', 'queue'],
      ] as const) {
        await open(address);
        await take(name);
      }
      await open('#/articles');
      await press('Neuer Artikel', 'New article');
      await take('article');
      await press('Importieren', 'Import');
      await page
        .getByLabel(say('Preisliste wählen (.xlsx, CSV)', 'Choose a price list (.xlsx, CSV)'))
        .setInputFiles(PRICE_LIST);
      await expect(page.getByTestId('import-created')).toHaveText('2');
      await take('import');
      await open('#/printers');
      await press('Drucker hinzufügen', 'Add a printer');
      await take('printer');
      await open('#/shop');
      await press('Kundenanzeigen', 'Customer displays');
      await take('displays');
    });
  });

test.describe('with a back office that is away', () => {
  test.use({ settings: { TILLBRIDGE_BACKOFFICE: 'http://127.0.0.1:9', TILLBRIDGE_UPSTREAM: 'http://127.0.0.1:9' } });
  for (const language of ['de', 'en'] as const)
    test(`connections in ${language}`, async ({ page, till }) => {
      followCalls(page);
      const { take, signIn } = photographer(page, till, language);
      await page.addInitScript(
        chosen => localStorage.setItem('tillbridge.settings', JSON.stringify({ language: chosen })),
        language,
      );
      await signIn('manager');
      await page
        .getByRole('button', { name: /^(Zentrale|Back office|Online)/ })
        .first()
        .click();
      await take('connections', page.getByRole('dialog').last());
    });
});
