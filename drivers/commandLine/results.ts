/** Results of the commands of `npm run zvt`: one object for `--json`, text for people, and the exit code. */
import { decimalsOf } from '../currencies.ts';
import type { Introduction } from '../introduction.ts';
import type {
  CardReadOutcome,
  CustomerInput,
  LastTransaction,
  OpenPreAuthorisations,
  Outcome,
  Progress,
  Reason,
  ReceiptText,
  TaskOutcome,
  TerminalReceipt,
  TerminalStatus,
  TransactionFacts,
} from '../terminal.ts';

/** The result of a command as `--json` prints it. */
export interface CommandResult {
  readonly outcome: string;
  readonly resultCode: number | null;
  readonly fields: object;
  readonly receipts: readonly TerminalReceipt[];
  readonly [more: string]: unknown;
}

export const EXIT = { done: 0, wrongUse: 2, declined: 3, unknown: 4 } as const;

const GOOD = new Set(['approved', 'done', 'ready', 'found', 'read', 'typed', 'introduced']);

export function exitCode(outcome: string): number {
  if (GOOD.has(outcome)) return EXIT.done;
  return outcome === 'unknown' ? EXIT.unknown : EXIT.declined;
}

/** The amount of a request, minor units of `currency`. */
export interface AskedAmount {
  readonly amount: number;
  /** Further amounts that answer the request: of a partial hand-over, or typed by the cashier. */
  readonly or: readonly number[];
  readonly currency: string;
}

/** `asked`: left out for a request without an amount. An approval of another amount or currency is `unknown`. */
export function transactionResult(outcome: Outcome, asked?: AskedAmount): CommandResult {
  if (outcome.kind === 'notSent')
    return { ...failureResult('notSent', outcome.reason), note: 'nothing was sent, no money moved' };
  const { facts: fields, receipts } = outcome;
  const { alsoApproved } = { alsoApproved: undefined, ...outcome };
  const more = { fields, ...(alsoApproved ? { alsoApproved } : {}), receipts };
  if (outcome.kind !== 'approved') return { ...failureResult(outcome.kind, outcome.reason), ...more };
  if (alsoApproved) return { ...failureResult('unknown', APPROVED_AGAIN), ...more };
  if (asked === undefined || isAskedAmount(asked, fields))
    return { outcome: 'approved', resultCode: 0, fields, receipts };
  return { ...otherAmount(asked, fields), fields, receipts };
}

const APPROVED_AGAIN: Reason = {
  code: 'garbled',
  text: 'the terminal approved more than once: every receipt is money, reverse what is too much',
};

/** A terminal that names no amount approves the amount of the request. Tip and cashback are part of the amount. */
function isAskedAmount({ amount, or, currency }: AskedAmount, facts: TransactionFacts): boolean {
  const approved = facts.amount ?? amount;
  const added = (facts.tip ?? 0) + (facts.cashback ?? 0);
  return (facts.currency ?? currency) === currency && [amount, amount + added, ...or].includes(approved);
}

function otherAmount({ amount, currency }: AskedAmount, facts: TransactionFacts): CommandResult {
  const approved = { amount: facts.amount ?? amount, currency: facts.currency ?? currency };
  return {
    ...failureResult('unknown', {
      code: 'garbled',
      text: `the terminal approved ${money(approved)} instead of ${money({ amount, currency })}: money moved, look at both slips`,
    }),
    asked: { amount, currency },
    approved,
  };
}

function money({ amount, currency }: { amount: number; currency: string }): string {
  const decimals = decimalsOf(currency);
  return `${(amount / 10 ** decimals).toFixed(decimals)} ${currency}`;
}

export function serviceResult(service: TaskOutcome): CommandResult {
  if (service.kind !== 'done') return { ...failureResult(service.kind, service.reason), receipts: service.receipts };
  const { facts, receipts, totals, balance, follows } = service;
  const fields = { ...facts, ...(balance === undefined ? {} : { balance }) };
  const more = { ...(totals ? { totals } : {}), ...(follows ? { follows } : {}) };
  return { outcome: 'done', resultCode: 0, fields, receipts, ...more };
}

export function statusResult(status: TerminalStatus): CommandResult {
  if (status.kind === 'ready') return good('ready', {});
  if (status.kind === 'unreachable') return failureResult('unreachable', status.reason);
  const cure = status.kind === 'needs' ? { cure: status.cure } : {};
  return { outcome: status.kind, resultCode: status.resultCode, fields: {}, receipts: [], text: status.text, ...cure };
}

export function lastTransactionResult(last: LastTransaction): CommandResult {
  if (last.kind === 'none') return { outcome: 'none', resultCode: null, fields: {}, receipts: [] };
  // No payment is in doubt: the terminal did not answer which transaction was the last one.
  if (last.kind === 'unreachable') return failureResult(withoutAnswer(last.reason), last.reason);
  return {
    outcome: last.approved ? 'approved' : 'declined',
    resultCode: last.resultCode,
    fields: last.facts,
    receipts: last.receipts,
  };
}

/** One word for a missing answer; a result code of the terminal is a refusal. */
function withoutAnswer({ code, resultCode }: Reason): string {
  if (resultCode !== undefined || code === 'refused') return 'refused';
  return code === 'unreachable' || code === 'lineLost' || code === 'silent' ? 'unreachable' : 'failed';
}

export function preAuthorisationsResult(open: OpenPreAuthorisations): CommandResult {
  return open.kind === 'found'
    ? good('found', { receiptNumbers: open.receiptNumbers })
    : failureResult('unreachable', open.reason);
}

export function cardResult(card: CardReadOutcome): CommandResult {
  if (card.kind === 'failed') return failureResult('failed', card.reason);
  const { kind, ...fields } = card;
  return good(kind, fields);
}

export function inputResult(answer: CustomerInput): CommandResult {
  if (answer.kind === 'failed') return failureResult('failed', answer.reason);
  const { kind, ...fields } = answer;
  return good(kind, fields);
}

export function introductionResult({ status, diagnosis, options, ...fields }: Introduction): CommandResult {
  if (status.kind === 'unreachable') return failureResult('unreachable', status.reason);
  const found = {
    ...fields,
    ...options,
    features: fields.features.join(' '),
    status: status.kind,
    diagnosis: diagnosis?.kind,
  };
  return { ...good('introduced', found), receipts: diagnosis?.receipts ?? [] };
}

/** Prints one line for every prompt. That the command was accepted shows by what comes then. */
export function printProgress(progress: Progress): void {
  if (progress.step === 'accepted') return;
  const text = progress.step === 'prompt' ? (progress.terminalText ?? progress.texts.en) : progress.step;
  console.log(`  ${text.replaceAll('\n', ' / ')}`);
}

export function printResult({ outcome, resultCode, fields, receipts, ...more }: CommandResult): void {
  const code = resultCode ? ` (${resultCode.toString(16).toUpperCase().padStart(2, '0')})` : '';
  console.log(`${outcome}${code}${typeof more.text === 'string' ? `: ${more.text}` : ''}`);
  for (const [name, value] of Object.entries(fields)) console.log(`  ${name}: ${value}`);
  for (const receipt of receipts) console.log(`\n[${receipt.copy}]\n${receipt.lines.map(onPaper).join('\n')}`);
}

function good(outcome: string, fields: object): CommandResult {
  return { outcome, resultCode: 0, fields, receipts: [] };
}

function failureResult(outcome: string, reason: Reason): CommandResult {
  return {
    outcome,
    resultCode: reason.resultCode ?? null,
    fields: {},
    receipts: [],
    reason: reason.code,
    text: reason.text,
  };
}

const PAPER = 40;

function onPaper({ text, align }: ReceiptText): string {
  return align === 'center' ? ' '.repeat(Math.max(0, (PAPER - text.length) >> 1)) + text : text;
}
