/** Baskets that wait, on the screen of no till, until one till takes them. */
import { basketTotal, cardArticle, lineTotal, nameIn, withoutBonus } from '../domain/basket.ts';
import { withoutCardNumbers } from '../domain/pan.ts';
import { executed, next } from '../domain/transaction.ts';
import type { ChangedPrice, ParkedView, ParkInput, TakenBasket } from '../wire/baskets.ts';
import type { ParkedBasket } from '../world/baskets.ts';
import { timestamp } from '../world/clock.ts';
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';
import type { Sale, SaleDocument } from '../world/sales.ts';
import type { SavedStep } from '../world/saleWriters.ts';
import type { World } from '../world/world.ts';
import { itemsOf, withoutCard } from './document.ts';
import { currentSale, saleOf } from './lookup.ts';
import { stateRefusal } from './stateRefusal.ts';
import { advance, type SaleStepWorld } from './transition.ts';

type ParkWorld = SaleStepWorld &
  Pick<World, 'basketParked' | 'parkedBaskets' | 'salePayments' | 'soldArticles' | 'tillScreen'>;

/** Takes the basket off the screen of its till; what its card held is free again. Repeating it changes nothing. */
export async function park(world: ParkWorld, principal: Principal, input: ParkInput): Promise<ParkedView> {
  const before = await world.salePayments.resolved(saleOf(world, principal, input.transaction));
  if (input.for_till && !world.devices.owned(principal.merchant, input.for_till))
    throw new BridgeError('notFound', `there is no till ${input.for_till}`);
  if (!world.parkedBaskets.find(before.id)) await world.salePayments.void(before, 'parking');
  const parked = await world.ledger.write(() => parkNow(world, principal, currentSale(world, before), input));
  publish(world, before);
  return parked;
}

function parkNow(world: ParkWorld, principal: Principal, sale: Sale, { note, for_till }: ParkInput): ParkedView {
  const known = world.parkedBaskets.find(sale.id);
  if (known) return viewOf(world, known, sale);
  if (!next(sale.state, 'update')) throw stateRefusal(sale.state, 'parking');
  if (sale.document.basket.products.length === 0 && sale.document.idents.length === 0)
    throw new BridgeError('nothingToPay', 'the basket is empty: there is nothing to park');
  const changed = advance(world, sale, 'update', 'parking', withoutCard(sale.document));
  const basket: ParkedBasket = {
    sale: sale.id,
    merchant: sale.merchant,
    till: principal.device,
    forTill: for_till ?? null,
    staff: principal.staff?.id ?? null,
    name: principal.staff?.name ?? null,
    note: withoutCardNumbers((note ?? '').replace(/\s+/g, ' ').trim()) || null,
    at: world.clock.now(),
  };
  world.parkedBaskets.add(basket);
  for (const till of new Set([sale.till, principal.device]))
    if (till !== null && world.tillScreen.shown(till) === sale.id) world.tillScreen.show(till, null);
  return viewOf(world, basket, changed);
}

/**
 * Puts a parked basket on the screen of the till that asks, for the person who asks. One till gets it; every other one is
 * refused with `basketTaken`.
 */
export async function takeParked(world: ParkWorld, principal: Principal, id: string): Promise<TakenBasket> {
  const till = principal.device;
  if (till === null) throw new BridgeError('notFound', 'this merchant has no till');
  const sale = saleOf(world, principal, id);
  const taken = await world.ledger.write(() => takeNow(world, principal, currentSale(world, sale), till));
  publish(world, sale);
  return taken;
}

function takeNow(world: ParkWorld, { merchant, staff }: Principal, sale: Sale, till: string): TakenBasket {
  if (!world.parkedBaskets.find(sale.id)) throw new BridgeError('basketTaken', `the basket ${sale.id} is not parked`);
  refuseInTheWay(world, merchant, till, sale.id);
  world.parkedBaskets.remove(sale.id);
  world.parkedBaskets.moveTo(sale.id, till, staff?.id ?? null);
  world.tillScreen.show(till, sale.id);
  const moved = { ...sale, till, staff: staff?.id ?? null };
  const patch: Partial<SaleDocument> = {
    device_source: { object: 'smart.devices', id: till },
    ...(staff ? { cashier: staff.name } : {}),
  };
  const { document } = advance(world, moved, 'update', 'taking a parked basket', patch);
  return { transaction: document, changed_prices: [...changedPrices(world, { ...moved, document })] };
}

/** A basket with lines on the screen is neither hidden nor mixed with another one. */
function refuseInTheWay(world: ParkWorld, merchant: string, till: string, wanted: string): void {
  const shown = world.tillScreen.shown(till);
  const sale = shown === null || shown === wanted ? null : world.ledger.sale(merchant, shown);
  if (!sale || (executed(sale.state) && ['closed', 'cancelled'].includes(sale.state))) return;
  if (sale.document.basket.products.length > 0 || executed(sale.state))
    throw new BridgeError('basketInTheWay', `the basket ${sale.id} is open at this till`);
}

/** Articles that cost something else now; a price by hand, and the price of a code or of the till, stays. */
function changedPrices(
  { soldArticles }: Pick<World, 'soldArticles'>,
  { merchant, document }: Sale,
): readonly ChangedPrice[] {
  return withoutBonus(itemsOf(document)).flatMap(item => {
    const kept = 'manual_price' in item || 'carried' in item || item.measure != null || cardArticle(item) !== null;
    if (kept || item.item_type !== 'article' || item.reference_id === null || item.articleNumber === '') return [];
    const article = soldArticles.byNumber(merchant, item.articleNumber);
    if (article?.openPrice === true || article?.price === item.priceOne) return [];
    return [{ line: item.reference_id, desc: item.desc, was: item.priceOne, now: article?.price ?? null }];
  });
}

/** Oldest first. */
export function parkedOf(world: Pick<World, 'devices' | 'ledger' | 'parkedBaskets'>, merchant: string): ParkedView[] {
  return world.parkedBaskets.list(merchant).flatMap(basket => {
    const sale = world.ledger.sale(merchant, basket.sale);
    return sale ? [viewOf(world, basket, sale)] : [];
  });
}

const FIRST_LINES = 4;

function viewOf(
  { devices }: Pick<World, 'devices'>,
  { merchant, till, forTill, staff, name, note, at }: ParkedBasket,
  { id, document }: Sale,
): ParkedView {
  const items = withoutBonus(itemsOf(document));
  const goods = items.filter(item => item.item_type === 'article' && lineTotal(item) >= 0);
  const first = goods.slice(0, FIRST_LINES);
  const named = (device: string | null) =>
    device === null ? null : { id: device, description: devices.description(merchant, device) ?? device };
  return {
    id,
    parked: timestamp(at),
    till: named(till),
    for_till: named(forTill),
    by: staff === null ? null : { id: staff, name: name ?? '' },
    note,
    sum: items.length > 0 ? basketTotal(items) : document.basket_info.sum,
    currency: document.basket_info.currency,
    pieces: goods.reduce((sum, { quantity }) => sum + quantity, 0),
    articles: first.map(item => nameIn(item, 'de')),
    articles_en: first.map(item => nameIn(item, 'en')),
    card: document.idents.find(({ type }) => type === 'card')?.value ?? null,
  };
}

/**
 * Every step of a parked basket but the one that gives it up is refused, so that a window that still shows it neither pays nor
 * changes it. Runs inside the job of the step: taking a basket removes its row first.
 */
export function guardParked(world: Pick<World, 'parkedBaskets'>, { id, state }: Sale, { input }: SavedStep): void {
  if (!world.parkedBaskets.find(id)) return;
  if (state === 'cancelled') world.parkedBaskets.remove(id);
  else if (input !== 'expire') throw new BridgeError('basketParked', `the basket ${id} is parked`);
}

const publish = (world: ParkWorld, { merchant, id }: Sale): void =>
  world.basketParked(merchant, { count: world.parkedBaskets.count(merchant), sale: id });
