/** The first manager, with a PIN. */

import { useState } from 'react';
import { Field } from '../form/Field.tsx';
import { useNumberWord } from '../parts/NumberEntry.tsx';
import { digitsForm } from '../texts/number.ts';
import { useSetupTexts } from '../texts/pages/setup.ts';
import { OtherFaults, StepForm, type StepProps, useErrors } from './StepForm.tsx';

const PIN = digitsForm(12);

export function ManagerStep({ store }: StepProps) {
  const { t } = useSetupTexts();
  const [before, ...others] = store.draft().people ?? [];
  const [name, setName] = useState(before?.name ?? '');
  const [username, setUsername] = useState(before?.username ?? '');
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [isSent, setSent] = useState(false);
  const errorAt = useErrors(store);
  const pinWord = useNumberWord(pin, PIN);
  const proposed = username === '' ? proposedName(name) : username;
  // The bridge keeps a PIN by the user name; under another one it is asked for anew.
  const hasPin = before !== undefined && before.username === proposed;
  const own = {
    name: name.trim() === '' ? t('setup.required') : null,
    username: proposed === '' ? t('setup.required') : null,
    pin: pin === '' && !hasPin ? t('setup.manager.noPin') : pinWord,
    again: pin !== again ? t('setup.manager.different') : null,
  };
  const textOf = (member: keyof typeof own) => (isSent ? own[member] : null) ?? errorAt(`people[0].${member}`);
  const submit = async () => {
    setSent(true);
    if (Object.values(own).some(sentence => sentence !== null)) return;
    const manager = { username: proposed, name: name.trim(), role: 'manager', ...(pin === '' ? {} : { pin }) };
    if (await store.keep({ people: [manager, ...others] })) store.next();
  };
  return (
    <StepForm store={store} onSubmit={() => void submit()}>
      <p>{t('setup.manager.intro')}</p>
      <OtherFaults store={store} paths={['people[0].name', 'people[0].username', 'people[0].pin']} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          focused
          label={t('setup.manager.name')}
          value={name}
          onChange={setName}
          maxLength={100}
          error={textOf('name')}
        />
        <Field
          label={t('setup.manager.username')}
          help={t('setup.manager.usernameHelp')}
          value={proposed}
          onChange={setUsername}
          maxLength={200}
          error={textOf('username')}
        />
        <Field
          type="password"
          numeric
          label={t('setup.manager.pin')}
          help={t(hasPin ? 'setup.manager.pinKept' : 'setup.manager.pinHelp')}
          value={pin}
          form={PIN}
          onChange={setPin}
          maxLength={12}
          error={textOf('pin')}
        />
        <Field
          type="password"
          numeric
          label={t('setup.manager.again')}
          value={again}
          form={PIN}
          onChange={setAgain}
          maxLength={12}
          error={textOf('again')}
        />
      </div>
    </StepForm>
  );
}

/** The first name in small letters. */
const proposedName = (name: string): string => (name.trim().split(/\s+/)[0] ?? '').toLowerCase();
