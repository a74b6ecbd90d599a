/** Drives the machine of one command over a link: bytes, timers, effects; one command at a time. */
import { patience } from '../patience.ts';
import type { Answer, HandOver, Progress, Question, Reason } from '../terminal.ts';
import type { Trace } from '../trace.ts';
import { decode, encode, encodeNegative, errorCode, isPositive, type Message } from './codec/apdu.ts';
import type { Charset } from './codec/charsets.ts';
import type { Fields } from './codec/fields.ts';
import { packets } from './codec/packets.ts';
import type { Command, Timers } from './commands.ts';
import { displayText } from './facts.ts';
import type { Link } from './framing/link.ts';
import { questionOf, replyTo } from './questions.ts';
import type { SequenceIds } from './sequenceIds.ts';
import { next } from './session.ts';
import { begin, type Effect, type Ending, type Input, type SessionState } from './sessionState.ts';
import { intermediateStatusText } from './texts/intermediateStatus.ts';
import { traceFrame } from './traceFrame.ts';
import type { Run } from './verdict.ts';

interface LineRequest {
  readonly command: Command;
  readonly fields: Fields;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds a person may take before the terminal answers at all. */
  readonly longer?: number | undefined;
  /** What the till decides itself; see `Call` in the contract. */
  readonly onApproved?: ((status: Fields) => HandOver | Promise<HandOver>) | undefined;
  readonly onSlip?: ((prints: readonly Message[]) => boolean | Promise<boolean>) | undefined;
  readonly onQuestion?: ((question: Question, signal: AbortSignal) => Promise<Answer>) | undefined;
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
  settled(): Promise<boolean>;
  /** Runs one command to its end; undefined when the line was down already and not a single byte left. */
  run(request: LineRequest): Promise<Run | undefined>;
  /** The character set agreed at registration. */
  charset: Charset;
  /** Numbers on the messages, when the terminal agreed to them at registration. */
  numbers: SequenceIds | undefined;
  onLost(listener: (reason: Reason) => void): void;
  close(reason: Reason): void;
}

const ACKNOWLEDGE = encode('positive');
const PLEASE_WAIT = 0x9c;
const NOT_ANSWERED = 0x6c;

/** Takes a link over. */
export function openLine(link: Link, timers: Timers, charset: Charset, trace?: Trace): Line {
  let state: SessionState | undefined;
  let current: LineRequest | undefined;
  let finish: ((run: Run | undefined) => void) | undefined;
  let lost: Reason | undefined;
  let noisy = false;
  let whenLost: (reason: Reason) => void = () => {};
  let question: AbortController | undefined;
  let lastAnswer: Buffer | undefined;
  let abortUnanswered = false;
  let whenAnswered: (answered: boolean) => void = () => {};
  let stopListening = () => {};
  const timer = patience();
  const hold = patience();

  const line: Line = {
    charset,
    numbers: undefined,
    get lost() {
      return lost;
    },
    get busy() {
      return state !== undefined;
    },
    settled,
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
    refuse: ({ code, fields }) => refuse(code, fields),
    reply: ({ to, answer }) => reply(to, answer),
    sendAbort: () => send(command('abort', {})),
    wait: ({ ms }) => timer.start(ms, () => feed({ type: 'quiet' })),
    hold: ({ ms }) => keepBack(ms),
    askHandOver: ({ status }) => askHandOver(status),
    offerSlip: ({ prints }) => offerSlip(prints),
    ask,
    closeQuestion: () => question?.abort(),
    tell: ({ progress }) => current?.onProgress?.(progress),
    prompt: ({ fields }) => current?.onProgress?.(prompt(fields)),
    end: ({ ending }) => end(ending),
  };
  link.listen({ apdu: receive, down: lose, noise });
  return line;

  async function run(request: LineRequest): Promise<Run | undefined> {
    const apdu = command(request.command.send, request.fields);
    return new Promise(resolve => {
      state = begin(request.command, timers, hearsOf(request), request.longer);
      noisy = false;
      current = request;
      finish = resolve;
      if (!lost && send(apdu, () => feed({ type: 'delivered' }))) sent(request);
      else forget();
    });
  }

  function sent(request: LineRequest): void {
    request.onProgress?.({ step: 'sent' });
    const wanted = () => current === request && feed({ type: 'abortWanted' });
    if (request.signal?.aborted) wanted();
    else request.signal?.addEventListener('abort', wanted, { once: true });
    stopListening = () => request.signal?.removeEventListener('abort', wanted);
  }

  async function settled(): Promise<boolean> {
    if (!abortUnanswered || lost) return !lost;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    whenAnswered = resolve;
    timer.start(timers.t3, () => resolve(false));
    return promise.finally(timer.stop);
  }

  function forget(): void {
    state = undefined;
    current = undefined;
    finish?.(undefined);
  }

  function receive(apdu: Buffer): void {
    const message = decode(apdu, {
      charset: line.charset,
      ...(current ? { after: packets[current.command.send].control } : {}),
    });
    const typed = current?.command.send === 'displayNumericInput' && isAnswer(message);
    if (trace) trace({ direction: 'received', ...traceFrame(message, line.charset, typed) });
    if (line.numbers && !isAnswer(message) && !line.numbers.isNew(message)) repeat();
    else if (state) feed({ type: 'message', message });
    else receiveIdle(message);
  }

  /** The same message again: our answer was lost, or is not given yet. */
  function repeat(): void {
    note('a message came twice');
    if (lastAnswer) send(lastAnswer);
  }

  /** Nobody asked: a late message of an earlier command. It is acknowledged so that the terminal gets on. */
  function receiveIdle(message: Message): void {
    if (isAnswer(message)) abortAnswered();
    else {
      note('a message came while no command was running');
      acknowledge();
    }
  }

  function abortAnswered(): void {
    abortUnanswered = false;
    whenAnswered(true);
  }

  function feed(input: Input): void {
    const step = state && next(state, input, timers);
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

  function askHandOver(status: Fields): void {
    const request = current;
    const failed: HandOver = { kind: 'failed' };
    decide(request?.onApproved && (() => request.onApproved!(status)), failed, handOver => {
      if (current === request) feed({ type: 'handOver', handOver });
    });
  }

  function offerSlip(prints: readonly Message[]): void {
    const request = current;
    decide(request?.onSlip && (() => request.onSlip!(prints)), false, taken => {
      if (current === request && state?.prints.at(-1) === prints.at(-1)) feed({ type: 'slip', taken });
    });
  }

  function ask({ message, picture, patience: ms }: Extract<Effect, { do: 'ask' }>): void {
    const request = current;
    const mine = new AbortController();
    question = mine;
    const asked = questionOf(message, picture, ms, line.charset);
    const nobody: Answer = { kind: 'none' };
    decide(request?.onQuestion && (() => request.onQuestion!(asked, mine.signal)), nobody, given => {
      if (question === mine && !mine.signal.aborted) feed({ type: 'answer', answer: given });
    });
  }

  /** What the till decides; it has not decided when it fails. */
  function decide<T>(ask: (() => T | Promise<T>) | undefined, otherwise: T, tell: (decided: T) => void): void {
    new Promise<T>(resolve => resolve(ask ? ask() : otherwise))
      .catch(error => {
        note(`the till failed to decide: ${error}`);
        return otherwise;
      })
      .then(tell);
  }

  /** An answer that cannot be written is as good as none. */
  function reply(to: Message, given: Answer): void {
    try {
      const { code, fields = {} } = replyTo(to, given, line.charset);
      if (code === undefined) answer(encode('positive', line.numbers?.answering(fields) ?? fields, line.charset));
      else refuse(code, fields);
    } catch (error) {
      note(`the answer cannot be sent: ${error}`);
      refuse(NOT_ANSWERED);
    }
  }

  function acknowledge(): void {
    answer(line.numbers ? encode('positive', line.numbers.answering({})) : ACKNOWLEDGE);
  }

  function refuse(code: number, fields: Fields = {}): void {
    answer(encodeNegative(code, line.numbers?.answering(fields) ?? fields));
    if (code === PLEASE_WAIT) line.numbers?.awaitAgain();
  }

  function answer(apdu: Buffer): void {
    hold.stop();
    lastAnswer = apdu;
    send(apdu);
  }

  function command(name: Command['send'] | 'abort', fields: Fields): Buffer {
    return encode(name, line.numbers?.numbered(fields) ?? fields, line.charset);
  }

  function prompt(fields: Fields): Progress {
    const code = fields.intermediateStatus ?? 0xff;
    const terminalText = displayText(fields, line.charset);
    return { step: 'prompt', code, texts: intermediateStatusText(code), ...(terminalText ? { terminalText } : {}) };
  }

  function end(ending: Ending): void {
    timer.stop();
    hold.stop();
    question?.abort();
    question = undefined;
    stopListening();
    const run = { ending, state: state!, noisy };
    abortUnanswered = run.state.abort === 'asked';
    state = undefined;
    current = undefined;
    finish?.(run);
  }

  function send(apdu: Buffer, delivered?: () => void): boolean {
    const handed = link.send(apdu, delivered);
    if (handed && trace) traceSent(apdu, trace);
    return handed;
  }

  function traceSent(apdu: Buffer, tell: Trace): void {
    const message = decode(Buffer.from(apdu), { charset: line.charset });
    tell({ direction: 'sent', ...traceFrame(message, line.charset) });
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
    whenLost(reason);
  }
}

function isAnswer(message: Message): boolean {
  return isPositive(message) || errorCode(message) !== undefined;
}

function hearsOf({ onApproved, onSlip, onQuestion }: LineRequest) {
  return { handOver: onApproved !== undefined, slips: onSlip !== undefined, questions: onQuestion !== undefined };
}
