/** The lease of the worker of each target, and the condition of the target that the lights show. */
import type { QueueTargetName, QueueTargets, TargetCondition } from '../world/queue.ts';
import { LeaseLost } from '../world/queue.ts';
import type { Database } from './database.ts';

export interface QueueTargetStore extends QueueTargets {
  condition(target: QueueTargetName): StoredCondition;
  /** Called after the condition of a target changed, or what a worker wrote under its lease. */
  onChanged(listener: () => void): void;
}

/** Times in ms since 1970. */
export interface StoredCondition extends Omit<TargetCondition, 'state'> {
  readonly state: 'unknown' | TargetCondition['state'];
  readonly since: number;
}

interface Row {
  readonly state: StoredCondition['state'];
  readonly since: number;
  readonly next_try: number | null;
  readonly reason: string | null;
}

/** Nobody leases for longer, in ms: a lease that ends later was taken before the clock was set back. */
const LONGEST_LEASE = 600_000;

export function createQueueTargets(db: Database, now: () => number): QueueTargetStore {
  const lease = createLease(db, now);
  const token = db.prepare<number>('SELECT token FROM queue_target WHERE target = ?').pluck();
  const read = db.prepare<Row>('SELECT state, since, next_try, reason FROM queue_target WHERE target = ?');
  const write = db.prepare(`INSERT INTO queue_target (target, token, leased_until, state, since, next_try, reason)
    VALUES (?, 0, 0, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET since = iif(state = excluded.state, since, excluded.since),
    state = excluded.state, next_try = excluded.next_try, reason = excluded.reason`);
  const release = db.prepare('UPDATE queue_target SET leased_until = 0 WHERE target = ? AND token = ?');
  const opened = now();
  let listener = () => {};
  const changed = () => listener();

  function condition(target: QueueTargetName): StoredCondition {
    const row = read.get(target);
    if (!row) return { state: 'unknown', since: opened, nextTry: null, reason: null };
    const { state, since, next_try: nextTry, reason } = row;
    return { state, since, nextTry, reason: reason === null ? null : JSON.parse(reason) };
  }

  return {
    condition,
    lease: (target, ms, held) => db.write(() => lease(target, ms, held)),
    release: (target, held) => db.write(() => void release.run(target, held)),
    requireLease(target, held) {
      if (token.get(target) !== held) throw new LeaseLost(target);
      // Every write of a worker under its lease may change the number of waiting records.
      db.afterCommit(changed);
    },
    async report(target, { state, nextTry, reason }) {
      const row = read.get(target);
      const text = reason === null ? null : JSON.stringify(reason);
      if (row?.state === state && row.next_try === nextTry && row.reason === text) return;
      await db.write(() => {
        write.run(target, state, now(), nextTry, text);
        db.afterCommit(changed);
      });
    },
    onChanged(follow) {
      listener = follow;
    },
  };
}

/**
 * Inside a job: the token of a lease that was renewed or taken, or null while another worker holds it. The directory is
 * locked while a bridge has it open, so a lease of an earlier process holds nobody up.
 */
function createLease(db: Database, now: () => number) {
  const renew = db.prepare('UPDATE queue_target SET leased_until = ? WHERE target = ? AND token = ?');
  const take = db
    .prepare<number>(`INSERT INTO queue_target (target, token, leased_until, state, since) VALUES (?, 1, ?, 'unknown', ?)
      ON CONFLICT DO UPDATE SET token = token + 1, leased_until = excluded.leased_until
        WHERE leased_until <= ? OR leased_until > ? RETURNING token`)
    .pluck();
  const taken = new Set<QueueTargetName>();
  return (target: QueueTargetName, ms: number, held: number | null): number | null => {
    const at = now();
    if (held !== null && renew.run(at + ms, target, held).changes === 1) return held;
    const latest = taken.has(target) ? at + LONGEST_LEASE : 0;
    const token = take.get(target, at + ms, at, at, latest) ?? null;
    if (token !== null) taken.add(target);
    return token;
  };
}
