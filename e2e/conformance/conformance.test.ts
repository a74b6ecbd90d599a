/** The conformance table holds: every row names a test that exists, and everything the specification names has a row. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rows } from './index.ts';
import { specification } from './specification.ts';
import { belongsTo, conformanceTable, unproven } from './table.ts';

const root = join(import.meta.dirname, '..', '..');

/** What stands first in `it(…)`, `test(…)`, `describe(…)` or behind the rows of `it.each(…)`. */
const TITLE =
  /(?:\b(?:it|test|describe)(?:\.\w+)*\(|\)\()\s*(?:'((?:\\.|[^'\\])*)'|`((?:\\.|[^`\\])*)`|"((?:\\.|[^"\\])*)")/g;
/** The first text of a row of `it.each`. */
const ROW = /\[\s*'((?:\\.|[^'\\])*)',/g;

interface Titles {
  readonly tests: readonly string[];
  readonly eachRows: readonly string[];
}

const read = new Map<string, Titles>();

function titlesOf(file: string): Titles {
  const known = read.get(file);
  if (known) return known;
  const source = readFileSync(join(root, file), 'utf8');
  const found = (pattern: RegExp) =>
    [...source.matchAll(pattern)].map(([, ...texts]) => (texts.find(text => text) ?? '').replaceAll(/\\(.)/g, '$1'));
  const titles = { tests: found(TITLE), eachRows: found(ROW) };
  read.set(file, titles);
  return titles;
}

describe('every row', () => {
  it('names a file of tests that exists', () => {
    const missing = rows.filter(
      ({ proof: [file] }) => !/\.(test|spec)\.ts$/.test(file) || !existsSync(join(root, file)),
    );
    expect(missing).toEqual([]);
  });

  it('names a test in it, by its title, the beginning of it or another part, or by the text of its row', () => {
    const missing = rows.filter(({ proof: [file, title] }) => {
      const { tests, eachRows } = titlesOf(file);
      return !tests.some(test => test.includes(title)) && !eachRows.includes(title);
    });
    expect(missing).toEqual([]);
  });

  it('stands in the table once', () => {
    const seen = rows.map(({ section, statement }) => `${section}: ${statement}`);
    expect(seen.filter((row, index) => seen.indexOf(row) !== index)).toEqual([]);
  });

  it('belongs to a section of the specification, or to what is beyond it', () => {
    const sections = [
      ...Object.keys(specification),
      'Loyalty resources',
      'Devices and routings',
      'Beyond the specification',
    ];
    const others = rows.filter(({ section }) => !sections.some(name => belongsTo(section, name)));
    expect(others).toEqual([]);
  });
});

describe('the specification', () => {
  it('is proven in everything it names', () => {
    expect(unproven(rows, specification)).toEqual([]);
  });

  it('would not be if a word had no row of its section', () => {
    const [{ section, ...row }] = rows as readonly [(typeof rows)[number]];
    expect(unproven(rows, { [section]: ['a word that is nowhere'] })).toEqual([`${section}: a word that is nowhere`]);
    const one = [{ ...row, section: 'A', statement: 'the word `sorted` and q' }];
    expect(unproven(one, { A: ['sort', 'sorted', 'q'], B: ['sorted'] })).toEqual(['A: sort', 'B: sorted']);
  });
});

describe('the published table', () => {
  it('is what the rows give: after a change of them, run `npm run api`', () => {
    expect(readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')).toBe(conformanceTable(rows));
  });

  it('keeps the order of the specification, each section once', () => {
    const headings = [...conformanceTable(rows).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(new Set(headings).size).toBe(headings.length);
    const places = Object.keys(specification).map(name => headings.indexOf(name));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});
