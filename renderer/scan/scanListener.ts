/**
 * Listens for the scanner on the whole document, whichever element has the focus. Characters reach the focused field without
 * delay. When a burst turns out to be a scan, the field gets its old value back, and nothing else receives the suffix key.
 */

import { extendTrail, type KeyTrail, paceOf, type SlowScan, slowScanIn } from './slowScan.ts';
import type { TypedDigits } from './typedDigits.ts';
import { idle, readKey, type WedgeOptions } from './wedge.ts';

export interface ScanHandlers {
  /** Called at every key. */
  readonly options: () => WedgeOptions | null;
  readonly onScan: (code: string) => void;
  /** Called for a code that was typed too slowly to be certainly a scan, outside every field. */
  readonly onSlow: (scan: SlowScan) => void;
  /** True while the next code teaches the pace of the scanner. */
  readonly isTeaching: () => boolean;
  readonly onTaught: (pace: number) => void;
  /** Receives what people type outside every field. */
  readonly typed: Pick<TypedDigits, 'press' | 'enter' | 'times' | 'cancel'>;
}

/** Returns a function that stops listening. */
export function listenForScans(target: Document, listener: ScanHandlers): () => void {
  const { options, onScan, onSlow, isTeaching, onTaught, typed } = listener;
  let state = idle;
  let trail: KeyTrail = [];
  let before: FieldMemory | null = null;

  /** True when the key ends a slow scan or a scan that teaches the pace. */
  function ends(event: KeyboardEvent, trailed: KeyTrail, given: WedgeOptions): boolean {
    if (event.key !== given.suffix) return false;
    const pace = isTeaching() ? paceOf(trailed, event.timeStamp) : null;
    const slow = isTextField(event.target) ? null : slowScanIn(trailed, event.timeStamp, given);
    if (pace === null && !slow) return false;
    typed.cancel();
    if (pace !== null) onTaught(pace);
    else if (slow) onSlow(slow);
    return true;
  }

  /** Collects digits outside every field. An Enter right after them belongs to the digits, not to a focused button. */
  function type(event: KeyboardEvent, inBurst: boolean): void {
    const isElsewhere = isTextField(event.target) || target.querySelector('[role="dialog"]') !== null;
    if (isElsewhere || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (/^\d$/.test(event.key)) typed.press(event.key);
    else if (event.key === 'Enter' && typed.enter()) consume(event);
    // A scanner may send the sign within a code.
    else if (isTimes(event.key) && !inBurst && typed.times()) consume(event);
  }

  const onKey = (event: KeyboardEvent) => {
    const given = options();
    if (!given || event.isComposing) return;
    const key = { key: event.key, time: event.timeStamp, repeat: event.repeat };
    const trailed = trail;
    trail = extendTrail(trail, key, event.key === given.suffix);
    const [next, meaning] = readKey(state, key, given);
    const inBurst = state.burst !== '' && next.burst.length > state.burst.length;
    state = next;
    if (meaning.kind === 'scanned' && !isTeaching()) {
      consume(event);
      // The field wants the code itself: it keeps the characters, and its form is not sent.
      if (takesScan(event.target)) return;
      restoreField(before);
      before = null;
      typed.cancel();
      onScan(meaning.code);
      return;
    }
    if (ends(event, trailed, given)) {
      consume(event);
      restoreField(before);
      return;
    }
    type(event, inBurst);
    if (meaning.kind === 'typing' && meaning.starts) before = rememberField(target.activeElement);
    else if (inBurst && event.key === ' ' && !isTextField(event.target)) consume(event);
  };

  target.addEventListener('keydown', onKey, { capture: true });
  return () => target.removeEventListener('keydown', onKey, { capture: true });
}

/** The keys that mean `×`: that of the number pad, and the letter that looks like it. */
export const isTimes = (key: string): boolean => ['*', '×', 'x', 'X'].includes(key);

type TextField = HTMLInputElement | HTMLTextAreaElement;

interface FieldMemory {
  readonly field: TextField;
  readonly value: string;
  readonly start: number | null;
  readonly end: number | null;
}

const isTextField = (target: EventTarget | null): target is TextField =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

const takesScan = (target: EventTarget | null): boolean => isTextField(target) && target.dataset.takesScan === 'true';

function rememberField(element: Element | null): FieldMemory | null {
  if (!isTextField(element)) return null;
  return { field: element, value: element.value, start: element.selectionStart, end: element.selectionEnd };
}

/** Sets the value with the browser's setter and fires an input event, so that React's state follows. */
function restoreField(memory: FieldMemory | null): void {
  if (!memory?.field.isConnected || memory.field.value === memory.value) return;
  const { field, value, start, end } = memory;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.setSelectionRange(start, end);
}

/** Keeps the key that ends a scan away from focused buttons and forms. */
function consume(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
