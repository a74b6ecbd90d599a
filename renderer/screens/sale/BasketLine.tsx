/** One line of the basket; the selected line shows its buttons. */

import { memo, Suspense, useEffect, useRef } from 'react';
import { earlyPart } from '../../parts/laterPart.tsx';
import {
  isDiscountByHand,
  isEmpties,
  isReturned,
  type Line,
  noteOf,
  priceByHand,
  totalOfLine,
} from '../../stores/lines.ts';
import { formatMeasure } from '../../texts/measure.ts';
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
  const byHand = priceByHand(line);
  const note = noteOf(line);
  const total = texts.money(totalOfLine(line));
  useEffect(() => {
    if (!selected && hit === 0) return;
    // Scrolls in the frame that shows the line: measuring earlier would delay the scan by the layout.
    const frame = requestAnimationFrame(() => item.current && reveal(item.current));
    return () => cancelAnimationFrame(frame);
  }, [selected, hit]);
  return (
    <li
      ref={item}
      className={`border-b border-line ${selected ? 'bg-sunken' : ''} ${hit ? (hit % 2 ? 'animate-hit' : 'animate-hit-again') : ''}`}
    >
      <button
        type="button"
        data-line={line.key}
        tabIndex={stop ? 0 : -1}
        aria-expanded={selected}
        aria-label={texts.t('basket.line', { quantity: line.quantity, name, total })}
        onClick={() => actions.select(line.key)}
        className="touch grid w-full grid-cols-[2.75rem_1fr_auto] items-center gap-2 px-3 py-1.5 text-start outline-offset-[-3px]"
      >
        <span className="figures text-end font-semibold">{isDiscount ? '' : `${line.quantity} ×`}</span>
        <span className={picture ? 'grid min-w-0 grid-cols-[auto_1fr] items-center gap-x-2' : 'min-w-0'}>
          {picture && <Picture path={picture} className="row-span-2 size-10" />}
          <span className={`block leading-tight font-medium break-words ${isDiscount ? 'text-good' : ''}`}>{name}</span>
          {!isDiscount && (
            <span className="figures block text-sm text-soft">
              {line.item.item_type === 'return' && (
                <span className="me-1.5 rounded bg-warn px-1.5 py-0.5 text-xs font-bold text-surface">
                  {texts.t('basket.returned')}
                </span>
              )}
              {measureOf(line, texts) ?? texts.t('basket.each', { price: texts.money(line.priceOne) })}
              {byHand && ` (${texts.t('basket.instead', { price: texts.money(byHand.from) })})`}
            </span>
          )}
          {note !== '' && <span className="col-span-full block text-sm break-words italic">{note}</span>}
        </span>
        <span className="figures font-semibold">{total}</span>
      </button>
      {selected && !isReturned(line) && (
        <Suspense>
          <LineControls line={line} name={name} texts={texts} actions={actions} />
        </Suspense>
      )}
    </li>
  );
});

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
