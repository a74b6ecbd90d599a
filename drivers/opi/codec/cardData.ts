/**
 * Removes card data from a message before anything else sees it: of a card number the last four digits stay; expiry,
 * tracks, PIN blocks and codes go.
 */
import { maskCardBytes, STAR } from '../../masking/byteMask.ts';
import type { Element } from './element.ts';

/** The same message without card data. */
export function withoutCardData(message: Element): Element {
  const attributes = Object.entries(message.attributes).map(([name, value]) => [name, cleaned(name, value)]);
  return {
    name: message.name,
    attributes: Object.fromEntries(attributes),
    children: isSecret(message.name) ? [] : message.children.map(withoutCardData),
    text: cleaned(message.name, message.text),
  };
}

const CARD_NUMBER = /^(?:\w*PAN|(?:Masked)?CardNumber|CardIdent\w*)$/i;
// Matches too much rather than too little: no field that the driver reads has such a name.
const SECRET = /track|exp|valid|cardno|secure|pin(block|data)?$|cv[cv2]|barcode|chipdata|emvdata/i;

function isSecret(name: string): boolean {
  return SECRET.test(name);
}

function cleaned(name: string, value: string): string {
  if (value === '') return '';
  if (isSecret(name)) return '*';
  return CARD_NUMBER.test(name) ? lastFourOnly(value) : withoutNumbers(value);
}

/** In a track, the expiry and more secrets follow the number. */
function lastFourOnly(value: string): string {
  const [number = ''] = value.trim().split(/[=D^]/i);
  const shown = /\d{4}$/.exec(number.trim())?.[0] ?? '';
  return number.length > 8 ? `****${shown}` : '****';
}

function withoutNumbers(text: string): string {
  if (!/\d.*\d.*\d.*\d/s.test(text)) return text;
  const before = Buffer.from(Array.from({ length: text.length }, (_, at) => plainByte(text, at)));
  const after = Buffer.from(before);
  maskCardBytes(after, 0, after.length);
  return after.equals(before) ? text : Array.from(after, (byte, at) => (byte === before[at] ? text[at] : '*')).join('');
}

/** One ASCII byte for each unit of the text: Unicode has more spaces, dashes and dots than ASCII, and invisible signs. */
function plainByte(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 0x80) return code;
  const letter = text.charAt(at);
  if (/[\p{Zs}\p{Cc}\p{Cf}]/u.test(letter)) return 0x20;
  if (/\p{Pd}/u.test(letter)) return 0x2d;
  return /[\u00b7\u2022\u25cf]/.test(letter) ? STAR : 0x41;
}
