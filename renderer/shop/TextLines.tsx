/** A text field of several lines with its label and its help. */

import { useId } from 'react';
import { labelClass } from '../form/Field.tsx';
import { Message } from '../parts/Panel.tsx';

export interface TextLinesProps {
  readonly label: string;
  readonly value: string;
  readonly help: string;
  readonly error?: string | null;
  readonly onChange: (value: string) => void;
}

export function TextLines({ label, value, help, error = null, onChange }: TextLinesProps) {
  const id = useId();
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className={labelClass}>
        {label}
      </label>
      <textarea
        id={id}
        rows={3}
        maxLength={4000}
        value={value}
        aria-describedby={`${id}-help`}
        aria-invalid={error !== null}
        onChange={event => onChange(event.target.value)}
        className="w-full min-w-0 field px-3 py-2 font-mono text-base"
      />
      <p id={`${id}-help`} className="text-sm text-soft">
        {help}
      </p>
      {error && <Message tone="warn">{error}</Message>}
    </div>
  );
}
