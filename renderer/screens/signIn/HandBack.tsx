/** Returns the till to the person who called the manager. */

import { useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { useMenuTexts } from '../../texts/pages/menu.ts';
import { PersonSheet } from './PersonSheet.tsx';

export default function HandBack() {
  const { session } = useApp();
  const { t } = useMenuTexts();
  const info = useStore(session, state => state.info);
  const calledBy = useStore(session, state => state.calledBy);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('call.back')}</Button>
      {open && (
        <PersonSheet
          people={info?.staff.filter(({ username }) => username === calledBy) ?? []}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
