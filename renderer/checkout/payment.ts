/** Takes the money of a sale, stops a payment at the terminal, and takes a paid sale back. */

import type { StartBody, Tender } from '../bridge/client.ts';
import { problemOf } from '../bridge/problem.ts';
import { contentOf } from '../stores/basketFromSale.ts';
import { paidParts } from '../stores/basketState.ts';
import { totalsOf } from '../stores/basketTotals.ts';
import type { NoticesStore } from '../stores/notices.ts';
import type { Busy, DeclinedStep } from '../stores/till.ts';
import { type CheckoutParts, showProblem } from './parts.ts';
import type { RefreshSteps } from './refreshSale.ts';

type Text = Parameters<NoticesStore['show']>[1];

export type PaymentSteps = ReturnType<typeof createPaymentSteps>;

export function createPaymentSteps(parts: CheckoutParts, steps: RefreshSteps) {
  const { afterFailure, refreshOpenPayments } = steps;
  const { client, basket, sync, till, notices, now } = parts;

  /**
   * Takes the money. The lock is taken before anything else, so that a second tap does nothing; the answer releases the lock.
   * `given` is the cash that was handed over; `terminal` takes the card instead of the till's own terminal.
   */
  async function pay(tender: Tender, given?: number, terminal?: string, part?: PartToPay): Promise<void> {
    if (basket.getState().lines.length === 0) return;
    const asked = part?.amount ?? totalsOf(basket.getState()).missing;
    if (!till.begin({ action: tender, amount: asked, since: now() })) return;
    notices.clear();
    const before = contentOf(basket.getState());
    const id = await sync.settled();
    const { busy: begun } = till.getState();
    // The cashier has continued with the next customer before anything was sent.
    if (!begun) return;
    const { missing } = totalsOf(basket.getState());
    const isChanged = contentOf(basket.getState()) !== before;
    const amount = part?.amount ?? missing;
    const obstacle = obstacleOf({ tender, missing, amount, isChanged, isSaved: id !== null });
    if (id === null || obstacle) return holdBack(obstacle ?? NOT_SAVED);
    const busy = { action: tender, amount, since: begun.since };
    till.set({ busy });
    await sendPayment(id, tender, busy, {
      given,
      terminal,
      part: amount < missing ? part : textOf(part),
      declined: declinedPart(parts, busy, part, other => pay(tender, given, other ?? terminal, part)),
    });
  }

  async function sendPayment(id: string, tender: Tender, busy: Busy, sent: Sent): Promise<void> {
    const isLeft = () => till.getState().busy !== busy;
    try {
      const sale = await client.start(id, tender, inputOf(tender, sent));
      if (isLeft()) return void refreshOpenPayments();
      notices.clear();
      if (sale.status === 'processing') {
        // A part is paid, and the basket shows what is missing.
        basket.takeParts(sale);
        till.end({ sale: null, payment: null, cashOpen: false, partOpen: false });
        return;
      }
      till.end({ sale, cashOpen: false, partOpen: false });
      if (sent.terminal !== undefined) await showOwnTerminal(parts);
    } catch (error) {
      // The event stream reports the result to a cashier who has continued meanwhile.
      if (!isLeft()) await afterFailure(id, error, sent.declined);
      // A refusal may name a payment that was found just now.
      void refreshOpenPayments();
    }
  }

  /** The reason why the payment must not be sent; null when it may be sent. */
  function obstacleOf({ tender, missing, amount, isSaved, isChanged }: Attempt): Text | null {
    if (isChanged) return ({ t }) => t('pay.basketChanged');
    if (!isSaved) return NOT_SAVED;
    if (till.getState().stopRequested) return ({ t }) => t('pay.stopped');
    if (amount !== missing && (amount <= 0 || amount > missing)) return ({ t }) => t('parts.tooMuch');
    if (tender === 'loyalty' && missing > 0) return ({ t }) => t('loyalty.tooLittle');
    return null;
  }

  /** Nothing was sent: shows the reason, and returns to the basket. */
  function holdBack(text: Text): void {
    till.end({ stopRequested: false });
    notices.show('warn', text);
  }

  return {
    pay,
    cancelPayment: () => cancelPayment(parts),
    reverse: (reason?: string) => reverseSale(parts, steps, reason),
  };
}

const inputOf = (tender: Tender, { given = 0, terminal, part }: Sent): StartBody => ({
  ...(tender === 'cash' ? { amount_given: given } : {}),
  ...(tender === 'cashless' ? { questions: true } : {}),
  ...(terminal === undefined ? {} : { terminal }),
  ...(part?.amount === undefined ? {} : { part: { amount: part.amount } }),
  ...(part?.text === undefined ? {} : { text: part.text }),
  ...(part?.voucher === undefined ? {} : { voucher: part.voucher }),
});

const NOT_SAVED: Text = ({ t }) => t('pay.notSaved');

/** A part that the cashier names, minor units; `text` says which voucher it is. */
export interface PartToPay {
  readonly amount: number;
  readonly text?: string;
  /** Code of a voucher of the shop. */
  readonly voucher?: string;
}

/** The last part pays all that is missing, and is not named. */
function textOf(part: PartToPay | undefined): Partial<PartToPay> {
  const { amount: _, ...which } = part ?? { amount: 0 };
  return which;
}

interface Sent {
  readonly given: number | undefined;
  readonly terminal: string | undefined;
  readonly part: Partial<PartToPay> | undefined;
  readonly declined: DeclinedStep | null;
}

/** The decline screen for this part; earlier parts stay paid. Null for a payment in one go. */
function declinedPart(
  { basket }: CheckoutParts,
  { action, amount }: Busy,
  part: PartToPay | undefined,
  again: DeclinedStep['again'],
): DeclinedStep | null {
  if (part === undefined && paidParts(basket.getState()).length === 0) return null;
  return { kind: 'part', amount, tender: action as Tender, goneBack: 0, again };
}

interface Attempt {
  /** Amount that this payment takes. */
  readonly amount: number;
  readonly tender: Tender;
  readonly missing: number;
  readonly isSaved: boolean;
  /** The basket has changed while it was being saved. */
  readonly isChanged: boolean;
}

/** Shows the light of the till's own terminal again after another terminal took the card. */
async function showOwnTerminal({ client, lights }: CheckoutParts): Promise<void> {
  try {
    const { terminal, queue } = await client.till();
    lights.setView(terminal, queue);
  } catch (error) {
    // The till is loaded again when the bridge is back.
    problemOf(error);
  }
}

/** Asks the terminal to stop. The payment continues until the terminal reports its outcome. */
async function cancelPayment(parts: CheckoutParts): Promise<void> {
  const { client, till } = parts;
  till.set({ stopRequested: true });
  try {
    const isStopping = await client.abort();
    // The terminal does not have the payment yet: the first event of the payment repeats the request to stop.
    if (!isStopping && !till.getState().busy) till.set({ stopRequested: false });
  } catch (error) {
    till.set({ stopRequested: false });
    showProblem(parts, error);
  }
}

/** Takes a paid sale back: first the payment, then the sale. */
async function reverseSale(
  { client, till, notices, now }: CheckoutParts,
  { afterFailure, refreshOpenPayments }: RefreshSteps,
  reason?: string,
): Promise<void> {
  const { sale } = till.getState();
  if (!sale || !till.begin({ action: 'reverse', amount: sale.basket_info.sum, since: now() })) return;
  const { busy } = till.getState();
  const isLeft = () => till.getState().busy !== busy;
  try {
    const cancelled = await client.cancelSale(sale.id, reason);
    if (isLeft()) return void refreshOpenPayments();
    till.end({ sale: cancelled });
  } catch (error) {
    if (isLeft()) return void refreshOpenPayments();
    await afterFailure(sale.id, error);
    const { failure } = till.getState();
    if (failure) notices.show('error', ({ problem }) => problem(failure));
  }
}
