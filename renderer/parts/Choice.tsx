/** A choice of one among few: segments in one row, the chosen segment pressed. */

import { Button } from './Button.tsx';

export interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  /** The segments need no words above them: they are the parts of a page. */
  readonly isBare?: boolean;
  readonly onChange: (value: Value) => void;
}

/** On a phone, many segments move sideways in one row: below each other they would push the page out of sight. */
const SIDEWAYS = 'max-sm:overflow-x-auto max-sm:*:shrink-0 sm:flex-wrap';

export function Choice<Value extends string>({ label, value, options, isBare = false, onChange }: ChoiceProps<Value>) {
  const isLong = options.length > 4;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot be laid out like a label
    <div role="group" aria-label={label} className="grid gap-1">
      {!isBare && (
        <span aria-hidden="true" className="text-sm font-semibold">
          {label}
        </span>
      )}
      <div
        className={`flex max-w-full gap-2 justify-self-start rounded-control bg-tonal ${isLong ? SIDEWAYS : 'flex-wrap'}`}
      >
        {options.map(option => (
          <Button
            key={option.value}
            look="segment"
            pressed={option.value === value}
            onPress={() => onChange(option.value)}
          >
            {option.text}
          </Button>
        ))}
      </div>
    </div>
  );
}
