/** Floor of the first screen: React and a store, which draw one number; nothing else. */
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const store = createStore<{ readonly count: number }>(() => ({ count: 0 }));

createRoot(document.getElementById('root')!).render(h(Count));

function Count() {
  return h(
    'p',
    null,
    useStore(store, ({ count }) => count),
  );
}
