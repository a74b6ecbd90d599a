/** What a read card (04 0F after 06 C0) tells: of a payment card no more than the last four digits and its name; pure. */
import { isOfIssuer } from '../../masking/issuers.ts';
import type { CardReadOutcome } from '../../terminal.ts';
import type { Fields } from '../codec/fields.ts';
import { findDeep, tlvValue } from '../codec/tlv.ts';
import { cardNameOf, lastFourOf } from './statusInformation.ts';

/**
 * How numbers of loyalty cards begin unless the settings name others: customer numbers (0), numbers given in the shop (2),
 * German national numbers (80 276 and 9 276). What begins otherwise could be a card that pays somewhere.
 */
export const LOYALTY_PREFIXES: readonly string[] = ['0', '2', '80276', '9276'];

/**
 * The card in the words of the contract. A number is there only when it begins like those of loyalty cards and is in no
 * range of cards that pay.
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

/** The nibbles in front of separator or padding; what the parser has hidden is E. */
function numberOf({ track2, cardNumber, tlv }: Fields): string | undefined {
  const track = track2 ?? (tlvValue(findDeep(tlv, TRACK_2)) as string | undefined);
  return (track ?? cardNumber)?.split(/[DF]/)[0];
}

function isLoyalty(number: string, prefixes: readonly string[]): boolean {
  const begins = prefixes.some(prefix => number.startsWith(prefix));
  return begins && /^\d+$/.test(number) && !isOfIssuer(number.length, index => Number(number[index]));
}

/** No payment card has one; where it could be a card number all the same, the parser has cut it. */
function barcodeOf({ tlv }: Fields): string | undefined {
  const text = tlvValue(findDeep(tlv, BARCODE)) as string | undefined;
  return text && /^[!-~]+$/.test(text) && !text.includes('*') ? text : undefined;
}

// A card number in its place was cut to its last four digits: that stands for many cards.
function tokenOf(fields: Fields): string | undefined {
  const token = hexOf(fields, TOKEN);
  return token && /^E{5,}\d{4}F*$/.test(token) ? undefined : token;
}

/** Serial numbers have four, seven or ten bytes; the field has ten and is padded left with 00. */
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
