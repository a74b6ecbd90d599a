/** The exchanges that are cut: what is done before the line is watched, and what is done while it is. */
import { demoIds } from '../../main/world/demoIds.ts';
import type { Answer, Caller } from './counter.ts';
import type { OtherTill } from './otherTill.ts';

/** One exchange with the terminal. `amount` differs from case to case, so that bookings can be distinguished. */
export interface Exchange {
  readonly behaviour: string;
  /** Last two digits of the amount, where they matter to the terminal. */
  readonly cents?: number;
  /** Done while the line is whole; what it answers is handed to `run`. */
  before?(counter: Caller, amount: number): Promise<string>;
  run(counter: Caller, amount: number, prepared: string): Promise<unknown>;
  /** The work of another till at the terminal that looks most like it. */
  rival(other: OtherTill, counter: Caller, amount: number): Promise<unknown>;
}

export const exchanges = {
  approved: { behaviour: 'approve', before: newSale, run: pay, rival: paysAsMuch },
  declined: { behaviour: 'approve', cents: 5, before: newSale, run: pay, rival: paysAsMuch },
  aborted: { behaviour: 'manual', before: newSale, run: payAndStop, rival: paysAsMuch },
  lateApproval: { behaviour: 'late-approval:40', before: newSale, run: payAndStop, rival: paysAsMuch },
  reversal: { behaviour: 'approve', before: paidSale, run: cancel, rival: reversesTheSame },
  refund: {
    behaviour: 'approve',
    run: (counter, amount) => operate(counter, { do: 'refund', amount }),
    rival: (other, _, amount) => other.refund(amount),
  },
  preAuthorisation: {
    behaviour: 'approve',
    run: (counter, amount) => operate(counter, { do: 'preAuthorisation', amount }),
    rival: (other, _, amount) => other.hold(amount),
  },
  booking: {
    behaviour: 'approve',
    before: heldAmount,
    run: bookHalf,
    rival: (other, _, amount) => other.pay(amount / 2),
  },
  endOfDay: { behaviour: 'approve', before: decidedDay, run: endOfDay, rival: other => other.endOfDay() },
} as const satisfies Record<string, Exchange>;

export type ExchangeName = keyof typeof exchanges;

const transactions = '/api/v2/Smart/Transactions';
const terminal = `/bridge/v1/terminals/${demoIds.terminal}`;

function paysAsMuch(other: OtherTill, _: Caller, amount: number) {
  return other.pay(amount);
}

/** The payment that our cancel is about. */
async function reversesTheSame(other: OtherTill, counter: Caller) {
  const [paid] = counter.rows<{ receipt: number }>(
    "SELECT facts ->> 'receiptNumber' AS receipt FROM intent WHERE kind = 'payment' AND state = 'approved' ORDER BY number DESC LIMIT 1",
  );
  return paid && other.reverse(paid.receipt);
}

async function newSale(counter: Caller, amount: number): Promise<string> {
  const product = { articleNumber: '1', ean: '', desc: 'Ware', quantity: 1, priceOne: amount, tax: 19 };
  const { body } = await counter.call('POST', transactions, { basket: { products: [product] } });
  return body.id as string;
}

function pay(counter: Caller, _: number, id: string): Promise<Answer> {
  return counter.call('POST', `${transactions}/${id}/start/cashless`);
}

async function paidSale(counter: Caller, amount: number): Promise<string> {
  const id = await newSale(counter, amount);
  const { status, body } = await pay(counter, amount, id);
  if (status !== 200 || body.status !== 'ok') throw new Error(`a sale could not be paid: ${JSON.stringify(body)}`);
  return id;
}

/** No day is closed over money that nobody has decided about: what an exchange before it found late is kept. */
async function decidedDay(counter: Caller, amount: number): Promise<string> {
  for (const { sale } of counter.rows<{ sale: string }>("SELECT DISTINCT sale FROM intent WHERE late = 'open'")) {
    const { status, body } = await counter.call('POST', '/bridge/v1/till/late', { transaction: sale, keep: true });
    if (status !== 200) throw new Error(`a late approval could not be kept: ${JSON.stringify(body)}`);
  }
  return paidSale(counter, amount);
}

/** Asks the terminal to stop as soon as it says that it has the payment. */
async function payAndStop(counter: Caller, amount: number, id: string): Promise<void> {
  const paying = pay(counter, amount, id);
  const over = paying.then(() => true);
  const stopping = (async () => {
    for (let asked = false; !asked; ) {
      const { status, body } = await counter.call('GET', '/bridge/v1/till');
      if (status === 0) return;
      asked = body.payment?.step === 'prompt' && (await counter.call('POST', '/bridge/v1/till/abort')).body?.requested;
      if (await Promise.race([over, new Promise<false>(resolve => setTimeout(resolve, 2, false))])) return;
    }
  })();
  await Promise.all([paying, stopping]);
}

function cancel(counter: Caller, _: number, id: string): Promise<Answer> {
  return counter.call('POST', `${transactions}/${id}/cancel`);
}

function operate(counter: Caller, input: object): Promise<Answer> {
  return counter.call('POST', `${terminal}/operations`, input);
}

async function heldAmount(counter: Caller, amount: number): Promise<string> {
  const { body } = await operate(counter, { do: 'preAuthorisation', amount });
  if (body.state !== 'approved') throw new Error(`a pre-authorisation failed: ${JSON.stringify(body)}`);
  return String(body.own_receipt_number);
}

function bookHalf(counter: Caller, amount: number, receipt: string): Promise<Answer> {
  return operate(counter, { do: 'booking', amount: amount / 2, receipt_number: Number(receipt) });
}

function endOfDay(counter: Caller): Promise<Answer> {
  return counter.call('POST', `${terminal}/day-end`, {});
}
