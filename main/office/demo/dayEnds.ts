/** The end-of-day of the terminal of one till of the demo: its totals beside those of the journal, now and then with a difference. */

import { type Chance, chanceOf } from '../../world/demoChance.ts';
import { fixedId } from '../../world/ids.ts';
import type { UnnumberedRecord } from './daySales.ts';
import type { DemoTill } from './places.ts';

/** The terminals are closed at half past eight in the evening, ms after midnight: after the last sale and its cancellation. */
const CLOSING = 20.5 * 3_600_000;
/** A payment at a terminal whose till was switched off, minor units. */
const FOREIGN = 1290;

interface Tender {
  readonly method: string;
  readonly amount: number;
  readonly trace: number;
  readonly cardtype: string;
}

interface CardPayment {
  readonly sale: string;
  readonly amount: number;
  readonly trace: number;
  readonly at: string;
  readonly cardType: string;
  readonly outcome: 'closed' | 'cancelled' | 'unknown';
}

interface Receipt {
  readonly receipt_number: number | null;
  readonly amount: number;
  readonly sale: string | null;
  readonly till: string | null;
  readonly at: string;
  readonly kind: 'onlyJournal' | 'onlyTerminal' | 'other';
}

interface Difference {
  readonly cardType: string;
  /** Sum by the terminal, and sum by the journal, minor units. */
  readonly terminal: number;
  readonly journal: number;
  readonly receipt: Receipt;
}

/** The record of the end-of-day over the records of the same day. */
export function demoDayEnd(
  till: DemoTill,
  day: string,
  midnight: number,
  records: readonly UnnumberedRecord[],
): UnnumberedRecord {
  const moment = midnight + CLOSING;
  const at = new Date(moment).toISOString();
  const payments = cardPayments(records);
  const differences = differencesOf(till, chanceOf(`${day} end ${till.number}`), payments, at);
  const journal = sumOf(payments.filter(({ outcome }) => outcome === 'closed'));
  const terminal = {
    count: journal.count + differences.reduce((sum, each) => sum + countOf(each.terminal) - countOf(each.journal), 0),
    amount: journal.amount + differences.reduce((sum, each) => sum + each.terminal - each.journal, 0),
  };
  const id = `demo-day-end-${day}-${till.number}`;
  const device = fixedId('SDV', `demoterminal${till.number}`);
  const state = differences.length === 0 ? 'agrees' : 'differs';
  const { tid } = till;
  const sums = {
    terminal: { ...terminal, by_card_type: [], first_receipt: null, last_receipt: null },
    journal: {
      ...journal,
      by_card_type: [],
      by_till: [{ till: till.device, description: till.name, ...journal, by_card_type: [] }],
    },
  };
  return {
    ...{
      kind: 'dayEnd',
      event: 'ended',
      object: id,
      business_day: day,
      at,
      moment,
      sum: journal.amount,
      currency: 'EUR',
    },
    facts: { device, state, transaction: null, closes: null, tid, ...sums },
    document: {
      ...{
        id,
        device,
        description: `Terminal ${till.number}`,
        state,
        started: at,
        ended: at,
        staff: null,
        reason: null,
      },
      ...sums,
      differences: differences.map(difference => ({
        card_type: difference.cardType,
        terminal: { count: countOf(difference.terminal), amount: difference.terminal },
        journal: { count: countOf(difference.journal), amount: difference.journal },
        receipts: [difference.receipt],
      })),
      ...{ open_pre_authorisations: [], noted: [], receipt: [] },
    },
  };
}

const countOf = (amount: number): number => (amount === 0 ? 0 : 1);

const sumOf = (payments: readonly CardPayment[]) => ({
  count: payments.length,
  amount: payments.reduce((sum, { amount }) => sum + amount, 0),
});

/** One for each sale that was paid at the terminal, as the day left it. */
function cardPayments(records: readonly UnnumberedRecord[]): readonly CardPayment[] {
  const found = new Map<string, CardPayment>();
  for (const { kind, event, object, at, facts } of records) {
    const { tenders, tip } = facts as { tip?: number; tenders?: readonly Tender[] };
    const tender = tenders?.find(({ method }) => method === 'cashless');
    if (kind !== 'sale' || !tender) continue;
    const outcome = event === 'closed' || event === 'cancelled' || event === 'unknown' ? event : null;
    const { amount, trace, cardtype: cardType } = tender;
    if (outcome === null) found.delete(object);
    else found.set(object, { sale: object, amount: amount + (tip ?? 0), trace, cardType, at, outcome });
  }
  return [...found.values()];
}

/** Open outcomes always show; now and then a payment is on one side alone. */
function differencesOf(
  till: DemoTill,
  chance: Chance,
  payments: readonly CardPayment[],
  at: string,
): readonly Difference[] {
  const closed = payments.filter(({ outcome }) => outcome === 'closed');
  const own = payments.flatMap((payment): Difference[] => {
    const { outcome, amount, cardType } = payment;
    if (outcome === 'unknown')
      return [{ cardType, terminal: amount, journal: 0, receipt: receiptOf(till, payment, 'onlyTerminal') }];
    return [];
  });
  const foreign: Difference = {
    ...{ cardType: 'girocard', terminal: FOREIGN, journal: 0 },
    receipt: { receipt_number: 9001, amount: FOREIGN, sale: null, till: null, at, kind: 'onlyTerminal' },
  };
  const [lost] = closed;
  const onlyJournal = (payment: CardPayment): Difference => ({
    ...{ cardType: payment.cardType, terminal: 0, journal: payment.amount },
    receipt: receiptOf(till, payment, 'onlyJournal'),
  });
  return [
    ...own,
    ...(chance.happens(0.01) ? [foreign] : []),
    ...(chance.happens(0.01) && lost ? [onlyJournal(lost)] : []),
  ];
}

const receiptOf = ({ device }: DemoTill, { trace, amount, sale, at }: CardPayment, kind: Receipt['kind']): Receipt => ({
  receipt_number: trace,
  amount,
  sale,
  till: device,
  at,
  kind,
});
