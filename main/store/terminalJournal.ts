/** The journal of what was asked of the terminals and what became of it: added to in the commits of the changes. */
import type { JournalKind, JournalRow, TerminalJournal } from '../world/sales.ts';
import type { Database } from './database.ts';

interface Row extends Omit<JournalRow, 'data'> {
  readonly data: string;
}

export function createTerminalJournal(db: Database): TerminalJournal {
  const insert = db.prepare(
    'INSERT INTO terminal_journal (intent, merchant, device, at, kind, data) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const ofIntent = db.prepare<Row>(
    'SELECT * FROM terminal_journal WHERE intent = ? AND (? IS NULL OR kind = ?) ORDER BY number',
  );
  const page = db.prepare<Row>(`SELECT * FROM terminal_journal WHERE merchant = ? AND device = ?
    ORDER BY number DESC LIMIT ? OFFSET ?`);
  const count = db.prepare<number>('SELECT rows FROM row_count WHERE kind = ? AND merchant = ?').pluck();

  return {
    write: ({ intent, merchant, device, at, kind, data }) =>
      void insert.run(intent, merchant, device, at, kind, JSON.stringify(data)),
    ofIntent: (intent, kind: JournalKind | null = null) => ofIntent.all(intent, kind, kind).map(rowOf),
    page: (merchant, device, { count: most, offset }) => ({
      count: count.get(`terminal.journal ${device}`, merchant) ?? 0,
      rows: page.all(merchant, device, most, offset).map(rowOf),
    }),
  };
}

const rowOf = ({ data, ...row }: Row): JournalRow => ({ ...row, data: JSON.parse(data) });
