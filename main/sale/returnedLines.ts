/** The lines of closed sales that a customer brings back: what is left of them, what they are worth, and that nobody else takes them. */
import { isPlayed } from '../acquirer/payments/methods.ts';
import { type BasketItem, isReturnItem, measureText } from '../domain/basket.ts';
import { isCounted } from '../domain/campaigns.ts';
import {
  freeUnits,
  isReturnable,
  type LineWorth,
  type UnitRange,
  unitsIn,
  type WantedAmount,
  wantedUnits,
  worthOfLines,
} from '../domain/returns.ts';
import { BridgeError } from '../world/errors.ts';
import type { ReturnedUnits } from '../world/returns.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { itemsOf } from './document.ts';
import { heldParts } from './paidParts.ts';

export type ReturnWorld = Pick<World, 'clock' | 'ledger' | 'loyalty' | 'returns' | 'settings'>;

/** The units of one line that the caller wants to take back. */
export interface WantedLine extends WantedAmount {
  readonly sale: string;
  readonly line: number;
}

/** Units of one line, and what they were sold as. */
export interface ChosenLine {
  readonly sale: Sale;
  readonly item: BasketItem;
  readonly worth: LineWorth;
  readonly ranges: readonly UnitRange[];
}

export type NotReturnable = 'open' | 'reversing' | 'cancelled' | 'isReturn' | 'played' | 'noLines' | 'card';

/** Reason for which nothing of a sale can be returned; null where something can. */
export function notReturnable({ state, method, document }: Sale): NotReturnable | null {
  if (state === 'cancelled') return 'cancelled';
  if (state === 'reversing' || state === 'reversalUnclear' || state === 'partlyReversed') return 'reversing';
  if (state !== 'closed') return 'open';
  if (method === null || !itemsOf(document).some(isReturnable))
    return document.goods_return ? 'isReturn' : itemsOf(document).length > 0 ? 'card' : 'noLines';
  return isPlayed(document, method) ? 'played' : null;
}

const WHY = {
  open: 'it is not paid',
  reversing: 'its payment is going back',
  cancelled: 'it was cancelled',
  isReturn: 'it is a return itself',
  played: 'it was paid with simulated money',
  noLines: 'it has no lines, only a sum',
  card: 'it sold nothing that can come back',
} as const satisfies Record<NotReturnable, string>;

/** Values of the lines of a sale: as written at the first return, else as the sale says them. */
export const worthOfSale = (
  { loyalty, returns }: Pick<World, 'loyalty' | 'returns'>,
  sale: Sale,
): readonly LineWorth[] =>
  returns.worthOf(sale.id) ??
  worthOfLines(itemsOf(sale.document), ({ articleNumber }, line) => {
    const campaign = loyalty.campaigns(sale.merchant).find(({ id }) => id === articleNumber);
    return campaign === undefined || isCounted(campaign.condition, line);
  });

/**
 * The units of each wanted line. Throws `notFound`, `returnRefused` for a sale of which nothing can come back, `badInput` for an
 * amount that the line cannot be divided into, and `moreThanSold` with the number of units that is left.
 */
export function chosenLines(
  world: ReturnWorld,
  merchant: string,
  wanted: readonly WantedLine[],
): readonly ChosenLine[] {
  const chosen: ChosenLine[] = [];
  for (const [index, { sale: id, line, ...amount }] of wanted.entries()) {
    const sale = world.ledger.sale(merchant, id);
    if (!sale) throw new BridgeError('notFound', `there is no Smart Transaction ${id}`);
    const refused = notReturnable(sale);
    if (refused) throw new BridgeError('returnRefused', `${id}: ${WHY[refused]}`, { extra: { refused } });
    const item = itemsOf(sale.document).find(one => one.id === line);
    const worth = worthOfSale(world, sale).find(one => one.line === line);
    if (!item || !worth || isReturnItem(item))
      throw new BridgeError('returnRefused', `${id} has no line ${line} that can come back`, {
        extra: { member: `lines[${index}].line` },
      });
    const taken = [
      ...liveUnits(world, sale).filter(units => units.line === line),
      ...chosen.filter(one => one.sale.id === id && one.worth.line === line).flatMap(one => one.ranges),
    ];
    const units = unitsWanted(worth, amount, index);
    const ranges = freeUnits(worth.units, taken, units);
    if (!ranges) throw moreThanSold(worth, taken, units, index);
    chosen.push({ sale, item, worth, ranges });
  }
  return chosen;
}

function unitsWanted(worth: LineWorth, amount: WantedAmount, index: number): number {
  if (amount.quantity === undefined && !amount.measure)
    throw new BridgeError('badInput', `lines[${index}] has neither quantity nor measure`, {
      extra: { member: `lines[${index}].quantity` },
    });
  const units = wantedUnits(worth, amount);
  if (units !== null) return units;
  const why = worth.measure
    ? `it was sold with ${worth.measure.decimals} decimals, and beside measure quantity is left out or 1`
    : 'it can only come back by quantity';
  throw new BridgeError('badInput', `lines[${index}].measure does not fit line ${worth.line}: ${why}`, {
    extra: { member: `lines[${index}].measure` },
  });
}

function moreThanSold(worth: LineWorth, taken: readonly UnitRange[], units: number, index: number): BridgeError {
  const left = worth.units - unitsIn(taken);
  const { measure } = worth;
  const textOf = (value: number) => (measure ? measureText({ ...measure, value }, 'en') : String(value));
  return new BridgeError(
    'moreThanSold',
    `${textOf(units)} wanted of line ${worth.line}, and ${textOf(left)} of ${textOf(worth.units)} are left`,
    { extra: { member: `lines[${index}].${measure ? 'measure' : 'quantity'}`, left } },
  );
}

/** Units that have come back or are held by a return that somebody may still finish. */
export const liveUnits = (world: ReturnWorld, { id, merchant }: Sale): readonly ReturnedUnits[] =>
  world.returns.unitsOf(id).filter(units => !isStale(world, merchant, units));

/** Returns that nobody finished in time; like a card that a sale holds, what they hold is free again. */
export const staleReturns = (world: ReturnWorld, { id, merchant }: Sale): readonly Sale[] =>
  [...new Set(world.returns.unitsOf(id).flatMap(units => (isStale(world, merchant, units) ? [units.by] : [])))].flatMap(
    by => world.ledger.sale(merchant, by) ?? [],
  );

function isStale(
  { clock, ledger, settings }: ReturnWorld,
  merchant: string,
  { state, since, by }: ReturnedUnits,
): boolean {
  const limit = clock.now() - settings.reservationMinutes * 60_000;
  if (state !== 'held' || since > limit) return false;
  const sale = ledger.sale(merchant, by);
  // New articles of an exchange show that somebody is at work.
  if (!sale || Date.parse(sale.document.updated) > limit) return false;
  return (sale.state === 'created' || sale.state === 'processing') && heldParts(sale.document).length === 0;
}
