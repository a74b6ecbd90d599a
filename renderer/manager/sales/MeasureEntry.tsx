/** How much of weighed or measured goods comes back, typed or by touch: the field, and below it what is wrong and the digits. */
import { useId, useState } from 'react';
import { NumberPad } from '../../parts/NumberPad.tsx';
import { type Amount, editableMeasure, parseMeasure } from '../../texts/measure.ts';
import { useReturnsTexts } from '../../texts/pages/returns.ts';

/** Longest text of a measure that makes sense. */
const LONGEST = 14;

interface MeasureEntryProps {
  /** In steps of the last decimal, as 350 for 0.350 kg; 0 while nothing can be read. */
  readonly amount: Amount;
  /** Most steps that are taken. */
  readonly most: number;
  readonly onChange: (value: number) => void;
}

export type MeasureEntry = ReturnType<typeof useMeasureEntry>;

/** The text of the field, which the value alone does not say: `0,3` on the way to `0,35`. */
export function useMeasureEntry({ amount, most, onChange }: MeasureEntryProps) {
  const { language } = useReturnsTexts();
  const { value, decimals, unit } = amount;
  const fieldOf = (steps: number) => (steps === 0 ? '' : editableMeasure({ value: steps, decimals, unit }, language));
  const [typed, setTyped] = useState(fieldOf(value));
  const [isPadOpen, setPadOpen] = useState(false);
  const problem = useId();
  const wanted = parseMeasure(typed, decimals);
  const isRefused = wanted === null || wanted > most;
  // A choice from outside, as All and None, replaces what was typed.
  const text = (isRefused ? 0 : wanted) === value ? typed : fieldOf(value);
  return {
    ...{ text, unit, decimals, problem, isPadOpen },
    isRefused: isRefused && text === typed,
    openPad: () => setPadOpen(true),
    type(next: string) {
      const cut = next.slice(0, LONGEST);
      const steps = parseMeasure(cut, decimals);
      setTyped(cut);
      onChange(steps === null || steps > most ? 0 : steps);
    },
  };
}

interface MeasureInputProps {
  readonly name: string;
  readonly entry: MeasureEntry;
  readonly disabled?: boolean;
  /** The line was made to type its measure at once. */
  readonly focused?: boolean;
}

export function MeasureInput({ name, entry, disabled = false, focused = false }: MeasureInputProps) {
  const { t, language } = useReturnsTexts();
  const { unit, decimals } = entry;
  return (
    <>
      <input
        aria-label={t('back.howMuch', { name, unit })}
        aria-invalid={entry.isRefused}
        aria-describedby={entry.problem}
        value={entry.text}
        placeholder={editableMeasure({ value: 0, decimals, unit }, language)}
        inputMode="decimal"
        autoComplete="off"
        disabled={disabled}
        // biome-ignore lint/a11y/noAutofocus: nothing else can be done with a line that has no weight yet
        autoFocus={focused}
        onChange={event => entry.type(event.target.value)}
        onFocus={event => {
          entry.openPad();
          event.target.select();
        }}
        className="touch figures w-28 field px-2 text-end text-lg font-semibold"
      />
      <span aria-hidden="true">{unit}</span>
    </>
  );
}

interface MeasureDigitsProps {
  readonly name: string;
  readonly entry: MeasureEntry;
  /** The sentence while the text of the field is refused. */
  readonly refusal: string;
  readonly disabled?: boolean;
}

export function MeasureDigits({ name, entry, refusal, disabled = false }: MeasureDigitsProps) {
  const { t } = useReturnsTexts();
  const { text, decimals } = entry;
  return (
    <>
      <p id={entry.problem} role="status" className="col-span-full text-sm font-medium text-warn empty:hidden">
        {entry.isRefused && refusal}
      </p>
      {entry.isPadOpen && !disabled && (
        <div className="col-span-full w-60 justify-self-end pb-1">
          <NumberPad
            label={t('back.digits', { name })}
            deleteLabel={t('login.delete')}
            decimals={decimals}
            onKey={key => entry.type(text + key)}
            onDelete={() => entry.type(text.slice(0, -1))}
          />
        </div>
      )}
    </>
  );
}
