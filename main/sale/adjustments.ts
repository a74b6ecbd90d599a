/** Prices and discounts by hand: what they give away, and the basket with them. */
import {
  type AdjustmentRefusal,
  type AdjustmentRequest,
  type BasketGrant,
  isRaise,
  type PlannedGrant,
  planAdjustment,
  valueNow,
} from '../domain/adjustments.ts';
import type { ApprovalNeed } from '../domain/approvalRules.ts';
import { withoutBonus } from '../domain/basket.ts';
import { withoutCardNumbers } from '../domain/pan.ts';
import { next } from '../domain/transaction.ts';
import type { AdjustmentInput } from '../wire/baskets.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { BridgeError } from '../world/errors.ts';
import { newKey } from '../world/ids.ts';
import type { Principal } from '../world/people.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { withGrants } from './checkedBasket.ts';
import { itemsOf, sumBeyondBasket, withItems, withoutCard } from './document.ts';
import { currentSale, saleOf } from './lookup.ts';
import { stateRefusal } from './stateRefusal.ts';
import { advance, type SaleStepWorld } from './transition.ts';

type AdjustmentWorld = SaleStepWorld & Pick<World, 'basketGrants' | 'salePayments' | 'settings' | 'soldArticles'>;

/**
 * Lowers or sets prices of a sale that nobody has begun to pay. A loyalty card has to be applied again. Throws
 * `adjustmentRefused`; whether the person may do it is checked before and in the same commit.
 */
export async function adjust(
  world: AdjustmentWorld,
  principal: Principal,
  id: string,
  input: AdjustmentInput,
  isAboveLimit: (need: ApprovalNeed) => boolean,
): Promise<SmartTransaction> {
  const before = await world.salePayments.resolved(saleOf(world, principal, id));
  planned(world, before, input);
  await world.salePayments.void(before, 'a change of prices');
  return world.ledger.write(() => {
    const sale = currentSale(world, before);
    if (!next(sale.state, 'update')) throw stateRefusal(sale.state, 'a change of prices');
    const { grant } = planned(world, sale, input);
    // The right of the request covers the same need, and is checked in this job.
    const need = adjustmentNeed(world, principal, id, input);
    const given = {
      id: newKey().slice(0, 12),
      reason: reasonOf(input),
      by: principal.staff?.name ?? principal.client,
      approved: principal.role !== 'cashier' || (need !== null && isAboveLimit(need)),
    };
    world.basketGrants.add(sale.id, { ...grant, ...given } as BasketGrant, world.clock.now());
    return advance(world, sale, 'update', 'a change of prices', withGrant(world, sale, grant, given)).document;
  });
}

function withGrant(
  world: AdjustmentWorld,
  sale: Sale,
  grant: PlannedGrant,
  { id, reason, by }: Pick<BasketGrant, 'id' | 'reason' | 'by'>,
) {
  const plain = withoutCard(sale.document);
  const items = itemsOf(plain).map(item =>
    grant.kind === 'price' && item.reference_id === grant.line
      ? {
          ...item,
          priceOne: grant.price,
          manual_price: { grant: id, from: grant.from, reason, by, units: grant.units },
        }
      : item,
  );
  const grants = world.basketGrants.ofSale(sale.id);
  // A discount that was taken away stays away: only discounts that stand in the basket, and the new one.
  return withItems(plain, withGrants(items, grants, world.settings.language, id), sumBeyondBasket(plain), null);
}

/**
 * The value that a request would give away, with what was given by hand in this sale before and no manager has approved. A raise counts
 * with the raises before it: it makes no room for discounts.
 */
export function adjustmentNeed(
  world: Pick<World, 'basketGrants' | 'ledger' | 'soldArticles'>,
  principal: Principal,
  id: string,
  input: AdjustmentInput,
): ApprovalNeed | null {
  const sale = saleOf(world, principal, id);
  const { grant, value } = planned(world, sale, input);
  if (value === 0) return null;
  const items = itemsOf(sale.document);
  const earlier = world.basketGrants
    .ofSale(id)
    .filter(one => !one.approved && isRaise(one) === isRaise(grant) && !replaces(grant, one))
    .reduce((sum, one) => sum + valueNow(one, items), 0);
  const kinds = { line: 'lineDiscount', basket: 'basketDiscount' } as const;
  const price = isRaise(grant) ? 'priceRaise' : 'priceChange';
  const operation = grant.kind === 'price' ? price : kinds[grant.scope];
  return { operation, object: id, amount: value + earlier };
}

/** A new price takes the place of the price by hand before it. */
const replaces = (grant: PlannedGrant, earlier: BasketGrant): boolean =>
  grant.kind === 'price' && earlier.kind === 'price' && earlier.line === grant.line;

function planned(world: Pick<World, 'soldArticles'>, { merchant, document }: Sale, input: AdjustmentInput) {
  const isDeposit = (number: string) => number !== '' && world.soldArticles.isDeposit(merchant, number);
  const plan = planAdjustment(withoutBonus(itemsOf(document)), requestOf(input), isDeposit);
  if (plan.ok) return plan;
  throw new BridgeError('adjustmentRefused', WHY[plan.why], { extra: { why: plan.why } });
}

const WHY: Readonly<Record<AdjustmentRefusal, string>> = {
  line: 'line must be the reference_id of a line of the basket',
  kind: 'deposits, empties, vouchers, top-ups, tips and what comes back keep their prices',
  measured: 'what is weighed or measured costs measure times price: give a discount, or send its price in measure',
  more: 'this is more than what is left to pay of the lines',
  nothing: 'this changes nothing',
};

/** Throws `badInput` where the members do not say one thing. */
function requestOf({ kind, line = null, amount = null, percent = null }: AdjustmentInput): AdjustmentRequest {
  if (kind === 'price') {
    if (line === null || amount === null || percent !== null)
      throw new BridgeError('badInput', 'a price wants line and amount, and no percent');
    return { kind, line, price: amount };
  }
  if ((amount === null) === (percent === null)) throw new BridgeError('badInput', 'a discount wants amount or percent');
  if (amount !== null) return { kind, line, amount };
  if (Math.abs(percent! * 100 - Math.round(percent! * 100)) > 1e-9)
    throw new BridgeError('badInput', 'percent has two decimals at the most');
  return { kind, line, percent: percent! };
}

function reasonOf({ reason }: AdjustmentInput): string {
  const plain = withoutCardNumbers(reason.replace(/\s+/g, ' ').trim());
  if (plain === '') throw new BridgeError('badInput', 'reason must say why the price is changed');
  return plain;
}
