/** One line of text in a dialog, with its label. */

import { useEffect, useId, useRef } from 'react';

export interface TextLineProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly maxLength?: number;
  /** The dialog was opened to be filled in. */
  readonly focused?: boolean;
}

export function TextLine({ label, value, onChange, maxLength = LONGEST, focused = false }: TextLineProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // A dialog below this one keeps the focus until this one has taken over, so the first attempt may have been in vain.
  useEffect(() => {
    if (!focused) return;
    const frame = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [focused]);
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm text-soft">
        {label}
      </label>
      <input
        id={id}
        ref={field}
        value={value}
        maxLength={maxLength}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the dialog was opened to be filled in
        autoFocus={focused}
        onChange={event => onChange(event.target.value)}
        className="touch w-full min-w-0 field px-3 text-lg"
      />
    </div>
  );
}

/** Longest note and reason of a basket that the bridge accepts. */
const LONGEST = 200;
