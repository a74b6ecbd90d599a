/** The terminal's reader and keys in the till's service: what is asked, and what came back. */
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

/** Reads a card within `patience` ms: token and serial number are asked for, on every reader there is (ZVT 06 C0). */
export function cardReadRequest({ readCardKind, containers }: ZvtSettings, patience: number): PreparedCommand {
  const plain = { readTimeout: seconds(patience), paymentType: readCardKind, dialogControl: OWN_PROMPTS };
  const wishes = containers ? { tlv: [tlv(0x1f15, 'D0'), tlv(0x1f60, 0x07)] } : {};
  return { command: commands.readCard, fields: { ...plain, ...wishes } };
}

const OWN_PROMPTS = 0x02; // the terminal shows its own prompts, and does not beep

/** The card, as much of it as may be known. */
export function cardReadOutcome(
  run: CommandResult,
  setting: OutcomeContext,
  { loyaltyPrefixes }: ZvtSettings,
): CardReadOutcome {
  const reason = failureReason(run, setting);
  if (reason) return { kind: 'failed', reason };
  return cardReadOf(run.state.status ?? {}, loyaltyPrefixes);
}

/** A question for a key (06 E1), or for digits (06 E2), whose texts the vendor of the terminal has to have signed. */
export function customerQuestionRequest(
  { textMac }: ZvtSettings,
  { lines, timeout: patience, digits }: CustomerQuestion,
): PreparedCommand {
  const shown = displayFields(lines, seconds(patience));
  if (!digits) return { command: commands.askForKey, fields: shown };
  const fields = {
    ...shown,
    minimumInput: digits.least,
    maximumInput: digits.most,
    echo: 0xff,
    textMac: textMac?.toUpperCase() ?? '',
  };
  return { command: commands.askForDigits, fields };
}

/** What was pressed or typed. */
export function customerInput(run: CommandResult, setting: OutcomeContext): CustomerInput {
  const { ending } = run;
  const reason = failureReason(run, setting);
  if (reason || ending.by !== 'answer') return { kind: 'failed', reason: reason ?? NOTHING };
  const data = dataOf(ending.message);
  if (data.length > 0 && /^\d+$/.test(data) && !(data.length === 1 && run.state.command.send === 'displayFunctionKey'))
    return { kind: 'typed', digits: data };
  const key = data.length === 1 ? KEYS[data.charCodeAt(0)] : undefined;
  if (key !== undefined) return { kind: 'typed', key };
  return { kind: 'failed', reason: data.charCodeAt(0) === TIMEOUT ? NOBODY : NOTHING };
}

const TIMEOUT = 0x6c;
const NOBODY = { code: 'aborted', resultCode: TIMEOUT, text: 'nobody answered at the terminal' } as const;
const NOTHING = { code: 'garbled', text: 'the answer of the terminal names no key' } as const;

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
