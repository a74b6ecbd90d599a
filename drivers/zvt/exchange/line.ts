/** Drives the machine of one command over a link: bytes, timers, effects; one command at a time. */

import type { Answer, Progress, Reason } from '../../terminal.ts';
import { createTimeout } from '../../timeout.ts';
import type { Trace } from '../../trace.ts';
import { decode, encode, encodeNegative, type Message } from '../codec/apdu.ts';
import type { Charset } from '../codec/charsets.ts';
import type { Fields } from '../codec/fields.ts';
import { messageTrace } from '../codec/messageTrace.ts';
import { isAnswer, packets } from '../codec/packets.ts';
import type { Link } from '../framing/link.ts';
import { intermediateStatusText } from '../texts/intermediateStatus.ts';
import { nextStep } from './commandMachine.ts';
import { type CommandState, commandStarted, type Effect, type Ending, type Input } from './commandState.ts';
import type { Command, Timers } from './commands.ts';
import { type CommandResult, lastTransactionOf, type OutcomeContext } from './outcome.ts';
import { replyTo } from './questions.ts';
import type { SequenceIds } from './sequenceIds.ts';
import { displayText } from './statusInformation.ts';
import { openDecisionRequests, type TillDecisions } from './tillDecisions.ts';
import { keptPayment, type LastPayment, unsolicitedReply } from './unsolicited.ts';

interface CommandRequest extends TillDecisions {
  readonly command: Command;
  readonly fields: Fields;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds a person may take before the terminal answers at all. */
  readonly personTime?: number | undefined;
}

export interface Line {
  /** Why the line is gone, once it is. */
  readonly lost: Reason | undefined;
  /** A command is under way. */
  readonly busy: boolean;
  /**
   * Resolves when the terminal owes no answer any more: that to an abort may come after the command has ended, and must
   * not be taken for that to the next one. False when it does not come.
   */
  abortAnswered(): Promise<boolean>;
  /**
   * Resolves when nothing has come for `ms`. A serial port that is opened anew may still bring the answers to a command that
   * nobody waits for any more: the next ones would each be taken for the answer to the command after. One that goes on and on
   * is waited for ten times as long, and not for ever.
   */
  silence(ms: number): Promise<void>;
  /** Runs one command to its end; undefined when the line was down already and not a single byte left. */
  run(request: CommandRequest): Promise<CommandResult | undefined>;
  /** The character set agreed at registration. */
  charset: Charset;
  /** Numbers on the messages, when the terminal agreed to them at registration. */
  sequenceIds: SequenceIds | undefined;
  onLost(listener: (reason: Reason) => void): void;
  close(reason: Reason): void;
}

const ACKNOWLEDGE = encode('positive');
const PLEASE_WAIT = 0x9c;
/** A line that is never silent is used all the same after so many times the silence that was wanted. */
const CALM_MOST = 10;
const NOT_ANSWERED = 0x6c;
const ANSWER_SIZE = 3;
/** An answer is granted so much more than a slow line needed last. */
const SLACK = 1.5;
/** Times T3, beyond T3 itself. */
const MOST_SLOW = 5;
/** A part of T3 within which an answer is quick, whatever the line is like. */
const QUICK = 5;

/** What is known of the commands before, also of those over an earlier line to the same terminal. */
export interface CommandHistory {
  /** Of the last one that moved money; forgotten when the terminal keeps another transaction as its last one. */
  lastPayment?: LastPayment | undefined;
  /** How to read what the terminal keeps. */
  readonly context?: () => OutcomeContext;
  /**
   * TCP: how long a byte takes on the line, ms, as the last answers showed. T3 has to be adjustable there, or a line that is
   * only slow would never be waited for. Left out where the line itself tells that a message arrived.
   */
  msPerByte?: number | undefined;
}

/** Takes a link over. */
export function openLine(link: Link, timers: Timers, charset: Charset, trace?: Trace, past: CommandHistory = {}): Line {
  let state: CommandState | undefined;
  let current: CommandRequest | undefined;
  let running: number | undefined; // control bytes of its command
  let finish: ((run: CommandResult | undefined) => void) | undefined;
  let lost: Reason | undefined;
  let noisy = false;
  let whenLost: (reason: Reason) => void = () => {};
  let lastAnswer: Buffer | undefined;
  let size = 0; // bytes of the command and its answer
  let left = 0; // when the command had left
  let isAnswered = false;
  let abortUnanswered = false;
  let whenAnswered: (answered: boolean) => void = () => {};
  let stopListening = () => {};
  let whenIdleHeard = () => {};
  let whenCalm = () => {};
  const timer = createTimeout();
  const hold = createTimeout();
  const till = openDecisionRequests<CommandRequest>({
    current: () => current,
    lastPrint: () => state?.prints.at(-1),
    charset: () => line.charset,
    decided: feed,
    note,
  });

  const line: Line = {
    charset,
    sequenceIds: undefined,
    get lost() {
      return lost;
    },
    get busy() {
      return state !== undefined;
    },
    abortAnswered: settled,
    silence: calm,
    run,
    onLost(listener) {
      whenLost = listener;
    },
    close(reason) {
      lose(reason);
      link.close();
    },
  };
  const does: { readonly [D in Effect['do']]: (effect: Extract<Effect, { do: D }>) => void } = {
    acknowledge,
    answerLate: ({ message }) => answerLate(message),
    refuse: ({ code, fields }) => refuse(code, fields),
    reply: ({ to, answer }) => reply(to, answer),
    sendAbort: () => send(command('abort', {})),
    wait: ({ ms }) => timer.start(ms, () => feed({ type: 'quiet' })),
    hold: ({ ms }) => keepBack(ms),
    askHandOver: ({ status }) => till.handOver(status),
    offerSlip: ({ prints }) => till.offerSlip(prints),
    ask: till.ask,
    closeQuestion: till.closeQuestion,
    tell: ({ progress }) => current?.onProgress?.(progress),
    prompt: ({ fields }) => current?.onProgress?.(prompt(fields)),
    end: ({ ending }) => end(ending),
  };
  link.listen({ apdu: receive, down: lose, noise, piece: () => timer.atLeast(timers.t3) });
  return line;

  async function run(request: CommandRequest): Promise<CommandResult | undefined> {
    const apdu = command(request.command.send, request.fields);
    return new Promise(resolve => {
      size = apdu.length + ANSWER_SIZE;
      isAnswered = false;
      state = commandStarted(request.command, { ...timers, t3: answerTime() }, hearsOf(request), request.personTime);
      noisy = false;
      current = request;
      running = packets[request.command.send].control;
      finish = resolve;
      if (!lost && send(apdu, delivered)) sent(request);
      else forget();
    });
  }

  function delivered(): void {
    left = performance.now();
    feed({ type: 'delivered' });
  }

  /** T3, and what a slow line needs beyond it; one that never answers is not waited for much longer. */
  function answerTime(): number {
    return timers.t3 + Math.min(SLACK * (past.msPerByte ?? 0) * size, MOST_SLOW * timers.t3);
  }

  /** From how long an answer took, or from its not having come; what a person was asked for says nothing. */
  function learnSlowness(answered: boolean): void {
    if (past.msPerByte === undefined || current?.personTime !== undefined) return;
    const took = (performance.now() - left) / size;
    if (!answered) past.msPerByte = Math.max(took, 2 * past.msPerByte);
    else past.msPerByte = took * size * QUICK > timers.t3 ? took : 0;
  }

  function sent(request: CommandRequest): void {
    request.onProgress?.({ step: 'sent' });
    const wanted = () => current === request && feed({ type: 'abortWanted' });
    if (request.signal?.aborted) wanted();
    // Not only once: whoever was refused may ask again.
    request.signal?.addEventListener('abort', wanted);
    stopListening = () => request.signal?.removeEventListener('abort', wanted);
  }

  async function settled(): Promise<boolean> {
    if (!abortUnanswered || lost) return !lost;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    whenAnswered = resolve;
    timer.start(timers.t3, () => resolve(false));
    return promise.finally(timer.stop);
  }

  async function calm(ms: number): Promise<void> {
    if (lost) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = performance.now() + CALM_MOST * ms;
    whenIdleHeard = () => void (performance.now() < end && timer.start(ms, resolve));
    whenCalm = resolve;
    whenIdleHeard();
    await promise;
    timer.stop();
    whenIdleHeard = () => {};
  }

  function forget(): void {
    state = undefined;
    current = undefined;
    running = undefined;
    finish?.(undefined);
  }

  function receive(apdu: Buffer): void {
    const message = decode(apdu, { charset: line.charset, after: running });
    const typed = current?.command.send === 'displayNumericInput' && isAnswer(apdu);
    if (trace) trace({ direction: 'received', ...messageTrace(message, line.charset, typed) });
    if (line.sequenceIds && !isAnswer(apdu) && !line.sequenceIds.isNew(message)) repeat();
    else if (state) {
      if (state.phase === 'accepting' && isAnswer(apdu)) {
        isAnswered = true;
        learnSlowness(true);
      }
      feed({ type: 'message', message });
    } else receiveIdle(message);
  }

  /** The same message again: our answer was lost, or is not given yet. */
  function repeat(): void {
    note('a message came twice');
    if (lastAnswer) send(lastAnswer);
  }

  function receiveIdle(message: Message): void {
    whenIdleHeard();
    if (isAnswer(message.bytes)) abortAnswered();
    else {
      note('a message came while no command was running');
      answerLate(message);
    }
  }

  function answerLate(message: Message): void {
    perform(unsolicitedReply(message, past.lastPayment));
  }

  function abortAnswered(): void {
    abortUnanswered = false;
    whenAnswered(true);
  }

  function feed(input: Input): void {
    const step = state && nextStep(state, input, timers);
    if (step) {
      state = step.state;
      for (const effect of step.effects) perform(effect);
    } else if (state) note(`${input.type} has no meaning while ${state.phase}`);
  }

  function perform(effect: Effect): void {
    (does[effect.do] as (effect: Effect) => void)(effect);
  }

  function keepBack(ms: number): void {
    lastAnswer = undefined;
    hold.start(ms, () => feed({ type: 'held' }));
  }

  /** An answer that cannot be written is as good as none. */
  function reply(to: Message, given: Answer): void {
    try {
      const { code, fields = {} } = replyTo(to, given, line.charset);
      if (code === undefined) answer(encode('positive', line.sequenceIds?.answering(fields) ?? fields, line.charset));
      else refuse(code, fields);
    } catch (error) {
      note(`the answer cannot be sent: ${error}`);
      refuse(NOT_ANSWERED);
    }
  }

  function acknowledge(): void {
    answer(line.sequenceIds ? encode('positive', line.sequenceIds.answering({})) : ACKNOWLEDGE);
  }

  function refuse(code: number, fields: Fields = {}): void {
    answer(encodeNegative(code, line.sequenceIds?.answering(fields) ?? fields));
    if (code === PLEASE_WAIT) line.sequenceIds?.awaitAgain();
  }

  function answer(apdu: Buffer): void {
    hold.stop();
    lastAnswer = apdu;
    send(apdu);
  }

  function command(name: Command['send'] | 'abort', fields: Fields): Buffer {
    return encode(name, line.sequenceIds?.numbered(fields) ?? fields, line.charset);
  }

  function prompt(fields: Fields): Progress {
    const code = fields.intermediateStatus ?? 0xff;
    const terminalText = displayText(fields, line.charset);
    return { step: 'prompt', code, texts: intermediateStatusText(code), ...(terminalText ? { terminalText } : {}) };
  }

  function end(ending: Ending): void {
    timer.stop();
    hold.stop();
    till.closeQuestion();
    stopListening();
    const run = { ending, state: state!, noisy };
    if (!isAnswered && ending.by === 'lost' && ending.reason.code === 'silent') learnSlowness(false);
    if (run.state.command.movesMoney && ending.by !== 'refusal') past.lastPayment = heardOf(run.state);
    // At once, and not when the caller hears of it: a repeated approval may be the very next message.
    if (run.state.command.tellsLast && past.context)
      past.lastPayment = keptPayment(past.lastPayment, lastTransactionOf(run, past.context()));
    abortUnanswered = run.state.abort === 'asked';
    state = undefined;
    current = undefined;
    running = undefined;
    finish?.(run);
  }

  function send(apdu: Buffer, delivered?: () => void): boolean {
    const handed = link.send(apdu, delivered);
    if (handed && trace) traceSent(apdu, trace);
    return handed;
  }

  function traceSent(apdu: Buffer, tell: Trace): void {
    const message = decode(Buffer.from(apdu), { charset: line.charset });
    tell({ direction: 'sent', ...messageTrace(message, line.charset) });
  }

  function noise(text: string, somethingLost: boolean): void {
    noisy ||= somethingLost;
    note(text);
  }

  function note(text: string): void {
    trace?.({ direction: 'note', text });
  }

  function lose(reason: Reason): void {
    if (lost) return;
    lost = reason;
    feed({ type: 'lineLost', reason });
    whenAnswered(false);
    whenCalm();
    whenLost(reason);
  }
}

/** Not the slips: they would stay in the memory for as long. */
function heardOf({ status, statusBytes, handOverReply, handOver }: CommandState): LastPayment {
  return {
    handOver,
    ...(status ? { status } : {}),
    ...(statusBytes ? { statusBytes } : {}),
    ...(handOverReply ? { handOverReply } : {}),
  };
}

function hearsOf({ onApproved, onSlip, onQuestion }: CommandRequest) {
  return { handOver: onApproved !== undefined, slips: onSlip !== undefined, questions: onQuestion !== undefined };
}
