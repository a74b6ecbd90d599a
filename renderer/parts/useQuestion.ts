/** The question before a step that cannot be undone: it is open until somebody says no, or until the step has ended. */

import { useState } from 'react';

export interface AskedQuestion {
  readonly isOpen: boolean;
  readonly ask: () => void;
  readonly close: () => void;
  /** Takes the step. After a step that failed, too, the question has to be asked again. */
  readonly answer: (step: () => unknown) => void;
}

export function useQuestion(): AskedQuestion {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return {
    isOpen,
    ask: () => setOpen(true),
    close,
    answer: step => void Promise.resolve(step()).finally(close),
  };
}
