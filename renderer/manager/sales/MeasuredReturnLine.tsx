/** A line of goods that were weighed or measured: how much of it comes back, typed or by touch. */
import { useId, useState } from 'react';
import type { Returnable } from '../../../main/wire/returns.ts';
import { Button } from '../../parts/Button.tsx';
import { NumberPad } from '../../parts/NumberPad.tsx';
import { editableMeasure, formatMeasure, parseMeasure } from '../../texts/measure.ts';
import { useReturnsTexts } from '../../texts/returns/texts.ts';
import { ReturnRow } from './ReturnRow.tsx';

type Line = Returnable['lines'][number];

interface MeasuredReturnLineProps {
  readonly name: string;
  readonly line: Line & { readonly measure: NonNullable<Line['measure']> };
  /** Steps of the last decimal of the measure, as 350 for 0.350 kg. */
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** Longest text of a measure that makes sense. */
const LONGEST = 14;

export function MeasuredReturnLine({ name, line, value, onChange }: MeasuredReturnLineProps) {
  const { t, money, language } = useReturnsTexts();
  const { measure } = line;
  const { unit, decimals, left } = measure;
  const fieldOf = (steps: number) => (steps === 0 ? '' : editableMeasure({ value: steps, decimals, unit }, language));
  const amountOf = (steps: number) => formatMeasure({ value: steps, decimals, unit }, language);
  const [typed, setTyped] = useState(fieldOf(value));
  const [padOpen, setPadOpen] = useState(false);
  const problem = useId();
  const wanted = parseMeasure(typed, decimals);
  const refused = wanted === null || wanted > left;
  // A choice from outside, as All and None, replaces what was typed.
  const text = (refused ? 0 : wanted) === value ? typed : fieldOf(value);
  const type = (next: string) => {
    const cut = next.slice(0, LONGEST);
    const steps = parseMeasure(cut, decimals);
    setTyped(cut);
    onChange(steps === null || steps > left ? 0 : steps);
  };
  const isAll = value === left;
  const facts = t(measure.being_returned > 0 ? 'back.soldHeld' : 'back.sold', {
    sold: amountOf(measure.sold),
    left: amountOf(left),
    held: amountOf(measure.being_returned),
  });
  return (
    <ReturnRow
      name={name}
      facts={`${facts} · ${money(measure.price_one)}/${unit}`}
      isGone={left === 0}
      fields={
        <>
          <input
            aria-label={t('back.howMuch', { name, unit })}
            aria-invalid={refused && text === typed}
            aria-describedby={problem}
            value={text}
            placeholder={editableMeasure({ value: 0, decimals, unit }, language)}
            inputMode="decimal"
            autoComplete="off"
            disabled={left === 0}
            onChange={event => type(event.target.value)}
            onFocus={event => {
              setPadOpen(true);
              event.target.select();
            }}
            className="touch figures w-28 rounded-panel border border-edge bg-panel px-2 text-end text-lg font-semibold"
          />
          <span aria-hidden="true">{unit}</span>
          <Button
            label={t(isAll ? 'back.noneOf' : 'back.allOf', { name })}
            disabled={left === 0}
            onPress={() => type(isAll ? '' : fieldOf(left))}
          >
            {t(isAll ? 'back.nothing' : 'back.all')}
          </Button>
        </>
      }
    >
      <p id={problem} role="status" className="col-span-full text-sm font-medium text-warn empty:hidden">
        {refused && text === typed && t('back.atMost', { left: amountOf(left) })}
      </p>
      {padOpen && left > 0 && (
        <div className="col-span-full w-60 justify-self-end pb-1">
          <NumberPad
            label={t('back.digits', { name })}
            deleteLabel={t('login.delete')}
            {...(decimals > 0 ? { mark: language === 'de' ? ',' : '.' } : {})}
            onKey={key => type(text + key)}
            onDelete={() => type(text.slice(0, -1))}
          />
        </div>
      )}
    </ReturnRow>
  );
}
