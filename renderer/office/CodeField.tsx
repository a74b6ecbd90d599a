/** The field for a code of the second factor: browsers and password stores fill it in, and pasting is allowed (WCAG 3.3.8). */

import { useId } from 'react';

interface CodeFieldProps {
  readonly label: string;
  readonly help: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Codes of an app alone: the keys of a telephone show digits. */
  readonly digits?: boolean;
  /** As high as the other fields of the sign-in. */
  readonly tall?: boolean;
}

export function CodeField({ label, help, value, onChange, digits = false, tall = false }: CodeFieldProps) {
  const id = useId();
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className={tall ? 'text-soft' : 'text-sm font-semibold'}>
        {label}
      </label>
      <input
        id={id}
        name="one-time-code"
        autoComplete="one-time-code"
        inputMode={digits ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby={`${id}-help`}
        value={value}
        onChange={event => onChange(event.target.value)}
        className={`${tall ? 'touch-tall px-4' : 'touch px-3'} figures w-full min-w-0 field text-lg`}
      />
      <p id={`${id}-help`} className="text-sm text-soft">
        {help}
      </p>
    </div>
  );
}
