/** How a command ended, for `npm run zvt`: one object for `--json`, words for people, and the exit code. */
import type { Introduction } from '../introduction.ts';
import type {
  CardRead,
  LastTransaction,
  OpenPreAuthorisations,
  Outcome,
  Progress,
  Reason,
  ReceiptText,
  Service,
  TerminalReceipt,
  TerminalStatus,
  Typed,
} from '../terminal.ts';

/** What a command printed with `--json`, and the exit code that goes with it. */
export interface Ending {
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

export function ofOutcome(outcome: Outcome): Ending {
  if (outcome.kind === 'notSent')
    return { ...ofReason('notSent', outcome.reason), note: 'nothing was sent, no money moved' };
  const { facts: fields, receipts } = outcome;
  if (outcome.kind === 'approved') return { outcome: 'approved', resultCode: 0, fields, receipts };
  return { ...ofReason(outcome.kind, outcome.reason), fields, receipts };
}

export function ofService(service: Service): Ending {
  if (service.kind !== 'done') return { ...ofReason(service.kind, service.reason), receipts: service.receipts };
  const { facts, receipts, totals, balance, follows } = service;
  const fields = { ...facts, ...(balance === undefined ? {} : { balance }) };
  const more = { ...(totals ? { totals } : {}), ...(follows ? { follows } : {}) };
  return { outcome: 'done', resultCode: 0, fields, receipts, ...more };
}

export function ofStatus(status: TerminalStatus): Ending {
  if (status.kind === 'ready') return good('ready', {});
  if (status.kind === 'unreachable') return ofReason('unreachable', status.reason);
  const cure = status.kind === 'needs' ? { cure: status.cure } : {};
  return { outcome: status.kind, resultCode: status.resultCode, fields: {}, receipts: [], text: status.text, ...cure };
}

export function ofLast(last: LastTransaction): Ending {
  if (last.kind === 'none') return { outcome: 'none', resultCode: null, fields: {}, receipts: [] };
  if (last.kind === 'unreachable') return ofReason('unknown', last.reason);
  return {
    outcome: last.approved ? 'approved' : 'declined',
    resultCode: last.resultCode,
    fields: last.facts,
    receipts: last.receipts,
  };
}

export function ofOpen(open: OpenPreAuthorisations): Ending {
  return open.kind === 'found'
    ? good('found', { receiptNumbers: open.receiptNumbers })
    : ofReason('unreachable', open.reason);
}

export function ofCard(card: CardRead): Ending {
  if (card.kind === 'failed') return ofReason('failed', card.reason);
  const { kind, ...fields } = card;
  return good(kind, fields);
}

export function ofTyped(answer: Typed): Ending {
  if (answer.kind === 'failed') return ofReason('failed', answer.reason);
  const { kind, ...fields } = answer;
  return good(kind, fields);
}

export function ofIntroduction({ status, diagnosis, options, ...fields }: Introduction): Ending {
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
export function tellProgress(progress: Progress): void {
  const text = progress.step === 'prompt' ? (progress.terminalText ?? progress.texts.en) : progress.step;
  console.log(`  ${text.replaceAll('\n', ' / ')}`);
}

export function tellEnding({ outcome, resultCode, fields, receipts, ...more }: Ending): void {
  const code = resultCode ? ` (${resultCode.toString(16).toUpperCase().padStart(2, '0')})` : '';
  console.log(`${outcome}${code}${typeof more.text === 'string' ? `: ${more.text}` : ''}`);
  for (const [name, value] of Object.entries(fields)) console.log(`  ${name}: ${value}`);
  for (const receipt of receipts) console.log(`\n[${receipt.copy}]\n${receipt.lines.map(onPaper).join('\n')}`);
}

function good(outcome: string, fields: object): Ending {
  return { outcome, resultCode: 0, fields, receipts: [] };
}

function ofReason(outcome: string, reason: Reason): Ending {
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
