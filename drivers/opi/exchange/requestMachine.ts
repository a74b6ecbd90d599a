/**
 * The machine of one request on channel 0, from its last byte to its end, as a pure function: no clock, no socket.
 * `nextStep` gives the new state and the effects, or null when the input has no meaning in this state (it is then logged).
 */
import type { Progress, Reason } from '../../terminal.ts';
import { attributeOf, type Element } from '../codec/element.ts';
import { answerName, headOf, requestIdIn, withoutZeros } from '../codec/messages.ts';
import { ABORT, type Request, type Timers } from './requests.ts';

export interface RequestState {
  readonly request: Request;
  readonly requestId: string;
  /** `aborting`: the terminal was asked to give the request up. */
  readonly phase: 'waitingForAnswer' | 'aborting';
  /** The terminal has accepted the abort: it waits for nobody any more, so it answers soon. */
  readonly isAbortAccepted?: boolean;
  /** An unreadable message came, which may have been the answer. */
  readonly garbled: boolean;
}

export type Input =
  | { readonly type: 'answer'; readonly message: Element }
  | { readonly type: 'garbled' }
  /** Channel 1 spoke; `questionTime` is how long it will be silent for a question it asked, ms. */
  | { readonly type: 'signOfLife'; readonly questionTime?: number }
  | { readonly type: 'abortWanted' }
  | { readonly type: 'quiet' }
  | { readonly type: 'lost'; readonly reason: Reason };

export type Ending =
  | { readonly by: 'answer'; readonly message: Element }
  | { readonly by: 'lost'; readonly reason: Reason };

export type Effect =
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'abort' }
  | { readonly do: 'tell'; readonly progress: Progress }
  | { readonly do: 'end'; readonly ending: Ending };

export interface Step {
  readonly state: RequestState;
  readonly effects: readonly Effect[];
}

/** The step after the request was handed to the line. */
export function requestStarted(request: Request, requestId: string, timers: Timers): Step {
  const state = { request, requestId, phase: 'waitingForAnswer', garbled: false } as const;
  return { state, effects: [{ do: 'tell', progress: { step: 'sent' } }, wait(timers[request.timeout])] };
}

export function nextStep(state: RequestState, input: Input, timers: Timers): Step | null {
  switch (input.type) {
    case 'answer':
      return answered(state, input.message, timers);
    case 'garbled':
      return { state: { ...state, garbled: true }, effects: [wait(timers.settle)] };
    case 'signOfLife':
      if (state.garbled) return null;
      return { state, effects: [wait(quietTime(state, timers) + (input.questionTime ?? 0))] };
    case 'abortWanted':
      if (!state.request.money || state.phase === 'aborting') return null;
      return { state: { ...state, phase: 'aborting' }, effects: STOP };
    case 'quiet':
      return quiet(state, timers);
    case 'lost':
      return ended(state, { by: 'lost', reason: input.reason });
  }
}

const quietTime = ({ isAbortAccepted, request }: RequestState, timers: Timers): number =>
  isAbortAccepted ? timers.stop : timers[request.timeout];

const STOP: readonly Effect[] = [{ do: 'abort' }, { do: 'tell', progress: { step: 'abortRequested' } }];
const GARBLED: Reason = { code: 'garbled', text: 'an answer that could not be read' };
const SILENT: Reason = { code: 'silent', text: 'the terminal did not answer' };

/** Only the answer to this very request ends it: the late answer to an earlier request says nothing about it. */
function answered(state: RequestState, message: Element, timers: Timers): Step | null {
  if (!isNamed(state, message)) return null;
  if (headOf(message).requestType === ABORT.type && state.phase === 'aborting')
    return abortAnswered(state, message, timers);
  return answers(state, message) ? ended(state, { by: 'answer', message }) : null;
}

const isNamed = ({ requestId }: RequestState, message: Element): boolean =>
  requestIdIn(message, 'RequestID') === withoutZeros(requestId);

/** True for an answer of the right kind, with the RequestID and the RequestType of this request. */
export const answers = (state: RequestState, message: Element): boolean =>
  isNamed(state, message) &&
  message.name === answerName(state.request.message) &&
  headOf(message).requestType === state.request.type;

/** The answer to the abort ends nothing: the request goes on until it is answered itself. */
function abortAnswered(state: RequestState, message: Element, timers: Timers): Step {
  if (attributeOf(message, 'OverallResult') !== 'Success')
    return { state, effects: [{ do: 'tell', progress: { step: 'abortRefused' } }] };
  return { state: { ...state, isAbortAccepted: true }, effects: [wait(timers.stop)] };
}

function quiet(state: RequestState, timers: Timers): Step {
  if (state.garbled) return ended(state, { by: 'lost', reason: GARBLED });
  if (!state.request.money || state.phase === 'aborting') return ended(state, { by: 'lost', reason: SILENT });
  return { state: { ...state, phase: 'aborting' }, effects: [...STOP, wait(timers.stop)] };
}

function ended(state: RequestState, ending: Ending): Step {
  return { state, effects: [{ do: 'end', ending }] };
}

function wait(ms: number): Effect {
  return { do: 'wait', ms };
}
