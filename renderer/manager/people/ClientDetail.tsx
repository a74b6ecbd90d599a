/** One API client: its secret, its facts, what was changed about it so far, and its end. A new secret is shown once, in a dialog that only its button closes. */

import { useState } from 'react';
import type { ClientWithSecret } from '../../../main/wire/clients.ts';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { usePeopleTexts } from '../../texts/pages/people.ts';
import { BesideForm } from '../Beside.tsx';
import { ClientActions } from './ClientActions.tsx';
import { ClientForm } from './ClientForm.tsx';
import { SecretShown } from './SecretShown.tsx';
import type { Accounts } from './useAccounts.ts';

export interface ClientDetailProps {
  readonly accounts: Accounts;
  /** Null for a new client. */
  readonly id: string | null;
  readonly mayChange: boolean;
  /** Says what was done, and closes the form. */
  readonly onFinished: (done: string) => void;
  readonly onClose: () => void;
}

export function ClientDetail({ accounts, id, mayChange, onFinished, onClose }: ClientDetailProps) {
  const { t, problem: textOf } = usePeopleTexts();
  const { value: opened, problem, reload } = useResource(id, () => accounts.client.client(id ?? ''));
  const change = useChange(reload);
  const [made, setMade] = useState<ClientWithSecret | null>(null);
  const [pushSecret, setPushSecret] = useState<string | null>(null);
  if (made) {
    const close = () => onFinished(t('clients.saved', { name: made.name }));
    return (
      <Sheet title={t('clients.secret')} closeLabel={t('common.close')} stays onClose={close}>
        <SecretShown client={made} label="clients.secret" onClose={close} />
      </Sheet>
    );
  }
  if (id !== null && pushSecret !== null) {
    const close = () => onFinished(t('clients.saved', { name: opened?.value.name ?? id }));
    return (
      <Sheet title={t('clients.pushSecret')} closeLabel={t('common.close')} stays onClose={close}>
        <SecretShown client={{ id, secret: pushSecret }} label="clients.pushSecret" onClose={close} />
      </Sheet>
    );
  }
  const title = id === null ? t('clients.new') : (opened?.value.name ?? '…');
  const isOpen = mayChange && opened?.value.state !== 'revoked';
  return (
    <BesideForm title={title} onClose={onClose}>
      <StatusRegion>
        {problem && <Message tone="error">{textOf(problem)}</Message>}
        {change.outdated && <Message tone="warn">{t('staff.changedElsewhere')}</Message>}
      </StatusRegion>
      {opened && isOpen && (
        <ClientActions
          accounts={accounts}
          client={opened.value}
          onMade={setMade}
          onPushSecret={setPushSecret}
          onFinished={onFinished}
        />
      )}
      {(opened || id === null) && (
        <ClientForm
          key={opened?.version ?? 'new'}
          accounts={accounts}
          opened={opened}
          mayChange={isOpen}
          onMade={setMade}
          onFinished={onFinished}
          change={change}
        />
      )}
    </BesideForm>
  );
}
