/** The query string of a list, read once and turned into what the store needs to answer it. */
import type { Query } from './ast.ts';
import type { Sql } from './compile.ts';
import { compileQuery } from './compile.ts';
import type { QueryDeclaration } from './declaration.ts';
import type { FieldTree } from './fields.ts';
import { parseFields } from './fields.ts';
import { compileOrder, parseSort } from './order.ts';
import { parseQuery } from './parse.ts';

export interface ListPlan {
  readonly ok: true;
  readonly query: Query;
  readonly where: Sql;
  readonly orderBy: Sql;
  readonly limit: number;
  readonly offset: number;
  /** `null`: the stored JSON text can be passed through as it is. */
  readonly fields: FieldTree | null;
}

/** A parameter that cannot be read; for `q` also where in `text`, counted from 0. */
export interface ListProblem {
  readonly ok: false;
  readonly parameter: string;
  readonly message: string;
  readonly text?: string;
  readonly position?: number;
}

export const pageSize = { usual: 10, most: 1_000 } as const;

/**
 * Reads `q`, `sort` (also as `sort[field]=order`), `count`, `offset` and `fields`; other parameters are left alone.
 * A `count` above 1000 gives 1000: clients ask for "everything" with big numbers, and the answer's own count tells
 * them that there is more.
 */
export function readListParameters(
  parameters: Readonly<Record<string, unknown>>,
  declaration: QueryDeclaration,
  usualCount: number = pageSize.usual,
): ListPlan | ListProblem {
  const q = single(parameters.q);
  if (q === undefined) return problem('q', 'q must be given once');
  const parsed = parseQuery(q);
  if (!parsed.ok) return { ...parsed, parameter: 'q' };
  const sort = parseSort(sortText(parameters));
  if (typeof sort === 'string') return problem('sort', sort);
  const fields = parseFields(listed(parameters.fields));
  if (typeof fields === 'string') return problem('fields', fields);
  const limit = wholeNumber(parameters.count, usualCount);
  if (limit === null) return problem('count', 'count must be a whole number, 0 or more');
  const offset = wholeNumber(parameters.offset, 0);
  if (offset === null) return problem('offset', 'offset must be a whole number, 0 or more');
  return {
    ok: true,
    query: parsed.query,
    where: compileQuery(parsed.query, declaration),
    orderBy: compileOrder(sort, declaration),
    limit: Math.min(limit, pageSize.most),
    offset,
    fields: fields.size > 0 ? fields : null,
  };
}

function problem(parameter: string, message: string): ListProblem {
  return { ok: false, parameter, message };
}

function single(value: unknown): string | undefined {
  return typeof value === 'string' ? value : value === undefined ? '' : undefined;
}

/** A parameter given several times is the same as its values joined by commas. */
function listed(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value ?? '');
}

/** Older clients name the field in brackets, which a parser of query strings may have made an object of. */
function sortText(parameters: Readonly<Record<string, unknown>>): string {
  const { sort } = parameters;
  const inBrackets = Object.entries(parameters).flatMap(([name, order]) => {
    const property = /^sort\[([^\]]*)\]$/.exec(name)?.[1];
    return property === undefined ? [] : [[property, order] as const];
  });
  const isObject = typeof sort === 'object' && sort !== null && !Array.isArray(sort);
  const pairs = [...(isObject ? Object.entries(sort) : []), ...inBrackets].map(([name, order]) => `${name}:${order}`);
  return [isObject ? '' : listed(sort), ...pairs].join(',');
}

function wholeNumber(value: unknown, usual: number): number | null {
  if (value === undefined || value === '') return usual;
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && /^\d{1,15}$/.test(value)
        ? Number(value)
        : Number.NaN;
  return Number.isSafeInteger(number) && number >= 0 ? number : null;
}
