/** The dialog that makes one card. */
import { useState } from 'react';
import type { ManagedCard } from '../../../main/wire/loyaltyManagement.ts';
import { useChange } from '../../data/useChange.ts';
import { Field } from '../../form/Field.tsx';
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
  const [number, setNumber] = useState('');
  const submit = async () => {
    const cardgroup = group || (groups[0]?.id ?? '');
    const cardnumber = number.replaceAll(' ', '');
    const card = await change.run(() => client.makeCard({ cardgroup, ...(cardnumber === '' ? {} : { cardnumber }) }));
    if (card) onMade(card);
  };
  return (
    <Sheet title={t('cards.new')} closeLabel={t('programme.close')} onClose={onClose}>
      <ChangeForm
        change={change}
        fields={['cardnumber']}
        submit={t('programme.save')}
        onSubmit={() => void submit()}
        onCancel={onClose}
      >
        <GroupSelect groups={groups} value={group} onChange={setGroup} />
        <Field
          label={t('cards.number')}
          numeric
          value={number}
          onChange={setNumber}
          error={change.fault('cardnumber')}
        />
      </ChangeForm>
    </Sheet>
  );
}
