/** Object identifiers: 3-letter prefix, underscore, 30 upper-case letters or digits (specification, "Conventions"). */
import { customRandom, random } from 'nanoid';

type Draw = (count: number) => Uint8Array;

let draw: Draw = random;

/** Random bytes for ids come from `source` from now on: a simulation repeats its runs. */
export function drawIdsFrom(source: Draw): void {
  draw = source;
}

const customAlphabet = (alphabet: string, size = 21) => customRandom(alphabet, size, count => draw(count));

const body = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', 30);
const hash = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 20);
const hex = customAlphabet('0123456789abcdef', 32);
const digits = customAlphabet('0123456789');

export type Prefix =
  | 'STX'
  | 'CMV'
  | 'CSH'
  | 'ZRP'
  | 'PCI'
  | 'PCT'
  | 'LTX'
  | 'MRC'
  | 'STO'
  | 'CRD'
  | 'MCD'
  | 'CRG'
  | 'SDV'
  | 'USR'
  | 'GCR'
  | 'PCR'
  | 'PCU'
  | 'DUP'
  | 'SIR'
  | 'SRT'
  | 'CUS'
  | 'SUB'
  | 'PLN'
  | 'COT'
  | 'ACC'
  | 'EAC'
  | 'PPO'
  | 'CHI'
  | 'APV'
  | 'AUD'
  | 'BRG'
  | 'TIL'
  | 'ART'
  | 'CAS'
  | 'VCH'
  | 'LCB'
  | 'PRN'
  | 'DSP'
  | 'SCL'
  | 'SCN'
  | 'PRC';

/** Letters of the time, ms since 1970: they suffice until 2059. */
const TIME = 8;
const timeText = () => Date.now().toString(36).toUpperCase().padStart(TIME, '0').slice(-TIME);

/**
 * Begins with the time, so that new rows stand together at the end of an index; the other 22 letters (113 bits) nobody can
 * guess. All 30 are drawn, so that a seed of the simulation runs as it always did.
 */
export const newId = (prefix: Prefix): string => `${prefix}_${timeText()}${body().slice(TIME)}`;

/** The older short form by which payments may also be addressed. */
export const newHash = (): string => hash();

/** Push events: `evt_` and 32 hex digits. */
export const newPushId = (): string => `evt_${hex()}`;

/** Idempotency keys, support ids. */
export const newKey = (): string => hex();

/** No hex digit, so that it tells these ids from those of older versions, whose 32 digits were all drawn. */
const COMMAND = 't';

/** Commands to terminals: like `newId`, with 92 bits that nobody can guess. */
export const newCommandId = (): string => `${COMMAND}${timeText().toLowerCase()}${hex().slice(COMMAND.length + TIME)}`;

/** Digits of such an id that were drawn. */
export const drawnDigits = (id: string): string => (id.startsWith(COMMAND) ? id.slice(COMMAND.length + TIME) : id);

/** Digits nobody can guess: for card numbers and the codes printed on them. */
export const newCardDigits = (count: number): string => digits(count);

/** Without letters and digits that people confuse; 60 bits. */
const voucherLetters = customAlphabet('ABCDEFGHJKMNPQRSTUVWXYZ23456789', 12);
/** Code of a voucher that nobody can guess. */
export const newVoucherCode = (): string => voucherLetters().replace(/(.{4})(?=.)/g, '$1-');

/** An id that is the same on every machine: for demo data only. */
export const fixedId = (prefix: Prefix, name: string): string =>
  `${prefix}_${name
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .padStart(30, '0')}`;
