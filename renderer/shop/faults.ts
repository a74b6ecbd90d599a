/** Faults that the bridge found in what was entered, by the place of each. */

import type { Problem } from '../bridge/problem.ts';
import type { Language } from '../texts/money.ts';

export interface Fault {
  readonly path: string;
  readonly texts: { readonly de: string; readonly en: string };
}

/** The faults in the answer of the bridge; none for any other problem. */
export function faultsIn(problem: Problem | null): readonly Fault[] {
  const faults = problem?.kind === 'refused' ? problem.body?.faults : null;
  return Array.isArray(faults) ? (faults as Fault[]) : [];
}

/** Gives the sentence for a field, null while nothing is wrong with it. Members of the path count as the field itself. */
export const sentenceAt =
  (faults: readonly Fault[], language: Language) =>
  (path: string): string | null => {
    const fault = faults.find(one => one.path === path || one.path.startsWith(`${path}.`));
    return fault ? fault.texts[language] : null;
  };
