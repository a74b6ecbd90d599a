/** The large field of a number in a dialog, with its label. */

import { type KeyboardEvent, useId } from 'react';

interface NumberFieldProps {
  readonly label: string;
  readonly value: string;
  readonly inputMode: 'numeric' | 'decimal';
  readonly invalid?: boolean;
  readonly onChange: (value: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

export function NumberField({ label, value, inputMode, invalid = false, onChange, onKeyDown }: NumberFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm text-soft">
        {label}
      </label>
      <input
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type this number
        autoFocus
        value={value}
        inputMode={inputMode}
        autoComplete="off"
        aria-invalid={invalid}
        onChange={event => onChange(event.target.value)}
        onFocus={event => event.target.select()}
        {...(onKeyDown ? { onKeyDown } : {})}
        className="touch-tall figures w-full min-w-0 rounded-panel border border-edge bg-panel px-3 text-end text-3xl font-semibold"
      />
    </div>
  );
}
