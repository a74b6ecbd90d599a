/** Mounts the screen of the back office. */

import './office.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { pressOnceByEnter } from '../app/heldEnter.ts';
import { createSettings } from '../stores/settings.ts';
import { createAddress, openLinksInPlace } from './address.ts';
import { createOfficeClient, type OfficeClient } from './client.ts';
import { OfficeProvider } from './context.tsx';
import { Office } from './Office.tsx';
import { createPresence } from './presence.ts';
import { createOfficeSession } from './session.ts';

const settings = createSettings(keptStorage(), navigator.language);
const address = createAddress(window);
const session = createOfficeSession(() => client);
const client: OfficeClient = createOfficeClient({
  fetch: (input, init) => fetch(input, init),
  language: () => settings.getState().language,
  onSignedOut: session.ended,
  onReached: isThere => presence.note(isThere),
});
const presence = createPresence(() => client.ways());

openLinksInPlace(document, address.go);
pressOnceByEnter(window);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <OfficeProvider parts={{ client, session, settings, address, presence }}>
      <Office />
    </OfficeProvider>
  </StrictMode>,
);

void session.start();

/** Null where the browser refuses storage; then no setting is remembered. */
function keptStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
