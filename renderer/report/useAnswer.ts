/** Loads what a page shows: again when its key changes, and while it loads the last answer stays on the screen. */

import { useCallback, useEffect, useState } from 'react';
import { type Problem, problemOf } from '../bridge/problem.ts';

export interface Answer<T> {
  /** Null until the first answer. */
  readonly value: T | null;
  /** A request is open; `value` may be that of the choice before. */
  readonly loading: boolean;
  readonly problem: Problem | null;
  readonly again: () => void;
}

interface State<T> {
  readonly value: T | null;
  readonly problem: Problem | null;
  /** The key that value or problem belong to. */
  readonly key: string | null;
}

/** `load` must depend on nothing but `key`. */
export function useAnswer<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Answer<T> {
  const [state, setState] = useState<State<T>>({ value: null, problem: null, key: null });
  const [attempt, setAttempt] = useState(0);
  const request = `${key} ${attempt}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says everything that `load` depends on
  useEffect(() => {
    const stop = new AbortController();
    load(stop.signal).then(
      value => stop.signal.aborted || setState({ value, problem: null, key: request }),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        const problem = problemOf(error);
        setState(({ value }) => ({ value, problem, key: request }));
      },
    );
    return () => stop.abort();
  }, [request]);
  const again = useCallback(() => setAttempt(count => count + 1), []);
  return { ...state, loading: state.key !== request, again };
}
