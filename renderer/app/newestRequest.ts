/** An earlier request may be answered after a later one: only the answer to the newest request counts. */

import { useCallback, useRef } from 'react';

/** Begins a request, and says later whether it is still the newest one. */
export type BeginRequest = () => () => boolean;

export function useNewestRequest(): BeginRequest {
  const newest = useRef(0);
  return useCallback(() => {
    newest.current += 1;
    const request = newest.current;
    return () => request === newest.current;
  }, []);
}
