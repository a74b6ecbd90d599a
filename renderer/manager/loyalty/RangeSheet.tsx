/** The dialog that makes many cards with consecutive numbers, and shows how far it is. */
import { useState } from 'react';
import type { Batch } from '../../../main/wire/loyaltyManagement.ts';
import { useChange } from '../../data/useChange.ts';
import { Field } from '../../form/Field.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';
import { BatchProgress } from './BatchProgress.tsx';
import { ChangeForm } from './ChangeForm.tsx';
import type { LoyaltyClient } from './client.ts';
import { GroupSelect, useGroups } from './GroupSelect.tsx';
import { typedNumber } from './sectionProps.ts';

interface RangeSheetProps {
  readonly client: LoyaltyClient;
  readonly onClose: () => void;
}

export function RangeSheet({ client, onClose }: RangeSheetProps) {
  const { t } = useLoyaltyTexts();
  const change = useChange();
  const groups = useGroups(client);
  const [group, setGroup] = useState('');
  const [prefix, setPrefix] = useState('');
  const [first, setFirst] = useState('1');
  const [count, setCount] = useState('100');
  const [tried, setTried] = useState(false);
  const [batch, setBatch] = useState<Batch | null>(null);
  const [from, many] = [typedNumber(first), typedNumber(count)];
  const submit = async () => {
    setTried(true);
    if (from === null || many === null) return;
    const cardgroup = group || (groups[0]?.id ?? '');
    const order = { cardgroup, first: from, count: many, ...(prefix === '' ? {} : { prefix }) };
    const begun = await change.run(() => client.makeRange(order));
    if (begun) setBatch(begun);
  };
  const wrong = (value: number | null) => (tried && value === null ? t('programme.badNumber') : null);
  return (
    <Sheet title={t('cards.range')} closeLabel={t('programme.close')} onClose={onClose}>
      {batch ? (
        <BatchProgress client={client} begun={batch} onClose={onClose} />
      ) : (
        <ChangeForm
          change={change}
          fields={['prefix', 'first']}
          submit={t('range.make')}
          onSubmit={() => void submit()}
          onCancel={onClose}
        >
          <GroupSelect groups={groups} value={group} onChange={setGroup} />
          <Field label={t('range.prefix')} numeric value={prefix} onChange={setPrefix} error={change.fault('prefix')} />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={t('range.first')}
              numeric
              value={first}
              onChange={setFirst}
              error={wrong(from) ?? change.fault('first')}
            />
            <Field label={t('range.count')} numeric value={count} onChange={setCount} error={wrong(many)} />
          </div>
        </ChangeForm>
      )}
    </Sheet>
  );
}
