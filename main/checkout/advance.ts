/**
 * One step of a sale's state machine together with all that belongs to it: the loyalty booking, the status on the wire,
 * the event and the outbox row. Runs inside a job of the ledger, so it holds as a whole or not at all.
 */
import type { SmartTransaction } from '../api/transactions/contract.ts';
import { timestamp } from '../clock.ts';
import { ledgerEntries, nextReservation } from '../domain/loyalty.ts';
import { type Input, next, type State, wireStatus } from '../domain/transaction.ts';
import { BridgeError } from '../errors.ts';
import type { Sale, World } from '../ports.ts';

/** The machine's refusal as an error of the table; `detail` says what the caller tried. */
export function refusal(state: State, detail: string): BridgeError {
  return new BridgeError('stateForbids', `${detail} is not possible: ${WHY[state]}`);
}

const WHY = {
  created: 'no payment has been authorised yet',
  processing: 'a card has been applied and something is still open',
  authorised: 'the payment is authorised; start or cancel it',
  paying: 'a payment is under way',
  unclear: 'the ending of the payment is not known yet',
  closed: 'the transaction has been executed',
  failed: 'the payment failed',
  reversing: 'the payment is being reversed',
  reversalUnclear: 'the ending of the reversal is not known yet',
  cancelled: 'the transaction has been cancelled',
} as const satisfies Record<State, string>;

/** Takes `input` or throws `stateForbids`. `patch` are members of the document that change with the step. */
export function advance(
  world: World,
  sale: Sale,
  input: Input,
  detail: string,
  patch: Partial<SmartTransaction> = {},
  row: Partial<Pick<Sale, 'method' | 'receiptNumber'>> = {},
): Sale {
  const step = next(sale.state, input);
  if (!step) throw refusal(sale.state, detail);
  settleLoyalty(world, sale, step.loyalty);
  const document = { ...sale.document, ...patch };
  const advanced: Sale = {
    ...sale,
    ...row,
    state: step.to,
    document: {
      ...document,
      updated: timestamp(world.clock.now()),
      status: wireStatus(step.to, document.intent, deliveryOf(document)),
    },
  };
  world.ledger.save(advanced);
  return advanced;
}

function deliveryOf(document: SmartTransaction): string | null {
  const options = (document as { delivery_options?: { type?: unknown } | null }).delivery_options;
  return typeof options?.type === 'string' ? options.type : null;
}

function settleLoyalty(world: World, sale: Sale, effect: 'none' | 'release' | 'commit' | 'return') {
  if (effect === 'return') return giveBack(world, sale);
  const held = world.loyalty.held(sale.id);
  if (effect === 'none' || !held) return;
  const type = effect === 'commit' ? 'commit' : 'release';
  const ended = nextReservation(held, { type });
  if (!ended || ended.reservation.state === 'held') throw new Error(`reservation of ${sale.id} cannot ${type}`);
  world.loyalty.end(sale.id, ended.reservation.state);
  world.loyalty.book(held.merchantCard, sale.id, ended.entries, world.clock.now());
}

function giveBack(world: World, sale: Sale) {
  const rows = Map.groupBy(world.loyalty.entriesOf(sale.id), row => row.merchantCard);
  for (const [merchantCard, booked] of rows)
    world.loyalty.book(
      merchantCard,
      sale.id,
      ledgerEntries({ type: 'return', of: booked.map(row => row.entry) }),
      world.clock.now(),
    );
}
