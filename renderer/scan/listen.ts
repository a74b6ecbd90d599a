/**
 * Listens for the scanner on the whole document, whatever has the focus. Characters land where the cashier types without
 * delay; when a burst turns out to be a scan, the field is put back as it was and the suffix key goes nowhere.
 */

import { idle, read, type WedgeOptions } from './wedge.ts';

/** Calls `onScan` with every code; returns what stops listening. `options` is asked at every key. */
export function listenForScans(
  target: Document,
  options: () => WedgeOptions | null,
  onScan: (code: string) => void,
): () => void {
  let state = idle;
  let before: FieldMemory | null = null;

  const onKey = (event: KeyboardEvent) => {
    const given = options();
    if (!given || event.isComposing) return;
    const [next, meaning] = read(state, { key: event.key, time: event.timeStamp, repeat: event.repeat }, given);
    const inBurst = state.burst !== '' && next.burst.length > state.burst.length;
    state = next;
    if (meaning.kind === 'scanned') {
      swallow(event);
      restore(before);
      before = null;
      onScan(meaning.code);
    } else if (meaning.starts) before = remember(target.activeElement);
    else if (inBurst && event.key === ' ' && !isTextField(event.target)) swallow(event);
  };

  target.addEventListener('keydown', onKey, { capture: true });
  return () => target.removeEventListener('keydown', onKey, { capture: true });
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

interface FieldMemory {
  readonly field: TextField;
  readonly value: string;
  readonly start: number | null;
  readonly end: number | null;
}

const isTextField = (target: EventTarget | null): target is TextField =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

function remember(element: Element | null): FieldMemory | null {
  if (!isTextField(element)) return null;
  return { field: element, value: element.value, start: element.selectionStart, end: element.selectionEnd };
}

/** Sets the value past React's own setter and tells it with an input event, so that its state follows. */
function restore(memory: FieldMemory | null): void {
  if (!memory?.field.isConnected || memory.field.value === memory.value) return;
  const { field, value, start, end } = memory;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.setSelectionRange(start, end);
}

/** Neither a focused button nor a form may see the key that ends a scan. */
function swallow(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
