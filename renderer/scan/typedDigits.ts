/**
 * Digits that a person types while no field has the focus: kept until it is clear that no scanner typed them, and then given
 * to whoever searches by them.
 */

import { slowestPace } from './slow.ts';

export interface DigitListener {
  /** Nothing came after these digits. */
  readonly digits: (text: string) => void;
  /** Enter came after them. */
  readonly enter: (text: string) => void;
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
      forget = later(() => listener?.digits(taken()), 2 * slowestPace);
    },
    /** What waits is for somebody else, who has just appeared. */
    take: taken,
    /** True when there were digits for the Enter to be about. */
    enter(): boolean {
      const text = taken();
      if (!listener || text === '') return false;
      listener.enter(text);
      return true;
    },
    /** A scanner typed them. */
    cancel: () => void taken(),
  };
}
