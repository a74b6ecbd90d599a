/** The query asked of one document in memory: the same answer as the SQL, without a database. */
import type { Condition, Pattern, Query } from './ast.ts';
import type { Comparable } from './comparable.ts';
import { comparable } from './comparable.ts';
import type { QueryDeclaration, QueryField } from './declaration.ts';
import { declaredValues, fieldOf } from './declaration.ts';
import { valuesAt } from './property.ts';
import type { Bound, Reading } from './readings.ts';
import { readings, spelt } from './readings.ts';

/** True when a parsed document (plain JSON values) matches the query. */
export function matches(query: Query, document: unknown, declaration: QueryDeclaration): boolean {
  switch (query.kind) {
    case 'all':
      return true;
    case 'and':
      return query.operands.every(operand => matches(operand, document, declaration));
    case 'or':
      return query.operands.some(operand => matches(operand, document, declaration));
    case 'not':
      return !matches(query.operand, document, declaration);
    case 'condition':
      return holds(query, document, declaration);
  }
}

function holds({ property, test }: Condition, document: unknown, declaration: QueryDeclaration): boolean {
  if (property === null) {
    return Object.entries(declaration.fields).some(([name, field]) => declaredHolds(test, field, name, document));
  }
  const field = fieldOf(declaration, property);
  if (field) return declaredHolds(test, field, property, document);
  const values = valuesAt(document, property);
  if (test.kind === 'exists') return values.length > 0;
  return readings(test, undefined).some(reading =>
    values.some(value => satisfies(comparable(reading.type, value), reading)),
  );
}

function declaredHolds(test: Condition['test'], field: QueryField, property: string, document: unknown): boolean {
  const values = declaredValues(field, property, document);
  if (test.kind === 'exists') return values.length > 0;
  const tests = 'link' in field ? spelt(test, field) : [test];
  return tests.some(
    one =>
      one.kind !== 'exists' &&
      readings(one, field.type).some(reading => values.some(value => satisfies(value, reading))),
  );
}

function satisfies(value: Comparable | null, reading: Reading): boolean {
  if (value === null) return false;
  if (reading.kind === 'like')
    return isWithin(String(value), reading.pattern) ?? isLike([...String(value)], reading.pattern);
  return onSide(reading.min, bound => compare(value, bound)) && onSide(reading.max, bound => compare(bound, value));
}

function onSide(bound: Bound | null, distance: (bound: Comparable) => number): boolean {
  if (!bound) return true;
  return bound.inclusive ? distance(bound.value) >= 0 : distance(bound.value) > 0;
}

/** Texts are ordered by their UTF-8 bytes, as SQLite does; JavaScript's own order differs beyond U+FFFF. */
function compare(left: Comparable, right: Comparable): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return Buffer.compare(Buffer.from(String(left)), Buffer.from(String(right)));
}

/** A word without a property is looked for in everything, a hundred times where a query has a hundred of them; null: another pattern. */
function isWithin(text: string, pattern: Pattern): boolean | null {
  const [before, word, after] = pattern;
  const isWord = pattern.length === 3 && isMany(before) && word && 'literal' in word && isMany(after);
  return isWord && word.literal.isWellFormed() ? text.includes(word.literal) : null;
}

/** One pass that only ever returns to the last `*`, so no pattern takes longer than text times pattern. */
function isLike(text: readonly string[], pattern: Pattern): boolean {
  const steps = pattern.flatMap<Step>(piece =>
    'wild' in piece ? [piece] : [...piece.literal].map(char => ({ char })),
  );
  let [at, step, star, resume] = [0, 0, -1, 0];
  while (at < text.length) {
    const wanted = steps[step];
    if (isMany(wanted)) [star, resume, step] = [step, at, step + 1];
    else if (wanted && ('wild' in wanted || wanted.char === text[at])) [at, step] = [at + 1, step + 1];
    else if (star >= 0) [resume, at, step] = [resume + 1, resume + 1, star + 1];
    else return false;
  }
  return steps.slice(step).every(isMany);
}

type Step = { readonly char: string } | { readonly wild: 'one' | 'many' };

function isMany(step: object | undefined): boolean {
  return step !== undefined && 'wild' in step && step.wild === 'many';
}
