/** A setting that is on or off: a button that stays pressed, with an icon beside the text. */

import { ToggleButton } from 'react-aria-components/ToggleButton';
import { buttonClass } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';

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
    className={buttonClass({ look: on ? 'primary' : 'outline' })}
  >
    <Icon name={on ? 'check' : 'minus'} />
    {text}
  </ToggleButton>
);
