/** The frame around every page: navigation, language, appearance and signing out. */

import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Button, buttonClass } from '../parts/Button.tsx';
import { Choice } from '../parts/Choice.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Message, StatusRegion } from '../parts/Panel.tsx';
import { Sheet } from '../parts/Sheet.tsx';
import { formatTimeIn } from '../report/figures.ts';
import type { Theme } from '../stores/settings.ts';
import { useMenuTexts } from '../texts/pages/menu.ts';
import { useOfficeTexts } from '../texts/pages/office.ts';
import { useFormats, useMe, useOffice } from './context.tsx';
import { type PageName, pageNames, pages } from './pages.ts';

interface FrameProps {
  readonly current: PageName | null;
  readonly children: ReactNode;
}

export function Frame({ current, children }: FrameProps) {
  const { t } = useOfficeTexts();
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] print:block">
      <a
        href="#content"
        className="touch sr-only items-center bg-surface px-4 focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-10 focus:flex"
      >
        {t('office.skip')}
      </a>
      <Side current={current} />
      <main
        id="content"
        tabIndex={-1}
        className="grid w-full max-w-7xl grid-cols-[minmax(0,1fr)] content-start gap-5 p-4 outline-none lg:p-6"
      >
        <Away />
        {children}
      </main>
    </div>
  );
}

/** Says that nothing on the page is newer than this moment, and goes by itself. */
function Away() {
  const { presence } = useOffice();
  const { t, language } = useOfficeTexts();
  const { zone } = useFormats();
  const awaySince = useStore(presence, state => state.awaySince);
  useEffect(() => presence.watch(), [presence]);
  const since = awaySince === null ? null : formatTimeIn(new Date(awaySince).toISOString(), { language, zone });
  return (
    <StatusRegion>{since !== null && <Message tone="warn">{t('office.away', { time: since })}</Message>}</StatusRegion>
  );
}

function Side({ current }: Pick<FrameProps, 'current'>) {
  const { address } = useOffice();
  const { t } = useOfficeTexts();
  const { merchant, name } = useMe();
  const [open, setOpen] = useState(false);
  const [settings, setSettings] = useState(false);
  // On a narrow screen the menu closes when its page opens.
  useEffect(() => address.subscribe(() => setOpen(false)), [address]);
  return (
    <header className="bg-rail text-rail-ink lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:overflow-y-auto print:hidden">
      <div className="flex items-center justify-between gap-2 px-4 py-2 lg:py-4">
        <p className="min-w-0 font-semibold text-white wrap-anywhere">
          {merchant.name}
          <span className="block text-sm font-normal">{t('office.name')}</span>
        </p>
        <Button look="rail" className="lg:hidden" expanded={open} onPress={() => setOpen(!open)}>
          {t('office.menu')}
        </Button>
      </div>
      <div className={`flex-1 flex-col justify-between gap-4 p-2 lg:flex ${open ? 'flex' : 'hidden'}`}>
        <PageLinks current={current} />
        <Button look="rail" icon="person" className="justify-start" onPress={() => setSettings(true)}>
          <span className="min-w-0 truncate">{name}</span>
        </Button>
      </div>
      {settings && <Settings onClose={() => setSettings(false)} />}
    </header>
  );
}

function PageLinks({ current }: Pick<FrameProps, 'current'>) {
  const { t } = useOfficeTexts();
  const { role } = useMe();
  return (
    <nav aria-label={t('office.nav')}>
      <ul className="grid gap-1">
        {pageNames
          .filter(page => page !== 'account' && pages[page].roles.some(one => one === role))
          .map(page => (
            <li key={page}>
              <a
                href={pages[page].path}
                aria-current={page === current ? 'page' : undefined}
                className="touch flex items-center gap-3 rounded-control px-3 font-semibold hover:bg-rail-hover aria-[current]:bg-white aria-[current]:text-rail forced-colors:aria-[current]:border-2"
              >
                <Icon name={pages[page].icon} />
                {t(`office.nav.${page}`)}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  );
}

function Settings({ onClose }: { readonly onClose: () => void }) {
  const { settings, session } = useOffice();
  const { t } = useOfficeTexts();
  const { t: menuText } = useMenuTexts();
  const { language, theme } = useStore(settings);
  const { name, username } = useMe();
  return (
    <Sheet title={name} closeLabel={t('office.close')} onClose={onClose}>
      <div className="grid gap-5">
        <p className="text-soft wrap-anywhere">{username}</p>
        <Choice
          label={menuText('menu.language')}
          value={language}
          options={languageNames}
          onChange={value => settings.set({ language: value })}
        />
        <Choice
          label={menuText('menu.theme')}
          value={theme}
          options={THEMES.map(value => ({ value, text: menuText(`menu.theme.${value}`) }))}
          onChange={value => settings.set({ theme: value })}
        />
        <a href={pages.account.path} className={`${buttonClass({})} no-underline`} onClick={onClose}>
          {t('account.link')}
        </a>
        <Button onPress={() => void session.signOut()}>{t('office.signOut')}</Button>
      </div>
    </Sheet>
  );
}

/** A language has its own name, so that everybody who needs it can read it. */
export const languageNames = [
  { value: 'de', text: 'Deutsch' },
  { value: 'en', text: 'English' },
] as const;

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
