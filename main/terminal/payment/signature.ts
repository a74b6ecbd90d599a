/** The signature on the merchant's slip: most terminals approve, print the line to sign on, and ask nobody. */
import type { TransactionFacts } from '../../../drivers/terminal.ts';
import type { IntentRow } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';

/**
 * Inside a job: true when the payment is approved, the slip has to be signed, and nobody has confirmed the signature. Only a
 * payment that began on the screen of a till waits for that; a register that pays over the API cancels a wrong signature.
 */
export function isUnsigned(world: Pick<World, 'intents'>, intent: IntentRow, facts: TransactionFacts | null): boolean {
  const { kind, sale, onScreen } = intent;
  const wanted = (facts ?? intent.facts)?.needsSignature === true;
  return wanted && kind === 'payment' && sale !== null && onScreen && !isCompared(world, intent);
}

/** The known facts of the signature stay where a later report is about the receipt only. */
export const signatureIn = (facts: TransactionFacts | null): TransactionFacts =>
  facts?.needsSignature
    ? { needsSignature: true, ...(facts.verification && { verification: facts.verification }) }
    : {};

/** True when the terminal itself had asked the till. An answer lost in a crash is asked for once more, which costs no money. */
const isCompared = (world: Pick<World, 'intents'>, { id }: IntentRow): boolean =>
  world.intents.journal
    .ofIntent(id, 'wire')
    .some(({ data }) => data.event === 'question' && data.kind === 'signature' && data.answer === 'yes');
