/** A form whose sending cannot be undone: its button is held, and Enter in a field leads to the button. */

import { useRef } from 'react';

/** `isHeld` false: the form is sent as any other. */
export function useHeldSubmit(isHeld: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const isAgreed = useRef(false);
  return {
    button,
    /** The button was held. */
    send() {
      isAgreed.current = true;
      button.current?.form?.requestSubmit();
      isAgreed.current = false;
    },
    /** Asked when the form is sent: false where somebody only pressed Enter. */
    admits(): boolean {
      if (!isHeld || isAgreed.current) return true;
      button.current?.focus();
      return false;
    },
  };
}
