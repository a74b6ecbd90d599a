/** Lists of the queue for people: what waits and what is parked, by target, and the cases. */
import type { StoredRecord } from '../world/officeLink.ts';
import type { QueueTargetName } from '../world/queue.ts';
import type { Database } from './database.ts';

export type QueuedState = 'waiting' | 'parked';

/** A record with what is known of its way to one target. Times in ms since 1970. */
export interface QueuedRow extends Omit<StoredRecord, 'merchant'> {
  readonly target: QueueTargetName;
  readonly state: QueuedState;
  readonly till: string;
  readonly epoch: number;
  readonly receipt_number: number | null;
  readonly attempts: number;
  readonly next_at: number;
  /** JSON {code, texts} */
  readonly reason: string | null;
  /** JSON: what a person has corrected. */
  readonly correction: string | null;
  /** JSON: the parked record that holds its lane; null where none does. */
  readonly behind: string | null;
}

export interface CaseRow {
  readonly id: string;
  readonly kind: string;
  readonly object: string;
  readonly at: number;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly facts: string;
  readonly receipt_number: number | null;
  readonly closed_at: number | null;
  readonly closed_by: string | null;
  readonly reason: string | null;
}

interface Wanted {
  readonly target: QueueTargetName | null;
  readonly state: QueuedState | null;
  readonly count: number;
  readonly offset: number;
}

export interface QueueLists {
  /** Parked records first, those of the upstream service before those of the back office, in the order of their birth. */
  records(merchant: string, wanted: Wanted): { readonly count: number; readonly rows: readonly QueuedRow[] };
  /** `id` is till.epoch.sequence; null where it neither waits nor is parked there. */
  record(merchant: string, target: QueueTargetName, id: string): QueuedRow | null;
  cases(merchant: string, open: boolean, count: number, offset: number): CaseList;
  case(merchant: string, id: string): CaseRow | null;
}

interface CaseList {
  readonly count: number;
  readonly rows: readonly CaseRow[];
}

/** The first parked record before this one in its lane. */
const BEHIND = `(SELECT json_object('till', b.till, 'epoch', b.epoch, 'sequence', b.sequence, 'kind', b.kind,
      'event', b.event, 'reason', json(e.reason),
      'receipt_number', (SELECT receipt_number FROM smart_transaction s WHERE s.id = b.object))
    FROM upstream_delivery e JOIN queue_record b ON b.number = e.number
    WHERE e.lane = d.lane AND e.number < d.number AND e.state = 'parked' ORDER BY e.number LIMIT 1) AS behind`;

/** Numbers are given without gaps, so nobody needs to count: those behind the confirmed ones, less those that got a newer number. */
const UNCONFIRMED = `SELECT coalesce(sum(max(0, g.last - coalesce(d.confirmed, 0)) - (SELECT count(*) FROM office_moved m
    WHERE m.till = g.till AND m.epoch = g.epoch AND m.sequence > coalesce(d.confirmed, 0))), 0)
  FROM queue_till t CROSS JOIN queue_range g ON g.till = t.till
    LEFT JOIN office_delivery d ON d.till = g.till AND d.epoch = g.epoch WHERE t.merchant = ?`;

/** Behind it a page is full after few records, however many wait. */
const FIRST_UNCONFIRMED = `SELECT min((SELECT r.number FROM queue_record r
    WHERE r.till = g.till AND r.epoch = g.epoch AND r.sequence > coalesce(d.confirmed, 0) ORDER BY r.sequence LIMIT 1))
  FROM queue_range g LEFT JOIN office_delivery d ON d.till = g.till AND d.epoch = g.epoch`;

/** Where the records of a section are; every one has `r` (the record) and gives the columns of the way to its target. */
const sections = [
  upstream('parked'),
  section(
    'office',
    'parked',
    `office_refusal d CROSS JOIN queue_record r ON r.till = d.till AND r.epoch = d.epoch AND r.sequence = d.sequence`,
    '0 AS attempts, 0 AS next_at, d.reason, NULL AS behind',
  ),
  upstream('waiting'),
  {
    ...section(
      'office',
      'waiting',
      `queue_record r LEFT JOIN office_delivery d ON d.till = r.till AND d.epoch = r.epoch`,
      '0 AS attempts, 0 AS next_at, NULL AS reason, NULL AS behind',
    ),
    condition: `r.sequence > coalesce(d.confirmed, 0) AND r.number >= (${FIRST_UNCONFIRMED})`,
    count: UNCONFIRMED,
  },
] as const;

function upstream(state: QueuedState) {
  const from = `upstream_delivery d CROSS JOIN queue_record r ON r.number = d.number AND d.state = '${state}'`;
  return section('upstream', state, from, `d.attempts, d.next_at, d.reason, ${BEHIND}`);
}

function section(target: QueueTargetName, state: QueuedState, from: string, way: string) {
  const count = `SELECT count(*) FROM ${from} WHERE r.merchant = ?`;
  return { target, state, from, way, condition: 'TRUE', count };
}

const SHOWN = `p.*, (SELECT receipt_number FROM smart_transaction s WHERE s.id = p.object) AS receipt_number,
  (SELECT facts FROM queue_correction c WHERE c.object = p.object) AS correction`;
const OWN = `r.number, r.till, r.epoch, r.sequence, r.kind, r.event, r.object, r.business_day, r.at, r.sum, r.currency, r.facts`;

export function createQueueLists(db: Database): QueueLists {
  const prepared = sections.map(({ target, state, from, way, condition, count }) => {
    const rows = `SELECT '${target}' AS target, '${state}' AS state, ${OWN}, ${way} FROM ${from} WHERE r.merchant = ? AND ${condition}`;
    return {
      target,
      state,
      count: db.prepare<number>(count).pluck(),
      page: db.prepare<QueuedRow>(`SELECT ${SHOWN} FROM (${rows} ORDER BY r.number LIMIT ? OFFSET ?) AS p`),
      one: db.prepare<QueuedRow>(
        `SELECT ${SHOWN} FROM (${rows} AND r.till = ? AND r.epoch = ? AND r.sequence = ?) AS p`,
      ),
    };
  });
  return {
    records(merchant, { target, state, count, offset }) {
      const rows: QueuedRow[] = [];
      let all = 0;
      for (const one of prepared) {
        if ((target ?? one.target) !== one.target || (state ?? one.state) !== one.state) continue;
        const here = one.count.get(merchant) ?? 0;
        const left = count - rows.length;
        if (left > 0 && offset < all + here) rows.push(...one.page.all(merchant, left, Math.max(0, offset - all)));
        all += here;
      }
      return { count: all, rows };
    },
    record(merchant, target, id) {
      const [till = '', epoch = '', sequence = ''] = id.split('.');
      const of = prepared.filter(one => one.target === target);
      const rows = of.map(({ one }) => one.get(merchant, till, Number(epoch), Number(sequence)));
      return rows.find(row => row !== undefined) ?? null;
    },
    ...createCaseLists(db),
  };
}

function createCaseLists(db: Database): Pick<QueueLists, 'cases' | 'case'> {
  const columns = `c.id, c.kind, c.object, c.at, c.amount, c.currency, c.facts, c.closed_at, c.closed_by, c.reason,
    (SELECT receipt_number FROM smart_transaction s WHERE s.id = c.object) AS receipt_number`;
  const of = (open: boolean) => `queue_case c WHERE c.merchant = ? AND c.closed_at IS ${open ? '' : 'NOT'} NULL`;
  const listed = (open: boolean) => ({
    count: db.prepare<number>(`SELECT count(*) FROM ${of(open)}`).pluck(),
    page: db.prepare<CaseRow>(
      `SELECT ${columns} FROM ${of(open)} ORDER BY c.at ${open ? '' : 'DESC'}, c.id LIMIT ? OFFSET ?`,
    ),
  });
  const [open, closed] = [listed(true), listed(false)];
  const one = db.prepare<CaseRow>(`SELECT ${columns} FROM queue_case c WHERE c.merchant = ? AND c.id = ?`);
  return {
    cases(merchant, isOpen, count, offset) {
      const { count: all, page } = isOpen ? open : closed;
      return { count: all.get(merchant) ?? 0, rows: page.all(merchant, count, offset) };
    },
    case: (merchant, id) => one.get(merchant, id) ?? null,
  };
}
