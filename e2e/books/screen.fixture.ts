/** People at the screens of both tills, in a real browser: they sell, take back, book and close as a cashier sees it. */
import { type Browser, type BrowserContext, chromium, expect, type Locator, type Page } from '@playwright/test';
import { receiptCode } from '../../main/domain/receiptCode.ts';
import { ok } from '../../main/doubles/bridge.fixture.ts';
import type { SmartTransaction } from '../../main/wire/transactions.ts';
import { browserFlags, browserPath } from '../browser.ts';
import {
  adjust,
  customerCopy,
  expectPaid,
  missingSum,
  more,
  nextCustomer,
  openPage as openByTitle,
  pressLikeAPerson,
  saved,
  scan,
} from '../counter.ts';
import { articles, type Bar, type ClosedTill, type Place } from './bar.fixture.ts';
import type { Hands, Order, Payment } from './hands.ts';
import { PAPERS } from './paper.ts';
import { SALES } from './steps.ts';

export interface Screens extends Hands {
  /** Another page of the browser. */
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

/** A till as the browser has it. */
interface Seat {
  readonly page: Page;
  /** Whose session it is. */
  person: string | null;
  /** The sale that the page asked about last, STX_…. */
  sale: string;
}

export async function openScreens(bar: Bar): Promise<Screens> {
  const executablePath = browserPath();
  const browser = await chromium.launch({ args: browserFlags, ...(executablePath ? { executablePath } : {}) });
  const seats = [await newSeat(browser), await newSeat(browser)] as const;
  const at = (place: Place) => sitDown(bar, seats[place.till], place);
  return {
    async sell(place, order) {
      const seat = await at(place);
      await fill(seat.page, order);
      await payAll(seat.page, order);
      await expectReceipt(seat.page, order);
      await nextCustomer(seat.page);
      return ok(await place.ask('GET', `${SALES}/${seat.sale}`));
    },
    async cancel(place, sold, cash) {
      const { page } = await at(place);
      await openReceipt(page, sold);
      await press(page, 'Verkauf stornieren', 'Ja, stornieren', 'Fehlbuchung', 'Weiter');
      await expect(page.getByTestId('hand-out')).toHaveText(money(cash));
      await nextCustomer(page);
    },
    async beerBack(place, sold) {
      const { page } = await at(place);
      await openReceipt(page, sold);
      await press(page, 'Ware zurücknehmen', /^Mehr Bier/, 'Defekt', '4,20 € auszahlen');
      await expect(page.getByRole('heading', { name: 'Ausgezahlt' })).toBeVisible();
      await nextCustomer(page);
    },
    async empties(place, pieces, cash) {
      const { page } = await at(place);
      await more(page, 'Leergut');
      await dialog(page).getByRole('textbox', { name: 'Menge' }).fill(String(pieces));
      await press(dialog(page), /^Pfand/, 'Fertig');
      await expect(page.getByTestId('pay-out')).toHaveText(money(cash));
      await page.keyboard.press('F8');
      await press(page, `Ja, ${money(cash)} auszahlen`);
      await expect(page.getByRole('heading', { name: 'Ausgezahlt' })).toBeVisible();
      await nextCustomer(page);
    },
    async capture(place, receipt, amount) {
      const { page } = await at(place);
      await openPage(page, 'Terminals');
      await press(page, 'Vorgänge von Hand', `Buchen: Beleg Nr. ${receipt}`);
      await page.getByRole('textbox', { name: 'Betrag (EUR)' }).fill(plain(amount));
      await page.keyboard.press('Enter');
      await expect(button(page, 'Zurück')).toBeFocused();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Vorgemerktes buchen: ausgeführt' })).toBeVisible();
      await page.keyboard.press('Escape');
    },
    closeDay: () => closeDay(bar, at),
    newPage: async () => await (await newContext(browser)).newPage(),
    close: () => browser.close(),
  };
}

const newContext = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ locale: 'de-DE', viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });

async function newSeat(browser: Browser): Promise<Seat> {
  const page = await (await newContext(browser)).newPage();
  page.setDefaultTimeout(30_000);
  pressLikeAPerson(page);
  const seat: Seat = { page, person: null, sale: '' };
  page.on('request', request => {
    const [, sale] = /\/(STX_\w+)\/start\//.exec(request.url()) ?? [];
    if (sale) seat.sale = sale;
  });
  return seat;
}

const PINS = { cashier: '1111', manager: '9999' } as const;

/** The person signs in, where somebody else sits there, and has the sale in front. */
async function sitDown({ bridge, tills }: Bar, seat: Seat, { till, person }: Place): Promise<Seat> {
  const { page } = seat;
  if (seat.person !== person) {
    const data = { username: `${person}@demo.example`, pin: PINS[person], till: tills[till] };
    const answer = await page.request.post(`${bridge.url}/bridge/v1/session`, { data });
    expect(answer.status()).toBe(200);
    await page.goto(bridge.url);
    seat.person = person;
  }
  await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
  return seat;
}

const dialog = (page: Page): Locator => page.getByRole('dialog');
/** A paper beside the steps of the day's end. */
const detail = (page: Page): Locator =>
  page.getByRole('region').filter({ has: page.getByRole('button', { name: 'Schließen', exact: true }) });
const plain = (amount: number): string => (amount / 100).toFixed(2).replace('.', ',');
/** As the screen writes it. */
const money = (amount: number): string => `${plain(amount)} €`;
const button = (place: Page | Locator, name: string | RegExp): Locator =>
  place.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) });

/** One button after the other. */
async function press(place: Page | Locator, ...names: readonly (string | RegExp)[]): Promise<void> {
  for (const name of names) await button(place, name).first().click();
}

async function openPage(page: Page, name: string): Promise<void> {
  await openByTitle(page, name);
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
}

/** A receipt opens its sale at any till. */
async function openReceipt(page: Page, { id, receipt_number }: SmartTransaction): Promise<void> {
  await scan(page, receiptCode(receipt_number ?? 0, id));
  await expect(button(page, 'Ware zurücknehmen')).toBeVisible();
}

/** Fills the basket with everything that the customer brings and wants, up to the sum of the paper. */
async function fill(page: Page, { goods = {}, shows, voucher, changed, due }: Order): Promise<void> {
  if (shows?.type === 'card') await scan(page, shows.value);
  // A deposit follows its article.
  for (const { number, name, ...more } of articles) {
    const pieces = 'eans' in more ? (goods[number] ?? 0) : 0;
    for (let piece = 0; piece < pieces; piece++) await scan(page, 'eans' in more ? more.eans[0] : '');
    if (changed && pieces > 0) await change(page, name, changed);
  }
  if (voucher !== undefined) {
    await page.keyboard.press('F10');
    await press(dialog(page), 'Gutschein verkaufen', money(voucher), `${money(voucher)} in den Warenkorb`);
  }
  if (shows?.type === 'voucher') {
    await page.keyboard.press('F10');
    await press(dialog(page), 'Gutschein oder Coupon einlösen');
    await dialog(page).getByRole('textbox', { name: 'Code des Gutscheins oder Coupons' }).fill(shows.value);
    await page.keyboard.press('Enter');
    await press(dialog(page), 'In den Warenkorb');
  }
  await saved(page);
  await expect(missingSum(page)).toHaveText(money(due));
}

/** A price or a discount by hand. */
async function change(page: Page, article: string, { kind, amount }: NonNullable<Order['changed']>): Promise<void> {
  await adjust(page, article);
  const name = kind === 'price' ? 'Neuer Stückpreis' : 'Rabatt als Betrag';
  await press(dialog(page), name);
  await dialog(page).getByRole('textbox', { name }).fill(plain(amount));
  await press(dialog(page), 'Kulanz', 'Übernehmen');
  await expect(dialog(page)).toHaveCount(0);
}

/** Each tender; the part of a split is named in its dialog. */
async function payAll(page: Page, { pays, tip }: Order): Promise<void> {
  for (const one of pays) {
    if (one.part !== undefined) await payPart(page, one);
    else if (one.how === 'cash') {
      await page.keyboard.press('F8');
      await press(dialog(page), /Passend/);
    } else if (one.how === 'voucher') {
      await scan(page, one.code ?? '');
      await press(dialog(page), /damit bezahlen/);
    } else {
      await page.keyboard.press('F9');
      // Behind a part that is paid already, nobody is asked for a tip.
      if (tip === undefined && pays.length === 1) await press(dialog(page), 'Kein Trinkgeld');
      if (tip !== undefined) {
        await press(dialog(page), 'Anderer Betrag');
        await dialog(page).getByRole('textbox').fill(plain(tip));
        await page.keyboard.press('Enter');
      }
    }
  }
}

async function payPart(page: Page, { how, part = 0, text }: Payment): Promise<void> {
  await page.keyboard.press('F6');
  await page.getByRole('textbox', { name: 'Teilbetrag' }).fill(plain(part));
  if (text) {
    await press(dialog(page), 'Fremder Gutschein');
    await page.getByRole('textbox', { name: 'Welcher fremde Gutschein?' }).fill(text);
  }
  await press(dialog(page), text ? 'Gutschein annehmen' : how === 'cash' ? 'Bar' : 'Karte');
  await expect(page.getByTestId('paid-part')).toHaveCount(1);
}

/** The receipt of the customer has the lines and the sum of the paper, and what each tender gave. */
async function expectReceipt(page: Page, { goods = {}, changed, due, tip, pays }: Order): Promise<void> {
  await expectPaid(page);
  const slip = customerCopy(page).first();
  for (const { number, name, price } of articles)
    if (goods[number] && !changed)
      await expect(slip).toContainText(new RegExp(`${name}.*${plain(price * goods[number])}`, 's'));
  await expect(slip).toContainText(`${plain(due + (tip ?? 0))} EUR`);
  if (tip !== undefined) await expect(slip).toContainText(`${plain(tip)} EUR`);
  for (const { part } of pays) if (part) await expect(slip).toContainText(`${plain(part)} EUR`);
}

/** Pieces that make the drawer of the paper. */
const DRAWERS = [
  { expected: 24_910, pieces: { '50,00 €': '4', '20,00 €': '2', '5,00 €': '1', '2,00 €': '2', '0,10 €': '1' } },
  {
    expected: 14_355,
    pieces: { '50,00 €': '2', '20,00 €': '2', '2,00 €': '1', '1,00 €': '1', '0,50 €': '1', '0,05 €': '1' },
  },
] as const;

/** Day's end of the terminal, then at each till X, count and Z; each is read where the manager reads it. */
async function closeDay(bar: Bar, at: (place: Place) => Promise<Seat>): Promise<readonly ClosedTill[]> {
  const closed: ClosedTill[] = [];
  for (const till of [0, 1] as const) {
    const place = await bar.stand(till, 'manager');
    const { page } = await at(place);
    if (till === 0) {
      await openPage(page, 'Tagesabschluss');
      await press(page, /^Kassenschnitt: /, 'Kassenschnitt starten', 'Ja, jetzt starten');
      await expect(page.getByRole('heading', { name: 'Es stimmt' })).toBeVisible();
      await page.keyboard.press('Escape');
    }
    await openPage(page, 'Tagesabschluss');
    const { expected, pieces } = DRAWERS[till];
    await press(page, /^Bargeld/);
    for (const [value, count] of Object.entries(pieces))
      await page.getByRole('textbox', { name: `Stück ${value}`, exact: true }).fill(count);
    await press(page, 'Leere Felder mit 0 füllen', 'Zählung abschließen');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Es stimmt')).toBeVisible();
    await press(page, 'Fertig');
    const x = await place.cash.x();
    await press(page, 'X-Bericht zeigen');
    await expect(detail(page)).toContainText(plain(expected));
    await page.keyboard.press('Escape');
    await press(page, /^Z-Bericht 1 erstellen/);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(detail(page)).toContainText('Z-BERICHT');
    await expect(detail(page)).toContainText(plain(expected));
    for (const words of PAPERS[till]) await expect(detail(page)).toContainText(words);
    await page.keyboard.press('Escape');
    closed.push({ x, z: await newestZ(place) });
  }
  return closed;
}

async function newestZ(place: Place): Promise<ClosedTill['z']> {
  const { body } = await place.ask<{ readonly data: readonly { readonly id: string }[] }>(
    'GET',
    '/bridge/v1/z-reports',
  );
  return ok(await place.ask<ClosedTill['z']>('GET', `/bridge/v1/z-reports/${body.data[0]?.id}`));
}
