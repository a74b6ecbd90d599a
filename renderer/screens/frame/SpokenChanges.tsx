/**
 * Sentences of a screen reader about the basket and a closed sale: a line that was removed, a count that was changed, and the total after it;
 * then the change, or the cash to hand out. What is added says its own sentence. The focus stays with the basket.
 */
import { useEffect } from 'react';
import { useApp } from '../../app/context.tsx';
import type { BasketStore } from '../../stores/basket.ts';
import type { BasketState } from '../../stores/basketState.ts';
import { totalsOf } from '../../stores/basketTotals.ts';
import type { Line } from '../../stores/lines.ts';
import type { NoticesStore } from '../../stores/notices.ts';
import { cashChangeOf, cashOutOf } from '../../stores/paidTotals.ts';
import { isPaid } from '../../stores/saleState.ts';
import type { TillState, TillStore } from '../../stores/till.ts';
import { withMinus } from '../../texts/money.ts';
import { useSpokenTexts } from '../../texts/pages/spoken.ts';

interface SpeakingParts {
  readonly basket: Pick<BasketStore, 'subscribe'>;
  readonly till: Pick<TillStore, 'subscribe'>;
  readonly notices: Pick<NoticesStore, 'announce'>;
}

type SpokenTexts = ReturnType<typeof useSpokenTexts>;
type Spoken = (texts: SpokenTexts) => string;

export default function SpokenChanges() {
  const app = useApp();
  const texts = useSpokenTexts();
  useEffect(() => speakChanges(app, texts), [app, texts]);
  return null;
}

/** Speaks until the function that it gives is called. */
function speakChanges({ basket, till, notices }: SpeakingParts, texts: SpokenTexts): () => void {
  const focus = focusKeeper();
  // On a slow machine somebody has pressed buttons before this part of the screen is there.
  focus.giveOn();
  focus.follow();
  const endBasket = basket.subscribe((state, before) => {
    if (state.lines !== before.lines) focus.follow();
    const spoken = state.customer === before.customer ? basketChange(state, before) : null;
    if (spoken) notices.announce(() => spoken(texts));
  });
  const endTill = till.subscribe((state, before) => {
    const spoken = state.sale !== before.sale ? cashOf(state) : null;
    if (spoken) notices.announce(() => spoken(texts));
  });
  return () => {
    focus.end();
    endBasket();
    endTill();
  };
}

/**
 * A button goes with its line, a message with its change, a tile with its list. Whoever pressed it goes on at the chosen line, or at the
 * title of the sale: without the focus a screen reader would begin at the top of the page. What has the focus is followed until it
 * leaves the page, however late that is, or until something else has the focus.
 */
function focusKeeper() {
  let had: Element | null = null;
  const watch = new MutationObserver(records => {
    // An element that is only put elsewhere loses the focus, too.
    const hasLeft = records.some(({ removedNodes }) => [...removedNodes].some(node => node.contains(had)));
    if (!hasLeft && had === document.activeElement) return;
    watch.disconnect();
    // A dialog that closes gives the focus back one frame later.
    if (hasLeft) requestAnimationFrame(() => requestAnimationFrame(giveOn));
  });
  function follow(): void {
    had = document.activeElement;
    if (had !== null && had !== document.body) watch.observe(document.body, { childList: true, subtree: true });
  }
  function giveOn(): void {
    if (document.activeElement !== document.body) return;
    const nearest = had?.isConnected ? had : document.querySelector('[data-line][aria-expanded="true"]');
    const next = nearest ?? document.querySelector('h1');
    if (next instanceof HTMLElement) next.focus();
    follow();
  }
  return { follow, giveOn, end: () => watch.disconnect() };
}

/** Null where lines were added alone, or something else has changed. */
function basketChange(state: BasketState, before: BasketState): Spoken | null {
  if (state.lines === before.lines || before.lines.length === 0) return null;
  const now = new Map(state.lines.map(line => [line.key, line]));
  const gone = before.lines.filter(({ key }) => !now.has(key));
  const was = new Set(before.lines.map(({ key }) => key));
  if (state.lines.some(({ key }) => !was.has(key))) return null;
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
    t('spoken.count', { name: name[language], quantity: withMinus(quantity), total: money(sum) });

function cashOf({ sale }: TillState): Spoken | null {
  if (sale === null || (!isPaid(sale.status) && sale.status !== 'cancelled')) return null;
  const out = cashOutOf(sale);
  if (out > 0) return ({ t, money }) => t('spoken.handOut', { amount: money(out) });
  const change = isPaid(sale.status) ? cashChangeOf(sale) : null;
  return change && (({ t, money }) => t('spoken.change', { amount: money(change.back) }));
}
