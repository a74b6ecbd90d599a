/** States of payments and of an end-of-day as the bridge reports them, for stories that check screens instead of money. */
import type { Page } from '@playwright/test';
import type { Needs } from '../main/wire/approvals.ts';
import type { DayEnd } from '../main/wire/dayEnds.ts';
import type { Evidence, RunningPayment, TerminalQuestion } from '../main/wire/events.ts';
import type { QueuedRecord } from '../main/wire/queue.ts';

const evidence: Evidence = {
  because: { de: 'Die letzte Zahlung hat einen anderen Betrag.', en: 'The last payment has another amount.' },
  known_receipt: 17,
  asked: 1_790_000_000_000,
  last: {
    approved: true,
    receipt_number: 18,
    trace_number: 118,
    amount: 4400,
    at: 1_790_000_000_000,
    card_name: 'girocard',
    last_four: '1234',
  },
  approved_part: null,
  totals: { before: { count: 3, amount: 12_000 }, now: { count: 4, amount: 16_400 } },
};

const question = (asked: Partial<TerminalQuestion>): Partial<RunningPayment> => ({
  step: 'question',
  question: {
    id: 'Q1',
    kind: 'signature',
    text: '',
    texts: { de: asked.text ?? '', en: asked.text ?? '' },
    choices: [],
    wants: null,
    initial: null,
    least: null,
    picture: null,
    receipt_merchant: [],
    until: Date.now() + 600_000,
    ...asked,
  },
});

/** The refusal of a call that needs the approval of a manager, or a reason. */
export const approvalRefusal = (by: Needs['by']) => ({
  status: 'error',
  error: 'ProductSecurityException',
  error_details: 'takeBack needs the approval of a manager',
  error_user: 'Dafür ist die Freigabe einer Leitung nötig. Es wurde kein Geld bewegt. (2020)',
  code: by === 'manager' ? 2020 : 2021,
  supportId: '1',
  needs: {
    operation: 'takeBack',
    object: 'STX_0123456789ABCDEFGHIJKLMNOPQRST',
    amount: 99_900,
    currency: 'EUR',
    unit: 'money',
    limit: by === 'manager' ? 5000 : null,
    by,
    texts: { de: 'Kartenzahlung zurückgeben', en: 'Take a card payment back' },
  } satisfies Needs,
});

/** States of payments by the heading of their screen. */
export const paymentStates: Readonly<Record<string, Partial<RunningPayment>>> = {
  'Wir wissen es noch nicht': { step: 'deciding', evidence: { ...evidence, because: null, last: null } },
  'Ein Mensch muss entscheiden': { step: 'person', evidence },
  'Trotz Abbruch genehmigt': { step: 'late', lateBecause: 'stopped' },
  'Bezahlt, erst jetzt bekannt': { step: 'late', lateBecause: 'lineBroke' },
  'Doch bezahlt': { step: 'late', lateBecause: 'decided' },
  'Genehmigt: Unterschrift vergleichen': { step: 'signature' },
  'Genehmigt: Ware ausgeben': { step: 'handOver' },
  'Unterschrift vergleichen': question({ text: 'Unterschrift prüfen' }),
  'Das Terminal lässt wählen': question({
    kind: 'choice',
    choices: [
      { value: 1, text: 'girocard' },
      { value: 2, text: 'Mastercard mit einem recht langen Namen' },
    ],
  }),
  'Das Terminal fragt': question({ kind: 'input', wants: 'amount', text: 'Betrag', initial: '4900', least: 4450 }),
  'Zweimal genehmigt': { step: 'late', lateBecause: 'twice' },
  'Ohne Auftrag genehmigt': { step: 'late', lateBecause: 'foreign' },
  'Das Terminal widerspricht sich': { step: 'late', lateBecause: 'contradicted' },
  'Vom Terminal zurückgenommen': { step: 'late', lateBecause: 'takenBack' },
};

const paymentOf = (device: string): RunningPayment => ({
  transaction: 'STX_0123456789ABCDEFGHIJKLMNOPQRST',
  operation: null,
  kind: 'payment',
  device,
  amount: 4450,
  currency: 'EUR',
  startedAt: Date.now() - 40_000,
  step: 'prompt',
  prompt: null,
  till: null,
  aborting: false,
  question: null,
  evidence: null,
  newsAt: Date.now(),
  lateBecause: null,
});

/** Puts the till into this state from the next load on. */
export async function showPayment(page: Page, state: Partial<RunningPayment>): Promise<void> {
  await page.unroute('**/bridge/v1/till');
  await page.route('**/bridge/v1/till', async route => {
    const till = await (await route.fetch()).json();
    const payment = { ...paymentOf(till.terminal.device), ...state };
    const transaction = { ...SALE, id: payment.transaction, status: isPaid(payment) ? 'ok' : 'pending' };
    await route.fulfill({ json: { ...till, payment, transaction } });
  });
}

const isPaid = ({ step }: RunningPayment) => step === 'late' || step === 'signature';

/** The sale of the payment on the till. */
const SALE = {
  object: 'smart.transactions',
  basket: { products: [], texts: [], type: 'default' },
  basket_info: { sum: 4450, currency: 'EUR', gratuity: null, missing_sum: 4450 },
  idents: [],
  transactions: [],
  payment_method: 'cashless',
  receipt: [],
};

/** Adds open payments from the next load on. */
export async function showOpenPayments(page: Page, states: readonly Partial<RunningPayment>[]): Promise<void> {
  await page.unroute('**/bridge/v1/till');
  await page.route('**/bridge/v1/till', async route => {
    const till = await (await route.fetch()).json();
    const waiting = states.map((state, at) => ({
      ...paymentOf(till.terminal.device),
      transaction: `STX_${at}123456789ABCDEFGHIJKLMNOPQRST`,
      ...state,
    }));
    await route.fulfill({ json: { ...till, waiting } });
  });
}

/** A sale of which one card has its money back and another has not. */
const HALF = {
  object: 'smart.transactions',
  id: 'STX_0123456789ABCDEFGHIJKLMNOPQRST',
  status: 'pending',
  outcome: { result: 'open', final: false, paid: 200, open: 0, late: false, abort_requested: false, next: null },
  basket: { products: [], texts: [], type: 'default' },
  basket_info: { sum: 400, currency: 'EUR', gratuity: null, missing_sum: 0 },
  idents: [],
  transactions: [],
  payment_method: 'cashless',
  receipt: [{ type: 'space' }],
};

/** A sale that was cancelled in half, from the next load on. */
export async function showHalfCancelled(page: Page): Promise<void> {
  const part = (id: string, status: string, card = {}) => ({ id, method: 'cashless', amount: 200, status, card });
  const parts = [part('A', 'returned'), part('B', 'paid', { cardtype: 'girocard', last_four: '4281' })];
  await changeAnswer(page, '**/bridge/v1/till', view => ({ ...view, transaction: { ...HALF, parts } }));
}

/** A record that the upstream service refuses, and that may be corrected. */
export async function showParkedRecord(page: Page): Promise<void> {
  const record: QueuedRecord = {
    ...{ id: 'T.1.1', target: 'upstream', state: 'parked', kind: 'sale', event: 'closed' },
    title: { de: 'Verkauf', en: 'Sale' },
    ...{ object: HALF.id, till: 'T', sequence: 1, business_day: '2026-11-20', at: '2026-11-20T19:12:00+01:00' },
    ...{ receipt_number: 7, sum: 450, currency: 'EUR', attempts: 1, next_try: null },
    behind: null,
    reason: { code: '1001', texts: { de: 'Der Bezug ist vergeben.', en: 'The reference is taken.' } },
    corrections: [{ name: 'transaction_ref', title: { de: 'Belegreferenz', en: 'Reference' }, value: 'TAKEN-1' }],
  };
  await changeAnswer(page, '**/bridge/v1/queue/records?state=parked*', () => ({ count: 1, data: [record] }));
}

/** The shop offers receipts for phones. */
export const showReceiptLinks = (page: Page): Promise<void> =>
  changeAnswer(page, '**/bridge/v1/printing', view => ({
    ...view,
    receipt_links: { is_on: true, days: 30, address: null, reachable: 'http://192.0.2.1' },
  }));

/** Lays this over the answers at an address. */
async function changeAnswer(
  page: Page,
  address: string,
  change: (answer: Readonly<Record<string, unknown>>) => object,
): Promise<void> {
  await page.unroute(address);
  await page.route(address, async route => route.fulfill({ json: change(await (await route.fetch()).json()) }));
}

const sums = [{ card_type: 'girocard', count: 13, amount: 52_680 }];

/** An end-of-day with a difference, and the receipt that explains it. */
export const differingDayEnd = (device: string): DayEnd => ({
  id: 'E1',
  device,
  description: 'Terminal 1',
  state: 'differs',
  started: '2026-11-20T20:00:00+01:00',
  ended: '2026-11-20T20:01:00+01:00',
  staff: null,
  reason: null,
  transaction: null,
  terminal: { count: 12, amount: 48_230, by_card_type: sums, first_receipt: 1, last_receipt: 18 },
  journal: { count: 13, amount: 52_680, by_card_type: sums, by_till: [] },
  differences: [
    {
      card_type: 'girocard',
      terminal: { count: 12, amount: 48_230 },
      journal: { count: 13, amount: 52_680 },
      receipts: [
        {
          receipt_number: 18,
          amount: 4450,
          sale: 'STX_0123456789ABCDEFGHIJKLMNOPQRST',
          till: null,
          at: '2026-11-20T19:12:00+01:00',
          kind: 'onlyJournal',
        },
      ],
    },
  ],
  open_pre_authorisations: [12, 17],
  noted: [],
  receipt: [{ type: 'separator', value: { caption: 'Kassenschnitt' } }],
});
