/** Screens and back offices ask the same few questions all day: a query string that was read once is remembered. */
import type { QueryDeclaration } from './declaration.ts';
import { type ListPlan, type ListProblem, readListParameters } from './listParameters.ts';

/** Reads the parameters of a list; `text` is the query string they came from, `preset` a query asked with them. */
export type PlanReader = (
  text: string,
  parameters: Readonly<Record<string, unknown>>,
  preset?: string,
) => ListPlan | ListProblem;

const REMEMBERED = 500;

export function createPlanReader(declaration: QueryDeclaration): PlanReader {
  const plans = new Map<string, ListPlan>();
  return (text, parameters, preset = '') => {
    const key = preset === '' ? text : `${preset}\n${text}`;
    const known = plans.get(key);
    if (known) return known;
    const plan = readListParameters(parameters, declaration, preset);
    if (!plan.ok) return plan;
    if (plans.size >= REMEMBERED) plans.clear();
    plans.set(key, plan);
    return plan;
  };
}
