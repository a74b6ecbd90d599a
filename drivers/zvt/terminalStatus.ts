/** The status enquiry (05 01): whether the terminal is ready, and the task that makes it ready. */
import { reasonText } from '../reasonText.ts';
import type { Condition, Reason, TerminalStatus, Texts } from '../terminal.ts';
import type { Fields } from './codec/fields.ts';
import { findDeep, tlvValue } from './codec/tlv.ts';
import { commands } from './exchange/commands.ts';
import { type CommandResult, failureReason, type OutcomeContext } from './exchange/outcome.ts';
import type { PreparedCommand } from './moneyCommands.ts';
import type { RequestedTask } from './registration.ts';
import type { ZvtSettings } from './settings.ts';
import { resultCode } from './texts/resultCodes.ts';

/** Some terminals require the password; some report more with the service byte. */
export function statusEnquiry({
  password,
  statusWithTlv,
}: Pick<ZvtSettings, 'password' | 'statusWithTlv'>): PreparedCommand {
  const fields = { password, ...(statusWithTlv ? { serviceByte: WITH_TLV } : {}) };
  return { command: commands.statusEnquiry, fields };
}

const WITH_TLV = 0x04;

/**
 * The status. A terminal that does not support the enquiry has answered, and counts as ready. `needs`: the task that the
 * terminal has requested elsewhere.
 */
export function terminalStatus(run: CommandResult, setting: OutcomeContext, needs?: RequestedTask): TerminalStatus {
  const { ending } = run;
  if (ending.by === 'completion') {
    const { terminalStatus: code } = ending.message.fields;
    const lock = lockOf(ending.message.fields);
    // A lock can be in the status byte or in tag 1F55; without both, the completion says nothing about readiness.
    if (code === undefined && lock === undefined) return { kind: 'unreachable', reason: NO_STATUS };
    return ofCode(code || (lock ?? (needs ? NEEDED[needs] : 0)), setting);
  }
  if (ending.by === 'lost') return { kind: 'unreachable', reason: ending.reason };
  const reason = failureReason(run, setting);
  if (!reason || reason.code === 'unsupported') return { kind: 'ready' };
  return ofCode(reason.resultCode ?? 0xff, setting);
}

/** A completion without a status is no answer to a status enquiry. */
export const hasStatus = (fields: Fields): boolean =>
  fields.terminalStatus !== undefined || lockOf(fields) !== undefined;

const lockOf = ({ tlv }: Fields): number | undefined => lockCode(tlvValue(findDeep(tlv, 0x1f55)) as string | undefined);

const NO_STATUS: Reason = { code: 'garbled', text: 'no status in the answer' };

/** The condition of the terminal that a code of its status, or of a refusal, reports. */
export const conditionOf = (code: number, { de, en } = STATUS_TEXTS[code] ?? resultCode(code)): Condition => ({
  blocks: true,
  cure: resultCode(code).lock ?? 'person',
  resultCode: code,
  texts: { de, en },
});

/** The condition of a terminal that requests a task before it must stop working. */
export const conditionOfNeed = (need: RequestedTask): Condition => ({
  blocks: false,
  cure: need,
  texts: NEEDED_TEXTS[need],
});

const NEEDED_TEXTS = {
  initialisation: { de: 'Initialisierung erforderlich', en: 'initialisation required' },
  diagnosis: { de: 'Diagnose erforderlich', en: 'diagnosis required' },
  endOfDay: { de: 'Kassenschnitt erforderlich', en: 'end-of-day required' },
} as const satisfies Record<RequestedTask, Condition['texts']>;

const NEEDED = { initialisation: 0x51, diagnosis: 0xc2, endOfDay: 0xf0 } as const;

/** Bits of the locks (tag 1F55) and the status that each bit means; locks with a cure first. */
const LOCKS: readonly (readonly [bit: number, code: number])[] = [
  [0x8000, 0xf0], // reconciliation
  [0x4000, 0x51], // initialisation
  [0x2000, 0xc2], // diagnosis
  [0x1000, 0xe0], // service
  [0x0800, 0xdf], // out of order
  [0x0100, 0xfc], // secure module
  [0x0400, 0xcc], // printer
  [0x0080, 0xfc], // log defective
  [0x0040, 0xe2], // no reader
  [0x0020, 0xdc], // card inside
  [0x0010, 0xa3], // no link
  [0x0008, 0xe4], // activation
  [0x0004, 0xbf], // battery
  [0x0002, 0xe2], // contactless
  [0x0001, 0xfc], // MDB
  [0x0200, 0x9c], // start-up, which ends soon
];

function lockCode(hex: string | undefined): number | undefined {
  if (!hex || !/^[0-9A-F]{4}$/.test(hex)) return undefined;
  const bits = Number.parseInt(hex, 16);
  return LOCKS.find(([bit]) => (bits & bit) !== 0)?.[1];
}

function ofCode(code: number, setting: OutcomeContext): TerminalStatus {
  const row = STATUS_TEXTS[code] ?? resultCode(code);
  const words = reasonText(undefined, row, setting.language);
  if (code === 0) return { kind: 'ready' };
  if (BUSY.has(code)) return { kind: 'busy', resultCode: code, ...words };
  const { lock } = resultCode(code);
  return { kind: 'needs', cure: lock === undefined || lock === 'wait' ? 'person' : lock, resultCode: code, ...words };
}

// The terminal may reverse an unacknowledged payment until the card is removed: with a card inside it is still busy.
const BUSY = new Set([0x9c, 0xa0, 0xe0, 0xdc, 0xe1]);

// Three codes mean something else here than as the result of a payment.
const STATUS_TEXTS: Readonly<Record<number, Texts>> = Object.fromEntries<Texts>([
  [0x51, { de: 'Initialisierung erforderlich', en: 'initialisation required' }],
  [0x62, { de: 'Datum oder Uhrzeit falsch', en: 'date or time wrong' }],
  [0xb2, { de: 'Journal voll', en: 'journal full' }],
]);
