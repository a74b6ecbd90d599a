/** A dialog over the screen, closed with Escape or its button. It keeps the focus inside and returns it when it closes. */

import { createContext, type ReactNode, useContext } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import type { ManualPageId } from '../../main/wire/manual.ts';
import { useApp } from '../app/context.tsx';
import { useFocusBack } from '../app/focusBack.ts';
import { DIALOG, MANUAL } from '../app/openDialogs.ts';
import { useHelpTexts } from '../texts/pages/help.ts';
import { Button } from './Button.tsx';

/** The page of the manual for the dialogs below; null in the back office, which has no manual. */
export const ManualPlace = createContext<ManualPageId | null>(null);

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
  /** Its page of the manual; otherwise that of the page around it. */
  readonly manual?: ManualPageId;
  /** Beside the title, as far as there is room. */
  readonly aside?: ReactNode;
  /** It is the manual itself. */
  readonly isManual?: boolean;
  readonly children: ReactNode;
}

export function Sheet({ title, closeLabel, onClose, children, ...looks }: SheetProps) {
  const { wide = false, stays = false, grows = false, place = 'middle', isManual = false } = looks;
  const around = useContext(ManualPlace);
  const manual = isManual ? null : (looks.manual ?? around);
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
        <Dialog
          className={`${DIALOG} p-5 outline-none max-sm:p-4 short:p-4 ${isManual ? MANUAL : ''}`}
          {...(manual ? { 'data-manual': manual } : {})}
        >
          <div className="mb-3 flex items-center justify-between gap-2 short:mb-2">
            <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
              <Heading slot="title" className="text-xl font-semibold wrap-anywhere">
                {title}
              </Heading>
              {looks.aside}
            </div>
            {manual && <ManualButton page={manual} />}
            <Button look="quiet" size="icon" icon="cross" label={closeLabel} onPress={onClose} />
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function ManualButton({ page }: { readonly page: ManualPageId }) {
  const { managerPage } = useApp();
  const { t } = useHelpTexts();
  return (
    <Button
      look="quiet"
      size="icon"
      icon="question"
      label={t('help.open')}
      onPress={() => managerPage.showManual(page)}
    />
  );
}
