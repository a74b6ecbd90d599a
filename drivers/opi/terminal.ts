/** A card terminal that speaks O.P.I.: the commands of the contract, one after the other, over one contact. */
import { trackCondition } from '../condition.ts';
import { endpointOf } from '../settings.ts';
import type {
  CommandOptions,
  Feature,
  LastTransaction,
  Outcome,
  Payment,
  PaymentTerminal,
  Reason,
  Reversal,
  Task,
  TaskOutcome,
  TerminalSettings,
  TerminalState,
  TerminalStatus,
} from '../terminal.ts';
import type { Trace } from '../trace.ts';
import type { TransportOpener } from '../transport/opener.ts';
import { orUnsupported } from '../unsupported.ts';
import type { Element } from './codec/element.ts';
import { headOf } from './codec/messages.ts';
import { conditionAfter } from './condition.ts';
import { isReason, openConnection } from './connection.ts';
import type { Line } from './exchange/line.ts';
import { lastTransactionOf, moneyOutcome, type RequestResult, serviceOutcome, statusOf } from './exchange/outcome.ts';
import { original, totalAmount } from './exchange/requestMessages.ts';
import { type Request, requests } from './exchange/requests.ts';
import { openTillSide, type UnreportedSlips } from './exchange/tillSide.ts';
import { type OpiSettings, opiSettings } from './settings.ts';

/** Opens a terminal; it connects and logs in by itself, in the background, and comes back when it was gone. */
export function openOpiTerminal(given: TerminalSettings, trace?: Trace, access?: TransportOpener): PaymentTerminal {
  const settings = opiSettings(given);
  const contact = openConnection(settings, trace, access);
  const condition = trackCondition(trace);
  const listeners = new Set<(state: TerminalState, reason?: Reason) => void>();
  let state: TerminalState = 'offline';
  let closing: Promise<void> | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let retry: NodeJS.Timeout | undefined;
  let lookedFor = false; // a command that reaches it ends that, and so does one that logs off
  let pause = settings.timers.retryFirst;

  contact.onLost(reason => {
    if (state !== 'busy') goOffline(reason);
  });
  reachSoon(0);

  return {
    endpoint: endpointOf(settings.connection),
    features: FEATURES,
    get terminalId() {
      return contact.terminalId;
    },
    get state() {
      return state;
    },
    onState(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get condition() {
      return condition.current;
    },
    onCondition: condition.onChange,
    register: call =>
      enqueue(async () => {
        if (closing) return { ok: false, reason: CLOSED };
        const result = await reach(() => contact.register(carefully(call?.onProgress)));
        if (isReason(result)) return { ok: false, reason: result };
        return { ok: true, ...(contact.terminalId ? { terminalId: contact.terminalId } : {}) };
      }),
    pay: (payment, call) =>
      isPlain(payment)
        ? money(requests.pay, () => [totalAmount(payment.amount, settings.currency)], call)
        : Promise.resolve({ kind: 'notSent', reason: UNSUPPORTED }),
    reverse: (reversal, call) =>
      reversal.amount === undefined
        ? money(requests.reverse, () => reversalContent(settings, reversal), call)
        : Promise.resolve({ kind: 'notSent', reason: UNSUPPORTED }),
    refund: ({ amount }, call) => money(requests.refund, () => [totalAmount(amount, settings.currency)], call),
    preAuthorise: () => Promise.resolve({ kind: 'notSent', reason: UNSUPPORTED }),
    book: () => Promise.resolve({ kind: 'notSent', reason: UNSUPPORTED }),
    release: () => Promise.resolve({ kind: 'notSent', reason: UNSUPPORTED }),
    addTip: () => Promise.resolve({ kind: 'notSent', reason: UNSUPPORTED }),
    openPreAuthorisations: () => Promise.resolve({ kind: 'unreachable', reason: UNSUPPORTED }),
    readCard: () => Promise.resolve({ kind: 'failed', reason: UNSUPPORTED }),
    askCustomer: () => Promise.resolve({ kind: 'failed', reason: UNSUPPORTED }),
    perform(task, call) {
      const request = requestFor(task);
      return request ? service(request, call) : Promise.resolve({ kind: 'failed', reason: UNSUPPORTED, receipts: [] });
    },
    status: call => enqueue(() => status(call)),
    lastTransaction: call => enqueue(() => last(call)),
    close: () => {
      closing ??= Promise.resolve().then(close);
      return closing;
    },
  };

  function money(
    request: Request,
    content: () => readonly (Element | undefined)[],
    call: CommandOptions = {},
  ): Promise<Outcome> {
    const parts = orUnsupported(content);
    if ('code' in parts) return Promise.resolve({ kind: 'notSent', reason: parts });
    return enqueue(async () => {
      const run = await perform(request, parts, call);
      return isEnded(run) ? moneyOutcome(run, settings) : { kind: 'notSent', reason: run };
    });
  }

  function service(request: Request, call: CommandOptions = {}): Promise<TaskOutcome> {
    return enqueue(async () => {
      const run = await perform(request, [], call);
      return isEnded(run) ? serviceOutcome(run, settings) : { kind: 'failed', reason: run, receipts: [] };
    });
  }

  async function status(call: CommandOptions = {}): Promise<TerminalStatus> {
    const run = await perform(requests.diagnosis, [], call, 'dropped');
    return isEnded(run) ? statusOf(run, settings) : { kind: 'unreachable', reason: run };
  }

  async function last(call: CommandOptions = {}): Promise<LastTransaction> {
    const run = await perform(requests.repeatLast, [], call);
    return isEnded(run) ? lastTransactionOf(run, settings) : { kind: 'unreachable', reason: run };
  }

  /** Runs a request on a line that is logged in; a reason means that not a single byte of it left. */
  async function perform(
    request: Request,
    content: readonly (Element | undefined)[],
    call: CommandOptions,
    slips: UnreportedSlips = 'returned',
  ): Promise<RequestResult | Reason> {
    if (closing) return CLOSED;
    if (call.signal?.aborted) return ABORTED;
    const tell = carefully(call.onProgress);
    const line = await reach(() => contact.ready(tell));
    if (isReason(line)) {
      note(`${request.type}: not sent`);
      return line;
    }
    if (closing || call.signal?.aborted) return closing ? CLOSED : ABORTED;
    setState('busy');
    const run = await runOn(line, request, content, { ...call, onProgress: tell }, slips);
    note(`${request.type}: ${run ? endingText(run) : 'not sent'}`);
    if (run) contact.requestEnded(run);
    const word = run && conditionAfter(run);
    if (word) condition.set(word === 'well' ? null : word);
    settle(line, run);
    return run ?? line.lost ?? GONE;
  }

  async function runOn(
    line: Line,
    request: Request,
    content: readonly (Element | undefined)[],
    call: CommandOptions,
    slips: UnreportedSlips,
  ): Promise<RequestResult | undefined> {
    const asking = contact.numbered(request, content);
    const { requestId } = headOf(asking.message);
    const desk = openTillSide(request, requestId, call, line, slips, trace);
    contact.devices.begin(desk);
    const ending = await line.run({ ...asking, onProgress: call.onProgress, signal: call.signal });
    desk.closeQuestion();
    const isAnswered = ending?.by === 'answer';
    if (isAnswered) await arrived(); // a slip may have come just before the answer, on the other channel
    await within(settings.timers.question, contact.devices.settled());
    contact.devices.end(isAnswered ? settings.timers.late : undefined);
    if (request.money && ending && !isAnswered) contact.devices.refuseUnnamedSlips();
    return ending && { request, requestId, ending, receipts: desk.takeSlips() };
  }

  /** A listener that throws must not stop a payment. */
  function carefully<T extends unknown[]>(listener: ((...told: T) => void) | undefined): (...told: T) => void {
    return (...told) => {
      try {
        listener?.(...told);
      } catch (error) {
        note(`a listener failed: ${error}`);
      }
    };
  }

  function note(text: string): void {
    trace?.({ direction: 'note', text });
  }

  function settle(line: Line, run: RequestResult | undefined): void {
    if (contact.isUp && run) setState('ready');
    else if (run?.request === requests.logOff && run.ending.by === 'answer')
      setState('offline'); // logged off on purpose
    else goOffline(line.lost ?? (run ? LOGGED_OUT : GONE));
  }

  async function reach(how: () => Promise<Line | Reason>): Promise<Line | Reason> {
    lookedFor = false;
    if (!contact.isUp) setState('connecting');
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
    lookedFor = true;
    retry = setTimeout(() => void enqueue(reachInBackground), ms);
    retry.unref();
  }

  async function reachInBackground(): Promise<void> {
    if (!closing && lookedFor && !contact.isUp) await reach(() => contact.register());
  }

  function enqueue<T>(task: () => Promise<T>): Promise<T> {
    const result = queue.then(task);
    queue = result.catch(() => {});
    return result;
  }

  /** New commands are refused; the running one may end, then the lines are cut. */
  async function close(): Promise<void> {
    clearTimeout(retry);
    await within(settings.timers.drain, queue);
    await contact.close(CLOSED);
    await queue;
    await contact.close(CLOSED); // a connection that was still being built
    setState('closed');
  }

  function setState(next: TerminalState, reason?: Reason): void {
    if (state === next || state === 'closed') return;
    state = next;
    if (reason) note(`${next}: ${reason.code}: ${reason.text}`);
    for (const listener of listeners) carefully(listener)(next, reason);
  }
}

const CLOSED: Reason = { code: 'closed', text: 'the terminal driver was closed' };
const ABORTED: Reason = { code: 'aborted', text: 'aborted before the terminal was asked' };
const GONE: Reason = { code: 'lineLost', text: 'the connection broke' };
const LOGGED_OUT: Reason = { code: 'refused', text: 'the terminal has logged the till out' };
const UNSUPPORTED: Reason = { code: 'unsupported', text: 'this terminal cannot do that' };

const endingText = ({ ending }: RequestResult): string =>
  ending.by === 'lost' ? `lost (${ending.reason.code}: ${ending.reason.text})` : 'answered';

const TASKS: Partial<Record<Task['do'], Request>> = {
  endOfDay: requests.endOfDay,
  turnoverTotals: requests.totals,
  diagnosis: requests.diagnosis,
  logOff: requests.logOff,
  sendOffline: requests.sendOffline,
};

const FEATURES: ReadonlySet<Feature> = new Set<Feature>([
  ...(Object.keys(TASKS) as Task['do'][]),
  'pay',
  'reverse',
  'refund',
  'lastTransaction',
  'questions',
]);

/** There is one kind of diagnosis and one of end-of-day only. */
function requestFor(task: Task): Request | undefined {
  const isUsual = Object.entries(task).every(([key, value]) => key === 'do' || value === undefined);
  return isUsual ? TASKS[task.do] : undefined;
}

function isPlain({ tip, cashback, withReadCard, authorisationCode }: Payment): boolean {
  return !tip && !cashback && !withReadCard && authorisationCode === undefined;
}

/** The whole only: in this protocol the amount says what was paid, not how much goes back. */
function reversalContent({ currency }: OpiSettings, { receiptNumber, paid, traceNumber }: Reversal) {
  const { by, receipt } = original(receiptNumber, traceNumber);
  return [by, paid === undefined ? undefined : totalAmount(paid, currency), receipt];
}

function isEnded(run: RequestResult | Reason): run is RequestResult {
  return 'ending' in run;
}

/** Two rounds of the event loop: what lies in a socket by now is read. */
async function arrived(): Promise<void> {
  for (let round = 0; round < 2; round++) await new Promise(resolve => setImmediate(resolve));
}

/** Waits for the work, but not for ever. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, late]);
  clearTimeout(timer);
}
