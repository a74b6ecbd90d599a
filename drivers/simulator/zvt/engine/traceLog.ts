/** The last messages in both directions, as hex with secrets overwritten, and explained in words. */
import { decode } from '../../../zvt/codec/apdu.ts';
import { messageTrace, TYPED_INPUT_COMMANDS } from '../../../zvt/codec/messageTrace.ts';

export interface TraceLine {
  /** Counts on: a reader that was away knows which lines it missed. */
  readonly number: number;
  /** ISO 8601 with milliseconds. */
  readonly time: string;
  readonly direction: 'sent' | 'received' | 'note';
  /** Capitals; passwords and card data overwritten. Empty for a note. */
  readonly hex: string;
  readonly meaning: string;
}

export interface TraceLog {
  /** Keeps an APDU; it is explained only when it is read. */
  add(direction: 'sent' | 'received', apdu: Buffer): void;
  note(text: string): void;
  /** Oldest first. */
  lines(): readonly TraceLine[];
  /** Calls the listener with every new line; returns the function that ends it. */
  follow(listener: (line: TraceLine) => void): () => void;
}

const MOST = 500;

interface Kept {
  readonly number: number;
  readonly at: number;
  readonly direction: TraceLine['direction'];
  readonly apdu: Buffer | string;
  /** Control field of the command before: 06 0F has another meaning after a status enquiry. */
  readonly after: number;
}

export function traceLog(): TraceLog {
  const kept: Kept[] = [];
  const listeners = new Set<(line: TraceLine) => void>();
  let number = 0;
  let after = 0;

  return {
    add(direction, apdu) {
      const control = apdu.readUInt16BE(0);
      if (direction === 'received' && !isAnswer(control)) after = control;
      keep(direction, apdu);
    },
    note: text => keep('note', text),
    lines: () => kept.slice(-MOST).map(explained),
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  function keep(direction: TraceLine['direction'], apdu: Buffer | string): void {
    const line = { number: ++number, at: Date.now(), direction, apdu, after };
    kept.push(line);
    if (kept.length > 2 * MOST) kept.splice(0, MOST);
    for (const listener of listeners) listener(explained(line));
  }
}

function explained({ number, at, direction, apdu, after }: Kept): TraceLine {
  const time = new Date(at).toISOString();
  if (typeof apdu === 'string') return { number, time, direction, hex: '', meaning: apdu };
  const control = apdu.readUInt16BE(0);
  const message = decode(Buffer.from(apdu), direction === 'sent' ? { after } : {});
  const typed = isAnswer(control) && TYPED_INPUT_COMMANDS.has(after);
  const { text, hex } = messageTrace(message, 'auto', typed);
  return { number, time, direction, hex, meaning: text };
}

function isAnswer(control: number): boolean {
  return control >> 8 === 0x80 || control >> 8 === 0x84;
}
