/** Test twin of a card terminal: keeps the contract of `drivers/terminal.ts` in memory and ends each command as it is told. */
import type {
  Call,
  Feature,
  LastTransaction,
  Outcome,
  PaymentTerminal,
  Reason,
  Service,
  TerminalReceipt,
  TerminalState,
  TransactionFacts,
} from '../../../drivers/terminal.ts';

/** How the next command that may move money ends; `approve` when nothing was said. */
export type Ending =
  | 'approve'
  | 'decline'
  /** Approved and kept, but the line breaks before the result. */
  | 'loseApproval'
  /** The line breaks and nothing was kept. */
  | 'loseNothing'
  /** The line breaks, and what the terminal keeps has another amount. */
  | 'loseOtherAmount'
  /** Approved, but for another amount than was asked for. */
  | 'approveOther'
  | 'unreachable'
  | 'busy'
  /** A defect of the driver. */
  | 'throw'
  /** Goes on until somebody asks to stop, then ends aborted. */
  | 'untilAborted'
  /** Goes on until somebody asks to stop, and is approved all the same. */
  | 'approveDespiteAbort';

export interface Command {
  readonly name: 'pay' | 'reverse' | 'refund' | 'endOfDay' | 'diagnose';
  readonly amount: number;
  readonly receiptNumber: number | null;
}

interface Kept {
  readonly approved: boolean;
  readonly facts: TransactionFacts;
  readonly receipts: readonly TerminalReceipt[];
}

/** What outlives a bridge: the terminal's own memory, and what a test wants of it. */
export interface TwinMemory {
  receiptNumber: number;
  last: Kept | null;
  readonly commands: Command[];
  readonly endings: Ending[];
  /** Runs while a command is at the terminal, before it ends. */
  during: (command: Command) => void | Promise<void>;
  /** False: nobody answers. */
  reachable: boolean;
  /** Works for somebody else; status and last transaction cannot be asked. */
  occupied: boolean;
}

export const twinMemory = (): TwinMemory => ({
  receiptNumber: 0,
  last: null,
  commands: [],
  endings: [],
  during: () => undefined,
  reachable: true,
  occupied: false,
});

/** A terminal over this memory; `now` is its own clock. Two of them over one memory are the same device seen twice. */
export function terminalTwin(memory: TwinMemory, now: () => number = Date.now): PaymentTerminal {
  const listeners = new Set<(state: TerminalState, reason?: Reason) => void>();
  let state: TerminalState = 'ready';
  let queue: Promise<unknown> = Promise.resolve();

  function change(next: TerminalState) {
    state = next;
    for (const listener of listeners) listener(next);
  }

  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = queue.then(task);
    queue = result.catch(() => undefined);
    return result;
  }

  function money(command: Command, call: Call = {}): Promise<Outcome> {
    return inTurn(async () => {
      const ending = memory.reachable ? (memory.endings.shift() ?? 'approve') : 'unreachable';
      if (ending === 'unreachable') return { kind: 'notSent', reason: UNREACHABLE };
      if (call.signal?.aborted) return { kind: 'notSent', reason: ABORTED };
      memory.commands.push(command);
      change('busy');
      call.onProgress?.({ step: 'sent' });
      call.onProgress?.({ step: 'prompt', code: 1, texts: { de: 'Karte bitte', en: 'Card please' } });
      await memory.during(command);
      if (ending === 'untilAborted' || ending === 'approveDespiteAbort') await aborted(call);
      const outcome = conclude(memory, command, ending, now());
      change('ready');
      return outcome;
    });
  }

  const service = (name: 'endOfDay' | 'diagnose'): Promise<Service> =>
    inTurn(async () => {
      const command: Command = { name, amount: 0, receiptNumber: null };
      if (!memory.reachable) return { kind: 'failed', reason: UNREACHABLE, receipts: [] };
      memory.commands.push(command);
      await memory.during(command);
      return { kind: 'done', receipts: [slip('admin', name)], facts: {} };
    });

  return {
    endpoint: 'twin:1',
    get state() {
      return state;
    },
    onState(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    register: async () => ({ ok: true, terminalId: '60001234' }),
    pay: ({ amount }, call) => money({ name: 'pay', amount, receiptNumber: null }, call),
    reverse: ({ receiptNumber, amount = 0 }, call) => money({ name: 'reverse', amount, receiptNumber }, call),
    refund: ({ amount }, call) => money({ name: 'refund', amount, receiptNumber: null }, call),
    features: new Set<Feature>(['pay', 'reverse', 'refund', 'lastTransaction', 'endOfDay', 'diagnosis']),
    preAuthorise: () => Promise.resolve({ kind: 'notSent', reason: UNSUPPORTED }),
    book: () => Promise.resolve({ kind: 'notSent', reason: UNSUPPORTED }),
    release: () => Promise.resolve({ kind: 'notSent', reason: UNSUPPORTED }),
    addTip: () => Promise.resolve({ kind: 'notSent', reason: UNSUPPORTED }),
    openPreAuthorisations: () => Promise.resolve({ kind: 'unreachable', reason: UNSUPPORTED }),
    readCard: () => Promise.resolve({ kind: 'failed', reason: UNSUPPORTED }),
    askCustomer: () => Promise.resolve({ kind: 'failed', reason: UNSUPPORTED }),
    perform: task => service(task.do === 'diagnosis' ? 'diagnose' : 'endOfDay'),
    status: () =>
      inTurn(async () => {
        if (!memory.reachable) return { kind: 'unreachable', reason: UNREACHABLE };
        return memory.occupied ? { kind: 'busy', resultCode: 0x9c, text: 'busy' } : { kind: 'ready' };
      }),
    lastTransaction: () =>
      inTurn(async (): Promise<LastTransaction> => {
        if (!memory.reachable || memory.occupied) return { kind: 'unreachable', reason: UNREACHABLE };
        return memory.last
          ? { kind: 'found', resultCode: memory.last.approved ? 0 : 5, ...memory.last }
          : { kind: 'none' };
      }),
    close: async () => change('closed'),
  };
}

const UNREACHABLE: Reason = { code: 'unreachable', text: 'nobody answers' };
const UNSUPPORTED: Reason = { code: 'unsupported', text: 'not at this terminal' };
const ABORTED: Reason = { code: 'aborted', text: 'stopped by the cashier' };
const LOST: Reason = { code: 'lineLost', text: 'the connection broke' };
const DECLINED: Reason = { code: 'declined', resultCode: 5, text: 'card declined' };
const BUSY: Reason = { code: 'busy', resultCode: 0x9c, text: 'the terminal is busy' };

function aborted({ signal }: Call): Promise<void> {
  return new Promise(resolve => {
    if (signal?.aborted) resolve();
    else signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}

function conclude(memory: TwinMemory, command: Command, ending: Ending, at: number): Outcome {
  const unknown: Outcome = { kind: 'unknown', reason: LOST, facts: {}, receipts: [] };
  switch (ending) {
    case 'approve':
    case 'approveDespiteAbort':
      return { kind: 'approved', ...keep(memory, command.amount, at) };
    case 'approveOther':
      return { kind: 'approved', ...keep(memory, command.amount + 1, at) };
    case 'loseApproval':
      keep(memory, command.amount, at);
      return unknown;
    case 'loseOtherAmount':
      keep(memory, command.amount + 1, at);
      return unknown;
    case 'loseNothing':
      return unknown;
    case 'throw':
      throw new Error('a defect of the driver');
    case 'busy':
      return { kind: 'declined', reason: BUSY, facts: {}, receipts: [] };
    case 'decline':
    case 'untilAborted': {
      const reason = ending === 'decline' ? DECLINED : ABORTED;
      return { kind: 'declined', reason, facts: {}, receipts: [slip('customer', reason.text)] };
    }
    case 'unreachable':
      return { kind: 'notSent', reason: UNREACHABLE };
  }
}

/** Books a transaction in the terminal's memory. */
export function keep(memory: TwinMemory, amount: number, at: number): Kept {
  memory.receiptNumber += 1;
  const facts = {
    amount,
    currency: 'EUR',
    receiptNumber: memory.receiptNumber,
    traceNumber: 1000 + memory.receiptNumber,
    terminalId: '60001234',
    cardName: 'girocard',
    lastFour: '4321',
    ...clockOf(new Date(at)),
  } as const;
  const text = `approved ${facts.receiptNumber}`;
  memory.last = { approved: true, facts, receipts: [slip('merchant', text), slip('customer', text)] };
  return memory.last;
}

/** A terminal tells no year. */
const clockOf = (date: Date) => ({
  date: `${two(date.getMonth() + 1)}-${two(date.getDate())}`,
  time: `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`,
});

const two = (value: number) => String(value).padStart(2, '0');

const slip = (copy: TerminalReceipt['copy'], text: string): TerminalReceipt => ({
  copy,
  lines: [{ text, align: 'left', wide: false, tall: false }],
});
