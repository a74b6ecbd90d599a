/** Keys that work on a whole screen. Each key is shown on the button that does the same. */

import { useEffect, useRef } from 'react';
import { createSingleKeyFilter } from '../scan/singleKey.ts';
import { useApp } from './context.tsx';
import { isCovered } from './openDialogs.ts';
import { later } from './timers.ts';

/**
 * Name of the key as `KeyboardEvent.key` has it, and its action; false while the key does nothing. `outside`: a text field keeps
 * the key for itself.
 */
export type Keys = readonly (readonly [key: string, run: (() => void) | false, where?: 'outside'])[];

/** `screen`: not while a dialog is open. `dialog`: the keys of the dialog itself. `everywhere`: also over a dialog. */
export type KeyScope = 'screen' | 'dialog' | 'everywhere';

/**
 * Enter is left to the focused control, and every key to an open dialog. A character acts only when it is typed alone,
 * because a scanner types characters too, and its code must answer nothing; so does an arrow, which the gate lets pass.
 */
export function useKeys(keys: Keys, scope: KeyScope = 'screen'): void {
  const { scanner } = useApp();
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const singleKey = createSingleKeyFilter(later);
    const gap = () => scanner.options()?.gap ?? 0;
    const actionOf = (key: string, target: EventTarget | null = null) => {
      const [, run, where] = latest.current.find(([name]) => name === key) ?? [];
      return where === 'outside' && isTextField(target) && !isForScreen(key, target) ? false : run;
    };
    /** Looks the action up again, because an answer may have been given meanwhile. */
    const act = (key: string) => {
      const run = actionOf(key);
      if (run) run();
    };
    let isFirst = false;
    const onAny = ({ timeStamp: time, repeat }: KeyboardEvent) => {
      isFirst = singleKey.isFirst({ time, repeat }, gap());
    };
    const onKey = (event: KeyboardEvent) => {
      const { key } = event;
      const run = actionOf(key, event.target);
      if (!run || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (scope !== 'everywhere' && isCovered(document, scope)) return;
      if (key === 'Enter' && isControl(event.target)) return;
      event.preventDefault();
      // Arrows are held down to go on.
      if (event.repeat) return REPEATING.has(key) ? run() : undefined;
      if (key.length > 1 && !REPEATING.has(key)) run();
      else if (isFirst) singleKey.runUnlessFollowed(() => act(key), gap());
    };
    // Listens on the window, because the key that ends a scan never gets further than the document.
    window.addEventListener('keydown', onAny, { capture: true });
    document.addEventListener('keydown', onKey);
    return () => {
      singleKey.end();
      window.removeEventListener('keydown', onAny, { capture: true });
      document.removeEventListener('keydown', onKey);
    };
  }, [scanner, scope]);
}

const REPEATING: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp']);

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

/** No search begins with these, so an empty search field, where typed digits lead, leaves them to the screen. */
const isForScreen = (key: string, target: EventTarget | null): boolean =>
  /^[+-]$/.test(key) && target instanceof HTMLInputElement && target.type === 'search' && target.value === '';

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, input, a') !== null;
