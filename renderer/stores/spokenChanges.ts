/**
 * What a screen reader says of the basket and of a closed sale: a line that was removed, a count that was changed, and the total after it;
 * then the change, or the cash to hand out. What is added says its own sentence.
 */
import type { Texts } from '../texts/texts.ts';
import type { BasketStore } from './basket.ts';
import type { BasketState } from './basketState.ts';
import { totalsOf } from './basketTotals.ts';
import type { Line } from './lines.ts';
import type { NoticesStore } from './notices.ts';
import { cashChangeOf, cashOutOf } from './paidTotals.ts';
import { isPaid } from './saleState.ts';
import type { TillState, TillStore } from './till.ts';

interface SpeakingParts {
  readonly basket: Pick<BasketStore, 'subscribe'>;
  readonly till: Pick<TillStore, 'subscribe'>;
  readonly notices: Pick<NoticesStore, 'announce'>;
}

type Spoken = (texts: Texts) => string;

/** Speaks until the function that it gives is called. */
export function speakChanges({ basket, till, notices }: SpeakingParts): () => void {
  const endBasket = basket.subscribe((state, before) => {
    const spoken = state.customer === before.customer ? basketChange(state, before) : null;
    if (spoken) notices.announce(spoken);
  });
  const endTill = till.subscribe((state, before) => {
    const spoken = state.sale !== before.sale ? cashOf(state) : null;
    if (spoken) notices.announce(spoken);
  });
  return () => {
    endBasket();
    endTill();
  };
}

/** Null where lines were added alone, or something else has changed. */
function basketChange(state: BasketState, before: BasketState): Spoken | null {
  if (state.lines === before.lines || before.lines.length === 0) return null;
  const now = new Map(state.lines.map(line => [line.key, line]));
  const gone = before.lines.filter(({ key }) => !now.has(key));
  const isAdded = state.lines.some(({ key }) => !before.lines.some(line => line.key === key));
  if (isAdded) return null;
  const { sum } = totalsOf(state);
  const [removed] = gone;
  if (removed) return gone.length === 1 ? removedLine(removed, sum) : emptied(gone.length, sum);
  const changed = before.lines.find(line => now.get(line.key)?.quantity !== line.quantity);
  const line = changed && now.get(changed.key);
  return line ? counted(line, sum) : null;
}

const removedLine =
  ({ name }: Line, sum: number): Spoken =>
  ({ t, money, language }) =>
    t('spoken.removed', { name: name[language], total: money(sum) });

const emptied =
  (count: number, sum: number): Spoken =>
  ({ t, money }) =>
    t('spoken.removedSome', { count, total: money(sum) });

const counted =
  ({ name, quantity }: Line, sum: number): Spoken =>
  ({ t, money, language }) =>
    t('spoken.count', { name: name[language], quantity, total: money(sum) });

function cashOf({ sale }: TillState): Spoken | null {
  if (sale === null || (!isPaid(sale.status) && sale.status !== 'cancelled')) return null;
  const out = cashOutOf(sale);
  if (out > 0) return ({ t, money }) => t('spoken.handOut', { amount: money(out) });
  const change = isPaid(sale.status) ? cashChangeOf(sale) : null;
  return change && (({ t, money }) => t('spoken.change', { amount: money(change.back) }));
}
