/** The signature on the merchant's slip: most terminals approve, print the line to sign on, and ask nobody. */
import type { TransactionFacts } from '../../../drivers/terminal.ts';
import type { IntentRow } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';

/**
 * Inside a job: approved, the slip has to be signed, and nobody has said that the signature is right. Only what began at
 * the screen of a till waits for that; a register that pays over the API cancels where the signature is wrong.
 */
export function isUnsigned(world: World, intent: IntentRow, facts: TransactionFacts | null): boolean {
  const { kind, sale, onScreen: screen } = intent;
  const wanted = (facts ?? intent.facts)?.needsSignature === true;
  return wanted && kind === 'payment' && sale !== null && screen && !isCompared(world, intent);
}

/** What is known of the signature stays known where a later answer is about the receipt only. */
export const signatureIn = (facts: TransactionFacts | null): TransactionFacts =>
  facts?.needsSignature
    ? { needsSignature: true, ...(facts.verification && { verification: facts.verification }) }
    : {};

/** The terminal itself had asked the till. An answer that a crash took is asked for once more, which costs no money. */
const isCompared = (world: World, { id }: IntentRow): boolean =>
  world.intents.journal
    .ofIntent(id, 'wire')
    .some(({ data }) => data.event === 'question' && data.kind === 'signature' && data.answer === 'yes');
