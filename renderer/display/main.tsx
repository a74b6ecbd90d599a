/** Mounts the customer display: a page of its own, which loads nothing of the till. */

import './display.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { CustomerDisplay } from './CustomerDisplay.tsx';
import { createDisplayStore } from './displayStore.ts';
import { followDisplay } from './follow.ts';

const store = createDisplayStore(keptStorage(), codeOfAddress());

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <CustomerDisplay store={store} />
  </StrictMode>,
);

void followDisplay(store, (input, init) => fetch(input, init));

/** Null where the browser refuses storage; then the display asks for a code at every start. */
function keptStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** The desktop application hands its second window a code in the address; nobody needs to see it there. */
function codeOfAddress(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code !== null) history.replaceState(null, '', location.pathname);
  return code;
}
