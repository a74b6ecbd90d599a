/** The terminal's reader and keys in the service of the till: the commands, and the reading of their results. */
import type { CardReadOutcome, CustomerInput, CustomerQuestion } from '../terminal.ts';
import type { Message } from './codec/apdu.ts';
import { apduData } from './codec/lengths.ts';
import { tlv } from './codec/tlv.ts';
import { cardReadOf } from './exchange/cardRead.ts';
import { commands } from './exchange/commands.ts';
import { type CommandResult, failureReason, type OutcomeContext } from './exchange/outcome.ts';
import type { PreparedCommand } from './moneyCommands.ts';
import type { ZvtSettings } from './settings.ts';
import { displayFields } from './tasks.ts';

/** Reads a card within `timeout` ms, on every reader; token and serial number are requested (ZVT 06 C0). */
export function cardReadRequest({ readCardKind, containers }: ZvtSettings, timeout: number): PreparedCommand {
  const plain = { readTimeout: seconds(timeout), paymentType: readCardKind, dialogControl: OWN_PROMPTS };
  const requested = containers ? { tlv: [tlv(0x1f15, 'D0'), tlv(0x1f60, 0x07)] } : {};
  return { command: commands.readCard, fields: { ...plain, ...requested } };
}

const OWN_PROMPTS = 0x02; // the terminal shows its own prompts, and does not beep

/** The card, as far as it may be known. */
export function cardReadOutcome(
  result: CommandResult,
  context: OutcomeContext,
  { loyaltyPrefixes }: ZvtSettings,
): CardReadOutcome {
  const reason = failureReason(result, context);
  if (reason) return { kind: 'failed', reason };
  return cardReadOf(result.state.status ?? {}, loyaltyPrefixes);
}

/** A question for a key (06 E1), or for digits (06 E2), whose texts the vendor of the terminal has to have signed. */
export function customerQuestionRequest(
  { textMac }: ZvtSettings,
  { lines, timeout, digits }: CustomerQuestion,
): PreparedCommand {
  const display = displayFields(lines, seconds(timeout));
  if (!digits) return { command: commands.askForKey, fields: display };
  const fields = {
    ...display,
    minimumInput: digits.least,
    maximumInput: digits.most,
    echo: 0xff,
    textMac: textMac?.toUpperCase() ?? '',
  };
  return { command: commands.askForDigits, fields };
}

/** The key that was pressed or the digits that were typed. */
export function customerInput(result: CommandResult, context: OutcomeContext): CustomerInput {
  const { ending } = result;
  const reason = failureReason(result, context);
  if (reason || ending.by !== 'answer') return { kind: 'failed', reason: reason ?? NO_KEY };
  const data = dataOf(ending.message);
  if (
    data.length > 0 &&
    /^\d+$/.test(data) &&
    !(data.length === 1 && result.state.command.send === 'displayFunctionKey')
  )
    return { kind: 'typed', digits: data };
  const key = data.length === 1 ? KEYS[data.charCodeAt(0)] : undefined;
  if (key !== undefined) return { kind: 'typed', key };
  return { kind: 'failed', reason: data.charCodeAt(0) === TIMEOUT ? NOBODY_ANSWERED : NO_KEY };
}

const TIMEOUT = 0x6c;
const NOBODY_ANSWERED = { code: 'aborted', resultCode: TIMEOUT, text: 'nobody answered at the terminal' } as const;
const NO_KEY = { code: 'garbled', text: 'the answer of the terminal names no key' } as const;

const KEYS: Readonly<Record<number, string>> = {
  13: 'ok',
  24: 'clear',
  27: 'stop',
  70: 'f',
  85: 'up',
  68: 'down',
  49: 'f1',
  50: 'f2',
  51: 'f3',
  52: 'f4',
  220: 'card',
};

function dataOf({ bytes }: Message): string {
  const span = apduData(bytes, 0, bytes.length);
  return span ? bytes.toString('latin1', span.start, Math.min(span.end, bytes.length)) : '';
}

/** Whole seconds in one byte, at least one. */
function seconds(ms: number): number {
  return Math.min(255, Math.max(1, Math.ceil(ms / 1000)));
}
