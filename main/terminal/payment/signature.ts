/** The signature on the merchant's slip: most terminals approve, print the line to sign on, and ask nobody. */
import type { Outcome, Reason, TransactionFacts } from '../../../drivers/index.ts';
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

/**
 * Inside a job: a payment whose signature the till has refused ends for that reason. The terminal gives it a general code, as for a key or
 * a timeout.
 */
export function afterRefusedSignature(world: Pick<World, 'intents'>, intent: IntentRow, outcome: Outcome): Outcome {
  const isTaken = outcome.kind === 'approved' || outcome.kind === 'notSent';
  if (isTaken || signatureAnswers(world, intent).at(-1) !== 'no') return outcome;
  const { resultCode } = outcome.reason;
  return { ...outcome, reason: { ...SIGNATURE_REFUSED, ...(resultCode === undefined ? {} : { resultCode }) } };
}

const SIGNATURE_REFUSED: Reason = { code: 'signatureRefused', text: 'the till refused the signature' };

/** True when the terminal itself had asked the till. An answer lost in a crash is asked for once more, which costs no money. */
const isCompared = (world: Pick<World, 'intents'>, intent: IntentRow): boolean =>
  signatureAnswers(world, intent).includes('yes');

/** The answers of the till to the terminal's question about the signature, by the journal. */
const signatureAnswers = ({ intents }: Pick<World, 'intents'>, { id }: IntentRow): readonly unknown[] =>
  intents.journal
    .ofIntent(id, 'wire')
    .flatMap(({ data }) => (data.event === 'question' && data.kind === 'signature' ? [data.answer] : []));
