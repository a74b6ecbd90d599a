/** Questions about numbers that a spreadsheet seems to have spoilt: zeros in front, and digits behind the fifteenth. */

import type { FileFacts, RoundedChoice, ZerosChoice } from '../../../main/wire/listFiles.ts';
import { Choice } from '../../parts/Choice.tsx';
import { useListTexts } from '../../texts/pages/lists.ts';

interface LostDigitsProps {
  readonly facts: FileFacts;
  readonly zeros: string;
  readonly rounded: string;
  readonly onZeros: (choice: ZerosChoice) => void;
  readonly onRounded: (choice: RoundedChoice) => void;
}

export function LostDigits({ facts, zeros, rounded, onZeros, onRounded }: LostDigitsProps) {
  const { t } = useListTexts();
  const { zeros: lost = 0, rounded: round = 0 } = facts;
  return (
    <>
      {lost > 0 && (
        <Choice<string>
          label={t('list.zeros', { count: lost })}
          value={zeros}
          options={(['restore', 'keep'] as const).map(value => ({ value, text: t(`list.zeros.${value}`) }))}
          onChange={choice => onZeros(choice as ZerosChoice)}
        />
      )}
      {round > 0 && (
        <Choice<string>
          label={t('list.rounded', { count: round })}
          value={rounded}
          options={(['ask', 'keep'] as const).map(value => ({ value, text: t(`list.rounded.${value}`) }))}
          onChange={choice => onRounded(choice as RoundedChoice)}
        />
      )}
    </>
  );
}
