/**
 * A choice of one among many: models, character sets. The browser's own list works with touch, keys and screen readers; the
 * list of react-aria-components would make the page of the terminals four times larger.
 */
import { useId } from 'react';
import { labelClass } from './Field.tsx';

export interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly help?: string;
  readonly onChange: (value: string) => void;
}

export function Select({ label, value, options, help, onChange }: SelectProps) {
  const id = useId();
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className={labelClass}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        {...(help ? { 'aria-describedby': `${id}-help` } : {})}
        onChange={event => onChange(event.target.value)}
        className="touch w-full min-w-0 field px-3 text-lg text-ink"
      >
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      {help && (
        <p id={`${id}-help`} className="text-sm text-soft">
          {help}
        </p>
      )}
    </div>
  );
}
