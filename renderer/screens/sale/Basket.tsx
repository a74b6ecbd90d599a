/** The lines of the ticket, and the bonus lines of the card. */

import { memo, Suspense, useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { Article } from '../../../main/wire/catalogue.ts';
import type { App } from '../../app/app.ts';
import { useApp } from '../../app/context.tsx';
import { useKeys } from '../../app/keys.ts';
import { Icon } from '../../parts/Icon.tsx';
import { earlyPart } from '../../parts/laterPart.tsx';
import type { BasketState } from '../../stores/basketState.ts';
import {
  isAdjustable,
  isDiscountByHand,
  isMeasured,
  type Line,
  largestQuantity,
  numberOf,
  priceByHand,
} from '../../stores/lines.ts';
import { useTexts } from '../../texts/context.tsx';
import { BasketLine, type BasketLineProps, reveal } from './BasketLine.tsx';
import type { LineActions } from './LineControls.tsx';

const BasketNotes = earlyPart(() => import('./BasketNotes.tsx'));
const BonusLines = earlyPart(() => import('./BonusLines.tsx'));

export function Basket() {
  const app = useApp();
  const { t } = useTexts();
  const isEmpty = useStore(app.basket, state => state.lines.length === 0);
  const customer = useStore(app.basket, state => state.customer);
  return (
    <>
      <h2 id="basket-title" className="sr-only">
        {t('basket.title')}
      </h2>
      {isEmpty ? <Empty /> : <Lines key={customer} />}
      <Suspense>
        <BasketNotes />
      </Suspense>
    </>
  );
}

function Empty() {
  const { till } = useApp();
  const { t } = useTexts();
  // After a reload nobody knows yet whether a sale stands on the till.
  const isLoading = useStore(till, state => state.device === null);
  return (
    <div className="grid min-h-32 flex-1 place-content-center justify-items-center gap-1 p-4 text-center text-soft">
      <Icon name="basket" size={40} />
      <p className="font-semibold">{t(isLoading ? 'articles.loading' : 'basket.empty')}</p>
      <p>{t('basket.emptyHint')}</p>
    </div>
  );
}

function Lines() {
  const app = useApp();
  const texts = useTexts();
  const lines = useStore(app.basket, state => state.lines);
  const selected = useStore(app.basket, state => state.selected);
  const hit = useStore(app.basket, state => state.hit);
  const bonus = useStore(app.basket, state => state.applied?.bonus);
  const known = useStore(app.catalogue, state => state.byNumber);
  const actions = useMemo(() => actionsOf(app), [app]);
  const stop = lines.some(({ key }) => key === selected) ? selected : lines[0]?.key;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => followSelected(list.current!), []);
  return (
    <ol
      ref={list}
      aria-label={texts.t('basket.lines')}
      data-lines
      className="relative min-h-24 flex-1 overflow-y-auto overscroll-contain sm:stacked:max-h-[60vh] max-sm:max-h-[calc(80dvh-25rem)]"
    >
      {blocksOf(lines).map(block => {
        const has = (wanted?: string | null) => block.lines.some(({ key }) => key === wanted);
        return (
          <Block
            key={block.id}
            lines={block.lines}
            selected={has(selected) ? selected : null}
            stop={has(stop) ? stop : null}
            hit={has(hit?.key) ? hit : null}
            texts={texts}
            actions={actions}
            known={known}
          />
        );
      })}
      {bonus && (
        <Suspense>
          <BonusLines items={bonus} />
        </Suspense>
      )}
    </ol>
  );
}

/**
 * The lines in blocks of at most sixteen: a scan draws that of its line anew, and not the whole list. A line stays in the block that its
 * key was counted up in, whatever becomes of those above it, and keeps the focus; a key of somebody else goes with the line before.
 */
function blocksOf(lines: readonly Line[]) {
  const blocks: { readonly id: number; readonly lines: Line[] }[] = [];
  for (const line of lines) {
    const id = numberOf(line) >> 4;
    const last = blocks.at(-1);
    if (last && id <= last.id) last.lines.push(line);
    else blocks.push({ id, lines: [line] });
  }
  return blocks;
}

interface BlockProps extends Pick<BasketLineProps, 'texts' | 'actions'> {
  readonly lines: readonly Line[];
  /** Key of the chosen line; null where another block has it, as with the two below. */
  readonly selected: string | null;
  readonly stop: string | null | undefined;
  readonly hit: BasketState['hit'];
  readonly known: ReadonlyMap<string, Article>;
}

const Block = memo(
  ({ lines, selected, stop, hit, texts, actions, known }: BlockProps) =>
    lines.map(line => (
      <BasketLine
        key={line.key}
        line={line}
        selected={line.key === selected}
        stop={line.key === stop}
        hit={line.key === hit?.key ? hit.count : 0}
        texts={texts}
        actions={actions}
        picture={known.get(line.articleNumber)?.picture}
      />
    )),
  ({ lines, ...before }, after) =>
    lines.length === after.lines.length &&
    lines.every((line, at) => line === after.lines[at]) &&
    Object.entries(before).every(([name, value]) => value === after[name as keyof BlockProps]),
);

/** A card or a discount takes room from the list: the selected line stays in view. */
function followSelected(list: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    const selected = list.querySelector('[aria-expanded="true"]')?.closest('li');
    if (selected) reveal(selected);
  });
  observer.observe(list);
  return () => observer.disconnect();
}

const actionsOf = (app: App): LineActions => ({
  // The first tap chooses a line, the next one opens its price, its discount and its note.
  press: line => {
    if (app.basket.getState().selected !== line.key) app.basket.select(line.key);
    else if (isAdjustable(line)) app.entry.open({ name: 'adjust', line: line.key });
    else app.basket.select(null);
  },
  setQuantity: (key, quantity) => app.edit(basket => basket.setQuantity(key, quantity)),
  remove: key => app.edit(basket => basket.remove(key)),
});

/** Arrows select a line, plus and minus change its quantity, Delete removes it: on the whole screen, outside fields. */
export function useLineKeys(): void {
  const app = useApp();
  const hasSingleKeys = useStore(app.settings, state => state.singleKeys);
  const press = (key: string) => () => {
    const { lines, selected } = app.basket.getState();
    const at = lines.findIndex(line => line.key === selected);
    // Without a selected line the last one is meant.
    const place = at < 0 && key !== 'ArrowDown' ? lines.length - 1 : at;
    const list = focusedList();
    LIST_KEYS[key]?.(app, place, lines[place]?.key);
    if (list) focusSelected(list, app);
  };
  /** In the list itself a single character is a key of what has the focus. */
  const single = (key: string) => () => {
    if (hasSingleKeys || focusedList()) press(key)();
  };
  useKeys([
    ...['ArrowDown', 'ArrowUp', 'Delete'].map(key => [key, press(key), 'outside'] as const),
    ...['+', '-'].map(key => [key, single(key), 'outside'] as const),
    ['Backspace', () => app.edit(basket => basket.undo()), 'outside'],
  ]);
}

const focusedList = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('[data-lines]') ?? null;

const move = (by: number) => (app: App, at: number) => {
  const { lines } = app.basket.getState();
  app.basket.select(lines[Math.max(0, Math.min(lines.length - 1, at + by))]?.key ?? null);
};

const count = (by: number) => (app: App, at: number, key: string | undefined) => {
  const line = app.basket.getState().lines[at];
  if (!line || !key || isDiscountByHand(line)) return;
  if (by > 0 && isMeasured(line))
    return app.notices.show('warn', ({ t, language }) => t('scan.weighEach', { name: line.name[language] }));
  const most = priceByHand(line)?.units;
  if (most !== undefined && line.quantity + by > most)
    return app.notices.show('warn', ({ t }) => t('basket.onlyFor', { units: most }));
  if (line.quantity + by > largestQuantity)
    return app.notices.show('warn', ({ t }) => t('basket.tooMany', { most: largestQuantity }));
  app.edit(basket => basket.setQuantity(key, line.quantity + by));
};

const LIST_KEYS: Readonly<Record<string, (app: App, at: number, key: string | undefined) => void>> = {
  ArrowDown: move(1),
  ArrowUp: move(-1),
  '+': count(1),
  '-': count(-1),
  Delete: (app, _at, key) => key && app.edit(basket => basket.remove(key)),
};

/** Focuses the selected line after the list is drawn again. */
const focusSelected = (list: HTMLElement, { basket }: App) =>
  requestAnimationFrame(() => {
    const { selected } = basket.getState();
    const button = [...list.querySelectorAll<HTMLElement>('[data-line]')].find(one => one.dataset.line === selected);
    button?.focus();
  });
