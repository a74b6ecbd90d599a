/**
 * The end of every command that moves money: the till learns the result, hands the goods over and prints; then the booking
 * is final (ZVT chapters "issue of goods" and "storage of transactions").
 */

import type { TerminalReceipt } from '../../../terminal.ts';
import { errorCode, isPositive } from '../../../zvt/codec/apdu.ts';
import type { Fields } from '../../../zvt/codec/fields.ts';
import type { Booking } from '../engine/booking.ts';
import { book, keep, takeBack } from '../engine/bookings.ts';
import { pause } from '../engine/exchange.ts';
import type { Work } from '../engine/work.ts';
import { automaticAction } from './automaticCustomer.ts';
import { wantedSlips } from './receiptChoice.ts';
import { bookingSlips } from './slips.ts';
import { bookingFields } from './statusFields.ts';

const ABORTED = 0x6c;
const WRONG_AMOUNT = 0x6f;
const PRINTER_NOT_READY = 0xcc;
const PLEASE_WAIT = 0x9c;
const PARTLY = 0x9d;
/** Number of times that a result is sent to a till that does not answer. */
const MOST_RESULTS = 2;

export interface ConclusionOptions {
  /** Slips that are still to be printed; left out: those of the booking. */
  readonly slips?: readonly TerminalReceipt[];
  /** The till hands goods over: 84 9C and 84 9D have their meaning. */
  readonly goods?: true;
  readonly prompt?: readonly [code: number, text: string];
}

/** Sends a booking to the till and makes it final, or takes it back. */
export async function conclude(work: Work, booking: Booking, options: ConclusionOptions = {}): Promise<void> {
  const { device, memory, profile } = work;
  const slips = wantedSlips(work, 'approved', options.slips ?? bookingSlips(booking, work.terminalId));
  device.show('result', [options.prompt?.[1] ?? 'Vorgang erfolgt']);
  if (profile.slipsFirst && !(await printSlips(work, booking, slips, false))) return;
  const goods = await handOver(work, booking, options);
  if (goods === 'lost') return settleUnacknowledged(work, booking);
  if ('code' in goods) return takeBackAndAbort(work, booking, goods);
  const booked = goods.booking;
  if (!profile.slipsFirst && !(await printSlips(work, booked, slips, booked !== booking))) return;
  if (memory.bookings[booked.id]?.state === 'pending') keep(memory, booked);
  if (booked.kind === 'payment' && work.behaviour.afterApproval) return contradict(work, booked, options.prompt);
  await finish(work, options.prompt);
}

/** The faults of a terminal that goes on after an approved payment: it reports a failure, or books the payment once more. */
async function contradict(work: Work, booked: Booking, prompt: ConclusionOptions['prompt']): Promise<void> {
  const { exchange, memory, behaviour } = work;
  if (behaviour.afterApproval === 'fails') {
    await exchange.status({ resultCode: WRONG_AMOUNT });
    return exchange.abort(WRONG_AMOUNT);
  }
  const { kind, amount, currency, namesCurrency, card } = booked;
  const again = book(memory, { kind, amount, currency, namesCurrency, card }, true);
  await exchange.status(bookingFields(again, work));
  await finish(work, prompt);
}

/** Takes back a payment that fails after the host approved it, and sends the failure in the way of the model. */
export async function reverse(work: Work, booking: Booking, code: number): Promise<void> {
  await takeBackAndAbort(work, booking, { code, tillKnows: false });
}

async function finish(
  { exchange, device, behaviour, profile }: Work,
  prompt: ConclusionOptions['prompt'],
): Promise<void> {
  if (prompt && profile.ownPrompts) await exchange.prompt(prompt[0], 'result', [prompt[1]]);
  await device.wait({ what: 'removal', automatic: automaticAction('removal', behaviour) });
  await exchange.complete();
}

interface Failure {
  readonly code: number;
  /** The till refused the result, or does not answer; otherwise the terminal sends a result for the failure. */
  readonly tillKnows: boolean;
}

type HandOver = 'lost' | { readonly booking: Booking } | Failure;

/** Repeats the result (04 0F) until the till hands the goods over, or refuses. */
async function handOver(work: Work, booking: Booking, { goods }: ConclusionOptions): Promise<HandOver> {
  const { exchange, message, power } = work;
  const { timeout, maxStatusInformations: most } = message.fields;
  const isControlled = goods && (timeout !== undefined || most !== undefined);
  const answerTimeout = timeout === undefined ? work.goods.timeout : timeout * 1000;
  for (let waits = 0, unanswered = 0; ; waits++) {
    const reply = await exchange.status(bookingFields(booking, work), answerTimeout);
    if (reply === 'lost') return 'lost';
    if (reply === 'silent') {
      if (isControlled) return { code: ABORTED, tillKnows: false };
      // A till that skipped the acknowledgement gets the result once more; then the terminal decides alone.
      if (++unanswered < MOST_RESULTS) continue;
      return work.unacknowledged === 'reversed' ? { code: ABORTED, tillKnows: true } : { booking };
    }
    if (isPositive(reply)) return { booking };
    const code = errorCode(reply) ?? 0xff;
    if (code === PARTLY && goods) return partly(work, booking, reply.fields);
    if (code !== PLEASE_WAIT) return { code, tillKnows: true };
    if (most !== undefined && waits >= most) return { code: ABORTED, tillKnows: false };
    await pause(work.goods.pause, power);
  }
}

/** Books the smaller amount of a partial hand-over; more than was approved is refused. */
function partly({ memory }: Work, booking: Booking, { amount = 0 }: Fields): HandOver {
  if (amount > booking.amount) return { code: 0xb7, tillKnows: true };
  if (amount === 0) return { code: ABORTED, tillKnows: true };
  const smaller = { ...booking, amount };
  memory.change({}, smaller);
  return { booking: smaller };
}

async function printSlips(
  work: Work,
  booking: Booking,
  slips: readonly TerminalReceipt[],
  partlyIssued: boolean,
): Promise<boolean> {
  const result = await work.exchange.print(slips);
  // Goods that were issued in part stay issued, whatever the printer does.
  if (result === 'printed' || (partlyIssued && result === 'refused')) return true;
  if (result === 'refused') await takeBackAndAbort(work, booking, { code: PRINTER_NOT_READY, tillKnows: true });
  else if (partlyIssued) keep(work.memory, booking);
  else settleUnacknowledged(work, booking);
  return false;
}

/** Keeps or takes back a booking that the till did not acknowledge: terminals differ. */
function settleUnacknowledged({ memory, unacknowledged }: Work, booking: Booking): void {
  if (unacknowledged === 'reversed') takeBack(memory, booking);
  else if (memory.bookings[booking.id]?.state === 'pending') keep(memory, booking);
}

async function takeBackAndAbort(work: Work, booking: Booking, { code, tillKnows }: Failure): Promise<void> {
  const { exchange, device, memory, profile } = work;
  takeBack(memory, booking);
  device.show('result', ['Vorgang storniert']);
  if (!tillKnows) await exchange.status({ resultCode: code });
  if (profile.failure !== 'status' || tillKnows) await exchange.abort(code);
}
