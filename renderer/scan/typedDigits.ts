/**
 * Collects digits that a person types while no field has the focus. When it is clear that no scanner typed them, the
 * listener receives them for its search.
 */

import { slowestPace } from './slowScan.ts';

export interface DigitListener {
  /** Called when no key followed the digits. False keeps the digits for a dialog that is about to open. */
  readonly digits: (text: string) => boolean;
  /** Called when Enter followed the digits; false as above. */
  readonly enter: (text: string) => boolean;
  /** Called when × followed the digits: it answers for them. False: × is none of theirs. */
  readonly times?: (text: string) => boolean;
}

export type TypedDigits = ReturnType<typeof createTypedDigits>;

export function createTypedDigits(later: (run: () => void, delay: number) => () => void) {
  let listener: DigitListener | null = null;
  let pending = '';
  let forget = () => {};
  const takeAll = (): string => {
    const text = pending;
    pending = '';
    forget();
    return text;
  };
  return {
    listen(next: DigitListener): () => void {
      listener = next;
      return () => {
        if (listener !== next) return;
        listener = null;
        takeAll();
      };
    },
    /** A digit, or a sign that stands between digits. */
    press(digit: string): void {
      if (!listener) return;
      pending += digit;
      forget();
      forget = later(() => {
        const text = takeAll();
        if (listener?.digits(text) === false) pending = text;
      }, 2 * slowestPace);
    },
    /** Returns the kept digits to a dialog that has just opened. */
    take: takeAll,
    /** True when the Enter belongs to typed digits. */
    enter(): boolean {
      const text = takeAll();
      if (!listener || text === '') return false;
      if (!listener.enter(text)) pending = text;
      return true;
    },
    /** True when the × belongs to typed digits. */
    times(): boolean {
      if (!listener?.times || pending === '' || !listener.times(pending)) return false;
      takeAll();
      return true;
    },
    /** True while digits wait for the key after them. */
    isPending: () => pending !== '',
    /** Drops the digits, because a scanner typed them. */
    cancel: () => void takeAll(),
  };
}
