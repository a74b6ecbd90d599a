/** The facts of a person: name, user name, role, language, and the first PIN of a new person. */

import { useState } from 'react';
import { givenRoles, type Person, type PersonInput } from '../../../main/wire/people.ts';
import type { Change } from '../../data/useChange.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Select } from '../../form/Select.tsx';
import { Fact, Message, StatusRegion } from '../../parts/Panel.tsx';
import { usePeopleTexts } from '../../texts/pages/people.ts';
import { SaveBar } from '../Beside.tsx';
import { useUnsaved } from '../unsaved.tsx';
import type { Opened } from './accountsClient.ts';
import { History } from './History.tsx';
import type { Accounts } from './useAccounts.ts';

export interface PersonFormProps {
  readonly accounts: Accounts;
  /** Null for a new person. */
  readonly opened: Opened<Person> | null;
  readonly mayChange: boolean;
  readonly onFinished: (done: string) => void;
  /** The change of the dialog, which goes on to say that somebody else was faster while the form begins anew. */
  readonly change: Change;
}

const FIELDS = ['name', 'username', 'pin'] as const;

export function PersonForm({ accounts, opened, mayChange, onFinished, change }: PersonFormProps) {
  const { t, problem: textOf } = usePeopleTexts();
  const [asRead] = useState(() => draftOf(opened?.value ?? null));
  const [draft, setDraft] = useState(asRead);
  useUnsaved(mayChange && JSON.stringify(draft) !== JSON.stringify(asRead));
  const set = (part: Partial<typeof draft>) => setDraft(before => ({ ...before, ...part }));
  const save = async () => {
    const { client } = accounts;
    const { pin, ...facts } = inputOf(draft);
    const saved = await change.run(() =>
      opened
        ? client.changePerson(opened.value.id, facts, opened.version)
        : client.addPerson({ ...facts, ...(pin ? { pin } : {}) }),
    );
    if (saved) onFinished(t('staff.saved', { name: saved.name }));
  };
  if (!mayChange && opened)
    return (
      <>
        <PersonFacts person={opened.value} />
        <History entries={opened.history} />
      </>
    );
  const ready = draft.name.trim() !== '' && draft.username.trim() !== '';
  return (
    <Form onSubmit={() => ready && void save()} errors={change.faults} className="grid gap-4">
      <StatusRegion>
        {change.problem && change.isOther(...FIELDS) && !change.outdated && (
          <Message tone="error">{textOf(change.problem)}</Message>
        )}
      </StatusRegion>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('staff.name')}
          value={draft.name}
          onChange={name => set({ name })}
          name="name"
          maxLength={100}
          focused={opened === null}
        />
        <Field
          label={t('staff.username')}
          help={t('staff.usernameHelp')}
          value={draft.username}
          onChange={username => set({ username })}
          name="username"
          maxLength={100}
        />
        <Select
          label={t('staff.role')}
          value={draft.role}
          options={rolesFor(opened?.value ?? null).map(role => ({ value: role, text: t(`staff.role.${role}`) }))}
          onChange={role => set({ role: role as Person['role'] })}
        />
        <Select
          label={t('staff.language')}
          value={draft.language}
          options={[
            { value: '', text: t('staff.language.none') },
            { value: 'de', text: 'Deutsch' },
            { value: 'en', text: 'English' },
          ]}
          onChange={language => set({ language })}
        />
        {opened === null && (
          <Field
            label={t('staff.firstPin')}
            help={t('staff.firstPinHelp')}
            type="password"
            numeric
            value={draft.pin}
            onChange={pin => set({ pin })}
            name="pin"
            maxLength={12}
          />
        )}
      </div>
      {opened && <History entries={opened.history} />}
      <SaveBar busy={change.busy} disabled={!ready} onSave={() => void save()} />
    </Form>
  );
}

function PersonFacts({ person }: { readonly person: Person }) {
  const { t } = usePeopleTexts();
  return (
    <dl className="grid gap-1">
      <Fact name={t('staff.name')}>{person.name}</Fact>
      <Fact name={t('staff.username')}>{person.username}</Fact>
      <Fact name={t('staff.role')}>{t(`role.${person.role}`)}</Fact>
    </dl>
  );
}

const draftOf = (person: Person | null) => ({
  name: person?.name ?? '',
  username: person?.username ?? '',
  role: person?.role ?? ('cashier' as Person['role']),
  /** Empty: as the till is set. */
  language: (person?.language ?? '') as string,
  pin: '',
});

/** A role of an older installation can be kept, and not be given. */
const rolesFor = (person: Person | null): readonly Person['role'][] =>
  person && !givenRoles.some(role => role === person.role) ? [...givenRoles, person.role] : givenRoles;

const inputOf = ({ name, username, role, language, pin }: ReturnType<typeof draftOf>) =>
  ({
    name: name.trim(),
    username: username.trim(),
    ...(givenRoles.some(given => given === role) ? { role: role as PersonInput['role'] } : {}),
    language: language === '' ? null : (language as 'de' | 'en'),
    pin,
  }) as PersonInput;
