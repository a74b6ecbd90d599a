/**
 * The machine of one command, from its first byte to its end, as a pure function: no clock, no socket. `next` gives the
 * new state and what is to be done, or null when the input has no meaning in this state (it is then logged, not guessed).
 */
import { errorCode, hasData, isPositive, type Message } from '../codec/apdu.ts';
import type { Fields } from '../codec/fields.ts';
import { isLock, mayBeTriedAgain } from '../texts/resultCodes.ts';
import {
  acknowledgeAndWait,
  type CommandState,
  commandEnded,
  type Effect,
  type Input,
  PRINTER_NOT_READY,
  refuseAndWait,
  requestAbort,
  type Step,
} from './commandState.ts';
import type { Timers } from './commands.ts';
import {
  questionAnswered as answerQuestion,
  approvalReceived,
  handOverDecided,
  printReceived,
  questionReceived,
  questionReply,
  replyOverdue,
  slipDecided,
} from './pendingReplies.ts';
import { withHostCode } from './statusInformation.ts';

export function nextStep(state: CommandState, input: Input, timers: Timers): Step | null {
  if (state.phase === 'over') return null;
  switch (input.type) {
    case 'delivered':
      return state.phase === 'asking'
        ? { state: { ...state, phase: 'accepting' }, effects: [{ do: 'wait', ms: state.answerWithin }] }
        : null;
    case 'lineLost':
      return commandEnded(state, {
        by: 'lost',
        reason: input.reason,
        ...(state.phase === 'settling' ? { settling: true } : {}),
      });
    case 'abortWanted':
      return abortWanted(state);
    case 'quiet':
      return ranOut(state, timers);
    case 'message':
      return message(state, input.message, timers);
    case 'handOver':
      return handOverDecided(state, input.handOver, timers);
    case 'slip':
      return slipDecided(state, input.taken, timers);
    case 'answer':
      return answerQuestion(state, input.answer, timers);
    case 'held':
      return replyOverdue(state, timers);
  }
}

function message(state: CommandState, message: Message, timers: Timers): Step | null {
  const answer = isPositive(message) || message.name === 'negative';
  const accepted = state.phase !== 'asking' && state.phase !== 'accepting';
  if (answer) return accepted ? abortAnswered(state, message) : commandAnswered(state, message);
  return accepted ? whileRunning(state, message, timers) : beforeAnswer(state, message);
}

/** 80 00 gives the word to the terminal; 84 xx means that nothing happened (ZVT 2.1). */
function commandAnswered(state: CommandState, message: Message): Step {
  const code = errorCode(message);
  if (code !== undefined) return commandEnded(state, { by: 'refusal', code, message });
  // A display waits for its key: an answer without one is the answer to the abort.
  if (state.abort === 'asked' && !hasData(message)) return { state: { ...state, abort: 'answered' }, effects: [] };
  if (state.command.endsBy === 'answer') return commandEnded(state, { by: 'answer', message });
  const wait: Effect = { do: 'wait', ms: state.quietTime };
  if (state.abort !== 'wanted') return { state: { ...state, phase: 'running' }, effects: [wait] };
  return { state: { ...state, phase: 'running', abort: 'asked' }, effects: [...requestAbort, wait] };
}

/**
 * What comes before our answer belongs to an earlier command whose till went away, and does not count. Only 06 1E may also
 * be the answer of a locked terminal: it counts when no other one follows.
 */
function beforeAnswer(state: CommandState, message: Message): Step {
  const refused = message.name === 'abortByTerminal';
  return { state: refused ? { ...state, refusal: message } : state, effects: [{ do: 'answerLate', message }] };
}

/**
 * Aborting is a request, also once more where it was refused; while the command has no answer yet, no other command may be
 * sent (ZVT 2.1), and none while the terminal waits for ours. A question is closed by it.
 */
function abortWanted(state: CommandState): Step | null {
  if (state.abort !== 'none' && state.abort !== 'refused') return null;
  if (state.pendingReply === 'question') {
    const effects = [{ do: 'closeQuestion' } as const, ...questionReply(state, { kind: 'none' }), ...requestAbort];
    return { state: { ...state, pendingReply: 'nothing', abort: 'asked' }, effects };
  }
  const early = state.phase === 'accepting' && state.command.abortEarly;
  const unanswered = state.phase === 'asking' || state.phase === 'accepting';
  if ((unanswered && !early) || state.pendingReply !== 'nothing')
    return { state: { ...state, abort: 'wanted' }, effects: [] };
  return { state: { ...state, abort: 'asked' }, effects: requestAbort };
}

function abortAnswered(state: CommandState, message: Message): Step | null {
  if (state.abort !== 'asked') return null;
  if (message.name !== 'negative') return { state: { ...state, abort: 'answered' }, effects: [] };
  return { state: { ...state, abort: 'refused' }, effects: [{ do: 'tell', progress: { step: 'abortRefused' } }] };
}

/** A terminal that goes on although it waits for an answer waits no longer. */
function whileRunning(waiting: CommandState, message: Message, timers: Timers): Step {
  if (waiting.pendingReply === 'nothing') return heard(waiting, message, timers);
  const step = heard({ ...waiting, pendingReply: 'nothing' }, message, timers);
  return waiting.pendingReply === 'question' ? { ...step, effects: [{ do: 'closeQuestion' }, ...step.effects] } : step;
}

function heard(state: CommandState, message: Message, timers: Timers): Step {
  switch (message.name) {
    case 'intermediateStatus':
      return intermediate(state, message.fields, timers);
    case 'statusInformation':
      return statusInformation(state, message, timers);
    case 'printLine':
    case 'printTextBlock':
      return printed(state, message, timers);
    case 'completion':
      return commandEnded(state, { by: 'completion', message }, [{ do: 'acknowledge' }]);
    case 'abortByTerminal':
      return commandEnded(state, { by: 'abort', message }, [{ do: 'acknowledge' }]);
    case 'setDateTime':
    case 'blockedListQuery': // no list of blocked cards is kept here: not blocked
      return acknowledgeAndWait(state, [], timers);
    case 'inputRequest':
    case 'menuRequest':
    case 'graphicMenu':
      return asked({ ...state, phase: 'running' }, message, timers); // a question may be a second try
    default:
      return refuseAndWait(state);
  }
}

function asked(state: CommandState, message: Message, timers: Timers): Step {
  return state.tillDecides.questions ? questionReceived(state, message, timers) : refuseAndWait(state);
}

/** What no slip has any use for is refused: a terminal that never ends one must not fill the memory. */
function printed(state: CommandState, message: Message, timers: Timers): Step {
  const size = state.printedBytes + message.bytes.length;
  if (size > MOST_PRINTED || state.prints.length >= MOST_PRINTS) return refuseAndWait(state, PRINTER_NOT_READY);
  return printReceived({ ...state, prints: [...state.prints, message], printedBytes: size }, message, timers);
}

/** Of one command: an end-of-day may print some hundred lines. */
const MOST_PRINTS = 5_000;
const MOST_PRINTED = 4 << 20;

/**
 * A sign of life: T4 starts anew, and the terminal may ask for more minutes until the sequence ends. Fewer are not granted:
 * real terminals announce one minute and then wait two for a PIN.
 */
function intermediate(state: CommandState, fields: Fields, timers: Timers): Step {
  const minutes = Number(fields.minutes ?? 0);
  const quiet = Math.max(state.quietTime, minutes * 60_000 || 0);
  // A failed payment whose card is still to be removed stays failed; any other prompt may be a second try.
  const settled = state.phase === 'settling' && asksForRemoval(fields.intermediateStatus);
  const phase = settled ? 'settling' : 'running';
  const again = mayStopNow(state, phase);
  const abort = again ? 'asked' : state.abort;
  return acknowledgeAndWait(
    { ...state, phase, quietTime: quiet, abort },
    [{ do: 'prompt', fields }, ...(again ? requestAbort : [])],
    timers,
  );
}

/** It was too late for the abort, and is not any more: the host said no, or the customer tries again. */
function mayStopNow({ abort, status }: CommandState, phase: CommandState['phase']): boolean {
  return abort === 'refused' && phase === 'running' && status?.resultCode !== 0;
}

function asksForRemoval(code: number | undefined): boolean {
  return code === 0x0b || (code !== undefined && code >= 0x41 && code <= 0x5d);
}

function statusInformation(before: CommandState, message: Message, timers: Timers): Step {
  const { fields, rest, bytes } = message;
  if (before.command.noResult) {
    const wait: Effect = { do: 'wait', ms: before.quietTime };
    return { state: before, effects: [{ do: 'answerLate', message }, wait] };
  }
  const status = withHostCode(fields);
  const state: CommandState = { ...before, status, statusBytes: bytes, isStatusTruncated: rest < bytes.length };
  if (state.command.endsBy === 'status') return commandEnded(state, { by: 'status' }, [{ do: 'acknowledge' }]);
  if (status.resultCode === 0 && state.tillDecides.handOver)
    return approvalReceived({ ...state, phase: 'running' }, status, timers);
  const failed = status.resultCode !== undefined && status.resultCode !== 0 && !mayBeTriedAgain(status.resultCode);
  const isApproved = status.resultCode === 0 && state.command.movesMoney;
  const finishing: Effect = { do: 'tell', progress: { step: 'finishing', timeout: state.quietTime } };
  return acknowledgeAndWait(
    { ...state, phase: failed ? 'settling' : 'running' },
    isApproved ? [finishing] : [],
    timers,
  );
}

function ranOut(state: CommandState, timers: Timers): Step | null {
  if (state.pendingReply !== 'nothing') return replyOverdue(state, timers);
  switch (state.phase) {
    case 'settling':
      return commandEnded(state, { by: 'failedStatus' });
    case 'running':
      // An abort would end what the terminal is busy with, which may be somebody else's payment.
      if (state.command.noResult || state.command.reads) return silent(state);
      // During PIN entry some terminals cannot restart T4: ask them to end it before giving up.
      return stop(state, timers);
    default:
      return state.refusal ? refusedAtMost(state, state.refusal) : silent(state);
  }
}

function silent(state: CommandState): Step {
  return commandEnded(state, { by: 'lost', reason: { code: 'silent', text: SILENT[state.phase] } });
}

/** A locked terminal says so with its code. Any other 06 1E may have ended an earlier payment, while this one is on its way. */
function refusedAtMost(state: CommandState, message: Message): Step {
  const code = message.fields.abortCode;
  if (!state.command.movesMoney || (code !== undefined && isLock(code)))
    return commandEnded(state, { by: 'abort', message });
  return commandEnded(state, { by: 'lost', reason: { code: 'silent', text: UNANSWERED } });
}

const UNANSWERED = 'the terminal answered with 06 1E only, which may have meant an earlier command';

const SILENT = {
  asking: 'the terminal does not take the command',
  accepting: 'the terminal does not answer',
  running: 'the terminal does not finish',
  settling: '',
  stopping: 'the terminal stopped answering',
  over: '',
} as const;

function stop(state: CommandState, timers: Timers): Step {
  const unsent = state.abort !== 'asked' && state.abort !== 'answered';
  const effects: readonly Effect[] = unsent ? requestAbort : [];
  return {
    state: { ...state, phase: 'stopping', abort: unsent ? 'asked' : state.abort },
    effects: [...effects, { do: 'wait', ms: timers.stop }],
  };
}
