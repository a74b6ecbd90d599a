/**
 * One step of the state machine of a sale with all its effects: loyalty booking, wire status, event, and the rows of the
 * sale writers (`wiring/world.ts`). Runs inside a job of the ledger, so that all effects are stored or none.
 */

import { isPlayed } from '../acquirer/payments/methods.ts';
import { executed, type Input, next, unsettled, wireStatus } from '../domain/transaction.ts';
import { timestamp } from '../world/clock.ts';
import type { StepChanges } from '../world/saleSteps.ts';
import type { Sale, SaleDocument } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { refreshedIdents } from './idents.ts';
import { applyLoyaltyEffect } from './loyaltyBookings.ts';
import { withOpenCampaigns } from './openCampaigns.ts';
import { outcomeFor, withPayments } from './saleOutcome.ts';
import { checkSoldVouchers } from './soldVouchers.ts';
import { stateRefusal } from './stateRefusal.ts';

/** Members of the world that one step of a sale uses. */
export type SaleStepWorld = Pick<
  World,
  'cardAuthority' | 'clock' | 'devices' | 'ledger' | 'loyalty' | 'salePayments' | 'saleWriters'
>;

/**
 * Takes the step `input` or throws `stateForbids`. `patch` holds members of the document that change with the step; `complete` adds
 * those that follow from the step itself.
 */
export function advance(
  world: SaleStepWorld,
  sale: Sale,
  input: Input,
  detail: string,
  patch: Partial<SaleDocument> = {},
  { paid, ...row }: StepChanges = {},
  complete: (sale: Sale) => Sale = sale => sale,
): Sale {
  const step = next(sale.state, input);
  if (!step) throw stateRefusal(sale.state, detail);
  for (const writer of world.saleWriters) writer.checking?.(sale, input);
  const method = row.method ?? sale.method;
  const played = step.loyalty === 'commit' && isPlayed(sale.document, method);
  const effect = played ? 'release' : step.loyalty;
  if (PAYING.has(input)) checkSoldVouchers(world, sale);
  applyLoyaltyEffect(world, sale, input, effect, method);
  if (effect === 'return') for (const writer of world.saleWriters) writer.returning?.(sale);
  const patched = { ...sale.document, ...patch };
  const changed = LEAVES_NO_CARD.has(input) ? withOpenCampaigns(world, { ...sale, document: patched }) : patched;
  const document = effect === 'none' && input !== 'applyCard' ? changed : withCardsNow(world, sale, changed);
  const known = paid === undefined ? {} : { paid };
  // A request to abort belongs to one payment; the next payment begins without it.
  const isOver = sale.state !== 'partlyPaid' && executed(sale.state);
  const fresh = unsettled(sale.state) || isOver ? {} : { abortRequested: false };
  const moved: Sale = {
    ...sale,
    ...row,
    state: step.to,
    document: {
      ...document,
      updated: timestamp(world.clock.now()),
      status: wireStatus(step.to, document.intent, deliveryOf(document)),
      outcome: outcomeFor(document, step.to, method, { ...known, ...fresh }),
    },
  };
  const advanced = complete(withPayments(world, moved, sale.document.payments));
  world.ledger.save(advanced);
  for (const writer of world.saleWriters) writer.saved?.(advanced, { input, before: sale });
  return advanced;
}

/** Inputs that begin to take money. */
const PAYING: ReadonlySet<Input> = new Set(['pay', 'authorise', 'bookPart']);

/** Inputs after which no card is applied, and the basket may be another one. */
const LEAVES_NO_CARD: ReadonlySet<Input> = new Set(['update', 'expire']);

/** The document with the present balances of its cards, which change with the step. */
const withCardsNow = (world: Pick<World, 'clock' | 'loyalty'>, sale: Sale, document: SaleDocument): SaleDocument =>
  document.idents.length === 0 ? document : { ...document, idents: refreshedIdents(world, { ...sale, document }) };

const deliveryOf = ({ delivery_options: options }: SaleDocument): string | null =>
  typeof options?.type === 'string' ? options.type : null;
