/** The journal of a terminal: its slips are stored short and read whole, and its rows are counted, also those of older versions. */
import { afterAll, expect, it } from 'vitest';
import type { TerminalLine } from '../domain/terminalReceipt.ts';
import { closeAll, temporaryDirectory } from '../doubles/bridge.fixture.ts';
import { openDatabase } from './database.ts';
import { shopBefore } from './olderDatabase.fixture.ts';
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

it.each([0, 1, 63, 64, 65, 150])('counts the rows of each terminal behind %i rows of an older version', async older => {
  const device = (number: number) => (number % 3 === 0 ? 'e' : 'd');
  const directory = shopBefore(1040, db => {
    const insert = db.prepare("INSERT INTO terminal_journal VALUES (?, 'i', 'm', ?, 1, 'wire', '{}')");
    for (let number = 1; number <= older; number += 1) insert.run(number, device(number));
  });
  const db = openDatabase(directory);
  const journal = createTerminalJournal(db);
  db.prepare('PRAGMA foreign_keys = OFF').run();
  const counts = () => ['d', 'e', 'f'].map(one => journal.page('m', one, { count: 1, offset: 0 }).count);
  const expected = (rows: number) => [rows - Math.floor(rows / 3), Math.floor(rows / 3), 0];
  expect(counts()).toEqual(expected(older));
  for (let number = older + 1; number <= older + 130; number += 1) {
    await db.write(() => journal.write({ ...row, device: device(number), kind: 'wire', data: {} }));
    expect(counts()).toEqual(expected(number));
  }
  await db.close();
});

it('knows the approvals beside one: those of results first, then those of evidence', async () => {
  const db = openDatabase(temporaryDirectory());
  const journal = createTerminalJournal(db);
  db.prepare('PRAGMA foreign_keys = OFF').run();
  const beside = (receiptNumber: number) => ({ alsoApproved: [{ receiptNumber }] });
  await db.write(() => {
    journal.write({ ...row, kind: 'evidence', data: beside(3) });
    journal.write({ ...row, kind: 'result', data: beside(1) });
    journal.write({ ...row, kind: 'result', data: { kind: 'approved' } });
    journal.write({ ...row, kind: 'result', data: beside(2) });
    journal.write({ ...row, kind: 'verdict', data: beside(4) });
    journal.write({ ...row, intent: 'j', kind: 'result', data: beside(5) });
  });
  expect(journal.alsoApproved('i')).toEqual([1, 2, 3].map(receiptNumber => ({ receiptNumber })));
  expect(journal.ofIntent('i')).toHaveLength(5);
  expect(journal.ofIntent('i', 'result')).toHaveLength(3);
  await db.close();
});
