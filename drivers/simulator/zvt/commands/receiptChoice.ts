/** The slips of a transaction that a till wants, in its order (receipt parameter, tag 1F04). */
import type { TerminalReceipt } from '../../../terminal.ts';
import { binaryTag } from '../engine/tags.ts';
import type { Work } from '../engine/work.ts';

const CUSTOMER_FIRST = 0x08;
const WANTED = {
  approved: { customer: 0x80, merchant: 0x20, admin: 0 },
  failed: { customer: 0x40, merchant: 0x10, admin: 0 },
} as const;

/** Both copies of a success, the customer's copy of a failure. */
const USUAL = 0xe0;

/** By the parameter of the request, otherwise of the registration, otherwise the usual one. */
export function wantedSlips(
  { message, memory }: Work,
  how: keyof typeof WANTED,
  slips: readonly TerminalReceipt[],
): readonly TerminalReceipt[] {
  const parameter = binaryTag(message.fields.tlv, 0x1f04) ?? memory.now.registration?.receiptParameter;
  const bits = parameter === undefined ? USUAL : Number.parseInt(parameter.slice(0, 2), 16);
  const wanted = slips.filter(slip => (bits & WANTED[how][slip.copy]) !== 0);
  return (bits & CUSTOMER_FIRST) !== 0 ? wanted.toReversed() : wanted;
}
