/** Loyalty cards of the shop, and the first of them. */

import { useState } from 'react';
import { Field } from '../form/Field.tsx';
import { Button } from '../parts/Button.tsx';
import { Choice } from '../parts/Choice.tsx';
import { useSetupTexts } from '../texts/pages/setup.ts';
import { OtherFaults, StepForm, type StepProps, useErrors } from './StepForm.tsx';

export function LoyaltyStep({ store }: StepProps) {
  const { t } = useSetupTexts();
  const { loyalty = true, cards } = store.draft();
  const [before, ...others] = Array.isArray(cards) ? cards : [];
  const [isOn, setOn] = useState(loyalty);
  const [number, setNumber] = useState(before?.cardnumber ?? '');
  const [cash, setCash] = useState(String(before?.cash ?? ''));
  const errorAt = useErrors(store);
  const errorOf = (member: string) => errorAt(`cards[0], ${member}`) ?? errorAt(`cards[0].${member}`);
  const submit = async () => {
    const cardnumber = number.replaceAll(' ', '');
    const card = { cardnumber, ...(cash.trim() === '' ? {} : { cash: cash.trim() }) };
    const list = !isOn || cardnumber === '' ? others : [card, ...others];
    if (await store.keep({ loyalty: isOn, cards: list.length > 0 ? list : null })) store.next();
  };
  const paths = ['cardnumber', 'cash'].flatMap(member => [`cards[0], ${member}`, `cards[0].${member}`]);
  return (
    <StepForm store={store} onSubmit={() => void submit()}>
      <Choice
        label={t('setup.loyalty.on')}
        value={isOn ? 'yes' : 'no'}
        options={[
          { value: 'yes', text: t('setup.loyalty.yes') },
          { value: 'no', text: t('setup.loyalty.no') },
        ]}
        onChange={value => setOn(value === 'yes')}
      />
      <OtherFaults store={store} paths={paths} />
      {isOn && (
        <>
          <p>{t('setup.loyalty.intro')}</p>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              numeric
              label={t('setup.loyalty.number')}
              scannable
              help={t('setup.loyalty.numberHelp')}
              value={number}
              onChange={setNumber}
              maxLength={40}
              error={errorOf('cardnumber')}
            />
            <Field
              decimal
              label={t('setup.loyalty.cash')}
              value={cash}
              onChange={setCash}
              maxLength={12}
              error={errorOf('cash')}
            />
          </div>
          <div>
            <Button icon="card" onPress={() => setNumber(madeNumber())}>
              {t('setup.loyalty.make')}
            </Button>
          </div>
        </>
      )}
    </StepForm>
  );
}

/** Sixteen digits with the first ones of own cards; a number that nobody guesses from another one. */
function madeNumber(): string {
  const digits = [...crypto.getRandomValues(new Uint8Array(12))].map(byte => byte % 10);
  return `9280${digits.join('')}`;
}
