/** The conformance table as text: every statement of the specification with the test that proves it. */
import type { Row } from './row.ts';

const HEAD = `# Conformance

Every statement of the interface specification with the test that proves it. Made from the rows beside this file by
\`npm run api\`; a test holds each row against the test it names, and the rows against everything the specification names.
`;

export function conformanceTable(rows: readonly Row[]): string {
  const sections = Map.groupBy(rows, ({ section }) => section);
  const parts = [...sections].map(([section, members]) => sectionOf(section, members));
  return `${HEAD}\n${rows.length} statements.\n${parts.join('')}`;
}

function sectionOf(section: string, rows: readonly Row[]): string {
  const lines = rows.map(
    ({ statement, proof: [file, title] }) => `| ${cell(statement)} | \`${file}\`: ${cell(title)} |`,
  );
  return `\n## ${section}\n\n| statement | proved by |\n| --- | --- |\n${lines.join('\n')}\n`;
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** `Endpoints: General Stores` is a part of `Endpoints`. */
export const belongsTo = (section: string, name: string): boolean =>
  section === name || section.startsWith(`${name}: `);

/** What the specification names, as `section: word`, and no row of that section speaks of as a word of its own. */
export function unproven(rows: readonly Row[], specification: Readonly<Record<string, readonly string[]>>): string[] {
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
