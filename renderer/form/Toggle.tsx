/** A setting that is on or off and acts at once: a switch before its text. */

import { ToggleButton } from 'react-aria-components/ToggleButton';

export interface ToggleProps {
  readonly on: boolean;
  readonly text: string;
  readonly disabled?: boolean;
  readonly onChange: (on: boolean) => void;
}

export const Toggle = ({ on, text, disabled = false, onChange }: ToggleProps) => (
  <ToggleButton
    isSelected={on}
    isDisabled={disabled}
    onChange={onChange}
    className="touch inline-flex items-center gap-3 rounded-control border border-(--fill-edge) px-1 text-start font-semibold select-none disabled:text-disabled"
  >
    <span
      aria-hidden="true"
      className={`flex h-8 w-13 shrink-0 rounded-full border-2 border-transparent p-0.5 transition duration-(--quick) ${on ? 'justify-end bg-action' : 'bg-edge'}`}
    >
      <span className="aspect-square h-full rounded-full border border-transparent bg-surface" />
    </span>
    {text}
  </ToggleButton>
);
