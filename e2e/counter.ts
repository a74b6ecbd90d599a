/** Actions of a cashier at the screen. Names are the German names that a screen reader reads. */
import { setTimeout as pause } from 'node:timers/promises';
import { type CDPSession, expect, type Keyboard, type Locator, type Page } from '@playwright/test';

/** Codes of the demo data. */
export const codes = {
  coffee: '2000000010069',
  bread: '2000000020006',
  milk: '2000000030005',
  cardRich: '9276004000000018',
  cardSome: '9276004000000026',
  cardEmpty: '9276004000000034',
  cardLocked: '9276004000000042',
  cardExpired: '9276004000000059',
} as const;

/** User names of the people of the demo. */
const userNames = { Kasse: 'cashier@demo.example', Leitung: 'manager@demo.example' } as const;
type Person = keyof typeof userNames;

/** Opens the screen for a person who is signed in already, with the call of the screen and without its form. */
export async function signIn(page: Page, url: string, pin = '1111', name: Person = 'Kasse'): Promise<void> {
  const answer = await page.request.post(`${url}/bridge/v1/session`, { data: { username: userNames[name], pin } });
  expect(answer.status()).toBe(200);
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
}

/** Signs a cashier in at the form, for stories in which the form matters or the window has no address to call. */
export async function signInByPin(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: /^Kasse\b/ }).click();
  await page.getByRole('textbox', { name: 'PIN von Kasse' }).fill('1111');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
}

/**
 * Types like a scanner, faster than any hand, wherever the focus is: all keys are sent before the first key is answered, each
 * with the time at which it was pressed, because a busy machine delivers keys late. `halts`: keys that come late, by `halt` ms.
 */
export async function scan(page: Page, code: string, halts: readonly number[] = [], halt = HALT_MS): Promise<void> {
  const keyboard = await scannerOf(page);
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };
  const keys = [...[...code].map(text => ({ key: text, text })), enter];
  const timeOf = (index: number) => index * KEY_MS + halts.filter(key => key <= index).length * halt;
  await atHandPace(page.keyboard, timeOf(keys.length));
  const begun = Date.now() - timeOf(keys.length);
  const sent = keys.flatMap(({ text, ...key }, index) => {
    const timestamp = (begun + timeOf(index)) / 1000;
    return [
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key, text, timestamp }),
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key, timestamp }),
    ];
  });
  await Promise.all(sent);
  lastKey.set(page.keyboard, Date.now());
}

/** Milliseconds between two keys of a common scanner. */
const KEY_MS = 5;
/** Milliseconds that a scanner, its line or its machine takes longer now and then. */
const HALT_MS = 90;

/** A key stays down for this time, ms: a key that may be the first one of a scanner acts a little later than it goes down. */
const PRESS_MS = 90;
/** Between a key, or a scan, and the next key of the same hands, ms: keys that follow each other quickly are those of a scanner. */
const HAND_MS = 60;

/** Time of the last key of a page. */
const lastKey = new WeakMap<Keyboard, number>();

/** Resolves when the hands that pressed the last key are free for something that takes `duration` ms. */
export async function atHandPace(keyboard: Keyboard, duration = 0): Promise<void> {
  const rest = (lastKey.get(keyboard) ?? 0) + HAND_MS + duration - Date.now();
  if (rest > 0) await pause(rest);
}

/** Gives the keys of `page.keyboard` the pace of a hand; a scanner has its own (`scan`). */
export function pressLikeAPerson({ keyboard }: Page): void {
  const { press, type } = keyboard;
  const byHand = async (act: () => Promise<void>) => {
    await atHandPace(keyboard);
    await act();
    lastKey.set(keyboard, Date.now());
  };
  keyboard.press = (key, options) => byHand(() => press.call(keyboard, key, { delay: PRESS_MS, ...options }));
  keyboard.type = (text, options) => byHand(() => type.call(keyboard, text, options));
}

const scanners = new WeakMap<Page, CDPSession>();

async function scannerOf(page: Page): Promise<CDPSession> {
  const known = scanners.get(page) ?? (await page.context().newCDPSession(page));
  scanners.set(page, known);
  return known;
}

export const basket = (page: Page): Locator => page.getByRole('list', { name: 'Positionen' });

export const line = (page: Page, name: string): Locator => basket(page).getByRole('listitem').filter({ hasText: name });

/** The biggest figure on the screen. */
export const missingSum = (page: Page): Locator =>
  page
    .getByRole('region', { name: 'Summe' })
    .locator('dt', { hasText: 'Zu zahlen' })
    .locator('xpath=following-sibling::dd');

/** Waits until there is a line, and the bridge has the sale on the screen, so that its sums are final. */
export async function saved(page: Page): Promise<void> {
  await expect(basket(page).getByRole('listitem')).not.toHaveCount(0);
  await expect(page.getByText('wird berechnet …')).toHaveCount(0);
}

/** A row behind the button for more, above the ticket. */
export async function more(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Mehr', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
}

/** Opens price, discount and note of a line: the first press chooses the line, the next one opens them. */
export async function adjust(page: Page, name: string): Promise<void> {
  const one = line(page, name).locator('[data-line]');
  if ((await one.getAttribute('aria-expanded')) === 'false') await one.click();
  await one.click();
}

export const pay = (page: Page, how: 'Karte' | 'Bar' | 'Abschließen'): Locator =>
  page.getByRole('group', { name: 'Bezahlen' }).getByRole('button', { name: how, exact: true });

/** The form beside the list of a manager's page. */
export const besideForm = (page: Page): Locator =>
  page
    .getByRole('main')
    .getByRole('region')
    .filter({ has: page.getByRole('button', { name: /^(Schließen|Close)$/ }) });

/** Holds a button as long as a decision wants it, and a little longer: one second. */
export const hold = (button: Locator): Promise<void> => button.click({ delay: 1200 });

export const customerCopy = (page: Page): Locator => page.getByRole('region', { name: 'Kundenbeleg' });

export async function expectPaid(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Bezahlt', exact: true })).toBeVisible({ timeout: 20_000 });
}

/** Leaves the screen of a paid sale. A scan that came before the answer to the key would be one with it. */
export async function nextCustomer(page: Page): Promise<void> {
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
}

/** The text of the card terminal, large on the screen. */
export const terminalText = (page: Page): Locator => page.getByTestId('terminal-text');

/** A wedge scanner with a pace in milliseconds a key; each key carries its time. */
export async function slowly(page: Page, code: string, pause: number): Promise<void> {
  const last = await page.evaluate(
    ([keys, gap]) => {
      const begun = performance.now();
      const times = [...keys, 'Enter'].map((key, at) => {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
        const time = begun + at * gap;
        Object.defineProperty(event, 'timeStamp', { value: time });
        (document.activeElement ?? document.body).dispatchEvent(event);
        return time;
      });
      return times.at(-1) ?? begun;
    },
    [code, pause] as const,
  );
  // The keys bear times that are still to come: what follows has to come after them, and not as one of their burst.
  await page.waitForFunction(time => performance.now() > time, last + 2 * pause);
}

/** Pages that are places of the bar, by their titles; every other page has a card of the management. */
const PLACES: Readonly<Record<string, string>> = {
  ...{ Verkäufe: 'Belege', Bargeld: 'Bargeld', Tagesabschluss: 'Abschluss', Verwaltung: 'Verwaltung' },
  ...{ Sales: 'Sales', Cash: 'Cash', 'Close the day': 'Close' },
};

/** A place of work in the bar at the side, or below on a phone. */
export const place = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('navigation', { name: /^(Bereiche|Places)$/ }).getByRole('link', { name });

/** Opens a page by its title: with one touch where it is a place of the bar, else over the management. */
export async function openPage(page: Page, title: string): Promise<void> {
  const name = PLACES[title];
  if (name) return place(page, new RegExp(`^${name}`)).click();
  await place(page, /^(Verwaltung|Manage)/).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(`^${title}`) })
    .click();
}

/** Addresses of all pages that this person may open: of the places, and of the cards of the management. */
export async function pageAddresses(page: Page): Promise<readonly string[]> {
  await place(page, /^(Verwaltung|Manage)/).click();
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  const links = page.locator('nav a[href^="#/"]');
  return links.evaluateAll(all => all.map(link => link.getAttribute('href') ?? ''));
}
