/** Messages of the ZVT line by their bytes. */
import type { Moment } from '../protocols.ts';

/** Control bytes, a length of one byte or FF and two bytes, data; null while the length is not there. */
export function apduSize(bytes: Buffer): number | null {
  if (bytes.length < 3) return null;
  if (bytes[2] !== 0xff) return 3 + bytes[2]!;
  return bytes.length < 5 ? null : 5 + bytes.readUInt16LE(3);
}

export function wholeApdus(bytes: Buffer): readonly Buffer[] {
  const size = apduSize(bytes);
  return size === null || size > bytes.length
    ? []
    : [Buffer.from(bytes.subarray(0, size)), ...wholeApdus(bytes.subarray(size))];
}

/** The place of a message in a command that moves money, by its control bytes. */
export function momentOf(from: 'till' | 'terminal', bytes: Buffer): Moment | null {
  const control = bytes.subarray(0, 2).toString('hex');
  if (from === 'terminal') return FROM_TERMINAL[control] ?? null;
  if (MONEY_CONTROLS.has(control)) return 'command';
  return control === '8000' || control.startsWith('84') ? 'answer' : 'inquiry';
}

const MONEY_CONTROLS = new Set(['0601', '0630', '0631', '0622', '0624', '0625', '060c']);

const FROM_TERMINAL: Readonly<Record<string, Moment>> = {
  '8000': 'accepted',
  '04ff': 'progress',
  '040f': 'result',
  '06d1': 'slip',
  '06d3': 'slip',
  '060f': 'end',
  '061e': 'end',
};
