/** How a command ended, for `npm run zvt`: one object for `--json`, words for people, and the exit code. */
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

/** What a command printed with `--json`, and the exit code that goes with it. */
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

/** What a command was to move, minor units of `currency`. */
export interface AskedAmount {
  readonly amount: number;
  /** Further amounts that answer the command: what was handed over, or what the cashier typed. */
  readonly or: readonly number[];
  readonly currency: string;
}

/** `asked`: left out where the request names no amount. An approval of another amount or currency is unknown. */
export function ofOutcome(outcome: Outcome, asked?: AskedAmount): CommandResult {
  if (outcome.kind === 'notSent')
    return { ...ofReason('notSent', outcome.reason), note: 'nothing was sent, no money moved' };
  const { facts: fields, receipts } = outcome;
  if (outcome.kind !== 'approved') return { ...ofReason(outcome.kind, outcome.reason), fields, receipts };
  if (asked === undefined || isAsFor(asked, fields)) return { outcome: 'approved', resultCode: 0, fields, receipts };
  return { ...otherAmount(asked, fields), fields, receipts };
}

/** A terminal that names no amount means that of the request. A tip and a cashback are contained in the amount. */
function isAsFor({ amount, or, currency }: AskedAmount, facts: TransactionFacts): boolean {
  const approved = facts.amount ?? amount;
  const added = (facts.tip ?? 0) + (facts.cashback ?? 0);
  return (facts.currency ?? currency) === currency && [amount, amount + added, ...or].includes(approved);
}

function otherAmount({ amount, currency }: AskedAmount, facts: TransactionFacts): CommandResult {
  const approved = { amount: facts.amount ?? amount, currency: facts.currency ?? currency };
  return {
    ...ofReason('unknown', {
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

export function ofService(service: TaskOutcome): CommandResult {
  if (service.kind !== 'done') return { ...ofReason(service.kind, service.reason), receipts: service.receipts };
  const { facts, receipts, totals, balance, follows } = service;
  const fields = { ...facts, ...(balance === undefined ? {} : { balance }) };
  const more = { ...(totals ? { totals } : {}), ...(follows ? { follows } : {}) };
  return { outcome: 'done', resultCode: 0, fields, receipts, ...more };
}

export function ofStatus(status: TerminalStatus): CommandResult {
  if (status.kind === 'ready') return good('ready', {});
  if (status.kind === 'unreachable') return ofReason('unreachable', status.reason);
  const cure = status.kind === 'needs' ? { cure: status.cure } : {};
  return { outcome: status.kind, resultCode: status.resultCode, fields: {}, receipts: [], text: status.text, ...cure };
}

export function ofLast(last: LastTransaction): CommandResult {
  if (last.kind === 'none') return { outcome: 'none', resultCode: null, fields: {}, receipts: [] };
  // No ending is in doubt here: the terminal did not say what was last.
  if (last.kind === 'unreachable') return ofReason(withoutAnswer(last.reason), last.reason);
  return {
    outcome: last.approved ? 'approved' : 'declined',
    resultCode: last.resultCode,
    fields: last.facts,
    receipts: last.receipts,
  };
}

/** Why a terminal did not say what it was asked, in a word; a code of its own is a refusal. */
function withoutAnswer({ code, resultCode }: Reason): string {
  if (resultCode !== undefined || code === 'refused') return 'refused';
  return code === 'unreachable' || code === 'lineLost' || code === 'silent' ? 'unreachable' : 'failed';
}

export function ofOpen(open: OpenPreAuthorisations): CommandResult {
  return open.kind === 'found'
    ? good('found', { receiptNumbers: open.receiptNumbers })
    : ofReason('unreachable', open.reason);
}

export function ofCard(card: CardReadOutcome): CommandResult {
  if (card.kind === 'failed') return ofReason('failed', card.reason);
  const { kind, ...fields } = card;
  return good(kind, fields);
}

export function ofTyped(answer: CustomerInput): CommandResult {
  if (answer.kind === 'failed') return ofReason('failed', answer.reason);
  const { kind, ...fields } = answer;
  return good(kind, fields);
}

export function ofIntroduction({ status, diagnosis, options, ...fields }: Introduction): CommandResult {
  if (status.kind === 'unreachable') return ofReason('unreachable', status.reason);
  const found = {
    ...fields,
    ...options,
    features: fields.features.join(' '),
    status: status.kind,
    diagnosis: diagnosis?.kind,
  };
  return { ...good('introduced', found), receipts: diagnosis?.receipts ?? [] };
}

/** One line for every prompt. */
export function printProgress(progress: Progress): void {
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

function ofReason(outcome: string, reason: Reason): CommandResult {
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
