/** Mounts the screen and listens for the scanner. */

import './styles/screen.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp } from './app/app.ts';
import { AppProvider } from './app/context.tsx';
import { isCovered } from './app/openDialogs.ts';
import { later } from './app/timers.ts';
import { loadEarlyParts } from './parts/laterPart.tsx';
import { Screen } from './Screen.tsx';
import { listenForScans } from './scan/scanListener.ts';
import { preloadTexts } from './texts/context.tsx';

const storage = keptStorage();
const app = createApp({
  storage,
  preferredLanguage: navigator.language,
  fetch: (input, init) => fetch(input, init),
  // Only a page with HTTPS has locks, although the type says that they are always there.
  locks: (navigator.locks as LockManager | undefined) ?? null,
});

listenForScans(document, {
  options: app.scanner.options,
  onScan: app.scanned,
  onSlow: app.codes.offerSlowScan,
  typed: app.typed,
  isCovered: () => isCovered(document, 'screen'),
  later,
});

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <AppProvider app={app}>
      <Screen />
    </AppProvider>
  </StrictMode>,
);

void app.start();

// Runs once the first screen is drawn.
requestIdleCallback(() => {
  if (storage) void import('./app/unsavedBasket.ts').then(({ keepUnsaved }) => keepUnsaved(app, storage));
  loadEarlyParts();
  preloadTexts();
  void import('./app/desktopWindow.ts').then(({ followScreenLock }) =>
    followScreenLock(document, () => void app.lock()),
  );
  void import('./scan/scannerKeys.ts').then(({ wedgeKeysOf }) =>
    app.scanner.setOwn(wedgeKeysOf(app.settings.getState().scannerKeys)),
  );
  void import('./app/heldEnter.ts').then(({ pressOnceByEnter }) => pressOnceByEnter(window));
  void import('./app/keyHints.ts').then(({ followKeyHints }) => followKeyHints(document));
  void import('./app/idleLock.ts').then(({ lockWhenIdle }) => lockWhenIdle(app, { document, now: Date.now, later }));
});

/** Null where the browser refuses storage; then no setting is remembered. */
function keptStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
