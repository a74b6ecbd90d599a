/** Chooses the screen from the state of session and till. */

import { useStore } from 'zustand';
import { useApp, useWords } from './context.tsx';
import { Message } from './parts/Panel.tsx';
import { Declined } from './screens/Declined.tsx';
import { Login } from './screens/Login.tsx';
import { Payment } from './screens/Payment.tsx';
import { Receipt } from './screens/Receipt.tsx';
import { Shell } from './screens/Shell.tsx';
import { Till } from './screens/Till.tsx';
import { Unknown } from './screens/Unknown.tsx';
import { screenOf } from './stores/till.ts';

const SCREENS = { till: Till, payment: Payment, unknown: Unknown, declined: Declined, receipt: Receipt } as const;

export function Screen() {
  const { session, till } = useApp();
  const state = useStore(session, session => session.state);
  const screen = useStore(till, screenOf);
  const Current = SCREENS[screen];
  return <Shell>{state === 'connecting' ? <Connecting /> : state === 'signedOut' ? <Login /> : <Current />}</Shell>;
}

function Connecting() {
  const { session } = useApp();
  const { t } = useWords();
  const problem = useStore(session, state => state.problem);
  return (
    <main className="grid flex-1 place-content-center gap-4 p-4 text-center">
      <h1 className="text-2xl font-semibold">{t('app.connecting')}</h1>
      {problem && <Message tone="warn">{t('app.connectingHelp')}</Message>}
    </main>
  );
}
