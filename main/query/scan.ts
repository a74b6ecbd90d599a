/** Cuts a query into operators, parentheses and whole conditions, which no ready grammar reads as this API needs. */
import type { Condition, Limit, Pattern, Piece, SyntaxProblem, Test } from './ast.ts';
import { isProperty } from './property.ts';

export type Operator = 'and' | 'or' | 'not' | 'open' | 'close';
export type Token =
  | { readonly kind: Operator; readonly start: number }
  | { readonly kind: 'condition'; readonly start: number; readonly condition: Condition | { readonly kind: 'all' } };

/** The tokens from left to right, or the first thing that is not one. */
export function scan(text: string): readonly Token[] | SyntaxProblem {
  const tokens: Token[] = [];
  for (let at = afterBlank(text, 0); at < text.length; at = afterBlank(text, at)) {
    const found = operatorAt(text, at) ?? conditionAt(text, at);
    if ('message' in found) return found;
    tokens.push(found.token);
    at = found.end;
  }
  return tokens;
}

interface Found {
  readonly token: Token;
  readonly end: number;
}

const OPERATORS: readonly (readonly [Operator, RegExp])[] = [
  ['open', /\(/y],
  ['close', /\)/y],
  ['and', /AND(?=[\s()"]|$)|&&/y],
  ['or', /OR(?=[\s()"]|$)|\|\|/y],
  ['not', /NOT(?=[\s()"]|$)|!|-(?=\S)/y],
];

function operatorAt(text: string, start: number): Found | null {
  for (const [kind, pattern] of OPERATORS) {
    const match = matchAt(pattern, text, start);
    if (match) return { token: { kind, start }, end: start + match[0].length };
  }
  return null;
}

const PROPERTY = /([^\s()[\]{}"'\\:]*):\s*/y;

function conditionAt(text: string, start: number): Found | SyntaxProblem {
  const match = matchAt(PROPERTY, text, start);
  const property = match?.[1] ?? null;
  if (property !== null && property !== '*' && !isProperty(property)) return problem(start, NOT_A_PROPERTY);
  const valueStart = start + (match?.[0].length ?? 0);
  const value = property === null ? wordAt(text, valueStart) : valueAt(text, valueStart);
  if ('message' in value) return value;
  const condition = property === null ? bare(value.test) : named(property, value.test);
  return 'message' in condition
    ? problem(valueStart, condition.message)
    : { token: { kind: 'condition', start, condition }, end: value.end };
}

const NOT_A_PROPERTY =
  'a property is made of letters, digits, "_" and "-", joined by dots; put text that holds a colon in quotes';

interface Value {
  readonly test: Test;
  readonly end: number;
}

const LIMIT = String.raw`("(?:[^"\\]|\\.)*"|[^\s"()[\]{}]+)`;
const RANGE = new RegExp(String.raw`([[{])\s*${LIMIT}\s+TO\s+${LIMIT}\s*([\]}])`, 'y');
const COMPARISON = new RegExp(`(>=?|<=?)${LIMIT}`, 'y');

function valueAt(text: string, start: number): Value | SyntaxProblem {
  const range = matchAt(RANGE, text, start);
  if (range) {
    const [all, open, min = '', max = '', close] = range;
    return { test: rangeOf(limit(min, open === '['), limit(max, close === ']')), end: start + all.length };
  }
  const comparison = matchAt(COMPARISON, text, start);
  if (comparison) {
    const [all, sign = '', bound = ''] = comparison;
    const end = limit(bound, sign.endsWith('='));
    return { test: sign.startsWith('>') ? rangeOf(end, null) : rangeOf(null, end), end: start + all.length };
  }
  if (/[[{<>]/.test(text.charAt(start)))
    return problem(start, 'a range is written [min TO max], {min TO max}, >min or <max');
  if (text[start] === '(') return problem(start, 'name the property at each value: a:1 OR a:2');
  return matchAt(NO_VALUE, text, start) ? problem(start, 'a value is missing after the colon') : wordAt(text, start);
}

const NO_VALUE = /\)|(?:AND|OR|NOT)(?=[\s()"]|$)|$/y;

function rangeOf(min: Limit | null, max: Limit | null): Test {
  return min || max ? { kind: 'range', min, max } : { kind: 'exists' };
}

function limit(written: string, inclusive: boolean): Limit | null {
  if (written === '*') return null;
  return { text: unescaped(written.startsWith('"') ? written.slice(1, -1) : written), inclusive };
}

const PHRASE = /"((?:[^"\\]|\\.)*)"/sy;
const WORD = /(?:[^\s()\\]|\\.)+/sy;

function wordAt(text: string, start: number): Value | SyntaxProblem {
  const phrase = matchAt(PHRASE, text, start);
  if (phrase) return { test: { kind: 'equals', text: unescaped(phrase[1] ?? '') }, end: start + phrase[0].length };
  if (text[start] === '"') return problem(start, 'this quotation mark is never closed');
  const word = matchAt(WORD, text, start);
  if (!word) return problem(start, 'nothing is escaped by this backslash');
  return { test: testOf(patternOf(word[0])), end: start + word[0].length };
}

function testOf(pattern: Pattern): Test {
  const [first] = pattern;
  if (pattern.length === 1 && first)
    return 'wild' in first ? wildOnly(first.wild) : { kind: 'equals', text: first.literal };
  return { kind: 'like', pattern };
}

function wildOnly(wild: 'one' | 'many'): Test {
  return wild === 'many' ? { kind: 'exists' } : { kind: 'like', pattern: [{ wild }] };
}

function named(property: string, test: Test): Condition | { readonly kind: 'all' } | { readonly message: string } {
  if (property === '*') return test.kind === 'exists' ? { kind: 'all' } : { message: 'only * can be asked of *' };
  if (property !== '_exists_') return { kind: 'condition', property, test };
  if (test.kind !== 'equals' || !isProperty(test.text))
    return { message: 'the name of a property belongs after _exists_:' };
  return { kind: 'condition', property: test.text, test: { kind: 'exists' } };
}

/** A bare term is looked for anywhere inside a text. */
function bare(test: Test): Condition | { readonly kind: 'all' } {
  if (test.kind === 'exists') return { kind: 'all' };
  const inner: Pattern = test.kind === 'like' ? test.pattern : [{ literal: test.kind === 'equals' ? test.text : '' }];
  const many: Piece = { wild: 'many' };
  return { kind: 'condition', property: null, test: { kind: 'like', pattern: merged([many, ...inner, many]) } };
}

const WILD = { '?': { wild: 'one' }, '*': { wild: 'many' } } as const;

function patternOf(word: string): Pattern {
  return merged(
    Array.from(word.matchAll(/\\(.)|([?*])|[^\\?*]+/gs), ([text, escaped, wild]) =>
      wild === '?' || wild === '*' ? WILD[wild] : { literal: escaped ?? text },
    ),
  );
}

/** Literals side by side become one, stars side by side too, and empty texts vanish. */
function merged(pieces: Pattern): Pattern {
  const done: Piece[] = [];
  for (const piece of pieces) {
    const last = done.at(-1);
    if ('wild' in piece) {
      if (piece.wild === 'one' || !last || !('wild' in last) || last.wild === 'one') done.push(piece);
    } else if (last && 'literal' in last) {
      done[done.length - 1] = { literal: last.literal + piece.literal };
    } else if (piece.literal !== '') {
      done.push(piece);
    }
  }
  return done;
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/gs, '$1');
}

function afterBlank(text: string, at: number): number {
  return at + (matchAt(/\s*/y, text, at)?.[0].length ?? 0);
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function problem(position: number, message: string): SyntaxProblem {
  return { position, message };
}
