/** Decides what the end of a command means, for money and for services. The only place of that decision; pure functions. */
import { reasonText } from '../../reasonText.ts';
import type {
  Approvals,
  Language,
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
import { resultCode } from '../texts/resultCodes.ts';
import { isCertain, takesBack } from './approvals.ts';
import type { CommandState, Ending } from './commandState.ts';
import { receiptsOf, wantsSignature } from './receipts.ts';
import { balanceOf, currencyOf, factsOf, hasHostLetterCode, terminalMessage, totalsOf } from './statusInformation.ts';

/** How one command went on the wire. */
export interface CommandResult {
  readonly ending: Ending;
  readonly state: CommandState;
  /** Bytes were skipped while it ran: a message may be missing. */
  readonly noisy: boolean;
}

export interface OutcomeContext {
  readonly charset: Charset;
  readonly currency: string;
  readonly language: Language;
  /** The terminal repeats receipts only to a till that prints: an empty repetition does not mean "no transaction". */
  readonly repeatsBare?: boolean;
}

/**
 * Approved, declined or unknown; "not sent" is known before the command runs. Once an approval may be booked, the command is
 * never declined, whatever the terminal reports after it: only the terminal's memory can tell that it was taken back.
 */
export function moneyOutcome(result: CommandResult, context: OutcomeContext): Outcome {
  const { ending, state } = result;
  const code = state.status?.resultCode;
  const slips = receipts(state, context);
  const unknown = (reason: Reason): Outcome => ({
    kind: 'unknown',
    reason,
    ...approvedFacts(state, context),
    receipts: slips,
  });
  const declined = (reason: Reason): Outcome => {
    // Skipped bytes may have been an approval, and 84 xx behind them may be a part of another message.
    if (result.noisy) return unknown(reason);
    if (mayBeBooked(state)) return unknown(contradiction(reason));
    return { kind: 'declined', reason, facts: moneyFacts(state, state.status, context), receipts: slips };
  };
  const failed = code !== undefined && code !== 0;
  const notHandedOver = state.handOverReply?.kind === 'failed';
  const because = (reason: Reason): Reason => (notHandedOver ? { ...reason, ...NOT_HANDED_OVER } : reason);

  switch (ending.by) {
    case 'refusal':
      return declined(refusalReason(ending.message, context));
    case 'completion':
      if (!disagrees(ending.message.fields)) {
        // The till reported that the goods were not handed over, and the terminal finished as if they were.
        if (code === 0 && notHandedOver) return unknown(NOT_HANDED_OVER);
        const doubt = doubtAbout(state, context);
        if (code === 0)
          return doubt ? unknown(doubt) : { kind: 'approved', ...approvedFacts(state, context), receipts: slips };
        // After a wrong PIN the terminal tries again: the status information of the last try is missing.
        if (failed && !resultCode(code).mayBeTriedAgain)
          return declined(because(codeReason(code, state.status, context)));
      }
      return unknown(UNCLEAR);
    case 'abort':
      // The till reported that the goods were not handed over, and the terminal confirms that it reversed the payment.
      if (notHandedOver) return declined(because(abortReason(ending.message.fields, state.status, context)));
      // A terminal that got the acknowledgement of an approving 04 0F keeps the payment; a later failure reverses nothing.
      // A terminal that did not get it, or whose print failed, reverses the payment and says so with this very 06 1E. The
      // till cannot distinguish the two: only the terminal's memory can.
      if (code === 0)
        return unknown(codeReason(ending.message.fields.abortCode || 0xff, ending.message.fields, context));
      // A status information without a readable result may have been an approval.
      if (state.status && code === undefined) return unknown(UNCLEAR);
      return declined(abortReason(ending.message.fields, state.status, context));
    case 'failedStatus':
      return declined(because(codeReason(code ?? 0xff, state.status, context)));
    case 'lost':
      // The reported failure is final: the terminal showed no sign of a second try.
      if (ending.afterFailure) return declined(because(codeReason(code ?? 0xff, state.status, context)));
      return unknown(ending.reason);
    case 'answer':
    case 'status':
      return unknown({ code: 'garbled', text: 'the terminal only acknowledged the command' });
  }
}

/**
 * True when the terminal may have booked an approval of this command: the till acknowledged it; or it refused the goods, and
 * the terminal had been asked to abort, so that its failure may be the answer to either. A refusal alone (84 66) is proof: the
 * terminal takes the payment back and says so with its failure. An approval that was never answered is taken back, too.
 */
function mayBeBooked({ approvals, tillDecides, handOverReply, abort }: CommandState): boolean {
  if (approvals.length === 0) return false;
  const isTaken = !tillDecides.handOver || (handOverReply !== undefined && handOverReply.kind !== 'failed');
  return isTaken || approvals.some(approval => !isCertain(approval)) || abort === 'sent' || abort === 'acknowledged';
}

/** The reason of a failure that the terminal reported although it had approved. */
function contradiction(reason: Reason): Reason {
  if (reason.code === NOT_HANDED_OVER.code) return reason;
  const { texts: _texts, ...failure } = reason;
  return {
    ...failure,
    code: 'garbled',
    text: `the terminal approved, and reported a failure as well: ${failure.text}`,
  };
}

/**
 * The facts of what was approved, and nothing where nothing was: the numbers of a failed try belong to no approval. Further
 * approvals are money of their own, unless one takes the other back.
 */
function approvedFacts(state: CommandState, context: OutcomeContext): Approvals {
  const approvals = state.approvals.filter(({ fields }) => !isDayEnd(fields));
  const certain = approvals.filter(isCertain);
  const [first = certain[0], ...further] = certain.filter(one => !approvals.some(other => takesBack(one, other)));
  const alsoApproved = further.map(({ fields }) => factsOf(fields, context.currency));
  return {
    facts: moneyFacts(state, (first ?? approvals[0])?.fields, context),
    ...(alsoApproved.length > 0 ? { alsoApproved } : {}),
  };
}

/** A slip with a signature line also means that the payment needs a signature. */
function moneyFacts({ prints }: CommandState, status: Fields = {}, { currency }: OutcomeContext): TransactionFacts {
  const facts = factsOf(status, currency);
  return status.resultCode === 0 && wantsSignature(prints) ? { ...facts, needsSignature: true } : facts;
}

/**
 * The reason to doubt an approval; undefined where every approval is clear. Several clear ones are money of their own.
 */
function doubtAbout(state: CommandState, { currency }: OutcomeContext): Reason | undefined {
  const certain = state.approvals.filter(isCertain);
  if (certain.some(({ fields }) => isDayEnd(fields))) return OTHER_COMMAND;
  if (
    lacksAmount(state.status, state.isStatusTruncated) ||
    certain.some(one => lacksAmount(one.fields, one.isTruncated))
  )
    return { code: 'garbled', text: 'the terminal reported an amount that cannot be read' };
  if (certain.some(({ contradicted }) => contradicted)) return TWO_AMOUNTS;
  if (certain.some(one => certain.some(other => takesBack(one, other)))) return TAKEN_BACK;
  const foreign = certain
    .map(({ fields }) => (fields.amount === undefined ? currency : currencyOf(fields, currency)))
    .find(one => one !== currency);
  if (foreign === undefined) return undefined;
  return { code: 'garbled', text: `the terminal reported an amount in ${foreign} instead of ${currency}` };
}

/** The status information contained, or may have contained, an amount that could not be read. */
function lacksAmount({ amount, unread }: Fields = {}, isTruncated = false): boolean {
  return amount === undefined && (isTruncated || unread?.includes('amount') === true);
}

const TWO_AMOUNTS: Reason = { code: 'garbled', text: 'the terminal reported two amounts for one receipt' };
const OTHER_COMMAND: Reason = { code: 'garbled', text: 'the terminal reported the result of another command' };
const TAKEN_BACK: Reason = { code: 'garbled', text: 'the terminal approved, and took the approval back' };
const UNCLEAR: Reason = { code: 'garbled', text: 'the terminal finished without saying clearly how' };
const NOT_HANDED_OVER: Reason = {
  code: 'notHandedOver',
  text: 'the goods were not handed over',
  texts: { de: 'die Ware wurde nicht ausgegeben', en: 'the goods were not handed over' },
};

/** Done, failed or unknown. */
export function serviceOutcome(result: CommandResult, context: OutcomeContext): TaskOutcome {
  const { state } = result;
  const slips = receipts(state, context);
  const reason = failureReason(result, context);
  const totals = reportedTotals(state, context);
  if (reason && mayBeDone(result)) return { kind: 'unknown', reason, receipts: slips, ...totals };
  if (reason) return { kind: 'failed', reason, receipts: slips };
  const facts: TransactionFacts = factsOf(state.status ?? {}, context.currency);
  const follows = announcedAbsence(result);
  const balance = balanceOf(state.status);
  const more = { ...(balance === undefined ? {} : { balance }), ...(follows ? { follows } : {}) };
  return { kind: 'done', receipts: slips, facts, ...totals, ...more };
}

/** Totals with an unreadable row or sum, or of another currency, are reported, and say nothing. */
function reportedTotals(
  { status = {}, approvals, isStatusTruncated }: CommandState,
  { currency }: OutcomeContext,
): Pick<Extract<TaskOutcome, { kind: 'done' }>, 'totals' | 'unreadableTotals'> {
  const fields = approvals.findLast(approval => isDayEnd(approval.fields))?.fields ?? status;
  if (isStatusTruncated) return { unreadableTotals: true };
  if (!isDayEnd(fields)) return {};
  const isForeign = currencyOf(fields, currency) !== currency;
  if (!fields.totals || isForeign || fields.unread?.includes('amount')) return { unreadableTotals: true };
  const totals = totalsOf(fields.totals, fields.amount);
  return totals ? { totals } : {};
}

/**
 * The terminal may have executed a failed command: when it fell silent after the command had left, when it reported success
 * before the failure, or when some of its bytes were skipped.
 */
function mayBeDone({ ending, state, noisy }: CommandResult): boolean {
  return noisy || state.approvals.some(isCertain) || (ending.by === 'lost' && !ending.afterFailure);
}

/** The absence that the terminal announces: 27 E0 an update, 27 FC a restart; a reset is a restart as well. */
export function announcedAbsence({ ending, state }: CommandResult): 'update' | 'restart' | undefined {
  if (ending.by !== 'completion') return undefined;
  const code = ending.message.fields.resultCode;
  if (code === UPDATE) return 'update';
  return code === RESTART || state.command.send === 'resetTerminal' ? 'restart' : undefined;
}

/** True when the terminal refuses the container (BMP 06) of the registration, or an object in it. */
export function refusesContainer({ ending }: CommandResult): boolean {
  return ending.by === 'refusal' && (ending.code === 0x83 || ending.code === 0x9a);
}

const UPDATE = 0xe0;
const RESTART = 0xfc;

/** The last transaction in the terminal's memory; `none` only when the terminal states clearly that it has none. */
export function lastTransactionOf(result: CommandResult, context: OutcomeContext): LastTransaction {
  const { ending, state } = result;
  const code = state.status?.resultCode;
  // The terminal would repeat its end-of-day to the next question too; on a noisy line it may answer another command.
  if (isDayEnd(state.status) && ending.by !== 'lost' && !result.noisy)
    return { kind: 'unreachable', reason: DAY_END, dayEnd: markOfDayEnd(state.status) };
  if (isDayEnd(state.status) || lacksAmount(state.status, state.isStatusTruncated))
    return { kind: 'unreachable', reason: NO_TRANSACTION };
  if (code !== 0 && state.approvals.some(isCertain)) return { kind: 'unreachable', reason: NO_TRANSACTION };
  if (code !== undefined && (ending.by === 'completion' || ending.by === 'abort' || ending.by === 'failedStatus')) {
    const facts = moneyFacts(state, state.status, context);
    return { kind: 'found', approved: code === 0, resultCode: code, facts, receipts: receipts(state, context) };
  }
  const bare = !state.status && state.prints.length === 0 && !result.noisy;
  const saysNone = bare && context.repeatsBare !== true;
  // A completion with data belongs to another command.
  const empty = ending.by === 'completion' && !hasData(ending.message);
  if (empty && saysNone) return { kind: 'none' };
  return {
    kind: 'unreachable',
    reason: failureReason(result, context) ?? NO_TRANSACTION,
  };
}

/** Two end-of-days differ by their time; without one the mark is empty, because the same numbers may come again. */
const markOfDayEnd = ({ date, time, traceNumber, receiptNumber }: Fields = {}): string =>
  time === undefined ? '' : [date, time, traceNumber, receiptNumber].join(' ').trim();

const DAY_END: Reason = { code: 'unsupported', text: 'the terminal repeats its end-of-day, and no transaction' };
const NO_TRANSACTION: Reason = { code: 'garbled', text: 'no transaction in the answer' };

/** True for an end-of-day, which is no transaction: only its status information has totals (BMP 60). */
function isDayEnd({ totals, unread }: Fields = {}): boolean {
  return totals !== undefined || unread?.includes('totals') === true;
}

/** The open pre-authorisations: the terminal answers the enquiry with an abort B8 that lists their receipts (ZVT 06 23). */
export function openPreAuthorisationsOf(result: CommandResult, context: OutcomeContext): OpenPreAuthorisations {
  const { ending } = result;
  const listed = ending.by === 'abort' && ending.message.fields.abortCode === PRE_AUTHORISATIONS;
  const open = listed ? listedReceipts(ending.message.fields) : undefined;
  if (open) return { kind: 'found', ...open };
  // A completion is not an empty list: it may belong to an earlier command.
  const reason = listed ? undefined : failureReason(result, context);
  return { kind: 'unreachable', reason: reason ?? { code: 'garbled', text: 'the answer names no receipts' } };
}

const PRE_AUTHORISATIONS = 0xb8;
const LIST = 0x23;

/**
 * BMP 87 is the first open receipt, FFFF for none. Tag 23 lists all of them, for a till that takes containers. Undefined when
 * the list cannot be read.
 */
function listedReceipts({ receiptNumber = '', tlv }: Fields) {
  const first = /^\d{4}$/.test(receiptNumber) ? [Number(receiptNumber)] : [];
  const list = findDeep(tlv, LIST);
  if (!list) return { receiptNumbers: first, complete: first.length === 0 };
  const listed = numbersIn(list);
  const unread = list.end - list.at - listed.length * NUMBER_LENGTH;
  if (listed.length === 0 && unread > 0) return undefined;
  return { receiptNumbers: [...new Set([...first, ...listed])], complete: unread < NUMBER_LENGTH };
}

/** Bytes of an object 08: tag, length and two bytes. */
const NUMBER_LENGTH = 4;

/** Reads the objects 08 without the TLV parser, because terminals miscount the length of the list around them. */
function numbersIn({ source, at, end }: Tlv): number[] {
  const numbers: number[] = [];
  for (let i = at; i + NUMBER_LENGTH <= end && source.readUInt16BE(i) === 0x0802; i += NUMBER_LENGTH)
    numbers.push(Number(source.toString('hex', i + 2, i + 4)));
  return numbers.filter(Number.isInteger);
}

/** The reason why a command that moves no money failed; undefined when it succeeded. */
export function failureReason({ ending, state }: CommandResult, context: OutcomeContext): Reason | undefined {
  const code = state.status?.resultCode ?? 0;
  switch (ending.by) {
    case 'answer':
      return undefined;
    case 'status':
      return code === 0 ? undefined : codeReason(code, state.status, context);
    case 'completion':
      if (code !== 0) return codeReason(code, state.status, context);
      return disagrees(ending.message.fields) ? completionReason(ending.message.fields, context) : undefined;
    case 'abort':
      return abortReason(ending.message.fields, state.status, context);
    case 'refusal':
      return refusalReason(ending.message, context);
    case 'failedStatus':
      return codeReason(code, state.status, context);
    case 'lost':
      return ending.afterFailure ? codeReason(code, state.status, context) : ending.reason;
  }
}

function completionReason(fields: Fields, context: OutcomeContext): Reason {
  return codeReason(fields.resultCode ?? 0xff, fields, context);
}

/** A completion with a failure code of its own; E0 and FC only announce an update or a restart. */
function disagrees({ resultCode: code }: Fields): boolean {
  return code !== undefined && code !== 0 && code !== UPDATE && code !== RESTART;
}

function receipts(state: CommandState, context: OutcomeContext): TerminalReceipt[] {
  return receiptsOf(state.prints, state.command.prints, context.charset);
}

type CodeReason = Reason & { readonly resultCode: number };

function codeReason(code: number, fields: Fields | undefined, { charset, language }: OutcomeContext): CodeReason {
  const row = fields && hasHostLetterCode(fields) ? hostRefusal(code) : resultCode(code);
  return { code: row.reason, resultCode: code, ...reasonText(terminalMessage(fields, charset), row, language) };
}

/** The host's letter codes A0 to AF; the result codes of the terminal with these numbers mean something else. */
function hostRefusal(code: number) {
  const letters = hexPair(code);
  return { reason: 'declined', de: `abgelehnt (Code ${letters})`, en: `declined (code ${letters})` } as const;
}

/** Reason of 06 1E. The status information before it has the same code and often a better text; 06 1E may have no code. */
function abortReason(abort: Fields, status: Fields | undefined, context: OutcomeContext): Reason {
  const failed = status?.resultCode ? status : undefined;
  const { hostResultCode = 0 } = failed ?? {};
  const source = hostResultCode > 0 ? { ...abort, hostResultCode } : abort;
  const reason = codeReason(abort.abortCode || failed?.resultCode || 0xff, source, context);
  const text = terminalMessage(failed, context.charset);
  const { code, resultCode } = reason;
  // Nobody has entered a PIN where no result came before: a result of the host would have.
  if (resultCode === INITIALISATION && !failed && reason.texts)
    return { code: 'refused', resultCode, ...reasonText(undefined, UNINITIALISED, context.language) };
  return text && reason.texts ? { code, resultCode, text } : reason;
}

/** 84 xx: nothing happened. Causes that the till can remove keep their own reason; all others are `refused`. */
function refusalReason(message: Message, context: OutcomeContext): Reason {
  const reason = codeReason(refusalCode(message), message.fields, context);
  if (reason.resultCode === WRONG_PASSWORD)
    return { ...reason, code: 'refused', ...reasonText(undefined, PASSWORD, context.language) };
  if (reason.resultCode === INITIALISATION)
    return { ...reason, code: 'refused', ...reasonText(undefined, UNINITIALISED, context.language) };
  const curable = reason.code === 'busy' || reason.code === 'endOfDayRequired' || reason.code === 'unsupported';
  return curable ? reason : { ...reason, code: 'refused' };
}

/** The error code. 84 1E refuses a registration; its first data byte is the cause: 6F the currency, 7D the communication. */
function refusalCode({ control, bytes }: Message): number {
  const code = control & 0xff;
  const start = apduData(bytes, 0, bytes.length)?.start ?? bytes.length;
  return code === REGISTRATION_REFUSED ? (bytes[start] ?? code) : code;
}

const REGISTRATION_REFUSED = 0x1e;
// In a payment the same code means a wrong PIN.
const WRONG_PASSWORD = 0x37;
// In the result of a payment the same code means a wrong PIN.
const INITIALISATION = 0x51;
const UNINITIALISED = {
  de: 'das Terminal braucht eine Initialisierung (06 93)',
  en: 'the terminal needs an initialisation (06 93)',
} as const;
const PASSWORD = { de: 'falsches Kassenpasswort', en: 'wrong password' } as const;
