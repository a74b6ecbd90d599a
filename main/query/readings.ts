/** The meaning of one test for one type of value: the step that SQL and the evaluator share. */
import type { Limit, Pattern, Test } from './ast.ts';
import type { Comparable, FieldType } from './comparable.ts';
import { literal } from './comparable.ts';

export type Reading =
  | { readonly kind: 'within'; readonly type: FieldType; readonly min: Bound | null; readonly max: Bound | null }
  | { readonly kind: 'like'; readonly type: FieldType; readonly pattern: Pattern };

export interface Bound {
  readonly value: Comparable;
  readonly inclusive: boolean;
}

/**
 * The ways a test can hold; none if it never can (a word asked of a number). A declared field has one type; for
 * an undeclared one the query's own writing decides, so `5` is the number 5 and the text "5".
 */
export function readings(test: Exclude<Test, { kind: 'exists' }>, type: FieldType | undefined): readonly Reading[] {
  if (test.kind === 'like') return likes(test.pattern, type ?? 'text');
  const types = type ? [type] : UNDECLARED;
  if (test.kind === 'equals') return types.flatMap(each => equal(each, test.text));
  return types.flatMap(each => range(each, test.min, test.max)).slice(0, 1);
}

/** The test, and the same one in the other spelling of the field. */
export const spelt = (test: Test, field: { readonly spelling?: (text: string) => string }): readonly Test[] =>
  test.kind === 'equals' && field.spelling ? [test, { ...test, text: field.spelling(test.text) }] : [test];

/** In the order in which a range is read: as numbers if both ends are, then as instants, else as text. */
const UNDECLARED: readonly FieldType[] = ['number', 'timestamp', 'text', 'boolean'];

function likes(pattern: Pattern, type: FieldType): readonly Reading[] {
  if (type !== 'text' && type !== 'id') return [];
  const shaped = pattern.map(piece =>
    'wild' in piece ? piece : { literal: String(literal(type, piece.literal)?.[0]) },
  );
  return [{ kind: 'like', type, pattern: shaped }];
}

function equal(type: FieldType, text: string): readonly Reading[] {
  const inclusive = true;
  return range(type, { text, inclusive }, { text, inclusive });
}

function range(type: FieldType, min: Limit | null, max: Limit | null): readonly Reading[] {
  const low = min && literal(type, min.text);
  const high = max && literal(type, max.text);
  if ((min && !low) || (max && !high)) return [];
  return [
    {
      kind: 'within',
      type,
      // A limit may be a whole day: "from" begins with it, "after" begins behind it.
      min: min && low && { value: min.inclusive ? low[0] : low[1], inclusive: min.inclusive },
      max: max && high && { value: max.inclusive ? high[1] : high[0], inclusive: max.inclusive },
    },
  ];
}
