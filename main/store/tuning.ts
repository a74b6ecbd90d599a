/**
 * The planner knows no values, so it takes "status is ok" for a rare condition although nearly all rows are like that.
 * The kept counts know better: a condition on the counted property that most rows meet is not searched by its index
 * where another one of the same query can be.
 */
import { onlyProperty } from '../query/ast.ts';
import { compileQuery } from '../query/compile.ts';
import { fieldOf, type QueryDeclaration } from '../query/declaration.ts';
import type { ListPlan } from '../query/listParameters.ts';
import type { Database } from './database.ts';
import type { ListOf, Pages } from './pages.ts';

/** Share of all rows above which an index leads to too many. */
const COMMON = 0.1;
/** Decisions kept, and commits after which they are taken anew. */
const REMEMBERED = 500;
const GOOD_FOR = 1000;

export type Tune = (list: ListOf, merchant: string, plan: ListPlan) => ListPlan;

/** The same plan gives the same object as long as it is decided alike. */
export function createTuning(db: Pick<Database, 'commits'>, pages: Pick<Pages, 'count'>): Tune {
  const decisions = new Map<string, boolean>();
  const tuned = new WeakMap<ListPlan, ListPlan>();
  let decidedAt = 0;

  function decided(key: string, decide: () => boolean): boolean {
    if (db.commits() - decidedAt > GOOD_FOR || decisions.size >= REMEMBERED) {
      decisions.clear();
      decidedAt = db.commits();
    }
    const known = decisions.get(key) ?? decide();
    decisions.set(key, known);
    return known;
  }

  function isCommon(list: ListOf, merchant: string, plan: ListPlan, counted: string): boolean {
    if (plan.query.kind !== 'and') return false;
    const operands = plan.query.operands.filter(operand => onlyProperty(operand) === counted);
    if (operands.length === 0 || operands.length === plan.query.operands.length) return false;
    return decided(`${list.object} ${merchant} ${JSON.stringify(operands)}`, () => {
      const all = pages.count(list, merchant, { ...plan, query: { kind: 'all' } });
      return pages.count(list, merchant, { ...plan, query: { kind: 'and', operands } }) > all * COMMON;
    });
  }

  return (list, merchant, plan) => {
    const { counted } = list.queries;
    if (counted === undefined || !isCommon(list, merchant, plan, counted)) return plan;
    const known = tuned.get(plan);
    if (known) return known;
    const better = { ...plan, where: compileQuery(plan.query, passing(list.queries, counted)) };
    tuned.set(plan, better);
    return better;
  };
}

function passing(queries: QueryDeclaration, property: string): QueryDeclaration {
  const field = fieldOf(queries, property);
  if (!field || !('column' in field)) return queries;
  return { ...queries, fields: { ...queries.fields, [property]: { ...field, passing: true } } };
}

/** The same query for a list in which nearly every row is looked at: links are asked for each row instead of leading to it. */
export function walkedPlan({ queries }: ListOf, plan: ListPlan): ListPlan {
  const fields = Object.entries(queries.fields);
  if (!fields.some(([, field]) => 'link' in field)) return plan;
  const walked = fields.map(([property, field]) => [
    property,
    'link' in field ? { ...field, link: { ...field.link, passing: true } } : field,
  ]);
  return { ...plan, where: compileQuery(plan.query, { ...queries, fields: Object.fromEntries(walked) }) };
}
