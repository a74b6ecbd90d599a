/** An answer of the bridge that a part of the page shows, and that its changes replace. */

import { useCallback, useEffect, useState } from 'react';
import { useApp } from '../../app/context.tsx';
import { type Problem, problemOf } from '../../bridge/problem.ts';

export interface Loaded<T> {
  readonly value: T | null;
  readonly problem: Problem | null;
  readonly load: () => Promise<void>;
  /** Sends a change; its answer is the new value. False where it was refused. */
  readonly change: (method: string, path: string, body: object) => Promise<boolean>;
  readonly saved: boolean;
}

export function useLoaded<T>(path: string): Loaded<T> {
  const { client } = useApp();
  const [value, setValue] = useState<T | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [saved, setSaved] = useState(false);
  const load = useCallback(async () => {
    try {
      setValue(await client.ask<T>('GET', path));
      setProblem(null);
    } catch (error) {
      setProblem(problemOf(error));
    }
  }, [client, path]);
  useEffect(() => void load(), [load]);
  return {
    ...{ value, problem, load, saved },
    async change(method, to, body) {
      setSaved(false);
      try {
        setValue(await client.ask<T>(method, to, body));
        setProblem(null);
        setSaved(true);
        return true;
      } catch (error) {
        setProblem(problemOf(error));
        return false;
      }
    },
  };
}
