/** Test double of a card terminal that also keeps its day: totals by card type, an end-of-day, and mistakes on request. */
import type {
  CommandOptions,
  Feature,
  Outcome,
  PaymentTerminal,
  Reason,
  TaskOutcome,
  TerminalReceipt,
  Totals,
} from '../../drivers/terminal.ts';
import { terminalDouble } from './terminalDouble.ts';
import type { TerminalMemory } from './terminalMemory.ts';

interface Counted {
  readonly receipt: number;
  readonly cardType: string;
  readonly amount: number;
}

/** State of a terminal double that outlives a bridge, beside the memory of the plain double. */
export interface TerminalDay {
  readonly counted: Counted[];
  /**
   * How the next end-of-day ends; `done` when nothing was said. `lostDone` and `lostUndone`: the line breaks, after
   * the slip where it took place.
   */
  ending: 'done' | 'failed' | 'lostDone' | 'lostUndone' | 'withoutTotals';
  /** Card of the next payments. */
  card: { readonly cardType: number; readonly cardName: string };
  held: readonly number[];
  /** Features of the double beside paying. */
  features: readonly Feature[];
  /** It refuses an end-of-day with a mode, and from then on has no such feature. */
  refusesMode: boolean;
  /** It answers a status enquiry as demanding its end-of-day. */
  requiresDayEnd: boolean;
  asked: string[];
  /** Called when the terminal has been asked for its state, its totals or a receipt, before it answers. */
  answering: (question: 'status' | 'turnoverTotals' | 'reprint') => void | Promise<void>;
  /** Called when the slip has been printed, before the terminal answers. */
  printed: (call: CommandOptions) => void | Promise<void>;
}

export const terminalDay = (): TerminalDay => ({
  counted: [],
  ending: 'done',
  card: { cardType: 5, cardName: 'girocard' },
  held: [],
  features: ['turnoverTotals', 'reprint'],
  refusesMode: false,
  requiresDayEnd: false,
  asked: [],
  answering: () => undefined,
  printed: () => undefined,
});

/** Mistakes: one payment is not counted, or counted with another amount, or there is one nobody asked for. */
export const forget = (day: TerminalDay, receipt: number): void =>
  void day.counted.splice(0, day.counted.length, ...day.counted.filter(one => one.receipt !== receipt));

export const alter = (day: TerminalDay, receipt: number, amount: number): void =>
  void day.counted.splice(
    0,
    day.counted.length,
    ...day.counted.map(one => (one.receipt === receipt ? { ...one, amount } : one)),
  );

export function countForeign(day: TerminalDay, memory: TerminalMemory, amount: number): number {
  memory.receiptNumber += 1;
  day.counted.push({ receipt: memory.receiptNumber, cardType: day.card.cardName, amount });
  return memory.receiptNumber;
}

export function countingTerminal(day: TerminalDay, memory: TerminalMemory, now: () => number): PaymentTerminal {
  const inner = terminalDouble(memory, now);
  return {
    ...inner,
    get terminalId() {
      return memory.terminalId;
    },
    get state() {
      return inner.state;
    },
    get features() {
      return new Set<Feature>([...[...inner.features].filter(feature => !KEPT_HERE.has(feature)), ...day.features]);
    },
    pay: (payment, call) => counted(day, memory, 1, inner.pay(payment, call)),
    refund: (refund, call) => counted(day, memory, -1, inner.refund(refund, call)),
    reverse: (reversal, call) => reversed(day, reversal.receiptNumber ?? 0, inner.reverse(reversal, call)),
    perform: dayTasks(day, memory, inner),
    async status(call) {
      await day.answering('status');
      const status = await inner.status(call);
      if (status.kind !== 'ready' || !day.requiresDayEnd) return status;
      return { kind: 'needs', cure: 'endOfDay', resultCode: 0xf0, text: 'reconciliation required' };
    },
    openPreAuthorisations: async () => ({ kind: 'found', receiptNumbers: day.held, complete: true }),
  };
}

/** Only the terminal knows the card, so it reports the card with the facts. */
async function counted(
  day: TerminalDay,
  memory: TerminalMemory,
  sign: 1 | -1,
  command: Promise<Outcome>,
): Promise<Outcome> {
  const before = memory.last;
  const outcome = await command;
  const booked = memory.last === before ? null : (memory.last?.facts ?? null);
  if (booked?.receiptNumber !== undefined)
    day.counted.push({
      receipt: booked.receiptNumber,
      cardType: day.card.cardName,
      amount: sign * (booked.amount ?? 0),
    });
  return outcome.kind === 'approved' ? { ...outcome, facts: { ...outcome.facts, ...day.card } } : outcome;
}

async function reversed(day: TerminalDay, receipt: number, command: Promise<Outcome>): Promise<Outcome> {
  const outcome = await command;
  if (outcome.kind === 'approved') forget(day, receipt);
  return outcome;
}

function dayTasks(day: TerminalDay, memory: TerminalMemory, inner: PaymentTerminal): PaymentTerminal['perform'] {
  /** The plain double runs it as one of its commands: tests see it there, hold it, and make the terminal silent. */
  const atTerminal = async (work: () => Promise<TaskOutcome>): Promise<TaskOutcome> => {
    const sent = await inner.perform({ do: 'endOfDay' });
    return sent.kind === 'done' ? work() : sent;
  };

  return async (task, call = {}) => {
    day.asked.push(task.do === 'endOfDay' && task.mode ? `${task.do} ${task.mode}` : task.do);
    if (task.do === 'endOfDay' && task.mode && day.refusesMode) {
      day.features = day.features.filter(feature => feature !== 'dayEndMode');
      return { kind: 'failed', reason: UNKNOWN_TAG, receipts: [] };
    }
    if (task.do === 'endOfDay') return atTerminal(() => endOfDay(day, call));
    if (!memory.reachable) return { kind: 'failed', reason: UNREACHABLE, receipts: [] };
    if (task.do === 'turnoverTotals' || task.do === 'reprint') await day.answering(task.do);
    if (task.do === 'turnoverTotals') return { kind: 'done', receipts: [], facts: {}, totals: totalsOf(day) };
    if (task.do === 'reprint') return reprint(day, task.from);
    return inner.perform(task, call);
  };
}

async function endOfDay(day: TerminalDay, call: CommandOptions): Promise<TaskOutcome> {
  const { ending } = day;
  const totals = totalsOf(day);
  if (ending === 'failed') return { kind: 'failed', reason: NOT_POSSIBLE, receipts: [] };
  if (ending === 'lostUndone') return { kind: 'unknown', reason: LOST, receipts: [] };
  day.counted.length = 0;
  const receipts = [slip('Kassenschnitt', `Summe des Terminals ${totals.amount}`)];
  for (const receipt of receipts) await call.onSlip?.(receipt);
  await day.printed(call);
  if (ending === 'lostDone') return { kind: 'unknown', reason: LOST, receipts };
  return { kind: 'done', receipts, facts: {}, ...(ending === 'withoutTotals' ? {} : { totals }) };
}

function reprint(day: TerminalDay, receipt: number): TaskOutcome {
  const found = day.counted.find(booking => booking.receipt === receipt);
  if (!found) return { kind: 'failed', reason: UNKNOWN_RECEIPT, receipts: [] };
  const amount = `${Math.trunc(found.amount / 100)},${String(found.amount % 100).padStart(2, '0')}`;
  return { kind: 'done', receipts: [slip(`Beleg-Nr. ${receipt}`, `Betrag EUR ${amount}`)], facts: {} };
}

function totalsOf({ counted }: TerminalDay): Totals {
  const types = [...new Set(counted.map(({ cardType }) => cardType))];
  const byCardType = types.map(cardType => {
    const own = counted.filter(one => one.cardType === cardType);
    return { cardType, count: own.length, amount: Math.max(0, sum(own)) };
  });
  const numbers = counted.map(({ receipt }) => receipt);
  const range = numbers.length > 0 ? { firstReceipt: Math.min(...numbers), lastReceipt: Math.max(...numbers) } : {};
  return { amount: Math.max(0, sum(counted)), byCardType, ...range };
}

const sum = (counted: readonly Counted[]): number => counted.reduce((all, { amount }) => all + amount, 0);

/** Features that `TerminalDay` decides about. */
const KEPT_HERE: ReadonlySet<Feature> = new Set<Feature>(['turnoverTotals', 'reprint', 'preAuthorisation']);

const LOST: Reason = { code: 'lineLost', text: 'the connection broke' };
const UNREACHABLE: Reason = { code: 'unreachable', text: 'nobody answers' };
const NOT_POSSIBLE: Reason = { code: 'declined', resultCode: 0x77, text: 'end of day not possible' };
const UNKNOWN_TAG: Reason = { code: 'unsupported', resultCode: 0x83, text: 'function not possible' };
const UNKNOWN_RECEIPT: Reason = { code: 'refused', text: 'no such receipt' };

export const slip = (...texts: readonly string[]): TerminalReceipt => ({
  copy: 'admin',
  lines: texts.map(text => ({ text, align: 'left', wide: false, tall: false })),
});
