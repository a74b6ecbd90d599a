import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Condition, Query, Test } from './ast.ts';
import { normaliseQuery } from './normalise.ts';
import { checkQuery, parseQuery, queryLimits } from './parse.ts';

function read(q: string): Query {
  const parsed = parseQuery(q);
  if (!parsed.ok) throw new Error(`${q}: ${parsed.message}`);
  return parsed.query;
}

const is = (property: string | null, test: Test): Condition => ({ kind: 'condition', property, test });
const equals = (property: string, text: string) => is(property, { kind: 'equals', text });
const [a, b, c] = [equals('a', '1'), equals('b', '2'), equals('c', '3')];
const exclusive = false;
const inclusive = true;
const one = { wild: 'one' } as const;
const many = { wild: 'many' } as const;

describe('one condition', () => {
  test.each<[string, Query]>([
    ['', { kind: 'all' }],
    ['  ', { kind: 'all' }],
    ['*', { kind: 'all' }],
    ['*:*', { kind: 'all' }],
    ['transactions.id:PCI_00ABC', equals('transactions.id', 'PCI_00ABC')],
    ['status: pending', equals('status', 'pending')],
    ['ref:0815', equals('ref', '0815')],
    ['amount:-5', equals('amount', '-5')],
    ['phone:+49-89', equals('phone', '+49-89')],
    ["name:O'Brien", equals('name', "O'Brien")],
    ['url:https://x.y/z?', is('url', { kind: 'like', pattern: [{ literal: 'https://x.y/z' }, one] })],
    ['mail:a@b.de', equals('mail', 'a@b.de')],
    ['rate:50%', equals('rate', '50%')],
    ['created:2024-05-01T10:00:00+02:00', equals('created', '2024-05-01T10:00:00+02:00')],
    ['name:"two words"', equals('name', 'two words')],
    ['name:"a \\"b\\" \\\\ *"', equals('name', 'a "b" \\ *')],
    ['name:a\\ b\\:\\*\\(', equals('name', 'a b:*(')],
    [
      'name:f?o*b',
      is('name', { kind: 'like', pattern: [{ literal: 'f' }, one, { literal: 'o' }, many, { literal: 'b' }] }),
    ],
    ['name:a***', is('name', { kind: 'like', pattern: [{ literal: 'a' }, many] })],
    ['name:?', is('name', { kind: 'like', pattern: [one] })],
    ['name:*', is('name', { kind: 'exists' })],
    ['_exists_:a.b', is('a.b', { kind: 'exists' })],
    ['n:[* TO *]', is('n', { kind: 'exists' })],
    ['n:[1 TO 5]', is('n', { kind: 'range', min: { text: '1', inclusive }, max: { text: '5', inclusive } })],
    ['n:{1 TO 5]', is('n', { kind: 'range', min: { text: '1', inclusive: exclusive }, max: { text: '5', inclusive } })],
    ['n:[-1 TO *}', is('n', { kind: 'range', min: { text: '-1', inclusive }, max: null })],
    ['n:["a b" TO "c"]', is('n', { kind: 'range', min: { text: 'a b', inclusive }, max: { text: 'c', inclusive } })],
    [
      'n:[2024-05-01T10:00:00+02:00 TO *]',
      is('n', { kind: 'range', min: { text: '2024-05-01T10:00:00+02:00', inclusive }, max: null }),
    ],
    ['n:>5', is('n', { kind: 'range', min: { text: '5', inclusive: exclusive }, max: null })],
    ['n:>=-5', is('n', { kind: 'range', min: { text: '-5', inclusive }, max: null })],
    ['n:<"a b"', is('n', { kind: 'range', min: null, max: { text: 'a b', inclusive: exclusive } })],
    ['n:<=5', is('n', { kind: 'range', min: null, max: { text: '5', inclusive } })],
    ['müller', is(null, { kind: 'like', pattern: [many, { literal: 'müller' }, many] })],
    ['"two words"', is(null, { kind: 'like', pattern: [many, { literal: 'two words' }, many] })],
    ['ANDREAS', is(null, { kind: 'like', pattern: [many, { literal: 'ANDREAS' }, many] })],
  ])('%s', (q, query) => {
    expect(read(q)).toEqual(query);
  });
});

describe('logic', () => {
  const and = (...operands: Query[]): Query => ({ kind: 'and', operands });
  const or = (...operands: Query[]): Query => ({ kind: 'or', operands });
  const not = (operand: Query): Query => ({ kind: 'not', operand });

  test.each<[string, Query]>([
    ['a:1 AND b:2 AND c:3', and(a, b, c)],
    ['a:1 b:2', and(a, b)],
    ['a:1 && b:2 || c:3', or(and(a, b), c)],
    ['a:1 OR b:2 AND c:3', or(a, and(b, c))],
    ['a:1 AND b:2 OR c:3', or(and(a, b), c)],
    ['(a:1 OR b:2) AND c:3', and(or(a, b), c)],
    ['NOT a:1 AND b:2', and(not(a), b)],
    ['NOT a:1 OR b:2', or(not(a), b)],
    ['NOT(a:1 OR b:2)', not(or(a, b))],
    ['a:1 AND NOT b:2', and(a, not(b))],
    ['a:1 NOT b:2', and(a, not(b))],
    ['!a:1', not(a)],
    ['-a:1', not(a)],
    ['!(a:1 b:2)c:3', and(not(and(a, b)), c)],
    ['NOT NOT a:1', a],
    ['NOT !(!a:1)', not(a)],
    ['((((a:1))))', a],
  ])('%s', (q, query) => {
    expect(read(q)).toEqual(query);
  });

  test('any tree, written out, is read back', () => {
    const tree = fc.letrec<{ query: Query }>(tie => ({
      query: fc.oneof(
        { maxDepth: 5, withCrossShrink: true },
        fc.constantFrom(a, b, c),
        tie('query').map(operand => (operand.kind === 'not' ? operand.operand : not(operand))),
        fc.array(tie('query'), { minLength: 2, maxLength: 4 }).map(operands => and(...operands)),
        fc.array(tie('query'), { minLength: 2, maxLength: 4 }).map(operands => or(...operands)),
      ),
    }));
    const small = tree.query.filter(
      query => (JSON.stringify(query).match(/condition/g)?.length ?? 0) <= queryLimits.conditions,
    );
    fc.assert(
      fc.property(small, query => {
        expect(read(written(query))).toEqual(query);
      }),
      { numRuns: 500 },
    );
  });

  /** With no more parentheses than the ranks of NOT, AND and OR ask for. */
  function written(query: Query, above: 'or' | 'and' | 'not' | null = null): string {
    if (query.kind === 'not') return `NOT ${written(query.operand, 'not')}`;
    if (query.kind === 'all') return '*';
    if (query.kind === 'condition') return `${query.property}:${query.test.kind === 'equals' ? query.test.text : '*'}`;
    const text = query.operands
      .map(operand => written(operand, query.kind))
      .join(query.kind === 'and' ? ' AND ' : ' OR ');
    return above === null || (above === 'or' && query.kind === 'and') ? text : `(${text})`;
  }
});

describe('what clients wrap around a query', () => {
  test.each([
    ['a%3A1%20AND%20b%3A%22x%20y%22', 'a:1 AND b:"x y"'],
    ['a%253A1%2520AND%2520b%253A2', 'a:1 AND b:2'],
    ['a%3A1+AND+b%3A2', 'a:1 AND b:2'],
    ['created:%5B2024-05-01T10:00:00+02:00%20TO%20*%5D', 'created:[2024-05-01T10:00:00+02:00 TO *]'],
    ['"transactions.id:PCI_1"', 'transactions.id:PCI_1'],
    ["'NOT a:1'", 'NOT a:1'],
    ['"a:\\"x y\\""', 'a:"x y"'],
    ['%22!a%3A1%22', '!a:1'],
    ['created:>2024-05-01T10:00:00 02:00', 'created:>2024-05-01T10:00:00+02:00'],
    ['"two words"', '"two words"'],
    ['"a:1" OR "b:2"', '"a:1" OR "b:2"'],
    ['rate:50%', 'rate:50%'],
    ['name:"50%20off"', 'name:"50%20off"'],
    ['a:%ff', 'a:%ff'],
  ])('%s', (raw, text) => {
    expect(normaliseQuery(raw)).toBe(text);
  });
});

describe('broken queries', () => {
  test.each([
    ['a:', 2, /value is missing/],
    ['a: AND b:1', 3, /value is missing/],
    ['(a:) b:1', 3, /value is missing/],
    ['a:"x', 2, /never closed/],
    ['a:[1 TO]', 2, /\[min TO max\]/],
    ['a:[1 5]', 2, /\[min TO max\]/],
    ['a:>', 2, /\[min TO max\]/],
    ['a:(1 OR 2)', 2, /name the property/],
    ['10:30', 0, /letters, digits/],
    ['x AND a..b:1', 6, /letters, digits/],
    ['$x:1', 0, /letters, digits/],
    ['constructor..x:1', 0, /letters, digits/],
    ['a;DROP:1', 0, /letters, digits/],
    ['"a":1', 3, /letters, digits/],
    ['_exists_:"a b"', 9, /name of a property/],
    ['*:x', 2, /only \*/],
    ['()', 1, /nothing between/],
    ['(a:1', 4, /ends where/],
    ['a:1)', 3, /\) cannot stand here/],
    ['a:1 AND OR b:2', 8, /OR cannot stand here/],
    ['OR a:1', 0, /OR cannot stand here/],
    ['a:1 AND', 7, /ends where/],
    ['NOT', 3, /ends where/],
    ['!!', 1, /NOT cannot/],
    ['a:1 !!', 5, /NOT cannot/],
    ['a:1 AND AND b:2', 8, /AND cannot stand here/],
    ['a:1 \\', 4, /backslash/],
  ])('%s', (q, position, message) => {
    const checked = checkQuery(q);
    expect(checked).toMatchObject({ ok: false, text: q, position, message: expect.stringMatching(message) });
  });

  test('a good one', () => {
    expect(checkQuery('a:1 AND (b:[1 TO *] OR NOT "x y")')).toEqual({ ok: true });
  });

  test('bounds are errors, not overflows', () => {
    const deep = queryLimits.depth;
    const nested = (depth: number) => `${'(a:1 OR '.repeat(depth)}a:1${')'.repeat(depth)}`;
    expect(checkQuery(nested(deep)).ok).toBe(true);
    expect(checkQuery(nested(deep + 1))).toMatchObject({ ok: false, message: /deep/ });
    const terms = (count: number) => Array(count).fill('a:1').join(' OR ');
    expect(checkQuery(terms(queryLimits.conditions)).ok).toBe(true);
    expect(checkQuery(terms(queryLimits.conditions + 1))).toMatchObject({ ok: false, message: /conditions/ });
    for (const hostile of ['(', ')', '!', 'NOT ', 'AND ', '"', '\\', '[', 'a:', '*?', '%25', '"a:']) {
      for (const length of [queryLimits.length, 1_000_000]) {
        const q = hostile.repeat(length / hostile.length);
        const checked = checkQuery(q);
        expect(checked.ok || checked.position <= checked.text.length).toBe(true);
      }
    }
  });

  test('a hundred conditions are read in any arrangement without filling the memory', () => {
    const pieces = ['a:1 (b:2) ', '(a:1) ', '(a:1)(b:2)', 'a:1 NOT (b:2) ', '(a:1 b:2) c:3 OR ', '((a:1)) !b:2 '];
    for (const piece of pieces) {
      const count = queryLimits.conditions / (piece.match(/:/g)?.length ?? 1);
      expect(checkQuery(`${piece.repeat(Math.floor(count) - 1)}a:1`), piece).toEqual({ ok: true });
    }
  });

  test('any text is answered, and a position lies inside it', () => {
    const piece = fc.constantFrom(
      'a',
      ':',
      '"',
      '(',
      ')',
      '[',
      ']',
      ' TO ',
      '*',
      '?',
      '\\',
      ' AND ',
      ' OR ',
      'NOT ',
      '!',
      '>',
      '%3A',
      ' ',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 30 }).map(pieces => pieces.join('')),
        ),
        q => {
          const checked = checkQuery(q);
          if (!checked.ok) expect(checked.position >= 0 && checked.position <= checked.text.length).toBe(true);
        },
      ),
      { numRuns: 3_000 },
    );
  });
});
