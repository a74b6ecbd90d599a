/** The slips of a card payment, or of its reversal, as receipt lines. */
import type { TerminalReceipt, TransactionFacts } from '../../drivers/index.ts';
import { type Copies, cardReceipt, terminalReceipt } from '../domain/terminalReceipt.ts';
import type { World } from '../world/world.ts';

/** A card payment as the terminal reported it. Amount in minor units. */
export interface CardSlips {
  readonly slips?: readonly TerminalReceipt[] | undefined;
  readonly facts?: TransactionFacts | undefined;
  readonly amount: number;
  readonly currency: string;
  /** Left out: a payment. */
  readonly purpose?: 'payment' | 'reversal' | 'refund' | undefined;
}

const NO_SLIPS: Copies = { receipt: [], merchant: [] };

/** The slips of the terminal, or slips made from its facts where it sent none; none for a payment without a card. */
export function cardSlips(
  world: Pick<World, 'settings'>,
  { slips = [], facts, amount, currency, purpose = 'payment' }: CardSlips,
): Copies {
  if (!facts) return NO_SLIPS;
  const { language } = world.settings;
  if (slips.length > 0) return terminalReceipt(slips, purpose, language);
  return cardReceipt({ amount, currency, ...facts, signed: isToSign(facts) }, purpose, language);
}

/** True for a slip that the customer signs; a terminal may ask for a signature without naming a verification. */
export const isToSign = ({ needsSignature, verification }: TransactionFacts = {}): boolean =>
  needsSignature === true || verification === 'signature';
