/** What a terminal waits for while the till makes up its mind: the goods, a slip, an answer of the cashier; pure. */
import type { Answer, HandOver } from '../terminal.ts';
import type { Message } from './codec/apdu.ts';
import type { Fields } from './codec/fields.ts';
import type { Timers } from './commands.ts';
import { moreToCome, ownTimeout, withPiece } from './questions.ts';
import { finishesSlip } from './receipts.ts';
import {
  askToAbort,
  type Effect,
  goOn,
  ISSUE_FAILED,
  PRINTER_NOT_READY,
  quietTime,
  refused,
  type SessionState,
  type Step,
} from './sessionState.ts';

/** The acknowledgement of an approval says that the goods are given out, so it waits for the till's word (ZVT 04 0F). */
export function approved(state: SessionState, status: Fields, timers: Timers): Step {
  const { handOver } = state;
  if (handOver !== 'unasked' && handOver !== 'awaited') return aboutGoods(state, handOver, timers);
  const ask: readonly Effect[] = handOver === 'unasked' ? [{ do: 'askHandOver', status }] : [];
  return owing({ ...state, owes: 'handOver', handOver: 'awaited' }, timers.hold, ask);
}

/** The till has decided; when the terminal waits no longer, the next repetition hears it. */
export function decided(state: SessionState, handOver: HandOver, timers: Timers): Step | null {
  if (state.handOver !== 'awaited') return null;
  const known = { ...state, handOver };
  return state.owes === 'handOver' ? aboutGoods(known, handOver, timers) : { state: known, effects: [] };
}

/** Tells the terminal what became of the goods; of goods issued in part only the smaller amount is booked from here on. */
function aboutGoods(state: SessionState, handOver: HandOver, timers: Timers): Step {
  const told = { ...state, told: handOver };
  const word = wordAboutGoods(handOver, state.status);
  const booked = word.do === 'refuse' && word.fields ? { ...told, status: { ...state.status, ...word.fields } } : told;
  return paid(booked, [word], timers);
}

/** To an approval with this status information. */
export function wordAboutGoods(
  handOver: HandOver,
  status: Fields | undefined,
): Extract<Effect, { do: 'acknowledge' | 'refuse' }> {
  if (handOver.kind === 'failed') return { do: 'refuse', code: ISSUE_FAILED };
  if (handOver.kind === 'done' || status?.amount === handOver.amount) return { do: 'acknowledge' };
  return { do: 'refuse', code: ISSUED_IN_PART, fields: { amount: handOver.amount } };
}

/** A line or a block; the end of a slip is acknowledged only once the slip is safe. */
export function print(state: SessionState, message: Message, timers: Timers): Step {
  if (!state.hears.slips || !finishesSlip(message)) return goOn(state, [], timers);
  const prints = state.prints.slice(state.slipFrom);
  const offered = { ...state, owes: 'slip', slipFrom: state.prints.length } as const;
  return owing(offered, timers.hold, [{ do: 'offerSlip', prints }]);
}

/** The till has the slip, or cannot take it. */
export function slip(state: SessionState, taken: boolean, timers: Timers): Step | null {
  return state.owes === 'slip' ? paid(state, slipAnswer(taken), timers) : null;
}

function slipAnswer(taken: boolean): readonly Effect[] {
  return taken ? [{ do: 'acknowledge' }] : [{ do: 'refuse', code: PRINTER_NOT_READY }];
}

/** Pieces of a picture are acknowledged; the last one is the question. */
export function question(state: SessionState, message: Message, timers: Timers): Step {
  const picture = withPiece(state.picture, message);
  if (!picture) return refused({ ...state, picture: [] });
  if (moreToCome(message)) return goOn({ ...state, picture }, [], timers);
  const patience = patienceFor(message, timers);
  const asked = { ...state, owes: 'question', asked: message, picture: [] } as const;
  return owing(asked, patience, [{ do: 'ask', message, picture, patience }]);
}

/** The terminal's own timeout, less what the answer needs to get there. */
function patienceFor(message: Message, timers: Timers): number {
  const own = ownTimeout(message);
  return own === undefined ? timers.hold : own - Math.min(2_000, own / 5);
}

/** The answer on its way to the terminal. */
export function replies(state: SessionState, answer: Answer): readonly Effect[] {
  return state.asked ? [{ do: 'reply', to: state.asked, answer }] : [];
}

/** The cashier answered; too late is no answer. */
export function answer(state: SessionState, given: Answer, timers: Timers): Step | null {
  return state.owes === 'question' ? paid(state, replies(state, given), timers) : null;
}

/** No answer can be kept back longer: the terminal would take the line for dead. */
export function held(state: SessionState, timers: Timers): Step | null {
  switch (state.owes) {
    case 'handOver':
      return paid(state, [{ do: 'refuse', code: PLEASE_WAIT }], timers);
    case 'slip':
      return paid(state, slipAnswer(false), timers);
    case 'question':
      return paid(state, [{ do: 'closeQuestion' }, ...replies(state, { kind: 'none' })], timers);
    case 'nothing':
      return null;
  }
}

function owing(state: SessionState, ms: number, ask: readonly Effect[]): Step {
  return { state, effects: [{ do: 'wait', ms: state.quiet + ms }, { do: 'hold', ms }, ...ask] };
}

/** The answer that was owed goes out, and after it the abort that had to wait for it. */
function paid(state: SessionState, answer: readonly Effect[], timers: Timers): Step {
  const wait: Effect = { do: 'wait', ms: quietTime(state, timers) };
  // Goods that were spoken of are past aborting.
  if (state.abort !== 'wanted' || state.told)
    return { state: { ...state, owes: 'nothing' }, effects: [...answer, wait] };
  return { state: { ...state, owes: 'nothing', abort: 'asked' }, effects: [...answer, wait, ...askToAbort] };
}

const PLEASE_WAIT = 0x9c;
const ISSUED_IN_PART = 0x9d;
