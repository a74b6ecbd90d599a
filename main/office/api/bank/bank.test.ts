/** A bank's file against what the tills sent: every difference has its name, and a file that comes twice changes nothing. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { BankFileList, BankImport, BankPreview } from '../../../wire/office/bank.ts';
import type { ReportAnswer, ReportRow } from '../../../wire/office/reports.ts';
import { type Booked, ids, openBooks, type PersonName } from '../../reports/books.fixture.ts';

const books = openBooks();
const DAY = '2026-11-20';

const sold = (object: string, trace: number, sum: number, more: Partial<Booked> = {}): Booked => ({
  object,
  day: DAY,
  at: `${DAY}T10:00:00Z`,
  sum,
  facts: {
    method: 'cashless',
    tenders: [{ method: 'cashless', amount: sum }],
    tid: more.till === ids.tills.south ? 'T-SOUTH' : more.till === ids.tills.abroad ? 'T-ABROAD' : 'T-NORTH',
    trace,
    ...(object === 'STX_TIP' ? { tip: 150 } : {}),
  },
  ...more,
});

beforeAll(async () => {
  await books.book(
    sold('STX_EQUAL', 1, 1000),
    sold('STX_TIP', 2, 1000),
    sold('STX_FEE', 3, 1000),
    sold('STX_OTHER', 4, 1000),
    sold('STX_LATE', 5, 1000, { at: `${DAY}T22:30:00Z` }),
    sold('STX_BACK', 6, 1000),
    sold('STX_BACK', 6, 1000, { event: 'cancelled', at: `${DAY}T10:05:00Z` }),
    sold('STX_GONE', 7, 1000),
    // The trace has begun again since: this payment is another one.
    sold('STX_OLD', 1, 777, { day: '2026-10-20', at: '2026-10-20T10:00:00Z' }),
    sold('STX_DOUBT', 8, 640, { event: 'unknown' }),
    sold('STX_SOUTH', 1, 500, { till: ids.tills.south }),
    sold('STX_ABROAD', 1, 900, { till: ids.tills.abroad }),
  );
});

const FILE = [
  'Terminal-ID;Trace;Datum;Betrag;Gebühr',
  'T-NORTH;1;20.11.2026;10,00;0,10',
  'T-NORTH;2;20.11.2026;11,50;',
  'T-NORTH;3;20.11.2026;9,90;0,10',
  'T-NORTH;4;20.11.2026;12,34;',
  'T-NORTH;5;21.11.2026;10,00;',
  'T-NORTH;6;20.11.2026;10,00;',
  'T-NORTH;8;20.11.2026;6,40;',
  'T-NORTH;9;20.11.2026;3,00;',
  'T-SOUTH;1;20.11.2026;5,00;',
  'T-ABROAD;1;20.11.2026;9,00;',
].join('\n');

const send = <T>(person: PersonName, path: string, body: string | Buffer<ArrayBuffer> = FILE) =>
  books.ask<T>(person, path, { method: 'POST', headers: { 'content-type': 'text/csv' }, body });
type Rows = Omit<ReportAnswer, 'rows'> & { readonly rows: readonly ReportRow[] };
const report = async (by: string, person: PersonName = 'chain') =>
  (await books.ask<Rows>(person, `/reports/reconciliation?from=${DAY}&to=${DAY}&by=${by}`)).body;

describe('the file of a bank', () => {
  it('is looked at first, and nothing is kept', async () => {
    const { status, body } = await send<BankPreview>('chain', '/bank/preview');
    expect(status).toBe(200);
    expect(body).toMatchObject({ separator: ';', decimal: ',', from: DAY, to: '2026-11-21', payments: 9, refused: 1 });
    expect(body.columns).toContainEqual({ head: 'Gebühr', field: 'fee' });
    // The terminal of another merchant is as unknown as one that does not exist.
    expect(body.refusals).toMatchObject([{ line: 11, code: 'unknownTerminal' }]);
    expect((await report('bank')).rows).toEqual([]);
  });

  it('is imported by a store for the store alone, and by the chain for the rest', async () => {
    expect((await send<BankImport>('store', '/bank/files?name=november.csv')).body).toMatchObject({
      taken: 8,
      refused: 2,
    });
    expect((await send<BankImport>('chain', '/bank/files?name=november.csv')).body).toMatchObject({
      ...{ taken: 1, repeated: 8, refused: 1 },
    });
    const before = await report('difference');
    expect((await send<BankImport>('chain', '/bank/files')).body).toMatchObject({ taken: 0, repeated: 9 });
    // The same payments in a file of another form.
    const other = 'TID,TRACE,DATE,AMOUNT\nT-NORTH,1,2026-11-20,10.00\n';
    expect((await send<BankImport>('chain', '/bank/files', other)).body).toMatchObject({ taken: 0, repeated: 1 });
    expect(await report('difference')).toEqual(before);
  });

  it('names every difference', async () => {
    const { rows } = await report('difference');
    expect(rows.map(({ label, state, difference, sale }) => [label.split(' · ')[1], state, difference, sale])).toEqual(
      expect.arrayContaining([
        ['3', 'fee', -10, 'STX_FEE'],
        ['4', 'otherAmount', 234, 'STX_OTHER'],
        ['5', 'otherDay', 0, 'STX_LATE'],
        ['6', 'reversed', 1000, 'STX_BACK'],
        ['7', 'notAtBank', -1000, 'STX_GONE'],
        ['8', 'unknown', 640, 'STX_DOUBT'],
        ['9', 'onlyBank', 300, null],
      ]),
    );
    // STX_TIP makes no row: the books have the sum that the card was charged, with the tip.
    expect(rows).toHaveLength(7);
    const byDay = (await report('bank')).rows;
    expect(byDay).toMatchObject([
      {
        label: 'T-NORTH',
        store: 'Nord',
        day: DAY,
        synced: 6150,
        bank: 7314,
        fee: 20,
        difference: 1164,
        state: 'differs',
      },
      { label: 'T-SOUTH', store: 'Süd', day: DAY, synced: 500, bank: 500, difference: 0, state: 'agrees' },
    ]);
    // The named differences are the whole difference.
    expect(rows.reduce((sum, row) => sum + Number(row.difference), 0)).toBe(7314 - 6150);
  });

  it('says notSynced where the till of the terminal has a gap', async () => {
    await books.database.query('UPDATE till_head SET highest = highest + 1 WHERE till = $1', [ids.tills.north]);
    const row = (await report('difference')).rows.find(({ label }) => label.endsWith('· 9'));
    expect(row?.state).toBe('notSynced');
    await books.database.query('UPDATE till_head SET highest = highest - 1 WHERE till = $1', [ids.tills.north]);
  });

  it('shows a person of a store its own rows, files and terminals alone', async () => {
    const rows = [...(await report('bank', 'store')).rows, ...(await report('difference', 'store')).rows];
    expect(rows.length).toBeGreaterThan(5);
    expect(JSON.stringify(rows)).not.toMatch(/SOUTH|Süd/);
    const foreign = await books.ask<BankFileList>('foreign', '/bank/files');
    expect(foreign.body).toEqual({ count: 0, data: [] });
    const own = await books.ask<BankFileList>('store', '/bank/files');
    expect(own.body.data).toMatchObject([{ name: 'november.csv', rows: 8, from: DAY, to: '2026-11-21' }]);
    expect((await send('reader', '/bank/files')).status).toBe(403);
    expect((await send('reader', '/bank/preview')).status).toBe(403);
  });

  it('may be an account statement: whole ends of day are matched by their sums, also over two lines', async () => {
    const settled = (object: string, trace: number, sum: number, day: string) =>
      sold(object, trace, sum, {
        ...{ day, at: `${day}T10:00:00Z` },
        facts: { method: 'cashless', tenders: [{ method: 'cashless', amount: sum }], tid: 'T-70001', trace },
      });
    await books.book(
      settled('STX_S1', 1, 6000, '2026-11-10'),
      settled('STX_S2', 2, 4000, '2026-11-10'),
      settled('STX_S3', 3, 7000, '2026-11-11'),
      settled('STX_S4', 4, 900, '2026-11-12'),
    );
    const entry = (amount: string, day: string, text: string) =>
      `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>${day}</Dt></BookgDt><AddtlNtryInf>${text}</AddtlNtryInf></Ntry>`;
    const file = `<Document><BkToCstmrStmt><Stmt>${[
      entry('59.16', '2026-11-12', 'TID T-70001 GIROCARD BRUTTO 60,00 ENTGELT 0,84'),
      entry('40.00', '2026-11-13', 'TID T-70001 VISA'),
      entry('70.00', '2026-11-13', 'TID T-70001 GIROCARD'),
      entry('8.88', '2026-11-14', 'TID T-70001 GIROCARD'),
      entry('12.00', '2026-11-14', 'Flaschenpfand Lieferant'),
    ].join('')}</Stmt></BkToCstmrStmt></Document>`;
    expect((await send<BankPreview>('chain', '/bank/preview', file)).body).toMatchObject({
      ...{ format: 'camt', payments: 4, ignored: 1, refused: 0 },
    });
    expect((await send<BankImport>('chain', '/bank/files', file)).body).toMatchObject({ taken: 4, repeated: 0 });
    expect((await send<BankImport>('chain', '/bank/files', file)).body).toMatchObject({ taken: 0, repeated: 4 });
    const span = 'from=2026-11-10&to=2026-11-14';
    const days = await books.ask<Rows>('chain', `/reports/reconciliation?${span}&by=bank`);
    expect(days.body.rows.map(({ day, synced, bank, fee, state }) => [day, synced, bank, fee, state])).toEqual(
      expect.arrayContaining([
        ['2026-11-10', 10_000, 10_000, 84, 'agrees'],
        ['2026-11-11', 7000, 7000, null, 'agrees'],
        ['2026-11-12', 900, 888, null, 'differs'],
      ]),
    );
    const differences = await books.ask<Rows>('chain', `/reports/reconciliation?${span}&by=difference`);
    expect(differences.body.rows.map(({ label, state, difference }) => [label, state, difference])).toEqual([
      ['T-70001', 'otherAmount', -12],
    ]);
  });

  it('stands in the audit log', async () => {
    const { body } = await books.ask<{ data: { action: string; facts: object }[] }>(
      'chain',
      '/audit?q=action:bankFileImported',
    );
    expect(body.data.length).toBeGreaterThanOrEqual(3);
    expect(body.data.at(-1)?.facts).toMatchObject({ name: 'november.csv', taken: 8, refused: 2 });
  });

  it.each([
    ['', 'the file is empty'],
    ['no columns at all', 'no columns'],
    ['a;b;c\n1;2;3\n', 'no column holds terminal'],
    ['TID;Trace;Betrag;Datum\n\u0000;1;1;1', 'no text'],
  ])('%j is refused with what is wrong', async (body, words) => {
    const answer = await send<{ error_details: string }>('chain', '/bank/files', body);
    expect([answer.status, answer.body.error_details]).toEqual([400, expect.stringContaining(words)]);
  });

  it('may not be larger than eight megabytes', async () => {
    expect((await send('chain', '/bank/files', Buffer.alloc(10 * 1024 * 1024, 'a;b\n'))).status).toBe(413);
  });
});
