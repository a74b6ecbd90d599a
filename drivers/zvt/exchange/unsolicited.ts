/** What a terminal hears that speaks although nobody waits for it: late messages of an earlier command; pure. */
import type { LastTransaction, TransactionFacts } from '../../terminal.ts';
import type { Message } from '../codec/apdu.ts';
import {
  type CommandState,
  type Effect,
  FUNCTION_NOT_POSSIBLE,
  ISSUE_FAILED,
  PRINTER_NOT_READY,
} from './commandState.ts';
import { handOverReplyTo } from './pendingReplies.ts';
import { factsOf, withHostCode } from './statusInformation.ts';

/** What the last command that moved money was told at its end, and what it heard about it. */
export type LastPayment = Pick<CommandState, 'status' | 'statusBytes' | 'handOverReply' | 'handOver'>;

export type UnsolicitedReply = Extract<Effect, { do: 'acknowledge' | 'refuse' }>;

/**
 * Nothing becomes final that nobody has taken: an approval, a slip and a question are refused, and the terminal takes the
 * payment back. Only an approval that `money`, the last command that moved money, had taken is taken once more: it was
 * repeated because our acknowledgement got lost. What ends something is acknowledged, so that the terminal gets on.
 */
export function unsolicitedReply(message: Message, money: LastPayment | undefined): UnsolicitedReply {
  switch (message.name) {
    case 'statusInformation':
      return aboutApproval(message, money);
    case 'printLine':
    case 'printTextBlock':
      return { do: 'refuse', code: PRINTER_NOT_READY };
    case 'inputRequest':
    case 'menuRequest':
    case 'graphicMenu':
    case 'blockedListQuery':
      return { do: 'refuse', code: NOBODY_THERE };
    case 'intermediateStatus':
    case 'completion':
    case 'abortByTerminal':
    case 'setDateTime':
      return ACKNOWLEDGE;
    default:
      return { do: 'refuse', code: FUNCTION_NOT_POSSIBLE };
  }
}

/**
 * What is left of `money` once the terminal was asked for its last transaction. Where it keeps none, or another one, the
 * command is taken not to have happened: its approval must not become final by being repeated afterwards.
 */
export function keptPayment(money: LastPayment | undefined, last: LastTransaction): LastPayment | undefined {
  if (!money?.status || last.kind === 'unreachable') return money;
  const isKept = last.kind === 'found' && last.approved && isSame(factsOf(money.status, ''), last.facts);
  return isKept ? money : undefined;
}

/** Whatever both of them tell is the same. */
function isSame(one: TransactionFacts, other: TransactionFacts): boolean {
  return IDENTITY.every(name => one[name] === undefined || other[name] === undefined || one[name] === other[name]);
}

const IDENTITY = ['receiptNumber', 'traceNumber', 'amount'] as const;

const NOBODY_THERE = 0x6c;
const ACKNOWLEDGE: UnsolicitedReply = { do: 'acknowledge' };

/** A failure makes nothing final. */
function aboutApproval({ fields, bytes }: Message, money: LastPayment | undefined): UnsolicitedReply {
  const { resultCode } = withHostCode(fields);
  if (resultCode !== undefined && resultCode !== 0) return ACKNOWLEDGE;
  if (money?.statusBytes?.equals(bytes)) {
    if (money.handOverReply) return handOverReplyTo(money.handOverReply, fields);
    if (money.handOver === 'unasked') return ACKNOWLEDGE;
  }
  return { do: 'refuse', code: ISSUE_FAILED };
}
