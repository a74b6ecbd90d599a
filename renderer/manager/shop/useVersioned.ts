/** One document of the shop with its version: read, changed on the condition that nobody else has changed it, and read again. */

import { useEffect, useState } from 'react';
import { useApp } from '../../app/context.tsx';
import { type Problem, problemOf } from '../../bridge/problem.ts';
import { type Fault, faultsIn } from '../../shop/faults.ts';

export interface VersionedDocument<T> {
  readonly value: T | null;
  /** Counts the versions that were read, so that a form begins anew with each. */
  readonly number: number;
  readonly busy: boolean;
  readonly problem: Problem | null;
  readonly faults: readonly Fault[];
  /** `elsewhere`: somebody else was faster, and the new version is loaded. */
  readonly note: 'saved' | 'elsewhere' | null;
  load(): Promise<void>;
  /** True when the change was made. */
  save(changes: object): Promise<boolean>;
}

interface State<T> {
  readonly value: T | null;
  readonly version: string | null;
  readonly number: number;
  readonly busy: boolean;
  readonly problem: Problem | null;
  readonly note: 'saved' | 'elsewhere' | null;
}

export function useVersioned<T>(path: string): VersionedDocument<T> {
  const { client } = useApp();
  const [state, set] = useState<State<T>>({
    ...{ value: null, version: null, number: 0, busy: true, problem: null, note: null },
  });
  async function load(note: State<T>['note'] = null): Promise<void> {
    try {
      const { value, version } = await client.versioned<T>('GET', path);
      set(before => ({ value, version, number: before.number + 1, busy: false, problem: null, note }));
    } catch (error) {
      set(before => ({ ...before, busy: false, problem: problemOf(error) }));
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once for each document
  useEffect(() => void load(), [path]);
  async function save(changes: object): Promise<boolean> {
    if (state.busy) return false;
    set(before => ({ ...before, busy: true, problem: null, note: null }));
    try {
      const { value, version } = await client.versioned<T>('PUT', path, changes, state.version);
      set(before => ({ value, version, number: before.number + 1, busy: false, problem: null, note: 'saved' }));
      return true;
    } catch (error) {
      const problem = problemOf(error);
      if (problem.kind === 'refused' && problem.code === CHANGED_ELSEWHERE) await load('elsewhere');
      else set(before => ({ ...before, busy: false, problem }));
      return false;
    }
  }
  return { ...state, faults: faultsIn(state.problem), load: () => load(), save };
}

/** Code of the row `preconditionFailed` in the bridge's error table. */
const CHANGED_ELSEWHERE = 1051;
