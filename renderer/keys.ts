/** Keys that work on a whole screen; each is shown on the button that does the same. */

import { useEffect, useRef } from 'react';

/** Name of the key as `KeyboardEvent.key` has it, and what it does; false while it does nothing. */
export type Keys = readonly (readonly [key: string, run: (() => void) | false])[];

/** Enter is left to the control that has the focus, and every key to an open dialog. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const run = latest.current.find(([key]) => key === event.key)?.[1];
      if (!run || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (document.querySelector('[role="dialog"]') || (event.key === 'Enter' && isControl(event.target))) return;
      event.preventDefault();
      if (!event.repeat) run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, input, a') !== null;
