/** Commands at one terminal take turns over a registered line; its states are told, and a lost terminal is looked for. */
import type { CommandOptions, HandOver, Reason, TerminalState, TransactionFacts } from '../terminal.ts';
import type { Trace } from '../trace.ts';
import type { Message } from './codec/apdu.ts';
import type { Fields } from './codec/fields.ts';
import { hasLoggedOff, isReason, type ZvtConnection } from './connection.ts';
import type { Line } from './exchange/line.ts';
import type { CommandResult } from './exchange/outcome.ts';
import { receiptsOf } from './exchange/receipts.ts';
import { factsOf } from './exchange/statusInformation.ts';
import type { PreparedCommand } from './moneyCommands.ts';
import type { ZvtSettings } from './settings.ts';

export interface CommandQueue {
  readonly state: TerminalState;
  onState(listener: (state: TerminalState, reason?: Reason) => void): () => void;
  /** Does some work when all that was asked for before is done. */
  enqueue<T>(work: () => Promise<T>): Promise<T>;
  /** Within a turn: connects and registers. */
  register(call?: CommandOptions): Promise<Line | Reason>;
  /**
   * Within a turn: runs one command on a registered line; a reason means that not a single byte of it left. `longer`:
   * milliseconds a person may take before the terminal answers.
   */
  run(asked: PreparedCommand, call?: CommandOptions, longer?: number): Promise<CommandResult | Reason>;
  /** New commands are refused; the running one may end, then the line is cut. The terminal stays registered. */
  close(): Promise<void>;
}

/** Looks for the terminal at once, in the background. */
export function openCommandQueue(settings: ZvtSettings, contact: ZvtConnection, trace?: Trace): CommandQueue {
  const listeners = new Set<(state: TerminalState, reason?: Reason) => void>();
  let state: TerminalState = 'offline';
  let closing: Promise<void> | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let retry: NodeJS.Timeout | undefined;
  let lookedFor = false; // a command that reaches it ends that, and so does one that logs off
  let loggedOff = false; // until the next command: nobody looks for it, whatever becomes of the line
  let pause = settings.timers.retryFirst;

  contact.onLost(reason => {
    if (state !== 'busy' && !loggedOff) goOffline(reason);
  });
  contact.onArrival(() => {
    if (!contact.line && !loggedOff) reachSoon(0);
  });
  contact.onNewcomer(() =>
    take(async () => closing !== undefined || !isReason(await reach(() => contact.confirmAlive()))),
  );
  reachSoon(0);

  return {
    get state() {
      return state;
    },
    onState(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    enqueue: take,
    async register(call) {
      return closing ? CLOSED : reach(() => contact.register(heard(call?.onProgress)));
    },
    run,
    close: () => {
      closing ??= Promise.resolve().then(close);
      return closing;
    },
  };

  async function close(): Promise<void> {
    clearTimeout(retry);
    // Only a command that is under way is waited for: nothing else can move anything.
    if (state === 'busy') await within(settings.timers.drain, queue);
    await contact.close(CLOSED);
    await queue;
    await contact.close(CLOSED); // a connection that was still being built
    setState('closed');
  }

  function take<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(work);
    queue = result.catch(() => {});
    return result;
  }

  async function run(
    asked: PreparedCommand,
    call: CommandOptions = {},
    longer?: number,
  ): Promise<CommandResult | Reason> {
    if (closing) return CLOSED;
    const { signal } = call;
    if (signal?.aborted) return ABORTED;
    const tell = heard(call.onProgress);
    const line = await reach(() => contact.ready(tell));
    if (isReason(line)) {
      note(`${asked.command.send}: not sent`);
      return line;
    }
    if (closing || signal?.aborted) return closing ? CLOSED : ABORTED;
    setState('busy');
    const ended = await line
      .run({ ...asked, onProgress: tell, signal, personTime: longer, ...decisions(asked, call) })
      .catch(unfit);
    note(`${asked.command.send}: ${ended ? endingText(ended) : 'not sent'}`);
    if (ended) contact.commandEnded(ended);
    settle(line, ended);
    return ended ?? line.lost ?? GONE;
  }

  /** What the till decides while the command runs. */
  function decisions({ command, fields }: PreparedCommand, { onApproved, onSlip, onQuestion }: CommandOptions) {
    return {
      onApproved:
        onApproved && (async (status: Fields) => decided(await onApproved(facts(status)), { ...fields, ...status })),
      onSlip:
        onSlip &&
        (async (prints: readonly Message[]) => {
          for (const slip of receiptsOf(prints, command.prints, contact.outcomeContext.charset))
            if (!(await onSlip(slip))) return false;
          return true;
        }),
      onQuestion: settings.questions ? onQuestion : undefined,
    };
  }

  function facts(status: Fields): TransactionFacts {
    return factsOf(status, settings.currency);
  }

  /** A value no terminal can take: nothing was sent, and the caller hears it as the mistake it is. */
  function unfit(error: unknown): never {
    setState('ready');
    throw error;
  }

  /** Nothing is put into words for nobody. */
  function heard(listener: CommandOptions['onProgress']): CommandOptions['onProgress'] {
    return listener && carefully(listener);
  }

  /** A listener that throws must not stop a payment. */
  function carefully<T extends unknown[]>(listener: (...told: T) => void): (...told: T) => void {
    return (...told) => {
      try {
        listener(...told);
      } catch (error) {
        note(`a listener failed: ${error}`);
      }
    };
  }

  function note(text: string): void {
    trace?.({ direction: 'note', text });
  }

  function settle(line: Line, ended: CommandResult | undefined): void {
    loggedOff = ended !== undefined && hasLoggedOff(ended);
    if (loggedOff) setState('offline');
    else if (contact.line && ended) setState('ready');
    else goOffline(line.lost ?? GONE);
  }

  async function reach(how: () => Promise<Line | Reason>): Promise<Line | Reason> {
    lookedFor = false;
    loggedOff = false;
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
    reachSoon(pause * (0.75 + Math.random() / 2)); // so that several tills do not come back in step
    pause = Math.min(2 * pause, settings.timers.retryMost);
  }

  function reachSoon(ms: number): void {
    clearTimeout(retry);
    if (closing) return;
    lookedFor = true;
    retry = setTimeout(() => void take(reachInBackground), ms);
    retry.unref();
  }

  async function reachInBackground(): Promise<void> {
    if (!closing && lookedFor && !contact.line) await reach(() => contact.register());
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

const endingText = ({ ending }: CommandResult): string =>
  ending.by === 'lost' ? `lost (${ending.reason.code}: ${ending.reason.text})` : `ended by ${ending.by}`;

/** More than the whole is the whole, and nothing at all is a failure; a part of what nobody knows stays a part. */
function decided(handOver: HandOver, { amount = Number.POSITIVE_INFINITY }: Fields): HandOver {
  if (handOver.kind !== 'partly') return handOver;
  if (!Number.isInteger(handOver.amount) || handOver.amount <= 0) return { kind: 'failed' };
  return handOver.amount < amount ? handOver : { kind: 'done' };
}

/** Waits for the work, but not for ever. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, late]);
  clearTimeout(timer);
}
