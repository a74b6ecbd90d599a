/** How much waits for each target of the queue: what the lights and the limits are made of. */
import type { QueueTargetName } from '../world/queue.ts';
import type { Database } from './database.ts';

/** Records that a target has not confirmed yet. */
export interface QueueDepth {
  readonly waiting: number;
  /** Age of the oldest waiting record, ms since 1970; null where nothing waits. */
  readonly oldest: number | null;
  /** Sum of the closed sales that wait, minor units. */
  readonly sum: number;
  readonly parked: number;
}

type Counts = Omit<QueueDepth, 'parked'>;

/** Closed sales alone: later events of a sale carry its sum again. */
const MONEY = "coalesce(sum(r.sum) FILTER (WHERE r.kind = 'sale' AND r.event = 'closed'), 0)";

/** A record that a clock before this time has dated waits, and nobody knows for how long; ms since 1970. */
const EARLIEST = Date.UTC(2025, 0, 1);
const OLDEST = `min(CASE WHEN r.at >= ${EARLIEST} THEN r.at END)`;

const UPSTREAM = `SELECT count(*) AS waiting, ${OLDEST} AS oldest, ${MONEY} AS sum
  FROM upstream_delivery d CROSS JOIN queue_record r ON r.number = d.number WHERE d.state = 'waiting'`;

/** A bridge is enrolled for one merchant: nobody waits for the records of another one. */
const OFFICE = `SELECT count(*) AS waiting, ${OLDEST} AS oldest, ${MONEY} AS sum
  FROM queue_range g LEFT JOIN office_delivery d ON d.till = g.till AND d.epoch = g.epoch
  CROSS JOIN queue_record r ON r.till = g.till AND r.epoch = g.epoch AND r.sequence > coalesce(d.confirmed, 0)
  WHERE g.last > coalesce(d.confirmed, 0)
    AND r.merchant = coalesce((SELECT merchant FROM office_enrolment WHERE state <> 'left'), r.merchant)`;

const WAITING = { upstream: UPSTREAM, office: OFFICE } as const;
const PARKED = {
  upstream: "SELECT count(*) FROM upstream_delivery WHERE state = 'parked'",
  office: 'SELECT count(*) FROM office_refusal',
} as const;

/** The same by a thread of its own, which no search of a person delays, for a queue that is long to count. */
export function createQueueDepthApart(
  db: Pick<Database, 'countApart'>,
): (target: QueueTargetName) => Promise<QueueDepth> {
  const text = (sql: string) => `SELECT json_object('waiting', waiting, 'oldest', oldest, 'sum', sum) FROM (${sql})`;
  const questions = (target: QueueTargetName) =>
    [text(WAITING[target]), PARKED[target]].map(sql => ({ sql, params: [] }));
  return async target => {
    const [[counts] = [], [parked] = []] = await db.countApart(questions(target));
    return { ...(JSON.parse(String(counts)) as Counts), parked: Number(parked) };
  };
}

export function createQueueDepth(db: Pick<Database, 'prepare'>): (target: QueueTargetName) => QueueDepth {
  const waiting = { upstream: db.prepare<Counts>(WAITING.upstream), office: db.prepare<Counts>(WAITING.office) };
  const parked = {
    upstream: db.prepare<number>(PARKED.upstream).pluck(),
    office: db.prepare<number>(PARKED.office).pluck(),
  };
  return target => ({
    ...(waiting[target].get() ?? { waiting: 0, oldest: null, sum: 0 }),
    parked: parked[target].get() ?? 0,
  });
}
