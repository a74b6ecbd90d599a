/**
 * Messages of the terminal whose reply waits for a decision of the till: an approval (the goods), the end of a slip, a
 * question to the cashier. Pure functions of the command machine.
 */
import type { Answer, HandOver } from '../../terminal.ts';
import type { Message } from '../codec/apdu.ts';
import type { Fields } from '../codec/fields.ts';
import {
  acknowledgeAndWait,
  type CommandState,
  type Effect,
  grantedQuietTime,
  ISSUE_FAILED,
  PRINTER_NOT_READY,
  refuseAndWait,
  requestAbort,
  type Step,
} from './commandState.ts';
import type { Timers } from './commands.ts';
import { hasMorePieces, terminalTimeout, withPiece } from './questions.ts';
import { finishesSlip } from './receipts.ts';

/** The acknowledgement of an approval states that the goods are handed over, so it waits for the till (ZVT 04 0F). */
export function approvalReceived(state: CommandState, status: Fields, timers: Timers): Step {
  const { handOver } = state;
  if (handOver !== 'notAsked' && handOver !== 'awaited') return sendHandOverReply(state, handOver, timers);
  const ask: readonly Effect[] = handOver === 'notAsked' ? [{ do: 'askHandOver', status }] : [];
  return holdReply({ ...state, pendingReply: 'handOver', handOver: 'awaited' }, timers.hold, ask);
}

/** The till has decided. When the terminal no longer waits, its next repetition of the approval gets the decision. */
export function handOverDecided(state: CommandState, handOver: HandOver, timers: Timers): Step | null {
  if (state.handOver !== 'awaited') return null;
  const decided = { ...state, handOver };
  return state.pendingReply === 'handOver'
    ? sendHandOverReply(decided, handOver, timers)
    : { state: decided, effects: [] };
}

/** After a partial hand-over the terminal books the smaller amount; the status of the command says so as well. */
function sendHandOverReply(state: CommandState, handOver: HandOver, timers: Timers): Step {
  const replied = { ...state, handOverReply: handOver };
  const reply = handOverReplyTo(handOver, state.status);
  const isPartial = reply.do === 'refuse' && reply.fields !== undefined;
  return sendReply(isPartial ? withAmount(replied, reply.fields) : replied, [reply], timers);
}

const withAmount = (state: CommandState, amount: Fields): CommandState => ({
  ...state,
  status: { ...state.status, ...amount },
  approvals: state.approvals.map(approval => ({ ...approval, fields: { ...approval.fields, ...amount } })),
});

/** The reply that tells the terminal about the goods of an approval with this status information. */
export function handOverReplyTo(
  handOver: HandOver,
  status: Fields | undefined,
): Extract<Effect, { do: 'acknowledge' | 'refuse' }> {
  if (handOver.kind === 'failed') return { do: 'refuse', code: ISSUE_FAILED };
  if (handOver.kind === 'done' || status?.amount === handOver.amount) return { do: 'acknowledge' };
  return { do: 'refuse', code: ISSUED_IN_PART, fields: { amount: handOver.amount } };
}

/** A printed line or block. The end of a slip is acknowledged only after the till has stored the slip. */
export function printReceived(state: CommandState, message: Message, timers: Timers): Step {
  if (!state.tillDecides.slips || !finishesSlip(message)) return acknowledgeAndWait(state, [], timers);
  const prints = state.prints.slice(state.slipStart);
  const offered = { ...state, pendingReply: 'slip', slipStart: state.prints.length } as const;
  return holdReply(offered, timers.hold, [{ do: 'offerSlip', prints }]);
}

/** The till has stored the slip, or cannot. */
export function slipDecided(state: CommandState, taken: boolean, timers: Timers): Step | null {
  return state.pendingReply === 'slip' ? sendReply(state, slipReply(taken), timers) : null;
}

function slipReply(taken: boolean): readonly Effect[] {
  return taken ? [{ do: 'acknowledge' }] : [{ do: 'refuse', code: PRINTER_NOT_READY }];
}

/** Acknowledges the pieces of a picture, and asks the cashier when the last piece has come. */
export function questionReceived(state: CommandState, message: Message, timers: Timers): Step {
  const picture = withPiece(state.picture, message);
  if (!picture) return refuseAndWait({ ...state, picture: [] });
  if (hasMorePieces(message)) return acknowledgeAndWait({ ...state, picture }, [], timers);
  const timeout = questionTimeout(message, timers);
  const open = { ...state, pendingReply: 'question', openQuestion: message, picture: [] } as const;
  return holdReply(open, timeout, [{ do: 'askQuestion', message, picture, timeout }]);
}

/** Milliseconds for the cashier: the terminal's own timeout, less the time the answer needs to reach the terminal. */
function questionTimeout(message: Message, timers: Timers): number {
  const timeout = terminalTimeout(message);
  return timeout === undefined ? timers.hold : timeout - Math.min(2_000, timeout / 5);
}

/** The effect that sends the cashier's answer to the terminal. */
export function questionReply(state: CommandState, answer: Answer): readonly Effect[] {
  return state.openQuestion ? [{ do: 'answerQuestion', question: state.openQuestion, answer }] : [];
}

/** The cashier has answered. An answer that comes too late is ignored. */
export function questionAnswered(state: CommandState, answer: Answer, timers: Timers): Step | null {
  return state.pendingReply === 'question' ? sendReply(state, questionReply(state, answer), timers) : null;
}

/** The reply can be held back no longer: the terminal would take the line for dead. */
export function replyOverdue(state: CommandState, timers: Timers): Step | null {
  switch (state.pendingReply) {
    case 'handOver':
      return sendReply(state, [{ do: 'refuse', code: PLEASE_WAIT }], timers);
    case 'slip':
      return sendReply(state, slipReply(false), timers);
    case 'question':
      return sendReply(state, [{ do: 'closeQuestion' }, ...questionReply(state, { kind: 'none' })], timers);
    case 'nothing':
      return null;
  }
}

function holdReply(state: CommandState, ms: number, ask: readonly Effect[]): Step {
  return { state, effects: [{ do: 'startTimer', ms: state.quietTime + ms }, { do: 'holdReply', ms }, ...ask] };
}

/** Sends the pending reply, and after it the abort that had to wait for the reply. */
function sendReply(state: CommandState, reply: readonly Effect[], timers: Timers): Step {
  const wait: Effect = { do: 'startTimer', ms: grantedQuietTime(state, timers) };
  // After the reply about the goods the payment can no longer be aborted.
  if (state.abort !== 'wanted' || state.handOverReply)
    return { state: { ...state, pendingReply: 'nothing' }, effects: [...reply, wait] };
  return { state: { ...state, pendingReply: 'nothing', abort: 'sent' }, effects: [...reply, wait, ...requestAbort] };
}

const PLEASE_WAIT = 0x9c;
const ISSUED_IN_PART = 0x9d;
