/**
 * Gives back what was paid in parts: at the terminals first, each part by an intent of its own; then, with the end of the
 * sale, what the shop gives back by itself.
 */
import { isPlayed, methodOf } from '../acquirer/payments/methods.ts';
import { addUp } from '../domain/money.ts';
import { inOrderOfReturn, isMoving } from '../domain/saleParts.ts';
import { cancelledBy } from '../sale/cancellation.ts';
import { currentSale, saleOf } from '../sale/lookup.ts';
import { heldParts, partsOf } from '../sale/paidParts.ts';
import { beginReturn, cancelWithParts, endReturn } from '../sale/partSteps.ts';
import { stateRefusal } from '../sale/stateRefusal.ts';
import { actorName } from '../terminal/payment/commandOwner.ts';
import { deadlineOf } from '../terminal/payment/deadline.ts';
import { recordGoneByPerson } from '../terminal/payment/outcome.ts';
import { keepPartApproval } from '../terminal/payment/reconciliation/personDecision.ts';
import type { SalePart, SmartTransaction } from '../wire/transactions.ts';
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { reversalError, reversePayment } from './reversePayment.ts';

/** True where the sale is or was paid in parts of which the shop holds at least one. */
export const isInParts = ({ state, document }: Sale): boolean =>
  IN_PARTS.has(state) || (state === 'closed' && (document.tenders ?? []).some(({ part }) => part !== undefined));

const IN_PARTS: ReadonlySet<Sale['state']> = new Set(['partlyPaid', 'partlyReversed']);

const atTerminal = ({ method }: SalePart): boolean => methodOf(method)?.settledBy === 'terminal';

/**
 * Gives back every part and cancels the sale. Throws `reversalFailed` where a terminal refuses: the sale then names what
 * the shop still holds. An outcome that stays unknown is answered as `pending`. `allowed` runs in each job that opens a
 * return and throws where another call has decided in between.
 */
export function giveBackParts(
  world: World,
  principal: Principal,
  sale: Sale,
  allowed: () => void,
  reason: string | null,
): Promise<SmartTransaction> {
  const deadline = deadlineOf(world);
  const begin = () => {
    allowed();
    deadline.begin();
  };
  return deadline.answer(giveBackAll(world, principal, sale, begin, reason), () => currentSale(world, sale).document);
}

async function giveBackAll(
  world: World,
  principal: Principal,
  sale: Sale,
  allowed: () => void,
  reason: string | null,
): Promise<SmartTransaction> {
  for (const part of inOrderOfReturn(partsOf(sale.document), atTerminal).filter(atTerminal)) {
    const after = await reversePart(world, principal, sale, part, allowed, reason);
    if (partsOf(after.document).some(isMoving)) return after.document;
  }
  return world.ledger.write(() => {
    const present = currentSale(world, sale);
    // The return of the last part at a terminal cancelled the closed sale.
    if (present.state === 'cancelled') return present.document;
    if (heldParts(present.document).some(atTerminal)) throw stateRefusal(present.state, 'cancel');
    allowed();
    const held = heldParts(present.document);
    const cancelled = cancelWithParts(world, cancelledBy(world, principal, present, reason));
    moveCash(world, principal, present, held);
    return cancelled.document;
  });
}

/**
 * Inside a job: a sale that was never closed gives its cash back at another till. What lies in the drawer of its own till stays there, so
 * that both cash books say so; a closed sale has a record of its own at the till that gives back.
 */
function moveCash(world: World, { staff, client, ownTill }: Principal, sale: Sale, parts: readonly SalePart[]): void {
  const cash = addUp(parts.flatMap(({ method, amount }) => (method === 'cash' ? [amount] : [])));
  const { merchant, till, receiptNumber } = sale;
  if (cash === 0 || receiptNumber !== null || till === null || ownTill === null || ownTill === till) return;
  if (isPlayed(sale.document, 'cash')) return;
  const person = staff ? { id: staff.id, name: staff.name } : { id: null, name: client };
  const reason = (other: string) => {
    const name = world.devices.description(merchant, other) || other;
    return world.settings.language === 'de' ? `Anzahlung eines Verkaufs: ${name}` : `Part of a sale: ${name}`;
  };
  world.cashRefunded({ merchant, till: ownTill, amount: cash, reason: reason(till), person });
  world.cashRefunded({ merchant, till, amount: -cash, reason: reason(ownTill), person });
}

/** One part at its terminal. Throws `reversalFailed` where it was not given back. */
async function reversePart(
  world: World,
  principal: Principal,
  sale: Sale,
  part: SalePart,
  allowed: () => void,
  reason: string | null = null,
): Promise<Sale> {
  const paid = world.intents.get(part.id);
  const begin = (present: Sale, intent: string) =>
    beginReturn(world, cancelledBy(world, principal, present, reason), part.id, intent);
  const present = () => partsOf(currentSale(world, sale).document).find(({ id }) => id === part.id);
  const outcome = await reversePayment(world, principal, sale, paid, begin, allowed).catch(error => {
    // Asked before the reversal, the terminal has shown that an earlier one had been carried out after all.
    if (present()?.status === 'returned') return null;
    throw error;
  });
  if (outcome && present()?.status === 'paid') throw reversalError(outcome);
  return currentSale(world, sale);
}

/** Throws `notFound`. */
function partOf({ document }: Sale, id: string): SalePart {
  const part = partsOf(document).find(one => one.id === id);
  if (!part) throw new BridgeError('notFound', `the sale has no part ${id}`);
  return part;
}

/**
 * Gives a card part of a closed sale back in cash, after other parts have gone back and its terminal could not. The card keeps
 * its payment, so that the totals of the terminal stay right; the record says cash. Throws `stateForbids` for any other part.
 */
export async function giveBackInCash(
  world: World,
  principal: Principal,
  id: string,
  partId: string,
  reason: string,
): Promise<SmartTransaction> {
  const before = saleOf(world, principal, id);
  return world.ledger.write(() => {
    const sale = cancelledBy(world, principal, currentSale(world, before));
    const part = partOf(sale, partId);
    if (part.status === 'returned') return sale.document;
    if (sale.state !== 'partlyReversed' || !atTerminal(part)) throw stateRefusal(sale.state, 'cash for a card part');
    const after = endReturn(world, sale, partId, 'givenBack', { cashReason: reason });
    // Cash and vouchers go back with the end of the sale, as in every cancellation.
    const isLast = after.state === 'partlyReversed' && !heldParts(after.document).some(atTerminal);
    return (isLast ? cancelWithParts(world, after) : after).document;
  });
}

/**
 * A person says that the terminal holds the money of a card part no more, after the terminal has refused to give it back: the part counts
 * as given back by the terminal, and the sale goes on without it. Repeating it changes nothing. Throws `stateForbids` for any other part.
 */
export async function writeOffPart(
  world: World,
  principal: Principal,
  id: string,
  partId: string,
  reason: string,
): Promise<SmartTransaction> {
  const before = saleOf(world, principal, id);
  return world.ledger.write(() => {
    const sale = currentSale(world, before);
    const part = partOf(sale, partId);
    if (part.status === 'returned') return sale.document;
    const paid = world.intents.get(partId);
    const refused = part.reversal === undefined ? null : world.intents.get(part.reversal);
    if (sale.state !== 'partlyPaid' || part.status !== 'paid' || !paid || refused?.state !== 'declined')
      throw stateRefusal(sale.state, 'a verdict on a part that its terminal has not refused to give back');
    recordGoneByPerson(world, paid, { who: actorName(principal), reason });
    return endReturn(world, sale, partId, 'givenBack', { goneReason: reason }).document;
  });
}

/**
 * A person decides about an approval of less than was asked for: it stays as a part of the payment, or that part goes back at the
 * terminal. A reversal that was refused or is unknown leaves the part, which may be given back once more.
 */
export async function decidePart(
  world: World,
  principal: Principal,
  id: string,
  decision: 'keep' | 'take_back',
): Promise<SmartTransaction> {
  const part = await keepPartApproval(world, principal, id);
  return decision === 'keep' ? saleOf(world, principal, id).document : giveBackPart(world, principal, id, part);
}

/** Gives back one part of a sale that is not closed; the sale stays open. Throws `stateForbids` for any other part. */
export async function giveBackPart(
  world: World,
  principal: Principal,
  id: string,
  partId: string,
  allowed: () => void = () => undefined,
): Promise<SmartTransaction> {
  const sale = saleOf(world, principal, id);
  const part = partOf(sale, partId);
  if (part.status === 'returned') return sale.document;
  if (sale.state !== 'partlyPaid') throw stateRefusal(sale.state, 'the return of a part');
  world.admitMoney();
  if (!atTerminal(part))
    return world.ledger.write(() => {
      allowed();
      const present = currentSale(world, sale);
      const back = endReturn(world, present, partId, 'givenBack');
      moveCash(world, principal, present, [part]);
      return back.document;
    });
  const deadline = deadlineOf(world);
  const begin = () => {
    allowed();
    deadline.begin();
  };
  const returned = reversePart(world, principal, sale, part, begin).then(({ document }) => document);
  return deadline.answer(returned, () => currentSale(world, sale).document);
}
