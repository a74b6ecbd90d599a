/** The dialog of one API client: its facts, its secret, its end, and what was changed about it so far. */

import { useState } from 'react';
import type { ClientWithSecret } from '../../../main/wire/clients.ts';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { usePeopleTexts } from '../../texts/pages/people.ts';
import { ClientActions } from './ClientActions.tsx';
import { ClientForm } from './ClientForm.tsx';
import { History } from './History.tsx';
import { SecretShown } from './SecretShown.tsx';
import type { Accounts } from './useAccounts.ts';

export interface ClientSheetProps {
  readonly accounts: Accounts;
  /** Null for a new client. */
  readonly id: string | null;
  readonly mayChange: boolean;
  readonly onClose: () => void;
}

export function ClientSheet({ accounts, id, mayChange, onClose }: ClientSheetProps) {
  const { t, problem: textOf } = usePeopleTexts();
  const { value: opened, problem, reload } = useResource(id, () => accounts.client.client(id ?? ''));
  const change = useChange(reload);
  const [made, setMade] = useState<ClientWithSecret | null>(null);
  const [pushSecret, setPushSecret] = useState<string | null>(null);
  const finished = (done: string) => {
    accounts.finished(done);
    onClose();
  };
  if (made) {
    const close = () => finished(t('clients.saved', { name: made.name }));
    return (
      <Sheet title={t('clients.secret')} closeLabel={t('common.close')} stays onClose={close}>
        <SecretShown client={made} label="clients.secret" onClose={close} />
      </Sheet>
    );
  }
  if (id !== null && pushSecret !== null) {
    const close = () => finished(t('clients.saved', { name: opened?.value.name ?? id }));
    return (
      <Sheet title={t('clients.pushSecret')} closeLabel={t('common.close')} stays onClose={close}>
        <SecretShown client={{ id, secret: pushSecret }} label="clients.pushSecret" onClose={close} />
      </Sheet>
    );
  }
  const title = id === null ? t('clients.new') : t('clients.edit', { name: opened?.value.name ?? '…' });
  const isOpen = mayChange && opened?.value.state !== 'revoked';
  return (
    <Sheet title={title} closeLabel={t('common.close')} onClose={onClose}>
      <div className="grid gap-5">
        <StatusRegion>
          {problem && <Message tone="error">{textOf(problem)}</Message>}
          {change.outdated && <Message tone="warn">{t('staff.changedElsewhere')}</Message>}
        </StatusRegion>
        {(opened || id === null) && (
          <ClientForm
            key={opened?.version ?? 'new'}
            accounts={accounts}
            opened={opened}
            mayChange={isOpen}
            onMade={setMade}
            onFinished={finished}
            change={change}
          />
        )}
        {opened && isOpen && (
          <ClientActions
            accounts={accounts}
            client={opened.value}
            onMade={setMade}
            onPushSecret={setPushSecret}
            onFinished={finished}
          />
        )}
        {opened && <History entries={opened.history} />}
      </div>
    </Sheet>
  );
}
