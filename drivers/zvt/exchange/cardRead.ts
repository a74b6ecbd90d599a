/** Result of a read card (04 0F after 06 C0). Of a payment card only the last four digits and the name are reported. */
import { isOfIssuer } from '../../masking/issuers.ts';
import type { CardReadOutcome } from '../../terminal.ts';
import type { Fields } from '../codec/fields.ts';
import { findDeep, tlvValue } from '../codec/tlv.ts';
import { cardNameOf, lastFourOf } from './statusInformation.ts';

/**
 * Default prefixes of loyalty card numbers: customer numbers (0), numbers given by the shop (2), German national numbers
 * (80 276 and 9 276). Numbers with another prefix may belong to a payment card.
 */
export const LOYALTY_PREFIXES: readonly string[] = ['0', '2', '80276', '9276'];

/**
 * The card in the form of `PaymentTerminal`. Its number is reported only when it has a loyalty prefix and is in no range of
 * payment cards.
 */
export function cardReadOf(fields: Fields, prefixes = LOYALTY_PREFIXES): Extract<CardReadOutcome, { kind: 'read' }> {
  const number = numberOf(fields);
  const isKnown = number !== undefined && isLoyalty(number, prefixes);
  const facts = {
    number: isKnown ? number : barcodeOf(fields),
    uid: uidOf(fields),
    token: tokenOf(fields),
    lastFour: number && !isKnown ? lastFourOf(number) : undefined,
    cardName: cardNameOf(fields),
  };
  return { kind: 'read', ...Object.fromEntries(Object.entries(facts).filter(([, value]) => value)) };
}

const UID = 0x4c;
const TOKEN = 0x1f14;
const TRACK_2 = 0x1f09;
const BARCODE = 0x1f2f;

/** The nibbles in front of separator or padding; digits that the codec has masked are E. */
function numberOf({ track2, cardNumber, tlv }: Fields): string | undefined {
  const track = track2 ?? (tlvValue(findDeep(tlv, TRACK_2)) as string | undefined);
  return (track ?? cardNumber)?.split(/[DF]/)[0];
}

function isLoyalty(number: string, prefixes: readonly string[]): boolean {
  const begins = prefixes.some(prefix => number.startsWith(prefix));
  return begins && /^\d+$/.test(number) && !isOfIssuer(number.length, index => Number(number[index]));
}

/** A barcode; the codec has masked a barcode that could be a card number. */
function barcodeOf({ tlv }: Fields): string | undefined {
  const text = tlvValue(findDeep(tlv, BARCODE)) as string | undefined;
  return text && /^[!-~]+$/.test(text) && !text.includes('*') ? text : undefined;
}

// A card number in this field has been masked up to its last four digits, which many cards share.
function tokenOf(fields: Fields): string | undefined {
  const token = hexOf(fields, TOKEN);
  return token && /^E{5,}\d{4}F*$/.test(token) ? undefined : token;
}

/** A serial number has four, seven or ten bytes; the field has ten bytes and is padded left with 00. */
function uidOf({ tlv }: Fields): string | undefined {
  const padded = hexOf(tlv && { tlv }, UID);
  const whole = padded?.replace(/^(?:00)+/, '') ?? '';
  const size = UID_SIZES.find(bytes => 2 * bytes >= whole.length);
  return whole === '' ? undefined : whole.padStart(2 * (size ?? 0), '0');
}

const UID_SIZES = [4, 7, 10];

function hexOf(fields: Fields | undefined, tag: number): string | undefined {
  return tlvValue(findDeep(fields?.tlv, tag)) as string | undefined;
}
