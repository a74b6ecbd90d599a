/** One field of a form with its label, and a word of help below. */

import { type HTMLInputTypeAttribute, useId } from 'react';

export interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: HTMLInputTypeAttribute;
  readonly numeric?: boolean;
  /** An amount of money. */
  readonly decimal?: boolean;
  /** Opened just now to be typed into. */
  readonly focused?: boolean;
  readonly help?: string;
  readonly maxLength?: number;
  readonly className?: string;
}

export function Field(props: FieldProps) {
  const { label, value, onChange, type = 'text', numeric, decimal, focused, help, maxLength, className = '' } = props;
  const id = useId();
  return (
    <div className={`grid content-start gap-1 ${className}`}>
      <label htmlFor={id} className="text-sm text-soft">
        {label}
      </label>
      <input
        id={id}
        type={type}
        value={value}
        autoComplete={type === 'password' ? 'new-password' : 'off'}
        {...(numeric ? { inputMode: 'numeric' as const } : {})}
        {...(decimal ? { inputMode: 'decimal' as const } : {})}
        // biome-ignore lint/a11y/noAutofocus: only where the field was asked for just now
        autoFocus={focused ?? false}
        {...(maxLength ? { maxLength } : {})}
        {...(help ? { 'aria-describedby': `${id}-help` } : {})}
        onChange={event => onChange(event.target.value)}
        className="touch figures w-full min-w-0 rounded-panel border border-edge bg-panel px-3 text-lg"
      />
      {help && (
        <p id={`${id}-help`} className="text-sm text-soft">
          {help}
        </p>
      )}
    </div>
  );
}
