/** Every screen and dialog that has keys, and how a story opens it. `keyScreens.test.ts` holds the table against the source. */
import { expect, type Page } from '@playwright/test';
import {
  basket,
  codes,
  expectPaid,
  more,
  openPage as openByTitle,
  pay,
  saved,
  scan,
  signIn,
  terminalText,
} from './counter.ts';
import {
  approvalRefusal,
  paymentStates,
  showHalfCancelled,
  showOpenPayments,
  showParkedRecord,
  showPayment,
  showReceiptLinks,
} from './states.ts';
import type { Till } from './till.ts';

export interface KeyScreen {
  readonly name: string;
  /** The files that it shows, below `renderer/`. */
  readonly shows: readonly string[];
  /** A code itself changes this screen, as the next article ends a receipt: bursts with too few characters for a code are sent. */
  readonly takesCodes?: true;
  readonly open: (page: Page, till: Till) => Promise<void>;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const press = async (page: Page, ...names: readonly (string | RegExp)[]) => {
  for (const name of names) await button(page, name).click();
};
/** The button above the ticket. */
const MORE = /^Mehr$/;
const dialog = (page: Page, name?: string | RegExp) => page.getByRole('dialog', name ? { name } : {});

/** The till of this person with an empty basket, and everything closed. */
async function begin(page: Page, till: Till, who: 'Kasse' | 'Leitung' = 'Kasse') {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const { body: printers } = await till.call('GET', '/bridge/v1/printers');
  for (const { id } of printers.data) await till.call('DELETE', `/bridge/v1/printers/${id}`);
  const { body: open } = await till.call('GET', '/bridge/v1/till');
  const { id, status, parts = [], basket: { products = [] } = {} } = open.transaction ?? {};
  // A sale that was paid in part and is cancelled leaves an empty basket.
  if (status === 'processing' && parts.length > 0) await till.call('POST', `/api/v2/Smart/Transactions/${id}/cancel`);
  else if (products.length > 0) await leave(page, till);
  await signIn(page, till.url, who === 'Kasse' ? '1111' : '9999', who);
  await expect(basket(page)).toHaveCount(0);
}

/** Ends the sale that the row before has left: the paid one with its receipt, the open one with its basket. */
async function leave(page: Page, { url }: Till) {
  await page.request.post(`${url}/bridge/v1/session`, { data: { username: 'cashier@demo.example', pin: '1111' } });
  await page.goto(url);
  const next = page.getByRole('button', { name: /^(Nächster Kunde|Neuer Verkauf|Zurück zum Warenkorb)/ });
  // Not its buttons: they are there before the sale has come.
  await expect(basket(page).or(next).first()).toBeVisible();
  if (await next.count()) await next.first().click();
  await expect(page.getByRole('heading', { name: 'Verkauf' })).toBeVisible();
  if (await basket(page).count()) await more(page, 'Warenkorb leeren');
  await expect(basket(page)).toHaveCount(0);
}

async function filled(page: Page, till: Till, who?: 'Kasse' | 'Leitung') {
  await begin(page, till, who);
  await scan(page, codes.bread);
  await scan(page, codes.coffee);
  await saved(page);
}

/** A dialog of the open basket, by its key or button. */
const overBasket = (name: string, shows: string, ...names: readonly (string | RegExp)[]): KeyScreen => ({
  name,
  shows: [shows],
  open: async (page, till) => {
    await filled(page, till);
    await press(page, ...names);
    await expect(dialog(page)).toBeVisible();
  },
});

const takingCodes = (screen: KeyScreen): KeyScreen => ({ ...screen, takesCodes: true });

export const COUNTER: readonly KeyScreen[] = [
  {
    name: 'sign-in, a name to choose',
    shows: ['screens/signIn/Login.tsx'],
    open: async (page, till) => {
      await page.context().clearCookies();
      await page.goto(till.url);
      await expect(page.getByRole('heading', { name: 'Wer kassiert?' })).toBeVisible();
    },
  },
  {
    name: 'sign-in, a PIN half typed',
    shows: ['screens/signIn/Login.tsx'],
    open: async (page, till) => {
      await page.context().clearCookies();
      await page.goto(till.url);
      await press(page, /^Leitung\b/);
      await page.getByRole('textbox', { name: 'PIN von Leitung' }).fill('99');
    },
  },
  { name: 'basket, empty', shows: ['screens/sale/Till.tsx'], open: (page, till) => begin(page, till) },
  { name: 'basket, filled', shows: ['screens/sale/Till.tsx'], open: (page, till) => filled(page, till) },
  {
    name: 'basket, the field of a quantity',
    shows: ['screens/sale/Till.tsx'],
    open: async (page, till) => {
      await filled(page, till);
      await page.getByRole('textbox', { name: /^Menge: / }).focus();
    },
  },
  {
    name: 'basket, a line in focus',
    shows: ['screens/sale/Till.tsx', 'screens/sale/Basket.tsx'],
    open: async (page, till) => {
      await filled(page, till);
      await button(page, /^1 × Cappuccino/).focus();
    },
  },
  {
    name: 'basket, the search',
    shows: ['screens/sale/Till.tsx'],
    open: async (page, till) => {
      await filled(page, till);
      await page.getByRole('searchbox').fill('brot');
    },
  },
  overBasket('discount on the basket', 'screens/sale/AdjustSheet.tsx', MORE, 'Rabatt auf den Warenkorb'),
  {
    name: 'discount, price or note of a line',
    shows: ['screens/sale/AdjustSheet.tsx'],
    open: async (page, till) => {
      await filled(page, till);
      await page.locator('[data-line]').last().click();
      await press(page, /^Notiz$/);
      await dialog(page).getByRole('textbox').fill('ohne Zucker');
    },
  },
  takingCodes(overBasket('quantity or number', 'screens/sale/PadSheet.tsx', /^Menge: /)),
  takingCodes(overBasket('empties', 'screens/sale/EmptiesSheet.tsx', MORE, 'Leergut')),
  overBasket('list of the keys', 'screens/sale/KeysSheet.tsx', MORE, 'Tasten'),
  overBasket('what is wanted less often', 'screens/sale/MoreSheet.tsx', MORE),
  {
    name: 'parked baskets',
    shows: ['screens/sale/ParkedSheet.tsx'],
    open: async (page, till) => {
      await begin(page, till);
      await page.keyboard.press('End');
      await expect(dialog(page)).toBeVisible();
    },
  },
  takingCodes({
    name: 'price enquiry',
    shows: ['screens/sale/EnquirySheet.tsx'],
    open: async (page, till) => {
      await begin(page, till);
      await press(page, MORE, 'Preis nachsehen', /^Banane/);
      await expect(dialog(page)).toBeVisible();
    },
  }),
  {
    name: 'question about an article',
    shows: ['screens/sale/QuestionSheet.tsx', 'screens/sale/WeightSheet.tsx'],
    open: async (page, till) => {
      const apples = { number: '4711', name: 'Äpfel lose', price: 299, taxRate: 7, measure: 'kg', quickKey: true };
      await till.call('POST', '/bridge/v1/articles', apples);
      await begin(page, till);
      await press(page, /^Äpfel lose/);
      await expect(dialog(page)).toBeVisible();
    },
  },
  overBasket('cash', 'screens/sale/CashSheet.tsx', /^Bar$/),
  overBasket('part of the sum', 'screens/sale/PartSheet.tsx', 'Teilen'),
  {
    name: 'question whether a part goes back',
    shows: ['screens/sale/GiveBackSheet.tsx'],
    open: async (page, till) => {
      await filled(page, till);
      await page.keyboard.press('F8');
      await page.getByRole('textbox', { name: 'Gegeben' }).fill('1,00');
      await press(page, /^1,00\s€ annehmen, Rest anders/);
      await press(page, /1,00\s€ zurückgeben$/);
      await expect(dialog(page)).toContainText('Der Verkauf bleibt offen.');
    },
  },
  {
    name: 'card and voucher',
    shows: ['screens/sale/customer/CustomerSheet.tsx'],
    open: async (page, till) => {
      await filled(page, till);
      await page.keyboard.press('F10');
      await expect(dialog(page)).toBeVisible();
    },
  },
  takingCodes({
    name: 'voucher to redeem',
    shows: ['screens/sale/customer/CustomerSheet.tsx'],
    open: async (page, till) => {
      await filled(page, till);
      await page.keyboard.press('F10');
      await dialog(page).getByRole('button', { name: 'Gutschein oder Coupon einlösen' }).click();
    },
  }),
  {
    name: 'number of a loyalty card',
    shows: ['screens/sale/Till.tsx'],
    open: async (page, till) => {
      await filled(page, till);
      await page.keyboard.press('F3');
      await expect(page.getByRole('textbox', { name: /Kartennummer/ })).toBeFocused();
    },
  },
  {
    name: 'reader of loyalty cards',
    shows: ['screens/sale/CardReader.tsx'],
    open: async (page, till) => {
      await filled(page, till);
      await page.keyboard.press('F3');
      await button(page, 'Am Terminal lesen').focus();
    },
  },
  takingCodes({
    name: 'pay-out of empties',
    shows: ['screens/sale/PayOut.tsx'],
    open: async (page, till) => {
      // They are there already when the screen is opened a second time.
      const deposit = { number: '9025', name: 'Pfand Einweg', price: 25, taxRate: 19 };
      await till.call('POST', '/bridge/v1/articles', deposit);
      await till.call('POST', '/bridge/v1/articles', {
        ...deposit,
        number: '9026',
        name: 'Limo',
        price: 150,
        deposit: '9025',
      });
      await begin(page, till);
      await press(page, MORE, 'Leergut', /Pfand Einweg/, 'Fertig');
      await expect(page.getByTestId('pay-out')).toBeVisible();
    },
  }),
  {
    name: 'question whether a sale that was cancelled in half goes back',
    shows: ['screens/sale/PartlyReversed.tsx'],
    open: async (page, till) => {
      await begin(page, till);
      await showHalfCancelled(page);
      await page.reload();
      await press(page, 'Noch einmal am Terminal versuchen');
      await expect(page.getByText('Noch 2,00 € gehen zurück, jede Karte an ihrem Terminal.')).toBeVisible();
    },
  },
  {
    name: 'printer',
    shows: ['screens/frame/PrinterLight.tsx'],
    open: async (page, till) => {
      await begin(page, till);
      const connection = { type: 'tcp', host: '127.0.0.1', port: 9 };
      const { body: printer } = await till.call('POST', '/bridge/v1/printers', { name: 'Theke', connection });
      const { body: printing } = await till.call('GET', '/bridge/v1/printing');
      for (const { till: id } of printing.tills)
        await till.call('PUT', `/bridge/v1/printing/tills/${id}`, { printer: printer.id });
      await press(page, /^Drucker: nicht erreichbar/);
      await expect(dialog(page)).toBeVisible();
    },
  },
  {
    name: 'management, the start of a person who only reads',
    shows: ['manager/manage/Manage.tsx'],
    open: async (page, till) => {
      await begin(page, till);
      const dee = { username: 'dee', name: 'Dee Weiß', role: 'readOnly', pin: '4711', mustChange: false };
      // It is there already when the screen is opened a second time.
      await till.call('POST', '/bridge/v1/people', dee);
      await page.request.post(`${till.url}/bridge/v1/session`, { data: { username: 'dee', pin: '4711' } });
      await page.goto(till.url);
      await expect(page.getByRole('heading', { name: 'Verwaltung' })).toBeVisible();
    },
  },
  {
    name: 'manual',
    shows: ['screens/frame/ManualSheet.tsx', 'screens/frame/Help.tsx'],
    open: async (page, till) => {
      await begin(page, till);
      await press(page, /^Hilfe/);
      await expect(dialog(page, 'Handbuch').getByRole('heading', { name: 'Verkaufen' })).toBeVisible();
    },
  },
  {
    name: 'settings',
    shows: ['screens/frame/SettingsSheet.tsx'],
    open: async (page, till) => {
      await begin(page, till);
      await press(page, /^Einstellungen/);
      await expect(dialog(page)).toBeVisible();
    },
  },
  {
    name: 'set-up of the scanner',
    shows: ['screens/frame/ScannerSheet.tsx'],
    // It shows each code that it reads.
    takesCodes: true,
    open: async (page, till) => {
      await begin(page, till);
      await press(page, /^Einstellungen/, 'Scanner einstellen');
      await expect(dialog(page, 'Scanner einstellen')).toBeVisible();
    },
  },
  {
    name: 'change of the own PIN',
    shows: ['screens/signIn/ChangePinSheet.tsx'],
    open: async (page, till) => {
      await begin(page, till);
      await press(page, /^Einstellungen/, 'Eigene PIN ändern');
      await page.getByLabel('Bisherige PIN').fill('1111');
    },
  },
  {
    name: 'own sessions',
    shows: ['screens/signIn/Sessions.tsx'],
    open: async (page, till) => {
      await begin(page, till);
      await press(page, /^Einstellungen/, 'Meine Anmeldungen');
      await expect(dialog(page, 'Meine Anmeldungen').getByText('dieser Bildschirm')).toBeVisible();
    },
  },
  {
    name: 'terminal',
    shows: ['screens/frame/TerminalLightSheet.tsx'],
    open: async (page, till) => {
      await begin(page, till);
      await press(page, /^Terminal bereit/);
      await expect(dialog(page)).toBeVisible();
    },
  },
  takingCodes({
    name: 'receipt',
    shows: ['screens/sale/Receipt.tsx'],
    open: async (page, till) => {
      await filled(page, till);
      await pay(page, 'Bar').click();
      await press(page, 'Passend');
      await expectPaid(page);
    },
  }),
  {
    name: 'wrong tender of a paid sale',
    shows: ['screens/sale/WrongTender.tsx'],
    open: async (page, till) => {
      await filled(page, till);
      await pay(page, 'Bar').click();
      await press(page, 'Passend');
      await expectPaid(page);
      await press(page, 'Falsche Zahlart');
      await expect(dialog(page)).toBeVisible();
    },
  },
  {
    name: 'paid parts of a low screen',
    shows: ['screens/sale/PaidParts.tsx'],
    open: async (page, till) => {
      await filled(page, till);
      const size = page.viewportSize()!;
      await page.setViewportSize({ width: 1024, height: 600 });
      for (const count of [1, 2]) {
        await press(page, 'Teilen');
        await page.getByRole('textbox', { name: 'Teilbetrag' }).fill('1');
        await dialog(page).getByRole('button', { name: 'Bar', exact: true }).click();
        await expect(page.getByTestId('paid-part')).toHaveCount(count);
      }
      await press(page, /^2 Teile bezahlt/);
      await page.setViewportSize(size);
      await expect(dialog(page)).toBeVisible();
    },
  },
  {
    name: 'invoice of a receipt',
    shows: ['screens/sale/InvoiceSheet.tsx'],
    open: async (page, till) => {
      await filled(page, till);
      await pay(page, 'Bar').click();
      await press(page, 'Passend');
      await expectPaid(page);
      await press(page, 'Rechnung');
      await expect(dialog(page).getByRole('textbox', { name: 'Name oder Firma' })).toBeVisible();
    },
  },
  takingCodes({
    name: 'receipt for a phone',
    shows: ['screens/sale/PhoneReceipt.tsx'],
    open: async (page, till) => {
      await filled(page, till);
      await showReceiptLinks(page);
      await pay(page, 'Bar').click();
      await press(page, 'Passend');
      await expectPaid(page);
      await press(page, 'Bon aufs Handy');
      await expect(dialog(page)).toBeVisible();
    },
  }),
];

/** Pays the basket by card, up to the customer. */
async function payByCard(page: Page, till: Till) {
  await filled(page, till);
  await till.terminal('POST', '/behaviour', { behaviour: 'manual' });
  await page.keyboard.press('F9');
  await dialog(page)
    .getByRole('button', { name: /^Ohne|^Kein/ })
    .first()
    .click();
  await expect(terminalText(page)).toContainText(/Karte/);
}

/** The upstream service does not answer. */
export const AWAY: readonly KeyScreen[] = [
  {
    name: 'services',
    shows: ['screens/frame/TargetsSheet.tsx'],
    open: async (page, till) => {
      await begin(page, till);
      await press(page, /^Online-Dienst nicht erreichbar/);
      await expect(dialog(page)).toBeVisible();
    },
  },
];

/** A tip is asked for before the card, the terminal waits for its customer, or declines. */
export const TERMINAL: readonly KeyScreen[] = [
  {
    name: 'tip',
    shows: ['screens/sale/customer/TipSheet.tsx'],
    open: async (page, till) => {
      await filled(page, till);
      await page.keyboard.press('F9');
      await expect(dialog(page, 'Trinkgeld?')).toBeVisible();
    },
  },
  {
    name: 'payment running',
    shows: ['screens/payment/Payment.tsx'],
    open: payByCard,
  },
  takingCodes({
    name: 'declined',
    shows: ['screens/payment/Declined.tsx'],
    open: async (page, till) => {
      // The payment of the row before ends.
      const isRunning = await till.terminal('POST', '/key', { key: 'stop' }).then(
        () => true,
        () => false,
      );
      if (!isRunning) {
        await payByCard(page, till);
        await till.terminal('POST', '/key', { key: 'stop' });
      }
      await expect(page.getByRole('heading', { name: 'Nicht bezahlt' })).toBeVisible({ timeout: 20_000 });
    },
  }),
];

/** Decisions of a person about a payment; the states of the bridge are laid over its answers. */
const STATE_FILES: Readonly<Record<string, readonly string[]>> = {
  deciding: ['screens/openPayments/UnknownOutcome.tsx'],
  person: ['screens/openPayments/UnknownOutcome.tsx'],
  late: ['screens/openPayments/LateApproval.tsx', 'screens/openPayments/Decision.tsx'],
  signature: ['screens/openPayments/SignatureCheck.tsx', 'screens/openPayments/Decision.tsx'],
  handOver: ['screens/payment/HandOver.tsx'],
  question: ['screens/payment/Question.tsx'],
};

const QUESTION_FILES: Readonly<Record<string, readonly string[]>> = {
  signature: ['screens/payment/SignatureQuestion.tsx'],
  input: ['screens/payment/QuestionInput.tsx'],
};

const late = { step: 'late', lateBecause: 'lineBroke' } as const;
const person = paymentStates['Ein Mensch muss entscheiden']!;

export const DECISIONS: readonly KeyScreen[] = [
  ...Object.entries(paymentStates).map(([heading, state]) => ({
    name: heading,
    shows: [...(STATE_FILES[state.step ?? ''] ?? []), ...(QUESTION_FILES[state.question?.kind ?? ''] ?? [])],
    open: async (page: Page, till: Till) => {
      await begin(page, till);
      await showPayment(page, state);
      await page.reload();
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    },
  })),
  {
    name: 'partial approval, for a manager',
    shows: ['screens/openPayments/UnknownOutcome.tsx'],
    open: async (page, till) => {
      await begin(page, till, 'Leitung');
      const part = { amount: 4000, receipt_number: 18 };
      await showPayment(page, { ...person, evidence: { ...person.evidence!, approved_part: part } });
      await page.reload();
      await press(page, '40,00 € zurücknehmen');
    },
  },
  {
    name: 'an open payment beside a sale',
    shows: ['screens/openPayments/OpenPaymentSheet.tsx', 'screens/openPayments/OpenPaymentChips.tsx'],
    open: async (page, till) => {
      await begin(page, till);
      await showOpenPayments(page, [late]);
      await page.reload();
      await press(page, /^spät genehmigt/);
      await expect(dialog(page).getByRole('heading', { level: 2 }).first()).toBeVisible();
    },
  },
  {
    name: 'approval of a manager',
    shows: ['screens/frame/ApprovalSheet.tsx'],
    open: async (page, till) => {
      await begin(page, till);
      await showPayment(page, { step: 'signature' });
      await page.route('**/bridge/v1/till/late', route =>
        route.fulfill({ status: 403, json: approvalRefusal('manager') }),
      );
      await page.reload();
      await press(page, 'Stimmt nicht', 'Ja, Zahlung zurücknehmen');
      await expect(dialog(page, 'Freigabe durch die Leitung')).toBeVisible();
    },
  },
  {
    name: 'a manager is called',
    shows: ['screens/signIn/PersonSheet.tsx'],
    open: async (page, till) => {
      await begin(page, till);
      await showPayment(page, person);
      await page.reload();
      await press(page, 'Leitung rufen');
      await page.getByRole('textbox', { name: 'PIN von Leitung' }).fill('99');
    },
  },
];

async function openPage(page: Page, till: Till, name: string) {
  await begin(page, till, 'Leitung');
  await openByTitle(page, name);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
}

/** `at`: the button that has the focus; null: a demo shows none there, and the heading keeps it. */
const ofManager = (name: string, shows: string, at: number | null = 1): KeyScreen => ({
  name: `page ${name}`,
  shows: [shows],
  // A page may look a code up.
  takesCodes: true,
  open: async (page, till) => {
    await openPage(page, till, name);
    if (at !== null) await page.getByRole('main').getByRole('button').nth(at).focus();
  },
});

/** A form of a page where the bridge shows a state that a demo does not have. */
const inShownPage = (place: string, show: (page: Page) => Promise<void>, shows: string, name: string): KeyScreen => ({
  name: `page ${place}, ${name}`,
  shows: [shows],
  takesCodes: true,
  open: async (page, till) => {
    await begin(page, till, 'Leitung');
    await show(page);
    await openByTitle(page, place);
    await press(page, name);
    await page.getByRole('main').getByRole('textbox').first().focus();
  },
});

/** A form beside the list of a manager's page, with a field of it in focus. */
const beside = (place: string, shows: string, ...names: readonly (string | RegExp)[]): KeyScreen => ({
  name: `page ${place}, form: ${names.join(', ')}`,
  shows: [shows],
  takesCodes: true,
  open: async (page, till) => {
    await openPage(page, till, place);
    await press(page, ...names);
    await page.getByRole('main').getByRole('textbox').last().waitFor();
    await page.getByRole('main').getByRole('textbox').last().focus();
  },
});

export const PAGES: readonly KeyScreen[] = [
  ofManager('Verkäufe', 'manager/sales/Sales.tsx'),
  ofManager('Bargeld', 'manager/cash/Cash.tsx'),
  ofManager('Tagesabschluss', 'manager/closing/Closing.tsx'),
  ofManager('Kassenschnitt', 'manager/dayEnd/DayEnd.tsx'),
  ofManager('Drucker', 'manager/printers/Printers.tsx'),
  {
    name: 'page Berichte, a list of choices',
    shows: ['manager/reports/TillReports.tsx'],
    takesCodes: true,
    open: async (page, till) => {
      await openPage(page, till, 'Berichte');
      await press(page, 'Weitere Filter');
      await page.getByRole('combobox').first().focus();
    },
  },
  {
    name: 'page Terminals',
    shows: ['manager/terminals/Terminals.tsx'],
    takesCodes: true,
    open: async (page, till) => {
      await openPage(page, till, 'Terminals');
      await page.getByRole('textbox', { name: 'Netze' }).focus();
    },
  },
  ofManager('Warteschlange', 'manager/queue/Queue.tsx', 0),
  ofManager('Berichte', 'manager/reports/TillReports.tsx'),
  ofManager('Kundenkarten', 'manager/loyalty/Loyalty.tsx'),
  ofManager('Personen und Zugänge', 'manager/people/People.tsx'),
  ofManager('Änderungen', 'manager/audit/Audit.tsx'),
  ofManager('Sicherung', 'manager/backups/Backups.tsx', null),
  ofManager('Uhr und Nummern', 'manager/doubts/Doubts.tsx', null),
  ofManager('Artikel', 'manager/articles/Articles.tsx'),
  ofManager('Kacheln', 'manager/tiles/Tiles.tsx'),
  ofManager('Geschäft', 'manager/shop/Shop.tsx'),
  {
    name: 'operations by hand',
    shows: ['manager/operations/Operations.tsx'],
    takesCodes: true,
    open: async (page, till) => {
      await openPage(page, till, 'Terminals');
      await press(page, 'Vorgänge von Hand', 'Storno');
      await page.getByRole('textbox', { name: 'Beleg-Nr.' }).fill('1');
    },
  },
  {
    name: 'cash count',
    shows: ['manager/cash/Cash.tsx'],
    takesCodes: true,
    open: async (page, till) => {
      await openPage(page, till, 'Bargeld');
      await press(page, 'Schicht öffnen');
      await page.getByRole('textbox', { name: /^Stück 50,00/ }).fill('3');
    },
  },
];

export const DIALOGS: readonly KeyScreen[] = [
  {
    name: 'a sale, and goods that come back',
    shows: ['manager/sales/SaleDetail.tsx'],
    takesCodes: true,
    open: async (page, till) => {
      await filled(page, till, 'Leitung');
      await pay(page, 'Bar').click();
      await press(page, 'Passend');
      await expectPaid(page);
      await openPage(page, till, 'Verkäufe');
      await press(page, /7,90/);
      await press(page, 'Ware zurücknehmen');
      await page.getByRole('region', { name: 'Ware zurücknehmen' }).getByRole('textbox').first().fill('1');
    },
  },
  beside('Artikel', 'manager/articles/ArticleDetail.tsx', 'Neuer Artikel'),
  beside('Artikel', 'manager/articles/Groups.tsx', 'Gruppen', 'Neue Gruppe'),
  beside('Artikel', 'manager/articles/Prefixes.tsx', 'Waagen-Etiketten', 'Anfang hinzufügen'),
  {
    name: 'import of a price list, its file',
    shows: ['manager/articles/Import.tsx'],
    takesCodes: true,
    open: async (page, till) => {
      await openPage(page, till, 'Artikel');
      await press(page, 'Importieren');
      await page.getByLabel('Preisliste wählen (.xlsx, CSV)').focus();
    },
  },
  beside('Personen und Zugänge', 'manager/people/PersonDetail.tsx', 'Neue Person'),
  beside('Personen und Zugänge', 'manager/people/ClientDetail.tsx', 'Neuer Zugang'),
  beside('Drucker', 'manager/printers/PrinterDetail.tsx', 'Drucker hinzufügen'),
  beside('Kundenkarten', 'manager/loyalty/NewCard.tsx', 'Neue Karte'),
  beside('Kundenkarten', 'manager/loyalty/CardRange.tsx', 'Viele Karten'),
  beside('Kundenkarten', 'manager/loyalty/Customers.tsx', 'Kundschaft', 'Neu anlegen'),
  beside('Kundenkarten', 'manager/loyalty/Groups.tsx', /^Gruppen$/, 'Neue Gruppe'),
  beside('Kundenkarten', 'manager/loyalty/CampaignDetail.tsx', /^Aktionen$/, 'Neue Aktion'),
  beside('Kundenkarten', 'manager/loyalty/Vouchers.tsx', /^(Coupons|Gutscheine)/, 'Neuer Coupon'),
  beside('Verkäufe', 'manager/sales/LooseReturn.tsx', 'Rückgabe ohne Bon'),
  {
    name: 'page Tagesabschluss, X report',
    shows: ['manager/closing/ReportDetail.tsx'],
    takesCodes: true,
    open: async (page, till) => {
      await openPage(page, till, 'Tagesabschluss');
      await press(page, 'X-Bericht zeigen');
      await page.getByRole('button', { name: 'Bericht drucken' }).focus();
    },
  },
  beside('Terminals', 'manager/terminals/PairForm.tsx', 'Adresse von Hand eingeben'),
  beside('Terminals', 'manager/terminals/Tasks.tsx', 'Aufgaben'),
  beside('Terminals', 'manager/terminals/ChangeForm.tsx', 'Name und Kassen'),
  beside('Geschäft', 'manager/shop/SerialScanners.tsx', 'Kassen', 'Scanner einrichten'),
  inShownPage('Warteschlange', showParkedRecord, 'manager/queue/CorrectForm.tsx', 'Berichtigen'),
];

/** The last step makes the shop, and has no way on. */
export const LAST_STEP = /Prüfen und fertig/;

/** The steps of the first run in their order, `setup/`, and what each wants before it lets somebody go on. */
export const FIRST_RUN: readonly (readonly [heading: RegExp, fields: Readonly<Record<string, string>>])[] = [
  [
    /Geschäft$/,
    {
      ...{ 'Name des Geschäfts': 'Café am Markt', 'Straße und Hausnummer': 'Marktplatz 1', Postleitzahl: '10115' },
      ...{ Ort: 'Berlin', Steuernummer: '11/222/33333' },
    },
  ],
  [/Steuersätze/, {}],
  [/Leitung/, { Name: 'Anna Berg', PIN: '47110815', 'PIN noch einmal': '47110815' }],
  [/Kasse und Terminal/, {}],
  [/Erster Artikel/, { Bezeichnung: 'Espresso', 'Preis mit Steuer': '2,40' }],
  [/Kundenkarten/, {}],
  [/Dienste/, {}],
  [LAST_STEP, {}],
];
