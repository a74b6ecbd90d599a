/** Replies to unsolicited messages: what a terminal sends after its command has ended, or before a new one is answered. */
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

/** The approvals of the last command that moved money, and the till's decision about its goods. */
export type LastPayment = Pick<CommandState, 'approvals' | 'handOverReply' | 'handOver'>;

export type UnsolicitedReply = Extract<Effect, { do: 'acknowledge' | 'refuse' }>;

/**
 * The reply to an unsolicited message. An approval, a slip and a question are refused, so that the terminal reverses a
 * payment that no till has taken. One approval is acknowledged again: the repeated approval of `lastPayment`, which the till
 * has taken and whose acknowledgement got lost. Messages that end something are acknowledged.
 */
export function unsolicitedReply(message: Message, lastPayment: LastPayment | undefined): UnsolicitedReply {
  switch (message.name) {
    case 'statusInformation':
      return statusReply(message, lastPayment);
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

/** True for the reply to an approval, or to a result that may be one, that no till has taken. */
export const refusesApproval = (reply: UnsolicitedReply): boolean =>
  reply.do === 'refuse' && reply.code === ISSUE_FAILED;

/**
 * `lastPayment` after the terminal was asked for its last transaction. When the terminal keeps no transaction, or another
 * one, the payment did not happen for it: a later repetition of the approval must not make the payment final.
 */
export function keptPayment(
  lastPayment: LastPayment | undefined,
  lastTransaction: LastTransaction,
): LastPayment | undefined {
  if (!lastPayment || lastPayment.approvals.length === 0 || lastTransaction.kind === 'unreachable') return lastPayment;
  if (lastTransaction.kind === 'none' || !lastTransaction.approved) return undefined;
  const approvals = lastPayment.approvals.filter(({ fields }) => agree(factsOf(fields, ''), lastTransaction.facts));
  return approvals.length > 0 ? { ...lastPayment, approvals } : undefined;
}

/** True when every identifying field that both reports have is equal. */
function agree(one: TransactionFacts, other: TransactionFacts): boolean {
  return IDENTITY.every(name => one[name] === undefined || other[name] === undefined || one[name] === other[name]);
}

const IDENTITY = ['receiptNumber', 'traceNumber', 'amount'] as const;

const NOBODY_THERE = 0x6c;
const ACKNOWLEDGE: UnsolicitedReply = { do: 'acknowledge' };

/** A status information that reports a failure makes nothing final. */
function statusReply({ fields, bytes }: Message, lastPayment: LastPayment | undefined): UnsolicitedReply {
  const { resultCode } = withHostCode(fields);
  if (resultCode !== undefined && resultCode !== 0) return ACKNOWLEDGE;
  if (lastPayment?.approvals.some(approval => approval.bytes.equals(bytes))) {
    if (lastPayment.handOverReply) return handOverReplyTo(lastPayment.handOverReply, fields);
    if (lastPayment.handOver === 'notAsked') return ACKNOWLEDGE;
  }
  return { do: 'refuse', code: ISSUE_FAILED };
}
