/**
 * The outcome in the document of a sale: written with every step, and again when a fact about its payment becomes
 * known.
 */
import { isDeepStrictEqual } from 'node:util';
import { methodOf } from '../acquirer/payments/methods.ts';
import { type OutcomeFacts, type SaleOutcome, saleOutcomeOf } from '../domain/saleOutcome.ts';
import type { State } from '../domain/transaction.ts';
import type { Sale, SaleDocument } from '../world/sales.ts';
import type { World } from '../world/world.ts';

/** Facts that the sale itself does not hold. */
type Known = Partial<Pick<OutcomeFacts, 'paid' | 'person' | 'late' | 'abortRequested' | 'undecided'>>;

type Document = Pick<SaleDocument, 'id' | 'basket_info'> & { readonly outcome?: SaleOutcome };

/** The outcome of `document` as it will be stored; facts of the earlier outcome stay unless `known` replaces them. */
export function outcomeFor(document: Document, state: State, method: string | null, known: Known = {}): SaleOutcome {
  const { outcome: before, basket_info } = document;
  return saleOutcomeOf({
    id: document.id,
    state,
    missing: basket_info.missing_sum,
    paid: before?.result === 'paid' && before.paid !== null ? before.paid : basket_info.sum,
    isService: method === null && SERVICE.has(state),
    again: againOf(method),
    person: false,
    late: state === 'closed' && before?.late === true,
    abortRequested: before?.abort_requested === true,
    undecided: null,
    ...known,
  });
}

/** States in which a sale without a method is a diagnosis or an end-of-day. */
const SERVICE: ReadonlySet<State> = new Set(['closed', 'failed', 'paying']);

function againOf(name: string | null): string | null {
  const method = name === null ? null : methodOf(name);
  if (!method) return null;
  return `${method.start ? 'start' : 'prepare'}/${method.name}`;
}

/** Inside a job: stores and publishes a changed outcome without a step of the sale. */
export function publishOutcome(world: Pick<World, 'ledger'>, sale: Sale, known: Known): void {
  const document = withOutcome(sale, known);
  if (!isDeepStrictEqual(document.outcome, sale.document.outcome)) world.ledger.save({ ...sale, document });
}

/** Inside the commit of a step: adds facts to the outcome. */
export function completeOutcome(world: Pick<World, 'ledger'>, sale: Sale, known: Known): Sale {
  const complete = { ...sale, document: withOutcome(sale, known) };
  world.ledger.rewrite(complete);
  return complete;
}

const withOutcome = ({ document, state, method }: Sale, known: Known): SaleDocument => ({
  ...document,
  outcome: outcomeFor(document, state, method, known),
});
