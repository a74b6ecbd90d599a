/** A card terminal that speaks ZVT: the commands of the contract, one after the other, over one contact. */

import { endpointOf } from '../settings.ts';
import type {
  Call,
  Feature,
  LastTransaction,
  Outcome,
  PaymentTerminal,
  Reason,
  Service,
  Task,
  TerminalSettings,
  TerminalState,
  TerminalStatus,
} from '../terminal.ts';
import type { Trace } from '../trace.ts';
import type { Fields } from './codec/fields.ts';
import { tlv } from './codec/tlv.ts';
import { type Command, commands } from './commands.ts';
import { isReason, openContact } from './contact.ts';
import type { Line } from './line.ts';
import { type ZvtSettings, zvtSettings } from './settings.ts';
import { terminalStatus } from './terminalStatus.ts';
import { lastTransaction, moneyOutcome, type Run, type Setting, serviceOutcome } from './verdict.ts';

/** Opens a terminal; it connects and registers by itself, in the background, and comes back when it was gone. */
export function openZvt(given: TerminalSettings, trace?: Trace): PaymentTerminal {
  const settings = zvtSettings(given);
  const contact = openContact(settings, trace);
  const listeners = new Set<(state: TerminalState, reason?: Reason) => void>();
  let state: TerminalState = 'offline';
  let closing = false;
  let queue: Promise<unknown> = Promise.resolve();
  let retry: NodeJS.Timeout | undefined;
  let pause = settings.timers.retryFirst;

  contact.onLost(reason => {
    if (state !== 'busy') goOffline(reason);
  });
  reachSoon(0);

  return {
    endpoint: endpointOf(settings.connection),
    features: FEATURES,
    get state() {
      return state;
    },
    onState(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    register: call =>
      enqueue(async () => {
        if (closing) return { ok: false, reason: CLOSED };
        const result = await reach(() => contact.register(carefully(call?.onProgress)));
        if (isReason(result)) return { ok: false, reason: result };
        return { ok: true, ...(contact.terminalId ? { terminalId: contact.terminalId } : {}) };
      }),
    pay: ({ amount }, call) => money(commands.pay, payment(settings, amount), call),
    reverse: ({ receiptNumber, amount }, call) =>
      money(commands.reverse, reversal(settings, receiptNumber, amount), call),
    refund: ({ amount }, call) =>
      money(commands.refund, { password: settings.password, ...payment(settings, amount) }, call),
    preAuthorise: () => Promise.resolve({ kind: 'notSent', reason: UNSUPPORTED }),
    book: () => Promise.resolve({ kind: 'notSent', reason: UNSUPPORTED }),
    release: () => Promise.resolve({ kind: 'notSent', reason: UNSUPPORTED }),
    addTip: () => Promise.resolve({ kind: 'notSent', reason: UNSUPPORTED }),
    openPreAuthorisations: () => Promise.resolve({ kind: 'unreachable', reason: UNSUPPORTED }),
    readCard: () => Promise.resolve({ kind: 'failed', reason: UNSUPPORTED }),
    askCustomer: () => Promise.resolve({ kind: 'failed', reason: UNSUPPORTED }),
    perform(task, call) {
      const command = TASKS[task.do];
      if (!command) return Promise.resolve({ kind: 'failed', reason: UNSUPPORTED, receipts: [] });
      return service(command, taskFields(settings, task), call);
    },
    status: call => enqueue(() => status(call)),
    lastTransaction: call => enqueue(() => last(call)),
    close,
  };

  function money(command: Command, fields: Fields, call: Call = {}): Promise<Outcome> {
    return enqueue(async () => {
      const run = await perform(command, fields, call);
      return isEnded(run) ? moneyOutcome(run, setting()) : { kind: 'notSent', reason: run };
    });
  }

  function service(command: Command, fields: Fields, call: Call = {}): Promise<Service> {
    return enqueue(async () => {
      const run = await perform(command, fields, call);
      return isEnded(run) ? serviceOutcome(run, setting()) : { kind: 'failed', reason: run, receipts: [] };
    });
  }

  async function status(call: Call = {}): Promise<TerminalStatus> {
    const run = await perform(commands.statusEnquiry, { password: settings.password }, call);
    return isEnded(run) ? terminalStatus(run, setting()) : { kind: 'unreachable', reason: run };
  }

  /** A terminal that still works would tell the transaction before the one it is working on: ask that first. */
  async function last(call: Call = {}): Promise<LastTransaction> {
    const before = await status(call);
    if (before.kind === 'unreachable') return before;
    if (before.kind === 'busy')
      return { kind: 'unreachable', reason: { code: 'busy', resultCode: before.resultCode, text: before.text } };
    const run = await perform(commands.repeatReceipt, { password: settings.password, serviceByte: SEND_STATUS }, call);
    return isEnded(run) ? lastTransaction(run, setting()) : { kind: 'unreachable', reason: run };
  }

  /** Runs a command on a registered line; a reason means that not a single byte of it left. */
  async function perform(command: Command, fields: Fields, { signal, onProgress }: Call): Promise<Run | Reason> {
    if (closing) return CLOSED;
    if (signal?.aborted) return ABORTED;
    const tell = carefully(onProgress);
    const line = await reach(() => contact.ready(tell));
    if (isReason(line)) return line;
    if (closing || signal?.aborted) return closing ? CLOSED : ABORTED;
    setState('busy');
    const run = await line.run({ command, fields, onProgress: tell, signal }).catch(unfit);
    if (run) contact.ended(run);
    settle(line, run);
    return run ?? line.lost ?? GONE;
  }

  /** A value no terminal can take: nothing was sent, and the caller hears it as the mistake it is. */
  function unfit(error: unknown): never {
    setState('ready');
    throw error;
  }

  /** A listener that throws must not stop a payment. */
  function carefully<T extends unknown[]>(listener: ((...told: T) => void) | undefined): (...told: T) => void {
    return (...told) => {
      try {
        listener?.(...told);
      } catch (error) {
        trace?.({ direction: 'note', text: `a listener failed: ${error}` });
      }
    };
  }

  function settle(line: Line, run: Run | undefined): void {
    if (contact.line && run) setState('ready');
    else if (run?.ending.by === 'answer')
      setState('offline'); // logged off on purpose
    else goOffline(line.lost ?? GONE);
  }

  async function reach(how: () => Promise<Line | Reason>): Promise<Line | Reason> {
    if (!contact.line) setState('connecting');
    const result = await how();
    if (isReason(result)) goOffline(result);
    else {
      pause = settings.timers.retryFirst;
      setState('ready');
    }
    return result;
  }

  function goOffline(reason: Reason): void {
    setState('offline', reason);
    reachSoon(pause);
    pause = Math.min(2 * pause, settings.timers.retryMost);
  }

  function reachSoon(ms: number): void {
    clearTimeout(retry);
    if (closing) return;
    retry = setTimeout(() => void enqueue(reachInBackground), ms);
    retry.unref();
  }

  async function reachInBackground(): Promise<void> {
    if (!closing && !contact.line) await reach(() => contact.register());
  }

  function enqueue<T>(task: () => Promise<T>): Promise<T> {
    const result = queue.then(task);
    queue = result.catch(() => {});
    return result;
  }

  /** New commands are refused; the running one may end, then the line is cut. The terminal stays registered. */
  async function close(): Promise<void> {
    if (closing) return;
    closing = true;
    clearTimeout(retry);
    await within(settings.timers.drain, queue);
    contact.close(CLOSED);
    await queue;
    contact.close(CLOSED); // a connection that was still being built
    setState('closed');
  }

  function setState(next: TerminalState, reason?: Reason): void {
    if (state === next || state === 'closed') return;
    state = next;
    for (const listener of listeners) carefully(listener)(next, reason);
  }

  function setting(): Setting {
    return { charset: contact.charset, currency: settings.currency, language: settings.language };
  }
}

const CLOSED: Reason = { code: 'closed', text: 'the terminal driver was closed' };
const ABORTED: Reason = { code: 'aborted', text: 'aborted before the terminal was asked' };
const GONE: Reason = { code: 'lineLost', text: 'the connection broke' };
const SEND_STATUS = 0x01; // repeat receipt: with status information, and with the slips

const UNSUPPORTED: Reason = { code: 'unsupported', text: 'this terminal cannot do that' };

const TASKS: Partial<Record<Task['do'], Command>> = {
  endOfDay: commands.endOfDay,
  diagnosis: commands.diagnose,
  turnoverTotals: commands.turnoverTotals,
  logOff: commands.logOff,
};

const FEATURES: ReadonlySet<Feature> = new Set<Feature>([
  ...(Object.keys(TASKS) as Task['do'][]),
  'pay',
  'reverse',
  'refund',
  'lastTransaction',
]);

function taskFields(settings: ZvtSettings, task: Task): Fields {
  if (task.do === 'diagnosis') return diagnosis(settings);
  return task.do === 'logOff' ? {} : { password: settings.password };
}

function isEnded(run: Run | Reason): run is Run {
  return 'ending' in run;
}

function payment({ currencyNumber, sendCurrency, paymentType }: ZvtSettings, amount: number): Fields {
  return {
    amount,
    ...(sendCurrency ? { currency: currencyNumber } : {}),
    ...(paymentType === null ? {} : { paymentType }),
  };
}

function reversal(
  { password, currencyNumber, sendCurrency }: ZvtSettings,
  receiptNumber: number,
  amount: number | undefined,
): Fields {
  const partial = amount === undefined ? {} : { amount, ...(sendCurrency ? { currency: currencyNumber } : {}) };
  return { password, receiptNumber: String(receiptNumber).padStart(4, '0'), ...partial };
}

function diagnosis({ diagnosisKind }: ZvtSettings): Fields {
  return diagnosisKind === undefined ? {} : { tlv: [tlv(0x1b, diagnosisKind)] };
}

/** Waits for the work, but not for ever. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, late]);
  clearTimeout(timer);
}
