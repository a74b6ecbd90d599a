/** The basket: its lines, the bonus lines of the card, and the button that undoes a removal. */

import { type KeyboardEvent, useMemo } from 'react';
import { useStore } from 'zustand';
import type { App } from '../../app/app.ts';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Message } from '../../parts/Panel.tsx';
import { useTexts } from '../../texts/context.tsx';
import { BasketLine, BonusLine, type LineActions } from './BasketLine.tsx';

export function Basket() {
  const app = useApp();
  const { t } = useTexts();
  const isEmpty = useStore(app.basket, state => state.lines.length === 0);
  const clearable = useStore(app.basket, state => state.lines.length > 0 || state.card !== null);
  return (
    <>
      <div className="flex items-center justify-between gap-2 border-b border-line px-3">
        <h2 id="basket-title" className="py-3 font-semibold">
          {t('basket.title')}
        </h2>
        {clearable && (
          <Button
            look="quiet"
            icon="trash"
            label={t('basket.clearLong')}
            onPress={() => app.edit(basket => basket.clear())}
          >
            {t('basket.clear')}
          </Button>
        )}
      </div>
      {isEmpty ? <Empty /> : <Lines />}
      <Undo />
      <NotSaved />
    </>
  );
}

function Empty() {
  const { t } = useTexts();
  return (
    <div className="grid min-h-32 flex-1 place-content-center justify-items-center gap-1 p-4 text-center text-soft">
      <Icon name="basket" size={40} />
      <p className="font-semibold">{t('basket.empty')}</p>
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
  return (
    <ol
      aria-label={texts.t('basket.lines')}
      onKeyDown={event => onListKey(event, app)}
      className="relative min-h-24 flex-1 overflow-y-auto overscroll-contain max-lg:max-h-[60vh]"
    >
      {lines.map(line => (
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
      ))}
      {bonus?.map(item => (
        <BonusLine
          key={item.id}
          name={item.desc}
          total={texts.money(item.quantity * item.priceOne)}
          fromBalance={item.articleNumber === 'balance'}
          texts={texts}
        />
      ))}
    </ol>
  );
}

const actionsOf = (app: App): LineActions => ({
  select: key => app.basket.select(app.basket.getState().selected === key ? null : key),
  setQuantity: (key, quantity) => app.edit(basket => basket.setQuantity(key, quantity)),
  remove: key => app.edit(basket => basket.remove(key)),
});

/** Arrows select a line, plus and minus change its quantity, Delete removes it. Keys in the quantity field are ignored. */
function onListKey(event: KeyboardEvent<HTMLElement>, app: App): void {
  if (event.target instanceof HTMLInputElement) return;
  const { lines, selected } = app.basket.getState();
  const at = lines.findIndex(({ key }) => key === selected);
  const run = LIST_KEYS[event.key];
  if (!run) return;
  event.preventDefault();
  run(app, at, at < 0 ? undefined : lines[at]!.key);
  focusSelected(event.currentTarget, app);
}

const move = (by: number) => (app: App, at: number) => {
  const { lines } = app.basket.getState();
  app.basket.select(lines[Math.max(0, Math.min(lines.length - 1, at + by))]?.key ?? null);
};

const count = (by: number) => (app: App, at: number, key: string | undefined) => {
  const line = app.basket.getState().lines[at];
  if (line && key) app.edit(basket => basket.setQuantity(key, line.quantity + by));
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

function Undo() {
  const app = useApp();
  const { t, language } = useTexts();
  const undo = useStore(app.basket, state => state.undo);
  if (!undo) return null;
  const what = undo.removed ? t('basket.removed', { name: undo.removed.name[language] }) : t('basket.cleared');
  return (
    <div className="flex items-center justify-between gap-3 border-t border-line bg-raised ps-3">
      <p>{what}</p>
      <Button look="quiet" icon="undo" onPress={() => app.edit(basket => basket.undo())}>
        {t('common.undo')}
      </Button>
    </div>
  );
}

/** Message while the bridge is away: the basket is not saved yet, and nothing is lost. */
function NotSaved() {
  const { basket } = useApp();
  const { t, problem: textOf } = useTexts();
  const { state, problem } = useStore(basket, ({ sync }) => sync);
  if (state !== 'waiting') return null;
  return (
    <div className="p-2">
      <Message tone="warn">
        {t('sync.waiting')} {problem && problem.kind !== 'unreachable' && textOf(problem)}
      </Message>
    </div>
  );
}
