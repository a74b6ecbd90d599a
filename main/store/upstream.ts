/** Records that wait for the upstream service, by lanes, and the ids of each object on both sides. */
import type { Delay, UpstreamDeliveries, UpstreamDelivery, UpstreamObject } from '../world/upstream.ts';
import { json, same, tableOf } from './columns.ts';
import type { Database } from './database.ts';

interface DueRow extends Omit<UpstreamDelivery, 'facts' | 'isOldEpoch'> {
  readonly facts: string;
  readonly old_epoch: number;
}

/** The longest wait that is ever written, ms: a later time was written before the clock was set back. */
const LONGEST_WAIT = 3_700_000;

/** The head of its lane: nothing before it in the lane waits or is parked. */
const DUE = `SELECT d.number, d.lane, d.attempts, r.merchant, r.kind, r.event, r.object, r.sum, r.currency, r.business_day, r.facts,
    r.object || '.' || r.epoch || '.' || r.sequence AS key,
    r.epoch IS NOT (SELECT t.epoch FROM queue_till t WHERE t.till = r.till) AS old_epoch
  FROM upstream_delivery d JOIN queue_record r USING (number)
  WHERE d.state = 'waiting' AND d.next_at <= ?
    AND NOT EXISTS (SELECT 1 FROM upstream_delivery e WHERE e.lane = d.lane AND e.number < d.number)
  ORDER BY d.next_at, d.number LIMIT ?`;

export function createUpstream(db: Database, now: () => number): UpstreamDeliveries {
  return { ...createDeliveries(db, now), ...createObjects(db, now) };
}

type Deliveries = Pick<UpstreamDeliveries, 'due' | 'nextDue' | 'confirm' | 'delay' | 'park' | 'hurry'>;

function createDeliveries(db: Database, now: () => number): Deliveries {
  const due = db.prepare<DueRow>(DUE);
  const beyond = db.prepare("UPDATE upstream_delivery SET next_at = 0 WHERE state = 'waiting' AND next_at > ?");
  const isBeyond = db
    .prepare<number>("SELECT EXISTS (SELECT 1 FROM upstream_delivery WHERE state = 'waiting' AND next_at > ?)")
    .pluck();
  const next = db
    .prepare<number>(`SELECT d.next_at FROM upstream_delivery d WHERE d.state = 'waiting'
      AND NOT EXISTS (SELECT 1 FROM upstream_delivery e WHERE e.lane = d.lane AND e.number < d.number)
      ORDER BY d.next_at LIMIT 1`)
    .pluck();
  const remove = db.prepare('DELETE FROM upstream_delivery WHERE number = ?');
  const later = db.prepare('UPDATE upstream_delivery SET attempts = ?, next_at = ?, reason = ? WHERE number = ?');
  const park = db.prepare("UPDATE upstream_delivery SET state = 'parked', reason = ? WHERE number = ?");
  const hurry = db.prepare("UPDATE upstream_delivery SET next_at = 0 WHERE state = 'waiting'");
  return {
    due(at, limit) {
      const last = at + LONGEST_WAIT;
      if (isBeyond.get(last) === 1) void db.write(() => beyond.run(now() + LONGEST_WAIT));
      return due.all(at, limit).map(deliveryOf);
    },
    nextDue: () => next.get() ?? null,
    confirm: number => void remove.run(number),
    delay: (number, { attempts, nextAt, reason }: Delay) =>
      void later.run(attempts, nextAt, reason === null ? null : JSON.stringify(reason), number),
    park: (number, reason) => void park.run(JSON.stringify(reason), number),
    hurry: () => void hurry.run(),
  };
}

const deliveryOf = ({ facts, old_epoch, ...row }: DueRow): UpstreamDelivery => ({
  ...row,
  facts: JSON.parse(facts),
  isOldEpoch: old_epoch === 1,
});

type Objects = Pick<UpstreamDeliveries, 'object' | 'upstreamOf' | 'localOf' | 'awaited' | 'save'>;

function createObjects(db: Database, now: () => number): Objects {
  const objects = tableOf<UpstreamObject & { readonly at: number }>(db, 'upstream_object', {
    ...same('object', 'upstream', 'step', 'key', 'at'),
    receiptNumber: 'receipt_number',
    facts: json('facts'),
  });
  const save = objects.put('object');
  const upstream = db.prepare<string | null>('SELECT upstream FROM upstream_object WHERE object = ?').pluck();
  const local = db.prepare<string>('SELECT object FROM upstream_object WHERE upstream = ?').pluck();
  return {
    object: objects.one('object = ?'),
    upstreamOf: id => upstream.get(id) ?? null,
    localOf: id => local.get(id) ?? null,
    awaited: objects.all("step = 'waiting' ORDER BY at"),
    save: object => save({ ...object, at: now() }),
  };
}
