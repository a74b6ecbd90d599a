/** Chooses the screen for the state of the session, the till, and the open page of the manager. */

import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { useApp } from './app/context.tsx';
import { earlyPart } from './parts/earlyPart.tsx';
import { Message } from './parts/Panel.tsx';
import { Frame } from './screens/frame/Frame.tsx';
import { Till } from './screens/sale/Till.tsx';
import { Login } from './screens/signIn/Login.tsx';
import { type Page, visiblePage } from './stores/managerPage.ts';
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

const Setup = lazy(() => import('./setup/Setup.tsx'));

const PAGES = {
  sales: lazy(() => import('./manager/sales/Sales.tsx')),
  cash: lazy(() => import('./manager/cash/Cash.tsx')),
  closing: lazy(() => import('./manager/closing/Closing.tsx')),
  dayEnd: lazy(() => import('./manager/dayEnd/DayEnd.tsx')),
  printers: lazy(() => import('./manager/printers/Printers.tsx')),
  terminals: lazy(() => import('./manager/terminals/Terminals.tsx')),
  operations: lazy(() => import('./manager/operations/Operations.tsx')),
  queue: lazy(() => import('./manager/queue/Queue.tsx')),
  reports: lazy(() => import('./manager/reports/TillReports.tsx')),
  loyalty: lazy(() => import('./manager/loyalty/Loyalty.tsx')),
  people: lazy(() => import('./manager/people/People.tsx')),
  audit: lazy(() => import('./manager/audit/Audit.tsx')),
  articles: lazy(() => import('./manager/articles/Articles.tsx')),
  shop: lazy(() => import('./manager/shop/Shop.tsx')),
} as const satisfies Record<Page, unknown>;

const ReadOnlyStart = earlyPart(() => import('./screens/signIn/ReadOnlyStart.tsx'));

export function Screen() {
  const { session, till, managerPage } = useApp();
  const state = useStore(session, session => session.state);
  const isWaiting = useStore(session, ({ info }) => info?.setup.waiting === true);
  const screen = useStore(till, screenOf);
  const subject = useStore(till, screenSubjectOf);
  const page = useStore(managerPage, state => visiblePage(state, screen));
  const onlyReads = useStore(session, state => state.user?.role === 'readOnly');
  const Current = page ? PAGES[page] : onlyReads ? ReadOnlyStart : SCREENS[screen];
  return (
    <Frame>
      {state === 'connecting' && <Connecting />}
      {state === 'signedOut' && !isWaiting && <Login />}
      {state === 'signedOut' && isWaiting && (
        <Suspense fallback={<main className="flex-1" />}>
          <Setup />
        </Suspense>
      )}
      {state === 'signedIn' && (
        <Suspense fallback={<main className="flex-1" />}>
          {/* A new key for each payment, so that no confirmation, slip or choice is carried over to the next payment. */}
          <Current key={page ?? `${screen} ${subject}`} />
        </Suspense>
      )}
    </Frame>
  );
}

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
