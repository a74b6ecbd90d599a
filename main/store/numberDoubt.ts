/**
 * Numbers of receipts, reports and slips that may have been given before without this database knowing: an older copy was put back,
 * a loss was accepted, or somebody else knows higher ones. While the doubt stands no number is given. A person ends it with the
 * highest number on paper, and what is given next lies above that, above the back office, and above all that is known here.
 */
import { BridgeError } from '../world/errors.ts';
import type { Database } from './database.ts';
import { remembered } from './rememberedReads.ts';

export type DoubtCause = 'restored' | 'markGone' | 'accepted' | 'officeKnowsMore' | 'cloned';

/** Since when, in ms since 1970, and why. */
export interface NumberDoubt {
  readonly cause: DoubtCause;
  readonly since: number;
}

/** The highest numbers of a shop. */
export interface HighestNumbers {
  readonly receipt: number;
  /** Number of the Z report of each till (SDV_…). */
  readonly reports: Readonly<Record<string, number>>;
}

export interface GivenNumbers {
  doubt(): NumberDoubt | null;
  /** The highest numbers that this database knows. */
  known(merchant: string): HighestNumbers;
  /** Inside a job: ends the doubt; no number up to these is given any more. */
  settle(merchant: string, highest: HighestNumbers): void;
  /** Throws `numbersUnsure` while the doubt stands. */
  readonly require: () => void;
}

const KEY = 'number_doubt';

/** Inside a job. The first cause stays: what comes later follows from it. */
export const keepNumberDoubt = (db: Pick<Database, 'prepare'>, cause: DoubtCause, since: number): void =>
  void db
    .prepare('INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING')
    .run(KEY, JSON.stringify({ cause, since }));

/** The doubt as it stands in a database, also for a tool that only reads. */
export function readNumberDoubt({ prepare }: Pick<Database, 'prepare'>): () => NumberDoubt | null {
  const read = prepare<{ value: string }>(`SELECT value FROM setting WHERE key = '${KEY}'`);
  return () => {
    const row = read.get();
    return row === undefined ? null : JSON.parse(row.value);
  };
}

/**
 * Counters whose numbers nobody reads off a receipt leave as much room as lost receipts can have used, and this at least.
 * A receipt takes at most a few of them.
 */
const ROOM = 1000;
const ROOM_OF_RECEIPT = 100;

/** Counters that a database may lack although numbers were given. */
const COUNTERS = ['trans_id', 'general.contracts', 'payment.subscriptions', 'sepa_mandate'] as const;

/** Numbers that follow from the rows of a table; the counter is the least that is given next. */
const NUMBERED = [
  { counter: 'shift', table: 'cash_shift', column: 'number' },
  { counter: 'slip', table: 'cash_movement', column: 'slip' },
] as const;

export const reportCounter = (till: string): string => `report ${till}`;

/** SQL of the number that is given next by the rows of a table and its counter. Parameter: the till. */
export const nextByRows = (counter: 'shift' | 'slip' | 'report', table: string, column: string): string =>
  `WITH asked(till) AS (SELECT ?) SELECT 1 + max(
    coalesce((SELECT max(${column}) FROM ${table} t WHERE t.till = asked.till), 0),
    coalesce((SELECT value FROM counter WHERE name = '${counter} ' || asked.till), 0)) FROM asked`;

/** For whoever gives a number: throws `numbersUnsure` while the doubt stands. */
export function numberGuard(db: Database): () => void {
  const doubt = remembered(db, 'setting', readNumberDoubt(db));
  return () => {
    if (doubt() !== null)
      throw new BridgeError('numbersUnsure', 'GET /bridge/v1/doubts says why; a manager answers at the screen');
  };
}

export function createGivenNumbers(db: Database): GivenNumbers {
  const doubt = remembered(db, 'setting', readNumberDoubt(db));
  const counted = db.prepare<number>('SELECT value FROM counter WHERE name = ?').pluck();
  const highestReceipt = db
    .prepare<number>('SELECT coalesce(max(receipt_number), 0) FROM smart_transaction WHERE merchant = ?')
    .pluck();
  const tills = db.prepare<{ id: string; report: number }>(`SELECT d.id,
      coalesce((SELECT max(number) FROM z_report z WHERE z.till = d.id), 0) AS report
    FROM smart_device d WHERE d.merchant = ? AND d.query_type IN ('cashier', 'shopmodule') ORDER BY d.number`);
  const raise = db.prepare(
    'INSERT INTO counter (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = max(value, excluded.value)',
  );
  const counters = db.prepare<{ name: string; value: number }>('SELECT name, value FROM counter');
  const end = db.prepare(`DELETE FROM setting WHERE key = '${KEY}'`);

  function known(merchant: string): HighestNumbers {
    const receipt = Math.max(highestReceipt.get(merchant) ?? 0, counted.get(`receipt ${merchant}`) ?? 0);
    const reports = tills
      .all(merchant)
      .map(({ id, report }) => [id, Math.max(report, counted.get(reportCounter(id)) ?? 0)] as const);
    return { receipt, reports: Object.fromEntries(reports) };
  }

  function leaveRoom(merchant: string, room: number): void {
    const others = counters.all().filter(({ name }) => !/^(receipt|report|shift|slip) /.test(name));
    for (const { name, value } of others) raise.run(name, value + room);
    for (const name of COUNTERS) raise.run(name, room);
    for (const till of Object.keys(known(merchant).reports))
      for (const { counter, table, column } of NUMBERED) {
        const next =
          db
            .prepare<number>(nextByRows(counter, table, column))
            .pluck()
            .get(till) ?? 1;
        raise.run(`${counter} ${till}`, next - 1 + room);
      }
  }

  return {
    doubt,
    known,
    settle(merchant, { receipt, reports }) {
      const lost = Math.max(0, receipt - known(merchant).receipt);
      leaveRoom(merchant, Math.max(ROOM, ROOM_OF_RECEIPT * lost));
      raise.run(`receipt ${merchant}`, receipt);
      for (const [till, number] of Object.entries(reports)) raise.run(reportCounter(till), number);
      end.run();
    },
    require: numberGuard(db),
  };
}
