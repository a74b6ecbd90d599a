/** Makes many cards with consecutive numbers, and shows how far it is. */
import { useState } from 'react';
import type { Batch } from '../../../main/wire/loyaltyManagement.ts';
import { useChange } from '../../data/useChange.ts';
import { Field } from '../../form/Field.tsx';
import type { Typed } from '../../form/Form.tsx';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';
import { BesideForm } from '../Beside.tsx';
import { BatchProgress } from './BatchProgress.tsx';
import { ChangeForm, useChecks } from './ChangeForm.tsx';
import type { LoyaltyClient } from './client.ts';
import { GroupSelect, useGroups } from './GroupSelect.tsx';

interface CardRangeProps {
  readonly client: LoyaltyClient;
  readonly onClose: () => void;
}

export function CardRange({ client, onClose }: CardRangeProps) {
  const { t } = useLoyaltyTexts();
  const change = useChange();
  const groups = useGroups(client);
  const [group, setGroup] = useState('');
  const { number } = useChecks();
  const [batch, setBatch] = useState<Batch | null>(null);
  const submit = async ({ prefix = '', first = '', count = '' }: Typed) => {
    const cardgroup = group || (groups[0]?.id ?? '');
    const numbers = { first: Number(first), count: Number(count) };
    const begun = await change.run(() =>
      client.makeRange({ cardgroup, ...numbers, ...(prefix === '' ? {} : { prefix }) }),
    );
    if (begun) setBatch(begun);
  };
  return (
    <BesideForm title={t('cards.range')} onClose={onClose}>
      {batch ? (
        <BatchProgress client={client} begun={batch} onClose={onClose} />
      ) : (
        <ChangeForm
          change={change}
          checks={{ first: number, count: number }}
          submit={t('range.make')}
          onSubmit={submit}
        >
          <GroupSelect groups={groups} value={group} onChange={setGroup} />
          <Field name="prefix" label={t('range.prefix')} numeric />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field name="first" label={t('range.first')} numeric initial="1" />
            <Field name="count" label={t('range.count')} numeric initial="100" />
          </div>
        </ChangeForm>
      )}
    </BesideForm>
  );
}
