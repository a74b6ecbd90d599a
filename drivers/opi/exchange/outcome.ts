/** The meaning of the end of a request: pure, and the only place where it is decided. */
import { reasonText } from '../../reasonText.ts';
import type {
  Language,
  LastTransaction,
  LateAnswer,
  Outcome,
  Reason,
  TaskOutcome,
  TerminalReceipt,
  TerminalStatus,
  TransactionFacts,
} from '../../terminal.ts';
import { attributeOf, type Element, find } from '../codec/element.ts';
import { answerName, headOf, requestIdIn, withoutZeros } from '../codec/messages.ts';
import { errorCodeOf, errorTextOf, factsOf, totalsOf } from './answerFacts.ts';
import { resultOf } from './overallResults.ts';
import type { Ending } from './requestMachine.ts';
import { MONEY_TYPES, type Request, requests } from './requests.ts';
import { type JudgedAnswers, judgeAnswers, judgeTenders } from './transactionResult.ts';

/** The end of one request, as the wires show it. */
export interface RequestResult {
  readonly request: Request;
  /** RequestID of the request. */
  readonly requestId: string;
  readonly ending: Ending;
  readonly receipts: readonly TerminalReceipt[];
  /** The till refused a slip, which costs the payment. */
  readonly isSlipRefused?: boolean;
  /** Further answers under the same RequestID, which came while the end was being noted. */
  readonly furtherAnswers?: readonly Element[];
}

export interface OutcomeContext {
  readonly currency: string;
  readonly language: Language;
}

/** Approved, declined or unknown. "Not sent" is known before the request is run. */
export function moneyOutcome(
  { requestId: reference, ending, receipts, isSlipRefused = false, furtherAnswers = [] }: RequestResult,
  context: OutcomeContext,
): Outcome {
  if (ending.by === 'lost') return { kind: 'unknown', reason: ending.reason, facts: { reference }, receipts };
  const { message } = ending;
  const judge = (answer: Element) => judgeTenders(answer, attributeOf(answer, 'OverallResult') ?? '', context.currency);
  const judged = judgeAnswers([...judge(message), ...furtherAnswers.flatMap(judge)]);
  const facts = { ...judged.facts, reference };
  const further = judged.alsoApproved.map(one => ({ ...one, reference }));
  const approvals = { facts, receipts, ...(further.length > 0 ? { alsoApproved: further } : {}) };
  if (judged.result === 'approved') return { kind: 'approved', ...approvals };
  if (judged.result !== 'declined')
    return { kind: 'unknown', reason: judged.reason ?? reasonOf(message, context), ...approvals };
  // The terminal has one word for both; a payment that fails behind a refused slip was not declined by the card.
  const refused = isSlipRefused ? { code: 'refused' as const } : {};
  return { kind: 'declined', reason: { ...reasonOf(message, context), ...refused }, facts, receipts };
}

/** An answer about money that no request waits for any more; undefined for every other message. */
export function lateAnswerOf(answer: Element, { currency }: OutcomeContext): LateAnswer | undefined {
  const { requestType } = headOf(answer);
  const reference = requestIdIn(answer, 'RequestID');
  if (answer.name !== answerName('CardServiceRequest') || !MONEY_TYPES.has(requestType)) return undefined;
  const each = judgeTenders(answer, attributeOf(answer, 'OverallResult') ?? '', currency);
  const { result, facts } = each.find(one => one.result === 'approved') ?? judgeAnswers(each);
  const says = result === 'contradiction' ? 'unclear' : result;
  return { says, facts: { ...facts, ...(reference === undefined ? {} : { reference }) } };
}

/** Does a further answer to the end-of-day of this RequestID say that it took place? Undefined for every other message. */
export function lateDayEndOf(answer: Element, requestId: string | undefined): boolean | undefined {
  const isIt =
    answer.name === answerName(requests.endOfDay.message) && headOf(answer).requestType === requests.endOfDay.type;
  if (!isIt || requestId === undefined || requestIdIn(answer, 'RequestID') !== withoutZeros(requestId))
    return undefined;
  const { means } = resultOf(attributeOf(answer, 'OverallResult'));
  return means === 'unsure' ? undefined : means === 'done';
}

/** Done or failed; unknown when the request books and its answer never came, or said two things. */
export function serviceOutcome(
  { request, ending, receipts, furtherAnswers = [] }: RequestResult,
  context: OutcomeContext,
): TaskOutcome {
  if (ending.by === 'lost') return { kind: request.books ? 'unknown' : 'failed', reason: ending.reason, receipts };
  const { message } = ending;
  const { means } = resultOf(attributeOf(message, 'OverallResult'));
  const isOther = (answer: Element) => resultOf(attributeOf(answer, 'OverallResult')).means !== means;
  if (request.books && furtherAnswers.some(isOther)) return { kind: 'unknown', reason: TWO_THINGS, receipts };
  if (means === 'unsure' && request.books) return { kind: 'unknown', reason: reasonOf(message, context), receipts };
  if (means !== 'done') return { kind: 'failed', reason: reasonOf(message, context), receipts };
  return { kind: 'done', receipts, facts: factsOf(message, context.currency), ...reportedTotals(message, context) };
}

const TWO_THINGS: Reason = { code: 'contradicted', text: 'the terminal answered in two ways' };

/** A Reconciliation with a row that cannot be read has totals, but none that can be read. */
function reportedTotals(
  message: Element,
  { currency }: OutcomeContext,
): Pick<Extract<TaskOutcome, { kind: 'done' }>, 'totals' | 'unreadableTotals'> {
  const totals = totalsOf(message, currency);
  if (totals) return { totals };
  return find(message, 'Reconciliation') ? { unreadableTotals: true } : {};
}

/** From the answer to a diagnosis. */
export function statusOf({ ending }: RequestResult, context: OutcomeContext): TerminalStatus {
  if (ending.by === 'lost') return { kind: 'unreachable', reason: ending.reason };
  const name = attributeOf(ending.message, 'OverallResult');
  if (name === 'Success') return { kind: 'ready' };
  const { code: _code, resultCode = 0, ...words } = reasonOf(ending.message, context);
  if (name === 'Busy') return { kind: 'busy', resultCode, ...words };
  return { kind: 'needs', cure: name === 'Loggedout' ? 'initialisation' : 'person', resultCode, ...words };
}

/**
 * The transaction of the message that the terminal repeats, under the RequestID of its original request. Only a
 * successful answer that repeats nothing means that the terminal keeps no transaction; a refusal may have any reason.
 */
export function lastTransactionOf(
  { requestId, ending, receipts }: RequestResult,
  context: OutcomeContext,
): LastTransaction {
  if (ending.by === 'lost') return { kind: 'unreachable', reason: ending.reason };
  const { message } = ending;
  const original = find(message, 'OriginalHeader');
  const repeated = attributeOf(original, 'OverallResult');
  if (attributeOf(message, 'OverallResult') !== 'Success' && repeated === undefined)
    return { kind: 'unreachable', reason: reasonOf(message, context) };
  if (!original && !find(message, 'Tender')) return { kind: 'none' };
  // Asked again, the terminal would repeat the same message.
  const repeatedType = attributeOf(original, 'RequestType');
  if (repeatedType !== undefined && !MONEY_TYPES.has(repeatedType)) return { kind: 'unreachable', reason: NO_MONEY };
  const judged = judgeAnswers(judgeTenders(message, repeated, context.currency));
  const facts = { ...judged.facts, ...commandOf(original), ...referenceOf(original, requestId) };
  const { result } = judged;
  const isUnnamed = original !== undefined && repeatedType === undefined;
  if (isUnnamed || judged.alsoApproved.length > 0 || (result !== 'approved' && result !== 'declined'))
    return { kind: 'unreachable', reason: unclearReason(judged) };
  const approved = result === 'approved';
  return { kind: 'found', approved, resultCode: approved ? 0 : (errorCodeOf(message) ?? NO_CODE), facts, receipts };
}

/** The reason why a request that moves no money failed, or undefined when it did not. */
export function failureReason({ ending }: Pick<RequestResult, 'ending'>, context: OutcomeContext): Reason | undefined {
  if (ending.by === 'lost') return ending.reason;
  return attributeOf(ending.message, 'OverallResult') === 'Success' ? undefined : reasonOf(ending.message, context);
}

/** True when the terminal says that the till has to log in. */
export function isLoggedOut({ request, ending }: RequestResult): boolean {
  if (ending.by === 'lost') return false;
  const result = attributeOf(ending.message, 'OverallResult');
  return result === 'Loggedout' || (request.type === 'Logoff' && result === 'Success');
}

const NO_CODE = 255;
const NO_MONEY: Reason = { code: 'unsupported', text: 'the terminal repeats no transaction, but another request' };

/** A repetition is read again: a contradiction in it is no more than an answer that cannot be read. */
const unclearReason = (judged: JudgedAnswers): Reason => ({
  ...UNCLEAR,
  ...judged.reason,
  code: 'garbled',
});

const UNCLEAR: Reason = { code: 'garbled', text: 'the terminal repeats no transaction that is clear' };

/** The RequestID of the repetition itself names no transaction. */
function referenceOf(original: Element | undefined, repeating: string): Pick<TransactionFacts, 'reference'> {
  const reference = requestIdIn(original, 'RequestID');
  return reference === undefined || reference === repeating ? {} : { reference };
}

/** A reversal that no till has asked for is known by the kind of its command alone. */
function commandOf(original: Element | undefined): Pick<TransactionFacts, 'command'> {
  return { command: COMMANDS[attributeOf(original, 'RequestType') ?? ''] ?? 'untold' };
}

const COMMANDS: Readonly<Record<string, TransactionFacts['command']>> = {
  [requests.pay.type]: 'payment',
  [requests.reverse.type]: 'reversal',
  [requests.refund.type]: 'refund',
};

function reasonOf(message: Element, { language }: OutcomeContext): Reason {
  const row = resultOf(attributeOf(message, 'OverallResult'));
  const resultCode = errorCodeOf(message);
  return {
    code: row.reason,
    ...(resultCode === undefined ? {} : { resultCode }),
    ...reasonText(errorTextOf(message), row, language),
  };
}
