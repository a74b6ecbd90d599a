/** The question before a deed that cannot be undone: it is open until somebody says no, or until the deed has ended. */

import { useState } from 'react';

export interface AskedQuestion {
  readonly isOpen: boolean;
  readonly ask: () => void;
  readonly close: () => void;
  /** Runs the deed. After a deed that failed, too, the question has to be asked again. */
  readonly answer: (deed: () => unknown) => void;
}

export function useQuestion(): AskedQuestion {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return {
    isOpen,
    ask: () => setOpen(true),
    close,
    answer: deed => void Promise.resolve(deed()).finally(close),
  };
}
