/** Loads what a page shows: again when its key changes, and while it loads the last answer stays on the screen. */

import { useCallback, useEffect, useRef, useState } from 'react';
import { type Problem, problemOf } from '../bridge/problem.ts';

export interface Resource<T> {
  /** Null until the first answer. */
  readonly value: T | null;
  /** A request is open; `value` may be that of the choice before. */
  readonly loading: boolean;
  readonly problem: Problem | null;
  readonly reload: () => void;
  /** Takes a newer answer, for example that of a change; a load that is under way is dropped. */
  show(value: T): void;
}

interface State<T> {
  readonly value: T | null;
  readonly problem: Problem | null;
  /** The request that value or problem belong to. */
  readonly request: string | null;
}

/**
 * `load` depends on nothing but `key`; a null key loads nothing. Only the newest request counts, and none after the page was left.
 * `every`: ms between two loads of what changes by itself, while the page can be seen.
 */
export function useResource<T>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<T>,
  every: number | null = null,
): Resource<T> {
  const [state, setState] = useState<State<T>>({ value: null, problem: null, request: null });
  const [attempt, setAttempt] = useState(0);
  const open = useRef<{ readonly key: string; readonly request: string; readonly stop: AbortController }>(null);
  const request = key === null ? null : `${key} ${attempt}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says everything that `load` depends on
  useEffect(() => {
    if (key === null || request === null) return;
    const stop = new AbortController();
    open.current = { key, request, stop };
    load(stop.signal).then(
      value => stop.signal.aborted || setState({ value, problem: null, request }),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        const problem = problemOf(error);
        setState(({ value }) => ({ value, problem, request }));
      },
    );
    return () => stop.abort();
  }, [request]);
  const reload = useCallback(() => setAttempt(count => count + 1), []);
  useEffect(() => {
    if (every === null) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), every);
    return () => clearInterval(timer);
  }, [every, reload]);
  const show = (value: T) => {
    if (open.current?.key !== key) return;
    open.current.stop.abort();
    setState({ value, problem: null, request: open.current.request });
  };
  return { value: state.value, problem: state.problem, loading: state.request !== request, reload, show };
}
