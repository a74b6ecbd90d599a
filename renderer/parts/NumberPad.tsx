/** Buttons for digits, for PINs and amounts; the keyboard works too. */

import { useTexts } from '../texts/context.tsx';
import { Button } from './Button.tsx';

export interface NumberPadProps {
  readonly label: string;
  readonly deleteLabel: string;
  readonly onKey: (key: string) => void;
  readonly onDelete: () => void;
  /** Digits behind the comma that the number may have; without any the pad has no comma. */
  readonly decimals?: number;
}

const ROWS = ['7', '8', '9', '4', '5', '6', '1', '2', '3'];

export function NumberPad({ label, deleteLabel, onKey, onDelete, decimals = 0 }: NumberPadProps) {
  const { language } = useTexts();
  const key = (digit: string) => (
    <Button key={digit} size="key" onPress={() => onKey(digit)}>
      {digit}
    </Button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form of its own
    <div role="group" aria-label={label} className="grid grid-cols-3 gap-2">
      {ROWS.map(key)}
      {decimals > 0 ? key(language === 'de' ? ',' : '.') : <span />}
      {key('0')}
      <Button size="key" icon="erase" label={deleteLabel} onPress={onDelete} />
    </div>
  );
}
