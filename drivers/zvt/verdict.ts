/** What the end of a command means for money: pure, and the only place where that is decided. */
import type { LastTransaction, Outcome, Reason, Service, TerminalReceipt, TransactionFacts } from '../terminal.ts';
import type { Charset } from './codec/charsets.ts';
import type { Fields } from './codec/fields.ts';
import { factsOf, terminalWords, totalsOf } from './facts.ts';
import { receiptsOf } from './receipts.ts';
import type { Ending, SessionState } from './session.ts';
import { mayBeTriedAgain, resultCode } from './texts/resultCodes.ts';

/** How one command went, as far as the wire tells. */
export interface Run {
  readonly ending: Ending;
  readonly state: SessionState;
  /** Bytes were skipped while it ran: a message may be missing. */
  readonly noisy: boolean;
}

export interface Setting {
  readonly charset: Charset;
  readonly currency: string;
  readonly language: 'de' | 'en';
}

/** Approved, declined or unknown. "Not sent" is known before a run begins. */
export function moneyOutcome({ ending, state, noisy }: Run, setting: Setting): Outcome {
  const collected = { facts: factsOf(state.status ?? {}, setting.currency), receipts: receipts(state, setting) };
  const code = state.status?.resultCode;
  const unknown = (reason: Reason): Outcome => ({ kind: 'unknown', reason, ...collected });
  // Bytes that were skipped may have been an approval: after noise only 84 xx says for certain that nothing happened.
  const declined = (reason: Reason): Outcome =>
    noisy && ending.by !== 'refusal' ? unknown(reason) : { kind: 'declined', reason, ...collected };
  const failed = code !== undefined && code !== 0;

  switch (ending.by) {
    case 'refusal':
      return declined(refusalReason(ending.code, ending.message.fields, setting));
    case 'completion':
      if (!disagrees(ending.message.fields)) {
        if (code === 0) return { kind: 'approved', ...collected };
        // A wrong PIN is no end: the status information that counts is one we did not see.
        if (failed && !mayBeTriedAgain(code)) return declined(codeReason(code, state.status, setting));
      }
      return unknown({ code: 'garbled', text: 'the terminal finished without saying clearly how' });
    case 'abort':
      // Our acknowledgement of an approving 04 0F is the point from which the terminal keeps the payment, and what goes
      // wrong after it reverses nothing. But it may never have arrived there, or a print may have failed: then the terminal
      // has reversed and says so with this very 06 1E. Both look alike from here, so only the terminal's memory can tell.
      if (code === 0)
        return unknown(codeReason(ending.message.fields.abortCode || 0xff, ending.message.fields, setting));
      return declined(abortReason(ending.message.fields, state.status, setting));
    case 'failedStatus':
      return declined(codeReason(code ?? 0xff, state.status, setting));
    case 'lost':
      // A failing status information is final, unless it was the wrong PIN: the customer may be typing it again.
      if (failed && !mayBeTriedAgain(code)) return declined(codeReason(code, state.status, setting));
      return unknown(ending.reason);
    case 'answer':
      return unknown({ code: 'garbled', text: 'the terminal only acknowledged the command' });
  }
}

/** Done or failed. */
export function serviceOutcome(run: Run, setting: Setting): Service {
  const { state } = run;
  const reason = failure(run, setting);
  if (reason) return { kind: 'failed', reason, receipts: receipts(state, setting) };
  const totals = totalsOf(state.status?.totals, state.status?.totals && state.status.amount);
  const facts: TransactionFacts = factsOf(state.status ?? {}, setting.currency);
  return { kind: 'done', receipts: receipts(state, setting), facts, ...(totals ? { totals } : {}) };
}

/** What the terminal remembers as its last transaction. Only its clear word that there is none counts as none. */
export function lastTransaction(run: Run, setting: Setting): LastTransaction {
  const { ending, state } = run;
  const code = state.status?.resultCode;
  if (code !== undefined && (ending.by === 'completion' || ending.by === 'abort' || ending.by === 'failedStatus')) {
    const facts = factsOf(state.status ?? {}, setting.currency);
    return { kind: 'found', approved: code === 0, resultCode: code, facts, receipts: receipts(state, setting) };
  }
  const bare = !state.status && state.prints.length === 0 && !run.noisy;
  if (ending.by === 'completion' && bare && !disagrees(ending.message.fields)) return { kind: 'none' };
  return {
    kind: 'unreachable',
    reason: failure(run, setting) ?? { code: 'garbled', text: 'no transaction in the answer' },
  };
}

/** Why a command that moves no money failed, or undefined when it did not. */
export function failure({ ending, state }: Run, setting: Setting): Reason | undefined {
  const code = state.status?.resultCode ?? 0;
  switch (ending.by) {
    case 'answer':
      return undefined;
    case 'completion':
      return code === 0 ? undefined : codeReason(code, state.status, setting);
    case 'abort':
      return abortReason(ending.message.fields, state.status, setting);
    case 'refusal':
      return refusalReason(ending.code, ending.message.fields, setting);
    case 'failedStatus':
      return codeReason(code, state.status, setting);
    case 'lost':
      return ending.reason;
  }
}

/** A completion with a code of its own; E0 and FC only announce an update or a restart. */
function disagrees({ resultCode: code }: Fields): boolean {
  return code !== undefined && code !== 0 && code !== 0xe0 && code !== 0xfc;
}

function receipts(state: SessionState, setting: Setting): TerminalReceipt[] {
  return receiptsOf(state.prints, state.command.prints, setting.charset);
}

function codeReason(code: number, fields: Fields | undefined, { charset, language }: Setting): Reason {
  const row = resultCode(code);
  return { code: row.reason, resultCode: code, text: terminalWords(fields, charset) ?? row[language] };
}

/** The abort repeats the code of the status information, which has the better words; it may also come without any. */
function abortReason(abort: Fields, status: Fields | undefined, setting: Setting): Reason {
  const failed = status?.resultCode ? status : undefined;
  const reason = codeReason(abort.abortCode || failed?.resultCode || 0xff, abort, setting);
  const words = terminalWords(failed, setting.charset);
  return words && terminalWords(abort, setting.charset) === undefined ? { ...reason, text: words } : reason;
}

/** 84 xx: nothing happened. What would cure it is named; anything else is a refusal. */
function refusalReason(code: number, fields: Fields, setting: Setting): Reason {
  const reason = codeReason(code, fields, setting);
  const curable = reason.code === 'busy' || reason.code === 'endOfDayRequired' || reason.code === 'unsupported';
  return curable ? reason : { ...reason, code: 'refused' };
}
