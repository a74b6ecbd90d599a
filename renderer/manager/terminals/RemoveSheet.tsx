/** The dialog that removes a terminal, after a confirmation. */

import { useStore } from 'zustand';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { useManagerTexts } from '../../texts/pages/manager.ts';
import type { TerminalSheetProps } from './ChangeSheet.tsx';

export function RemoveSheet({ terminal, store, onClose }: TerminalSheetProps) {
  const { t, problem: textOf } = useManagerTexts();
  const { busy, problem } = useStore(store);
  const remove = async () => {
    if (await store.remove(terminal.device)) onClose();
  };
  return (
    <Sheet title={t('terminals.remove')} closeLabel={t('common.close')} onClose={() => busy === 'remove' || onClose()}>
      <div className="grid gap-4">
        <StatusRegion>{problem && <Message tone="error">{textOf(problem)}</Message>}</StatusRegion>
        <Confirmation
          danger
          icon="trash"
          text={t('terminals.removeSure', { name: terminal.description })}
          no={t('terminals.removeNo')}
          yes={t('terminals.removeYes')}
          busy={busy !== null}
          onNo={onClose}
          onYes={() => void remove()}
        />
      </div>
    </Sheet>
  );
}
