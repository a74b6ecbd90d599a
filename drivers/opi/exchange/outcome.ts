/** The meaning of the end of a request: pure, and the only place where it is decided. */
import { reasonText } from '../../reasonText.ts';
import type {
  LastTransaction,
  Outcome,
  Reason,
  TaskOutcome,
  TerminalReceipt,
  TerminalStatus,
  TransactionFacts,
} from '../../terminal.ts';
import { attributeOf, type Element, find } from '../codec/element.ts';
import { requestIdIn } from '../codec/messages.ts';
import { errorCodeOf, errorTextOf, factsOf, totalsOf } from './answerFacts.ts';
import { resultOf } from './overallResults.ts';
import type { Ending } from './requestMachine.ts';
import { MONEY_TYPES, type Request, requests } from './requests.ts';

/** The end of one request, as the wires show it. */
export interface RequestResult {
  readonly request: Request;
  /** RequestID of the request. */
  readonly requestId: string;
  readonly ending: Ending;
  readonly receipts: readonly TerminalReceipt[];
  /** The till refused a slip, which costs the payment. */
  readonly isSlipRefused?: boolean;
}

export interface OutcomeContext {
  readonly currency: string;
  readonly language: 'de' | 'en';
}

/** Approved, declined or unknown. "Not sent" is known before the request is run. */
export function moneyOutcome(
  { requestId: reference, ending, receipts, isSlipRefused = false }: RequestResult,
  context: OutcomeContext,
): Outcome {
  if (ending.by === 'lost') return { kind: 'unknown', reason: ending.reason, facts: { reference }, receipts };
  const { message } = ending;
  const facts = { ...factsOf(message, context.currency), reference };
  const { means } = resultOf(attributeOf(message, 'OverallResult'));
  const verdict = judged(means, authorisedBy(message));
  if (verdict === 'unsure') return { kind: 'unknown', reason: reasonOf(message, context), facts, receipts };
  if (verdict === 'contradiction') return { kind: 'unknown', reason: CONTRADICTION, facts, receipts };
  if (verdict === 'not') {
    // The terminal has one word for both; a payment that fails behind a refused slip was not declined by the card.
    const refused = isSlipRefused ? { code: 'refused' as const } : {};
    return { kind: 'declined', reason: { ...reasonOf(message, context), ...refused }, facts, receipts };
  }
  const doubt = doubtAbout(facts, context);
  return doubt ? { kind: 'unknown', reason: doubt, facts, receipts } : { kind: 'approved', facts, receipts };
}

/**
 * The answer of the host, beside the OverallResult: `yes` by an approval code, `no` by an action code of its own without one, `open` where
 * neither is there.
 */
type Authorisation = 'yes' | 'no' | 'open';

function authorisedBy(message: Element): Authorisation {
  const authorisation = find(message, 'Tender', 'Authorisation') ?? find(message, 'Authorisation');
  if ((attributeOf(authorisation, 'ApprovalCode') ?? '').trim() !== '') return 'yes';
  const action = attributeOf(authorisation, 'ActionCode');
  return action === undefined || /^0*$/.test(action) ? 'open' : 'no';
}

type Means = ReturnType<typeof resultOf>['means'];

/** Result and authorisation of one answer agree, or nobody can say from it whether money moved. */
function judged(means: Means, authorisation: Authorisation): Means | 'contradiction' {
  return JUDGED[means][authorisation];
}

const JUDGED = {
  done: { yes: 'done', open: 'done', no: 'contradiction' },
  not: { yes: 'contradiction', open: 'not', no: 'not' },
  unsure: { yes: 'unsure', open: 'unsure', no: 'unsure' },
} as const satisfies Record<Means, Record<Authorisation, Means | 'contradiction'>>;

/** Done or failed; unknown when the request books and its answer never came. */
export function serviceOutcome({ request, ending, receipts }: RequestResult, context: OutcomeContext): TaskOutcome {
  if (ending.by === 'lost') return { kind: request.books ? 'unknown' : 'failed', reason: ending.reason, receipts };
  const { message } = ending;
  const { means } = resultOf(attributeOf(message, 'OverallResult'));
  if (means === 'unsure' && request.books) return { kind: 'unknown', reason: reasonOf(message, context), receipts };
  if (means !== 'done') return { kind: 'failed', reason: reasonOf(message, context), receipts };
  return { kind: 'done', receipts, facts: factsOf(message, context.currency), ...reportedTotals(message, context) };
}

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
  const authorisation = authorisedBy(message);
  const verdict =
    repeated === undefined ? unnamedResult(authorisation) : judged(resultOf(repeated).means, authorisation);
  const facts = { ...factsOf(message, context.currency), ...commandOf(original), ...referenceOf(original, requestId) };
  const isAmountDue = verdict === 'done' || find(message, 'Tender', 'TotalAmount') !== undefined;
  const doubt = isAmountDue ? doubtAbout(facts, context) : undefined;
  const isUnnamed = original !== undefined && repeatedType === undefined;
  if (verdict === 'unsure' || verdict === 'contradiction' || isUnnamed || doubt)
    return { kind: 'unreachable', reason: doubt ?? (verdict === 'contradiction' ? CONTRADICTION : UNCLEAR) };
  const approved = verdict === 'done';
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

/** Without an OriginalHeader the Success is that of the repetition: only the host's own word says how the transaction ended. */
const unnamedResult = (authorisation: Authorisation): Means => UNNAMED[authorisation];

const UNNAMED = { yes: 'done', no: 'not', open: 'unsure' } as const satisfies Record<Authorisation, Means>;

const CONTRADICTION: Reason = {
  code: 'garbled',
  text: 'result and authorisation of the answer contradict each other',
  texts: {
    de: 'Ergebnis und Genehmigung in der Antwort des Terminals widersprechen sich',
    en: 'result and authorisation in the answer of the terminal contradict each other',
  },
};
const NO_CODE = 255;
const NO_MONEY: Reason = { code: 'unsupported', text: 'the terminal repeats no transaction, but another request' };
const UNCLEAR: Reason = { code: 'garbled', text: 'the terminal repeats no transaction that is clear' };

/** The RequestID of the repetition itself names no transaction. */
function referenceOf(original: Element | undefined, repeating: string): Pick<TransactionFacts, 'reference'> {
  const reference = requestIdIn(original, 'RequestID');
  return reference === undefined || reference === repeating ? {} : { reference };
}

/** A reversal that no till has asked for is told by the kind of its command alone. */
function commandOf(original: Element | undefined): Pick<TransactionFacts, 'command'> {
  return { command: COMMANDS[attributeOf(original, 'RequestType') ?? ''] ?? 'untold' };
}

const COMMANDS: Readonly<Record<string, TransactionFacts['command']>> = {
  [requests.pay.type]: 'payment',
  [requests.reverse.type]: 'reversal',
  [requests.refund.type]: 'refund',
};

/** A missing or unreadable amount, or an amount of another currency, is no basis for a statement about money. */
function doubtAbout(
  { amount, currency: reported }: TransactionFacts,
  { currency }: OutcomeContext,
): Reason | undefined {
  if (amount === undefined) return { code: 'garbled', text: 'the terminal reported no amount that can be read' };
  if (reported === currency) return undefined;
  return { code: 'garbled', text: `the terminal reported an amount in ${reported} instead of ${currency}` };
}

function reasonOf(message: Element, { language }: OutcomeContext): Reason {
  const row = resultOf(attributeOf(message, 'OverallResult'));
  const resultCode = errorCodeOf(message);
  return {
    code: row.reason,
    ...(resultCode === undefined ? {} : { resultCode }),
    ...reasonText(errorTextOf(message), row, language),
  };
}
