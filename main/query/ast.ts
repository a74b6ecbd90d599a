/** A parsed list query: logic on top, one test of one property at each leaf. */

export type Query =
  | { readonly kind: 'all' }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Query[] }
  | { readonly kind: 'not'; readonly operand: Query }
  | Condition;

export interface Condition {
  readonly kind: 'condition';
  /** `null`: a bare term, searched for inside every declared text and id field. */
  readonly property: string | null;
  readonly test: Test;
}

export type Test =
  | { readonly kind: 'exists' }
  | { readonly kind: 'equals'; readonly text: string }
  | { readonly kind: 'like'; readonly pattern: Pattern }
  | { readonly kind: 'range'; readonly min: Limit | null; readonly max: Limit | null };

/** One end of a range as it was written; `null` in its place is an open end, never both: that is `exists`. */
export interface Limit {
  readonly text: string;
  readonly inclusive: boolean;
}

/** A text with wildcards: `one` stands for `?`, `many` for `*`. Never two literals side by side. */
export type Pattern = readonly Piece[];
export type Piece = { readonly literal: string } | { readonly wild: 'one' | 'many' };

export interface SyntaxProblem {
  /** Zero-based place in the query as it was read, after encoding and outer quotes were taken off. */
  readonly position: number;
  readonly message: string;
}

/** The one property a query is about; null when it is about several, about none, or holds a bare term. */
export function onlyProperty(query: Query): string | null {
  const [first, ...others] = propertiesOf(query);
  return first !== undefined && others.every(property => property === first) ? first : null;
}

/** True when the query uses these properties alone. */
export function isDeclared(query: Query, fields: Readonly<Record<string, unknown>>): boolean {
  return propertiesOf(query).every(property => property === null || Object.hasOwn(fields, property));
}

/** Every property that the query names; null stands for a bare term. */
export function propertiesOf(query: Query): readonly (string | null)[] {
  switch (query.kind) {
    case 'all':
      return [null];
    case 'and':
    case 'or':
      return query.operands.flatMap(propertiesOf);
    case 'not':
      return propertiesOf(query.operand);
    case 'condition':
      return [query.property];
  }
}
