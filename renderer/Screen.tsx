/** Chooses the screen for the state of the session, the till, and the open page of the manager. */

import { Suspense, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { maySell } from '../main/wire/screenPages.ts';
import { useApp } from './app/context.tsx';
import { later } from './app/timers.ts';
import { Button } from './parts/Button.tsx';
import { earlyPart, laterPart } from './parts/laterPart.tsx';
import { Message } from './parts/Panel.tsx';
import { Frame } from './screens/frame/Frame.tsx';
import { Till } from './screens/sale/Till.tsx';
import { Login } from './screens/signIn/Login.tsx';
import { visiblePage } from './stores/managerPage.ts';
import { screenOf, screenSubjectOf } from './stores/till.ts';
import { useTexts } from './texts/context.tsx';

const SCREENS = {
  till: Till,
  payment: earlyPart(() => import('./screens/payment/Payment.tsx')),
  question: earlyPart(() => import('./screens/payment/Question.tsx')),
  handOver: earlyPart(() => import('./screens/payment/HandOver.tsx')),
  unknown: earlyPart(() => import('./screens/openPayments/UnknownOutcome.tsx')),
  late: earlyPart(() => import('./screens/openPayments/LateApproval.tsx')),
  signature: earlyPart(() => import('./screens/openPayments/SignatureCheck.tsx')),
  declined: earlyPart(() => import('./screens/payment/Declined.tsx')),
  partlyReversed: earlyPart(() => import('./screens/sale/PartlyReversed.tsx')),
  receipt: earlyPart(() => import('./screens/sale/Receipt.tsx')),
} as const;

const Setup = laterPart(() => import('./setup/Setup.tsx'));

const ManagerPage = earlyPart(() => import('./ManagerPage.tsx'));

export function Screen() {
  const { session, till, managerPage } = useApp();
  const state = useStore(session, session => session.state);
  const isWaiting = useStore(session, ({ info }) => info?.setup.waiting === true);
  const screen = useStore(till, screenOf);
  const subject = useStore(till, screenSubjectOf);
  const page = useStore(managerPage, state => visiblePage(state, screen));
  // Somebody who does not sell begins with what she may look at.
  const sells = useStore(session, state => maySell(state.user));
  const shown = page ?? (sells ? null : 'manage');
  const Current = SCREENS[screen];
  return (
    <Frame>
      {state === 'connecting' && <Connecting />}
      {state === 'signedOut' && !isWaiting && <Login />}
      {state === 'signedOut' && isWaiting && (
        <Suspense fallback={<Loading />}>
          <Setup />
        </Suspense>
      )}
      {state === 'signedIn' && (
        <Suspense fallback={<Loading />}>
          {/* A new key for each payment, so that no confirmation, slip or choice is carried over to the next payment. */}
          {shown ? <ManagerPage key={shown} page={shown} /> : <Current key={`${screen} ${subject}`} />}
        </Suspense>
      )}
    </Frame>
  );
}

/** Until the code of a screen is there; says after a moment that it is late, with the way back from a page. */
function Loading() {
  const { managerPage } = useApp();
  const { t } = useTexts();
  const isPage = useStore(managerPage, state => state.page !== null);
  const [isLate, setLate] = useState(false);
  useEffect(() => later(() => setLate(true), LATE_AFTER), []);
  return (
    <main className="flex-1 p-3">
      {isLate && (
        <Message tone="warn" action={isPage && <Button onPress={managerPage.back}>{t('common.back')}</Button>}>
          {t('problem.unreachable')}
        </Message>
      )}
    </main>
  );
}

/** From when on a screen is late, ms. */
const LATE_AFTER = 1000;

function Connecting() {
  const { session } = useApp();
  const { t } = useTexts();
  const problem = useStore(session, state => state.problem);
  return (
    <main className="grid flex-1 place-content-center gap-4 p-4 text-center">
      <h1 className="text-2xl font-semibold">{t('app.connecting')}</h1>
      {problem && <Message tone="warn">{t('app.connectingHelp')}</Message>}
    </main>
  );
}
