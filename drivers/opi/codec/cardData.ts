/**
 * Takes card data out of a message before anything else sees it: of a card number the last four digits stay, of expiry,
 * tracks, PIN blocks and codes nothing.
 */
import { hideWritten } from '../../cardNumbers.ts';
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
// Matches too much rather than too little: nothing that is read has such a name.
const SECRET = /track|expir|secure|pin(block|data)?$|cv[cv2]|barcode|chipdata|emvdata/i;

function isSecret(name: string): boolean {
  return SECRET.test(name);
}

function cleaned(name: string, value: string): string {
  if (value === '') return '';
  if (isSecret(name)) return '*';
  return CARD_NUMBER.test(name) ? lastFourOnly(value) : withoutNumbers(value);
}

function lastFourOnly(value: string): string {
  const shown = /\d{4}$/.exec(value.trim())?.[0] ?? '';
  return value.trim().length > 8 ? `****${shown}` : '****';
}

function withoutNumbers(text: string): string {
  if (!/\d.*\d.*\d.*\d/s.test(text)) return text;
  const bytes = Buffer.from(text, 'utf8');
  hideWritten(bytes, 0, bytes.length);
  return bytes.toString('utf8');
}
