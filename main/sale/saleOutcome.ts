/**
 * The outcome in the document of a sale: written with every step, and again when a fact about its payment becomes
 * known.
 */
import { isDeepStrictEqual } from 'node:util';
import { methodOf } from '../acquirer/payments/methods.ts';
import { type OutcomeFacts, type SaleOutcome, saleOutcomeOf } from '../domain/saleOutcome.ts';
import type { State } from '../domain/transaction.ts';
import type { Outcome, SaleQuestion } from '../wire/shapes.ts';
import type { Sale, SaleDocument } from '../world/sales.ts';
import type { World } from '../world/world.ts';

/** Facts that the sale itself does not hold. */
type Known = Partial<
  Pick<OutcomeFacts, 'paid' | 'person' | 'approvedPart' | 'dayEnd' | 'late' | 'abortRequested' | 'undecided'>
> & {
  /** The question that the terminal asks now. */
  readonly question?: SaleQuestion | null;
};

type Document = Pick<SaleDocument, 'id' | 'basket_info'> & { readonly outcome?: SaleOutcome };

/** The outcome of `document` as it will be stored; facts of the earlier outcome stay unless `known` replaces them. */
export function outcomeFor(document: Document, state: State, method: string | null, known: Known = {}): Outcome {
  const { outcome: before, basket_info } = document;
  const outcome = saleOutcomeOf({
    id: document.id,
    state,
    missing: basket_info.missing_sum,
    paid: paidBefore(before, state) ?? basket_info.sum,
    isService: method === null && SERVICE.has(state),
    again: againOf(method),
    person: false,
    late: state === 'closed' && before?.late === true,
    abortRequested: before?.abort_requested === true,
    undecided: null,
    ...known,
  });
  return known.question && outcome.result === 'unknown' ? { ...outcome, question: known.question } : outcome;
}

/** The amount that the earlier outcome called paid: of the sale, or of the parts that it holds; null for none. */
const paidBefore = (before: SaleOutcome | undefined, state: State): number | null =>
  before?.result === 'paid' || HOLDS_PARTS.has(state) ? (before?.paid ?? null) : null;

const HOLDS_PARTS: ReadonlySet<State> = new Set(['partlyPaid', 'partlyReversed']);

/** States in which a sale without a method is a diagnosis or an end-of-day. */
const SERVICE: ReadonlySet<State> = new Set(['closed', 'failed', 'paying']);

function againOf(name: string | null): string | null {
  const method = name === null ? null : methodOf(name);
  if (!method) return null;
  return `${method.start ? 'start' : 'prepare'}/${method.name}`;
}

type OutcomeWorld = Pick<World, 'ledger' | 'salePayments'>;

/** Inside a job: stores and publishes a changed outcome without a step of the sale. */
export function publishOutcome(world: OutcomeWorld, sale: Sale, known: Known): void {
  const after = withOutcome(world, sale, known);
  if (!isDeepStrictEqual(after.document, sale.document)) world.ledger.save(after);
}

/**
 * Inside a job: stores and publishes payments of which something went back without a step of the sale. A sale that an older
 * version has stored shows no payments, and stays as it is.
 */
export function publishPayments(world: OutcomeWorld, sale: Sale): void {
  if (!sale.document.payments) return;
  const after = withPayments(world, sale, sale.document.payments);
  if (!isDeepStrictEqual(after.document.payments, sale.document.payments)) world.ledger.save(after);
}

/** Inside the commit of a step: adds facts to the outcome. */
export function completeOutcome(world: OutcomeWorld, sale: Sale, known: Known): Sale {
  const complete = withOutcome(world, sale, known);
  world.ledger.rewrite(complete);
  return complete;
}

function withOutcome(world: OutcomeWorld, sale: Sale, known: Known): Sale {
  const { document, state, method } = sale;
  const outcome = outcomeFor(document, state, method, known);
  return withPayments(world, { ...sale, document: { ...document, outcome } }, document.payments);
}

/** The sale with its payments as they are now; `before`: those that stood in its document before the step. */
export const withPayments = (
  { salePayments }: Pick<World, 'salePayments'>,
  sale: Sale,
  before: SaleDocument['payments'],
): Sale => ({ ...sale, document: { ...sale.document, payments: salePayments.list(sale, before) } });
