/** Saves a change of the merchant or a store, and shows why it was refused. */

import { useState } from 'react';
import { type Problem, problemOf } from '../../bridge/problem.ts';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useOffice, useProblemText } from '../context.tsx';

/** `save` loads the person anew after it, because every page shows these names and days. */
export function useSave() {
  const { session } = useOffice();
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const save = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await work();
      await session.load();
    } catch (error) {
      setProblem(problemOf(error));
    }
    setBusy(false);
  };
  return {
    busy,
    save,
    problem: <StatusRegion>{problem && <Message tone="error">{problemText(problem)}</Message>}</StatusRegion>,
  };
}
