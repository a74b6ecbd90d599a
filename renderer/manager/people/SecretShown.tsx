/** A secret that is shown once, with a button that copies it. */

import { useState } from 'react';
import type { ClientWithSecret } from '../../../main/wire/clients.ts';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { usePeopleTexts } from '../../texts/pages/people.ts';

export interface SecretShownProps {
  readonly client: Pick<ClientWithSecret, 'id' | 'secret'>;
  readonly label: 'clients.secret' | 'clients.pushSecret';
  readonly onClose: () => void;
}

export function SecretShown({ client: { id, secret }, label, onClose }: SecretShownProps) {
  const { t } = usePeopleTexts();
  const [copied, setCopied] = useState<'copied' | 'copyFailed' | null>(null);
  // Without HTTPS a browser has no clipboard.
  const written = async () => navigator.clipboard.writeText(secret);
  const copy = () =>
    written().then(
      () => setCopied('copied'),
      () => setCopied('copyFailed'),
    );
  return (
    <div className="grid gap-4">
      <Message tone="warn">{t('clients.secretOnce')}</Message>
      <dl className="grid gap-3">
        <div>
          <dt className="text-sm text-soft">{t('clients.id')}</dt>
          <dd className="font-mono text-lg wrap-anywhere select-all">{id}</dd>
        </div>
        <div>
          <dt className="text-sm text-soft">{t(label)}</dt>
          <dd
            className="rounded-control border font-mono border-edge p-3 text-lg wrap-anywhere select-all"
            data-testid="secret"
          >
            {secret}
          </dd>
        </div>
      </dl>
      <StatusRegion>
        {copied && <Message tone={copied === 'copied' ? 'good' : 'warn'}>{t(`clients.${copied}`)}</Message>}
      </StatusRegion>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={() => void copy()}>{t('clients.copy')}</Button>
        <Button look="primary" onPress={onClose}>
          {t('clients.stored')}
        </Button>
      </div>
    </div>
  );
}
