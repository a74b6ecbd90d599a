/** Keys that work on a whole screen; each is shown on the button that does the same. */

import { useEffect, useRef } from 'react';
import { createLone } from '../scan/singleKey.ts';
import { useApp } from './context.tsx';

/** Name of the key as `KeyboardEvent.key` has it, and what it does; false while it does nothing. */
export type Keys = readonly (readonly [key: string, run: (() => void) | false])[];

/** `screen`: not while a dialog is open. `dialog`: those of the dialog itself. `everywhere`: over every dialog. */
export type KeyPlace = 'screen' | 'dialog' | 'everywhere';

/**
 * Enter is left to the control that has the focus, and every key to an open dialog. A character acts only when it stands
 * alone: a scanner types characters, too, and its code is no answer.
 */
export function useKeys(keys: Keys, place: KeyPlace = 'screen'): void {
  const { scanner } = useApp();
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const lone = createLone(later);
    const gap = () => scanner.options()?.gap ?? 0;
    const meant = (key: string) => latest.current.find(([name]) => name === key)?.[1];
    /** What the key means by now: an answer may have been given meanwhile. */
    const act = (key: string) => {
      const run = meant(key);
      if (run) run();
    };
    let first = false;
    const onAny = ({ timeStamp: time, repeat }: KeyboardEvent) => {
      first = lone.heard({ time, repeat }, gap());
    };
    const onKey = (event: KeyboardEvent) => {
      const { key } = event;
      const run = meant(key);
      if (!run || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (place === 'screen' && document.querySelector('[role="dialog"]')) return;
      if (key === 'Enter' && isControl(event.target)) return;
      event.preventDefault();
      if (event.repeat) return;
      if (key.length > 1) run();
      else if (first) lone.wait(() => act(key), gap());
    };
    // On the window: the key that ends a scan goes no further than the document.
    window.addEventListener('keydown', onAny, { capture: true });
    document.addEventListener('keydown', onKey);
    return () => {
      lone.end();
      window.removeEventListener('keydown', onAny, { capture: true });
      document.removeEventListener('keydown', onKey);
    };
  }, [scanner, place]);
}

const later = (run: () => void, delay: number): (() => void) => {
  const timer = setTimeout(run, delay);
  return () => clearTimeout(timer);
};

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, input, a') !== null;
