/** A partial approval: the terminal approved less than it was asked for, and keeps that money until somebody takes it back. */
import type { TransactionFacts } from '../../../drivers/index.ts';
import { RECEIPT_NUMBERS, type TransactionReport } from '../../domain/evidence.ts';
import { matchOf } from '../../domain/transactionMatch.ts';
import type { IntentRow } from '../../world/sales.ts';
import { factsOfReport } from './transactionReport.ts';

export interface PartApproval {
  /** Approved, in minor units. */
  readonly amount: number;
  /** Null where the terminal names its payments by the trace number alone. */
  readonly receipt: number | null;
  readonly facts: TransactionFacts;
}

/**
 * The smaller approval of a payment whose outcome is unknown: as the terminal reported it, or as it shows it as its `last` transaction
 * where that can be no other one. Null: there is none.
 */
export function partApprovalOf(
  intent: IntentRow,
  last: TransactionReport | 'none' | 'untold' | null,
): PartApproval | null {
  if (intent.kind !== 'payment' || intent.sale === null || intent.state !== 'unknown') return null;
  const { facts, amount: asked } = intent;
  if (facts?.amount !== undefined && (facts.receiptNumber ?? facts.traceNumber) !== undefined)
    return isLess(facts.amount, asked) && (facts.currency ?? intent.currency) === intent.currency
      ? { amount: facts.amount, receipt: facts.receiptNumber ?? null, facts }
      : null;
  if (last === null || typeof last === 'string' || !isNew(intent, last)) return null;
  const { amount, receipt } = last;
  if (amount === null || !isLess(amount, asked)) return null;
  return { amount, receipt, facts: factsOfReport(last, intent.snapshotBefore.terminal ?? null) };
}

const isLess = (approved: number, asked: number): boolean => approved > 0 && approved < asked;

/**
 * The terminal is used by nobody else, and the transaction is the next one behind the snapshot: by its receipt number; or by its trace
 * number, where there is no receipt number to compare.
 */
function isNew({ snapshotBefore, currency }: IntentRow, last: TransactionReport): boolean {
  const { counter, attempts, shared, last: before } = snapshotBefore;
  if (!last.approved || last.originalTrace !== null || (last.currency ?? currency) !== currency) return false;
  if (shared !== false || (before !== null && before !== 'none' && matchOf(before, last) !== 'no')) return false;
  const room = 1 + 2 * attempts;
  if (counter !== null && last.receipt !== null) {
    const distance = (last.receipt - counter + RECEIPT_NUMBERS) % RECEIPT_NUMBERS;
    return distance >= 1 && distance <= room;
  }
  const trace = before === null || before === 'none' ? null : before.trace;
  return trace !== null && last.trace !== null && last.trace > trace && last.trace <= trace + room;
}
