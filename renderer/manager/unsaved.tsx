/** Typed values are not lost by a slip of the hand: whatever would close its form asks first. One guard for each page. */

import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';

interface Guard {
  /** A way out of the form waits for an answer. */
  readonly isAsking: boolean;
  /** Goes at once where nothing is unsaved, otherwise once somebody has agreed. */
  leave(way: () => void): void;
  /** The answer. False: goes on with the form. */
  answer(leaves: boolean): void;
  setUnsaved(isUnsaved: boolean): void;
  /** Closes the form that is open; Escape does it wherever the focus is. */
  readonly closer: { current: (() => void) | null };
}

const GuardContext = createContext<Guard>({
  isAsking: false,
  leave: way => way(),
  answer: () => undefined,
  setUnsaved: () => undefined,
  closer: { current: null },
});

export function UnsavedGuard({ children }: { readonly children: ReactNode }) {
  const [way, setWay] = useState<{ readonly go: () => void } | null>(null);
  const isUnsaved = useRef(false);
  const closer = useRef<(() => void) | null>(null);
  const [setUnsaved] = useState(() => (is: boolean) => {
    isUnsaved.current = is;
    if (!is) setWay(null);
  });
  const guard = useMemo<Guard>(
    () => ({
      isAsking: way !== null,
      leave: go => (isUnsaved.current ? setWay({ go }) : go()),
      answer(leaves) {
        setWay(null);
        if (leaves) way?.go();
      },
      setUnsaved,
      closer,
    }),
    [way, setUnsaved],
  );
  return <GuardContext value={guard}>{children}</GuardContext>;
}

export const useGuard = (): Guard => useContext(GuardContext);

/** Says whether the form holds something that would be lost; a form that is gone holds nothing. */
export function useUnsaved(isUnsaved: boolean): void {
  const { setUnsaved } = useGuard();
  useEffect(() => {
    setUnsaved(isUnsaved);
    return () => setUnsaved(false);
  }, [isUnsaved, setUnsaved]);
}

/** Escape closes the form that is open, wherever the focus is. */
export function useCloser(onClose: () => void): void {
  const { closer } = useGuard();
  useEffect(() => {
    closer.current = onClose;
    return () => {
      closer.current = null;
    };
  }, [closer, onClose]);
}
