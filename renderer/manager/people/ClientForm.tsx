/** The facts of an API client: id, name, rights and the till it stands for. */

import { useState } from 'react';
import { useStore } from 'zustand';
import { type ClientInput, type ClientWithSecret, clientScopes } from '../../../main/wire/clients.ts';
import { useApp } from '../../app/context.tsx';
import type { Change } from '../../data/useChange.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Select } from '../../form/Select.tsx';
import { Toggle } from '../../form/Toggle.tsx';
import { Fact, Message, StatusRegion } from '../../parts/Panel.tsx';
import { usePeopleTexts } from '../../texts/pages/people.ts';
import { SaveBar } from '../Beside.tsx';
import { useUnsaved } from '../unsaved.tsx';
import type { ClientView, Opened } from './accountsClient.ts';
import { History } from './History.tsx';
import type { Accounts } from './useAccounts.ts';

export interface ClientFormProps {
  readonly accounts: Accounts;
  /** Null for a new client. */
  readonly opened: Opened<ClientView> | null;
  readonly mayChange: boolean;
  readonly onMade: (client: ClientWithSecret) => void;
  readonly onFinished: (done: string) => void;
  /** The change of the dialog, which goes on to say that somebody else was faster while the form begins anew. */
  readonly change: Change;
}

type Scope = (typeof clientScopes)[number];

const FIELDS = ['id', 'name', 'scopes', 'till'] as const;
const USUAL: readonly Scope[] = ['smart', 'loyalty', 'payment', 'general'];

export function ClientForm({ accounts, opened, mayChange, onMade, onFinished, change }: ClientFormProps) {
  const { t, problem: textOf } = usePeopleTexts();
  const [asRead] = useState(() => draftOf(opened?.value ?? null));
  const [draft, setDraft] = useState(asRead);
  useUnsaved(mayChange && JSON.stringify(draft) !== JSON.stringify(asRead));
  const set = (part: Partial<typeof draft>) => setDraft(before => ({ ...before, ...part }));
  const save = async () => {
    const { client } = accounts;
    const { id, ...facts } = inputOf(draft);
    if (!opened) {
      const made = await change.run(() => client.addClient({ ...facts, ...(id ? { id } : {}) }));
      return void (made && onMade(made));
    }
    const saved = await change.run(() => client.changeClient(opened.value.id, facts, opened.version));
    if (saved) onFinished(t('clients.saved', { name: saved.name }));
  };
  if (!mayChange && opened)
    return (
      <>
        <ClientFacts client={opened.value} />
        <History entries={opened.history} />
      </>
    );
  const ready = draft.scopes.length > 0;
  return (
    <Form onSubmit={() => ready && void save()} errors={change.faults} className="grid gap-4">
      <StatusRegion>
        {change.problem && change.isOther(...FIELDS) && !change.outdated && (
          <Message tone="error">{textOf(change.problem)}</Message>
        )}
        {(change.fault('scopes') ?? change.fault('till')) && (
          <Message tone="error">{change.fault('scopes') ?? change.fault('till')}</Message>
        )}
      </StatusRegion>
      <div className="grid gap-4 sm:grid-cols-2">
        {opened === null && (
          <Field
            label={t('clients.id')}
            help={t('clients.idHelp')}
            value={draft.id}
            onChange={id => set({ id })}
            name="id"
            maxLength={60}
            focused
          />
        )}
        <Field
          label={t('clients.name')}
          value={draft.name}
          onChange={name => set({ name })}
          name="name"
          maxLength={100}
        />
        <Select
          label={t('clients.till')}
          value={draft.till}
          options={[
            { value: '', text: t('clients.tillNone') },
            ...accounts.tills.map(({ id, description }) => ({ value: id, text: description })),
          ]}
          onChange={till => set({ till })}
        />
      </div>
      <Scopes scopes={draft.scopes} onScopes={scopes => set({ scopes })} />
      {opened && <History entries={opened.history} />}
      <SaveBar busy={change.busy} disabled={!ready} onSave={() => void save()} />
    </Form>
  );
}

interface ScopesProps {
  readonly scopes: readonly Scope[];
  readonly onScopes: (scopes: readonly Scope[]) => void;
}

/** In the order of the table; the right to steer tests is there in a demo alone. */
function Scopes({ scopes, onScopes }: ScopesProps) {
  const { session } = useApp();
  const { t } = usePeopleTexts();
  const demo = useStore(session, state => state.info?.demo ?? false);
  const offered = clientScopes.filter(scope => scope !== 'control' || demo || scopes.includes(scope));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot be laid out like a label
    <div role="group" aria-label={t('clients.scopes')} className="grid gap-1">
      <span aria-hidden="true" className="text-sm text-soft">
        {t('clients.scopes')}
      </span>
      <div className="flex flex-wrap gap-2">
        {offered.map(scope => (
          <Toggle
            key={scope}
            on={scopes.includes(scope)}
            text={t(`clients.scope.${scope}`)}
            onChange={on => onScopes(clientScopes.filter(one => (one === scope ? on : scopes.includes(one))))}
          />
        ))}
      </div>
      {scopes.includes('manage') && <Message tone="warn">{t('clients.manageWarning')}</Message>}
    </div>
  );
}

function ClientFacts({ client }: { readonly client: ClientView }) {
  const { t, moment } = usePeopleTexts();
  const { id, name, scopes, revokedAt, revokeReason } = client;
  return (
    <>
      {revokedAt && (
        <Message tone="info">
          {t('clients.revokedSince', { moment: moment(Date.parse(revokedAt)), reason: revokeReason ?? '' })}
        </Message>
      )}
      <dl className="grid gap-1">
        <Fact name={t('clients.id')}>{id}</Fact>
        <Fact name={t('clients.name')}>{name}</Fact>
        <Fact name={t('clients.scopes')}>{scopes.join(', ')}</Fact>
      </dl>
    </>
  );
}

const draftOf = (client: ClientView | null) => ({
  id: '',
  name: client && client.name !== client.id ? client.name : '',
  scopes: client ? clientScopes.filter(scope => client.scopes.includes(scope)) : USUAL,
  /** Empty: the first till. */
  till: client?.till ?? '',
});

const inputOf = ({ id, name, scopes, till }: ReturnType<typeof draftOf>): ClientInput & { readonly id: string } => ({
  id: id.trim(),
  name: name.trim() === '' ? null : name.trim(),
  scopes: [...scopes],
  till: till === '' ? null : till,
});
