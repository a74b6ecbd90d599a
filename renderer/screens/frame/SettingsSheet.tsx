/** The settings of a person: locking, changing and signing out, language, appearance, sounds, scanner, and the end of the program. */

import { Suspense, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import type { ScreenInfo } from '../../../main/wire/screen.ts';
import { useApp } from '../../app/context.tsx';
import { desktopWindowOf } from '../../app/desktopWindow.ts';
import { Button, buttonClass } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { laterPart } from '../../parts/laterPart.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { slowestPace } from '../../scan/slowScan.ts';
import { paceOf } from '../../scan/teaching.ts';
import type { SessionState } from '../../stores/session.ts';
import type { Theme } from '../../stores/settings.ts';
import { useMenuTexts } from '../../texts/pages/menu.ts';
import { ChangePinSheet } from '../signIn/ChangePinSheet.tsx';
import { PersonSheet } from '../signIn/PersonSheet.tsx';
import { useScanStrokes } from './useScanStrokes.ts';

const DisplayCode = laterPart(() => import('../../parts/DisplayCode.tsx'));
const ScannerSheet = laterPart(() => import('./ScannerSheet.tsx'));
const SessionsSheet = laterPart(() => import('../signIn/Sessions.tsx'));
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
    <Sheet manual="sign-in" title={t('menu.title')} closeLabel={t('common.close')} onClose={onClose}>
      <div className="grid gap-5">
        {user && <Person name={user.name} onClose={onClose} />}
        <Appearance />
        <Scanner />
        {user && isTraining && (
          <Suspense>
            <Practice onBegin={onClose} />
          </Suspense>
        )}
        {terminalPage && (
          <a
            href={terminalPage}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ className: 'justify-self-start' })}
          >
            {t('training.terminal')}
          </a>
        )}
        {user && (
          <div className="border-t border-line pt-4">
            <Suspense>
              <DisplayCode />
            </Suspense>
          </div>
        )}
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

interface Teaching {
  readonly state: 'waiting' | 'learnt' | 'tooSlow';
  readonly pace: number;
}

/** The pace of the scanner at this till, taught by a scan. */
function Scanner() {
  const { scanner, settings } = useApp();
  const { t } = useMenuTexts();
  const [teaching, setTeaching] = useState<Teaching | null>(null);
  const taught = useStore(settings, state => state.scannerGap);
  const gap = scanner.options()?.gap ?? 0;
  const [isOpen, setOpen] = useState(false);
  const isWaiting = teaching?.state === 'waiting';
  useScanStrokes(isWaiting, strokes => {
    const pace = paceOf(strokes) ?? 0;
    setTeaching({ state: scanner.learn(pace) ? 'learnt' : 'tooSlow', pace });
  });
  const forget = () => {
    scanner.forget();
    setTeaching(null);
  };
  return (
    <section aria-label={t('scanner.title')} className="grid gap-1">
      <span aria-hidden="true" className="text-sm text-soft">
        {t('scanner.title')}
      </span>
      <div className="flex flex-wrap items-center gap-2">
        <Button pressed={isWaiting} onPress={() => setTeaching({ state: 'waiting', pace: 0 })}>
          {t('scanner.teach')}
        </Button>
        <Button onPress={() => setOpen(true)}>{t('scanner.sheet')}</Button>
        {taught !== null && <Button onPress={forget}>{t('scanner.forget')}</Button>}
        <span className="figures text-sm text-soft">{t('scanner.gap', { gap })}</span>
      </div>
      <p role="status" className="font-medium empty:hidden">
        {teaching && t(`scanner.${teaching.state}`, { pace: teaching.pace, most: slowestPace })}
      </p>
      {isOpen && (
        <Suspense>
          <ScannerSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}

/** Leaves the till to somebody else: locked in place, to another person, or for good. */
function Person({ name, onClose }: CloseProps & { readonly name: string }) {
  const { session, lock, signOut } = useApp();
  const { t } = useMenuTexts();
  const others = useStore(session, useShallow(othersThan));
  const [open, setOpen] = useState<'people' | 'pin' | 'sessions' | null>(null);
  const close = () => setOpen(null);
  const leave = (how: () => Promise<void>) => () => {
    onClose();
    void how();
  };
  return (
    <section aria-label={t('menu.person')} className="grid gap-3">
      <p>{t('menu.signedInAs', { name })}</p>
      <div className="flex flex-wrap gap-2">
        <Button icon="lock" label={t('lock.long')} onPress={leave(lock)}>
          {t('lock.short')}
        </Button>
        {others.length > 0 && (
          <Button icon="person" onPress={() => setOpen('people')}>
            {t('menu.changePerson')}
          </Button>
        )}
        <Button icon="out" onPress={leave(signOut)}>
          {t('menu.signOut')}
        </Button>
        <Button onPress={() => setOpen('pin')}>{t('menu.changePin')}</Button>
        <Button onPress={() => setOpen('sessions')}>{t('menu.sessions')}</Button>
      </div>
      {open === 'people' && (
        // She stays: nobody waits to have the till back.
        <PersonSheet people={others} onDone={() => session.setCalledBy(null)} onClose={leave(async () => close())} />
      )}
      {open === 'pin' && <ChangePinSheet onClose={close} />}
      {open === 'sessions' && (
        <Suspense>
          <SessionsSheet onClose={close} />
        </Suspense>
      )}
    </section>
  );
}

const othersThan = ({ info, user }: SessionState): ScreenInfo['staff'] =>
  info?.staff.filter(({ username }) => username !== user?.username) ?? [];

/** Ends the program, and shows its report for the support; only in the desktop window. */
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
    <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-4">
      <Button onPress={() => void desktopWindow.report()}>{t('menu.report')}</Button>
      <Button onPress={leave}>{t('menu.quit')}</Button>
    </div>
  );
}

/** A language has its own name, so that everybody who needs it can read it. */
const LANGUAGES = [
  { value: 'de', text: 'Deutsch' },
  { value: 'en', text: 'English' },
] as const;

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
