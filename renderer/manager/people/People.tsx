/** The page of the people who sign in with a PIN, and of the API clients of foreign cash registers. */

import { useState } from 'react';
import { useStore } from 'zustand';
import { type Person, personStates } from '../../../main/wire/people.ts';
import { mayInstall } from '../../../main/wire/screenPages.ts';
import { useApp } from '../../app/context.tsx';
import type { Rows, RowsOf } from '../../data/useRows.ts';
import { Select } from '../../form/Select.tsx';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { isManager } from '../../stores/session.ts';
import { usePeopleTexts } from '../../texts/pages/people.ts';
import { Beside, useOpened } from '../Beside.tsx';
import { Filters } from '../Filters.tsx';
import { Chip, List, Row } from '../List.tsx';
import { SaveList } from '../lists/SaveList.tsx';
import { Page, PageProblem, Section } from '../Page.tsx';
import { Search } from '../Search.tsx';
import type { PersonState } from './accountsClient.ts';
import { ClientDetail } from './ClientDetail.tsx';
import { Clients } from './Clients.tsx';
import { PeopleFile } from './PeopleFile.tsx';
import { PersonDetail } from './PersonDetail.tsx';
import { type AccountsProps, useAccounts, type Wanted } from './useAccounts.ts';

/** A form that is open; id null: of a new one. */
type Open = { readonly kind: 'person' | 'client' | 'file'; readonly id: string | null };

export default function People() {
  const { t } = usePeopleTexts();
  return (
    <Page title={t('staff.title')}>
      <Accounts />
    </Page>
  );
}

function Accounts() {
  const { session } = useApp();
  const { t } = usePeopleTexts();
  const [wanted, setWanted] = useState<Wanted>({ search: '', show: 'active' });
  const { accounts, people, clients, problem, done, reload } = useAccounts(wanted);
  const mayChange = useStore(session, state => isManager(state.user));
  const mayChangeClients = useStore(session, state => mayInstall(state.user));
  const { open, show, replace } = useOpened<Open>();
  const form = {
    accounts,
    id: open?.id ?? null,
    onClose: () => show(null),
    onFinished(text: string) {
      accounts.finished(text);
      replace(null);
    },
  };
  const chosen = (kind: Open['kind']) => (open?.kind === kind ? open.id : null);
  return (
    <Beside
      form={
        open &&
        (open.kind === 'file' ? (
          <PeopleFile
            accounts={accounts.client}
            onClose={() => {
              replace(null);
              reload();
            }}
          />
        ) : open.kind === 'person' ? (
          <PersonDetail key={open.id} {...form} mayChange={mayChange} />
        ) : (
          <ClientDetail key={open.id} {...form} mayChange={mayChangeClients} />
        ))
      }
    >
      <PageProblem problem={problem} onAgain={reload} />
      <StatusRegion>{done && <Message tone="good">{done}</Message>}</StatusRegion>
      {!mayChange && <Message tone="info">{t(mayChangeClients ? 'staff.clientsOnly' : 'staff.readOnly')}</Message>}
      {people.value && clients.value ? (
        <>
          <PeopleList
            mayChange={mayChange}
            people={people}
            wanted={wanted}
            isNarrow={open !== null}
            chosen={chosen('person')}
            onWanted={setWanted}
            onOpen={id => show({ kind: 'person', id })}
            onFile={() => show({ kind: 'file', id: null })}
            onSave={accounts.client.exported}
          />
          <Clients
            clients={clients.value.data}
            mayChange={mayChangeClients}
            chosen={chosen('client')}
            onOpen={id => show({ kind: 'client', id })}
          />
        </>
      ) : (
        !problem && (
          <p role="status" className="text-soft">
            {t('login.busy')}
          </p>
        )
      )}
    </Beside>
  );
}

interface PeopleListProps extends Pick<AccountsProps, 'mayChange'> {
  readonly people: RowsOf<Rows<Person>>;
  readonly wanted: Wanted;
  /** A form stands beside the list. */
  readonly isNarrow: boolean;
  /** Id of the person whose form is open. */
  readonly chosen: string | null;
  readonly onWanted: (wanted: Wanted) => void;
  /** Null: a new one. */
  readonly onOpen: (id: string | null) => void;
  readonly onFile: () => void;
  readonly onSave: () => Promise<Blob>;
}

function PeopleList(props: PeopleListProps) {
  const { mayChange, people, wanted, isNarrow, chosen, onWanted, onOpen, onFile, onSave } = props;
  const { t } = usePeopleTexts();
  const { data: shown = [], count = 0 } = people.value ?? {};
  return (
    <Section title={t('staff.people')}>
      <div
        className={`grid items-end gap-3 sm:grid-cols-2 ${isNarrow ? '' : 'lg:grid-cols-[minmax(0,1fr)_minmax(0,14rem)_auto]'}`}
      >
        <Search
          label={t('staff.search')}
          find={t('changes.search')}
          value={wanted.search}
          onSearch={search => onWanted({ ...wanted, search })}
        />
        <Filters className="grid">
          <Select
            label={t('staff.show')}
            value={wanted.show}
            options={[...personStates, 'all' as const].map(value => ({ value, text: t(`staff.show.${value}`) }))}
            onChange={value => onWanted({ ...wanted, show: value as PersonState })}
          />
        </Filters>
        {mayChange && (
          <Button
            look={isNarrow ? 'tonal' : 'primary'}
            icon="plus"
            className="justify-self-start"
            onPress={() => onOpen(null)}
          >
            {t('staff.new')}
          </Button>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {mayChange && <Button onPress={onFile}>{t('staff.file')}</Button>}
        <SaveList name="people" load={onSave} />
      </div>
      <p role="status" className="text-sm text-soft">
        {count === 0 ? t('staff.none') : t('staff.found', { shown: shown.length, count })}
      </p>
      <List>
        {shown.map(person => (
          <li key={person.id}>
            <PersonTile person={person} isChosen={person.id === chosen} onOpen={() => onOpen(person.id)} />
          </li>
        ))}
      </List>
      {shown.length < count && (
        <Button className="justify-self-start" onPress={() => void people.more()}>
          {t('staff.more')}
        </Button>
      )}
    </Section>
  );
}

interface PersonTileProps {
  readonly person: Person;
  readonly isChosen: boolean;
  readonly onOpen: () => void;
}

function PersonTile({ person, isChosen, onOpen }: PersonTileProps) {
  const { t, moment } = usePeopleTexts();
  const { name, username, role, state, pin, lockedAt, leftAt } = person;
  const tone = state === 'locked' ? 'bad' : state === 'left' ? 'info' : pin === 'set' ? null : 'warn';
  const since = state === 'active' ? null : (lockedAt ?? leftAt);
  return (
    <Row isChosen={isChosen} onOpen={onOpen} className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className={tone === 'bad' ? 'text-bad' : tone === 'warn' ? 'text-warn' : tone ? 'text-soft' : 'text-good'}>
        <Icon name={state === 'active' ? (tone === null ? 'check' : 'alert') : 'lock'} />
      </span>
      <span className="min-w-0 flex-1 basis-40">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="block text-sm text-soft wrap-anywhere">
          {[
            ...(tone === null ? [t('staff.state.active')] : []),
            ...(since === null ? [] : [t('staff.since', { moment: moment(Date.parse(since)) })]),
            username,
          ].join(' · ')}
        </span>
      </span>
      <span>{t(`role.${role}`)}</span>
      {tone && <Chip tone={tone}>{t(state === 'active' ? `staff.pin.${pin}` : `staff.state.${state}`)}</Chip>}
    </Row>
  );
}
