/** The conformance report: every statement of the specification with the tests that ran for it. */
import type { Statement } from '../../main/doubles/specifies.ts';

/** A test that ran, with the statements it was made for. */
export interface ProvingTest {
  /** From the root of the project. */
  readonly file: string;
  readonly title: string;
  readonly passed: boolean;
  readonly specifies: readonly Statement[];
}

export type State = 'proved' | 'failed' | 'open';

export interface Row extends Statement {
  readonly state: State;
  readonly tests: readonly Pick<ProvingTest, 'file' | 'title'>[];
  /** The reason of an open statement: the part that is still to be built. */
  readonly reason?: string;
}

/** A statement that the product does not keep yet. */
export interface OpenStatement extends Statement {
  readonly reason: string;
}

type Specification = Readonly<Record<string, readonly string[]>>;

/** Rows in the order of the specification; statements beyond the specification come last. */
export function rowsOf(
  tests: readonly ProvingTest[],
  open: readonly OpenStatement[],
  specification: Specification,
): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const { specifies, passed, ...test } of tests)
    for (const { section, statement } of specifies) {
      const key = `${section}: ${statement}`;
      const known = rows.get(key);
      const state = passed && known?.state !== 'failed' ? 'proved' : 'failed';
      rows.set(key, { section, statement, state, tests: [...(known?.tests ?? []), test] });
    }
  const all: readonly Row[] = [...rows.values(), ...open.map(row => ({ ...row, state: 'open' as const, tests: [] }))];
  const sections = Object.keys(specification);
  const placeOf = ({ section }: Row) => {
    const place = sections.findIndex(name => belongsTo(section, name));
    return place === -1 ? sections.length : place;
  };
  return all.toSorted(
    (a, b) => placeOf(a) - placeOf(b) || (a.section < b.section ? -1 : Number(a.section > b.section)),
  );
}

/** Headings of statements about the product that are not in the specification. */
const BEYOND = ['Loyalty resources', 'Devices and routings', 'Beyond the specification'];

/** Sentences about everything that is wrong with the rows; none where they are complete and hold. */
export function faultsOf(rows: readonly Row[], specification: Specification): readonly string[] {
  const names = [...Object.keys(specification), ...BEYOND];
  const both = rows.filter(row => row.state === 'open' && rows.some(other => other !== row && isSame(other, row)));
  return [
    ...rows
      .filter(({ state }) => state === 'failed')
      .map(({ section, statement }) => `${section}: ${statement}: a test of it failed or was skipped`),
    ...rows
      .filter(({ section }) => !names.some(name => belongsTo(section, name)))
      .map(({ section, statement }) => `${section}: ${statement}: the specification has no such heading`),
    ...both.map(({ section, statement }) => `${section}: ${statement}: is called open, and a test proves it`),
    ...unspoken(rows, specification).map(word => `${word}: no statement of its section names it`),
  ];
}

const isSame = (a: Statement, b: Statement) => a.section === b.section && a.statement === b.statement;

/** `Endpoints: General Stores` is a part of `Endpoints`. */
const belongsTo = (section: string, name: string): boolean => section === name || section.startsWith(`${name}: `);

/** Words of the specification, as `section: word`, that no statement of their section has as a word of its own. */
function unspoken(rows: readonly Row[], specification: Specification): readonly string[] {
  return Object.entries(specification).flatMap(([section, words]) => {
    const statements = rows.filter(row => belongsTo(row.section, section)).map(({ statement }) => statement);
    return words
      .filter(word => !statements.some(statement => speaksOf(statement, word)))
      .map(word => `${section}: ${word}`);
  });
}

function speaksOf(statement: string, word: string): boolean {
  const literal = word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?<![\\w/])${literal}(?![\\w/])`, 'i').test(statement);
}

/** The report as Markdown, with a table for each heading. */
export function reportText(rows: readonly Row[]): string {
  const count = (state: State) => rows.filter(row => row.state === state).length;
  const sections = Map.groupBy(rows, ({ section }) => section);
  return `# Conformance

Statements of the interface specification, made from the tests that ran: ${count('proved')} proved, ${count('open')} open, ${count('failed')} failed.
${[...sections].map(([section, members]) => sectionText(section, members)).join('')}`;
}

function sectionText(section: string, rows: readonly Row[]): string {
  const lines = rows.map(row => `| ${cell(row.statement)} | ${row.state} | ${cell(proofText(row))} |`);
  return `\n## ${section}\n\n| statement | state | proof |\n| --- | --- | --- |\n${lines.join('\n')}\n`;
}

function proofText({ tests, reason }: Row): string {
  const [first, ...others] = tests;
  if (!first) return reason ?? '';
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return `\`${first.file}\`: ${first.title}${more}`;
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
