/** The tips of a card payment: what its terminal took beyond the sale, what was added later, less what was taken back of both. */
import type { SaleTender } from '../wire/transactions.ts';
import type { IntentRow, Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';

type IntentsWorld = Pick<World, 'intents'>;

export interface CardTips {
  /** Minor units. */
  readonly amount: number;
  readonly count: number;
}

/** Approved commands that changed the tip of a payment after it, oldest first: a tip adds, a reversal of a part takes off. */
export function tipChanges({ intents }: IntentsWorld, paid: IntentRow): readonly IntentRow[] {
  const found = new Map<string, IntentRow>();
  const follow = (id: string, isAlone: boolean): void => {
    for (const later of intents.referringTo(id)) {
      if (found.has(later.id) || !(later.kind === 'tip' || isTakenBack(later, isAlone))) continue;
      found.set(later.id, later);
      if (later.kind === 'tip') follow(later.id, standsAlone(later));
    }
  };
  follow(paid.id, false);
  return intents.inOrder([...found.values()]);
}

/** The terminal booked the tip beside the payment, under a receipt of its own that names the tip alone. */
export const standsAlone = ({ kind, amount, original, facts }: IntentRow): boolean =>
  kind === 'tip' &&
  facts?.receiptNumber !== undefined &&
  facts.receiptNumber !== original?.receipt &&
  facts.amount === amount;

/** The reversal of the whole payment is a step of its sale, or gives back all that its original held. */
const isTakenBack = ({ kind, sale, amount, original }: IntentRow, isAlone: boolean): boolean =>
  kind === 'reversal' && sale === null && amount > 0 && (isAlone || amount < (original?.amount ?? 0));

/** `first`: the tip that the payment itself brought, minor units. */
export function tipsOf(world: IntentsWorld, paid: IntentRow | null, first: number): CardTips {
  const changes = paid === null ? [] : tipChanges(world, paid);
  const added = changes.map(({ kind, amount }) => (kind === 'tip' ? amount : -amount));
  const signs = [...(first > 0 ? [1] : []), ...added.map(Math.sign)];
  return {
    amount: first + added.reduce((sum, amount) => sum + amount, 0),
    count: signs.reduce((sum, sign) => sum + sign, 0),
  };
}

/** The payment at a terminal of this bridge that paid a sale in one go. */
export const paymentAtTerminal = ({ intents }: IntentsWorld, sale: string): IntentRow | null =>
  intents.ofSale(sale).find(({ kind, state, surplus }) => kind === 'payment' && state === 'approved' && !surplus) ??
  null;

/** The amount that a cancellation gives back of a tender beyond its amount: every tip that its card was charged. */
export function tipsBack(
  world: IntentsWorld,
  { id }: Pick<Sale, 'id'>,
  { method, part, tip = 0 }: SaleTender,
): CardTips {
  if (method !== 'cashless') return { amount: tip, count: tip > 0 ? 1 : 0 };
  if (part !== undefined) return tipsOf(world, world.intents.get(part), tip);
  const paid = paymentAtTerminal(world, id);
  // The tender of an older sale does not name its tip.
  const charged = paid?.facts?.amount ?? 0;
  return tipsOf(world, paid, tip || Math.max(0, charged - (paid?.amount ?? charged)));
}
