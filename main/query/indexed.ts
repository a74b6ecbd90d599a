/** The part of a query that an index can answer, so that few rows are read for it. Pure. */
import type { Query } from './ast.ts';
import { fieldOf, type QueryDeclaration } from './declaration.ts';

/** All of what it says has to hold where the query holds; null where every row has to be looked at. */
export function indexedPart(query: Query, declaration: QueryDeclaration): Query | null {
  if (query.kind !== 'and') return isIndexed(query, declaration) ? query : null;
  const operands = query.operands.flatMap(operand => indexedPart(operand, declaration) ?? []);
  return operands.length === 0 ? null : { kind: 'and', operands };
}

/** Can every row that fits be found without a look at those that do not? */
function isIndexed(query: Query, declaration: QueryDeclaration): boolean {
  switch (query.kind) {
    case 'all':
    case 'not':
      return false;
    case 'or':
      return query.operands.every(operand => isIndexed(operand, declaration));
    case 'and':
      return query.operands.some(operand => isIndexed(operand, declaration));
    case 'condition': {
      const { property, test } = query;
      if (property === null || !fieldOf(declaration, property)) return false;
      const [first] = test.kind === 'like' ? test.pattern : [];
      return test.kind === 'like' ? first !== undefined && 'literal' in first : test.kind !== 'exists';
    }
  }
}
