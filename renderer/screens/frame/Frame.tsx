/** The frame around every screen: banners, the bar with the connection lights, messages, and announcements for screen readers. */

import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { earlyPart } from '../../parts/laterPart.tsx';
import { Message } from '../../parts/Panel.tsx';
import type { SessionState } from '../../stores/session.ts';
import { screenOf } from '../../stores/till.ts';
import { useTexts } from '../../texts/context.tsx';
import { ConnectionLights } from './ConnectionLights.tsx';
import { TrainingBanner } from './TrainingBanner.tsx';

const chips = () => import('../openPayments/OpenPaymentChips.tsx');
const OpenFound = earlyPart(async () => ({ default: (await chips()).OpenFound }));
const RiskBanner = earlyPart(() => import('./RiskBanner.tsx'));
const ApprovalSheet = earlyPart(() => import('./ApprovalSheet.tsx'));
const OpenPaymentChips = earlyPart(chips);
const SettingsSheet = earlyPart(() => import('./SettingsSheet.tsx'));
const SlowScanMessage = earlyPart(() => import('./SlowScanMessage.tsx'));
const ConditionMessage = earlyPart(() => import('../payment/ConditionMessage.tsx'));
const SpokenChanges = earlyPart(() => import('./SpokenChanges.tsx'));
const HandBack = earlyPart(() => import('../signIn/HandBack.tsx'));

export function Frame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col lg:tall:h-dvh">
      <TrainingBanner />
      <Suspense>
        <RiskBanner />
      </Suspense>
      <Bar />
      <Notices />
      {children}
      <Approval />
      <Announcements />
      <Suspense>
        <SpokenChanges />
      </Suspense>
    </div>
  );
}

/** The approval dialog, over the screen on which the call was made. */
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

/** The name of this till where the shop has several. */
const tillName = ({ info, till }: SessionState): string | null =>
  info && info.tills.length > 1 ? (info.tills.find(({ id }) => id === till)?.name ?? null) : null;

function Bar() {
  const { session, openPayments } = useApp();
  const hasOpenPayments = useStore(openPayments, state => state.list.length > 0);
  const isOneOpened = useStore(openPayments, state => state.opened !== null);
  const { t } = useTexts();
  const info = useStore(session, state => state.info);
  const user = useStore(session, state => state.user);
  const till = useStore(session, tillName);
  const [open, setOpen] = useState(false);
  return (
    <header className="flex flex-wrap items-center gap-x-5 gap-y-1 border-b border-line bg-surface px-4 py-1">
      {/* Open payments are more important than the name where there is no room for both. */}
      <p className={`text-lg font-semibold max-sm:flex-1 ${hasOpenPayments ? 'sm:max-xl:hidden' : ''}`}>
        {user && info ? info.merchant.name : t('app.name')}
        {till && <span className="font-normal text-soft"> · {till}</span>}
      </p>
      {user ? (
        <div className="flex min-w-0 flex-1 max-sm:order-first max-sm:w-full max-sm:basis-full max-sm:empty:hidden">
          {(hasOpenPayments || isOneOpened) && (
            <Suspense>
              <OpenPaymentChips />
            </Suspense>
          )}
        </div>
      ) : (
        <div className="flex-1 max-sm:hidden" />
      )}
      {user && <Clock />}
      {user && <ConnectionLights />}
      {user && <LockButton />}
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

/** Locks the till in place: the next person signs in and goes on. */
function LockButton() {
  const { lock } = useApp();
  const { t } = useTexts();
  return <Button look="quiet" size="icon" icon="lock" label={t('lock.long')} onPress={() => void lock()} />;
}

/** How often the clock looks, ms. */
const LOOK_EVERY = 5000;

/** The time of day, where the bar has room. */
function Clock() {
  const { time } = useTexts();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_EVERY);
    return () => clearInterval(timer);
  }, []);
  return <span className="figures text-soft max-xl:hidden">{time(now)}</span>;
}

function Notices() {
  const { notices, till, session, managerPage, lights, scanner } = useApp();
  const texts = useTexts();
  const notice = useStore(notices, state => state.notice);
  const { user, calledBy } = useStore(session);
  const page = useStore(managerPage, state => state.page);
  const selling = useStore(till, screenOf) === 'till' && page === null;
  const terminal = useStore(lights, state => state.terminal);
  // The screen of a failed payment and the page of the terminals show the condition themselves.
  const condition = user && selling ? terminal?.condition : null;
  const hasSlowScan = useStore(scanner, state => state.slow !== null);
  if (!notice && !calledBy && !condition && !hasSlowScan) return null;
  return (
    <section aria-label={texts.t('notices.title')} className={`grid gap-2 px-3 pt-3 ${selling ? OVER_ARTICLES : ''}`}>
      {notice && (
        <Message
          tone={notice.tone}
          action={
            <>
              {notice.about !== undefined && (
                <Suspense>
                  <OpenFound about={notice.about} />
                </Suspense>
              )}
              <Button look="quiet" size="icon" icon="cross" label={texts.t('common.close')} onPress={notices.dismiss} />
            </>
          }
        >
          {notice.text(texts)}
        </Message>
      )}
      {hasSlowScan && (
        <Suspense>
          <SlowScanMessage />
        </Suspense>
      )}
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
          {texts.t('call.isHere', { name: user?.name ?? '' })}
        </Message>
      )}
    </section>
  );
}

/** While articles are sold, messages lie over the articles, so that no button moves below the finger. */
const OVER_ARTICLES =
  'left-hand:lg:tall:left-auto left-hand:lg:tall:right-3 lg:tall:fixed lg:tall:bottom-3 lg:tall:left-3 lg:tall:z-1 lg:tall:w-[calc(100%-32.25rem)] lg:tall:p-0';

/**
 * Two live regions for screen readers, so that neither silences the other: the last announcement, and the text of the
 * terminal. The terminal's text is only there while its screen shows it, so that it is read again after a question.
 */
function Announcements() {
  const { notices, till } = useApp();
  const texts = useTexts();
  const announcement = useStore(notices, state => state.announcement);
  const prompt = useStore(till, state => (screenOf(state) === 'payment' ? (state.payment?.prompt ?? null) : null));
  return (
    <>
      <p role="status" aria-live="polite" className="sr-only">
        {announcement?.(texts)}
      </p>
      <p aria-live="polite" className="sr-only" data-testid="terminal-announcement">
        {prompt?.[texts.language]}
      </p>
    </>
  );
}
