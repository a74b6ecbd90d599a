/** The bar of the first run, and while the bridge is looked for. */

import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { useTexts } from '../../texts/context.tsx';
import { Help } from './Help.tsx';

/** Before anybody is signed in: whoever needs another language or larger contrast finds them here, also in the first run. */
export default function StartBar() {
  const { session, managerPage } = useApp();
  const { t } = useTexts();
  const hasSignIn = useStore(session, ({ state, info }) => state === 'signedOut' && info?.setup.waiting === false);
  // The screen of the sign-in has the button of the settings itself.
  if (hasSignIn)
    return (
      <header className="contents">
        <Help className="fixed end-3 top-3 z-1 bg-tonal text-ink hover:bg-tonal-hover" />
      </header>
    );
  return (
    <header className="flex items-center gap-4 bg-surface px-4 py-1">
      <p className="flex-1 text-lg font-semibold">{t('app.name')}</p>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => managerPage.setOwn(true)}
        className="touch flex items-center gap-2 rounded-control px-3 font-semibold hover:bg-tonal"
      >
        <Icon name="person" />
        {t('menu.open')}
      </button>
      <Help className="hover:bg-tonal" />
    </header>
  );
}
