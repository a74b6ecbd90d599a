/** Every component in every state, for people who build screens: `npm run dev`, then `/components.html`. No part of the product. */

import './gallery.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp } from '../app/app.ts';
import { AppProvider } from '../app/context.tsx';
import { Gallery } from './Gallery.tsx';

const app = createApp({
  storage: null,
  preferredLanguage: navigator.language,
  fetch: () => Promise.reject(new TypeError('the gallery has no bridge')),
  locks: null,
});

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <AppProvider app={app}>
      <Gallery />
    </AppProvider>
  </StrictMode>,
);
