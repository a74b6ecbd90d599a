/** The API clients of foreign cash registers. */

import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { usePeopleTexts } from '../../texts/pages/people.ts';
import { List, Row } from '../List.tsx';
import { Section } from '../Page.tsx';
import type { ClientView } from './accountsClient.ts';
import type { AccountsProps } from './useAccounts.ts';

interface ClientsProps extends Pick<AccountsProps, 'mayChange'> {
  readonly clients: readonly ClientView[];
  /** Id of the client whose form is open. */
  readonly chosen: string | null;
  /** Null: a new one. */
  readonly onOpen: (id: string | null) => void;
}

export function Clients({ clients, mayChange, chosen, onOpen }: ClientsProps) {
  const { t } = usePeopleTexts();
  return (
    <Section title={t('clients.title')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-60 text-soft">
          {clients.length === 0 ? t('clients.none') : t('clients.help')}
        </p>
        {mayChange && (
          <Button icon="plus" onPress={() => onOpen(null)}>
            {t('clients.new')}
          </Button>
        )}
      </div>
      <List>
        {clients.map(client => (
          <li key={client.id}>
            <ClientTile client={client} isChosen={client.id === chosen} onOpen={() => onOpen(client.id)} />
          </li>
        ))}
      </List>
    </Section>
  );
}

interface ClientTileProps {
  readonly client: ClientView;
  readonly isChosen: boolean;
  readonly onOpen: () => void;
}

function ClientTile({ client, isChosen, onOpen }: ClientTileProps) {
  const { t } = usePeopleTexts();
  const { id, name, state, lastUsed } = client;
  return (
    <Row isChosen={isChosen} onOpen={onOpen} className="flex flex-wrap items-center gap-x-4 gap-y-1">
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
