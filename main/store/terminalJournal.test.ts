/** Slips in the journal of a terminal: stored short and read whole, also those that older versions stored. */
import { afterAll, expect, it } from 'vitest';
import type { TerminalLine } from '../domain/terminalReceipt.ts';
import { closeAll, temporaryDirectory } from '../doubles/bridge.fixture.ts';
import { openDatabase } from './database.ts';
import { createTerminalJournal } from './terminalJournal.ts';

afterAll(closeAll);

const line = (text: string, more: Partial<TerminalLine> = {}): TerminalLine => ({
  ...{ text, align: 'left', wide: false, tall: false },
  ...more,
});
const row = { intent: 'i', merchant: 'm', device: 'd', at: 1 };
const slip = {
  copy: 'merchant',
  lines: [
    line('Händlerbeleg', { align: 'center', wide: true }),
    line(''),
    line('Betrag EUR 7,90', { tall: true }),
    line('x', { align: 'right' }),
  ],
};

it('are read as they were written, beside slips of older versions', async () => {
  const db = openDatabase(temporaryDirectory());
  const journal = createTerminalJournal(db);
  db.prepare('PRAGMA foreign_keys = OFF').run();
  const older = db.prepare("INSERT INTO terminal_journal VALUES (NULL, 'i', 'm', 'd', 1, 'slip', ?)");
  await db.write(() => {
    older.run(JSON.stringify(slip));
    journal.write({ ...row, kind: 'slip', data: slip });
    journal.write({ ...row, kind: 'wire', data: { event: 'sent' } });
  });
  expect(journal.ofIntent('i').map(({ kind, data }) => ({ kind, data }))).toEqual([
    { kind: 'slip', data: slip },
    { kind: 'slip', data: slip },
    { kind: 'wire', data: { event: 'sent' } },
  ]);
  const [newest] = journal.page('m', 'd', { count: 10, offset: 1 }).rows;
  expect(newest?.data).toEqual(slip);
  const [whole = '', short = ''] = db
    .prepare<string>("SELECT data FROM terminal_journal WHERE kind = 'slip' ORDER BY number")
    .pluck()
    .all();
  expect(short.length).toBeLessThan(whole.length * 0.6);
  await db.close();
});
