/** Drafts of open sales that hold a card at the upstream service, and sums that cards paid while it was not reachable. */
import type { CardNotice } from '../world/cardAuthority.ts';
import type { UpstreamHold, UpstreamHolds } from '../world/upstream.ts';
import { same, tableOf } from './columns.ts';
import type { Database } from './database.ts';

export interface UpstreamHoldStore extends UpstreamHolds {
  /** Called after the commit that queued a release. */
  onReleasing(listener: () => void): void;
}

export function createUpstreamHolds(db: Database): UpstreamHoldStore {
  return { ...createHeldDrafts(db), ...createOfflineSpending(db) };
}

type HeldDrafts = Pick<
  UpstreamHoldStore,
  | 'begin'
  | 'held'
  | 'ofSale'
  | 'release'
  | 'releaseUnfinished'
  | 'releasing'
  | 'assign'
  | 'missed'
  | 'end'
  | 'onReleasing'
>;

function createHeldDrafts(db: Database): HeldDrafts {
  const insert = db.prepare("INSERT INTO upstream_hold (id, sale, state, reference) VALUES (?, ?, 'asking', ?)");
  const held = db.prepare("UPDATE upstream_hold SET state = 'held', upstream = ? WHERE id = ?");
  const holds = tableOf<UpstreamHold>(db, 'upstream_hold', {
    ...same('id', 'sale', 'upstream', 'state', 'reference'),
    missedAt: 'missed_at',
  });
  const ofSale = holds.one("sale = ? AND state = 'held'");
  const release = db.prepare(
    "UPDATE upstream_hold SET state = 'releasing', upstream = coalesce(?, upstream) WHERE id = ?",
  );
  const unfinished = db.prepare("UPDATE upstream_hold SET state = 'releasing' WHERE state = 'asking'");
  const all = holds.all("state = 'releasing'");
  const forSale = holds.all("sale = ? AND state = 'releasing'");
  const assign = db.prepare('UPDATE upstream_hold SET sale = ? WHERE id = ?');
  const missed = db.prepare('UPDATE upstream_hold SET missed_at = ? WHERE id = ?');
  const end = db.prepare('DELETE FROM upstream_hold WHERE id = ?');
  let listener = () => {};
  return {
    begin: (id, sale, reference) => void insert.run(id, sale, reference),
    held: (id, upstream) => void held.run(upstream, id),
    ofSale,
    release(id, upstream) {
      release.run(upstream, id);
      db.afterCommit(() => listener());
    },
    releaseUnfinished: () => void unfinished.run(),
    releasing: sale => (sale === null ? all() : forSale(sale)),
    assign: (id, object) => void assign.run(object, id),
    missed: (id, at) => void missed.run(at, id),
    end: id => void end.run(id),
    onReleasing(follow) {
      listener = follow;
    },
  };
}

type OfflineSpending = Omit<UpstreamHoldStore, keyof HeldDrafts>;

function createOfflineSpending(db: Database): OfflineSpending {
  const waits = db.prepare<number>('SELECT EXISTS (SELECT 1 FROM upstream_delivery WHERE lane = ?)').pluck();
  const parked = db
    .prepare<number>("SELECT EXISTS (SELECT 1 FROM upstream_delivery WHERE lane = ? AND state = 'parked')")
    .pluck();
  const read = db.prepare(
    'INSERT INTO upstream_balance (merchant_card, at) VALUES (?, ?) ON CONFLICT DO UPDATE SET at = max(at, excluded.at)',
  );
  const readAt = db.prepare<number>('SELECT at FROM upstream_balance WHERE merchant_card = ?').pluck();
  const spend = db.prepare(`INSERT OR REPLACE INTO offline_redemption (sale, merchant_card, day, amount, notice)
    VALUES (?, ?, ?, ?, ?)`);
  const spent = db
    .prepare<number>('SELECT coalesce(sum(amount), 0) FROM offline_redemption WHERE merchant_card = ? AND day = ?')
    .pluck();
  const notice = db.prepare<string>('SELECT notice FROM offline_redemption WHERE sale = ?').pluck();
  const unspend = db.prepare('DELETE FROM offline_redemption WHERE sale = ?');
  return {
    waits: lane => waits.get(lane) === 1,
    isParked: lane => parked.get(lane) === 1,
    wasRead: (card, at) => void read.run(card, at),
    readAt: card => readAt.get(card) ?? null,
    spendOffline: ({ sale, card, day, amount }, shown) =>
      void spend.run(sale, card, day, amount, JSON.stringify(shown)),
    spentOffline: (card, day) => spent.get(card, day) ?? 0,
    noticeOf(sale): CardNotice | null {
      const text = notice.get(sale);
      return text === undefined ? null : JSON.parse(text);
    },
    endOffline: sale => void unspend.run(sale),
  };
}
