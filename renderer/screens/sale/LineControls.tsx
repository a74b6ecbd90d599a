/** The buttons of the selected line, for its quantity or its removal, and what the line asks or says about it. */

import { useEffect, useRef, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { NumberInput } from '../../parts/NumberEntry.tsx';
import {
  isDiscountByHand,
  isEmpties,
  isMeasured,
  isUsualQuantity,
  type Line,
  largestQuantity,
  priceByHand,
} from '../../stores/lines.ts';
import { digitsForm, readNumber } from '../../texts/number.ts';
import { useBasketTexts } from '../../texts/pages/basket.ts';

export interface LineActions {
  readonly press: (line: Line) => void;
  readonly setQuantity: (key: string, quantity: number) => void;
  readonly remove: (key: string) => void;
}

interface LineControlsProps {
  readonly line: Line;
  readonly name: string;
  readonly actions: LineActions;
}

export default function LineControls({ line, name, actions }: LineControlsProps) {
  const { t, money } = useBasketTexts();
  const [requested, setRequested] = useState<number | null>(null);
  const byHand = priceByHand(line);
  const isFull = byHand !== null && line.quantity >= byHand.units;
  const set = (quantity: number) => actions.setQuantity(line.key, quantity);
  const wanted = (quantity: number) => {
    if (byHand && quantity > byHand.units) setRequested(quantity);
    else if (isUsualQuantity(quantity, line.quantity)) set(quantity);
    else setRequested(quantity);
  };
  const isCounted = !isDiscountByHand(line) && !isEmpties(line) && !isMeasured(line);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 ps-1">
        {isCounted ? (
          <>
            <Button
              look="surface"
              size="icon"
              icon={line.quantity > 1 ? 'minus' : 'trash'}
              label={t('basket.less', { name })}
              onPress={() => set(line.quantity - 1)}
            />
            <QuantityField
              key={`${line.quantity} ${requested}`}
              label={t('basket.quantity', { name })}
              quantity={line.quantity}
              onChange={wanted}
            />
            <Button
              look="surface"
              size="icon"
              icon="plus"
              label={t('basket.more', { name })}
              onPress={() => wanted(line.quantity + 1)}
            />
          </>
        ) : (
          <Button
            look="surface"
            size="icon"
            icon="trash"
            label={t('basket.remove', { name })}
            onPress={() => actions.remove(line.key)}
          />
        )}
      </div>
      {(isMeasured(line) || isFull || requested !== null) && (
        <div className="order-last grid basis-full gap-2 px-3">
          {isMeasured(line) && <p className="text-sm">{t('scan.weighEach', { name })}</p>}
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
              quantity={requested}
              name={name}
              total={money(requested * line.priceOne)}
              onYes={() => set(requested)}
              onNo={() => setRequested(null)}
            />
          )}
        </div>
      )}
    </>
  );
}

interface ConfirmQuantityProps {
  readonly quantity: number;
  readonly name: string;
  /** Formatted. */
  readonly total: string;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asks about an unusual quantity. The button that changes nothing has the focus. */
function ConfirmQuantity({ quantity, name, total, onYes, onNo }: ConfirmQuantityProps) {
  const { t } = useBasketTexts();
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => first.current?.querySelector('button')?.focus(), []);
  return (
    <div
      ref={first}
      role="alert"
      className="grid gap-2 rounded-control border-2 border-warn bg-warn-tint p-2 text-warn"
    >
      <p className="font-medium">{t('basket.many', { quantity, name, total })}</p>
      <div className="flex gap-2">
        <Button onPress={onNo}>{t('basket.manyNo')}</Button>
        <Button look="danger" onPress={onYes}>
          {t('basket.manyYes', { quantity })}
        </Button>
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
      className="touch figures w-12 min-w-12 field text-center text-lg font-semibold"
    />
  );
}
