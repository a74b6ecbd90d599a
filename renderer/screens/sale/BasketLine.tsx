/** One line of the basket; the selected line shows its buttons. */

import { memo, Suspense, useEffect, useRef } from 'react';
import { earlyPart } from '../../parts/laterPart.tsx';
import {
  isAdjustable,
  isDiscountByHand,
  isEmpties,
  isReturned,
  type Line,
  noteOf,
  priceByHand,
  totalOfLine,
} from '../../stores/lines.ts';
import { formatMeasure } from '../../texts/measure.ts';
import { withMinus } from '../../texts/money.ts';
import type { Texts } from '../../texts/texts.ts';
import { Picture } from './ArticleTile.tsx';
import type { LineActions } from './LineControls.tsx';

const LineControls = earlyPart(() => import('./LineControls.tsx'));

export interface BasketLineProps {
  readonly line: Line;
  readonly selected: boolean;
  /** True for the one line of the list that the Tab key reaches. */
  readonly stop: boolean;
  /** Counts the hits of this line; zero for every line but the last one hit. */
  readonly hit: number;
  readonly texts: Texts;
  readonly actions: LineActions;
  /** Address of the picture of its article. */
  readonly picture?: string | undefined;
}

export const BasketLine = memo(function BasketLine(props: BasketLineProps) {
  const { line, selected, stop, hit, texts, actions, picture } = props;
  const item = useRef<HTMLLIElement>(null);
  const own = line.name[texts.language];
  const name = isEmpties(line) ? texts.t('basket.emptiesName', { name: own }) : own;
  const isDiscount = isDiscountByHand(line);
  const note = noteOf(line);
  const quantity = withMinus(line.quantity);
  const total = texts.money(totalOfLine(line));
  useEffect(() => {
    if (!selected && hit === 0) return;
    // Scrolls in the frame that shows the line: measuring earlier would delay the scan by the layout.
    const frame = requestAnimationFrame(() => item.current && reveal(item.current));
    return () => cancelAnimationFrame(frame);
  }, [selected, hit]);
  const hasControls = selected && !isReturned(line);
  return (
    <li
      ref={item}
      className={`contain-content border-b border-line ${selected ? 'border-s-4 border-s-action bg-action-tint' : ''} ${hit ? (hit % 2 ? 'hit' : 'hit-again') : ''}`}
    >
      <div className={`flex items-center ${selected ? 'flex-wrap gap-2 py-1.5' : ''}`}>
        {hasControls && (
          <Suspense>
            <LineControls line={line} name={name} actions={actions} />
          </Suspense>
        )}
        <button
          type="button"
          data-line={line.key}
          tabIndex={stop ? 0 : -1}
          aria-expanded={selected}
          aria-label={texts.t('basket.line', { quantity, name, total })}
          {...(selected && isAdjustable(line) ? { 'aria-description': texts.t('basket.adjust') } : {})}
          onClick={() => actions.press(line)}
          className={`touch grid min-w-0 flex-1 items-center gap-2 py-1 pe-4 text-start leading-5 outline-offset-[-3px] ${hasControls ? 'grid-cols-[minmax(0,1fr)_auto]' : 'grid-cols-[2.75rem_minmax(0,1fr)_auto] ps-2'}`}
        >
          {!hasControls && (
            <span className="figures text-end font-semibold text-soft">{isDiscount ? '' : `${quantity} ×`}</span>
          )}
          <span className={picture ? 'grid min-w-0 grid-cols-[auto_1fr] items-center gap-x-2' : 'min-w-0'}>
            {picture && <Picture path={picture} className="row-span-2 size-10" />}
            <span className={`block font-semibold wrap-anywhere ${isDiscount ? 'text-good' : ''}`}>{name}</span>
            {!isDiscount && <Second line={line} texts={texts} isWhole={hasControls} />}
            {note !== '' && <span className="col-span-full block text-sm break-words italic">{note}</span>}
          </span>
          <span className="figures font-semibold">{total}</span>
        </button>
      </div>
    </li>
  );
});

/**
 * The second line of a line, where its price of one piece is not its total, or something else was agreed. `isWhole`: it stands beside
 * the field of the quantity, which takes the place of the figure before the name.
 */
function Second({ line, texts, isWhole }: Pick<BasketLineProps, 'line' | 'texts'> & { readonly isWhole: boolean }) {
  const { t, money } = texts;
  const byHand = priceByHand(line);
  const returned = line.item.item_type === 'return';
  const measure = measureOf(line, texts);
  if (!isWhole && !returned && !byHand && measure === null && line.quantity === 1) return null;
  return (
    <span className="figures block text-sm text-soft">
      {returned && (
        <span className="me-1.5 rounded-small bg-warn px-1.5 text-sm font-bold text-surface">
          {t('basket.returned')}
        </span>
      )}
      {measure ??
        (isWhole
          ? `${withMinus(line.quantity)} × ${money(line.priceOne)}`
          : t('basket.each', { price: money(line.priceOne) }))}
      {byHand && ` (${t('basket.instead', { price: money(byHand.from) })})`}
    </span>
  );
}

/** How much was weighed or measured and the price of one unit, as on the receipt; null for pieces. */
function measureOf({ item: { measure } }: Line, { money, language }: Texts): string | null {
  if (!measure) return null;
  const { value, decimals, unit, priceOne } = measure;
  const much = formatMeasure({ value: Number(value), decimals: Number(decimals ?? 0), unit }, language);
  return `${much} × ${money(Number(priceOne))}/${unit}`;
}

/** Scrolls the list so that the line is in view; the page around it never scrolls. */
export function reveal(item: HTMLElement): void {
  const list = item.parentElement!;
  const below = item.offsetTop + item.offsetHeight - list.clientHeight;
  if (item.offsetTop < list.scrollTop) list.scrollTop = item.offsetTop;
  else if (below > list.scrollTop) list.scrollTop = below;
}
