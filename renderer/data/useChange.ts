/** One change of a page at a time: it runs, and it is made or has a problem. */

import { useMemo, useState } from 'react';
import { faultsIn, type Problem, problemOf } from '../bridge/problem.ts';
import { useTexts } from '../texts/context.tsx';

export interface Change {
  readonly busy: boolean;
  readonly problem: Problem | null;
  /** True after a change that was made, until the next one begins. */
  readonly done: boolean;
  /** True after a change that was refused because somebody else had been faster. */
  readonly outdated: boolean;
  /** Sentences by the name of the field whose value was not taken. */
  readonly faults: Readonly<Record<string, string>>;
  /**
   * The reason why the value of this field, or of one of its members, was not taken; null where it was not looked at or
   * is right.
   */
  fault(field: string): string | null;
  /** True for a refusal that no field of these explains. */
  isOther(...fields: readonly string[]): boolean;
  /** Takes the problem away, for a page that is read anew. */
  clear(): void;
  /** The answer; null where it was refused or another change runs. */
  run<T>(work: () => Promise<T>): Promise<T | null>;
}

type State = Pick<Change, 'busy' | 'done' | 'problem'>;

const IDLE: State = { busy: false, done: false, problem: null };

/** `onOutdated` reads the newest version. */
export function useChange(onOutdated?: () => void): Change {
  const { language } = useTexts();
  const [state, setState] = useState(IDLE);
  const { problem } = state;
  const faults = useMemo(
    () => Object.fromEntries([...faultsIn(problem)].map(([path, texts]) => [path, texts[language]])),
    [problem, language],
  );
  const paths = Object.keys(faults);
  const pathAt = (field: string) => paths.find(path => path === field || path.startsWith(`${field}.`));
  return {
    ...state,
    outdated: isOutdated(problem),
    faults,
    fault: field => faults[pathAt(field) ?? ''] ?? null,
    isOther: (...fields) => problem !== null && !fields.some(pathAt),
    clear: () => setState(({ busy }) => ({ ...IDLE, busy })),
    async run(work) {
      if (state.busy) return null;
      setState({ ...IDLE, busy: true });
      let end = IDLE;
      try {
        const answer = await work();
        end = { ...IDLE, done: true };
        return answer;
      } catch (error) {
        const problem = problemOf(error);
        end = { ...IDLE, problem };
        if (isOutdated(problem)) onOutdated?.();
        return null;
      } finally {
        setState(end);
      }
    },
  };
}

/** Code of the row `preconditionFailed` in the bridge's error table. */
const CHANGED_ELSEWHERE = 1051;

const isOutdated = (problem: Problem | null): boolean =>
  problem?.kind === 'refused' && problem.code === CHANGED_ELSEWHERE;
