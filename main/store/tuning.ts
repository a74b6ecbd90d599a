/**
 * The planner knows no values, so it takes "status is ok" for a rare condition although nearly all rows are like that.
 * The kept counts know better: a condition on the counted property that most rows meet is not searched by its index
 * where another one of the same query can be.
 */
import { onlyProperty } from '../query/ast.ts';
import { compileQuery } from '../query/compile.ts';
import { fieldOf, type QueryDeclaration } from '../query/declaration.ts';
import type { ListPlan } from '../query/listParameters.ts';
import type { ListOf, Pages } from './pages.ts';

/** Share of all rows above which an index leads to too many. */
const COMMON = 0.1;

export type Tune = (list: ListOf, merchant: string, plan: ListPlan) => ListPlan;

/** Decided once for each plan: the same plan gives the same object. */
export function createTuning(pages: Pick<Pages, 'count'>): Tune {
  const tuned = new WeakMap<ListPlan, ListPlan>();

  function isCommon(list: ListOf, merchant: string, plan: ListPlan, counted: string): boolean {
    if (plan.query.kind !== 'and') return false;
    const conditions = plan.query.operands.filter(operand => onlyProperty(operand) === counted);
    if (conditions.length === 0 || conditions.length === plan.query.operands.length) return false;
    const all = pages.count(list, merchant, { ...plan, query: { kind: 'all' } });
    const some = pages.count(list, merchant, { ...plan, query: { kind: 'and', operands: conditions } });
    return some > all * COMMON;
  }

  return (list, merchant, plan) => {
    const { counted } = list.queries;
    if (counted === undefined) return plan;
    const known = tuned.get(plan);
    if (known) return known;
    const better = isCommon(list, merchant, plan, counted)
      ? { ...plan, where: compileQuery(plan.query, passing(list.queries, counted)) }
      : plan;
    tuned.set(plan, better);
    return better;
  };
}

function passing(queries: QueryDeclaration, property: string): QueryDeclaration {
  const field = fieldOf(queries, property);
  if (!field || !('column' in field)) return queries;
  return { ...queries, fields: { ...queries.fields, [property]: { ...field, passing: true } } };
}
