/** The people of the back office, for the chain: who may see what, adding, changing and locking. */

import { useState } from 'react';
import type { Static } from 'typebox';
import type { OfficePerson } from '../../../main/wire/office/people.ts';
import { useResource } from '../../data/useResource.ts';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useOfficeTexts } from '../../texts/pages/office.ts';
import { useMe, useOffice } from '../context.tsx';
import { AnswerState, PageHead } from '../Page.tsx';
import { Table } from '../Table.tsx';
import { PersonSheet } from './PersonSheet.tsx';
import { RequiredFactor } from './RequiredFactor.tsx';

type Person = Static<typeof OfficePerson>;

export default function People() {
  const { client } = useOffice();
  const { t } = useOfficeTexts();
  const { stores } = useMe();
  const answer = useResource('people', signal => client.people(signal));
  /** The person in the dialog; `new` for one that is added. */
  const [open, setOpen] = useState<Person | 'new' | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const storeOf = ({ store, region }: Person) =>
    region !== null
      ? t('people.ofRegion', { region })
      : store === null
        ? t('people.allStores')
        : (stores.find(({ id }) => id === store)?.name ?? store);
  return (
    <>
      <PageHead title={t('people.title')}>
        <Button look="primary" icon="plus" onPress={() => setOpen('new')}>
          {t('people.add')}
        </Button>
      </PageHead>
      <AnswerState answer={answer} />
      <StatusRegion>{saved && <Message tone="good">{t('people.saved', { name: saved })}</Message>}</StatusRegion>
      {answer.value && (
        <Table
          caption={t('people.title')}
          rows={answer.value.data}
          keyOf={({ id }) => id}
          empty={t('office.none')}
          columns={[
            { title: t('people.name'), cell: person => person.name },
            { title: t('people.username'), cell: person => person.username },
            { title: t('people.role'), cell: person => t(`people.role.${person.role}`) },
            { title: t('people.store'), cell: storeOf },
            { title: t('people.mail'), cell: person => t(person.morning_mail ? 'office.yes' : 'office.no') },
            {
              title: t('sales.status'),
              cell: person => (
                <>
                  <span className={person.locked ? 'font-semibold text-bad' : ''}>
                    {t(person.locked ? 'people.locked' : 'people.active')}
                  </span>
                  {person.second_factor && <span className="block text-sm text-soft">{t('factor.title')}</span>}
                </>
              ),
            },
            {
              title: t('people.change'),
              cell: person => (
                <Button
                  look="quiet"
                  label={t('people.changeOf', { name: person.name })}
                  onPress={() => setOpen(person)}
                >
                  {t('people.change')}
                </Button>
              ),
            },
          ]}
        />
      )}
      <RequiredFactor />
      {open && (
        <PersonSheet
          person={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
          onSaved={name => {
            setOpen(null);
            setSaved(name);
            answer.reload();
          }}
        />
      )}
    </>
  );
}
