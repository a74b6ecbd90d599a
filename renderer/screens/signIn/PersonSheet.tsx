/** The dialog in which another person takes the till: the person and the PIN. */

import { useEffect, useState } from 'react';
import type { ScreenInfo } from '../../../main/wire/screen.ts';
import { useApp } from '../../app/context.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Message } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { useMenuTexts } from '../../texts/pages/menu.ts';
import { PinForm } from './Login.tsx';

export interface PersonSheetProps {
  readonly people: ScreenInfo['staff'];
  readonly onDone?: () => void;
  readonly onClose: () => void;
}

export function PersonSheet({ people, onDone, onClose }: PersonSheetProps) {
  const { session } = useApp();
  const { t } = useMenuTexts();
  const [name, setName] = useState(people[0]?.username ?? '');
  const person = people.find(({ username }) => username === name);
  // Removes the problem of an earlier sign-in.
  useEffect(() => session.setProblem(null), [session]);
  const done = () => {
    onClose();
    onDone?.();
  };
  return (
    <Sheet manual="sign-in" title={t('call.who')} closeLabel={t('common.close')} onClose={onClose}>
      {people.length > 1 && (
        <Choice
          label={t('login.who')}
          value={name}
          options={people.map(one => ({ value: one.username, text: one.name }))}
          onChange={setName}
        />
      )}
      {person ? (
        <PinForm key={person.username} staff={person} onSignedIn={done} />
      ) : (
        <Message tone="warn">{t('login.noStaff')}</Message>
      )}
    </Sheet>
  );
}
