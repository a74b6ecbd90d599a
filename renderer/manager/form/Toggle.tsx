/** Something that is on or off: a button that stays pressed, with a sign beside the word. */

import { Button } from '../../parts/Button.tsx';

export interface ToggleProps {
  readonly on: boolean;
  readonly text: string;
  readonly disabled?: boolean;
  readonly onChange: (on: boolean) => void;
}

export const Toggle = ({ on, text, disabled = false, onChange }: ToggleProps) => (
  <Button
    icon={on ? 'check' : 'minus'}
    look={on ? 'primary' : 'outline'}
    pressed={on}
    disabled={disabled}
    onPress={() => onChange(!on)}
  >
    {text}
  </Button>
);
