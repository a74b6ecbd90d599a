/**
 * The confirmation before an action that cannot be undone. The button that cancels comes first and has the focus, so that
 * a double tap or a second Enter does no harm.
 */

import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { HoldButton } from './HoldButton.tsx';
import type { IconName } from './Icon.tsx';

export interface ConfirmationProps {
  /** The consequence of the action, where the buttons do not say it. */
  readonly text?: string;
  readonly yes: ReactNode;
  readonly no: string;
  readonly icon?: IconName;
  readonly danger?: boolean;
  /** For what nothing brings back: the button is held, or pressed a second time with these words. */
  readonly held?: string;
  readonly busy?: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

export function Confirmation(props: ConfirmationProps) {
  const { text, yes, no, icon, danger = false, held, busy = false, onYes, onNo } = props;
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <div className="grid gap-2">
      {text && <p className="font-medium">{text}</p>}
      <div className="flex flex-wrap gap-2">
        <Button ref={back} size="tall" busy={busy} onPress={onNo}>
          {no}
        </Button>
        {held === undefined ? (
          <Button
            look={danger ? 'danger' : 'primary'}
            size="tall"
            busy={busy}
            onPress={onYes}
            {...(icon ? { icon } : {})}
          >
            {yes}
          </Button>
        ) : (
          <HoldButton look="danger" busy={busy} again={held} onHeld={onYes} {...(icon ? { icon } : {})}>
            {yes}
          </HoldButton>
        )}
      </div>
    </div>
  );
}
