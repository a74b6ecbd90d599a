/** The dialog in which a person is added or changed. */

import { useState } from 'react';
import type { Static } from 'typebox';
import type { OfficePerson, OfficePersonChange } from '../../../main/wire/office/people.ts';
import { useChange } from '../../data/useChange.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Select } from '../../form/Select.tsx';
import { Toggle } from '../../form/Toggle.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { useOfficeTexts } from '../../texts/pages/office.ts';
import type { OfficeClient } from '../client.ts';
import { useMe, useOffice, useProblemText } from '../context.tsx';

type Person = Static<typeof OfficePerson>;

interface PersonSheetProps {
  /** Null: a person is added. */
  readonly person: Person | null;
  readonly onClose: () => void;
  readonly onSaved: (name: string) => void;
}

interface Draft {
  readonly name: string;
  readonly username: string;
  readonly role: Person['role'];
  /** Empty: every store; `region:` and its name: the stores of that region. */
  readonly store: string;
  readonly mail: boolean;
  readonly locked: boolean;
  /** Empty: the password stays, or there is none. */
  readonly password: string;
  /** The person has lost phone and recovery codes. */
  readonly reset: boolean;
}

export function PersonSheet({ person, onClose, onSaved }: PersonSheetProps) {
  const { client } = useOffice();
  const { t } = useOfficeTexts();
  const problemText = useProblemText();
  const [draft, setDraft] = useState<Draft>(() => draftOf(person));
  const { busy, problem, run } = useChange();
  const ready = draft.name.trim() !== '' && draft.username.trim() !== '' && (person !== null || draft.password !== '');
  const submit = async () => {
    if (ready && (await run(() => save(client, person, draft))) !== null) onSaved(draft.name.trim());
  };
  return (
    <Sheet
      title={person ? t('people.changeOf', { name: person.name }) : t('people.add')}
      closeLabel={t('office.close')}
      onClose={onClose}
    >
      <Form onSubmit={() => void submit()} className="grid gap-4">
        <Fields person={person} draft={draft} onChange={part => setDraft({ ...draft, ...part })} />
        <StatusRegion>{problem && <Message tone="error">{problemText(problem)}</Message>}</StatusRegion>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onPress={onClose}>{t('office.cancel')}</Button>
          <Button look="primary" disabled={!ready} busy={busy} onPress={() => void submit()}>
            {t('office.save')}
          </Button>
        </div>
      </Form>
    </Sheet>
  );
}

interface FieldsProps {
  readonly person: Person | null;
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
}

function Fields({ person, draft, onChange }: FieldsProps) {
  const { t } = useOfficeTexts();
  const { stores, id } = useMe();
  const regions = [...new Set(stores.flatMap(({ region }) => region ?? []))].sort();
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field focused label={t('people.name')} value={draft.name} onChange={name => onChange({ name })} />
        {!person && (
          <Field label={t('people.username')} value={draft.username} onChange={username => onChange({ username })} />
        )}
        <Select
          label={t('people.role')}
          value={draft.role}
          options={ROLES.map(value => ({ value, text: t(`people.role.${value}`) }))}
          onChange={value => onChange({ role: ROLES.find(role => role === value) ?? 'readonly' })}
        />
        {draft.role !== 'chain' && (
          <Select
            label={t('people.store')}
            value={draft.store}
            options={[
              { value: '', text: t('people.allStores') },
              ...regions.map(region => ({ value: REGION + region, text: t('people.ofRegion', { region }) })),
              ...stores.map(({ id, name }) => ({ value: id, text: name })),
            ]}
            onChange={store => onChange({ store })}
          />
        )}
        <Field
          type="password"
          label={t(person ? 'people.newPassword' : 'people.password')}
          help={t('people.passwordHelp')}
          value={draft.password}
          onChange={password => onChange({ password })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Toggle on={draft.mail} text={t('people.mail')} onChange={mail => onChange({ mail })} />
        <span className="text-sm text-soft">{t('people.mailHelp')}</span>
      </div>
      {person && (
        <div className="flex flex-wrap items-center gap-2">
          <Toggle on={draft.locked} text={t('people.locked')} onChange={locked => onChange({ locked })} />
          <span className="text-sm text-soft">{t('people.lockHelp')}</span>
        </div>
      )}
      {person?.second_factor && person.id !== id && (
        <div className="flex flex-wrap items-center gap-2">
          <Toggle on={draft.reset} text={t('factor.reset')} onChange={reset => onChange({ reset })} />
          <span className="text-sm text-soft">{t('factor.resetHelp')}</span>
        </div>
      )}
    </>
  );
}

const REGION = 'region:';

const placeOf = (role: Person['role'], chosen: string) => {
  const isRegion = chosen.startsWith(REGION);
  return role === 'chain' || chosen === ''
    ? { store: null, region: null }
    : { store: isRegion ? null : chosen, region: isRegion ? chosen.slice(REGION.length) : null };
};

const ROLES = ['chain', 'store', 'readonly'] as const;

const draftOf = (person: Person | null): Draft => ({
  name: person?.name ?? '',
  username: person?.username ?? '',
  role: person?.role ?? 'store',
  store: person?.store ?? (person?.region ? REGION + person.region : ''),
  mail: person?.morning_mail ?? false,
  locked: person?.locked ?? false,
  password: '',
  reset: false,
});

async function save(client: OfficeClient, person: Person | null, draft: Draft): Promise<void> {
  const { password, locked, mail, role } = draft;
  const common = {
    name: draft.name.trim(),
    role,
    ...placeOf(role, draft.store),
    morning_mail: mail,
  };
  if (!person) return void (await client.addPerson({ ...common, username: draft.username.trim(), password }));
  const change: OfficePersonChange = { ...common, locked };
  await client.changePerson(person.id, change);
  if (password !== '') await client.setPassword(person.id, password);
  if (draft.reset) await client.resetFactor(person.id);
}
