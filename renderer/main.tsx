/** Mounts the screen and listens for the scanner. */

import './styles/screen.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp } from './app/app.ts';
import { AppProvider } from './app/context.tsx';
import { Screen } from './Screen.tsx';
import { listenForScans } from './scan/scanListener.ts';
import { preloadTexts } from './texts/context.tsx';

const app = createApp({
  storage: keptStorage(),
  preferredLanguage: navigator.language,
  fetch: (input, init) => fetch(input, init),
  // Only a page with HTTPS has locks, although the type says that they are always there.
  locks: (navigator.locks as LockManager | undefined) ?? null,
});

listenForScans(document, {
  options: app.scanner.options,
  onScan: app.scanned,
  onSlow: app.codes.offerSlowScan,
  isTeaching: app.scanner.isTeaching,
  onTaught: app.scanner.taught,
  typed: app.typed,
});

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <AppProvider app={app}>
      <Screen />
    </AppProvider>
  </StrictMode>,
);

void app.start();

// Dialogs and rare screens are files of their own. They are loaded early, so that they are there when the bridge is away.
requestIdleCallback(() => {
  preloadTexts();
  void import('./screens/sale/Receipt.tsx');
  void import('./screens/sale/CashSheet.tsx');
  void import('./screens/frame/SettingsSheet.tsx');
  void import('./screens/frame/SlowScanMessage.tsx');
  void import('./screens/payment/Declined.tsx');
  void import('./screens/signIn/PersonSheet.tsx');
  void import('./screens/signIn/CallManager.tsx');
  void import('./screens/frame/ApprovalSheet.tsx');
  void import('./screens/sale/CardReader.tsx');
  void import('./screens/openPayments/UnknownOutcome.tsx');
  void import('./screens/payment/Question.tsx');
  void import('./screens/payment/HandOver.tsx');
  void import('./screens/openPayments/OpenPaymentSheet.tsx');
});

/** Null where the browser refuses storage; then no setting is remembered. */
function keptStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
