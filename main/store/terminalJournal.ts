/** The journal of what was asked of the terminals and what became of it: added to in the commits of the changes. */
import type { TerminalLine, TerminalSlip } from '../domain/terminalReceipt.ts';
import type { JournalRow, TerminalJournal } from '../world/sales.ts';
import { json, same, tableOf } from './columns.ts';
import type { Database } from './database.ts';
import { OPAQUE_PARAMETER } from './statement.ts';

export function createTerminalJournal(db: Database): TerminalJournal {
  const insert = db.prepare(
    'INSERT INTO terminal_journal (intent, merchant, device, at, kind, data) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const journal = tableOf<JournalRow>(db, 'terminal_journal', {
    ...same('number', 'intent', 'merchant', 'device', 'at', 'kind'),
    data: json('data'),
  });
  const all = journal.all(`intent = ${OPAQUE_PARAMETER} ORDER BY number`);
  const ofKind = journal.all(`intent = ${OPAQUE_PARAMETER} AND kind = ${OPAQUE_PARAMETER} ORDER BY number`);
  const alsoApproved = db
    .prepare<string>(`SELECT data -> 'alsoApproved' FROM terminal_journal WHERE intent = ${OPAQUE_PARAMETER}
      AND (kind = 'result' OR kind = 'evidence') AND data ->> 'alsoApproved' IS NOT NULL ORDER BY kind = 'evidence', number`)
    .pluck();
  const page = journal.all('merchant = ? AND device = ? ORDER BY number DESC LIMIT ? OFFSET ?');
  // Migration 1040 has the counts of each 64 rows of all terminals.
  const count = db
    .prepare<number>(`SELECT coalesce((SELECT rows FROM row_count WHERE kind = ? AND merchant = ?), 0)
      + (SELECT count(*) FROM terminal_journal WHERE merchant = ? AND device = ?
        AND number > (SELECT max(number) FROM terminal_journal) / 64 * 64)`)
    .pluck();

  return {
    write: ({ intent, merchant, device, at, kind, data }) =>
      void insert.run(intent, merchant, device, at, kind, JSON.stringify(kind === 'slip' ? packed(data) : data)),
    ofIntent: (intent, kind) => (kind ? ofKind(intent, kind) : all(intent)).map(unpacked),
    alsoApproved: intent => alsoApproved.all(intent).flatMap(text => JSON.parse(text)),
    page: (merchant, device, { count: most, offset }) => ({
      count: count.get(`terminal.journal ${device}`, merchant, merchant, device) ?? 0,
      rows: page(merchant, device, most, offset).map(unpacked),
    }),
  };
}

/** How most lines of a slip are printed. */
const PLAIN = { align: 'left', wide: false, tall: false } as const;

/** A stored line: text alone where it is printed as most are, else with what differs. Rows of older versions have whole lines. */
type PackedLine = string | (Pick<TerminalLine, 'text'> & Partial<TerminalLine>);

/** The two slips of a payment take 1.0 kB in this form, and 2.7 kB as whole lines. */
const packed = (data: JournalRow['data']): object => ({
  ...data,
  lines: (data as unknown as TerminalSlip).lines.map((line): PackedLine => {
    const { text, align, wide, tall } = line;
    const other = { ...(align !== PLAIN.align && { align }), ...(wide && { wide }), ...(tall && { tall }) };
    return Object.keys(other).length === 0 ? text : { text, ...other };
  }),
});

function unpacked(row: JournalRow): JournalRow {
  if (row.kind !== 'slip') return row;
  const { lines } = row.data as unknown as { readonly lines: readonly PackedLine[] };
  const whole = lines.map(line => ({ ...PLAIN, ...(typeof line === 'string' ? { text: line } : line) }));
  return { ...row, data: { ...row.data, lines: whole } };
}
