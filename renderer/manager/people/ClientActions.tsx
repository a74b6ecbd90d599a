/** Actions of a manager on an API client: gives it a new secret, or one for its pushes, or ends it. */

import { useState } from 'react';
import type { ClientWithSecret } from '../../../main/wire/clients.ts';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Select } from '../../form/Select.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message } from '../../parts/Panel.tsx';
import { usePeopleTexts } from '../../texts/pages/people.ts';
import type { ClientView } from './accountsClient.ts';
import { ActionForm, ReasonField } from './PersonActions.tsx';
import type { Accounts } from './useAccounts.ts';

export interface ClientActionsProps {
  readonly accounts: Accounts;
  readonly client: ClientView;
  readonly onMade: (client: ClientWithSecret) => void;
  readonly onPushSecret: (secret: string) => void;
  readonly onFinished: (done: string) => void;
}

/** Minutes for which the old secret stays good. */
const OVERLAPS = ['0', '60', '480', '1440'] as const;

export function ClientActions(props: ClientActionsProps) {
  const { t, moment } = usePeopleTexts();
  const { oldSecretUntil } = props.client;
  const [open, setOpen] = useState<'secret' | 'push' | 'revoke' | null>(null);
  const close = () => setOpen(null);
  const overlaps = oldSecretUntil !== null && Date.parse(oldSecretUntil) > Date.now();
  return (
    <div className="grid gap-3">
      {overlaps && (
        <Message tone="info">{t('clients.oldUntil', { moment: moment(Date.parse(oldSecretUntil)) })}</Message>
      )}
      {open === null && (
        <div className="flex flex-wrap gap-2">
          <Button onPress={() => setOpen('secret')}>{t('clients.rotate')}</Button>
          <Button onPress={() => setOpen('push')}>{t('clients.pushRotate')}</Button>
          <Button onPress={() => setOpen('revoke')}>{t('clients.revoke')}</Button>
        </div>
      )}
      {open === 'secret' && <SecretForm {...props} onClose={close} />}
      {open === 'push' && <PushSecretForm {...props} onClose={close} />}
      {open === 'revoke' && <RevokeForm {...props} onClose={close} />}
    </div>
  );
}

interface OpenActionProps extends ClientActionsProps {
  readonly onClose: () => void;
}

function SecretForm({ accounts, client, onMade, onClose }: OpenActionProps) {
  const { t } = usePeopleTexts();
  const change = useChange();
  const [overlap, setOverlap] = useState<string>('60');
  const rotate = async () => {
    const made = await change.run(() => accounts.client.rotate(client.id, { overlapMinutes: Number(overlap) }));
    if (made) onMade(made);
  };
  return (
    <ActionForm change={change} yes="clients.rotateDo" ready onYes={rotate} onNo={onClose}>
      <Select
        label={t('clients.overlap')}
        value={overlap}
        options={OVERLAPS.map(value => ({ value, text: t(`clients.overlap.${value}`) }))}
        onChange={setOverlap}
      />
      {overlap === '0' && <Message tone="warn">{t('clients.rotateNow')}</Message>}
    </ActionForm>
  );
}

function PushSecretForm({ accounts, client, onPushSecret, onClose }: OpenActionProps) {
  const { t, moment } = usePeopleTexts();
  const change = useChange();
  const [overlap, setOverlap] = useState<string>('1440');
  // Without an answer nothing is said about it; making a secret says what is wrong.
  const { value: now } = useResource(client.id, () => accounts.client.pushSecret(client.id));
  const rotate = async () => {
    const made = await change.run(() =>
      accounts.client.rotatePushSecret(client.id, { overlapMinutes: Number(overlap) }),
    );
    if (made) onPushSecret(made.secret);
  };
  return (
    <ActionForm change={change} yes="clients.pushRotateDo" ready onYes={rotate} onNo={onClose}>
      <p>{t('clients.pushHelp')}</p>
      {now && (
        <p>{now.since ? t('clients.pushSince', { moment: moment(Date.parse(now.since)) }) : t('clients.pushNone')}</p>
      )}
      {now?.since && (
        <Select
          label={t('clients.pushOverlap')}
          value={overlap}
          options={OVERLAPS.map(value => ({ value, text: t(`clients.overlap.${value}`) }))}
          onChange={setOverlap}
        />
      )}
    </ActionForm>
  );
}

function RevokeForm({ accounts, client, onFinished, onClose }: OpenActionProps) {
  const { t } = usePeopleTexts();
  const change = useChange();
  const [reason, setReason] = useState('');
  const revoke = async () => {
    const done = await change.run(() => accounts.client.revoke(client.id, reason));
    if (done) onFinished(t('clients.revoked', { name: done.name }));
  };
  return (
    <ActionForm
      change={change}
      yes="clients.revoke"
      held={t('clients.revokeYes', { name: client.name })}
      ready={reason.trim() !== ''}
      onYes={revoke}
      onNo={onClose}
    >
      <p>{t('clients.revokeHelp')}</p>
      <ReasonField label="staff.reason" reason={reason} onReason={setReason} />
    </ActionForm>
  );
}
