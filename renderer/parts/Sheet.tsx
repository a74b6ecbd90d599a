/** A dialog over the screen, closed with Escape or its button. It keeps the focus inside and returns it when it closes. */

import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useFocusBack } from '../app/focusBack.ts';
import { Button } from './Button.tsx';

const PLACES = {
  middle: '',
  stage: 'lg:justify-items-start lg:ps-24 left-hand:lg:justify-items-end left-hand:lg:ps-2',
  ticket: 'lg:justify-items-end left-hand:lg:justify-items-start',
} as const;

export interface SheetProps {
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly wide?: boolean;
  /** Only its buttons close it: its content would be lost. */
  readonly stays?: boolean;
  /** It hangs from the top, so that nothing moves under a finger while its content grows. */
  readonly grows?: boolean;
  /** Where there is room it lies over the stage, and leaves the ticket with its sum in sight, or over the ticket. */
  readonly place?: keyof typeof PLACES;
  readonly children: ReactNode;
}

export function Sheet({ title, closeLabel, onClose, children, ...looks }: SheetProps) {
  const { wide = false, stays = false, grows = false, place = 'middle' } = looks;
  useFocusBack();
  return (
    <ModalOverlay
      isOpen
      isDismissable={!stays}
      isKeyboardDismissDisabled={stays}
      onOpenChange={open => open || onClose()}
      className={`fixed inset-0 z-10 grid justify-items-center overflow-y-auto scroll-pb-44 bg-scrim p-2 print:hidden ${grows ? 'items-start' : 'items-center'} ${PLACES[place]}`}
    >
      <Modal
        className={`w-full animate-rise rounded-sheet border border-(--fill-edge) bg-surface text-ink shadow-sheet ${wide ? 'max-w-4xl' : place === 'ticket' ? 'max-w-2xl lg:max-w-[var(--ticket)]' : 'max-w-2xl'}`}
      >
        <Dialog className="p-5 outline-none max-sm:p-4">
          <div className="mb-3 flex items-center justify-between gap-4">
            <Heading slot="title" className="text-xl font-semibold wrap-anywhere">
              {title}
            </Heading>
            <Button look="quiet" size="icon" icon="cross" label={closeLabel} onPress={onClose} />
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
