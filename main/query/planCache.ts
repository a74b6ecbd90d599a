/** Screens and back offices ask the same few questions all day: a query string that was read once is remembered. */
import type { QueryDeclaration } from './declaration.ts';
import { type ListPlan, type ListProblem, readListParameters } from './listParameters.ts';

/** Reads the parameters of a list; `text` is the query string they came from. */
export type PlanReader = (text: string, parameters: Readonly<Record<string, unknown>>) => ListPlan | ListProblem;

const REMEMBERED = 500;

export function createPlanReader(declaration: QueryDeclaration): PlanReader {
  const plans = new Map<string, ListPlan>();
  return (text, parameters) => {
    const known = plans.get(text);
    if (known) return known;
    const plan = readListParameters(parameters, declaration);
    if (!plan.ok) return plan;
    if (plans.size >= REMEMBERED) plans.clear();
    plans.set(text, plan);
    return plan;
  };
}
