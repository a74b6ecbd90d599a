/** The memory of the terminal double: its transactions and sums, and the outcomes, habits and questions that a test sets. */
import type {
  Answer,
  CommandOptions,
  Feature,
  Outcome,
  Question,
  Reason,
  TerminalReceipt,
  TransactionFacts,
} from '../../drivers/terminal.ts';

/** The outcome of the next command that may move money; `approve` where the test sets none. */
export type ScriptedOutcome =
  | 'approve'
  | 'decline'
  /** Approved and stored, but the line breaks before the result. */
  | 'loseApproval'
  /** Approved and reported, but the line breaks before the completion, and the terminal takes it back by itself. */
  | 'takeBack'
  /** The line breaks, and nothing is stored. */
  | 'loseNothing'
  /** The line breaks, and the stored transaction has another amount. */
  | 'loseOtherAmount'
  /** Approved, but for another amount than was asked for. */
  | 'approveOther'
  /** Approved, but for less than was asked for. */
  | 'approveLess'
  /** The same twice, under two receipts. */
  | 'approveLessTwice'
  /** Approved and stored twice, under two receipts. */
  | 'approveTwice'
  /** The same, and the line breaks before the command has ended. */
  | 'loseSecond'
  /** The same without a break, and the first has another amount. */
  | 'approveOtherFirst'
  /** Approved, and the first of two reports is that of the transaction before. */
  | 'repeatAndApprove'
  /** Approved in another currency. */
  | 'approveForeign'
  /** A reversal is approved, but of another transaction. */
  | 'reverseOther'
  /** Nothing happens, and the terminal repeats an earlier transaction. */
  | 'repeatLast'
  /** The same, and then the line breaks. */
  | 'loseRepeated'
  | 'unreachable'
  | 'busy'
  /** The memory is full: the terminal demands an end-of-day. */
  | 'endOfDayRequired'
  /** Another program owns the terminal. */
  | 'held'
  /** A defect of the driver. */
  | 'throw'
  /** Goes on until somebody asks to stop, then ends aborted. */
  | 'untilAborted'
  /** Goes on until somebody asks to stop, and is approved all the same. */
  | 'approveDespiteAbort';

export interface Command {
  readonly name:
    | 'pay'
    | 'reverse'
    | 'refund'
    | 'preAuthorise'
    | 'book'
    | 'release'
    | 'addTip'
    | 'endOfDay'
    | 'diagnose';
  readonly amount: number;
  readonly receiptNumber: number | null;
}

export interface Kept {
  readonly approved: boolean;
  readonly facts: TransactionFacts;
  readonly receipts: readonly TerminalReceipt[];
}

/** Outlives a bridge: the terminal's own memory, and the behaviour that a test sets. */
export interface TerminalMemory {
  receiptNumber: number;
  last: Kept | null;
  /** The transaction before the last. */
  before: Kept | null;
  /** Amounts by receipt number. */
  readonly amounts: Map<number, number>;
  readonly commands: Command[];
  readonly endings: ScriptedOutcome[];
  /** Runs while a command is at the terminal, before it ends. */
  during: (command: Command) => void | Promise<void>;
  /** False: the terminal does not answer. */
  reachable: boolean;
  /** The number of inquiries about totals and open pre-authorisations that break the line. */
  breaks: number;
  /** The terminal works for another till; status and last transaction are not answered. */
  occupied: boolean;
  /** Since the last end-of-day. */
  readonly totals: { count: number; amount: number };
  /** Open pre-authorisations by receipt number. */
  readonly held: Map<number, number>;
  /** The terminal reports only the first open pre-authorisation. */
  tellsFirst: boolean;
  readonly features: Set<Feature>;
  /** Slips have a line to sign on, and the till compares the signature. */
  signs: boolean;
  /** The question before the next approval. */
  question: Question | null;
  /** The answers to its questions. */
  readonly answers: Answer[];
  /** A tip is reported under the number of its payment, with the time of that payment. */
  tipsKeepNumber: boolean;
  /** A tip has a trace number of its own, whatever its receipt number; a reversal still names that of the payment. */
  tipsHaveTrace: boolean;
  /** False: the last transaction is repeated without slips. */
  repeatsSlips: boolean;
  terminalId: string;
  /** Called with an approval that the terminal sends when no command waits for it. */
  readonly unsolicited: Set<(facts: TransactionFacts) => void>;
  /** The number of inquiries by kind. */
  readonly asked: { status: number; lastTransaction: number; turnoverTotals: number; giveUp: number };
}

export const terminalMemory = (): TerminalMemory => ({
  receiptNumber: 0,
  last: null,
  before: null,
  amounts: new Map(),
  commands: [],
  endings: [],
  during: () => undefined,
  reachable: true,
  breaks: 0,
  occupied: false,
  totals: { count: 0, amount: 0 },
  held: new Map(),
  tellsFirst: false,
  features: new Set(FEATURES),
  signs: false,
  question: null,
  answers: [],
  tipsKeepNumber: false,
  tipsHaveTrace: false,
  repeatsSlips: true,
  terminalId: '60001234',
  unsolicited: new Set(),
  asked: { status: 0, lastTransaction: 0, turnoverTotals: 0, giveUp: 0 },
});

/** A terminal that has carried out a transaction before; one without any denies nothing. */
export function usedTerminalMemory(): TerminalMemory {
  const memory = terminalMemory();
  bookTransaction(memory, 100, Date.now() - 60_000, 0);
  return memory;
}

const FEATURES: readonly Feature[] = [
  'pay',
  'tipLater',
  'reverse',
  'partialReversal',
  'refund',
  'preAuthorisation',
  'lastTransaction',
  'handOver',
  'questions',
  'endOfDay',
  'diagnosis',
  'turnoverTotals',
];

export const UNREACHABLE: Reason = { code: 'unreachable', text: 'nobody answers' };
export const UNSUPPORTED: Reason = { code: 'unsupported', text: 'not at this terminal' };
export const ABORTED: Reason = { code: 'aborted', text: 'stopped by the cashier' };
export const LOST: Reason = { code: 'lineLost', text: 'the connection broke' };
const DECLINED: Reason = { code: 'declined', resultCode: 5, text: 'card declined' };
const BUSY: Reason = { code: 'busy', resultCode: 0x9c, text: 'the terminal is busy' };
const FULL: Reason = { code: 'endOfDayRequired', resultCode: 0xf0, text: 'end-of-day required' };
const HELD: Reason = { code: 'held', text: 'this terminal belongs to another till program' };
/** Terminals have no code of their own for it: aborted by key or timeout. */
const UNSIGNED: Reason = { code: 'aborted', resultCode: 0x6c, text: 'aborted by key or timeout' };
const NOT_GIVEN: Reason = { code: 'notHandedOver', text: 'goods not handed over' };
const UNPRINTED: Reason = { code: 'refused', resultCode: 0xcc, text: 'printer not ready' };

export function aborted({ signal }: CommandOptions): Promise<void> {
  return new Promise(resolve => {
    if (signal?.aborted) resolve();
    else signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}

export function conclude(memory: TerminalMemory, command: Command, ending: ScriptedOutcome, at: number): Outcome {
  const unknown: Outcome = { kind: 'unknown', reason: LOST, facts: {}, receipts: [] };
  const refused = (reason: Reason): Outcome => ({ kind: 'declined', reason, facts: {}, receipts: [] });
  switch (ending) {
    case 'approve':
    case 'approveDespiteAbort':
      return { kind: 'approved', ...carryOut(memory, command, at) };
    case 'approveOther':
      return { kind: 'approved', ...bookTransaction(memory, command.amount + 1, at) };
    case 'approveLess':
      return { kind: 'approved', ...carryOut(memory, { ...command, amount: command.amount - 1 }, at) };
    case 'approveLessTwice': {
      const less = () => carryOut(memory, { ...command, amount: command.amount - 1 }, at);
      const { facts, receipts } = less();
      return { kind: 'approved', facts, receipts, alsoApproved: [less().facts] };
    }
    case 'approveTwice':
    case 'loseSecond': {
      const { facts, receipts } = carryOut(memory, command, at);
      const both = { facts, receipts, alsoApproved: [carryOut(memory, command, at).facts] };
      return ending === 'approveTwice' ? { kind: 'approved', ...both } : { ...unknown, ...both };
    }
    case 'approveOtherFirst': {
      const { facts, receipts } = bookTransaction(memory, command.amount + 1, at);
      return { kind: 'approved', facts, receipts, alsoApproved: [carryOut(memory, command, at).facts] };
    }
    case 'repeatAndApprove': {
      const { facts = {} } = memory.last ?? {};
      return { kind: 'approved', facts, receipts: [], alsoApproved: [carryOut(memory, command, at).facts] };
    }
    case 'approveForeign':
      return { kind: 'approved', ...bookTransaction(memory, command.amount, at, command.amount, { currency: 'CHF' }) };
    case 'reverseOther':
      return { kind: 'approved', ...bookTransaction(memory, 1000, at, -1000, { originalTraceNumber: 999 }) };
    case 'repeatLast':
      return { kind: 'approved', facts: memory.last?.facts ?? {}, receipts: memory.last?.receipts ?? [] };
    case 'loseRepeated':
      return { ...unknown, facts: memory.last?.facts ?? {}, receipts: memory.last?.receipts ?? [] };
    case 'loseApproval':
      carryOut(memory, command, at);
      return unknown;
    case 'takeBack':
      return { ...unknown, ...takenBack(memory, () => carryOut(memory, command, at)) };
    case 'loseOtherAmount':
      bookTransaction(memory, command.amount + 1, at);
      return unknown;
    case 'loseNothing':
      return unknown;
    case 'throw':
      throw new Error('a defect of the driver');
    case 'busy':
      return refused(BUSY);
    case 'endOfDayRequired':
      return refused(FULL);
    case 'held':
      return { kind: 'notSent', reason: HELD };
    case 'decline':
    case 'untilAborted': {
      const reason = ending === 'decline' ? DECLINED : ABORTED;
      return { kind: 'declined', reason, facts: {}, receipts: [slip('customer', reason.text)] };
    }
    case 'unreachable':
      return { kind: 'notSent', reason: UNREACHABLE };
  }
}

/** The steps after an approval: question, hand-over, slips. A failed step takes the payment back. A decline has a slip, too. */
export async function settled(
  memory: TerminalMemory,
  totals: TerminalMemory['totals'],
  call: CommandOptions,
  outcome: Outcome,
): Promise<Outcome> {
  if (outcome.kind === 'declined') for (const receipt of outcome.receipts) await call.onSlip?.(receipt);
  if (outcome.kind !== 'approved') return outcome;
  const why = await objection(memory, call, outcome.facts, outcome.receipts);
  if (!why) return outcome;
  // The payment is undone; its number stays used.
  memory.last = memory.before;
  Object.assign(memory.totals, totals);
  return { kind: 'declined', reason: why, facts: outcome.facts, receipts: [slip('customer', why.text)] };
}

async function objection(
  memory: TerminalMemory,
  call: CommandOptions,
  facts: TransactionFacts,
  receipts: readonly TerminalReceipt[],
): Promise<Reason | null> {
  const { question } = memory;
  memory.question = null;
  // The customer signs on the slip of the merchant, so it is printed before the question.
  const toSign = question?.kind === 'signature' ? receipts.filter(({ copy }) => copy === 'merchant') : [];
  for (const receipt of toSign) if ((await call.onSlip?.(receipt)) === false) return UNPRINTED;
  if (question) {
    const answer = (await call.onQuestion?.(question, new AbortController().signal)) ?? { kind: 'none' };
    memory.answers.push(answer);
    if (question.kind === 'signature' && answer.kind === 'no') return UNSIGNED;
  }
  if ((await call.onApproved?.(facts))?.kind === 'failed') return NOT_GIVEN;
  for (const receipt of receipts)
    if (!toSign.includes(receipt) && (await call.onSlip?.(receipt)) === false) return UNPRINTED;
  return null;
}

/** The report of what is booked and undone; the number stays used, unless it is that of an older receipt. */
function takenBack(memory: TerminalMemory, book: () => Kept): Kept {
  const { last, receiptNumber } = memory;
  const [amounts, totals] = [new Map(memory.amounts), { ...memory.totals }];
  const kept = book();
  memory.last = last;
  memory.receiptNumber = Math.max(receiptNumber, memory.receiptNumber);
  Object.assign(memory.totals, totals);
  for (const number of memory.amounts.keys()) memory.amounts.set(number, amounts.get(number) ?? 0);
  return kept;
}

/** Books the command in the terminal's memory. */
function carryOut(memory: TerminalMemory, command: Command, at: number): Kept {
  const { held } = memory;
  const original = command.receiptNumber ?? 0;
  switch (command.name) {
    case 'reverse': {
      const whole = memory.amounts.get(original) ?? 0;
      const amount = command.amount || whole;
      // The rest that a part leaves can be reversed later.
      if (command.amount > 0 && command.amount < whole) memory.amounts.set(original, whole - amount);
      return bookTransaction(memory, amount, at, -amount, { originalTraceNumber: 1000 + original });
    }
    case 'refund':
      return bookTransaction(memory, command.amount, at, -command.amount);
    // Payment and tip become one receipt.
    case 'addTip': {
      const paid = memory.last?.facts;
      const isKept = memory.tipsKeepNumber && paid?.receiptNumber === original;
      if (memory.tipsKeepNumber) memory.receiptNumber = original - 1;
      const sum = command.amount + (memory.amounts.get(original) ?? 0);
      return bookTransaction(memory, sum, at, command.amount, {
        ...(isKept ? momentOf(paid) : {}),
        ...(memory.tipsHaveTrace ? { traceNumber: 5000 + original } : {}),
      });
    }
    case 'preAuthorise': {
      const kept = bookTransaction(memory, command.amount, at, 0);
      held.set(memory.receiptNumber, command.amount);
      return kept;
    }
    case 'book':
      held.delete(original);
      return bookTransaction(memory, command.amount, at);
    case 'release': {
      const kept = bookTransaction(memory, held.get(original) ?? 0, at, 0, { originalTraceNumber: 1000 + original });
      held.delete(original);
      return kept;
    }
    default:
      return bookTransaction(memory, command.amount, at, command.amount, memory.signs ? SIGNED : {});
  }
}

const SIGNED = { verification: 'signature', needsSignature: true } as const;

/** Books a transaction in the terminal's memory; `moved`: what it adds to the totals. */
export function bookTransaction(
  memory: TerminalMemory,
  amount: number,
  at: number,
  moved = amount,
  more: Pick<
    TransactionFacts,
    'originalTraceNumber' | 'traceNumber' | 'currency' | 'tip' | 'verification' | 'needsSignature' | 'date' | 'time'
  > = {},
): Kept {
  memory.receiptNumber += 1;
  const facts = {
    amount,
    currency: 'EUR',
    receiptNumber: memory.receiptNumber,
    traceNumber: 1000 + memory.receiptNumber,
    terminalId: memory.terminalId,
    cardName: 'girocard',
    lastFour: '4321',
    ...clockOf(new Date(at)),
    ...more,
  } as const;
  const text = `approved ${facts.receiptNumber}`;
  memory.amounts.set(memory.receiptNumber, amount);
  memory.before = memory.last;
  memory.last = { approved: true, facts, receipts: [slip('merchant', text), slip('customer', text)] };
  if (moved > 0) memory.totals.count += 1;
  memory.totals.amount += moved;
  return memory.last;
}

/** A terminal sends no year. */
const clockOf = (date: Date) => ({
  date: `${two(date.getMonth() + 1)}-${two(date.getDate())}`,
  time: `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`,
});

const momentOf = ({ date, time }: TransactionFacts) => (date && time ? { date, time } : {});

const two = (value: number) => String(value).padStart(2, '0');

export const slip = (copy: TerminalReceipt['copy'], text: string): TerminalReceipt => ({
  copy,
  lines: [{ text, align: 'left', wide: false, tall: false }],
});
