/**
 * The machine of one command, from its first byte to its end, as a pure function: no clock, no socket. `next` gives the
 * new state and what is to be done, or null when the input has no meaning in this state (it is then logged, not guessed).
 */
import type { Progress, Reason } from '../terminal.ts';
import { errorCode, isPositive, type Message } from './codec/apdu.ts';
import type { Fields } from './codec/fields.ts';
import type { Command, Timers } from './commands.ts';
import { mayBeTriedAgain } from './texts/resultCodes.ts';

export interface SessionState {
  readonly command: Command;
  /**
   * `asking`: the command is on its way; `accepting`: waiting for its answer; `running`: the terminal has the word;
   * `settling`: it failed, and the terminal may or may not say so again; `stopping`: it was quiet too long and was asked to
   * abort; `over`: nothing counts any more.
   */
  readonly phase: 'asking' | 'accepting' | 'running' | 'settling' | 'stopping' | 'over';
  readonly abort: 'none' | 'wanted' | 'asked' | 'answered';
  /** Quiet time granted, in milliseconds; 04 FF may change it. */
  readonly quiet: number;
  /** The last status information; it counts, earlier ones do not. */
  readonly status?: Fields;
  readonly prints: readonly Message[];
  /** 06 1E that came before the answer, see `beforeAnswer`. */
  readonly refusal?: Message;
}

export type Input =
  | { readonly type: 'delivered' }
  | { readonly type: 'message'; readonly message: Message }
  | { readonly type: 'quiet' } // the timer ran out
  | { readonly type: 'abortWanted' }
  | { readonly type: 'lineLost'; readonly reason: Reason };

export type Effect =
  | { readonly do: 'acknowledge' }
  | { readonly do: 'refuse'; readonly code: number }
  | { readonly do: 'sendAbort' }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'tell'; readonly progress: Progress }
  | { readonly do: 'prompt'; readonly fields: Fields }
  | { readonly do: 'end'; readonly ending: Ending };

/** How a command ended on the wire; what it means for money is decided in `verdict.ts`. */
export type Ending =
  | { readonly by: 'answer' }
  | { readonly by: 'completion'; readonly message: Message }
  | { readonly by: 'abort'; readonly message: Message }
  | { readonly by: 'refusal'; readonly code: number; readonly message: Message }
  | { readonly by: 'failedStatus' }
  | { readonly by: 'lost'; readonly reason: Reason };

export interface Step {
  readonly state: SessionState;
  readonly effects: readonly Effect[];
}

/** The state of a command that was just handed to the line. */
export function begin(command: Command, timers: Timers): SessionState {
  return { command, phase: 'asking', abort: 'none', quiet: timers[command.patience], prints: [] };
}

export function next(state: SessionState, input: Input, timers: Timers): Step | null {
  if (state.phase === 'over') return null;
  switch (input.type) {
    case 'delivered':
      return state.phase === 'asking'
        ? { state: { ...state, phase: 'accepting' }, effects: [{ do: 'wait', ms: timers.t3 }] }
        : null;
    case 'lineLost':
      return over(state, { by: 'lost', reason: input.reason });
    case 'abortWanted':
      return abortWanted(state);
    case 'quiet':
      return ranOut(state, timers);
    case 'message':
      return message(state, input.message, timers);
  }
}

function message(state: SessionState, message: Message, timers: Timers): Step | null {
  const answer = isPositive(message) || message.name === 'negative';
  const accepted = state.phase !== 'asking' && state.phase !== 'accepting';
  if (answer) return accepted ? abortAnswered(state, message) : commandAnswered(state, message);
  return accepted ? whileRunning(state, message, timers) : beforeAnswer(state, message);
}

/** 80 00 gives the word to the terminal; 84 xx means that nothing happened (ZVT 2.1). */
function commandAnswered(state: SessionState, message: Message): Step {
  const code = errorCode(message);
  if (code !== undefined) return over(state, { by: 'refusal', code, message });
  if (state.command.endsBy === 'answer') return over(state, { by: 'answer' });
  const wait: Effect = { do: 'wait', ms: state.quiet };
  if (state.abort !== 'wanted') return { state: { ...state, phase: 'running' }, effects: [wait] };
  return { state: { ...state, phase: 'running', abort: 'asked' }, effects: [...sendAbort, wait] };
}

/**
 * What comes before our answer belongs to an earlier command whose till went away: it is acknowledged, so that the terminal
 * gets on, and does not count. Only 06 1E may also be the answer of a locked terminal: it counts when no other one follows.
 */
function beforeAnswer(state: SessionState, message: Message): Step {
  const refused = message.name === 'abortByTerminal';
  return { state: refused ? { ...state, refusal: message } : state, effects: [{ do: 'acknowledge' }] };
}

const sendAbort: readonly Effect[] = [{ do: 'sendAbort' }, { do: 'tell', progress: { step: 'abortRequested' } }];

/** Aborting is a request; while the command has no answer yet, no other command may be sent (ZVT 2.1). */
function abortWanted(state: SessionState): Step | null {
  if (state.abort !== 'none') return null;
  if (state.phase === 'asking' || state.phase === 'accepting')
    return { state: { ...state, abort: 'wanted' }, effects: [] };
  return { state: { ...state, abort: 'asked' }, effects: sendAbort };
}

function abortAnswered(state: SessionState, message: Message): Step | null {
  if (state.abort !== 'asked') return null;
  const refused: Effect[] = message.name === 'negative' ? [{ do: 'tell', progress: { step: 'abortRefused' } }] : [];
  return { state: { ...state, abort: 'answered' }, effects: refused };
}

function whileRunning(state: SessionState, message: Message, timers: Timers): Step {
  switch (message.name) {
    case 'intermediateStatus':
      return intermediate(state, message.fields, timers);
    case 'statusInformation':
      return statusInformation(state, message.fields, timers);
    case 'printLine':
    case 'printTextBlock':
      return goOn({ ...state, prints: [...state.prints, message] }, [], timers);
    case 'completion':
      return over(state, { by: 'completion', message }, [{ do: 'acknowledge' }]);
    case 'abortByTerminal':
      return over(state, { by: 'abort', message }, [{ do: 'acknowledge' }]);
    case 'setDateTime':
    case 'blockedListQuery':
      return goOn(state, [], timers);
    default:
      return {
        state,
        effects: [
          { do: 'refuse', code: 0x83 },
          { do: 'wait', ms: state.quiet },
        ],
      };
  }
}

/**
 * A sign of life: T4 starts anew, and the terminal may ask for more minutes until the sequence ends. Fewer are not granted:
 * real terminals announce one minute and then wait two for a PIN.
 */
function intermediate(state: SessionState, fields: Fields, timers: Timers): Step {
  const minutes = Number(fields.minutes ?? 0);
  const quiet = Math.max(state.quiet, minutes * 60_000 || 0);
  // A failed payment whose card is still to be removed stays failed; any other prompt may be a second try.
  const settled = state.phase === 'settling' && asksForRemoval(fields.intermediateStatus);
  return goOn({ ...state, phase: settled ? 'settling' : 'running', quiet }, [{ do: 'prompt', fields }], timers);
}

function asksForRemoval(code: number | undefined): boolean {
  return code === 0x0b || (code !== undefined && code >= 0x41 && code <= 0x5d);
}

function statusInformation(state: SessionState, status: Fields, timers: Timers): Step {
  const failed = status.resultCode !== undefined && status.resultCode !== 0 && !mayBeTriedAgain(status.resultCode);
  return goOn({ ...state, status, phase: failed ? 'settling' : 'running' }, [], timers);
}

function goOn(state: SessionState, more: readonly Effect[], timers: Timers): Step {
  const ms = state.phase === 'settling' ? timers.settle : state.quiet;
  return { state, effects: [{ do: 'acknowledge' }, { do: 'wait', ms }, ...more] };
}

function ranOut(state: SessionState, timers: Timers): Step {
  switch (state.phase) {
    case 'settling':
      return over(state, { by: 'failedStatus' });
    case 'running':
      // During PIN entry some terminals cannot restart T4: ask them to end it before giving up.
      return stop(state, timers);
    default:
      if (state.refusal) return over(state, { by: 'abort', message: state.refusal });
      return over(state, { by: 'lost', reason: { code: 'silent', text: SILENT[state.phase] } });
  }
}

const SILENT = {
  asking: 'the terminal does not take the command',
  accepting: 'the terminal does not answer',
  stopping: 'the terminal stopped answering',
  over: '',
} as const;

function stop(state: SessionState, timers: Timers): Step {
  const effects: readonly Effect[] = state.abort === 'none' ? sendAbort : [];
  return {
    state: { ...state, phase: 'stopping', abort: state.abort === 'none' ? 'asked' : state.abort },
    effects: [...effects, { do: 'wait', ms: timers.stop }],
  };
}

function over(state: SessionState, ending: Ending, before: readonly Effect[] = []): Step {
  return { state: { ...state, phase: 'over' }, effects: [...before, { do: 'end', ending }] };
}
