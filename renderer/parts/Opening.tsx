/** A button that says what is chosen, and opens below itself what there is to choose: a filter, a span of days. */

import { type CSSProperties, type ReactNode, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { DIALOG } from '../app/openDialogs.ts';
import { Button } from './Button.tsx';
import type { IconName } from './Icon.tsx';

interface OpeningProps {
  /** The subject: the name of the part that opens, and of the button where nothing is chosen. */
  readonly label: string;
  /** The choice in words; null where there is none. */
  readonly chosen: string | null;
  /** The choice narrows what is shown, so it stands out. */
  readonly stands?: boolean;
  readonly icon?: IconName;
  readonly children: (close: () => void) => ReactNode;
}

export function Opening({ label, chosen, stands = chosen !== null, icon, children }: OpeningProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        ref={button}
        label={chosen === null ? label : `${label}: ${chosen}`}
        expanded={isOpen}
        className={stands ? 'bg-action-tint! text-action-ink!' : ''}
        onPress={() => setOpen(!isOpen)}
        {...(icon ? { icon } : {})}
      >
        <span className="min-w-0 truncate">{chosen ?? label}</span>
        <Down />
      </Button>
      <ModalOverlay isOpen={isOpen} isDismissable onOpenChange={setOpen} className="fixed inset-0 z-10 print:hidden">
        <Modal
          style={isOpen ? placeBelow(button.current) : {}}
          className="fixed w-max max-w-[min(24rem,calc(100vw-1rem))] overflow-y-auto rounded-sheet border border-(--fill-edge) bg-surface text-ink shadow-sheet"
        >
          <Dialog
            aria-label={label}
            className={`${DIALOG} grid min-w-60 grid-cols-[minmax(0,1fr)] gap-3 p-3 outline-none`}
          >
            {children(() => setOpen(false))}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </>
  );
}

/**
 * Below the button as far as there is room for half a screen, and inside the window. A popover of the library would do the same, and
 * add to the first screen.
 */
function placeBelow(button: HTMLElement | null): CSSProperties {
  const { bottom = 0, left = 0 } = button?.getBoundingClientRect() ?? {};
  const top = Math.min(bottom + 8, innerHeight / 2);
  return {
    top,
    left: `max(0.5rem, min(${left}px, 100vw - 24.5rem))`,
    maxHeight: `calc(100dvh - ${top}px - 0.5rem)`,
  };
}

/** The first screen has no use for it, so it does not stand among the icons. */
const Down = () => (
  <svg aria-hidden="true" width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2">
    <path d="M6 9l6 6 6-6" />
  </svg>
);

interface OpeningChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  /** The value that narrows nothing: the button has the label then. */
  readonly whole?: Value;
  readonly icon?: IconName;
  readonly onChange: (value: Value) => void;
}

/** One of a list, a row each. */
export function OpeningChoice<Value extends string>(props: OpeningChoiceProps<Value>) {
  const { label, value, options, whole, icon, onChange } = props;
  const chosen = value === whole ? null : (options.find(option => option.value === value)?.text ?? value);
  return (
    <Opening label={label} chosen={chosen} stands={whole !== undefined && chosen !== null} {...(icon ? { icon } : {})}>
      {close => (
        <ul className="grid gap-1">
          {options.map(option => (
            <li key={option.value}>
              <Button
                look="segment"
                size="row"
                pressed={option.value === value}
                onPress={() => {
                  onChange(option.value);
                  close();
                }}
              >
                {option.text}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Opening>
  );
}
