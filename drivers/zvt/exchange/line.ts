/** Runs commands over one link, one at a time: feeds messages and timers to the command machine and carries out its effects. */
import type { Progress, Reason } from '../../terminal.ts';
import { createTimeout, type Timeout } from '../../timeout.ts';
import type { Trace } from '../../trace.ts';
import type { Message } from '../codec/apdu.ts';
import type { Charset } from '../codec/charsets.ts';
import type { Fields } from '../codec/fields.ts';
import { isAnswer } from '../codec/packets.ts';
import type { Link } from '../framing/link.ts';
import { intermediateStatusMeaning, intermediateStatusText } from '../texts/intermediateStatus.ts';
import { AnswerTime, type LineSpeed } from './answerTime.ts';
import { nextStep } from './commandMachine.ts';
import {
  type CommandState,
  commandStarted,
  type Effect,
  type Ending,
  type Input,
  type TillDecides,
} from './commandState.ts';
import type { PreparedCommand, Timers } from './commands.ts';
import { IdleLine } from './idleLine.ts';
import { MessageChannel } from './messageChannel.ts';
import { type CommandResult, lastTransactionOf, type OutcomeContext } from './outcome.ts';
import type { SequenceIds } from './sequenceIds.ts';
import { displayText } from './statusInformation.ts';
import { type DecisionRequests, openDecisionRequests, type TillDecisions } from './tillDecisions.ts';
import { keptPayment, type LastPayment, refusesApproval, unsolicitedReply } from './unsolicited.ts';

interface CommandRequest extends PreparedCommand, TillDecisions {
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Aborts the command; an abort that the terminal refused may be signalled again. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds a person may take before the terminal answers the command at all. */
  readonly personTime?: number | undefined;
}

export interface Line {
  /** The reason why the line is lost; undefined while it works. */
  readonly lost: Reason | undefined;
  /** True while a command runs. */
  readonly busy: boolean;
  /**
   * Resolves with true when the terminal owes no answer. The answer to an abort may come after the command has ended, and
   * must not be taken for the answer to the next command. Resolves with false when that answer does not come.
   */
  abortAnswered(): Promise<boolean>;
  /**
   * Resolves when nothing has come for `ms`. A serial port that was just opened may still deliver answers to commands of an
   * earlier program; the next commands would take them for their own answers. A line that never falls silent is waited for
   * ten times as long.
   */
  silence(ms: number): Promise<void>;
  /** Runs one command to its end; undefined when the line was down already and not a single byte left. */
  run(request: CommandRequest): Promise<CommandResult | undefined>;
  /** The character set agreed at registration. */
  charset: Charset;
  /** Present when the terminal agreed to sequence ids at registration. */
  sequenceIds: SequenceIds | undefined;
  onLost(listener: (reason: Reason) => void): void;
  /** Ends the line; a line that may still hold bytes of a command or of an abort is reset, so that they never arrive later. */
  close(reason: Reason): void;
}

/** State of a terminal that outlives one line. */
export interface CommandHistory extends LineSpeed {
  /** The last command that moved money; absent when the terminal has another transaction as its last one. */
  lastPayment?: LastPayment | undefined;
  /** How to read the last transaction of the terminal. */
  readonly context?: () => OutcomeContext;
  /** Called for an approval that no command waits for, and that was refused. */
  readonly onUnsolicitedApproval?: (status: Fields) => void;
}

/** Takes over the link. */
export function openLine(
  link: Link,
  timers: Timers,
  charset: Charset,
  trace?: Trace,
  history: CommandHistory = {},
): Line {
  return new LinkLine(link, timers, charset, trace, history);
}

interface RunningCommand {
  readonly request: CommandRequest;
  readonly finish: (result: CommandResult | undefined) => void;
  state: CommandState;
  isAnswered: boolean;
  /** Bytes were skipped: a message may be missing. */
  isNoisy: boolean;
  removeAbortListener: () => void;
}

class LinkLine implements Line {
  lost: Reason | undefined;
  readonly #link: Link;
  readonly #timers: Timers;
  readonly #history: CommandHistory;
  readonly #channel: MessageChannel;
  readonly #answerTime: AnswerTime;
  readonly #idle = new IdleLine();
  readonly #timer: Timeout = createTimeout();
  readonly #decisions: DecisionRequests;
  #running: RunningCommand | undefined;
  /** The terminal has not answered the last command to its end: bytes of it may still be on their way. */
  #isUnanswered = false;
  #onLost: (reason: Reason) => void = () => {};

  constructor(link: Link, timers: Timers, charset: Charset, trace: Trace | undefined, history: CommandHistory) {
    this.#link = link;
    this.#timers = timers;
    this.#history = history;
    this.#channel = new MessageChannel(link, charset, trace);
    this.#answerTime = new AnswerTime(history, timers);
    this.#decisions = openDecisionRequests<CommandRequest>({
      current: () => this.#running?.request,
      lastPrint: () => this.#running?.state.prints.at(-1),
      charset: () => this.charset,
      decided: input => this.#feed(input),
      note: text => this.#channel.note(text),
    });
    link.listen({
      apdu: apdu => this.#receive(apdu),
      down: reason => this.close(reason),
      noise: (text, mayMissMessage) => this.#noise(text, mayMissMessage),
      piece: () => this.#pieceReceived(),
    });
  }

  get busy(): boolean {
    return this.#running !== undefined;
  }

  get charset(): Charset {
    return this.#channel.charset;
  }

  set charset(charset: Charset) {
    this.#channel.charset = charset;
  }

  get sequenceIds(): SequenceIds | undefined {
    return this.#channel.sequenceIds;
  }

  set sequenceIds(sequenceIds: SequenceIds | undefined) {
    this.#channel.sequenceIds = sequenceIds;
  }

  async abortAnswered(): Promise<boolean> {
    if (!this.#idle.isAbortUnanswered || this.lost) return !this.lost;
    return this.#idle.abortAnswered(this.#timers.t3);
  }

  async silence(ms: number): Promise<void> {
    if (!this.lost) await this.#idle.silence(ms);
  }

  onLost(listener: (reason: Reason) => void): void {
    this.#onLost = listener;
  }

  close(reason: Reason): void {
    const mayHoldBytes = this.#isUnanswered || this.#idle.isAbortUnanswered;
    this.#lose(reason);
    if (mayHoldBytes) this.#link.reset();
    else this.#link.close();
  }

  async run(request: CommandRequest): Promise<CommandResult | undefined> {
    const { command, fields, personTime } = request;
    const apdu = this.#channel.encodeCommand(command.send, fields);
    const t3 = this.#answerTime.start(apdu.length, personTime !== undefined);
    const state = commandStarted(command, { ...this.#timers, t3 }, tillDecides(request), personTime);
    return new Promise(finish => {
      const running = { request, finish, state, isAnswered: false, isNoisy: false, removeAbortListener: () => {} };
      this.#running = running;
      if (!this.lost && this.#channel.send(apdu, () => this.#commandDelivered())) this.#commandSent(running);
      else this.#commandNotSent(running);
    });
  }

  #commandDelivered(): void {
    this.#answerTime.delivered();
    this.#feed({ type: 'delivered' });
  }

  #commandSent(running: RunningCommand): void {
    const { signal, onProgress } = running.request;
    this.#isUnanswered = true;
    onProgress?.({ step: 'sent' });
    const abortWanted = () => this.#running === running && this.#feed({ type: 'abortWanted' });
    if (signal?.aborted) abortWanted();
    // The listener stays: an abort that the terminal refused may be signalled again.
    signal?.addEventListener('abort', abortWanted);
    running.removeAbortListener = () => signal?.removeEventListener('abort', abortWanted);
  }

  #commandNotSent(running: RunningCommand): void {
    this.#running = undefined;
    running.finish(undefined);
  }

  #receive(apdu: Buffer): void {
    const running = this.#running;
    const message = this.#channel.read(apdu, running?.request.command.send);
    if (this.#channel.repeatsReplyTo(message)) return;
    if (!running) {
      this.#receiveUnsolicited(message);
      return;
    }
    if (running.state.phase === 'waitingForAcknowledgement' && isAnswer(apdu)) {
      running.isAnswered = true;
      this.#answerTime.answered();
    }
    this.#feed({ type: 'message', message });
  }

  #receiveUnsolicited(message: Message): void {
    const isAbortAnswer = isAnswer(message.bytes);
    this.#idle.messageReceived(isAbortAnswer);
    if (isAbortAnswer) return;
    this.#channel.note('a message came while no command was running');
    this.#replyUnsolicited(message);
  }

  #replyUnsolicited(message: Message): void {
    const reply = unsolicitedReply(message, this.#history.lastPayment);
    this.#perform(reply);
    if (refusesApproval(reply)) this.#history.onUnsolicitedApproval?.(message.fields);
  }

  #feed(input: Input): void {
    const running = this.#running;
    if (!running) return;
    const step = nextStep(running.state, input, this.#timers);
    if (!step) {
      this.#channel.note(`${input.type} has no meaning in phase ${running.state.phase}`);
      return;
    }
    running.state = step.state;
    for (const effect of step.effects) this.#perform(effect);
  }

  #perform(effect: Effect): void {
    switch (effect.do) {
      case 'acknowledge':
        this.#channel.acknowledge();
        break;
      case 'refuse':
        this.#channel.refuse(effect.code, effect.fields);
        break;
      case 'answerQuestion':
        this.#channel.answerQuestion(effect.question, effect.answer);
        break;
      case 'replyUnsolicited':
        this.#replyUnsolicited(effect.message);
        break;
      case 'sendAbort':
        this.#channel.send(this.#channel.encodeCommand('abort', {}));
        break;
      case 'startTimer':
        this.#timer.start(effect.ms, () => this.#feed({ type: 'timerExpired' }));
        break;
      case 'holdReply':
        this.#channel.holdReply(effect.ms, () => this.#feed({ type: 'replyOverdue' }));
        break;
      case 'askHandOver':
        this.#decisions.handOver(effect.status);
        break;
      case 'offerSlip':
        this.#decisions.offerSlip(effect.prints);
        break;
      case 'askQuestion':
        this.#decisions.ask(effect);
        break;
      case 'closeQuestion':
        this.#decisions.closeQuestion();
        break;
      case 'reportProgress':
        this.#running?.request.onProgress?.(effect.progress);
        break;
      case 'reportPrompt':
        this.#running?.request.onProgress?.(promptProgress(effect.fields, this.charset));
        break;
      case 'end':
        this.#end(effect.ending);
        break;
    }
  }

  #end(ending: Ending): void {
    const running = this.#running!;
    const { state, request, isNoisy } = running;
    const result: CommandResult = { ending, state, noisy: isNoisy };
    this.#isUnanswered = ending.by === 'lost';
    this.#timer.stop();
    this.#channel.dropHeldReply();
    this.#decisions.closeQuestion();
    running.removeAbortListener();
    if (!running.isAnswered && ending.by === 'lost' && ending.reason.code === 'silent') this.#answerTime.unanswered();
    // Before the caller gets the result: a repeated approval may be the very next message.
    rememberPayment(this.#history, request.command, result);
    this.#idle.isAbortUnanswered = state.abort === 'sent';
    this.#running = undefined;
    running.finish(result);
  }

  #pieceReceived(): void {
    this.#timer.atLeast(this.#timers.t3);
    this.#idle.pieceReceived(this.#timers.t3);
  }

  #noise(text: string, mayMissMessage: boolean): void {
    if (this.#running) this.#running.isNoisy ||= mayMissMessage;
    this.#channel.note(text);
  }

  #lose(reason: Reason): void {
    if (this.lost) return;
    this.lost = reason;
    this.#feed({ type: 'lineLost', reason });
    this.#idle.lost();
    this.#onLost(reason);
  }
}

function tillDecides({ onApproved, onSlip, onQuestion }: CommandRequest): TillDecides {
  return { handOver: onApproved !== undefined, slips: onSlip !== undefined, questions: onQuestion !== undefined };
}

function promptProgress(fields: Fields, charset: Charset): Progress {
  const code = fields.intermediateStatus ?? 0xff;
  const terminalText = displayText(fields, charset);
  const meaning = intermediateStatusMeaning(code);
  return {
    step: 'prompt',
    code,
    texts: intermediateStatusText(code),
    ...(meaning ? { meaning } : {}),
    ...(terminalText ? { terminalText } : {}),
  };
}

/** Stores the payment for which a repeated approval may come, and forgets a payment that the terminal no longer keeps. */
function rememberPayment(history: CommandHistory, command: PreparedCommand['command'], result: CommandResult): void {
  if (command.movesMoney && result.ending.by !== 'refusal') history.lastPayment = paymentOf(result.state);
  if (command.repeatsLastTransaction && history.context)
    history.lastPayment = keptPayment(history.lastPayment, lastTransactionOf(result, history.context()));
}

/** Without the slips: they would stay in memory until the next payment. */
function paymentOf({ approvals, handOverReply, handOver }: CommandState): LastPayment {
  return {
    handOver,
    approvals,
    ...(handOverReply ? { handOverReply } : {}),
  };
}
