/** The large field of a number in a dialog, with its label. */

import { type KeyboardEvent, useId } from 'react';
import { NumberInput } from '../../parts/NumberEntry.tsx';
import type { NumberForm } from '../../texts/number.ts';

interface NumberFieldProps {
  readonly label: string;
  readonly value: string;
  readonly form: NumberForm;
  readonly invalid?: boolean;
  readonly onChange: (value: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

export function NumberField({ label, value, form, invalid = false, onChange, onKeyDown }: NumberFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm text-soft">
        {label}
      </label>
      <NumberInput
        id={id}
        autoFocus
        text={value}
        form={form}
        invalid={invalid}
        onChange={onChange}
        onFocus={event => event.target.select()}
        {...(onKeyDown ? { onKeyDown } : {})}
        className="touch-tall figures w-full min-w-0 field px-3 text-end text-3xl font-semibold"
      />
    </div>
  );
}
