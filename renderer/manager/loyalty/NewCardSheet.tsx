/** The dialog that makes one card. */
import { useState } from 'react';
import type { ManagedCard } from '../../../main/wire/loyaltyManagement.ts';
import { useChange } from '../../data/useChange.ts';
import { Field } from '../../form/Field.tsx';
import type { Typed } from '../../form/Form.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';
import { ChangeForm } from './ChangeForm.tsx';
import type { LoyaltyClient } from './client.ts';
import { GroupSelect, useGroups } from './GroupSelect.tsx';

interface NewCardSheetProps {
  readonly client: LoyaltyClient;
  readonly onClose: () => void;
  readonly onMade: (card: ManagedCard & { readonly csc: string }) => void;
}

export function NewCardSheet({ client, onClose, onMade }: NewCardSheetProps) {
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
    <Sheet title={t('cards.new')} closeLabel={t('programme.close')} onClose={onClose}>
      <ChangeForm change={change} submit={t('programme.save')} onSubmit={submit} onCancel={onClose}>
        <GroupSelect groups={groups} value={group} onChange={setGroup} />
        <Field name="cardnumber" label={t('cards.number')} numeric />
      </ChangeForm>
    </Sheet>
  );
}
