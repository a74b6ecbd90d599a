/**
 * The entry of a number: a field that keeps what was typed, and the word why it does not count. A refused text stays as it is until
 * somebody corrects it: a field that dropped a comma would turn 1,5 into 15.
 */

import { type InputHTMLAttributes, type Ref, useId } from 'react';
import { editableMeasure } from '../texts/measure.ts';
import { type NumberForm, readNumber } from '../texts/number.ts';
import { useNumberTexts } from '../texts/pages/number.ts';

interface NumberInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'form'> {
  readonly text: string;
  readonly form: NumberForm;
  readonly onChange: (text: string) => void;
  /** The number is refused for a reason of the screen, as one above the amount to pay. */
  readonly invalid?: boolean;
  /** Of another text that explains the field. */
  readonly describedBy?: string;
  readonly wordClass?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

export function NumberInput(props: NumberInputProps) {
  const { text, form, onChange, invalid = false, describedBy, wordClass = '', ...field } = props;
  const id = useId();
  const word = useNumberWord(text, form);
  return (
    <>
      <input
        {...field}
        value={text}
        inputMode={form.decimals > 0 ? 'decimal' : 'numeric'}
        autoComplete="off"
        aria-invalid={invalid || word !== null}
        aria-describedby={describedBy ? `${id} ${describedBy}` : id}
        onChange={event => onChange(event.target.value)}
      />
      <NumberWord id={id} word={word} className={wordClass} />
    </>
  );
}

interface NumberWordProps {
  readonly id: string;
  readonly word: string | null;
  readonly className?: string;
}

/** Always there, so that a screen reader reads the word when it comes. */
function NumberWord({ id, word, className = '' }: NumberWordProps) {
  return (
    <span id={id} role="status" className={word ? `block text-sm font-medium text-warn ${className}` : 'sr-only'}>
      {word}
    </span>
  );
}

/** The reason why a text is no number of this form, in the language of the screen; null while it may be one. */
export function useNumberWord(text: string, form: NumberForm): string | null {
  const { t, language } = useNumberTexts();
  const { fault } = readNumber(text, form);
  const most = editableMeasure({ value: form.most, decimals: form.decimals, unit: '' }, language);
  return fault && t(`number.${fault}`, { count: form.decimals, most });
}
