/** The way into the manual: F1 anywhere, and a button in the bar. The manual lies over the screen, which stays as it is. */

import { Suspense } from 'react';
import { useStore } from 'zustand';
import type { ManualPageId } from '../../../main/wire/manual.ts';
import { useApp } from '../../app/context.tsx';
import { useKeys } from '../../app/keys.ts';
import { Icon } from '../../parts/Icon.tsx';
import { laterPart } from '../../parts/laterPart.tsx';
import { visiblePage } from '../../stores/managerPage.ts';
import { screenOf } from '../../stores/till.ts';
import { useHelpTexts } from '../../texts/pages/help.ts';
import { MANUAL_OF_PAGE, MANUAL_OF_SCREEN, manualOfStart } from './manualPlaces.ts';
import { railItem } from './railItem.ts';

const ManualSheet = laterPart(() => import('./ManualSheet.tsx'));

/** `className`: where it stands. */
export function Help({
  className = 'hover:bg-rail-hover max-sm:ms-auto max-sm:px-3 sm:w-full',
}: {
  readonly className?: string;
}) {
  const { managerPage } = useApp();
  const { t } = useHelpTexts();
  const here = useManualOfScreen();
  const open = useStore(managerPage, state => state.manual);
  useKeys([['F1', () => managerPage.showManual(manualOfPlace() ?? here)]], 'everywhere');
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${t('help.open')}: ${t('help.openLong')}`}
        onClick={() => managerPage.showManual(here)}
        // On a phone the sale needs the height: its way into the manual is the dialog behind "Mehr".
        className={`${railItem} ${className} ${here === 'sell' ? 'max-sm:hidden' : ''}`}
      >
        <Icon name="question" size={20} />
        {t('help.open')}
      </button>
      {open && (
        <Suspense>
          <ManualSheet page={open} />
        </Suspense>
      )}
    </>
  );
}

/** Page of the manual for what is in front, dialogs aside. */
function useManualOfScreen() {
  const { managerPage, session, till } = useApp();
  const screen = useStore(till, screenOf);
  const page = useStore(managerPage, state => visiblePage(state, screen));
  const isSignedIn = useStore(session, state => state.user !== null);
  const isWaiting = useStore(session, ({ info }) => info?.setup.waiting === true);
  if (!isSignedIn) return manualOfStart(isWaiting);
  return page ? MANUAL_OF_PAGE[page] : MANUAL_OF_SCREEN[screen];
}

/** Page of the dialog in front, or of the form beside a list; null where none is open. */
const manualOfPlace = () => {
  const places = document.querySelectorAll<HTMLElement>('[data-manual]');
  return (places[places.length - 1]?.dataset.manual ?? null) as ManualPageId | null;
};
