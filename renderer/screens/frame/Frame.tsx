/** The frame around every screen: banners, the bar with the places of work, messages, and announcements for screen readers. */

import { type ReactNode, Suspense } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { earlyPart } from '../../parts/laterPart.tsx';
import { Message } from '../../parts/Panel.tsx';
import { screenOf } from '../../stores/till.ts';
import { useTexts } from '../../texts/context.tsx';
import { Rail } from './Rail.tsx';

const NoticeWay = earlyPart(() => import('./NoticeWay.tsx'));
const RiskBanner = earlyPart(() => import('./RiskBanner.tsx'));
const ApprovalSheet = earlyPart(() => import('./ApprovalSheet.tsx'));
const OpenPaymentChips = earlyPart(() => import('../openPayments/OpenPaymentChips.tsx'));
const SettingsSheet = earlyPart(() => import('./SettingsSheet.tsx'));
const StartBar = earlyPart(() => import('./StartBar.tsx'));
const Address = earlyPart(() => import('../../app/address.tsx'));
const SlowScanMessage = earlyPart(() => import('./SlowScanMessage.tsx'));
const ConditionMessage = earlyPart(() => import('../payment/ConditionMessage.tsx'));
const SpokenChanges = earlyPart(() => import('./SpokenChanges.tsx'));
const HandBack = earlyPart(() => import('../signIn/HandBack.tsx'));

export function Frame({ children }: { readonly children: ReactNode }) {
  const { session } = useApp();
  const isSignedIn = useStore(session, state => state.user !== null);
  return (
    <div className="flex min-h-dvh flex-col beside:tall:h-dvh">
      <TrainingBanner />
      <div className="flex min-h-0 flex-1 max-sm:flex-col left-hand:sm:flex-row-reverse">
        {isSignedIn && <Rail />}
        {/* The stage: messages that lie over it are held by it. */}
        <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
          <Suspense>
            {!isSignedIn && <StartBar />}
            <RiskBanner />
            <Address />
          </Suspense>
          {isSignedIn && <OpenPayments />}
          <Notices />
          {children}
        </div>
      </div>
      <Settings />
      <Approval />
      <Announcements />
      <Suspense>
        <SpokenChanges />
      </Suspense>
    </div>
  );
}

/** At the head of the stage, on every page: payments that wait for somebody. */
function OpenPayments() {
  const { openPayments } = useApp();
  const hasOpenPayments = useStore(openPayments, ({ list, opened }) => list.length > 0 || opened !== null);
  if (!hasOpenPayments) return null;
  return (
    <Suspense>
      <OpenPaymentChips />
    </Suspense>
  );
}

/** The strip above every screen in training: nothing here is real. */
function TrainingBanner() {
  const { session } = useApp();
  const { t } = useTexts();
  const isTraining = useStore(session, state => state.info?.training === true);
  return (
    isTraining && (
      <section
        aria-label={t('training.title')}
        className="training flex h-7 shrink-0 items-center justify-center text-sm font-semibold"
      >
        <p>{t('training.banner')}</p>
      </section>
    )
  );
}

function Settings() {
  const { managerPage } = useApp();
  const isOpen = useStore(managerPage, state => state.isOwnOpen);
  return (
    isOpen && (
      <Suspense>
        <SettingsSheet onClose={() => managerPage.setOwn(false)} />
      </Suspense>
    )
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
              {notice.about && (
                <Suspense>
                  <NoticeWay about={notice.about} />
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
  'left-hand:beside:tall:left-auto left-hand:beside:tall:right-3 beside:tall:absolute beside:tall:bottom-3 beside:tall:left-3 beside:tall:z-1 beside:tall:w-[calc(100%-var(--ticket)-1.5rem)] beside:tall:p-0';

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
