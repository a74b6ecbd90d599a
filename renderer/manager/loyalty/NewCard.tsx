/** Makes one card. */
import { useState } from 'react';
import type { ManagedCard } from '../../../main/wire/loyaltyManagement.ts';
import { useChange } from '../../data/useChange.ts';
import { Field } from '../../form/Field.tsx';
import type { Typed } from '../../form/Form.tsx';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';
import { BesideForm } from '../Beside.tsx';
import { ChangeForm } from './ChangeForm.tsx';
import type { LoyaltyClient } from './client.ts';
import { GroupSelect, useGroups } from './GroupSelect.tsx';

interface NewCardProps {
  readonly client: LoyaltyClient;
  readonly onClose: () => void;
  readonly onMade: (card: ManagedCard & { readonly csc: string }) => void;
}

export function NewCard({ client, onClose, onMade }: NewCardProps) {
  const { t } = useLoyaltyTexts();
  const change = useChange();
  const groups = useGroups(client);
  const [group, setGroup] = useState('');
  const submit = async ({ cardnumber: typed = '' }: Typed) => {
    const cardgroup = group || (groups[0]?.id ?? '');
    const cardnumber = typed.replaceAll(' ', '');
    const card = await change.run(() => client.makeCard({ cardgroup, ...(cardnumber === '' ? {} : { cardnumber }) }));
    if (card) onMade(card);
  };
  return (
    <BesideForm title={t('cards.new')} onClose={onClose}>
      <ChangeForm change={change} submit={t('programme.save')} onSubmit={submit}>
        <GroupSelect groups={groups} value={group} onChange={setGroup} />
        <Field name="cardnumber" label={t('cards.number')} numeric />
      </ChangeForm>
    </BesideForm>
  );
}
