/** The state of one command, what may come in and what is to be done: the words of the machine in `session.ts`. */
import type { Answer, HandOver, Progress, Reason } from '../../terminal.ts';
import type { Message } from '../codec/apdu.ts';
import type { Fields } from '../codec/fields.ts';
import type { Command, Timers } from './commands.ts';

export interface CommandState {
  readonly command: Command;
  /**
   * `asking`: the command is on its way; `accepting`: waiting for its answer; `running`: the terminal has the word;
   * `settling`: it failed, and the terminal may or may not say so again; `stopping`: it was quiet too long and was asked to
   * abort; `over`: nothing counts any more.
   */
  readonly phase: 'asking' | 'accepting' | 'running' | 'settling' | 'stopping' | 'over';
  /** `refused`: it is wanted still, and asked for again as soon as there is reason to believe that it may be granted. */
  readonly abort: 'none' | 'wanted' | 'asked' | 'answered' | 'refused';
  /** Time granted for the answer, in milliseconds: T3, or longer when a person is asked first. */
  readonly answerWithin: number;
  /** Quiet time granted, in milliseconds; 04 FF may change it. */
  readonly quietTime: number;
  /** What the till wants to decide itself. */
  readonly tillDecides: TillDecides;
  /** What the terminal waits for while the till makes up its mind; its answer is kept back that long. */
  readonly pendingReply: 'nothing' | 'handOver' | 'slip' | 'question';
  /** Asked once for a payment: an approval that is repeated meets the same decision. */
  readonly handOver: 'unasked' | 'awaited' | HandOver;
  /** What the terminal heard about the goods. */
  readonly handOverReply?: HandOver;
  /** The last status information; it counts, earlier ones do not. */
  readonly status?: Fields;
  /** The same as it came. */
  readonly statusBytes?: Buffer;
  /** The end of that status information made no sense: what is not in it may have been there. */
  readonly isStatusTruncated?: boolean;
  readonly prints: readonly Message[];
  /** Bytes in `prints`. */
  readonly printedBytes: number;
  /** Where in `prints` the slip begins that is not complete yet. */
  readonly slipStart: number;
  /** The question that waits for its answer. */
  readonly openQuestion?: Message;
  /** Pieces of a picture that comes with the next question. */
  readonly picture: readonly Buffer[];
  /** 06 1E that came before the answer, see `beforeAnswer`. */
  readonly refusal?: Message;
}

export interface TillDecides {
  readonly handOver?: boolean;
  readonly slips?: boolean;
  readonly questions?: boolean;
}

export type Input =
  | { readonly type: 'delivered' }
  | { readonly type: 'message'; readonly message: Message }
  | { readonly type: 'quiet' } // the timer ran out
  | { readonly type: 'held' } // the other timer ran out: what is owed can be kept back no longer
  | { readonly type: 'handOver'; readonly handOver: HandOver }
  | { readonly type: 'slip'; readonly taken: boolean }
  | { readonly type: 'answer'; readonly answer: Answer }
  | { readonly type: 'abortWanted' }
  | { readonly type: 'lineLost'; readonly reason: Reason };

export type Effect =
  | { readonly do: 'acknowledge' }
  /** It belongs to an earlier command. */
  | { readonly do: 'answerLate'; readonly message: Message }
  | { readonly do: 'refuse'; readonly code: number; readonly fields?: Fields }
  | { readonly do: 'sendAbort' }
  | { readonly do: 'wait'; readonly ms: number }
  /** Keep an answer back, at most this long; any answer ends it. */
  | { readonly do: 'hold'; readonly ms: number }
  | { readonly do: 'askHandOver'; readonly status: Fields }
  | { readonly do: 'offerSlip'; readonly prints: readonly Message[] }
  | { readonly do: 'ask'; readonly message: Message; readonly picture: readonly Buffer[]; readonly patience: number }
  | { readonly do: 'reply'; readonly to: Message; readonly answer: Answer }
  | { readonly do: 'closeQuestion' }
  | { readonly do: 'tell'; readonly progress: Progress }
  | { readonly do: 'prompt'; readonly fields: Fields }
  | { readonly do: 'end'; readonly ending: Ending };

/** How a command ended on the wire; what it means for money is decided in `verdict.ts`. */
export type Ending =
  | { readonly by: 'answer'; readonly message: Message }
  | { readonly by: 'completion'; readonly message: Message }
  | { readonly by: 'status' }
  | { readonly by: 'abort'; readonly message: Message }
  | { readonly by: 'refusal'; readonly code: number; readonly message: Message }
  | { readonly by: 'failedStatus' }
  /** `settling`: it had failed, and nothing has come since that may be a second try. */
  | { readonly by: 'lost'; readonly reason: Reason; readonly settling?: true };

export interface Step {
  readonly state: CommandState;
  readonly effects: readonly Effect[];
}

/** The state of a command that was just handed to the line. `longer`: time of a person before the answer, ms. */
export function commandStarted(command: Command, timers: Timers, hears: TillDecides = {}, longer = 0): CommandState {
  return {
    command,
    phase: 'asking',
    abort: 'none',
    answerWithin: timers.t3 + longer,
    quietTime: Math.max(quietOf(command, timers), longer),
    tillDecides: { ...hears, handOver: hears.handOver === true && command.handsOver === true },
    pendingReply: 'nothing',
    handOver: 'unasked',
    prints: [],
    printedBytes: 0,
    slipStart: 0,
    picture: [],
  };
}

const quietOf = ({ patience }: Command, timers: Timers): number =>
  patience === 'read' ? Math.min(timers.read, timers.short) : timers[patience];

/** The terminal is asked to end what it does. */
export const requestAbort: readonly Effect[] = [
  { do: 'sendAbort' },
  { do: 'tell', progress: { step: 'abortRequested' } },
];

/** Acknowledged, and the quiet time starts anew. */
export function acknowledgeAndWait(state: CommandState, more: readonly Effect[], timers: Timers): Step {
  return { state, effects: [{ do: 'acknowledge' }, { do: 'wait', ms: grantedQuietTime(state, timers) }, ...more] };
}

/** Milliseconds without a sign of the terminal. */
export function grantedQuietTime(state: CommandState, timers: Timers): number {
  return state.phase === 'settling' ? timers.settle : state.quietTime;
}

/** This side cannot do it: the terminal goes on without. */
export function refuseAndWait(state: CommandState, code = FUNCTION_NOT_POSSIBLE): Step {
  const effects: readonly Effect[] = [
    { do: 'refuse', code },
    { do: 'wait', ms: state.quietTime },
  ];
  return { state, effects };
}

export const FUNCTION_NOT_POSSIBLE = 0x83;
export const PRINTER_NOT_READY = 0xcc;
export const ISSUE_FAILED = 0x66;

/** Nothing counts any more. */
export function commandEnded(state: CommandState, ending: Ending, before: readonly Effect[] = []): Step {
  return { state: { ...state, phase: 'over' }, effects: [...before, { do: 'end', ending }] };
}
