/** The till's reports of ends of day and of unknown outcomes, from records as the queue holds them. */
import { expect, it } from 'vitest';
import { answerReport } from './answer.ts';
import { type MadeUpRecord, sourceOf } from './reportSource.fixture.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const MINUTE = 60_000;

const record = (kind: string, event: string, object: string, more: Partial<MadeUpRecord> = {}) => ({
  ...{ till: 'SDV_1', store: 'STO_1', business_day: '2026-11-20', at: NOON, kind, event, object },
  ...{ sum: 999, currency: 'EUR', facts: '{"cashier":"Ada"}', document: null, ...more },
});

const ask = (records: readonly MadeUpRecord[], name: string, by: string | null = null) =>
  answerReport(sourceOf(records, 'de', NOON + 90 * MINUTE), {
    name,
    from: '2026-11-20',
    to: '2026-11-20',
    by,
    compare: null,
    filters: {},
  });

it('lists unknown outcomes with their ends, open ones first, also where the end came the next day', async () => {
  const { rows, total } = await ask(
    [
      record('sale', 'unknown', 'STX_A'),
      record('sale', 'notPaid', 'STX_A', { at: NOON + 20 * 60 * MINUTE, business_day: '2026-11-21' }),
      record('sale', 'unknown', 'STX_B', { sum: 500 }),
      record('sale', 'closed', 'STX_C'),
      record('sale', 'unknown', 'STX_D', { business_day: '2026-11-21' }),
    ],
    'unknown',
  );
  expect(rows).toMatchObject([
    { key: 'STX_B', till: 'Kasse 1', cashier: 'Ada', amount: 500, open: 500, end: 'open', minutes: 90 },
    { key: 'STX_A', amount: 999, open: 0, end: 'notPaid', minutes: 1200 },
  ]);
  expect(total).toMatchObject({ amount: 1499, open: 500 });
});

it.each(['set back', 'standing still'])('knows the end of an unknown outcome by a clock %s', async clock => {
  const at = clock === 'set back' ? NOON - 60 * MINUTE : NOON;
  // The first outcome is of the sale itself, the second of its reversal.
  const { rows } = await ask(
    [
      record('sale', 'closed', 'STX_A', { at: NOON + MINUTE }),
      record('sale', 'unknown', 'STX_A'),
      record('sale', 'cancelled', 'STX_A', { at }),
    ],
    'unknown',
  );
  expect(rows).toMatchObject([{ key: 'STX_A', open: 0, end: 'cancelled', minutes: 0 }]);
});

it('lists ends of day, and their differences by receipt', async () => {
  const receipts = [
    { receipt_number: 7, amount: 300, sale: null, at: null, kind: 'onlyTerminal' },
    { receipt_number: 8, amount: 200, sale: 'STX_8', at: null, kind: 'onlyJournal' },
  ];
  const document = JSON.stringify({
    ...{
      description: 'T1',
      state: 'differs',
      terminal: { count: 2, amount: 1300 },
      journal: { count: 2, amount: 1200 },
    },
    differences: receipts.map(receipt => ({
      terminal: { amount: receipt.kind === 'onlyTerminal' ? receipt.amount : 0 },
      journal: { amount: receipt.kind === 'onlyJournal' ? receipt.amount : 0 },
      receipts: [receipt],
    })),
  });
  const records = [
    record('dayEnd', 'ended', 'DEN_1', { document }),
    record('dayEnd', 'ended', 'DEN_2', { document: '{' }),
  ];
  const ends = await ask(records, 'reconciliation');
  expect(ends.rows).toMatchObject([{ key: 'DEN_1', label: 'T1', terminal: 1300, journal: 1200, difference: 100 }]);
  expect(ends.notes[0]?.en).toContain('cannot be read');
  const differences = await ask(records.slice(0, 1), 'reconciliation', 'difference');
  expect(differences.rows).toMatchObject([
    { label: 'T1 · 7', terminal: 300, journal: 0, difference: 300, state: 'onlyTerminal' },
    { label: 'T1 · 8', terminal: 0, journal: 200, difference: -200, state: 'onlyJournal', sale: 'STX_8' },
  ]);
  expect(differences.total.difference).toBe(100);
});

it('says how much of the payments is no turnover, and which hour came twice', async () => {
  const sold = (object: string, tenders: object[], more: Partial<MadeUpRecord> = {}) =>
    record('sale', 'closed', object, { facts: JSON.stringify({ tenders }), sum: 500, ...more });
  const charged = JSON.stringify({
    basket: { products: [{ articleNumber: '2900000000018', desc: 'Aufladung', quantity: 1, priceOne: 2000, tax: 0 }] },
  });
  const records = [
    sold('STX_1', [{ method: 'cash', amount: 500 }]),
    sold('STX_2', [{ method: 'cash', amount: 2000 }], { sum: 2000, document: charged }),
  ];
  const { rows, total } = await ask(records, 'turnover', 'method');
  expect(rows).toMatchObject([
    { key: 'cash', label: 'Bar', turnover: 2500, payments: 2 },
    { key: 'noTurnover', label: 'kein Umsatz (Aufladungen, Trinkgelder)', turnover: -2000 },
  ]);
  expect(total).toMatchObject({ sales: 2, turnover: 500, payments: 2 });
  const hours = await answerReport(sourceOf([], 'de', NOON), {
    name: 'turnover',
    from: '2026-10-25',
    to: '2026-10-25',
    by: 'hour',
    compare: null,
    filters: {},
  });
  expect(hours.notes.map(({ en }) => en)).toEqual(['On 2026-10-25 the hour 02:00 came twice; both stand in one row.']);
});

it('refuses a key that the bank alone could answer, and a comparison', async () => {
  await expect(ask([], 'reconciliation', 'bank')).rejects.toThrow(/knows no by=bank/);
  await expect(ask([], 'reconciliation', 'store')).rejects.toThrow(/knows no by/);
});
