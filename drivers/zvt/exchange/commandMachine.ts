/**
 * The machine of one command, from its first byte to its end, as a pure function without clock and socket (ZVT 2.1).
 * `nextStep` returns the new state and the effects, or null when the input has no meaning in this state.
 */
import { errorCode, hasData, isPositive, type Message } from '../codec/apdu.ts';
import type { Fields } from '../codec/fields.ts';
import { resultCode } from '../texts/resultCodes.ts';
import { isCertain, withReport } from './approvals.ts';
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
  approvalReceived,
  handOverDecided,
  printReceived,
  questionAnswered,
  questionReceived,
  questionReply,
  replyOverdue,
  slipDecided,
} from './pendingReplies.ts';
import { withHostCode } from './statusInformation.ts';

export function nextStep(state: CommandState, input: Input, timers: Timers): Step | null {
  if (state.phase === 'ended') return null;
  switch (input.type) {
    case 'delivered':
      return commandDelivered(state);
    case 'lineLost':
      return commandEnded(state, {
        by: 'lost',
        reason: input.reason,
        ...(state.phase === 'waitingAfterFailure' ? { afterFailure: true } : {}),
      });
    case 'abortWanted':
      return abortWanted(state);
    case 'timerExpired':
      return timerExpired(state, timers);
    case 'message':
      return messageReceived(state, input.message, timers);
    case 'handOver':
      return handOverDecided(state, input.handOver, timers);
    case 'slip':
      return slipDecided(state, input.taken, timers);
    case 'answer':
      return questionAnswered(state, input.answer, timers);
    case 'replyOverdue':
      return replyOverdue(state, timers);
  }
}

function commandDelivered(state: CommandState): Step | null {
  if (state.phase !== 'sending') return null;
  const wait: Effect = { do: 'startTimer', ms: state.answerWithin };
  return { state: { ...state, phase: 'waitingForAcknowledgement' }, effects: [wait] };
}

const isUnacknowledged = ({ phase }: CommandState): boolean =>
  phase === 'sending' || phase === 'waitingForAcknowledgement';

function messageReceived(state: CommandState, message: Message, timers: Timers): Step | null {
  const isAnswer = isPositive(message) || message.name === 'negative';
  if (isUnacknowledged(state))
    return isAnswer ? commandAnswered(state, message) : beforeAcknowledgement(state, message);
  return isAnswer ? abortAnswered(state, message) : duringCommand(state, message, timers);
}

/** 80 00 hands the control of the dialogue to the terminal; after 84 xx nothing has happened (ZVT 2.1). */
function commandAnswered(state: CommandState, message: Message): Step {
  const code = errorCode(message);
  if (code !== undefined) return commandEnded(state, { by: 'refusal', code, message });
  // A display command is answered with the pressed key: an answer without data acknowledges the abort instead.
  if (state.abort === 'sent' && !hasData(message)) return { state: { ...state, abort: 'acknowledged' }, effects: [] };
  if (state.command.endsBy === 'answer') return commandEnded(state, { by: 'answer', message });
  const accepted: CommandState = { ...state, phase: 'waitingForCompletion' };
  const wait: Effect = { do: 'startTimer', ms: state.quietTime };
  const taken: Effect = { do: 'reportProgress', progress: { step: 'accepted' } };
  if (state.abort !== 'wanted') return { state: accepted, effects: [taken, wait] };
  return { state: { ...accepted, abort: 'sent' }, effects: [taken, ...requestAbort, wait] };
}

/**
 * A message before the acknowledgement belongs to an earlier command whose till went away, and is ignored. Only 06 1E may
 * also be the answer of a locked terminal: it is kept, and ends the command when no acknowledgement follows.
 */
function beforeAcknowledgement(state: CommandState, message: Message): Step {
  const isAbort = message.name === 'abortByTerminal';
  return {
    state: isAbort ? { ...state, earlyAbort: message } : state,
    effects: [{ do: 'replyUnsolicited', message }],
  };
}

/**
 * The till wants to abort, for the first time or again after a refusal. While the command is unacknowledged no other command
 * may be sent (ZVT 2.1), and none while the terminal waits for a reply of the till. An open question is closed first.
 */
function abortWanted(state: CommandState): Step | null {
  if (state.abort !== 'none' && state.abort !== 'refused') return null;
  if (state.pendingReply === 'question') {
    const effects = [{ do: 'closeQuestion' } as const, ...questionReply(state, { kind: 'none' }), ...requestAbort];
    return { state: { ...state, pendingReply: 'nothing', abort: 'sent' }, effects };
  }
  const mayAbortEarly = state.phase === 'waitingForAcknowledgement' && state.command.abortEarly;
  if ((isUnacknowledged(state) && !mayAbortEarly) || state.pendingReply !== 'nothing')
    return { state: { ...state, abort: 'wanted' }, effects: [] };
  return { state: { ...state, abort: 'sent' }, effects: requestAbort };
}

function abortAnswered(state: CommandState, message: Message): Step | null {
  if (state.abort !== 'sent') return null;
  if (message.name !== 'negative') return { state: { ...state, abort: 'acknowledged' }, effects: [] };
  return {
    state: { ...state, abort: 'refused' },
    effects: [{ do: 'reportProgress', progress: { step: 'abortRefused' } }],
  };
}

/** A terminal that sends another message no longer waits for the pending reply. */
function duringCommand(state: CommandState, message: Message, timers: Timers): Step {
  if (state.pendingReply === 'nothing') return terminalMessage(state, message, timers);
  const step = terminalMessage({ ...state, pendingReply: 'nothing' }, message, timers);
  return state.pendingReply === 'question' ? { ...step, effects: [{ do: 'closeQuestion' }, ...step.effects] } : step;
}

function terminalMessage(state: CommandState, message: Message, timers: Timers): Step {
  switch (message.name) {
    case 'intermediateStatus':
      return intermediateStatus(state, message.fields, timers);
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
    case 'blockedListQuery': // the till keeps no list of blocked cards: 80 00 means "not blocked"
      return acknowledgeAndWait(state, [], timers);
    case 'inputRequest':
    case 'menuRequest':
    case 'graphicMenu':
      // A question after a failure may belong to a second try.
      return question({ ...state, phase: 'waitingForCompletion' }, message, timers);
    default:
      return refuseAndWait(state);
  }
}

function question(state: CommandState, message: Message, timers: Timers): Step {
  return state.tillDecides.questions ? questionReceived(state, message, timers) : refuseAndWait(state);
}

/** Refuses prints beyond the limits: a terminal whose slip never ends must not fill the memory. */
function printed(state: CommandState, message: Message, timers: Timers): Step {
  const size = state.printedBytes + message.bytes.length;
  if (size > MAX_PRINTED_BYTES || state.prints.length >= MAX_PRINTS) return refuseAndWait(state, PRINTER_NOT_READY);
  return printReceived({ ...state, prints: [...state.prints, message], printedBytes: size }, message, timers);
}

/** Prints of one command; an end-of-day has some hundred lines. */
const MAX_PRINTS = 5_000;
const MAX_PRINTED_BYTES = 4 << 20;

/**
 * 04 FF restarts T4, and may extend the quiet time by minutes until the command ends. It never shortens the time: real
 * terminals announce one minute and then wait two minutes for a PIN.
 */
function intermediateStatus(state: CommandState, fields: Fields, timers: Timers): Step {
  const minutes = Number(fields.minutes ?? 0);
  const quietTime = Math.max(state.quietTime, minutes * 60_000 || 0);
  // The prompt to remove the card leaves a failed payment failed; any other prompt may belong to a second try.
  const staysFailed = state.phase === 'waitingAfterFailure' && asksForRemoval(fields.intermediateStatus);
  const phase = staysFailed ? 'waitingAfterFailure' : 'waitingForCompletion';
  const abortAgain = mayAbortAgain(state, phase);
  const abort = abortAgain ? 'sent' : state.abort;
  return acknowledgeAndWait(
    { ...state, phase, quietTime, abort },
    [{ do: 'reportPrompt', fields }, ...(abortAgain ? requestAbort : [])],
    timers,
  );
}

/** The terminal refused an abort, and is now processing a second try or a refusal of the host: an abort may succeed. */
function mayAbortAgain({ abort, approvals }: CommandState, phase: CommandState['phase']): boolean {
  return abort === 'refused' && phase === 'waitingForCompletion' && !approvals.some(isCertain);
}

function asksForRemoval(code: number | undefined): boolean {
  return code === 0x0b || (code !== undefined && code >= 0x41 && code <= 0x5d);
}

function statusInformation(before: CommandState, message: Message, timers: Timers): Step {
  const { fields, rest, bytes } = message;
  if (before.command.noResult) {
    const wait: Effect = { do: 'startTimer', ms: before.quietTime };
    return { state: before, effects: [{ do: 'replyUnsolicited', message }, wait] };
  }
  const status = withHostCode(fields);
  const isTruncated = rest < bytes.length;
  const report = { fields: status, bytes, isTruncated };
  const approvals = withReport(before.approvals, report, before.handOverReply?.kind === 'partly');
  const state: CommandState = { ...before, status, approvals, isStatusTruncated: isTruncated };
  if (state.command.endsBy === 'status') return commandEnded(state, { by: 'status' }, [{ do: 'acknowledge' }]);
  if (status.resultCode === 0 && state.tillDecides.handOver)
    return approvalReceived({ ...state, phase: 'waitingForCompletion' }, status, timers);
  const failed =
    status.resultCode !== undefined && status.resultCode !== 0 && !resultCode(status.resultCode).mayBeTriedAgain;
  const isApproved = status.resultCode === 0 && state.command.movesMoney;
  const finishing: Effect = { do: 'reportProgress', progress: { step: 'finishing', timeout: state.quietTime } };
  return acknowledgeAndWait(
    { ...state, phase: failed ? 'waitingAfterFailure' : 'waitingForCompletion' },
    isApproved ? [finishing] : [],
    timers,
  );
}

function timerExpired(state: CommandState, timers: Timers): Step | null {
  if (state.pendingReply !== 'nothing') return replyOverdue(state, timers);
  switch (state.phase) {
    case 'waitingAfterFailure':
      return commandEnded(state, { by: 'failedStatus' });
    case 'waitingForCompletion':
      // An abort would end whatever keeps the terminal busy, which may be a payment of another till.
      if (state.command.noResult || state.command.reads) return terminalSilent(state);
      // Some terminals cannot restart T4 during PIN entry: they are asked to abort before the command is given up.
      return abortSilentTerminal(state, timers);
    default:
      return state.earlyAbort ? abortedBeforeAcknowledgement(state, state.earlyAbort) : terminalSilent(state);
  }
}

function terminalSilent(state: CommandState): Step {
  return commandEnded(state, { by: 'lost', reason: { code: 'silent', text: SILENT[state.phase] } });
}

/**
 * The terminal answered with 06 1E alone. With a code of a locked terminal it refused the command; any other 06 1E may have
 * ended an earlier payment while this one is on its way.
 */
function abortedBeforeAcknowledgement(state: CommandState, message: Message): Step {
  const code = message.fields.abortCode;
  if (!state.command.movesMoney || (code !== undefined && resultCode(code).endsNoPayment))
    return commandEnded(state, { by: 'abort', message });
  return commandEnded(state, { by: 'lost', reason: { code: 'silent', text: UNACKNOWLEDGED } });
}

const UNACKNOWLEDGED = 'the terminal answered with 06 1E only, which may have meant an earlier command';

const SILENT = {
  sending: 'the terminal does not take the command',
  waitingForAcknowledgement: 'the terminal does not answer',
  waitingForCompletion: 'the terminal does not finish',
  waitingAfterFailure: '',
  waitingForAbort: 'the terminal stopped answering',
  ended: '',
} as const;

function abortSilentTerminal(state: CommandState, timers: Timers): Step {
  const unsent = state.abort !== 'sent' && state.abort !== 'acknowledged';
  const effects: readonly Effect[] = unsent ? requestAbort : [];
  return {
    state: { ...state, phase: 'waitingForAbort', abort: unsent ? 'sent' : state.abort },
    effects: [...effects, { do: 'startTimer', ms: timers.stop }],
  };
}
