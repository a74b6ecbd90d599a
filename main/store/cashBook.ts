/** The cash book of the tills on disk: shifts, movements, the newest count, openings of the drawer. */
import type { CashMovement, CashShift } from '../wire/cash.ts';
import type { CashBook, DrawerOpening, LastCount, MovementFacts } from '../world/cash.ts';
import type { Database } from './database.ts';
import { nextByRows, numberGuard } from './numberDoubt.ts';
import { salesInParts, unsettledSales } from './openSales.ts';

/**
 * Net cash of the sales of a till behind a record and up to another one: what each tender left in the drawer. A cancelled sale takes out what it had
 * left there; what a card was charged and cash gives back in its place has its tip.
 */
const CASH_OF_SALES = `SELECT total(amount) AS amount, count(*) AS count FROM (
  SELECT (CASE r.event WHEN 'closed' THEN 1 ELSE -1 END) * (t.value ->> 'amount' + coalesce(t.value ->> 'tip', 0)) AS amount
  FROM queue_record r, json_each(r.facts, '$.tenders') t
  WHERE r.till = ? AND r.number > ? AND r.number <= ? AND r.kind = 'sale' AND r.event IN ('closed', 'cancelled')
    AND t.value ->> 'method' = 'cash' AND coalesce(r.facts ->> 'played', 0) = 0)`;

/** The same, of the spans whose figures are stored behind a record, with the records where these begin and end. */
const COUNTED_CASH = `SELECT total(t.amount) AS amount, total(t.count) AS count, min(s.first) AS first, max(s.last) AS last
  FROM figure_span s LEFT JOIN figure_tally t ON t.span = s.span AND t.kind = 'cash' WHERE s.till = ? AND s.last > ? AND s.first > ?`;

/**
 * In the words of the indexes over sales that are not settled, and over those between two tenders. Of a closed sale that is being
 * cancelled, cash that went out in place of a card has left the drawer of the till that cancels before its record is written.
 */
const held = (open: string) => `SELECT total(CASE WHEN s.receipt_number IS NULL THEN p.value ->> 'amount'
    ELSE -(p.value ->> 'amount' + coalesce(p.value ->> 'tip', 0) - coalesce(p.value ->> 'rounding', 0)) END)
  FROM smart_transaction s, json_each(s.document, '$.parts') p
  WHERE ${open} AND CASE WHEN s.receipt_number IS NULL THEN s.till
    ELSE coalesce(s.document ->> '$.cancellation.till', s.till) END = ? AND coalesce(s.document ->> 'is_demo', 0) = 0 AND CASE
    WHEN s.receipt_number IS NULL THEN p.value ->> 'method' = 'cash' AND p.value ->> 'status' = 'paid'
    ELSE p.value ->> 'returned_as' = 'cash' END`;

export function createCashBook(db: Database): CashBook {
  return { ...createBalance(db), ...createShifts(db), ...createMovements(db) };
}

/** Net cash of the sales of a till behind a record: from figures where there are any, and from the records around them. */
function createCashBehind({ prepare }: Pick<Database, 'prepare'>) {
  const counted = prepare<{ amount: number; count: number; first: number | null; last: number | null }>(COUNTED_CASH);
  const between = prepare<{ amount: number; count: number }>(CASH_OF_SALES);
  return (till: string, record: number): { readonly amount: number; readonly count: number } => {
    const stored = counted.get(till, record, record) ?? { amount: 0, count: 0, first: null, last: null };
    const before = between.get(till, record, (stored.first ?? record + 1) - 1) ?? { amount: 0, count: 0 };
    const behind = between.get(till, stored.last ?? record, Number.MAX_SAFE_INTEGER) ?? { amount: 0, count: 0 };
    return {
      amount: stored.amount + before.amount + behind.amount,
      count: stored.count + before.count + behind.count,
    };
  };
}

function createBalance(db: Database): Pick<CashBook, 'lastCount' | 'since' | 'setCount'> {
  const last = db.prepare<LastCount>('SELECT sum, held, record, movement, at, shift FROM cash_count WHERE till = ?');
  const cashBehind = createCashBehind(db);
  const moved = db.prepare<{ amount: number; count: number }>(
    'SELECT total(amount) AS amount, count(*) AS count FROM cash_movement WHERE till = ? AND number > ?',
  );
  const inParts = db.prepare<number>(held(salesInParts('s.state'))).pluck();
  const unsettled = db.prepare<number>(held(unsettledSales('s.state'))).pluck();
  const newest = db.prepare<{ record: number; movement: number }>(`SELECT
    coalesce((SELECT max(number) FROM queue_record WHERE till = ?), 0) AS record,
    coalesce((SELECT max(number) FROM cash_movement WHERE till = ?), 0) AS movement`);
  const set = db.prepare(`INSERT OR REPLACE INTO cash_count (till, sum, held, record, movement, at, shift)
    VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const heldNow = (till: string) => (inParts.get(till) ?? 0) + (unsettled.get(till) ?? 0);
  return {
    lastCount: till => last.get(till) ?? null,
    since(till) {
      const count = last.get(till);
      const sold = cashBehind(till, count?.record ?? 0);
      const movements = moved.get(till, count?.movement ?? 0);
      return {
        counted: count?.sum ?? null,
        heldThen: count?.held ?? 0,
        sales: sold.amount,
        movements: movements?.amount ?? 0,
        heldNow: heldNow(till),
        moved: sold.count + (movements?.count ?? 0) > 0,
      };
    },
    setCount(till, sum, at, shift) {
      const { record = 0, movement = 0 } = newest.get(till, till) ?? {};
      set.run(till, sum, heldNow(till), record, movement, at, shift);
    },
  };
}

type Shifts = Pick<CashBook, 'shift' | 'openShift' | 'shifts' | 'insertShift' | 'saveShift' | 'nextShift'>;

function createShifts(db: Database): Shifts {
  const byId = db.prepare<string>('SELECT document FROM cash_shift WHERE id = ? AND merchant = ?').pluck();
  const open = db.prepare<string>("SELECT document FROM cash_shift WHERE till = ? AND state = 'open'").pluck();
  const newest = db
    .prepare<string>('SELECT document FROM cash_shift WHERE merchant = ? ORDER BY opened DESC LIMIT ?')
    .pluck();
  const ofTill = db
    .prepare<string>('SELECT document FROM cash_shift WHERE till = ? AND merchant = ? ORDER BY number DESC LIMIT ?')
    .pluck();
  const next = db.prepare<number>(nextByRows('shift', 'cash_shift', 'number')).pluck();
  const requireNumbers = numberGuard(db);
  const insert = db.prepare(`INSERT INTO cash_shift (id, merchant, till, number, state, opened, document)
    VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const save = db.prepare('UPDATE cash_shift SET state = ?, document = ? WHERE id = ?');
  const read = (text: string | undefined): CashShift | null => (text === undefined ? null : JSON.parse(text));
  return {
    shift: (merchant, id) => read(byId.get(id, merchant)),
    openShift: till => read(open.get(till)),
    shifts: (merchant, till, count) =>
      (till === null ? newest.all(merchant, count) : ofTill.all(till, merchant, count)).map(text => JSON.parse(text)),
    nextShift(till) {
      requireNumbers();
      return next.get(till) ?? 1;
    },
    insertShift(merchant, shift) {
      const { id, till, number, state, opened } = shift;
      insert.run(id, merchant, till, number, state, Date.parse(opened), JSON.stringify(shift));
    },
    saveShift: shift => void save.run(shift.state, JSON.stringify(shift), shift.id),
  };
}

type Movements = Pick<
  CashBook,
  'movements' | 'movementsBehind' | 'openingsBehind' | 'nextSlip' | 'addMovement' | 'addOpening'
>;

function createMovements(db: Database): Movements {
  const newest = db
    .prepare<string>('SELECT document FROM cash_movement WHERE merchant = ? ORDER BY number DESC LIMIT ?')
    .pluck();
  const ofTill = db
    .prepare<string>('SELECT document FROM cash_movement WHERE till = ? AND merchant = ? ORDER BY number DESC LIMIT ?')
    .pluck();
  const behind = db.prepare<MovementFacts>(
    'SELECT number, kind, amount FROM cash_movement WHERE till = ? AND number > ? ORDER BY number',
  );
  const openings = db.prepare<DrawerOpening & { number: number }>(
    'SELECT number, merchant, till, at, staff, name, reason FROM drawer_opening WHERE till = ? AND number > ? ORDER BY number',
  );
  const nextSlip = db.prepare<number>(nextByRows('slip', 'cash_movement', 'slip')).pluck();
  const requireNumbers = numberGuard(db);
  const insert = db.prepare(`INSERT INTO cash_movement (id, merchant, till, shift, slip, kind, amount, at, document)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const addOpening = db.prepare(`INSERT INTO drawer_opening (merchant, till, at, staff, name, reason)
    VALUES (?, ?, ?, ?, ?, ?)`);
  return {
    movements: (merchant, till, count) =>
      (till === null ? newest.all(merchant, count) : ofTill.all(till, merchant, count)).map(text => JSON.parse(text)),
    movementsBehind: (till, number) => behind.all(till, number),
    openingsBehind: (till, number) => openings.all(till, number),
    nextSlip(till) {
      requireNumbers();
      return nextSlip.get(till) ?? 1;
    },
    addMovement(merchant, movement: CashMovement) {
      const { id, till, shift, slip, kind, amount, at } = movement;
      insert.run(id, merchant, till, shift, slip, kind, amount, Date.parse(at), JSON.stringify(movement));
    },
    addOpening: ({ merchant, till, at, staff, name, reason }) =>
      void addOpening.run(merchant, till, at, staff, name, reason),
  };
}
