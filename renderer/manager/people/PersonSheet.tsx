/** The dialog of one person: her facts, her PIN, her lock, and what was changed about her so far. */

import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { usePeopleTexts } from '../../texts/pages/people.ts';
import { History } from './History.tsx';
import { PersonActions } from './PersonActions.tsx';
import { PersonForm } from './PersonForm.tsx';
import type { Accounts } from './useAccounts.ts';

export interface PersonSheetProps {
  readonly accounts: Accounts;
  /** Null for a new person. */
  readonly id: string | null;
  readonly mayChange: boolean;
  readonly onClose: () => void;
}

export function PersonSheet({ accounts, id, mayChange, onClose }: PersonSheetProps) {
  const { t, problem: textOf } = usePeopleTexts();
  const { value: opened, problem, reload } = useResource(id, () => accounts.client.person(id ?? ''));
  const change = useChange(reload);
  const finished = (done: string) => {
    accounts.finished(done);
    onClose();
  };
  const title = id === null ? t('staff.new') : t('staff.edit', { name: opened?.value.name ?? '…' });
  return (
    <Sheet title={title} closeLabel={t('common.close')} onClose={onClose}>
      <div className="grid gap-5">
        <StatusRegion>
          {problem && <Message tone="error">{textOf(problem)}</Message>}
          {change.outdated && <Message tone="warn">{t('staff.changedElsewhere')}</Message>}
        </StatusRegion>
        {(opened || id === null) && (
          <PersonForm
            key={opened?.version ?? 'new'}
            accounts={accounts}
            opened={opened}
            mayChange={mayChange && opened?.value.state !== 'left'}
            onFinished={finished}
            change={change}
          />
        )}
        {opened && mayChange && <PersonActions accounts={accounts} person={opened.value} onFinished={finished} />}
        {opened && <History entries={opened.history} />}
      </div>
    </Sheet>
  );
}
