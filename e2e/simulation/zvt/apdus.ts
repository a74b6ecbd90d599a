/** Messages of the ZVT line by their bytes. */

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

/** True for the first bytes of a command that moves money. */
export const beginsMoney = (bytes: Buffer): boolean => MONEY_CONTROLS.has(bytes.subarray(0, 2).toString('hex'));
const MONEY_CONTROLS = new Set(['0601', '0630', '0631', '0622', '0624', '0625', '060c']);
