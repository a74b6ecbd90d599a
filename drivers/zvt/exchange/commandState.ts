/** State, inputs and effects of the command machine (`commandMachine.ts`), and the steps that several of its inputs share. */
import type { Answer, HandOver, Progress, Reason } from '../../terminal.ts';
import type { Message } from '../codec/apdu.ts';
import type { Fields } from '../codec/fields.ts';
import type { Approval } from './approvals.ts';
import type { Command, Timers } from './commands.ts';

export interface CommandState {
  readonly command: Command;
  /**
   * - `sending`: the line carries the command to the terminal.
   * - `waitingForAcknowledgement`: the terminal has the command and owes 80 00 or 84 xx.
   * - `waitingForCompletion`: the terminal works and sends 04 0F, 04 FF and prints; 06 0F or 06 1E ends the command.
   * - `waitingAfterFailure`: a status information (04 0F) reported a failure; some terminals send nothing after it.
   * - `waitingForAbort`: the terminal was quiet for too long and was asked to abort (06 B0).
   * - `ended`: every further input is ignored.
   */
  readonly phase:
    | 'sending'
    | 'waitingForAcknowledgement'
    | 'waitingForCompletion'
    | 'waitingAfterFailure'
    | 'waitingForAbort'
    | 'ended';
  /**
   * - `wanted`: the till wants to abort, but the protocol does not allow 06 B0 yet.
   * - `sent`: 06 B0 is on its way.
   * - `acknowledged`: the terminal took the abort.
   * - `refused`: the terminal refused the abort; it is sent again when a later status makes success likely.
   */
  readonly abort: 'none' | 'wanted' | 'sent' | 'acknowledged' | 'refused';
  /** Milliseconds until the terminal must answer the command: T3, or longer when a person is asked first. */
  readonly answerWithin: number;
  /** Milliseconds the terminal may be quiet; 04 FF can extend them. */
  readonly quietTime: number;
  /** Decisions that the till has asked to make during this command. */
  readonly tillDecides: TillDecides;
  /** Message of the terminal that waits for a decision of the till; the reply to it is held back. */
  readonly pendingReply: 'nothing' | 'handOver' | 'slip' | 'question';
  /** Decision about the goods. The till is asked once a payment: a repeated approval gets the same decision. */
  readonly handOver: 'notAsked' | 'awaited' | HandOver;
  /** Decision about the goods that the terminal has been sent. */
  readonly handOverReply?: HandOver;
  /** Fields of the last status information (04 0F). */
  readonly status?: Fields;
  /** The end of that status information could not be decoded: a field that is absent may have been sent. */
  readonly isStatusTruncated?: boolean;
  /** Every approval that was reported, in the order of its first report: a later failure does not take it away. */
  readonly approvals: readonly Approval[];
  readonly prints: readonly Message[];
  /** Bytes in `prints`. */
  readonly printedBytes: number;
  /** Index in `prints` at which the current, incomplete slip begins. */
  readonly slipStart: number;
  /** The question that waits for the cashier's answer. */
  readonly openQuestion?: Message;
  /** Pieces received so far of the picture that belongs to the next question. */
  readonly picture: readonly Buffer[];
  /** 06 1E that came before the acknowledgement; see `beforeAcknowledgement`. */
  readonly earlyAbort?: Message;
}

export interface TillDecides {
  readonly handOver?: boolean;
  readonly slips?: boolean;
  readonly questions?: boolean;
}

export type Input =
  | { readonly type: 'delivered' }
  | { readonly type: 'message'; readonly message: Message }
  | { readonly type: 'timerExpired' }
  /** The pending reply cannot be held back any longer. */
  | { readonly type: 'replyOverdue' }
  | { readonly type: 'handOver'; readonly handOver: HandOver }
  | { readonly type: 'slip'; readonly taken: boolean }
  | { readonly type: 'answer'; readonly answer: Answer }
  | { readonly type: 'abortWanted' }
  | { readonly type: 'lineLost'; readonly reason: Reason };

export type Effect =
  | { readonly do: 'acknowledge' }
  /** Reply to a message that belongs to an earlier command. */
  | { readonly do: 'replyUnsolicited'; readonly message: Message }
  | { readonly do: 'refuse'; readonly code: number; readonly fields?: Fields }
  | { readonly do: 'sendAbort' }
  | { readonly do: 'startTimer'; readonly ms: number }
  /** Hold the reply back for at most `ms`; sending any reply ends the hold. */
  | { readonly do: 'holdReply'; readonly ms: number }
  | { readonly do: 'askHandOver'; readonly status: Fields }
  | { readonly do: 'offerSlip'; readonly prints: readonly Message[] }
  | {
      readonly do: 'askQuestion';
      readonly message: Message;
      readonly picture: readonly Buffer[];
      /** Milliseconds. */
      readonly timeout: number;
    }
  | { readonly do: 'answerQuestion'; readonly question: Message; readonly answer: Answer }
  | { readonly do: 'closeQuestion' }
  | { readonly do: 'reportProgress'; readonly progress: Progress }
  | { readonly do: 'reportPrompt'; readonly fields: Fields }
  | { readonly do: 'end'; readonly ending: Ending };

/** How a command ended on the wire. `outcome.ts` decides what that means for money. */
export type Ending =
  | { readonly by: 'answer'; readonly message: Message }
  | { readonly by: 'completion'; readonly message: Message }
  | { readonly by: 'status' }
  | { readonly by: 'abort'; readonly message: Message }
  | { readonly by: 'refusal'; readonly code: number; readonly message: Message }
  | { readonly by: 'failedStatus' }
  /** `afterFailure`: the terminal had reported a failure and no sign of a second try since. */
  | { readonly by: 'lost'; readonly reason: Reason; readonly afterFailure?: true };

export interface Step {
  readonly state: CommandState;
  readonly effects: readonly Effect[];
}

/** State of a command that was just handed to the line. `personTime`: milliseconds a person may take before the answer. */
export function commandStarted(
  command: Command,
  timers: Timers,
  tillDecides: TillDecides = {},
  personTime = 0,
): CommandState {
  return {
    command,
    phase: 'sending',
    abort: 'none',
    answerWithin: timers.t3 + personTime,
    quietTime: Math.max(initialQuietTime(command, timers), personTime),
    tillDecides: { ...tillDecides, handOver: tillDecides.handOver === true && command.handsOver === true },
    pendingReply: 'nothing',
    handOver: 'notAsked',
    approvals: [],
    prints: [],
    printedBytes: 0,
    slipStart: 0,
    picture: [],
  };
}

const initialQuietTime = ({ quietTimer }: Command, timers: Timers): number =>
  quietTimer === 'read' ? Math.min(timers.read, timers.short) : timers[quietTimer];

/** Asks the terminal to end the command (06 B0). */
export const requestAbort: readonly Effect[] = [
  { do: 'sendAbort' },
  { do: 'reportProgress', progress: { step: 'abortRequested' } },
];

/** Acknowledges the message and starts the quiet timer anew. */
export function acknowledgeAndWait(state: CommandState, more: readonly Effect[], timers: Timers): Step {
  return {
    state,
    effects: [{ do: 'acknowledge' }, { do: 'startTimer', ms: grantedQuietTime(state, timers) }, ...more],
  };
}

/** Milliseconds the terminal may be quiet in this phase. */
export function grantedQuietTime(state: CommandState, timers: Timers): number {
  return state.phase === 'waitingAfterFailure' ? timers.settle : state.quietTime;
}

/** Refuses a message that the till cannot process; the terminal goes on without it. */
export function refuseAndWait(state: CommandState, code = FUNCTION_NOT_POSSIBLE): Step {
  const effects: readonly Effect[] = [
    { do: 'refuse', code },
    { do: 'startTimer', ms: state.quietTime },
  ];
  return { state, effects };
}

export const FUNCTION_NOT_POSSIBLE = 0x83;
export const PRINTER_NOT_READY = 0xcc;
export const ISSUE_FAILED = 0x66;

/** Ends the command; further inputs are ignored. */
export function commandEnded(state: CommandState, ending: Ending, before: readonly Effect[] = []): Step {
  return { state: { ...state, phase: 'ended' }, effects: [...before, { do: 'end', ending }] };
}
