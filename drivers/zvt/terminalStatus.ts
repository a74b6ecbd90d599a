/** The status enquiry (05 01): is the terminal idle, and if not, what would cure it? */
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

/** Some terminals want the password; some tell more when asked for it. */
export function statusEnquiry({
  password,
  statusWithTlv,
}: Pick<ZvtSettings, 'password' | 'statusWithTlv'>): PreparedCommand {
  const fields = { password, ...(statusWithTlv ? { serviceByte: WITH_TLV } : {}) };
  return { command: commands.statusEnquiry, fields };
}

const WITH_TLV = 0x04;

/**
 * The status; a terminal that does not know the enquiry answered, and is taken as ready. `needs` is what it asked
 * for otherwise.
 */
export function terminalStatus(run: CommandResult, setting: OutcomeContext, needs?: RequestedTask): TerminalStatus {
  const { ending } = run;
  if (ending.by === 'completion') {
    const { terminalStatus: code } = ending.message.fields;
    const lock = lockOf(ending.message.fields);
    // Whoever is locked says so in either place; whoever says nothing is not ready for that.
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

type Cure = Extract<TerminalStatus, { kind: 'needs' }>['cure'];

const CURES: Readonly<Record<number, Cure>> = {
  81: 'initialisation',
  87: 'initialisation',
  98: 'diagnosis', // date or time wrong
  193: 'diagnosis',
  194: 'diagnosis',
  177: 'endOfDay',
  106: 'endOfDay',
  240: 'endOfDay',
};

/** What a code of the status, or of a refusal, says about the terminal itself. */
export const conditionOf = (code: number, { de, en } = STATUS_TEXTS[code] ?? resultCode(code)): Condition => ({
  blocks: true,
  cure: code === MAINTENANCE ? 'wait' : (CURES[code] ?? 'person'),
  resultCode: code,
  texts: { de, en },
});

/** What it asks for before it has to stop. */
export const conditionOfNeed = (need: RequestedTask): Condition => ({
  blocks: false,
  cure: need,
  texts: NEEDED_TEXTS[need],
});

const MAINTENANCE = 0xe0;

const NEEDED_TEXTS = {
  initialisation: { de: 'Initialisierung erforderlich', en: 'initialisation required' },
  diagnosis: { de: 'Diagnose erforderlich', en: 'diagnosis required' },
  endOfDay: { de: 'Kassenschnitt erforderlich', en: 'end-of-day required' },
} as const satisfies Record<RequestedTask, Condition['texts']>;

const NEEDED = { initialisation: 81, diagnosis: 194, endOfDay: 240 } as const;

/** Bits of the locks (tag 1F55) and the status they stand for, the ones with a cure first. */
const LOCKS: readonly (readonly [bit: number, code: number])[] = [
  [0x8000, 240], // reconciliation
  [0x4000, 81], // initialisation
  [0x2000, 194], // diagnosis
  [0x1000, 224], // service
  [0x0800, 223], // out of order
  [0x0100, 252], // secure module
  [0x0400, 204], // printer
  [0x0080, 252], // log defective
  [0x0040, 226], // no reader
  [0x0020, 220], // card inside
  [0x0010, 163], // no link
  [0x0008, 228], // activation
  [0x0004, 191], // battery
  [0x0002, 226], // contactless
  [0x0001, 252], // MDB
  [0x0200, 156], // start-up: over soon, unless there is more
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
  return { kind: 'needs', cure: CURES[code] ?? 'person', resultCode: code, ...words };
}

// What was not acknowledged may be taken back only when the card is out: one that is still inside has not come to its end.
const BUSY = new Set([0x9c, 0xa0, 0xe0, 0xdc, 0xe1]);

// Three codes mean something else here than as a result of a payment: a full journal is no matter of an end-of-day.
const STATUS_TEXTS: Readonly<Record<number, Texts>> = {
  81: { de: 'Initialisierung erforderlich', en: 'initialisation required' },
  98: { de: 'Datum oder Uhrzeit falsch', en: 'date or time wrong' },
  178: { de: 'Journal voll', en: 'journal full' },
};
