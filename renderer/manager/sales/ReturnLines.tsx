/** The lines of a sale with the quantities that come back, by touch and by keys. */
import { useState } from 'react';
import type { Returnable } from '../../../main/wire/returns.ts';
import { Button } from '../../parts/Button.tsx';
import { NumberInput } from '../../parts/NumberEntry.tsx';
import { readNumber } from '../../texts/number.ts';
import { useReturnsTexts } from '../../texts/pages/returns.ts';
import { MeasuredReturnLine } from './MeasuredReturnLine.tsx';
import { ReturnRow } from './ReturnRow.tsx';

/** Quantities by line: pieces, or steps of the last decimal of a measure. */
export type Quantities = Readonly<Record<number, number>>;

interface ReturnLinesProps {
  readonly lines: Returnable['lines'];
  readonly quantities: Quantities;
  readonly onChange: (quantities: Quantities) => void;
}

export function ReturnLines({ lines, quantities, onChange }: ReturnLinesProps) {
  const { t, language } = useReturnsTexts();
  const every = Object.fromEntries(lines.map(line => [line.line, leftOf(line)]));
  const isAll = lines.every(line => (quantities[line.line] ?? 0) === leftOf(line));
  const isAnyLeft = lines.some(line => leftOf(line) > 0);
  if (!isAnyLeft) return <p>{t('back.allGone')}</p>;
  return (
    <section aria-label={t('back.lines')} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">{t('back.lines')}</h3>
        <Button onPress={() => onChange(isAll ? {} : every)}>{t(isAll ? 'back.nothing' : 'back.all')}</Button>
      </div>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {lines.map(line => {
          const quantity = quantities[line.line] ?? 0;
          const change = (wanted: number) => onChange({ ...quantities, [line.line]: wanted });
          const { measure } = line;
          return measure ? (
            <MeasuredReturnLine
              key={line.line}
              name={nameIn(line, language)}
              line={{ ...line, measure }}
              value={quantity}
              onChange={change}
            />
          ) : (
            <ReturnLine key={line.line} line={line} quantity={quantity} onChange={change} />
          );
        })}
      </ul>
    </section>
  );
}

const leftOf = ({ left, measure }: Returnable['lines'][number]): number => measure?.left ?? left;

/** The name of a line in the language of the screen. */
export const nameIn = ({ desc, desc_en: english }: Returnable['lines'][number], language: 'de' | 'en'): string =>
  (language === 'en' && english) || desc;

/** The chosen lines of a sale as the bridge takes them. */
export const chosenLines = (sale: string, lines: Returnable['lines'], quantities: Quantities) =>
  lines.flatMap(({ line, measure }) => {
    const wanted = quantities[line] ?? 0;
    if (wanted === 0) return [];
    const amount = measure ? { measure: { value: wanted, decimals: measure.decimals } } : { quantity: wanted };
    return [{ sale, line, ...amount }];
  });

interface ReturnLineProps {
  readonly line: Returnable['lines'][number];
  readonly quantity: number;
  readonly onChange: (quantity: number) => void;
}

function ReturnLine({ line, quantity, onChange }: ReturnLineProps) {
  const { t, money, language } = useReturnsTexts();
  const name = nameIn(line, language);
  const { sold, left, being_returned: held, price_one: price } = line;
  // The text of the field; the quantity alone does not say it, because the text may be no number.
  const [typed, setTyped] = useState<string | null>(null);
  const form = { decimals: 0, most: left };
  const wanted = (text: string) => {
    setTyped(text);
    onChange(readNumber(text, form).value ?? 0);
  };
  const step = (to: number) => {
    setTyped(null);
    onChange(to);
  };
  // A choice from outside, as All and None, replaces what was typed.
  const text = typed !== null && (readNumber(typed, form).value ?? 0) === quantity ? typed : String(quantity);
  const facts = held > 0 ? t('back.soldHeld', { sold, left, held }) : t('back.sold', { sold, left });
  return (
    <ReturnRow
      name={name}
      facts={`${facts} · ${money(price)}`}
      isGone={left === 0}
      fields={
        <>
          <Button
            size="icon"
            icon="minus"
            label={t('back.less', { name })}
            disabled={quantity <= 0}
            onPress={() => step(quantity - 1)}
          />
          <NumberInput
            aria-label={t('back.count', { name })}
            text={text}
            form={form}
            disabled={left === 0}
            wordClass="order-last w-0 min-w-full text-end"
            onChange={wanted}
            onFocus={event => event.target.select()}
            className="touch figures w-14 field text-center text-lg font-semibold"
          />
          <Button
            size="icon"
            icon="plus"
            label={t('back.more', { name })}
            disabled={quantity >= left}
            onPress={() => step(quantity + 1)}
          />
        </>
      }
    />
  );
}
