/** How far what flows down from the upstream service was read, with the ids on both sides. */
import type { Balances } from '../domain/loyalty.ts';
import type { Down, DownBalances, DownKind, DownObject, DownState } from '../world/down.ts';
import type { Database } from './database.ts';
import { createLoyaltyLedger } from './loyaltyLedger.ts';

interface StateRow {
  readonly cursor: string;
  readonly page_at: number | null;
  readonly compared_at: number | null;
  readonly problem: string | null;
}

const NOTHING: DownState = { cursor: {}, pageAt: null, comparedAt: null, problem: null };

const OBJECTS = "FROM upstream_object o WHERE o.step = 'down' AND o.facts ->> 'kind' = ?";
const UNLISTED = `${OBJECTS} AND NOT EXISTS (SELECT 1 FROM down_listed l WHERE l.kind = ? AND l.id = o.upstream)`;

export function createDown(db: Database, now: () => number): Down {
  return { ...createStates(db), ...createIds(db, now), ...createComparison(db), ...createCases(db) };
}

function createStates(db: Database): Pick<Down, 'state' | 'save'> {
  const read = db.prepare<StateRow>('SELECT cursor, page_at, compared_at, problem FROM down_kind WHERE kind = ?');
  const write = db.prepare(`INSERT INTO down_kind (kind, cursor, page_at, compared_at, problem) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET cursor = excluded.cursor, page_at = excluded.page_at, compared_at = excluded.compared_at,
      problem = excluded.problem`);
  function state(part: string): DownState {
    const row = read.get(part);
    if (!row) return NOTHING;
    const { cursor, page_at: pageAt, compared_at: comparedAt, problem } = row;
    return { cursor: JSON.parse(cursor), pageAt, comparedAt, problem: problem === null ? null : JSON.parse(problem) };
  }
  return {
    state,
    save(part, change) {
      const { cursor, pageAt, comparedAt, problem } = { ...state(part), ...change };
      write.run(part, JSON.stringify(cursor), pageAt, comparedAt, problem === null ? null : JSON.stringify(problem));
    },
  };
}

function createIds(db: Database, now: () => number): Pick<Down, 'known' | 'count' | 'remember' | 'forget'> {
  const byUpstream = db.prepare<DownObject>(`SELECT object AS local, facts ->> 'base' AS base FROM upstream_object
    WHERE upstream = ? AND step = 'down' AND +(facts ->> 'kind') = ?`);
  const count = db.prepare<number>(`SELECT count(*) ${OBJECTS}`).pluck();
  const write =
    db.prepare(`INSERT INTO upstream_object (object, upstream, step, key, at, facts) VALUES (?, ?, 'down', '', ?, ?)
    ON CONFLICT DO UPDATE SET upstream = excluded.upstream, at = excluded.at, facts = excluded.facts WHERE step = 'down'`);
  const remove = db.prepare("DELETE FROM upstream_object WHERE object = ? AND step = 'down'");
  return {
    known: (kind, upstream) => byUpstream.get(upstream, kind) ?? null,
    count: kind => count.get(kind) ?? 0,
    remember: (kind, upstream, { local, base }) =>
      void write.run(local, upstream, now(), JSON.stringify({ kind, base })),
    forget: local => void remove.run(local),
  };
}

function createCases(db: Database): Pick<Down, 'cases'> {
  const open = db
    .prepare<number>("SELECT count(*) FROM queue_case WHERE closed_at IS NULL AND facts ->> 'part' = ?")
    .pluck();
  return { cases: part => open.get(part) ?? 0 };
}

type Comparison = Pick<
  Down,
  'vanished' | 'vanishedCount' | 'list' | 'clearList' | 'again' | 'readAgain' | 'accepted' | 'accept'
>;

function createComparison(db: Database): Comparison {
  const vanished = db.prepare<string>(`SELECT o.upstream ${UNLISTED} LIMIT ?`).pluck();
  const vanishedCount = db.prepare<number>(`SELECT count(*) ${UNLISTED}`).pluck();
  const list = db.prepare('INSERT INTO down_listed (kind, id) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const clear = db.prepare('DELETE FROM down_listed WHERE kind = ?');
  const again = db.prepare<string>('SELECT id FROM down_again WHERE kind = ? LIMIT 200').pluck();
  const want = db.prepare('INSERT INTO down_again (kind, id) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const done = db.prepare('DELETE FROM down_again WHERE kind = ? AND id = ?');
  const accepted = db.prepare<number>('SELECT coalesce(accepted, 0) FROM down_kind WHERE kind = ?').pluck();
  const accept = db.prepare('UPDATE down_kind SET accepted = ?, compared_at = NULL WHERE kind = ?');
  const forget = db.prepare('UPDATE down_kind SET accepted = NULL WHERE kind = ?');
  return {
    vanished: (kind, limit) => vanished.all(kind, kind, limit),
    vanishedCount: kind => vanishedCount.get(kind, kind) ?? 0,
    list(kind, ids) {
      for (const id of ids) list.run(kind, id);
    },
    clearList: kind => void clear.run(kind),
    again: kind => again.all(kind),
    readAgain: (kind: DownKind, id, wanted) => void (wanted ? want : done).run(kind, id),
    accepted: part => accepted.get(part) ?? 0,
    accept: (part, missing) => void (missing === null ? forget.run(part) : accept.run(missing, part)),
  };
}

/** Records of a booking: of its sale, by the event that made it, or of its own. */
const OF_BOOKING = `(r.object = b.id OR (r.object = b.sale AND r.event = iif(b.reverses IS NULL, 'closed', 'cancelled')))`;
/** Steps of the replay after which the object rests (see `Progress`). */
const RESTING = "('new', 'closed', 'cancelled', 'refused')";

export function createDownBalances(db: Database): DownBalances {
  const anything = db.prepare<number>('SELECT EXISTS (SELECT 1 FROM upstream_delivery)').pluck();
  const moving = db
    .prepare<string>(`WITH moving AS MATERIALIZED (
        SELECT o.object FROM upstream_object o WHERE o.step <> 'down' AND o.at >= ?
        UNION SELECT o.object FROM upstream_delivery d CROSS JOIN queue_record r USING (number)
          CROSS JOIN upstream_object o ON o.object IN (r.object, r.object || '/discharge')
          WHERE d.state = 'waiting' AND o.step NOT IN ${RESTING})
      SELECT b.merchant_card FROM moving m CROSS JOIN loyalty_booking b ON b.sale = replace(m.object, '/discharge', '')
      UNION SELECT b.merchant_card FROM moving m CROSS JOIN loyalty_booking b ON b.id = m.object`)
    .pluck();
  const entries = db.prepare<{ account: keyof Balances; amount: number }>(`SELECT e.account, sum(e.amount) AS amount
    FROM loyalty_entry e JOIN loyalty_booking b ON b.id = e.booking
    WHERE e.merchant_card = ? AND EXISTS (SELECT 1 FROM queue_record r JOIN upstream_delivery d USING (number)
      WHERE r.object IN (b.id, b.sale) AND ${OF_BOOKING})
    GROUP BY e.account`);
  const { booked } = createLoyaltyLedger(db);
  return {
    inDelivery: since => new Set(moving.all(since)),
    undelivered(merchantCard) {
      if (anything.get() !== 1) return null;
      const sums: Record<keyof Balances, number> = { cash: 0, bonus: 0, points: 0 };
      for (const { account, amount } of entries.all(merchantCard)) sums[account] = amount;
      return sums;
    },
    booked,
  };
}
