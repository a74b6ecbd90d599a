/** One deed of a dialog at a time: it runs, and it is done or has a problem. */

import { useState } from 'react';
import { faultsIn, type Problem, problemOf } from '../bridge/problem.ts';
import { useManagerTexts } from '../texts/pages/manager.ts';

export interface Deed {
  readonly busy: boolean;
  readonly problem: Problem | null;
  /** Why the value of this field was not taken; null where it was not looked at or is right. */
  fault(field: string): string | null;
  /** True for a refusal that no field of these explains. */
  isOther(...fields: readonly string[]): boolean;
  /** The answer; null where the bridge refused or another deed runs. */
  run<T>(work: () => Promise<T>): Promise<T | null>;
}

export function useDeed(): Deed {
  const { language } = useManagerTexts();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const faults = faultsIn(problem);
  return {
    busy,
    problem,
    fault: field => faults.get(field)?.[language] ?? null,
    isOther: (...fields) => problem !== null && !fields.some(field => faults.has(field)),
    async run(work) {
      if (busy) return null;
      setBusy(true);
      try {
        const answer = await work();
        setProblem(null);
        return answer;
      } catch (error) {
        setProblem(problemOf(error));
        return null;
      } finally {
        setBusy(false);
      }
    },
  };
}

/** True where somebody else has changed it meanwhile (row `preconditionFailed` of the error table). */
export const isOutdated = (problem: Problem | null): boolean => problem?.kind === 'refused' && problem.code === 1051;
