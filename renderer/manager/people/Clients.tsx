/** The API clients of foreign cash registers, and the dialog of each. */

import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { usePeopleTexts } from '../../texts/pages/people.ts';
import { List, Row } from '../List.tsx';
import { Section } from '../Page.tsx';
import type { ClientView } from './accountsClient.ts';
import { ClientSheet } from './ClientSheet.tsx';
import type { AccountsProps } from './useAccounts.ts';

interface ClientsProps extends AccountsProps {
  readonly clients: readonly ClientView[];
}

export function Clients({ accounts, clients, mayChange }: ClientsProps) {
  const { t } = usePeopleTexts();
  /** The id of a client, an empty text for a new one, or none. */
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Section title={t('clients.title')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-60 text-soft">
          {clients.length === 0 ? t('clients.none') : t('clients.help')}
        </p>
        {mayChange && (
          <Button icon="plus" onPress={() => setOpen('')}>
            {t('clients.new')}
          </Button>
        )}
      </div>
      <List>
        {clients.map(client => (
          <li key={client.id}>
            <ClientTile client={client} onOpen={() => setOpen(client.id)} />
          </li>
        ))}
      </List>
      {open !== null && (
        <ClientSheet
          accounts={accounts}
          id={open === '' ? null : open}
          mayChange={mayChange}
          onClose={() => setOpen(null)}
        />
      )}
    </Section>
  );
}

function ClientTile({ client, onOpen }: { readonly client: ClientView; readonly onOpen: () => void }) {
  const { t } = usePeopleTexts();
  const { id, name, state, lastUsed } = client;
  return (
    <Row onOpen={onOpen} className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Icon name={state === 'active' ? 'terminal' : 'lock'} />
      <span className="min-w-0 flex-1 basis-40">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        {name !== id && <span className="figures block text-sm text-soft wrap-anywhere">{id}</span>}
      </span>
      <span className="text-sm text-soft">
        {lastUsed === null ? t('clients.neverUsed') : t('clients.lastUsed', { day: lastUsed })}
      </span>
      <span className={state === 'revoked' ? 'font-semibold' : 'text-soft'}>{t(`clients.state.${state}`)}</span>
    </Row>
  );
}
