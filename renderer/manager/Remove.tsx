/** The end of a thing, at the foot of its form: its name stands on the button, which is held, and what follows stands above it. */

import type { Change } from '../data/useChange.ts';
import { HoldButton } from '../parts/HoldButton.tsx';
import { Message, StatusRegion } from '../parts/Panel.tsx';
import { useFormTexts } from '../texts/pages/form.ts';

interface RemoveProps {
  /** Devices are removed, what the shop knows is deleted. */
  readonly act: 'delete' | 'remove';
  readonly name: string;
  /** Its consequence, or when it is possible. */
  readonly note?: string;
  readonly change: Pick<Change, 'busy' | 'problem'>;
  readonly onRemove: () => void;
}

export function Remove({ act, name, note, change: { busy, problem }, onRemove }: RemoveProps) {
  const { t, problem: textOf } = useFormTexts();
  return (
    <div className="grid justify-items-start gap-2 border-t border-line pt-4">
      {note && <p className="text-sm text-soft">{note}</p>}
      <StatusRegion>{problem && <Message tone="error">{textOf(problem)}</Message>}</StatusRegion>
      <HoldButton
        look="danger"
        icon="trash"
        size="normal"
        busy={busy}
        again={t(`form.${act}Yes`, { name })}
        onHeld={onRemove}
      >
        {t(`form.${act}`, { name })}
      </HoldButton>
    </div>
  );
}
