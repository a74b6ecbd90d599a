/** Effects of a return on the sales that its goods come from: units, points, bonus, vouchers, and money of their tenders. */
import { ROUNDING } from '../domain/cashRounding.ts';
import type { Balances, LedgerEntry } from '../domain/loyalty.ts';
import { addUp } from '../domain/money.ts';
import { bonusIn, earnedBack, type LineWorth, netOf, unitsIn } from '../domain/returns.ts';
import type { GoodsReturn, SalePart } from '../wire/transactions.ts';
import { BridgeError } from '../world/errors.ts';
import type { ReturnedUnits } from '../world/returns.ts';
import type { Sale } from '../world/sales.ts';
import type { SaleWriter } from '../world/saleWriters.ts';
import type { World } from '../world/world.ts';
import { describeBooking } from './loyaltyBookings.ts';
import { heldParts, partsOf } from './paidParts.ts';
import { worthOfSale } from './returnedLines.ts';

type EffectWorld = Pick<World, 'clock' | 'devices' | 'ledger' | 'loyalty' | 'returns'>;
type CardEffect = NonNullable<GoodsReturn['cards']>[number];

/** Guards the sales of which something came back, and keeps units and tenders in step with each return. */
export const createReturnWriter = (world: () => Pick<World, 'returns'>): SaleWriter => ({
  checking(sale, input) {
    if (!TAKES_BACK.has(input)) return;
    const isClosed = sale.receiptNumber !== null;
    if (isClosed && world().returns.unitsOf(sale.id).length > 0)
      throw new BridgeError('returnStands', `something of ${sale.id} has come back, or is coming back`);
    const paidOut = heldParts(sale.document).some(({ method, amount }) => amount < 0 && method !== ROUNDING);
    if (paidOut || (isClosed && sale.document.basket_info.sum < 0))
      throw new BridgeError('returnStands', `${sale.id} has paid out money`);
  },
  saved(sale, { before }) {
    if (!sale.document.goods_return) return;
    const { returns } = world();
    if (sale.state === 'closed' && before.state !== 'closed' && before.receiptNumber === null) returns.finish(sale.id);
    if (sale.state === 'cancelled' && before.state !== 'cancelled') returns.release(sale.id);
    for (const part of partsOf(sale.document)) keepTender(returns, sale.id, part);
  },
});

const TAKES_BACK: ReadonlySet<string> = new Set(['reverse', 'cancel', 'returnPart', 'partReturned', 'allReturned']);

function keepTender(returns: World['returns'], by: string, { id, amount, status, back }: SalePart): void {
  if (!back) return;
  if (status === 'declined' || status === 'returned') returns.dropTender(id);
  else returns.keepTender({ part: id, by, sale: back.sale, tender: back.tender, given: back.given, amount: -amount });
}

/** Bookings of a sale on the card of its customer; a voucher that it sold is a card, too. */
function customerBookings({ loyalty }: Pick<World, 'loyalty'>, { id, document }: Pick<Sale, 'id' | 'document'>) {
  const sold = new Set((document.sold_vouchers ?? []).map(({ card }) => card));
  return loyalty.bookingsOf(id).filter(({ merchantCard }) => !sold.has(merchantCard));
}

/** The loyalty card (MCD_…) of the customer of a sale, as it is now; null where the sale moved none. */
export function customerCardOf(world: Pick<World, 'loyalty'>, sale: Pick<Sale, 'id' | 'document'>): string | null {
  const [booking] = customerBookings(world, sale);
  return booking ? world.loyalty.finalCard(booking.merchantCard) : null;
}

/** Effect of the returned goods on one loyalty card. */
interface CardChange extends CardEffect {
  readonly entries: readonly LedgerEntry[];
}

/** The units of one sale that come back. */
export interface SaleUnits {
  readonly sale: Sale;
  readonly units: readonly Pick<ReturnedUnits, 'line' | 'first' | 'last'>[];
}

/**
 * Bookings on the card of a sale for these returned units: bonus that paid for them returns, points and bonus that they
 * earned are taken back, as far as the card still has them. Null where the sale moved no card.
 */
export function cardChange(world: EffectWorld, { sale, units }: SaleUnits): CardChange | null {
  const bookings = customerBookings(world, sale);
  const id = customerCardOf(world, sale);
  const card = id === null ? null : world.loyalty.merchantCard(sale.merchant, id)?.merchantcard;
  if (id === null || !card) return null;
  const worth = worthOfSale(world, sale);
  const done = world.returns.unitsOf(sale.id).filter(({ state }) => state === 'returned');
  const whole = addUp(worth.map(({ net }) => net));
  const before = worthIn(worth, done);
  const after = before + worthIn(worth, units);
  const earned = (account: LedgerEntry['account']) =>
    addUp(
      bookings
        .flatMap(({ entries }) => entries)
        .filter(entry => entry.account === account && entry.kind === 'earn')
        .map(({ amount }) => amount),
    );
  const balances = world.loyalty.available(id);
  const points = taken('points', earnedBack(earned('points'), whole, before, after), 0, balances);
  const spent = addUp(worth.map(line => bonusIn(line, rangesOf(line, units))));
  const bonus = taken('bonus', earnedBack(earned('bonus'), whole, before, after), spent, balances);
  return {
    id,
    cardnumber: card.card.cardnumber,
    points: points.booked,
    points_kept: points.kept,
    bonus: bonus.booked,
    bonus_kept: bonus.kept,
    entries: [
      { account: 'bonus' as const, kind: 'return' as const, amount: bonus.booked },
      { account: 'points' as const, kind: 'return' as const, amount: points.booked },
    ].filter(({ amount }) => amount !== 0),
  };
}

/** An account never goes below 0 by a return: what was spent meanwhile stays spent, and is named. */
function taken(account: 'points' | 'bonus', earned: number, given: number, balances: Balances) {
  const booked = Math.max(given - earned, Math.min(0, -balances[account]));
  return { booked: booked || 0, kept: booked - (given - earned) };
}

const rangesOf = ({ line }: LineWorth, units: SaleUnits['units']) => units.filter(one => one.line === line);

const worthIn = (worth: readonly LineWorth[], units: SaleUnits['units']): number =>
  addUp(worth.map(line => netOf(line, rangesOf(line, units))));

/** The units of a return, by the sale that they come from. */
export function unitsBySale(
  { ledger, returns }: Pick<World, 'ledger' | 'returns'>,
  { id, merchant }: Pick<Sale, 'id' | 'merchant'>,
): readonly SaleUnits[] {
  const bySale = Map.groupBy(returns.unitsBy(id), ({ sale }) => sale);
  return [...bySale].flatMap(([original, units]) => {
    const sale = ledger.sale(merchant, original);
    return sale ? [{ sale, units }] : [];
  });
}

/**
 * Inside the job that closes a return, before it is saved: books on the cards of its sales, and frees the vouchers of a sale of
 * which everything has come back. Gives what the document says about it.
 */
export function bookReturnedGoods(world: EffectWorld, sale: Sale): readonly CardEffect[] {
  const originals = unitsBySale(world, sale);
  const effects: CardEffect[] = [];
  for (const units of originals) {
    const change = cardChange(world, units);
    if (change && change.entries.length > 0) bookReturn(world, sale, change.id, change.entries);
    if (change) {
      const { entries: _, ...effect } = change;
      effects.push(effect);
    }
    if (isWhole(world, units)) world.loyalty.endVouchers(units.sale.id, 'free');
  }
  return effects;
}

function isWhole(world: EffectWorld, { sale, units }: SaleUnits): boolean {
  const done = world.returns.unitsOf(sale.id).filter(({ state }) => state === 'returned');
  return worthOfSale(world, sale).every(line => unitsIn(rangesOf(line, [...done, ...units])) === line.units);
}

/** Inside a job: a booking of the return on a card. */
export function bookReturn(
  world: EffectWorld,
  { id, merchant, document }: Sale,
  merchantCard: string,
  entries: readonly LedgerEntry[],
): string {
  const booking = world.loyalty.book({
    merchantCard,
    sale: id,
    action: 'return',
    reverses: null,
    entries,
    at: world.clock.now(),
  });
  const all = world.loyalty.booking(merchant, booking)?.inner.entries ?? entries;
  const money = addUp(all.filter(({ account }) => account !== 'points').map(({ amount }) => amount));
  describeBooking(world, merchant, merchantCard, booking, {
    action: 'return',
    amount: money,
    transId: document.trans_id,
    receipt: [],
    more: { purpose: document.transactionRef },
  });
  return booking;
}
