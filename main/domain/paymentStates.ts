/**
 * The states of a sale as a cash register sees them, and its duty in each: one row for each pair of `status` and
 * `outcome`. The pages about payments are written from it, and its test holds it against the states of a sale. Pure
 * data.
 */
import type { Result } from './saleOutcome.ts';
import type { Texts } from './texts.ts';
import type { WireStatus } from './transaction.ts';

export interface PaymentStateRow {
  readonly status: WireStatus;
  readonly result: Result;
  /** Only a new call changes it. */
  readonly final: boolean;
  /** The events that led to this state. */
  readonly means: Texts;
  /** The duty of the register. */
  readonly duty: Texts;
}

const FOLLOW: Texts = {
  de: 'lesen (GET), bis outcome.final wahr ist; die Karte nicht noch einmal belasten',
  en: 'read it (GET) until outcome.final is true; do not take the card again',
};
const DELIVER: Texts = { de: 'Ware übergeben, receipt drucken', en: 'hand over the goods, print receipt' };
const DECIDE: Texts = {
  de: 'outcome.next ausführen: die Zahlung behalten oder zurücknehmen, oder entscheiden; der Kassenschnitt wartet darauf (1080)',
  en: 'make the call in outcome.next: keep the payment or take it back, or decide; the end-of-day waits for it (1080)',
};
const UNDECIDED: Texts = {
  de: 'bezahlt, aber verspätet genehmigt, zu viel bezahlt oder mit einer ungeprüften Unterschrift',
  en: 'paid, but approved late, paid too much, or with a signature that nobody has compared',
};
const SURPLUS: Texts = {
  de: 'nicht bezahlt, aber das Terminal zeigt eine Zahlung, die vorher als nicht ausgeführt galt, oder es widerspricht der Stornierung',
  en: 'not paid, but the terminal shows a payment that was called not carried out before, or contradicts its cancellation',
};
const PAID: Texts = { de: 'bezahlt', en: 'paid' };

/** The statuses of a closed sale: a sale over the counter, an order that is shipped, an order that is fetched. */
const closed = (status: WireStatus): readonly PaymentStateRow[] => [
  { status, result: 'paid', final: true, means: PAID, duty: DELIVER },
  { status, result: 'paid', final: false, means: UNDECIDED, duty: DECIDE },
  {
    status,
    result: 'open',
    final: false,
    means: {
      de: 'mit einem bekannten Zahlungsmittel vorgemerkt (prepare), noch nicht eingezogen',
      en: 'authorised with an instrument known before (prepare), and not taken yet',
    },
    duty: { de: 'start zieht ein, cancel gibt auf', en: 'start takes it, cancel gives it up' },
  },
];

export const paymentStates: readonly PaymentStateRow[] = [
  {
    status: 'created',
    result: 'open',
    final: false,
    means: { de: 'angelegt oder vorgemerkt (prepare)', en: 'created, or authorised (prepare)' },
    duty: {
      de: 'bezahlen: start; outcome.next nennt, was sonst ansteht',
      en: 'pay: start; outcome.next names what else is due',
    },
  },
  {
    status: 'created',
    result: 'unknown',
    final: false,
    means: { de: 'eine Vormerkung läuft oder wird aufgegeben', en: 'an authorisation is under way, or given up' },
    duty: FOLLOW,
  },
  {
    status: 'processing',
    result: 'open',
    final: false,
    means: { de: 'Kundenkarte angewandt oder ein Teil bezahlt', en: 'a loyalty card is applied, or a part is paid' },
    duty: {
      de: 'den Rest bezahlen (outcome.open), oder cancel gibt das Bezahlte zurück',
      en: 'pay the rest (outcome.open), or cancel gives back what is paid',
    },
  },
  {
    status: 'pending',
    result: 'unknown',
    final: false,
    means: {
      de: 'Geld ist unterwegs, oder niemand weiß, ob es bewegt wurde',
      en: 'money is moving, or nobody knows whether it moved',
    },
    duty: FOLLOW,
  },
  {
    status: 'pending',
    result: 'open',
    final: false,
    means: {
      de: 'das Geld muss noch eintreffen (Vorkasse), oder erst ein Teil ging zurück',
      en: 'the money has still to arrive (prepayment), or only some of it has gone back',
    },
    duty: { de: 'outcome.next ausführen', en: 'make the call in outcome.next' },
  },
  {
    status: 'failed',
    result: 'not_paid',
    final: true,
    means: { de: 'nicht bezahlt; payments nennt den Grund', en: 'not paid; payments has the reason' },
    duty: { de: 'noch einmal oder anders bezahlen, oder cancel', en: 'pay again or otherwise, or cancel' },
  },
  { status: 'failed', result: 'not_paid', final: false, means: SURPLUS, duty: DECIDE },
  {
    status: 'cancelled',
    result: 'not_paid',
    final: true,
    means: {
      de: 'aufgegeben oder storniert; Bezahltes ging zurück',
      en: 'given up or cancelled; what was paid went back',
    },
    duty: { de: 'receipt_reversal drucken; zu Ende', en: 'print receipt_reversal; over' },
  },
  { status: 'cancelled', result: 'not_paid', final: false, means: SURPLUS, duty: DECIDE },
  ...closed('ok'),
  {
    status: 'ok',
    result: 'not_paid',
    final: true,
    means: {
      de: 'eine Diagnose oder ein Kassenschnitt: erledigt, ohne Zahlung',
      en: 'a diagnosis or an end-of-day: done, without a payment',
    },
    duty: { de: 'receipt drucken', en: 'print receipt' },
  },
  {
    status: 'ok',
    result: 'not_paid',
    final: false,
    means: {
      de: 'das Terminal hat auf seinen Kassenschnitt zweierlei geantwortet',
      en: 'the terminal has answered its end-of-day in two ways',
    },
    duty: { de: 'outcome.next ausführen', en: 'make the call in outcome.next' },
  },
  ...closed('received'),
  ...closed('collection'),
];
