/** Test double of a card terminal: keeps the contract of `drivers/terminal.ts` in memory and ends each command as a test says. */
import type {
  CommandOptions,
  LastTransaction,
  Outcome,
  PaymentTerminal,
  Reason,
  TaskOutcome,
  TerminalState,
} from '../../drivers/terminal.ts';
import {
  ABORTED,
  aborted,
  type Command,
  conclude,
  LOST,
  settled,
  slip,
  type TerminalMemory,
  UNREACHABLE,
  UNSUPPORTED,
} from './terminalMemory.ts';

/** A terminal over this memory; `now` is its own clock. Two terminals over one memory are the same device seen twice. */
export function terminalDouble(memory: TerminalMemory, now: () => number = Date.now): PaymentTerminal {
  const line = createLine();
  return {
    endpoint: 'twin:1',
    get terminalId() {
      return memory.terminalId;
    },
    get state() {
      return line.state();
    },
    onState: line.onState,
    condition: null,
    onCondition: () => () => {},
    onUnsolicitedApproval(listener) {
      memory.unsolicited.add(listener);
      return () => memory.unsolicited.delete(listener);
    },
    register: async () => ({ ok: true, terminalId: memory.terminalId }),
    features: memory.features,
    ...moneyCommands(memory, line, now),
    ...inquiries(memory, line),
    perform: tasks(memory, line),
    readCard: () => Promise.resolve({ kind: 'failed', reason: UNSUPPORTED }),
    askCustomer: () => Promise.resolve({ kind: 'failed', reason: UNSUPPORTED }),
    close: async () => line.change('closed'),
  };
}

/** One command at a time, and the state that the listeners receive. */
interface Line {
  state(): TerminalState;
  change(next: TerminalState): void;
  onState: PaymentTerminal['onState'];
  inTurn<T>(task: () => Promise<T>): Promise<T>;
}

function createLine(): Line {
  const listeners = new Set<(state: TerminalState, reason?: Reason) => void>();
  let state: TerminalState = 'ready';
  let queue: Promise<unknown> = Promise.resolve();
  return {
    state: () => state,
    change(next) {
      state = next;
      for (const listener of listeners) listener(next);
    },
    onState(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    inTurn(task) {
      const result = queue.then(task);
      queue = result.catch(() => undefined);
      return result;
    },
  };
}

type MoneyCommands = Pick<
  PaymentTerminal,
  'pay' | 'reverse' | 'refund' | 'preAuthorise' | 'book' | 'release' | 'addTip'
>;

function moneyCommands(memory: TerminalMemory, { inTurn, change }: Line, now: () => number): MoneyCommands {
  function run(command: Command, call: CommandOptions = {}): Promise<Outcome> {
    return inTurn(async () => {
      const scripted = memory.reachable ? (memory.endings.shift() ?? 'approve') : 'unreachable';
      if (scripted === 'unreachable') return { kind: 'notSent', reason: UNREACHABLE };
      if (call.signal?.aborted) return { kind: 'notSent', reason: ABORTED };
      memory.commands.push(command);
      change('busy');
      call.onProgress?.({ step: 'sent' });
      call.onProgress?.({ step: 'prompt', code: 1, texts: { de: 'Karte bitte', en: 'Card please' } });
      await memory.during(command);
      if (scripted === 'untilAborted' || scripted === 'approveDespiteAbort') await aborted(call);
      const totals = { ...memory.totals };
      const outcome = await settled(memory, totals, call, conclude(memory, command, scripted, now()));
      change('ready');
      return outcome;
    });
  }

  return {
    pay: ({ amount }, call) => run({ name: 'pay', amount, receiptNumber: null }, call),
    reverse: ({ receiptNumber, amount = 0 }, call) =>
      run({ name: 'reverse', amount, receiptNumber: receiptNumber ?? null }, call),
    refund: ({ amount }, call) => run({ name: 'refund', amount, receiptNumber: null }, call),
    preAuthorise: ({ amount }, call) => run({ name: 'preAuthorise', amount, receiptNumber: null }, call),
    book: ({ amount, receiptNumber }, call) => run({ name: 'book', amount, receiptNumber }, call),
    release: ({ unused = 0, receiptNumber }, call) => run({ name: 'release', amount: unused, receiptNumber }, call),
    addTip: ({ amount, receiptNumber }, call) => run({ name: 'addTip', amount, receiptNumber }, call),
  };
}

/** True as often as the test has said that the line breaks. */
function breaksNow(memory: TerminalMemory): boolean {
  const breaks = memory.breaks > 0;
  if (breaks) memory.breaks -= 1;
  return breaks;
}

type Inquiries = Pick<PaymentTerminal, 'openPreAuthorisations' | 'status' | 'lastTransaction' | 'giveUp'>;

const inquiries = (memory: TerminalMemory, { inTurn, state, change }: Line): Inquiries => ({
  openPreAuthorisations: () =>
    inTurn(async () => {
      if (!memory.reachable || memory.occupied) return { kind: 'unreachable', reason: UNREACHABLE };
      if (breaksNow(memory)) return { kind: 'unreachable', reason: LOST };
      const receiptNumbers = [...memory.held.keys()];
      const complete = !memory.tellsFirst || receiptNumbers.length === 0;
      return { kind: 'found', receiptNumbers: complete ? receiptNumbers : receiptNumbers.slice(0, 1), complete };
    }),
  status: () =>
    inTurn(async () => {
      memory.asked.status += 1;
      if (memory.reachable !== (state() !== 'offline')) change(memory.reachable ? 'ready' : 'offline');
      if (!memory.reachable) return { kind: 'unreachable', reason: UNREACHABLE };
      return memory.occupied ? { kind: 'busy', resultCode: 0x9c, text: 'busy' } : { kind: 'ready' };
    }),
  giveUp: () =>
    inTurn(async () => {
      memory.asked.giveUp += 1;
      return memory.reachable;
    }),
  lastTransaction: () =>
    inTurn(async (): Promise<LastTransaction> => {
      if (!memory.reachable || memory.occupied) return { kind: 'unreachable', reason: UNREACHABLE };
      memory.asked.lastTransaction += 1;
      if (!memory.last) return { kind: 'none' };
      const receipts = memory.repeatsSlips ? memory.last.receipts : [];
      return { kind: 'found', resultCode: memory.last.approved ? 0 : 5, ...memory.last, receipts };
    }),
});

function tasks(memory: TerminalMemory, { inTurn }: Line): PaymentTerminal['perform'] {
  const endOfDayOrDiagnosis = (name: 'endOfDay' | 'diagnose'): Promise<TaskOutcome> =>
    inTurn(async () => {
      const command: Command = { name, amount: 0, receiptNumber: null };
      if (!memory.reachable) return { kind: 'failed', reason: UNREACHABLE, receipts: [] };
      memory.commands.push(command);
      await memory.during(command);
      if (name === 'endOfDay') Object.assign(memory.totals, { count: 0, amount: 0 });
      return { kind: 'done', receipts: [slip('admin', name)], facts: {} };
    });

  const turnoverTotals = (): Promise<TaskOutcome> =>
    inTurn(async () => {
      if (!memory.reachable || memory.occupied) return { kind: 'failed', reason: UNREACHABLE, receipts: [] };
      if (breaksNow(memory)) return { kind: 'failed', reason: LOST, receipts: [] };
      memory.asked.turnoverTotals += 1;
      const { count, amount } = memory.totals;
      const byCardType = count > 0 ? [{ cardType: 'girocard', count, amount }] : [];
      return { kind: 'done', receipts: [], facts: {}, totals: { amount, byCardType } };
    });

  return task =>
    task.do === 'turnoverTotals'
      ? turnoverTotals()
      : endOfDayOrDiagnosis(task.do === 'diagnosis' ? 'diagnose' : 'endOfDay');
}
