/** The conformance report: states of statements, and everything that makes it incomplete. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Statement, specifies } from '../../main/doubles/specifies.ts';
import { faultsOf, type ProvingTest, reportText, rowsOf } from './report.ts';
import { stories, unitTests } from './results.ts';

const test = (
  title: string,
  statements: Readonly<Record<string, string | readonly string[]>>,
  passed = true,
): ProvingTest => ({
  file: 'main/a.test.ts',
  title,
  passed,
  specifies: Object.entries(statements).flatMap(([section, of]): readonly Statement[] =>
    [of].flat().map(statement => ({ section, statement })),
  ),
});
const specification = { A: ['sorted', 'q'], B: ['word'] };
const complete = [test('one', { A: ['lists are sorted', 'q finds'] }), test('two', { B: 'the word' })];
const open = { section: 'B', statement: 'the rest', reason: 'not built' };

describe('the rows', () => {
  it('have the order of the specification, and name every test of a statement', () => {
    const tests = [
      test('later', { 'Beyond the specification': 'more' }),
      ...complete,
      test('three', { B: 'the word' }),
    ];
    const rows = rowsOf(tests, [open], specification);
    expect(rows.map(({ section, state }) => [section, state])).toEqual([
      ['A', 'proved'],
      ['A', 'proved'],
      ['B', 'proved'],
      ['B', 'open'],
      ['Beyond the specification', 'proved'],
    ]);
    expect(rows[2]?.tests.map(({ title }) => title)).toEqual(['two', 'three']);
  });

  it('are proved only where every test of the statement passed', () => {
    const tests = [test('fails', { A: 'q' }, false), test('passes', { A: 'q' })];
    expect(rowsOf(tests, [], specification).map(({ state }) => state)).toEqual(['failed']);
  });
});

describe('the faults', () => {
  const faults = (tests: readonly ProvingTest[], more: readonly (typeof open)[] = []) =>
    faultsOf(rowsOf(tests, more, specification), specification);

  it('are none of a complete report', () => {
    expect(faults(complete, [open])).toEqual([]);
  });

  it('name a statement whose test failed', () => {
    expect(faults([...complete, test('x', { A: 'q and more' }, false)])).toEqual([
      expect.stringContaining('q and more'),
    ]);
  });

  it('name a word of the specification that no statement of its section has as a word of its own', () => {
    expect(faults([test('one', { A: ['unsorted', 'q'] }), test('two', { A: 'the word' })])).toEqual([
      'A: sorted: no statement of its section names it',
      'B: word: no statement of its section names it',
    ]);
  });

  it('name a heading that the specification does not have', () => {
    expect(faults([...complete, test('x', { C: 'q' })])).toEqual([expect.stringContaining('no such heading')]);
  });

  it('name a statement that is called open and proved', () => {
    expect(faults(complete, [{ ...open, statement: 'the word' }])).toEqual([expect.stringContaining('called open')]);
  });
});

it('the text has one table for each heading, and escapes what would end a cell', () => {
  const text = reportText(rowsOf([test('a | b', { A: 'q' }), test('c', { A: 'q' })], [open], specification));
  expect(text).toContain('1 proved, 1 open, 0 failed');
  expect(text.match(/^## .+$/gm)).toEqual(['## A', '## B']);
  expect(text).toContain('| q | proved | `main/a.test.ts`: a \\| b and 1 more |');
  expect(text).toContain('| the rest | open | not built |');
});

describe('the results', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-results-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const statement = { section: 'A', statement: 'q: with a colon' };
  const write = (name: string, content: object) => {
    writeFileSync(join(folder, name), JSON.stringify(content));
    return join(folder, name);
  };

  it('of vitest', () => {
    const assertionResults = [
      { fullName: 'x', status: 'passed', meta: { specifies: [statement] } },
      { fullName: 'y', status: 'skipped', meta: {} },
    ];
    const file = write('unit.json', { testResults: [{ name: '/p/main/a.test.ts', assertionResults }] });
    expect(unitTests(file, '/p')).toEqual([
      { file: 'main/a.test.ts', title: 'x', passed: true, specifies: [statement] },
      { file: 'main/a.test.ts', title: 'y', passed: false, specifies: [] },
    ]);
  });

  it('of Playwright, groups too', () => {
    const spec = {
      title: 'x',
      file: '1.spec.ts',
      ok: true,
      tests: [{ annotations: [{ type: 'specifies', description: 'A: q: with a colon' }, { type: 'other' }] }],
    };
    const file = write('e2e.json', { suites: [{ specs: [], suites: [{ specs: [spec] }] }] });
    expect(stories(file)).toEqual([{ file: 'e2e/1.spec.ts', title: 'x', passed: true, specifies: [statement] }]);
  });
});

it('a test states what it proves on its first line', context => {
  specifies({ 'Beyond the specification': ['the report is made from the tests that ran', 'a test may state several'] });
  expect(context.task.meta.specifies).toEqual([
    { section: 'Beyond the specification', statement: 'the report is made from the tests that ran' },
    { section: 'Beyond the specification', statement: 'a test may state several' },
  ]);
});
