/** Every screen in light and dark without an accessibility violation, with targets large enough for fingers and no sideways scrolling. */
import type { Page } from '@playwright/test';
import { expectAccessible, expectNarrow } from './accessible.ts';
import {
  codes,
  expectPaid,
  openPage,
  pageAddresses,
  pay,
  place,
  saved,
  scan,
  signIn,
  terminalText,
} from './counter.ts';
import { approvalRefusal, differingDayEnd, paymentStates, showOpenPayments, showPayment } from './states.ts';
import { expect, test } from './till.ts';

test('signing in, the empty till and the settings, without a word in the console', async ({ page, till }) => {
  const complaints: string[] = [];
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(till.url);
  await expect(page.getByRole('heading', { name: 'Wer kassiert?' })).toBeVisible();
  expect(complaints).toEqual([]);
  await expectAccessible(page);
  const pin = page.getByRole('textbox', { name: 'PIN von Kasse' });
  // A touch on the name that is chosen already also leads to the PIN field.
  for (const name of ['Leitung', 'Kasse', 'Kasse'])
    await page.getByRole('button', { name: RegExp(`^${name}\\b`) }).click();
  await expect(pin).toBeFocused();
  await page.keyboard.type('1111', { delay: 200 });
  await expect(pin).toHaveValue('1111');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Einstellungen' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Abmelden' })).toBeVisible();
  // The window of the desktop application alone has it.
  await expect(page.getByRole('button', { name: 'Tillbridge beenden' })).toHaveCount(0);
  await expectAccessible(page);
});

test('sign-in without names: user name, Enter, PIN, and a message that names both', { tag: '@long' }, async ({
  page,
  till,
}) => {
  await page.route('**/bridge/v1/screen', async route => {
    const info = await (await route.fetch()).json();
    await route.fulfill({ json: { ...info, staff: [], staffHidden: true } });
  });
  await page.goto(till.url);
  const name = page.getByRole('textbox', { name: /^Benutzername/ });
  await expect(name).toBeFocused();
  await expectAccessible(page);
  await name.fill('cashier@demo.example');
  await page.keyboard.press('Enter');
  const pin = page.getByRole('textbox', { name: 'PIN von cashier@demo.example' });
  await expect(pin).toBeFocused();
  await pin.fill('4711');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Benutzername oder PIN ist nicht richtig.')).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  await pin.fill('1111');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test.describe('with a customer who takes time', () => {
  test.use({ behaviour: 'manual' });

  test('a sale from the first article to the receipt, with nothing that moves sideways in small windows and at 200 %', async ({
    page,
    till,
  }) => {
    await signIn(page, till.url);
    await scan(page, codes.coffee);
    await scan(page, codes.cardSome);
    await saved(page);
    await expectAccessible(page);
    for (const [width, height] of [
      [1024, 600],
      [400, 800],
      // A window of 1280 × 800 at 200 %.
      [640, 400],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await sideways(page)).toBeLessThanOrEqual(0);
    }
    // More than the card can pay.
    for (const _ of [1, 2, 3]) await scan(page, codes.bread);
    await saved(page);
    await pay(page, 'Bar').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await page.getByRole('textbox', { name: 'Gegeben' }).fill('50');
    await expect(page.getByRole('button', { name: 'Kassieren' })).toBeInViewport();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await pay(page, 'Karte').click();
    await expect(terminalText(page)).toContainText('Karte vorhalten');
    await expectAccessible(page);
    await till.terminal('POST', '/key', { key: 'stop' });
    await expect(page.getByRole('heading', { name: 'Nicht bezahlt' })).toBeVisible();
    await expectAccessible(page);
    await till.terminal('POST', '/behaviour', { behaviour: 'approve' });
    await page.getByRole('button', { name: 'Karte noch einmal' }).click();
    await expectPaid(page);
    await expectAccessible(page);
  });
});

/** The first state of each step where `npm test` runs it. */
const PAYMENTS = Object.entries(paymentStates).filter(
  ([, { step }], at, all) => process.env.LONG || all.findIndex(([, one]) => one.step === step) === at,
);

test('payments that need a person', { tag: '@sampled' }, async ({ page, till }) => {
  test.setTimeout(180_000);
  await signIn(page, till.url);
  for (const [heading, state] of PAYMENTS) {
    await showPayment(page, state);
    await page.reload();
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expectAccessible(page);
    await expectNarrow(page);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the approval of a manager, and the reason of a signed-in manager', { tag: '@long' }, async ({ page, till }) => {
  test.setTimeout(120_000);
  await signIn(page, till.url);
  await showPayment(page, { step: 'signature' });
  for (const [title, by] of [
    ['Freigabe durch die Leitung', 'manager'],
    ['Grund angeben', 'self'],
  ] as const) {
    await page.route('**/bridge/v1/till/late', route => route.fulfill({ status: 403, json: approvalRefusal(by) }));
    await page.reload();
    await page.getByRole('button', { name: 'Stimmt nicht' }).click();
    await page.getByRole('button', { name: 'Ja, Zahlung zurücknehmen' }).click();
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await expectAccessible(page);
    await expectNarrow(page);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('open payments beside a sale, and a silent terminal', { tag: '@long' }, async ({ page, till }) => {
  test.setTimeout(180_000);
  await signIn(page, till.url);
  const states = { late: { step: 'late', lateBecause: 'lineBroke' }, unclear: { step: 'deciding' } } as const;
  await showOpenPayments(page, [states.late, states.unclear, { step: 'signature' }]);
  await page.reload();
  for (const name of [/^spät genehmigt/, /^ungeklärt/, /^Unterschrift/]) {
    await expect(page.getByRole('button', { name })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog').getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expectAccessible(page);
    await expectNarrow(page);
    await page.keyboard.press('Escape');
  }
  await showPayment(page, { prompt: { de: 'Karte vorhalten', en: 'Present card' }, newsAt: Date.now() - 65_000 });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Nächster Kunde' })).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the pages of the manager', async ({ page, till }) => {
  test.setTimeout(180_000);
  const { body } = await till.call('GET', '/bridge/v1/terminals');
  const result = differingDayEnd(body.data[0].device);
  await page.route('**/bridge/v1/day-ends?*', route => route.fulfill({ json: { count: 1, data: [result] } }));
  await page.route('**/bridge/v1/day-ends/E1', route => route.fulfill({ json: result }));
  await signIn(page, till.url, '9999', 'Leitung');
  await place(page, 'Verwaltung').click();
  await expect(page.getByRole('link', { name: /^Terminals 1 bereit/ })).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  await openPage(page, 'Kassenschnitt');
  await expect(page.getByRole('region', { name: 'Nach Kartenart' })).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await expectNarrow(page);
  await page.getByRole('button', { name: /^Unterschiede/ }).click();
  await page.getByRole('button', { name: 'Belege zu girocard (1)' }).click();
  await expect(page.getByText('nur im Journal', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  await page.keyboard.press('Escape');
  await openPage(page, 'Terminals');
  await expect(page.getByRole('button', { name: 'Aufgaben' })).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  const form = page.getByRole('region').filter({ has: page.getByRole('button', { name: 'Schließen', exact: true }) });
  for (const name of ['Aufgaben', 'Name und Kassen', 'Adresse von Hand eingeben']) {
    await page.getByRole('button', { name }).click();
    await expect(form).toBeVisible();
    await expectAccessible(page);
    await expectNarrow(page);
    for (const task of name === 'Aufgaben' ? ['Beleg wiederholen', 'Am Terminal fragen'] : []) {
      await page.getByRole('button', { name: task }).first().click();
      await expect(page.getByRole('button', { name: task })).toHaveCount(2);
      await expectAccessible(page);
      await expectNarrow(page);
    }
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
  }
});

test('operations by hand, with their form and their result', { tag: '@long' }, async ({ page, till }) => {
  test.setTimeout(120_000);
  await signIn(page, till.url, '9999', 'Leitung');
  await openPage(page, 'Terminals');
  await page.getByRole('button', { name: 'Vorgänge von Hand' }).click();
  for (const kind of ['Storno', 'Trinkgeld']) {
    await page.getByRole('button', { name: kind, exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Beleg-Nr.' })).toBeFocused();
    await expectAccessible(page);
    await expectNarrow(page);
  }
  await page.getByRole('button', { name: 'Betrag vormerken' }).click();
  await page.getByRole('textbox', { name: 'Betrag (EUR)' }).fill('50');
  await expectAccessible(page);
  await expectNarrow(page);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Ja, 50,00/ }).click();
  await expect(page.getByRole('button', { name: 'Buchen: Beleg Nr. 1' })).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
});

test.describe('with a terminal that takes no cards', () => {
  test.use({ behaviour: 'needs-diagnosis' });
  test('its light and message, its page, and the screen of the refused payment', { tag: '@long' }, async ({
    page,
    till,
  }) => {
    test.setTimeout(120_000);
    await signIn(page, till.url, '9999', 'Leitung');
    const cure = page.getByRole('button', { name: 'Diagnose starten' });
    await expect(cure).toBeVisible();
    await expectAccessible(page);
    await expectNarrow(page);
    await openPage(page, 'Terminals');
    await expect(cure).toBeVisible();
    await expectAccessible(page);
    await expectNarrow(page);
    await page.keyboard.press('Escape');
    await scan(page, codes.bread);
    await pay(page, 'Karte').click();
    await expect(page.getByRole('heading', { name: 'Das Terminal braucht eine Diagnose' })).toBeVisible();
    await expectAccessible(page);
    await expectNarrow(page);
    await cure.press('Enter');
    await expect(page.getByRole('heading', { name: 'Das Terminal ist wieder bereit' })).toBeVisible();
    await expectAccessible(page);
  });
});

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test('pages of managers fit 320 pixels', async ({ page, till }) => {
  test.setTimeout(120_000);
  await signIn(page, till.url, '9999', 'Leitung');
  const pages = await pageAddresses(page);
  await page.setViewportSize({ width: 320, height: 640 });
  const wide: string[] = [];
  for (const address of pages) {
    await page.evaluate(to => location.assign(to), address);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    expect(new URL(page.url()).hash).toBe(address);
    if ((await sideways(page)) > 0) wide.push(address);
  }
  expect(wide).toEqual([]);
});

test('left hand, high contrast and forced colours', { tag: '@long' }, async ({ page, till }) => {
  await signIn(page, till.url);
  await scan(page, codes.coffee);
  await saved(page);
  const basketLeft = async () => (await page.getByRole('region', { name: 'Summe' }).boundingBox())!.x < 500;
  expect(await basketLeft()).toBe(false);
  await page.getByRole('button', { name: /Einstellungen/ }).click();
  await page.getByRole('group', { name: 'Bedienung' }).getByRole('button', { name: 'Linke Hand' }).click();
  await page.getByRole('group', { name: 'Kontrast' }).getByRole('button', { name: 'Hoch' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  expect(await basketLeft()).toBe(true);
  await expectAccessible(page);
  // The chosen button differs by its border, because the system gives both the same colours. (axe reads colours that are not drawn.)
  await page.emulateMedia({ forcedColors: 'active' });
  await page.getByRole('button', { name: /Einstellungen/ }).click();
  const border = (name: string) =>
    page.getByRole('button', { name, exact: true }).evaluate(button => getComputedStyle(button).borderTopWidth);
  expect(await border('Linke Hand')).not.toBe(await border('Rechte Hand'));
  await page.emulateMedia({ forcedColors: 'none' });
  await page.reload();
  expect(await basketLeft()).toBe(true);
});

/** Buttons and links whose name lacks a word that is read on them: by voice nobody would reach them (WCAG 2.5.3). */
const misnamed = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const readOn = (element: Element): string =>
      [...element.childNodes]
        .map(node => (node instanceof Element ? (node.ariaHidden === 'true' ? '' : readOn(node)) : node.textContent))
        .join(' ');
    return [...document.querySelectorAll<HTMLElement>('button[aria-label], a[aria-label]')]
      .filter(element => element.checkVisibility())
      .filter(element => {
        const named = wordsOf(element.ariaLabel ?? '');
        return wordsOf(readOn(element)).some(word => !named.includes(word));
      })
      .map(element => `${element.ariaLabel}: ${element.innerText}`);
  });

test('every button of the sale is named by the words that are read on it, in German and English', {
  tag: '@long',
}, async ({ page, till }) => {
  await signIn(page, till.url);
  expect(await misnamed(page)).toEqual([]);
  await scan(page, codes.coffee);
  await scan(page, codes.cardSome);
  await saved(page);
  expect(await misnamed(page)).toEqual([]);
  await page.getByRole('button', { name: 'Parken', exact: true }).click();
  await expect(page.getByTestId('parked')).toHaveText('1');
  expect(await misnamed(page)).toEqual([]);
  await page.getByRole('button', { name: /Einstellungen/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'English' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Settings/ })).toBeVisible();
  expect(await misnamed(page)).toEqual([]);
});

test('the focus stands somewhere sensible after every step of a sale', async ({ page, till }) => {
  /** Name of what has the focus; empty where nothing has it. */
  const focus = () =>
    page.evaluate(() => {
      const one = document.activeElement;
      return one === null || one === document.body
        ? ''
        : ((one.getAttribute('aria-label') ?? one.textContent) || one.tagName).trim();
    });
  // The page draws before it moves the focus.
  const note = (step: string) => expect.poll(focus, { message: step }).not.toBe('');
  await signIn(page, till.url);
  await note('sign-in');
  await page.getByRole('button', { name: /^Espresso, / }).click();
  await page.getByRole('button', { name: /^Cappuccino, / }).click();
  await saved(page);
  await note('tile');
  await page.getByRole('button', { name: 'Weniger: Cappuccino' }).click();
  await note('last piece removed');
  // The element with the focus may leave the page much later, as with a list that comes from the bridge.
  await page.evaluate(async () => {
    const one = document.activeElement!;
    for (let frame = 0; frame < 40; frame += 1) await new Promise(requestAnimationFrame);
    const { parentNode, nextSibling } = one;
    one.remove();
    parentNode!.insertBefore(one, nextSibling);
  });
  await note('drawn anew');
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await note('undone');
  await pay(page, 'Bar').click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await note('cash closed');
  await page.getByRole('button', { name: 'Teilen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Bar/ }).click();
  await expect(page.getByTestId('paid-part')).toHaveCount(1);
  await note('part paid');
  await till.terminal('POST', '/behaviour', { behaviour: 'decline' });
  await pay(page, 'Karte').click();
  await expect(page.getByRole('heading', { name: /nicht bezahlt/i })).toBeVisible();
  await note('declined');
  await page.getByRole('button', { name: /Zurück zum Warenkorb/ }).click();
  await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeAttached();
  await note('back');
  await till.terminal('POST', '/behaviour', { behaviour: 'approve' });
  await pay(page, 'Karte').click();
  await expectPaid(page);
  await note('paid');
  await page.getByRole('button', { name: /^Nächster Kunde/ }).click();
  await note('next');
});
