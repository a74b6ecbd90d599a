/** One line of the basket; the selected line shows its buttons. */

import { memo, useEffect, useRef, useState } from 'react';
import { PlainButton } from '../../parts/Button.tsx';
import { NumberInput } from '../../parts/NumberEntry.tsx';
import {
  isAdjustable,
  isDiscountByHand,
  isEmpties,
  isMeasured,
  isReturned,
  isUsualQuantity,
  type Line,
  largestQuantity,
  noteOf,
  priceByHand,
  totalOfLine,
} from '../../stores/lines.ts';
import { formatMeasure } from '../../texts/measure.ts';
import { digitsForm, readNumber } from '../../texts/number.ts';
import type { Texts } from '../../texts/texts.ts';
import { Picture } from './ArticleTile.tsx';

export interface LineActions {
  readonly select: (key: string) => void;
  readonly setQuantity: (key: string, quantity: number) => void;
  readonly remove: (key: string) => void;
  readonly adjust: (key: string) => void;
}

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
      className={`border-b border-line ${selected ? 'bg-raised' : ''} ${hit ? (hit % 2 ? 'animate-hit' : 'animate-hit-again') : ''}`}
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
                <span className="me-1.5 rounded bg-warn px-1.5 py-0.5 text-xs font-bold text-panel">
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
      {selected && !isReturned(line) && <LineControls line={line} name={name} texts={texts} actions={actions} />}
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

interface LineControlsProps {
  readonly line: Line;
  readonly name: string;
  readonly texts: Texts;
  readonly actions: LineActions;
}

function LineControls({ line, name, texts, actions }: LineControlsProps) {
  const { t, money } = texts;
  const [requested, setRequested] = useState<number | null>(null);
  const byHand = priceByHand(line);
  const isFull = byHand !== null && line.quantity >= byHand.units;
  const set = (quantity: number) => actions.setQuantity(line.key, quantity);
  const wanted = (quantity: number) => {
    if (byHand && quantity > byHand.units) setRequested(quantity);
    else if (isUsualQuantity(quantity, line.quantity)) set(quantity);
    else setRequested(quantity);
  };
  return (
    <div className="grid gap-2 px-3 pb-2">
      <div className="flex flex-wrap items-center gap-2">
        {isMeasured(line) && <p className="text-sm">{t('scan.weighEach', { name })}</p>}
        {!isDiscountByHand(line) && !isEmpties(line) && !isMeasured(line) && (
          <>
            <PlainButton
              size="icon"
              icon="minus"
              label={t('basket.less', { name })}
              onPress={() => set(line.quantity - 1)}
            />
            <QuantityField
              key={`${line.quantity} ${requested}`}
              label={t('basket.quantity', { name })}
              quantity={line.quantity}
              onChange={wanted}
            />
            <PlainButton
              size="icon"
              icon="plus"
              label={t('basket.more', { name })}
              onPress={() => wanted(line.quantity + 1)}
            />
          </>
        )}
        <span className="flex-1" />
        {isAdjustable(line) && (
          <PlainButton icon="tag" label={t('basket.adjust', { name })} onPress={() => actions.adjust(line.key)}>
            <span className="max-sm:sr-only">{t('basket.adjustShort')}</span>
          </PlainButton>
        )}
        <PlainButton icon="trash" label={t('basket.remove', { name })} onPress={() => actions.remove(line.key)}>
          <span className={isAdjustable(line) ? 'sr-only' : 'max-sm:sr-only'}>{t('basket.removeShort')}</span>
        </PlainButton>
      </div>
      {byHand && (isFull || requested !== null) && (
        <p role={requested === null ? undefined : 'alert'} className="text-sm font-medium text-warn">
          {t('basket.onlyFor', { units: byHand.units })}
        </p>
      )}
      {!byHand && requested !== null && requested > largestQuantity && (
        <p role="alert" className="font-medium text-warn">
          {t('basket.tooMany', { most: largestQuantity })}
        </p>
      )}
      {!byHand && requested !== null && requested <= largestQuantity && (
        <ConfirmQuantity
          text={t('basket.many', { quantity: requested, name, total: money(requested * line.priceOne) })}
          yes={t('basket.manyYes', { quantity: requested })}
          no={t('basket.manyNo')}
          onYes={() => set(requested)}
          onNo={() => setRequested(null)}
        />
      )}
    </div>
  );
}

interface ConfirmQuantityProps {
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asks about an unusual quantity. The button that changes nothing has the focus. */
function ConfirmQuantity({ text, yes, no, onYes, onNo }: ConfirmQuantityProps) {
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => first.current?.querySelector('button')?.focus(), []);
  return (
    <div ref={first} role="alert" className="grid gap-2 rounded-panel border-2 border-warn bg-warn-tint p-2 text-warn">
      <p className="font-medium">{text}</p>
      <div className="flex gap-2">
        <PlainButton onPress={onNo}>{no}</PlainButton>
        <PlainButton look="danger" onPress={onYes}>
          {yes}
        </PlainButton>
      </div>
    </div>
  );
}

/** Above the largest quantity of a line, so that its own message names it. */
const PIECES = digitsForm(13);

/** The quantity field. Enter or leaving the field takes the number; an empty field, or what is no number, changes nothing. */
function QuantityField(props: {
  readonly label: string;
  readonly quantity: number;
  readonly onChange: (quantity: number) => void;
}) {
  const [text, setText] = useState(String(props.quantity));
  const take = () => {
    const { value, fault } = readNumber(text, PIECES);
    // The word stands below the field; the quantity is as it was.
    if (fault) return;
    setText(String(props.quantity));
    if (value !== null && value !== props.quantity) props.onChange(value);
  };
  return (
    <NumberInput
      aria-label={props.label}
      text={text}
      form={PIECES}
      wordClass="order-last basis-full"
      onChange={setText}
      onFocus={event => event.target.select()}
      onBlur={take}
      onKeyDown={event => {
        if (event.key === 'Enter') {
          // The focus may move to a button, which this Enter must not press.
          event.preventDefault();
          take();
        }
        if (event.key === 'Escape') setText(String(props.quantity));
      }}
      className="touch figures w-16 rounded-panel border border-edge bg-panel text-center text-lg font-semibold"
    />
  );
}
