/** Slips on their way to a printer, in their order. They survive every restart. */
import type { ReceiptLine } from '../domain/receipt.ts';
import type { PrintedSlip } from '../wire/foundSales.ts';
import { columnsOf, flag, json, type StoredRow } from './columns.ts';
import type { Database } from './database.ts';

/** `held`: a person decides whether it is still wanted. */
export type PrintJobState = 'waiting' | 'printing' | 'held' | 'printed' | 'sent' | 'discarded';

export interface PrintJobRow {
  /** In the order of their creation. */
  readonly number: number;
  readonly merchant: string;
  readonly printer: string;
  readonly till: string | null;
  readonly sale: string | null;
  readonly slip: PrintedSlip | null;
  readonly copy: number;
  /** Lines of a slip that no sale holds. */
  readonly lines: readonly ReceiptLine[] | null;
  readonly kind: 'slip' | 'lines' | 'test';
  /** ms since 1970 */
  readonly created: number;
  readonly state: PrintJobState;
  /** It may be on paper already: the line broke, or the program ended, in the middle of it. */
  readonly mayBeDouble: boolean;
  readonly attempts: number;
  readonly ended: number | null;
}

export type NewPrintJob = Pick<
  PrintJobRow,
  'merchant' | 'printer' | 'till' | 'sale' | 'slip' | 'copy' | 'lines' | 'kind' | 'created'
>;

export interface OpenJobs {
  readonly waiting: number;
  readonly held: number;
  /** The oldest of both, ms since 1970. */
  readonly oldest: number | null;
}

export interface PrintJobStore {
  /** The oldest that waits. */
  next(printer: string): PrintJobRow | null;
  find(number: number): PrintJobRow | null;
  /** The newest first. */
  latest(printer: string, count: number): readonly PrintJobRow[];
  open(printer: string): OpenJobs;
  /** The newest job of a sale and slip. */
  ofSlip(sale: string, slip: PrintedSlip): PrintJobRow | null;
  // The rest is for use inside `write`.
  add(job: NewPrintJob): number;
  /** Before the first byte leaves. */
  begin(number: number): void;
  /** Nothing left: it waits as before. */
  back(number: number): void;
  /** It may be on paper: it waits again with a mark, or is held after too many attempts. */
  unclear(number: number, state: 'waiting' | 'held'): void;
  end(number: number, state: 'printed' | 'sent' | 'discarded', at: number): void;
  /** Waiting jobs that were made before this moment are held. */
  hold(printer: string, before: number): void;
  /** Held jobs wait again, or are given up. */
  decide(printer: string, decision: 'print' | 'discard', at: number): void;
  /** After a start: what was being printed may be on paper. */
  recover(): void;
  /** Forgets jobs that ended before this moment. */
  prune(before: number): void;
  /** The function is called once the commit of the running job held. */
  afterCommit(listener: () => void): void;
}

const columns = columnsOf<PrintJobRow>({
  number: 'number',
  merchant: 'merchant',
  printer: 'printer',
  till: 'till',
  sale: 'sale',
  slip: 'slip',
  copy: 'copy',
  lines: json('lines'),
  kind: 'kind',
  created: 'created',
  state: 'state',
  mayBeDouble: flag('may_be_double'),
  attempts: 'attempts',
  ended: 'ended',
});
type Row = StoredRow<PrintJobRow>;

const OPEN = "state IN ('waiting', 'printing', 'held')";

export function createPrintJobs({ prepare, afterCommit }: Pick<Database, 'prepare' | 'afterCommit'>): PrintJobStore {
  const list = columns.select();
  const next = prepare<Row>(
    `SELECT ${list} FROM print_job WHERE printer = ? AND ${OPEN} AND state = 'waiting' ORDER BY number LIMIT 1`,
  );
  const find = prepare<Row>(`SELECT ${list} FROM print_job WHERE number = ?`);
  const latest = prepare<Row>(`SELECT ${list} FROM print_job WHERE printer = ? ORDER BY number DESC LIMIT ?`);
  const open = prepare<OpenJobs>(`SELECT count(*) FILTER (WHERE state != 'held') AS waiting,
    count(*) FILTER (WHERE state = 'held') AS held, min(created) AS oldest FROM print_job WHERE printer = ? AND ${OPEN}`);
  const ofSlip = prepare<Row>(`SELECT ${list} FROM print_job WHERE sale = ? AND slip = ? ORDER BY number DESC LIMIT 1`);
  const add = prepare(`INSERT INTO print_job (merchant, printer, till, sale, slip, copy, lines, kind, created)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const begin = prepare("UPDATE print_job SET state = 'printing', attempts = attempts + 1 WHERE number = ?");
  const back = prepare("UPDATE print_job SET state = 'waiting', attempts = attempts - 1 WHERE number = ?");
  const unclear = prepare('UPDATE print_job SET state = ?, may_be_double = 1 WHERE number = ?');
  const end = prepare('UPDATE print_job SET state = ?, ended = ? WHERE number = ?');
  const hold = prepare(
    `UPDATE print_job SET state = 'held' WHERE printer = ? AND ${OPEN} AND state = 'waiting' AND created < ?`,
  );
  const print = prepare(
    `UPDATE print_job SET state = 'waiting', created = ? WHERE printer = ? AND ${OPEN} AND state = 'held'`,
  );
  const discard = prepare(
    `UPDATE print_job SET state = 'discarded', ended = ? WHERE printer = ? AND ${OPEN} AND state = 'held'`,
  );
  const recover = prepare(
    `UPDATE print_job SET state = 'waiting', may_be_double = 1 WHERE ${OPEN} AND state = 'printing'`,
  );
  const prune = prepare('DELETE FROM print_job WHERE ended IS NOT NULL AND ended < ?');
  const read = (row: Row | undefined) => (row ? columns.read(row) : null);

  return {
    next: printer => read(next.get(printer)),
    find: number => read(find.get(number)),
    latest: (printer, count) => latest.all(printer, count).map(columns.read),
    open: printer => open.get(printer) ?? { waiting: 0, held: 0, oldest: null },
    ofSlip: (sale, slip) => read(ofSlip.get(sale, slip)),
    add({ merchant, printer, till, sale, slip, copy, lines, kind, created }) {
      const text = lines === null ? null : JSON.stringify(lines);
      return Number(add.run(merchant, printer, till, sale, slip, copy, text, kind, created).lastInsertRowid);
    },
    begin: number => void begin.run(number),
    back: number => void back.run(number),
    unclear: (number, state) => void unclear.run(state, number),
    end: (number, state, at) => void end.run(state, at, number),
    hold: (printer, before) => void hold.run(printer, before),
    decide: (printer, decision, at) => void (decision === 'print' ? print : discard).run(at, printer),
    recover: () => void recover.run(),
    prune: before => void prune.run(before),
    afterCommit,
  };
}
