import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { specifies } from '../doubles/specifies.ts';
import { matches } from './evaluate.ts';
import { parseQuery } from './parse.ts';
import type { Sale } from './sales.fixture.ts';
import { openSales, sales } from './sales.fixture.ts';

let database: ReturnType<typeof openSales>;
beforeAll(() => {
  database = openSales();
});
afterAll(() => database.close());

// Few values, written in many ways, so that queries and documents meet often.
const texts = [
  'pending',
  'Pending',
  'PEN',
  'Müller',
  'MÜLLER',
  'mu\u0308ller',
  'Straße',
  'İ',
  '\u212a',
  'a*b',
  'a?b',
  '100%',
  'x_y',
  '[ab]',
  '[',
  ']',
  '^',
  '5',
  '05',
  '5.0',
  '-5',
  '10',
  '1e3',
  'true',
  'TRUE',
  'null',
  'AND',
  'a b',
  '"',
  '\\',
  'a:b',
  '😀',
  '\uffff',
  '',
  ' ',
  "'",
  '4006381333931',
  '12345678901234567890',
  '2024-05-01',
  '2024-05-01T10:00:00+02:00',
  '2024-05-01T08:00:00Z',
  '2024-05-01T08:00:00.001Z',
  '2024-05-01 08:00',
  '2024-02-30',
  '2024-13-01',
  '20240501',
  'PCI_1',
  'pci_1',
  'PCI_12',
  'STX_1',
]; // prettier-ignore
const numbers = [0, 5, -5, 5.5, 10, 1000, 4006381333931, 20240501, 1714550400000];

const scalar = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>(...texts) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...numbers) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(true, false, null) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 4 }).filter(text => !text.includes('\0')) },
);
const names = ['a', 'b', 'x-y', '_z'] as const;
const { value } = fc.letrec<{ value: unknown; member: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    tie('member'),
  ),
  member: fc.dictionary(fc.constantFrom<string>(...names), tie('value'), { maxKeys: 3, noNullPrototype: true }),
}));
const maybe = { requiredKeys: [] as [] };
const document = fc
  .record(
    {
      merchantRef: value,
      status: scalar,
      amount: scalar,
      demo: scalar,
      created: scalar,
      transactions: fc.oneof(fc.array(fc.record({ id: scalar, a: value }, maybe), { maxLength: 3 }), value),
      tags: fc.oneof(fc.array(scalar, { maxLength: 3 }), value),
      a: value,
      b: value,
      'x-y': value,
    },
    maybe,
  )
  .map(members => members as Record<string, unknown>);

const word = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...texts, ...numbers.map(String)) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 3 }).filter(text => !text.includes('\0')) },
);
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
const escaped = (text: string) => text.replace(/[^\p{L}\p{N}]|^AND$/gu, '\\$&');
const written = word.chain(text => fc.constantFrom(quoted(text), text === '' ? '""' : escaped(text)));
const wildcard = fc
  .array(
    fc.oneof(
      fc.constantFrom('*', '?'),
      word.map(text => escaped(text.slice(0, 3))),
    ),
    { minLength: 2, maxLength: 4 },
  )
  .map(parts => parts.join(''))
  .filter(text => text !== '');
const end = fc.oneof(fc.constant('*'), word.map(quoted));
const range = fc
  .tuple(fc.constantFrom('[', '{'), end, end, fc.constantFrom(']', '}'))
  .map(([open, min, max, close]) => `${open}${min} TO ${max}${close}`);
const comparison = fc.tuple(fc.constantFrom('>', '>=', '<', '<='), word.map(quoted)).map(parts => parts.join(''));
const property = fc.oneof(
  fc.constantFrom(...Object.keys(sales.fields)),
  fc.array(fc.constantFrom('a', 'b', 'x-y', '_z'), { minLength: 1, maxLength: 3 }).map(path => path.join('.')),
  fc.constantFrom('transactions', 'transactions.a', 'transactions.a.b', 'status.a', 'constructor'),
);
const condition = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(property, fc.oneof(written, wildcard, range, comparison))
      .map(([name, test]) => `${name}:${test}`),
  },
  { weight: 1, arbitrary: property.map(name => `_exists_:${name}`) },
  { weight: 1, arbitrary: property.map(name => `${name}:*`) },
  { weight: 2, arbitrary: fc.oneof(word.map(quoted), word.filter(text => text !== '').map(escaped), wildcard) },
);
const { query } = fc.letrec<{ query: string }>(tie => ({
  query: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    condition,
    fc.tuple(fc.constantFrom('NOT ', '!', '-'), tie('query')).map(([not, inner]) => `${not}(${inner})`),
    fc
      .tuple(tie('query'), fc.constantFrom(' AND ', ' OR ', ' '), tie('query'))
      .map(([left, operator, right]) => `(${left})${operator}(${right})`),
    fc
      .tuple(
        condition,
        fc.constantFrom(' AND ', ' OR ', ' AND NOT '),
        condition,
        fc.constantFrom(' OR ', ' AND '),
        condition,
      )
      .map(parts => parts.join('')),
  ),
}));

const RUNS = process.env.LONG ? 400 : 100;

test('SQL and the evaluator find the same documents', () => {
  specifies({ 'Common list parameters': 'q: SQL and plain evaluation agree' });
  const tally = { answers: 0, asked: 0, mixed: 0 };
  const documents = fc.array(document, { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(documents, fc.array(query, { minLength: 8, maxLength: 8 }), (bodies, queries) => {
      const stored: readonly Sale[] = bodies.map((body, index) => ({ ...body, id: `STX_${index}` }));
      database.clear();
      for (const each of stored) database.add(each);
      for (const q of queries) {
        const parsed = parseQuery(q);
        if (!parsed.ok) throw new Error(`${q}: ${parsed.message} at ${parsed.position}`);
        const expected = stored.filter(each => matches(parsed.query, each, sales)).map(each => each.id);
        expect({ q, ids: database.find(q).toSorted() }).toEqual({ q, ids: expected });
        tally.asked += stored.length;
        tally.answers += expected.length;
        if (expected.length > 0 && expected.length < stored.length) tally.mixed += 1;
      }
    }),
    { numRuns: RUNS },
  );
  // Queries that find everything or nothing would prove little.
  expect(tally.answers / tally.asked).toBeGreaterThan(0.1);
  expect(tally.answers / tally.asked).toBeLessThan(0.9);
  expect(tally.mixed).toBeGreaterThan(RUNS / 2);
});
