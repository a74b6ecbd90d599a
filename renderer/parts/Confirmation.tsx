/**
 * The confirmation before an action that cannot be undone. The button that cancels comes first and has the focus, so that
 * a double tap or a second Enter does no harm.
 */

import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import type { IconName } from './Icon.tsx';

export interface ConfirmationProps {
  /** The consequence of the action, where the buttons do not say it. */
  readonly text?: string;
  readonly yes: ReactNode;
  readonly no: string;
  readonly icon?: IconName;
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

export function Confirmation({ text, yes, no, icon, danger = false, busy = false, onYes, onNo }: ConfirmationProps) {
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <div className="grid gap-2">
      {text && <p className="font-medium">{text}</p>}
      <div className="flex flex-wrap gap-2">
        <Button ref={back} size="tall" busy={busy} onPress={onNo}>
          {no}
        </Button>
        <Button
          look={danger ? 'danger' : 'primary'}
          size="tall"
          busy={busy}
          onPress={onYes}
          {...(icon ? { icon } : {})}
        >
          {yes}
        </Button>
      </div>
    </div>
  );
}
