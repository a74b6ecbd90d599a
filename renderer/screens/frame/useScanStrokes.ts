/** Reads the keys of the next scan before anything else does, whatever they are: with them a till is taught its scanner. */

import { useEffect, useRef } from 'react';
import { useApp } from '../../app/context.tsx';
import { later } from '../../app/timers.ts';
import { wedgeKeysOf } from '../../scan/scannerKeys.ts';
import { paceOf, type TimedStroke } from '../../scan/teaching.ts';
import { MODIFIERS } from '../../scan/wedge.ts';

/** A slower scanner is known by its pace; a key that follows another one so soon is none of a person who leaves the dialog, ms. */
const SLOWEST = 400;
/** Silence behind the last key of a scan, ms. */
const SILENCE = 450;

/** `take` gets the strokes of each scan while `isWaiting`. */
export function useScanStrokes(isWaiting: boolean, take: (strokes: readonly TimedStroke[]) => void): void {
  const { scanner, settings } = useApp();
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    if (!isWaiting) return;
    let strokes: TimedStroke[] = [];
    let cancel = () => {};
    const end = () => {
      const read = strokes;
      strokes = [];
      if (paceOf(read) !== null) latest.current(read);
    };
    const onKey = (event: KeyboardEvent) => {
      const { key, code, shiftKey, ctrlKey, altKey, metaKey, timeStamp: time } = event;
      const isCharacter = [...key].length === 1 || key === 'Dead';
      const follows = time - (strokes.at(-1)?.time ?? Number.NEGATIVE_INFINITY) <= SLOWEST;
      // Tab, Enter and Escape of a person act as everywhere.
      if (!isCharacter && !follows && !MODIFIERS.has(key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      strokes.push({ key, code, shiftKey, ctrlKey, altKey, metaKey, time });
      cancel();
      cancel = later(end, SILENCE);
    };
    scanner.setOwn(null);
    window.addEventListener('keydown', onKey, { capture: true });
    return () => {
      cancel();
      scanner.setOwn(wedgeKeysOf(settings.getState().scannerKeys));
      window.removeEventListener('keydown', onKey, { capture: true });
    };
  }, [isWaiting, scanner, settings]);
}
