/** The question who else takes cards at a terminal, with its three answers. */

import type { Terminal } from '../../../main/wire/terminals.ts';
import { Button } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Message } from '../../parts/Panel.tsx';
import { useManagerTexts } from '../../texts/pages/manager.ts';
import type { TerminalsStore } from './terminalsStore.ts';

export type SharedWith = NonNullable<Terminal['sharedWith']>;

const ANSWERS: readonly SharedWith[] = ['no', 'tillbridge', 'others'];

interface SharedChoiceProps {
  readonly value: SharedWith | null;
  readonly onChange: (value: SharedWith) => void;
}

export function SharedChoice({ value, onChange }: SharedChoiceProps) {
  const { t } = useManagerTexts();
  return (
    <div className="grid gap-1">
      <Choice<SharedWith | 'open'>
        label={t('terminals.shared')}
        value={value ?? 'open'}
        options={ANSWERS.map(answer => ({ value: answer, text: t(`terminals.shared.${answer}`) }))}
        onChange={answer => answer !== 'open' && onChange(answer)}
      />
      <p className="text-sm text-soft">{t('terminals.shared.help')}</p>
    </div>
  );
}

interface SharedQuestionProps {
  readonly terminal: Terminal;
  readonly store: TerminalsStore;
  readonly isBusy: boolean;
}

/** Shows the question until it is answered. One touch answers it, except for a terminal of the configuration file. */
export function SharedQuestion({ terminal: { device, paired }, store, isBusy }: SharedQuestionProps) {
  const { t } = useManagerTexts();
  return (
    <Message tone="warn">
      <span className="block">{t('terminals.shared.ask')}</span>
      <span className="block font-normal">{t(paired ? 'terminals.shared.means' : 'terminals.shared.file')}</span>
      {paired && (
        <span className="mt-2 flex flex-wrap gap-2">
          {ANSWERS.map(answer => (
            <Button key={answer} disabled={isBusy} onPress={() => void store.change(device, { shared: answer })}>
              {t(`terminals.shared.${answer}`)}
            </Button>
          ))}
        </span>
      )}
    </Message>
  );
}
