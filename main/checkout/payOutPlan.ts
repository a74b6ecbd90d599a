/** Where the money of a return goes: as the caller says, else as proposed; no tender gets more than it gave. */
import { basketTotal, soldItems } from '../domain/basket.ts';
import { roundedCash } from '../domain/cashRounding.ts';
import { addUp } from '../domain/money.ts';
import {
  type GivenTender,
  inCoins,
  isAtAcquirer,
  leftIn,
  type PayOut,
  type PayOutMethod,
  payOutTo,
  proposedPayOuts,
} from '../domain/returns.ts';
import { isMoving } from '../domain/saleParts.ts';
import { saleCashStep } from '../sale/cashStep.ts';
import { itemsOf } from '../sale/document.ts';
import { looseValue } from '../sale/goodsReturn.ts';
import { partsOf } from '../sale/paidParts.ts';
import type { PayOutInput } from '../wire/returns.ts';
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';
import { requireProcessor } from '../world/processor.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { givenTenders } from './givenTenders.ts';

/** One step, with what the database needs to hold the tender's limit. */
export interface PlannedPayOut {
  readonly method: PayOutMethod;
  /** Above 0. */
  readonly amount: number;
  readonly to: { readonly sale: string; readonly tender: number; readonly given: number } | null;
  readonly how: PayOut['how'];
  /** MCD_… of a loyalty card that the customer chose. */
  readonly card: string | null;
}

/** Amount to be paid out, minor units; 0 where the customer pays. */
export const dueOut = ({ document }: Sale): number => Math.max(0, 0 - document.basket_info.missing_sum);

/** Amount that a step of unknown end may have paid out, minor units: it is not planned a second time. */
const onItsWay = ({ document }: Sale): number =>
  0 - addUp(partsOf(document).flatMap(part => (part.amount < 0 && isMoving(part) ? [part.amount] : []))) || 0;

/** The tenders of all sales that a return takes goods back from. */
export function tendersOfReturn(world: World, principal: Principal, sale: Sale): readonly GivenTender[] {
  return (sale.document.goods_return?.sales ?? []).flatMap(({ id }) => {
    const original = world.ledger.sale(sale.merchant, id);
    return original ? givenTenders(world, principal, original) : [];
  });
}

type Asked = NonNullable<PayOutInput['back']>[number];

/** Throws `payOutRefused` where the steps are more than is due, or more than a tender can take. */
export function plannedPayOuts(
  world: World,
  principal: Principal,
  sale: Sale,
  asked: readonly Asked[] | undefined,
): readonly PlannedPayOut[] {
  const due = dueOut(sale) - onItsWay(sale);
  const missing = sale.document.basket_info.missing_sum;
  if (missing > 0)
    throw new BridgeError('payOutRefused', `the customer owes ${missing}: start takes it`, { extra: { missing } });
  const step = saleCashStep(world, sale);
  const tenders = tendersOfReturn(world, principal, sale);
  const withGiven = ({ to, ...out }: PayOut): PlannedPayOut => {
    const given = tenders.find(one => one.sale === to?.sale && one.tender === to.tender)?.given ?? 0;
    return { ...out, to: to && { ...to, given }, card: null };
  };
  if (asked === undefined) return proposedPayOuts(due, tenders, step).map(withGiven);
  const total = addUp(asked.map(({ amount }) => amount));
  const steps = inCash(asked, due, step);
  if (total > due && steps === asked)
    throw new BridgeError('payOutRefused', `${total} is to be paid out, and ${due} is due`, { extra: { due } });
  let left = tenders;
  return steps.flatMap((one, index) => {
    const outs = outsOf(world, sale, one, left, index, step);
    left = left.map(tender => ({ ...tender, back: tender.back + goneTo(tender, outs) }));
    return outs.map(({ card, ...out }) => ({ ...withGiven(out), card }));
  });
}

/** The steps with cash rounded where they pay out all that is due, exactly or rounded; else as they are asked for. */
function inCash(asked: readonly Asked[], due: number, step: number): readonly Asked[] {
  const last = asked.findLastIndex(({ method }) => method === 'cash');
  const amountOf = (steps: readonly Asked[]) => addUp(steps.map(({ amount }) => amount));
  const cash = amountOf(asked.filter(({ method }) => method === 'cash'));
  const left = due - (amountOf(asked) - cash);
  const rounded = roundedCash(left, step);
  if (last < 0 || left <= 0 || (cash !== left && cash !== rounded)) return asked;
  return asked
    .map((one, index) => (index === last ? { ...one, amount: one.amount + rounded - cash } : one))
    .filter(({ amount }) => amount > 0);
}

const goneTo = ({ sale, tender }: GivenTender, outs: readonly PayOut[]): number =>
  outs.filter(({ to }) => to?.sale === sale && to.tender === tender).reduce((sum, { amount }) => sum + amount, 0);

type Out = PayOut & { readonly card: string | null };

/** One wanted step, over the tenders of its method in their order. */
function outsOf(
  world: World,
  { merchant }: Sale,
  { method, amount, sale, tender, card }: Asked,
  tenders: readonly GivenTender[],
  index: number,
  step: number,
): readonly Out[] {
  if (card !== undefined) {
    if (method !== 'loyalty') throw refused(index, 'card', 'only loyalty pays to a loyalty card');
    const found = world.loyalty.card(merchant, card);
    if (!found) throw refused(index, 'card', `there is no loyalty card ${card}`);
    return [{ method, amount, to: null, how: null, card: found.merchantcard.id }];
  }
  const named = (one: GivenTender) =>
    one.method === method &&
    (sale === undefined || one.sale === sale) &&
    (tender === undefined || one.tender === tender);
  const outs: Out[] = [];
  let left = amount;
  for (const one of tenders.filter(named)) {
    const out = payOutTo(one, Math.min(left, method === 'cash' ? inCoins(one, step) : leftIn(one)));
    if (!out) continue;
    outs.push({ ...out, card: null });
    left -= out.amount;
  }
  if (left === 0) return outs;
  if (isAtAcquirer(method)) requireProcessor(world, method);
  if (method !== 'cash') throw refused(index, 'amount', `${method} can take back ${amount - left} of ${amount}`);
  return [...outs, { method, amount: left, to: null, how: null, card: null }];
}

const refused = (index: number, member: string, why: string) =>
  new BridgeError('payOutRefused', why, { extra: { member: `back[${index}].${member}` } });

/** Value of empties beyond the articles sold with them. */
const emptiesValue = ({ document }: Sale): number => Math.max(0, 0 - basketTotal(soldItems(itemsOf(document)))) || 0;

/** Amount paid out for empties alone, minor units: no goods come back. It needs a right of its own. */
export const paidForEmpties = (sale: Sale, plan: readonly PlannedPayOut[]): number =>
  sale.document.goods_return ? 0 : addUp(plan.map(({ amount }) => amount));

/**
 * Cash that nobody paid in cash: what a right is needed for. Goods without a receipt were paid for with their own right, and
 * empties are paid for in cash everywhere.
 */
export function cashByRight(world: Pick<World, 'devices'>, sale: Sale, plan: readonly PlannedPayOut[]): number {
  const cash = plan.filter(({ method, to }) => method === 'cash' && to === null);
  const before = partsOf(sale.document).filter(
    ({ method, back, status }) => method === 'cash' && back === undefined && status === 'paid',
  );
  const ownRight = looseValue(sale) + emptiesValue(sale);
  const loose = Math.max(0, ownRight + before.reduce((sum, { amount }) => sum + amount, 0));
  const beyond = addUp(cash.map(({ amount }) => amount)) - loose;
  // Less than a coin is what rounding has added.
  return beyond < saleCashStep(world, sale) ? 0 : beyond;
}
