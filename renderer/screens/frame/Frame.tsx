/** What surrounds every screen: the bar with the lights, the message line, and the voice for screen readers. */

import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useStore } from 'zustand';
import { useApp, useWords } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { Light, type LightProps } from '../../parts/Light.tsx';
import { Message } from '../../parts/Panel.tsx';
import type { LightsState } from '../../stores/lights.ts';
import { screenOf } from '../../stores/till.ts';
import type { Words } from '../../texts/texts.ts';
import { WaitingChips } from '../openPayments/OpenPaymentChips.tsx';
import { RiskBanner } from './RiskBanner.tsx';
import { SlowScanMessage } from './SlowScanMessage.tsx';
import { TrainingBanner } from './TrainingBanner.tsx';

const ApprovalSheet = lazy(() => import('./ApprovalSheet.tsx'));
const SettingsSheet = lazy(() => import('./SettingsSheet.tsx'));
const ConditionMessage = lazy(() => import('../payment/ConditionMessage.tsx'));
const HandBack = lazy(() => import('../signIn/CallManager.tsx').then(parts => ({ default: parts.HandBack })));

export function Shell({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col lg:tall:h-dvh">
      <TrainingBanner />
      <RiskBanner />
      <Bar />
      <Notices />
      {children}
      <Approval />
      <Voice />
    </div>
  );
}

/** Over whatever screen the call was made on. */
function Approval() {
  const { approval } = useApp();
  const needs = useStore(approval, state => state.needs);
  if (!needs) return null;
  return (
    <Suspense>
      <ApprovalSheet key={needs.object} needs={needs} />
    </Suspense>
  );
}

function Bar() {
  const { session, waiting } = useApp();
  const crowded = useStore(waiting, state => state.list.length > 0);
  const { t } = useWords();
  const info = useStore(session, state => state.info);
  const user = useStore(session, state => state.user);
  const [open, setOpen] = useState(false);
  return (
    <header className="flex flex-wrap items-center gap-x-5 gap-y-1 border-b border-line bg-panel px-4 py-1">
      {/* What waits counts more than the name where there is no room for both. */}
      <p className={`text-lg font-semibold max-sm:flex-1 ${crowded ? 'sm:max-xl:hidden' : ''}`}>
        {user && info ? info.merchant.name : t('app.name')}
      </p>
      {user ? (
        <div className="flex min-w-0 flex-1 max-sm:order-first max-sm:w-full max-sm:basis-full max-sm:empty:hidden">
          <WaitingChips />
        </div>
      ) : (
        <div className="flex-1 max-sm:hidden" />
      )}
      {user && <Lights />}
      <Button
        look="quiet"
        icon="person"
        label={user ? `${t('menu.open')}, ${user.name}` : undefined}
        onPress={() => setOpen(true)}
      >
        <span className="max-w-40 truncate">{user?.name ?? t('menu.open')}</span>
      </Button>
      {open && (
        <Suspense>
          <SettingsSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </header>
  );
}

function Lights() {
  const { lights } = useApp();
  const words = useWords();
  const state = useStore(lights);
  return (
    <ul
      aria-label={words.t('lights.title')}
      className="flex flex-wrap items-center gap-x-5 gap-y-1 max-sm:order-last max-sm:w-full max-sm:pb-1"
    >
      {lightsOf(state, words).map(light => (
        <Light key={light.icon} {...light} />
      ))}
    </ul>
  );
}

function lightsOf({ bridge, terminal, payer, queue }: LightsState, words: Words): readonly LightProps[] {
  const { t, time } = words;
  const since = (moment: number) => t('lights.since', { time: time(moment) });
  if (!bridge.up) return [{ icon: 'off', tone: 'bad', text: t('lights.bridge.down'), more: since(bridge.since) }];
  // Before the first view nobody knows whether there is a terminal.
  if (!queue) return [];
  const light = terminalLight(terminal, payer, words, since);
  // Where nothing is sent there is nothing to be said about it.
  return queue.upstream === 'none' ? [light] : [light, queueLight(queue, words, since)];
}

/** That it takes no cards counts more than that its line is up; one that said it goes away is expected to be gone. */
function terminalLight(
  terminal: LightsState['terminal'],
  payer: LightsState['payer'],
  { t, language }: Words,
  since: (moment: number) => string,
): LightProps {
  const icon = 'terminal';
  if (!terminal) return { icon, tone: 'plain', text: t('lights.terminal.none') };
  if (payer)
    return {
      icon,
      tone: TERMINAL_TONES.busy,
      text: t('lights.terminal.busy'),
      more: t('lights.terminal.payer', { till: payer.description }),
    };
  const { state, condition } = terminal;
  const isUp = state === 'ready' || state === 'busy';
  if (condition && (isUp || condition.cure === 'wait')) {
    const [tone, text] = condition.blocks
      ? (['bad', 'lights.terminal.blocked'] as const)
      : (['warn', 'lights.terminal.asks'] as const);
    return { icon, tone, text: t(text), more: `${condition.texts[language]} · ${since(condition.since)}` };
  }
  return { icon, tone: TERMINAL_TONES[state], text: t(`lights.terminal.${state}`), more: since(terminal.since) };
}

const TERMINAL_TONES = { offline: 'bad', connecting: 'warn', ready: 'good', busy: 'warn', closed: 'plain' } as const;

function queueLight(
  { upstream, waiting, parked, oldest }: NonNullable<LightsState['queue']>,
  { t }: Words,
  since: (moment: number) => string,
): LightProps {
  const parts = [
    ...(waiting > 0 ? [t('lights.queue.waiting', { count: waiting })] : []),
    ...(parked > 0 ? [t('lights.queue.parked', { count: parked })] : []),
    ...(waiting > 0 && oldest !== null ? [since(oldest)] : []),
  ];
  const look = QUEUE_LOOKS[upstream];
  const more = upstream === 'none' ? undefined : parts.join(' · ') || undefined;
  return { ...look, text: t(`lights.queue.${upstream}`), more };
}

const QUEUE_LOOKS = {
  none: { icon: 'home', tone: 'plain' },
  up: { icon: 'cloud', tone: 'good' },
  down: { icon: 'off', tone: 'warn' },
} as const;

function Notices() {
  const { notices, till, session, place, lights, scanner } = useApp();
  const words = useWords();
  const notice = useStore(notices, state => state.notice);
  const { user, calledBy } = useStore(session);
  const page = useStore(place, state => state.page);
  const selling = useStore(till, screenOf) === 'till' && page === null;
  const terminal = useStore(lights, state => state.terminal);
  // A screen of its own says so where a payment failed by it, and so does the page of the terminals.
  const condition = user && selling ? terminal?.condition : null;
  const slow = useStore(scanner, state => state.slow !== null);
  if (!notice && !calledBy && !condition && !slow) return null;
  return (
    <section aria-label={words.t('notices.title')} className={`grid gap-2 px-3 pt-3 ${selling ? OVER_ARTICLES : ''}`}>
      {notice && (
        <Message
          tone={notice.tone}
          action={
            <Button look="quiet" size="icon" icon="cross" label={words.t('common.close')} onPress={notices.dismiss} />
          }
        >
          {notice.text(words)}
        </Message>
      )}
      <SlowScanMessage />
      {terminal && condition && (
        <Suspense>
          <ConditionMessage device={terminal.device} condition={condition} />
        </Suspense>
      )}
      {calledBy && (
        <Message
          tone="info"
          action={
            <Suspense>
              <HandBack />
            </Suspense>
          }
        >
          {words.t('call.isHere', { name: user?.name ?? '' })}
        </Message>
      )}
    </section>
  );
}

/** While articles are sold nothing may move below the finger; other screens make room. */
const OVER_ARTICLES =
  'lg:tall:fixed lg:tall:bottom-3 lg:tall:left-3 lg:tall:z-1 lg:tall:w-[calc(100%-32.25rem)] lg:tall:p-0';

/**
 * What was said last, and beside it what the terminal shows, so that neither silences the other. The terminal's words are
 * there only with the screen that shows them: when it shows them again after a question, they are news again.
 */
function Voice() {
  const { notices, till } = useApp();
  const words = useWords();
  const said = useStore(notices, state => state.said);
  const prompt = useStore(till, state => (screenOf(state) === 'payment' ? (state.payment?.prompt ?? null) : null));
  return (
    <>
      <p role="status" aria-live="polite" className="sr-only">
        {said?.(words)}
      </p>
      <p aria-live="polite" className="sr-only" data-testid="terminal-voice">
        {prompt?.[words.language]}
      </p>
    </>
  );
}
