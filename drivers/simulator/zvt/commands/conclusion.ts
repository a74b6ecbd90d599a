/**
 * The end of everything that moves money: the till is told, hands the goods over and prints; only then is the booking final
 * (ZVT chapters "issue of goods" and "storage of transactions").
 */

import type { TerminalReceipt } from '../../../terminal.ts';
import { errorCode, isPositive } from '../../../zvt/codec/apdu.ts';
import type { Fields } from '../../../zvt/codec/fields.ts';
import type { Booking } from '../engine/booking.ts';
import { keep, takeBack } from '../engine/bookings.ts';
import { pause } from '../engine/exchange.ts';
import type { Work } from '../engine/work.ts';
import { automaticAction } from './automaticCustomer.ts';
import { wantedSlips } from './receiptChoice.ts';
import { bookingSlips } from './slips.ts';
import { bookingFields } from './statusFields.ts';

const ABORTED = 0x6c;
const PRINTER_NOT_READY = 0xcc;
const PLEASE_WAIT = 0x9c;
const PARTLY = 0x9d;
/** How often a result is sent to a till that is silent about it. */
const MOST_RESULTS = 2;

export interface Ending {
  /** Slips that are still to be printed; those of the booking when left out. */
  readonly slips?: readonly TerminalReceipt[];
  /** The till hands goods over: 84 9C and 84 9D have their meaning. */
  readonly goods?: true;
  readonly prompt?: readonly [code: number, text: string];
}

/** Tells a booking and makes it final, or takes it back. */
export async function conclude(work: Work, booking: Booking, ending: Ending = {}): Promise<void> {
  const { device, memory, profile } = work;
  const slips = wantedSlips(work, 'approved', ending.slips ?? bookingSlips(booking, work.terminalId));
  device.show('result', [ending.prompt?.[1] ?? 'Vorgang erfolgt']);
  if (profile.slipsFirst && !(await printed(work, booking, slips, false))) return;
  const goods = await handOver(work, booking, ending);
  if (goods === 'lost') return abandoned(work, booking);
  if ('code' in goods) return taken(work, booking, goods);
  const booked = goods.booking;
  if (!profile.slipsFirst && !(await printed(work, booked, slips, booked !== booking))) return;
  if (memory.bookings[booked.id]?.state === 'pending') keep(memory, booked);
  await ended(work, ending.prompt);
}

/** A payment that comes to nothing after the host approved it: reversed, and told in the way of the model. */
export async function reverse(work: Work, booking: Booking, code: number): Promise<void> {
  await taken(work, booking, { code, told: false });
}

async function ended({ exchange, device, behaviour, profile }: Work, prompt: Ending['prompt']): Promise<void> {
  if (prompt && profile.ownPrompts) await exchange.prompt(prompt[0], 'result', [prompt[1]]);
  await device.wait({ what: 'removal', automatic: automaticAction('removal', behaviour) });
  await exchange.complete();
}

type HandOver = 'lost' | { readonly booking: Booking } | { readonly code: number; readonly told: boolean };

/** 04 0F until the till has the goods, or cannot give them. */
async function handOver(work: Work, booking: Booking, { goods }: Ending): Promise<HandOver> {
  const { exchange, message, power } = work;
  const { timeout, maxStatusInformations: most } = message.fields;
  const controlled = goods && (timeout !== undefined || most !== undefined);
  const answerTimeout = timeout === undefined ? work.goods.timeout : timeout * 1000;
  for (let waits = 0, unanswered = 0; ; waits++) {
    const reply = await exchange.status(bookingFields(booking, work), answerTimeout);
    if (reply === 'lost') return 'lost';
    if (reply === 'silent') {
      if (controlled) return { code: ABORTED, told: false };
      // A till that skipped the acknowledgement gets the result once more; then the terminal decides for itself.
      if (++unanswered < MOST_RESULTS) continue;
      return work.unacknowledged === 'reversed' ? { code: ABORTED, told: true } : { booking };
    }
    if (isPositive(reply)) return { booking };
    const code = errorCode(reply) ?? 0xff;
    if (code === PARTLY && goods) return partly(work, booking, reply.fields);
    if (code !== PLEASE_WAIT) return { code, told: true };
    if (most !== undefined && waits >= most) return { code: ABORTED, told: false };
    await pause(work.goods.pause, power);
  }
}

/** The smaller amount is what is booked; no more than was approved. */
function partly({ memory }: Work, booking: Booking, { amount = 0 }: Fields): HandOver {
  if (amount > booking.amount) return { code: 0xb7, told: true };
  if (amount === 0) return { code: ABORTED, told: true };
  const smaller = { ...booking, amount };
  memory.change({}, smaller);
  return { booking: smaller };
}

async function printed(
  work: Work,
  booking: Booking,
  slips: readonly TerminalReceipt[],
  partlyIssued: boolean,
): Promise<boolean> {
  const result = await work.exchange.print(slips);
  // What was issued in part is not given back because of a printer.
  if (result === 'printed' || (partlyIssued && result === 'refused')) return true;
  if (result === 'refused') await taken(work, booking, { code: PRINTER_NOT_READY, told: true });
  else if (partlyIssued) keep(work.memory, booking);
  else abandoned(work, booking);
  return false;
}

/** Nobody acknowledged: the two schools differ in what becomes of the money. */
function abandoned({ memory, unacknowledged }: Work, booking: Booking): void {
  if (unacknowledged === 'reversed') takeBack(memory, booking);
  else if (memory.bookings[booking.id]?.state === 'pending') keep(memory, booking);
}

async function taken(work: Work, booking: Booking, { code, told }: { code: number; told: boolean }): Promise<void> {
  const { exchange, device, memory, profile } = work;
  takeBack(memory, booking);
  device.show('result', ['Vorgang storniert']);
  if (!told) await exchange.status({ resultCode: code });
  if (profile.failure !== 'status' || told) await exchange.abort(code);
}
