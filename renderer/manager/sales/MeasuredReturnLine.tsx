/** A line of goods that were weighed or measured: how much of it comes back, typed or by touch. */
import type { Returnable } from '../../../main/wire/returns.ts';
import { Button } from '../../parts/Button.tsx';
import { editableMeasure, formatMeasure } from '../../texts/measure.ts';
import { useReturnsTexts } from '../../texts/pages/returns.ts';
import { MeasureDigits, MeasureInput, useMeasureEntry } from './MeasureEntry.tsx';
import { ReturnRow } from './ReturnRow.tsx';

type Line = Returnable['lines'][number];

interface MeasuredReturnLineProps {
  readonly name: string;
  readonly line: Line & { readonly measure: NonNullable<Line['measure']> };
  /** Steps of the last decimal of the measure, as 350 for 0.350 kg. */
  readonly value: number;
  readonly onChange: (value: number) => void;
}

export function MeasuredReturnLine({ name, line, value, onChange }: MeasuredReturnLineProps) {
  const { t, money, language } = useReturnsTexts();
  const { measure } = line;
  const { unit, decimals, left } = measure;
  const entry = useMeasureEntry({ amount: { value, decimals, unit }, most: left, onChange });
  const amountOf = (steps: number) => formatMeasure({ value: steps, decimals, unit }, language);
  const isAll = value === left;
  const isGone = left === 0;
  const facts = t(measure.being_returned > 0 ? 'back.soldHeld' : 'back.sold', {
    sold: amountOf(measure.sold),
    left: amountOf(left),
    held: amountOf(measure.being_returned),
  });
  return (
    <ReturnRow
      name={name}
      facts={`${facts} · ${money(measure.price_one)}/${unit}`}
      isGone={isGone}
      fields={
        <>
          <MeasureInput name={name} entry={entry} disabled={isGone} />
          <Button
            label={t(isAll ? 'back.noneOf' : 'back.allOf', { name })}
            disabled={isGone}
            onPress={() => entry.type(isAll ? '' : editableMeasure({ value: left, decimals, unit }, language))}
          >
            {t(isAll ? 'back.nothing' : 'back.all')}
          </Button>
        </>
      }
    >
      <MeasureDigits name={name} entry={entry} refusal={t('back.atMost', { left: amountOf(left) })} disabled={isGone} />
    </ReturnRow>
  );
}
