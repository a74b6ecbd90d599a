/**
 * The result of a transaction by one answer of the terminal: one table, used for the answer to a request and for the last transaction
 * that a terminal repeats.
 */
import type { Reason, TransactionFacts } from '../../terminal.ts';
import { all, attributeOf, type Element, find } from '../codec/element.ts';
import { factsOf } from './answerFacts.ts';
import { resultOf } from './overallResults.ts';

/** `unclear`: the answer says nothing about money; `contradiction`: it says two things. */
export type TransactionResult = 'approved' | 'declined' | 'unclear' | 'contradiction';

/** The result, and why it decides nothing where it does not. */
export type JudgedAnswer =
  | { readonly result: 'approved' | 'declined'; readonly facts: TransactionFacts }
  | { readonly result: 'unclear' | 'contradiction'; readonly facts: TransactionFacts; readonly reason?: Reason };

/** Judges an answer about money as a whole: one with several Tenders says as many things under one RequestID. */
export function judgeTenders(
  answer: Element,
  overallResult: string | undefined,
  currency: string,
): readonly [JudgedAnswer, ...JudgedAnswer[]] {
  const others = answer.children.filter(({ name }) => name !== 'Tender');
  const [first, ...more] = all(answer, 'Tender').map(tender =>
    judgeTender(tender, only => judgeAnswer({ ...answer, children: [...others, only] }, overallResult, currency)),
  );
  return first ? [first, ...more] : [judgeAnswer(answer, overallResult, currency)];
}

/** A Tender is one payment: several Authorisations of it say one thing, or contradict each other. */
function judgeTender(tender: Element, judge: (tender: Element) => JudgedAnswer): JudgedAnswer {
  const [one, ...more] = all(tender, 'Authorisation');
  if (!one || more.length === 0) return judge(tender);
  const without = tender.children.filter(({ name }) => name !== 'Authorisation');
  const judged = (authorisation: Element) => judge({ ...tender, children: [...without, authorisation] });
  const first = judged(one);
  const agrees = ({ result, facts }: JudgedAnswer) => result === first.result && !isOwn(facts, first.facts);
  if (more.map(judged).every(agrees)) return first;
  return { result: 'contradiction', facts: first.facts, reason: CONTRADICTION };
}

/**
 * Judges an answer about money. `overallResult`: that of the transaction; undefined for a repetition without an OriginalHeader, whose own
 * result is that of the repeating. `currency`: that of the request.
 */
function judgeAnswer(answer: Element, overallResult: string | undefined, currency: string): JudgedAnswer {
  const facts = factsOf(answer, currency);
  const means = overallResult === undefined ? 'unnamed' : resultOf(overallResult).means;
  const doubt = doubtAboutAmount(facts, currency);
  const result = RESULTS[means][authorisationOf(answer)][doubt ? 1 : 0];
  if (result === 'approved' || result === 'declined') return { result, facts };
  if (result === 'contradiction') return { result, facts, reason: CONTRADICTION };
  return means === 'done' && doubt ? { result, facts, reason: doubt } : { result, facts };
}

/**
 * By the OverallResult and the authorisation: the result with an amount that can be read, and without one. A decline needs no amount. A
 * repetition that does not name its transaction (`unnamed`) is judged by the word of the host alone.
 */
const RESULTS = {
  done: {
    yes: ['approved', 'unclear'],
    open: ['approved', 'unclear'],
    no: ['contradiction', 'contradiction'],
  },
  not: {
    yes: ['contradiction', 'contradiction'],
    open: ['declined', 'declined'],
    no: ['declined', 'declined'],
  },
  unsure: {
    yes: ['unclear', 'unclear'],
    open: ['unclear', 'unclear'],
    no: ['unclear', 'unclear'],
  },
  unnamed: {
    yes: ['approved', 'unclear'],
    open: ['unclear', 'unclear'],
    no: ['declined', 'declined'],
  },
} as const satisfies Record<
  ReturnType<typeof resultOf>['means'] | 'unnamed',
  Record<Authorisation, readonly [readable: TransactionResult, unreadable: TransactionResult]>
>;

/** The word of the host: `yes` by an ApprovalCode, `no` by an ActionCode other than 0 without one, `open` where neither is there. */
type Authorisation = 'yes' | 'no' | 'open';

function authorisationOf(answer: Element): Authorisation {
  const authorisation = find(answer, 'Tender', 'Authorisation') ?? find(answer, 'Authorisation');
  if ((attributeOf(authorisation, 'ApprovalCode') ?? '').trim() !== '') return 'yes';
  const action = attributeOf(authorisation, 'ActionCode');
  return action === undefined || /^\s*0*\s*$/.test(action) ? 'open' : 'no';
}

/** A missing or unreadable amount, or an amount of another currency, is no basis for a statement about money. */
function doubtAboutAmount({ amount, currency: reported }: TransactionFacts, currency: string): Reason | undefined {
  if (amount === undefined) return { code: 'garbled', text: 'the terminal reported no amount that can be read' };
  if (reported === currency) return undefined;
  return { code: 'garbled', text: `the terminal reported an amount in ${reported} instead of ${currency}` };
}

/** The terminal says two things about one transaction: no further word of it decides. */
export const CONTRADICTION: Reason = {
  code: 'contradicted',
  text: 'the terminal says two things about one transaction',
  texts: {
    de: 'Das Terminal sagt zu einem Vorgang zweierlei',
    en: 'the terminal says two things about one transaction',
  },
};

/** The result of all the answers that the terminal gave under one RequestID. */
export interface JudgedAnswers {
  readonly result: TransactionResult;
  /** Facts of the first approval, else of the first answer. */
  readonly facts: TransactionFacts;
  readonly reason?: Reason;
  /** Approvals beside the first one, each under numbers of its own. */
  readonly alsoApproved: readonly TransactionFacts[];
}

/** One answer is repeated or followed by a different one: approvals under numbers of their own add up, everything else contradicts. */
export function judgeAnswers([first, ...later]: readonly [JudgedAnswer, ...JudgedAnswer[]]): JudgedAnswers {
  const approvals = [first, ...later].filter(({ result }) => result === 'approved').map(({ facts }) => facts);
  const [facts = first.facts, ...further] = approvals;
  const alsoApproved = further.filter((one, at) => ![facts, ...further.slice(0, at)].some(other => isSame(one, other)));
  const isContradicted =
    later.some(({ result }) => result !== first.result) || alsoApproved.some(one => !isOwn(one, facts));
  return isContradicted
    ? {
        result: 'contradiction',
        facts,
        reason: CONTRADICTION,
        alsoApproved: alsoApproved.filter(one => isOwn(one, facts)),
      }
    : { ...first, facts, alsoApproved };
}

const isSame = (one: TransactionFacts, other: TransactionFacts): boolean =>
  !isOwn(one, other) && one.amount === other.amount && one.authorisationCode === other.authorisationCode;

/** Another receipt or trace number: a transaction of its own. */
const isOwn = (one: TransactionFacts, other: TransactionFacts): boolean =>
  differ(one.receiptNumber, other.receiptNumber) || differ(one.traceNumber, other.traceNumber);

const differ = (one: number | undefined, other: number | undefined): boolean =>
  one !== undefined && other !== undefined && one !== other;
