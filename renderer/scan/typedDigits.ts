/**
 * Digits that a person types while no field has the focus: kept until it is clear that no scanner typed them, and then given
 * to whoever searches by them.
 */

import { slowestPace } from './slowScan.ts';

export interface DigitListener {
  /** Nothing came after these digits. False: they are for somebody who is about to appear, and wait. */
  readonly digits: (text: string) => boolean;
  /** Enter came after them; false as above. */
  readonly enter: (text: string) => boolean;
}

export type TypedDigits = ReturnType<typeof createTypedDigits>;

export function createTypedDigits(later: (run: () => void, delay: number) => () => void) {
  let listener: DigitListener | null = null;
  let pending = '';
  let forget = () => {};
  const taken = (): string => {
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
        taken();
      };
    },
    press(digit: string): void {
      if (!listener) return;
      pending += digit;
      forget();
      forget = later(() => {
        const text = taken();
        if (listener?.digits(text) === false) pending = text;
      }, 2 * slowestPace);
    },
    /** What waits is for somebody else, who has just appeared. */
    take: taken,
    /** True when there were digits for the Enter to be about. */
    enter(): boolean {
      const text = taken();
      if (!listener || text === '') return false;
      if (!listener.enter(text)) pending = text;
      return true;
    },
    /** A scanner typed them. */
    cancel: () => void taken(),
  };
}
