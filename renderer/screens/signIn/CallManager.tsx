/** A manager takes the till for a moment by PIN, without anybody signing out: the basket stays where it is. */

import { lazy, Suspense, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { useTexts } from '../../texts/context.tsx';

const PersonSheet = lazy(() => import('./PersonSheet.tsx'));

export interface CallManagerProps {
  readonly text?: string;
  /** What is to be done once the manager is there. */
  readonly onDone?: () => void;
}

export function CallManager({ text, onDone }: CallManagerProps) {
  const { session } = useApp();
  const { t } = useTexts();
  const info = useStore(session, state => state.info);
  const [open, setOpen] = useState(false);
  const managers = info?.staff.filter(({ role }) => role === 'manager') ?? [];
  const close = () => setOpen(false);
  return (
    <>
      <Button icon="person" onPress={() => setOpen(true)}>
        {text ?? t('call.manager')}
      </Button>
      {open && (
        <Suspense>
          <PersonSheet people={managers} onDone={() => onDone?.()} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** While somebody who was called has the till: the way back to who called. */
export function HandBack() {
  const { session } = useApp();
  const { t } = useTexts();
  const info = useStore(session, state => state.info);
  const calledBy = useStore(session, state => state.calledBy);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('call.back')}</Button>
      {open && (
        <Suspense>
          <PersonSheet
            people={info?.staff.filter(({ username }) => username === calledBy) ?? []}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
