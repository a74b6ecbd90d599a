/** One person: how her account stands, what a manager can do with it, her facts, and what was changed about her so far. */

import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { usePeopleTexts } from '../../texts/pages/people.ts';
import { BesideForm } from '../Beside.tsx';
import { PersonActions, PersonState } from './PersonActions.tsx';
import { PersonForm } from './PersonForm.tsx';
import type { Accounts } from './useAccounts.ts';

export interface PersonDetailProps {
  readonly accounts: Accounts;
  /** Null for a new person. */
  readonly id: string | null;
  readonly mayChange: boolean;
  /** Says what was done, and closes the form. */
  readonly onFinished: (done: string) => void;
  readonly onClose: () => void;
}

export function PersonDetail({ accounts, id, mayChange, onFinished, onClose }: PersonDetailProps) {
  const { t, problem: textOf } = usePeopleTexts();
  const { value: opened, problem, reload } = useResource(id, () => accounts.client.person(id ?? ''));
  const change = useChange(reload);
  const title = id === null ? t('staff.new') : (opened?.value.name ?? '…');
  return (
    <BesideForm title={title} onClose={onClose}>
      <StatusRegion>
        {problem && <Message tone="error">{textOf(problem)}</Message>}
        {change.outdated && <Message tone="warn">{t('staff.changedElsewhere')}</Message>}
      </StatusRegion>
      {opened && <PersonState person={opened.value} />}
      {opened && mayChange && <PersonActions accounts={accounts} person={opened.value} onFinished={onFinished} />}
      {(opened || id === null) && (
        <PersonForm
          key={opened?.version ?? 'new'}
          accounts={accounts}
          opened={opened}
          mayChange={mayChange && opened?.value.state !== 'left'}
          onFinished={onFinished}
          change={change}
        />
      )}
    </BesideForm>
  );
}
