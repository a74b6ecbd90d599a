/** The journal of what was asked of the terminals and what became of it: added to in the commits of the changes. */
import type { JournalKind, JournalRow, TerminalJournal } from '../world/sales.ts';
import { json, same, tableOf } from './columns.ts';
import type { Database } from './database.ts';

export function createTerminalJournal(db: Database): TerminalJournal {
  const insert = db.prepare(
    'INSERT INTO terminal_journal (intent, merchant, device, at, kind, data) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const journal = tableOf<JournalRow>(db, 'terminal_journal', {
    ...same('number', 'intent', 'merchant', 'device', 'at', 'kind'),
    data: json('data'),
  });
  const ofIntent = journal.all('intent = ? AND (? IS NULL OR kind = ?) ORDER BY number');
  const page = journal.all('merchant = ? AND device = ? ORDER BY number DESC LIMIT ? OFFSET ?');
  const count = db.prepare<number>('SELECT rows FROM row_count WHERE kind = ? AND merchant = ?').pluck();

  return {
    write: ({ intent, merchant, device, at, kind, data }) =>
      void insert.run(intent, merchant, device, at, kind, JSON.stringify(data)),
    ofIntent: (intent, kind: JournalKind | null = null) => ofIntent(intent, kind, kind),
    page: (merchant, device, { count: most, offset }) => ({
      count: count.get(`terminal.journal ${device}`, merchant) ?? 0,
      rows: page(merchant, device, most, offset),
    }),
  };
}
