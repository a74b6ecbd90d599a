/** What the end of a command means for money: pure, and the only place where that is decided. */
import { reasonText } from '../../reasonText.ts';
import type {
  LastTransaction,
  OpenPreAuthorisations,
  Outcome,
  Reason,
  TaskOutcome,
  TerminalReceipt,
  TransactionFacts,
} from '../../terminal.ts';
import { hasData, type Message } from '../codec/apdu.ts';
import type { Charset } from '../codec/charsets.ts';
import { hexPair } from '../codec/codings.ts';
import type { Fields } from '../codec/fields.ts';
import { apduData } from '../codec/lengths.ts';
import { findDeep, type Tlv } from '../codec/tlv.ts';
import { mayBeTriedAgain, resultCode } from '../texts/resultCodes.ts';
import type { CommandState, Ending } from './commandState.ts';
import { receiptsOf, wantsSignature } from './receipts.ts';
import { balanceOf, factsOf, hasHostLetterCode, terminalMessage, totalsOf } from './statusInformation.ts';

/** How one command went, as far as the wire tells. */
export interface CommandResult {
  readonly ending: Ending;
  readonly state: CommandState;
  /** Bytes were skipped while it ran: a message may be missing. */
  readonly noisy: boolean;
}

export interface OutcomeContext {
  readonly charset: Charset;
  readonly currency: string;
  readonly language: 'de' | 'en';
  /** The terminal repeats nothing when the till does not print: its silence says nothing. */
  readonly repeatsBare?: boolean;
}

/** Approved, declined or unknown. "Not sent" is known before a run begins. */
export function moneyOutcome(run: CommandResult, setting: OutcomeContext): Outcome {
  const { ending, state } = run;
  const code = state.status?.resultCode;
  const collected = { facts: moneyFacts(state, setting), receipts: receipts(state, setting) };
  const unknown = (reason: Reason): Outcome => ({ kind: 'unknown', reason, ...collected });
  // Bytes that were skipped may have been an approval, and what looks like 84 xx behind them a part of something else.
  const declined = (reason: Reason): Outcome =>
    run.noisy ? unknown(reason) : { kind: 'declined', reason, ...collected };
  const failed = code !== undefined && code !== 0;
  const notHandedOver = state.handOverReply?.kind === 'failed';
  const because = (reason: Reason): Reason => (notHandedOver ? { ...reason, ...NOT_HANDED_OVER } : reason);

  switch (ending.by) {
    case 'refusal':
      return declined(refusalReason(ending.message, setting));
    case 'completion':
      if (!disagrees(ending.message.fields)) {
        // It was told that the goods are not given out, and finished as if they were: it may keep the money.
        if (code === 0 && notHandedOver) return unknown(NOT_HANDED_OVER);
        const doubt = doubtAbout(state, setting);
        if (code === 0) return doubt ? unknown(doubt) : { kind: 'approved', ...collected };
        // A wrong PIN is no end: the status information that counts is one we did not see.
        if (failed && !mayBeTriedAgain(code)) return declined(because(codeReason(code, state.status, setting)));
      }
      return unknown(UNCLEAR);
    case 'abort':
      // It was told that the goods are not given out, took that back, and says so: the approval counts no more.
      if (notHandedOver) return declined(because(abortReason(ending.message.fields, state.status, setting)));
      // Our acknowledgement of an approving 04 0F is the point from which the terminal keeps the payment, and what goes
      // wrong after it reverses nothing. But it may never have arrived there, or a print may have failed: then the terminal
      // has reversed and says so with this very 06 1E. Both look alike from here, so only the terminal's memory can tell.
      if (code === 0)
        return unknown(codeReason(ending.message.fields.abortCode || 0xff, ending.message.fields, setting));
      // One that told a result nobody could read may have told an approval.
      if (state.status && code === undefined) return unknown(UNCLEAR);
      return declined(abortReason(ending.message.fields, state.status, setting));
    case 'failedStatus':
      return declined(because(codeReason(code ?? 0xff, state.status, setting)));
    case 'lost':
      // A failing status information is final, unless the customer may be trying again.
      if (ending.settling) return declined(because(codeReason(code ?? 0xff, state.status, setting)));
      return unknown(ending.reason);
    case 'answer':
    case 'status':
      return unknown({ code: 'garbled', text: 'the terminal only acknowledged the command' });
  }
}

/** A slip with a line for it says as well that a signature is wanted. */
function moneyFacts({ status = {}, prints }: CommandState, { currency }: OutcomeContext): TransactionFacts {
  const facts = factsOf(status, currency);
  return status.resultCode === 0 && wantsSignature(prints) ? { ...facts, needsSignature: true } : facts;
}

/** An amount that cannot be read, or one of another currency, is no basis for a statement about money. */
function doubtAbout(state: CommandState, { currency }: OutcomeContext): Reason | undefined {
  if (lacksAmount(state)) return { code: 'garbled', text: 'the terminal told an amount that cannot be read' };
  const told = factsOf(state.status ?? {}, currency).currency ?? currency;
  if (told === currency) return undefined;
  return { code: 'garbled', text: `the terminal told an amount in ${told} instead of ${currency}` };
}

/** There was an amount, or there may have been one. */
function lacksAmount({ status = {}, isStatusTruncated: statusTorn }: CommandState): boolean {
  return status.amount === undefined && (statusTorn === true || status.unread?.includes('amount') === true);
}

const UNCLEAR: Reason = { code: 'garbled', text: 'the terminal finished without saying clearly how' };
const NOT_HANDED_OVER: Reason = {
  code: 'notHandedOver',
  text: 'the goods were not handed over',
  texts: { de: 'die Ware wurde nicht ausgegeben', en: 'the goods were not handed over' },
};

/** Done, failed or unknown. */
export function serviceOutcome(run: CommandResult, setting: OutcomeContext): TaskOutcome {
  const { state } = run;
  const slips = receipts(state, setting);
  const reason = failureReason(run, setting);
  const told = totalsOf(state.status?.totals, state.status?.totals && state.status.amount);
  const totals = told ? { totals: told } : {};
  if (reason && mayBeDone(run)) return { kind: 'unknown', reason, receipts: slips, ...totals };
  if (reason) return { kind: 'failed', reason, receipts: slips };
  const facts: TransactionFacts = factsOf(state.status ?? {}, setting.currency);
  const follows = announcedAbsence(run);
  const balance = balanceOf(state.status);
  const more = { ...(balance === undefined ? {} : { balance }), ...(follows ? { follows } : {}) };
  return { kind: 'done', receipts: slips, facts, ...totals, ...more };
}

/**
 * Whoever was not heard again after the command had left may have done it, and so may one that said first that it was
 * done and then that it was not, or that was heard in part only.
 */
function mayBeDone({ ending, state, noisy }: CommandResult): boolean {
  return noisy || state.status?.resultCode === 0 || (ending.by === 'lost' && !ending.settling);
}

/** Does the terminal go away for a while? 27 E0 announces an update, 27 FC a restart; a reset is one. */
export function announcedAbsence({ ending, state }: CommandResult): 'update' | 'restart' | undefined {
  if (ending.by !== 'completion') return undefined;
  const code = ending.message.fields.resultCode;
  if (code === UPDATE) return 'update';
  return code === RESTART || state.command.send === 'resetTerminal' ? 'restart' : undefined;
}

/** What terminals say that cannot read a container in the registration, or something in it. */
export function refusesContainer({ ending }: CommandResult): boolean {
  return ending.by === 'refusal' && (ending.code === 0x83 || ending.code === 0x9a);
}

const UPDATE = 0xe0;
const RESTART = 0xfc;

/** What the terminal remembers as its last transaction. Only its clear word that there is none counts as none. */
export function lastTransactionOf(run: CommandResult, setting: OutcomeContext): LastTransaction {
  const { ending, state } = run;
  const code = state.status?.resultCode;
  // Asked again it would tell the same; on a line that lost something it may have been the answer to something else.
  if (isDayEnd(state.status) && ending.by !== 'lost' && !run.noisy) return { kind: 'unreachable', reason: DAY_END };
  if (isDayEnd(state.status) || lacksAmount(state)) return { kind: 'unreachable', reason: NO_TRANSACTION };
  if (code !== undefined && (ending.by === 'completion' || ending.by === 'abort' || ending.by === 'failedStatus')) {
    const facts = moneyFacts(state, setting);
    return { kind: 'found', approved: code === 0, resultCode: code, facts, receipts: receipts(state, setting) };
  }
  const bare = !state.status && state.prints.length === 0 && !run.noisy;
  const saysNone = bare && setting.repeatsBare !== true;
  // One that brings anything belongs to another command.
  const empty = ending.by === 'completion' && !hasData(ending.message);
  if (empty && saysNone) return { kind: 'none' };
  return {
    kind: 'unreachable',
    reason: failureReason(run, setting) ?? NO_TRANSACTION,
  };
}

const DAY_END: Reason = { code: 'unsupported', text: 'the terminal repeats its end-of-day, and no transaction' };
const NO_TRANSACTION: Reason = { code: 'garbled', text: 'no transaction in the answer' };

/** Totals (BMP 60) come with an end-of-day only: it is no transaction, and its amount is the sum of many. */
function isDayEnd({ totals, unread }: Fields = {}): boolean {
  return totals !== undefined || unread?.includes('totals') === true;
}

/** The answer to the enquiry is an abort with B8 that names the receipts (ZVT 06 23). */
export function openPreAuthorisationsOf(run: CommandResult, setting: OutcomeContext): OpenPreAuthorisations {
  const { ending } = run;
  const listed = ending.by === 'abort' && ending.message.fields.abortCode === PRE_AUTHORISATIONS;
  const open = listed ? openOnes(ending.message.fields) : undefined;
  if (open) return { kind: 'found', ...open };
  // A completion is no list, not even an empty one: it may be what was left of a command before.
  const reason = listed ? undefined : failureReason(run, setting);
  return { kind: 'unreachable', reason: reason ?? { code: 'garbled', text: 'the answer names no receipts' } };
}

const PRE_AUTHORISATIONS = 0xb8;
const LIST = 0x23;

/**
 * 87 is the first open one, FFFF for none; tag 23 lists them all, for a till that takes containers. Undefined for a list that
 * cannot be read.
 */
function openOnes({ receiptNumber = '', tlv }: Fields) {
  const first = /^\d{4}$/.test(receiptNumber) ? [Number(receiptNumber)] : [];
  const list = findDeep(tlv, LIST);
  if (!list) return { receiptNumbers: first, complete: first.length === 0 };
  const listed = numbersIn(list);
  const unread = list.end - list.at - listed.length * NUMBER_LENGTH;
  if (listed.length === 0 && unread > 0) return undefined;
  return { receiptNumbers: [...new Set([...first, ...listed])], complete: unread < NUMBER_LENGTH };
}

/** Of an object 08 with its two bytes. */
const NUMBER_LENGTH = 4;

/** Objects 08 with two bytes each; read by hand, because terminals miscount the list around them. */
function numbersIn({ source, at, end }: Tlv): number[] {
  const numbers: number[] = [];
  for (let i = at; i + NUMBER_LENGTH <= end && source.readUInt16BE(i) === 0x0802; i += NUMBER_LENGTH)
    numbers.push(Number(source.toString('hex', i + 2, i + 4)));
  return numbers.filter(Number.isInteger);
}

/** Why a command that moves no money failed, or undefined when it did not. */
export function failureReason({ ending, state }: CommandResult, setting: OutcomeContext): Reason | undefined {
  const code = state.status?.resultCode ?? 0;
  switch (ending.by) {
    case 'answer':
      return undefined;
    case 'status':
      return code === 0 ? undefined : codeReason(code, state.status, setting);
    case 'completion':
      if (code !== 0) return codeReason(code, state.status, setting);
      return disagrees(ending.message.fields) ? ofCompletion(ending.message.fields, setting) : undefined;
    case 'abort':
      return abortReason(ending.message.fields, state.status, setting);
    case 'refusal':
      return refusalReason(ending.message, setting);
    case 'failedStatus':
      return codeReason(code, state.status, setting);
    case 'lost':
      return ending.settling ? codeReason(code, state.status, setting) : ending.reason;
  }
}

function ofCompletion(fields: Fields, setting: OutcomeContext): Reason {
  return codeReason(fields.resultCode ?? 0xff, fields, setting);
}

/** A completion with a code of its own; E0 and FC only announce an update or a restart. */
function disagrees({ resultCode: code }: Fields): boolean {
  return code !== undefined && code !== 0 && code !== UPDATE && code !== RESTART;
}

function receipts(state: CommandState, setting: OutcomeContext): TerminalReceipt[] {
  return receiptsOf(state.prints, state.command.prints, setting.charset);
}

type CodeReason = Reason & { readonly resultCode: number };

function codeReason(code: number, fields: Fields | undefined, { charset, language }: OutcomeContext): CodeReason {
  const row = fields && hasHostLetterCode(fields) ? hostRefusal(code) : resultCode(code);
  return { code: row.reason, resultCode: code, ...reasonText(terminalMessage(fields, charset), row, language) };
}

/** The terminal's table means something else by these codes. */
function hostRefusal(code: number) {
  const letters = hexPair(code);
  return { reason: 'declined', de: `abgelehnt (Code ${letters})`, en: `declined (code ${letters})` } as const;
}

/** The abort repeats the code of the status information, which has the better words; it may also come without any. */
function abortReason(abort: Fields, status: Fields | undefined, setting: OutcomeContext): Reason {
  const failed = status?.resultCode ? status : undefined;
  const { hostResultCode = 0 } = failed ?? {};
  const source = hostResultCode > 0 ? { ...abort, hostResultCode } : abort;
  const reason = codeReason(abort.abortCode || failed?.resultCode || 0xff, source, setting);
  const words = terminalMessage(failed, setting.charset);
  const { code, resultCode } = reason;
  return words && reason.texts ? { code, resultCode, text: words } : reason;
}

/** 84 xx: nothing happened. What would cure it is named; anything else is a refusal. */
function refusalReason(message: Message, setting: OutcomeContext): Reason {
  const reason = codeReason(refusalCode(message), message.fields, setting);
  if (reason.resultCode === WRONG_PASSWORD)
    return { ...reason, code: 'refused', ...reasonText(undefined, PASSWORD, setting.language) };
  const curable = reason.code === 'busy' || reason.code === 'endOfDayRequired' || reason.code === 'unsupported';
  return curable ? reason : { ...reason, code: 'refused' };
}

/** A registration refused by 84 1E names the cause in the byte that follows: 6F the currency, 7D the communication. */
function refusalCode({ control, bytes }: Message): number {
  const code = control & 0xff;
  const start = apduData(bytes, 0, bytes.length)?.start ?? bytes.length;
  return code === REGISTRATION_REFUSED ? (bytes[start] ?? code) : code;
}

const REGISTRATION_REFUSED = 0x1e;
// Of a payment the same code means a wrong PIN.
const WRONG_PASSWORD = 0x37;
const PASSWORD = { de: 'falsches Kassenpasswort', en: 'wrong password' } as const;
