/** The figures of the till beside its records: held against them, and forgotten, so that the next start counts the records anew. */
import { type FigureRow, FigureSums, figureTableNames, figureTables } from '../domain/figureRows.ts';
import { isDamage } from '../files/refusal.ts';
import { sqlFunctions } from '../query/comparable.ts';
import { openDatabase } from '../store/database.ts';
import { createContexts } from '../store/figureCounting.ts';
import { createFigureSpans, type FigureSpan, type FigureSpans, rowsOf } from '../store/figureSpans.ts';
import type { Reading } from '../store/unlockedReading.ts';

const TABLES = [...figureTableNames.map(table => `figure_${table}`), 'figure_span'];

/** One sentence for each run of records whose figures say something else. A database of an older version has none. */
export function wrongFigures(reading: Pick<Reading, 'prepare'>): readonly string[] {
  try {
    const spans = createFigureSpans(reading);
    const counted = reading.prepare<FigureSpan>('SELECT * FROM figure_span WHERE changes = 0 ORDER BY span').all();
    return counted
      .filter(span => textOf(storedRows(spans, span)) !== textOf(rowsOfRecords(spans, span)))
      .map(({ till, business_day: day }) => `the figures of ${till} on ${day} are not those of its records`);
  } catch (error) {
    if (isDamage(error) || /no such (table|column)/.test(String(error))) return [];
    throw error;
  }
}

const storedRows = (spans: FigureSpans, { span }: FigureSpan): readonly FigureRow[] =>
  figureTableNames.flatMap(table => spans.rows(span, { table, keys: figureTables[table].keys }));

function rowsOfRecords(spans: FigureSpans, span: FigureSpan): readonly FigureRow[] {
  const context = createContexts()(span);
  const sums = new FigureSums();
  let after = span.first - 1;
  for (let window = spans.recordsOfTill(span.till, after, span.last); window.length > 0; ) {
    for (const record of window) for (const row of rowsOf(record, context)) sums.add(row);
    after = window.at(-1)?.number ?? span.last;
    window = spans.recordsOfTill(span.till, after, span.last);
  }
  return sums.rows;
}

/** The same text for the same rows; nothing has no sign. */
const textOf = (rows: readonly FigureRow[]): string =>
  rows
    .map(row => JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1))))
    .sort()
    .join('\n');

/** Gives 0. Throws `DatabaseRefusal` while a bridge works in the directory. */
export async function forgetFigures(directory: string, say: (line: string) => void): Promise<number> {
  const db = openDatabase(directory, sqlFunctions);
  try {
    await db.write(() => {
      for (const table of TABLES) db.prepare(`DELETE FROM ${table}`).run();
    });
    say(
      'The figures of the till are forgotten; the next start counts its records anew, and reports read the records meanwhile.',
    );
    return 0;
  } finally {
    await db.close();
  }
}
