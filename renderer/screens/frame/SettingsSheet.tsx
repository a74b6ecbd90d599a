/** The settings: language, appearance, sounds, scanner, pages of the manager, signing out, and the end of the program. */

// The pages are opened from here, also by somebody who comes while the bridge is away.
import '../../styles/pages.css';
import { Suspense, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { mayOpen } from '../../../main/wire/screenPages.ts';
import { useApp } from '../../app/context.tsx';
import { desktopWindowOf } from '../../app/desktopWindow.ts';
import { Button } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import type { IconName } from '../../parts/Icon.tsx';
import { laterPart } from '../../parts/laterPart.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { slowestPace } from '../../scan/slowScan.ts';
import { canOpenPage, type Page } from '../../stores/managerPage.ts';
import type { Theme } from '../../stores/settings.ts';
import { screenOf } from '../../stores/till.ts';
import { useMenuTexts } from '../../texts/pages/menu.ts';
import { ChangePinSheet } from '../signIn/ChangePinSheet.tsx';
import { TerminalLink } from './TrainingBanner.tsx';

const DisplayCode = laterPart(() => import('../../parts/DisplayCode.tsx'));
const Practice = laterPart(() => import('./Practice.tsx'));

interface CloseProps {
  readonly onClose: () => void;
}

export default function SettingsSheet({ onClose }: CloseProps) {
  const { session } = useApp();
  const { t } = useMenuTexts();
  const user = useStore(session, state => state.user);
  const version = useStore(session, state => state.info?.version ?? '');
  const terminalPage = useStore(session, state => state.info?.terminalPage ?? null);
  const isTraining = useStore(session, state => state.info?.training === true);
  return (
    <Sheet title={t('menu.title')} closeLabel={t('common.close')} onClose={onClose}>
      <div className="grid gap-5">
        <Appearance />
        <Scanner />
        <Pages title={t('menu.pages')} pages={PAGES} onClose={onClose} />
        <Pages title={t('menu.manager')} pages={MANAGER_PAGES} onClose={onClose} />
        {user && isTraining && (
          <Suspense>
            <Practice onBegin={onClose} />
          </Suspense>
        )}
        {terminalPage && (
          <div className="border-t border-line pt-4">
            <TerminalLink page={terminalPage} />
          </div>
        )}
        {user && (
          <div className="border-t border-line pt-4">
            <Suspense>
              <DisplayCode />
            </Suspense>
          </div>
        )}
        {user && <SignOut name={user.name} onClose={onClose} />}
        <Quit onClose={onClose} />
        <p className="text-sm text-soft">{t('menu.version', { version })}</p>
      </div>
    </Sheet>
  );
}

function Appearance() {
  const { settings } = useApp();
  const { t } = useMenuTexts();
  const { language, theme, contrast, hand, sound } = useStore(settings);
  return (
    <>
      <Choice
        label={t('menu.language')}
        value={language}
        options={LANGUAGES}
        onChange={value => settings.set({ language: value })}
      />
      <Choice
        label={t('menu.theme')}
        value={theme}
        options={THEMES.map(value => ({ value, text: t(`menu.theme.${value}`) }))}
        onChange={value => settings.set({ theme: value })}
      />
      <Choice
        label={t('menu.contrast')}
        value={contrast}
        options={(['system', 'high'] as const).map(value => ({ value, text: t(`menu.contrast.${value}`) }))}
        onChange={value => settings.set({ contrast: value })}
      />
      <Choice
        label={t('menu.hand')}
        value={hand}
        options={(['right', 'left'] as const).map(value => ({ value, text: t(`menu.hand.${value}`) }))}
        onChange={value => settings.set({ hand: value })}
      />
      <Choice
        label={t('menu.sound')}
        value={sound ? 'on' : 'off'}
        options={[
          { value: 'on', text: t('menu.soundOn') },
          { value: 'off', text: t('menu.soundOff') },
        ]}
        onChange={value => settings.set({ sound: value === 'on' })}
      />
    </>
  );
}

/** The pace of the scanner at this till, taught by a scan. */
function Scanner() {
  const { scanner, settings } = useApp();
  const { t } = useMenuTexts();
  const teaching = useStore(scanner, state => state.teaching);
  const taught = useStore(settings, state => state.scannerGap);
  const gap = scanner.options()?.gap ?? 0;
  useEffect(() => scanner.endTeaching, [scanner]);
  return (
    <section aria-label={t('scanner.title')} className="grid gap-1">
      <span aria-hidden="true" className="text-sm text-soft">
        {t('scanner.title')}
      </span>
      <div className="flex flex-wrap items-center gap-2">
        <Button pressed={teaching?.state === 'waiting'} onPress={scanner.teach}>
          {t('scanner.teach')}
        </Button>
        {taught !== null && <Button onPress={scanner.forget}>{t('scanner.forget')}</Button>}
        <span className="figures text-sm text-soft">{t('scanner.gap', { gap })}</span>
      </div>
      <p role="status" className="font-medium empty:hidden">
        {teaching && t(`scanner.${teaching.state}`, { pace: teaching.pace, most: slowestPace })}
      </p>
    </section>
  );
}

interface PagesProps extends CloseProps {
  readonly title: string;
  readonly pages: readonly { readonly page: keyof typeof TITLES; readonly icon: IconName }[];
}

function Pages({ title, pages, onClose }: PagesProps) {
  const { managerPage, session, till } = useApp();
  const { t } = useMenuTexts();
  const user = useStore(session, state => state.user);
  const canOpen = useStore(till, state => canOpenPage(screenOf(state)));
  const own = pages.filter(({ page }) => mayOpen(user, page));
  if (own.length === 0) return null;
  return (
    <nav aria-label={title} className="grid gap-2 border-t border-line pt-4">
      <h3 className="text-sm text-soft">{title}</h3>
      <div className="flex flex-wrap gap-2">
        {own.map(({ page, icon }) => (
          // `busy` instead of `disabled`, so that a screen reader still reaches the button and its reason.
          <Button
            key={page}
            icon={icon}
            busy={!canOpen}
            describedBy={canOpen ? undefined : 'menu-why'}
            onPress={() => {
              onClose();
              managerPage.go(page);
            }}
          >
            {t(TITLES[page])}
          </Button>
        ))}
      </div>
      {!canOpen && (
        <p id="menu-why" className="text-sm">
          {t('menu.afterPayment')}
        </p>
      )}
    </nav>
  );
}

function SignOut({ name, onClose }: CloseProps & { readonly name: string }) {
  const { signOut } = useApp();
  const { t } = useMenuTexts();
  const [changing, setChanging] = useState(false);
  const leave = () => {
    onClose();
    void signOut();
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <p className="flex-1">{t('menu.signedInAs', { name })}</p>
      <Button onPress={() => setChanging(true)}>{t('menu.changePin')}</Button>
      <Button onPress={leave}>{t('menu.signOut')}</Button>
      {changing && <ChangePinSheet onClose={() => setChanging(false)} />}
    </div>
  );
}

/** Ends the program; only in the desktop window. */
function Quit({ onClose }: CloseProps) {
  const { quit } = useApp();
  const { t } = useMenuTexts();
  const desktopWindow = desktopWindowOf(window);
  if (!desktopWindow) return null;
  const leave = () => {
    onClose();
    void quit(desktopWindow);
  };
  return (
    <div className="flex justify-end border-t border-line pt-4">
      <Button onPress={leave}>{t('menu.quit')}</Button>
    </div>
  );
}

/** A language has its own name, so that everybody who needs it can read it. */
const LANGUAGES = [
  { value: 'de', text: 'Deutsch' },
  { value: 'en', text: 'English' },
] as const;

/** Pages for everybody who is signed in. */
const PAGES = [
  { page: 'sales', icon: 'receipt' },
  { page: 'cash', icon: 'cash' },
  { page: 'closing', icon: 'check' },
] as const;

const MANAGER_PAGES = [
  { page: 'dayEnd', icon: 'card' },
  { page: 'terminals', icon: 'terminal' },
  { page: 'printers', icon: 'print' },
  { page: 'queue', icon: 'cloud' },
  { page: 'reports', icon: 'chart' },
  { page: 'loyalty', icon: 'heart' },
  { page: 'people', icon: 'person' },
  { page: 'audit', icon: 'lock' },
  { page: 'doubts', icon: 'clock' },
  { page: 'articles', icon: 'tag' },
  { page: 'shop', icon: 'home' },
] as const satisfies readonly { readonly page: Page; readonly icon: IconName }[];

const TITLES = {
  sales: 'menu.sales',
  cash: 'menu.cash',
  closing: 'menu.closing',
  dayEnd: 'menu.dayEnd',
  terminals: 'menu.terminals',
  printers: 'menu.printers',
  queue: 'menu.queue',
  reports: 'menu.reports',
  loyalty: 'menu.loyalty',
  people: 'menu.people',
  audit: 'menu.audit',
  doubts: 'menu.doubts',
  articles: 'menu.articles',
  shop: 'menu.shop',
} as const satisfies Partial<Record<Page, `menu.${string}`>>;

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
