/** Calls a manager, who takes the till for a moment by PIN. Nobody signs out, and the basket stays. */

import { useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { useMenuTexts } from '../../texts/pages/menu.ts';
import { PersonSheet } from './PersonSheet.tsx';

export interface CallManagerProps {
  readonly text?: string;
  /** Called when the manager has signed in. */
  readonly onDone?: () => void;
}

export function CallManager({ text, onDone }: CallManagerProps) {
  const { session } = useApp();
  const { t } = useMenuTexts();
  const info = useStore(session, state => state.info);
  const [open, setOpen] = useState(false);
  const managers = info?.staff.filter(({ role }) => role === 'manager') ?? [];
  const close = () => setOpen(false);
  return (
    <>
      <Button icon="person" onPress={() => setOpen(true)}>
        {text ?? t('call.manager')}
      </Button>
      {open && <PersonSheet people={managers} onDone={() => onDone?.()} onClose={close} />}
    </>
  );
}
