/** The end-of-day of the virtual terminal, and the update or restart behind it (ZVT 06 50, 06 51, 06 52). */
import { TOTALS_ORDER } from '../../../zvt/codec/codings.ts';
import { openBookings, totalsOf } from '../engine/bookings.ts';
import { binaryTag, numberTag } from '../engine/tags.ts';
import { type HandlerTable, needs, type Work } from '../engine/work.ts';
import { totalsFields } from './receipts.ts';
import { adminSlip, endOfDaySlip, headOf, money } from './slips.ts';

export const endOfDay: HandlerTable = {
  endOfDay: { ...needs.password, worksLocked: true, prints: () => true, run: closeDay },
  partialReconciliation: { ...needs.password, prints: () => true, run: closeDay },
  cashReport: { ...needs.till, prints: () => true, run: reportCash },
  sendOffline: { ...needs.password, prints: () => true, run: sendOffline },
};

const IMPOSSIBLE = 0x77;
const BUSY = 0x9c;
const UPDATE_FOLLOWS = 0xe0;
const RESTART_FOLLOWS = 0xfc;

async function closeDay(work: Work): Promise<void> {
  const { till, exchange, behaviour } = work;
  if (behaviour.endOfDay === 'busy') return till.refuse(BUSY);
  till.accept();
  await exchange.prompt(0x0f, 'host', ['Kassenschnitt', 'Bitte warten']);
  if (behaviour.endOfDay === 'fails') return failed(work);
  await sendTotals(work);
  if (behaviour.endOfDay === 'updates') {
    await exchange.complete({ resultCode: UPDATE_FOLLOWS });
    return work.locks.update(behaviour.update);
  }
  if (behaviour.endOfDay === 'restarts') {
    await exchange.complete({ resultCode: RESTART_FOLLOWS });
    return work.restart();
  }
  await exchange.complete();
}

/** Closes the bookings before the till learns the totals: a till that misses them can ask for them again. */
async function sendTotals(work: Work): Promise<void> {
  const { exchange, memory, message } = work;
  const { amount, totals } = totalsOf(memory);
  const head = headOf(work);
  const { date, time } = head;
  const details = isShort(message.fields.tlv, memory.now.registration?.receiptParameter) ? [] : openBookings(memory);
  const { endOfDayDone, traceNumber, registration } = memory.now;
  memory.change({
    openFrom: memory.bookings.length,
    endOfDayDone: endOfDayDone + 1,
    endOfDayOpen: false,
    lastDay: { amount, totals, date, time },
  });
  const trace = String(traceNumber).padStart(6, '0');
  await exchange.status({
    resultCode: 0,
    traceNumber: trace,
    time,
    date: date.slice(4),
    ...totalsFields(work, amount, totals),
  });
  const mode = MODES[numberTag(message.fields.tlv, 0x1f26) ?? 0];
  await exchange.print([endOfDaySlip({ totals, amount, details, mode }, registration?.currency ?? EURO, head)]);
}

async function failed(work: Work): Promise<void> {
  const { exchange, memory, terminalId } = work;
  memory.change({ endOfDayOpen: true });
  await exchange.status({ resultCode: IMPOSSIBLE, terminalId });
  await exchange.print([adminSlip('Kassenschnitt', 'Kassenschnitt NICHT erfolgt', headOf(work))]);
  await exchange.abort(IMPOSSIBLE);
}

/** Prints the totals of the day so far, without closing it. */
async function reportCash(work: Work): Promise<void> {
  const { till, exchange, memory } = work;
  till.accept();
  const { amount, totals } = totalsOf(memory);
  const currency = memory.now.registration?.currency ?? EURO;
  const rows = TOTALS_ORDER.filter(name => totals[name].count > 0).map(
    name => [`${totals[name].count} x ${name}`, money(totals[name].amount, currency)] as const,
  );
  const lines = [...rows, ['Gesamt', money(amount, currency)] as const];
  await exchange.print([adminSlip('Kassenbericht', 'Kein Kassenschnitt', headOf(work), lines)]);
  await exchange.complete();
}

const EURO = 978;
/** By tag 1F26; the slip does not name the usual mode. */
const MODES: Readonly<Record<number, string>> = { 1: 'erzwungen', 2: 'automatisch' };

const SHORT = 0x04;

/** Does the receipt parameter of the request, or of the registration, ask for a slip without details? */
function isShort(container: Parameters<typeof binaryTag>[0], registered: string | undefined): boolean {
  const parameter = binaryTag(container, 0x1f04) ?? registered ?? '00';
  return (Number.parseInt(parameter.slice(0, 2), 16) & SHORT) !== 0;
}

/** Sends the offline bookings to the host. */
async function sendOffline(work: Work): Promise<void> {
  const { till, exchange, memory } = work;
  till.accept();
  await exchange.prompt(0x06, 'host', ['Sende Buchungen', 'Bitte warten']);
  const waiting = memory.bookings.filter(booking => booking.offline && booking.state === 'kept' && !booking.handedIn);
  memory.change({}, ...waiting.map(booking => ({ ...booking, handedIn: true as const })));
  await exchange.print([
    adminSlip('Offline-Buchungen', 'Übertragung erfolgt', headOf(work), [['Anzahl', String(waiting.length)]]),
  ]);
  await exchange.complete();
}
