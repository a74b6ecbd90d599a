/** The commands the virtual terminal knows, one row each: what they need, and what it does for them. */
import type { Message } from '../codec/apdu.ts';
import type { Totals } from '../codec/codings.ts';
import type { Fields } from '../codec/fields.ts';
import { findTag, type Tlv, tlv, tlvValue } from '../codec/tlv.ts';
import type { Behaviour } from './behaviours.ts';
import type { Desk } from './desk.ts';
import type { Device } from './device.ts';
import type { Booking, MemoryStore, Registration } from './memory.ts';
import { book, bookingFields, takePayment } from './payment.ts';
import { bookingSlips, diagnosisSlip, endOfDaySlip, terminalClock } from './slips.ts';
import type { Till } from './till.ts';

export interface Work {
  readonly message: Message;
  readonly till: Till;
  readonly desk: Desk;
  readonly device: Device;
  readonly memory: MemoryStore;
  readonly behaviour: Behaviour;
  readonly terminalId: string;
  status(): number;
  totals(): { readonly amount: number; readonly totals: Totals };
}

export interface Handler {
  run(work: Work): Promise<void>;
  /** Refused with 9C while another sequence runs. */
  readonly needsRest: boolean;
  readonly needsRegistration: boolean;
  readonly needsPassword: boolean;
  readonly movesMoney: boolean;
  readonly slips: 'payment' | 'admin';
}

const always = {
  needsRest: false,
  needsRegistration: false,
  needsPassword: false,
  movesMoney: false,
  slips: 'admin',
} as const;
const service = { ...always, needsRest: true, needsRegistration: true, needsPassword: true } as const;
const money = { ...service, movesMoney: true, slips: 'payment' } as const;

/** By packet name; anything else is answered 84 83. */
export const handlers: Readonly<Partial<Record<Message['name'], Handler>>> = {
  registration: { ...always, needsPassword: true, run: register },
  logOff: { ...always, run: logOff },
  statusEnquiry: { ...always, run: tellStatus },
  authorisation: { ...money, needsPassword: false, run: work => pay(work, 'payment') },
  refund: { ...money, run: work => pay(work, 'refund') },
  reversal: { ...money, run: reverse },
  repeatReceipt: { ...service, slips: 'payment', run: repeatReceipt },
  turnoverTotals: { ...service, run: tellTotals },
  endOfDay: { ...service, run: endOfDay },
  diagnosis: { ...service, needsPassword: false, run: diagnose },
};

const EURO = 978;

/** Keeps what the till wants until it logs off (ZVT 06 00). */
async function register({ message, till, desk, memory, terminalId, status }: Work): Promise<void> {
  const { configuration, registrationCurrency: currency = 978, tlv: container } = message.fields;
  if (configuration === undefined) return till.refuse(0x83);
  if (currency !== EURO) return till.refuse(0x1e);
  const registration = registrationOf(configuration, currency, container);
  memory.change({ registration });
  till.accept();
  const echo = container === undefined ? {} : { tlv: echoOf(registration) };
  await desk.complete({ paymentType: status() === 0x51 ? 1 : 0, terminalId, currency, ...echo });
}

function registrationOf(configuration: number, currency: number, container: readonly Tlv[] | undefined): Registration {
  const listed = findTag(container, 0x26)?.children?.map(object => tlvValue(object)) ?? [];
  const charset = tlvValue(findTag(findTag(container, 0x27)?.children, 0x14)) as number | undefined;
  const confirmed = charset === undefined ? {} : { charset };
  return { configuration, currency, tlv: container !== undefined, blocks: listed.includes('06D3'), ...confirmed };
}

function echoOf({ blocks, charset }: Registration): Tlv[] {
  const commands = blocks ? [tlv(0x26, [tlv(0x0a, '06D3')])] : [];
  return charset === undefined ? commands : [...commands, tlv(0x27, [tlv(0x14, charset)])];
}

async function logOff({ till, memory }: Work): Promise<void> {
  memory.change({ registration: undefined });
  till.accept();
}

async function tellStatus({ till, desk, status, memory, terminalId }: Work): Promise<void> {
  till.accept();
  const container = memory.now.registration?.tlv
    ? { tlv: [tlv(0x1f44, terminalId), tlv(0xe4, [tlv(0x1f40, 'virtual terminal')])] }
    : {};
  await desk.completeStatus({ softwareVersion: VERSION, terminalStatus: status(), ...container });
}

const VERSION = 'TBVT 1';

async function pay(work: Work, kind: 'payment' | 'refund'): Promise<void> {
  const { till, behaviour, message, device } = work;
  if (!message.fields.amount) return till.refuse(0xc8);
  device.show('card', [], message.fields.amount); // from here on the till may abort
  till.accept();
  if (behaviour.line.cutAt === 'answer') cut(work);
  await takePayment({ ...work, request: message.fields, kind, cut: () => cut(work) });
}

function cut({ till, desk }: Work): void {
  desk.leave();
  till.forget();
  till.transport.cut();
}

/** By receipt number, once, and only what is still in the memory. */
async function reverse({ message, till, desk, memory, terminalId }: Work): Promise<void> {
  till.accept();
  const number = Number(message.fields.receiptNumber);
  const original = memory.now.open.find(booking => booking.receiptNumber === number && booking.kind !== 'reversal');
  const wrong = refusalOf(original, message.fields);
  if (!original || wrong !== 0) {
    await desk.status({ resultCode: wrong, terminalId });
    return desk.abort(wrong);
  }
  memory.change({
    open: memory.now.open.map(booking => (booking === original ? { ...booking, reversed: true } : booking)),
  });
  const { amount, currency, namesCurrency, card } = original;
  const booking = book(memory, {
    kind: 'reversal',
    amount,
    currency,
    namesCurrency,
    card,
    originalTrace: original.traceNumber,
  });
  await desk.status(bookingFields(booking, terminalId, memory.now.registration?.tlv ?? false));
  await desk.print(bookingSlips(booking, terminalId));
  await desk.complete();
}

function refusalOf(original: Booking | undefined, fields: Fields): number {
  if (!original) return 0xb5;
  if (original.reversed) return 0xb4;
  return fields.amount !== undefined && fields.amount !== original.amount ? 0xb7 : 0;
}

/** The last booking that is kept; a terminal without any answers with a bare completion. */
async function repeatReceipt({ message, till, desk, memory, terminalId }: Work): Promise<void> {
  till.accept();
  const { last } = memory.now;
  const wants = message.fields.serviceByte ?? 0;
  if (last && wants & 0x01) await desk.status(bookingFields(last, terminalId, memory.now.registration?.tlv ?? false));
  if (last && !(wants & 0x02)) await desk.print(bookingSlips(last, terminalId, true));
  await desk.complete();
}

async function tellTotals({ till, desk, totals }: Work): Promise<void> {
  till.accept();
  const { amount, totals: rows } = totals();
  await desk.status({ resultCode: 0, amount, totals: rows });
  await desk.complete();
}

async function endOfDay({ till, desk, memory, totals, terminalId }: Work): Promise<void> {
  till.accept();
  await desk.prompt(0x0f, 'host', ['Kassenschnitt', 'Bitte warten']);
  const { amount, totals: rows } = totals();
  const { date, time } = terminalClock();
  memory.change({ open: [], endOfDayDone: memory.now.endOfDayDone + 1 });
  await desk.status({ resultCode: 0, amount, time, date: date.slice(4), totals: rows });
  await desk.print([endOfDaySlip(rows, amount, memory.now.registration?.currency ?? 978, terminalId)]);
  await desk.complete();
}

async function diagnose({ till, desk, terminalId }: Work): Promise<void> {
  till.accept();
  await desk.prompt(0xc9, 'host', ['Diagnose', 'Bitte warten']);
  await desk.print([diagnosisSlip(terminalId)]);
  await desk.complete();
}
