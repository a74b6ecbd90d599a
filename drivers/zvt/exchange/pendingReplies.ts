/** What a terminal waits for while the till makes up its mind: the goods, a slip, an answer of the cashier; pure. */
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

/** The acknowledgement of an approval says that the goods are given out, so it waits for the till's word (ZVT 04 0F). */
export function approvalReceived(state: CommandState, status: Fields, timers: Timers): Step {
  const { handOver } = state;
  if (handOver !== 'unasked' && handOver !== 'awaited') return aboutGoods(state, handOver, timers);
  const ask: readonly Effect[] = handOver === 'unasked' ? [{ do: 'askHandOver', status }] : [];
  return owing({ ...state, pendingReply: 'handOver', handOver: 'awaited' }, timers.hold, ask);
}

/** The till has decided; when the terminal waits no longer, the next repetition hears it. */
export function handOverDecided(state: CommandState, handOver: HandOver, timers: Timers): Step | null {
  if (state.handOver !== 'awaited') return null;
  const known = { ...state, handOver };
  return state.pendingReply === 'handOver' ? aboutGoods(known, handOver, timers) : { state: known, effects: [] };
}

/** Tells the terminal what became of the goods; of goods issued in part only the smaller amount is booked from here on. */
function aboutGoods(state: CommandState, handOver: HandOver, timers: Timers): Step {
  const told = { ...state, handOverReply: handOver };
  const word = handOverReplyTo(handOver, state.status);
  const booked = word.do === 'refuse' && word.fields ? { ...told, status: { ...state.status, ...word.fields } } : told;
  return paid(booked, [word], timers);
}

/** To an approval with this status information. */
export function handOverReplyTo(
  handOver: HandOver,
  status: Fields | undefined,
): Extract<Effect, { do: 'acknowledge' | 'refuse' }> {
  if (handOver.kind === 'failed') return { do: 'refuse', code: ISSUE_FAILED };
  if (handOver.kind === 'done' || status?.amount === handOver.amount) return { do: 'acknowledge' };
  return { do: 'refuse', code: ISSUED_IN_PART, fields: { amount: handOver.amount } };
}

/** A line or a block; the end of a slip is acknowledged only once the slip is safe. */
export function printReceived(state: CommandState, message: Message, timers: Timers): Step {
  if (!state.tillDecides.slips || !finishesSlip(message)) return acknowledgeAndWait(state, [], timers);
  const prints = state.prints.slice(state.slipStart);
  const offered = { ...state, pendingReply: 'slip', slipStart: state.prints.length } as const;
  return owing(offered, timers.hold, [{ do: 'offerSlip', prints }]);
}

/** The till has the slip, or cannot take it. */
export function slipDecided(state: CommandState, taken: boolean, timers: Timers): Step | null {
  return state.pendingReply === 'slip' ? paid(state, slipAnswer(taken), timers) : null;
}

function slipAnswer(taken: boolean): readonly Effect[] {
  return taken ? [{ do: 'acknowledge' }] : [{ do: 'refuse', code: PRINTER_NOT_READY }];
}

/** Pieces of a picture are acknowledged; the last one is the question. */
export function questionReceived(state: CommandState, message: Message, timers: Timers): Step {
  const picture = withPiece(state.picture, message);
  if (!picture) return refuseAndWait({ ...state, picture: [] });
  if (hasMorePieces(message)) return acknowledgeAndWait({ ...state, picture }, [], timers);
  const patience = patienceFor(message, timers);
  const asked = { ...state, pendingReply: 'question', openQuestion: message, picture: [] } as const;
  return owing(asked, patience, [{ do: 'ask', message, picture, patience }]);
}

/** The terminal's own timeout, less what the answer needs to get there. */
function patienceFor(message: Message, timers: Timers): number {
  const own = terminalTimeout(message);
  return own === undefined ? timers.hold : own - Math.min(2_000, own / 5);
}

/** The answer on its way to the terminal. */
export function questionReply(state: CommandState, answer: Answer): readonly Effect[] {
  return state.openQuestion ? [{ do: 'reply', to: state.openQuestion, answer }] : [];
}

/** The cashier answered; too late is no answer. */
export function questionAnswered(state: CommandState, given: Answer, timers: Timers): Step | null {
  return state.pendingReply === 'question' ? paid(state, questionReply(state, given), timers) : null;
}

/** No answer can be kept back longer: the terminal would take the line for dead. */
export function replyOverdue(state: CommandState, timers: Timers): Step | null {
  switch (state.pendingReply) {
    case 'handOver':
      return paid(state, [{ do: 'refuse', code: PLEASE_WAIT }], timers);
    case 'slip':
      return paid(state, slipAnswer(false), timers);
    case 'question':
      return paid(state, [{ do: 'closeQuestion' }, ...questionReply(state, { kind: 'none' })], timers);
    case 'nothing':
      return null;
  }
}

function owing(state: CommandState, ms: number, ask: readonly Effect[]): Step {
  return { state, effects: [{ do: 'wait', ms: state.quietTime + ms }, { do: 'hold', ms }, ...ask] };
}

/** The answer that was owed goes out, and after it the abort that had to wait for it. */
function paid(state: CommandState, answer: readonly Effect[], timers: Timers): Step {
  const wait: Effect = { do: 'wait', ms: grantedQuietTime(state, timers) };
  // Goods that were spoken of are past aborting.
  if (state.abort !== 'wanted' || state.handOverReply)
    return { state: { ...state, pendingReply: 'nothing' }, effects: [...answer, wait] };
  return { state: { ...state, pendingReply: 'nothing', abort: 'asked' }, effects: [...answer, wait, ...requestAbort] };
}

const PLEASE_WAIT = 0x9c;
const ISSUED_IN_PART = 0x9d;
