/**
 * The approvals that a terminal reports during one command. Most commands have one; a terminal that contradicts itself, or that
 * books twice, reports more. Pure functions.
 */
import type { TransactionFacts } from '../../terminal.ts';
import type { Fields } from '../codec/fields.ts';
import { factsOf } from './statusInformation.ts';

/** One approval with everything that its reports contain: a terminal repeats a report whose acknowledgement got lost. */
export interface Approval {
  /** `resultCode` is 0, or absent where no result can be read: such a report may be an approval, too. */
  readonly fields: Fields;
  /** Bytes of the newest report. */
  readonly bytes: Buffer;
  /** The end of the newest report could not be decoded: a field that is absent may have been sent. */
  readonly isTruncated: boolean;
  /** Two reports under the same number name different amounts or currencies. */
  readonly contradicted: boolean;
}

type Report = Pick<Approval, 'fields' | 'bytes' | 'isTruncated'>;

/** `isPartial`: the till has confirmed a part of the amount, so that later reports may name the part or the whole. */
export function withReport(approvals: readonly Approval[], report: Report, isPartial: boolean): readonly Approval[] {
  const { fields } = report;
  if (fields.resultCode !== undefined && fields.resultCode !== 0) return approvals;
  const index = approvals.findIndex(known => isRepetition(known.fields, fields, isPartial));
  const known = approvals[index];
  if (!known) return approvals.length < MAX_APPROVALS ? [...approvals, { ...report, contradicted: false }] : approvals;
  const contradicted = known.contradicted || (!isPartial && differ(known.fields, fields, ['amount', 'currency']));
  return approvals.with(index, { ...report, fields: { ...known.fields, ...fields }, contradicted });
}

/** A terminal that never stops to approve must not fill the memory. */
const MAX_APPROVALS = 10;

/** Only with a readable result a report is certainly an approval. */
export const isCertain = ({ fields }: Approval): boolean => fields.resultCode === 0;

/** Equal numbers are one transaction, other numbers another one; without common numbers all else has to agree. */
function isRepetition(known: Fields, fields: Fields, isPartial: boolean): boolean {
  if (known.resultCode !== fields.resultCode) return false;
  const [one, other] = [factsOf(known, ''), factsOf(fields, '')];
  const common = NUMBERS.filter(name => one[name] !== undefined && other[name] !== undefined);
  if (common.length > 0) return common.every(name => one[name] === other[name]);
  return !differ(known, fields, isPartial ? DISTINGUISHING : [...DISTINGUISHING, 'amount', 'currency']);
}

/** True when both reports tell one of these facts, and tell it differently. */
function differ(one: Fields, other: Fields, names: readonly (keyof TransactionFacts)[]): boolean {
  const [a, b] = [factsOf(one, ''), factsOf(other, '')];
  return names.some(name => a[name] !== undefined && b[name] !== undefined && a[name] !== b[name]);
}

const NUMBERS = ['receiptNumber', 'traceNumber'] as const;
const DISTINGUISHING = ['date', 'time', 'lastFour'] as const;

/** True when one approval takes the other back: it names the trace number of the other as its original. Their order says nothing. */
export function takesBack(one: Approval, other: Approval): boolean {
  const { traceNumber } = factsOf(other.fields, '');
  return one !== other && traceNumber !== undefined && factsOf(one.fields, '').originalTraceNumber === traceNumber;
}
