/** How far the back office has confirmed the records of each till and epoch, straight from the rows of the queue. */
import type { EpochKey, OfficeDelivery, OfficeEpoch, RecordRange, StoredRecord } from '../world/officeLink.ts';
import type { Database } from './database.ts';
import { wholeSale } from './saleTexts.ts';

interface DeliveryRow {
  readonly confirmed: number;
  readonly batch: number;
  readonly hash: string;
  readonly sending: number | null;
  readonly disputed: 0 | 1 | 2;
}

const NOTHING: DeliveryRow = { confirmed: 0, batch: 0, hash: '', sending: null, disputed: 0 };
const DISPUTES = ['none', 'disputed', 'afterDispute'] as const;

/** A range that was sent is not sent again within this time, ms: the back office may ask before it has looked. */
const ASKED_AGAIN = 600_000;

export function createOfficeDelivery(db: Database, now: () => number): OfficeDelivery {
  return { ...reads(db), ...progress(db), ...ranges(db, now), ...disputes(db, now) };
}

type Reads = Pick<OfficeDelivery, 'epochs' | 'records' | 'refusals' | 'saleDocument'>;

function reads(db: Database): Reads {
  // One step in the index for each till and epoch, whatever number of records there are.
  const next = db.prepare<EpochKey & { merchant: string }>(`SELECT till, epoch, merchant FROM queue_record
    WHERE (till, epoch) > (?, ?) ORDER BY till, epoch, sequence LIMIT 1`);
  const current = db.prepare<number>('SELECT epoch FROM queue_till WHERE till = ?').pluck();
  const newest = db.prepare<number>('SELECT max(sequence) FROM queue_record WHERE till = ? AND epoch = ?').pluck();
  const delivery = db.prepare<DeliveryRow>(
    'SELECT confirmed, batch, hash, sending, disputed FROM office_delivery WHERE till = ? AND epoch = ?',
  );
  const records =
    db.prepare<StoredRecord>(`SELECT sequence, merchant, kind, event, object, coalesce(sent_day, business_day) AS business_day, at, sum, currency, facts
    FROM queue_record r WHERE till = ? AND epoch = ? AND sequence BETWEEN ? AND ?
      AND NOT EXISTS (SELECT 1 FROM office_refusal f
        WHERE f.till = r.till AND f.epoch = r.epoch AND f.sequence = r.sequence)
    ORDER BY sequence LIMIT ?`);
  const refusals = db.prepare<number>('SELECT count(*) FROM office_refusal WHERE till = ?').pluck();

  const document = db
    .prepare<string>(`SELECT ${wholeSale()} FROM smart_transaction WHERE id = ? AND merchant = ?`)
    .pluck();

  function* all(): Generator<EpochKey & { merchant: string }> {
    for (let row = next.get('', 0); row; row = next.get(row.till, row.epoch)) yield row;
  }

  return {
    epochs: merchant =>
      [...all()]
        .filter(row => row.merchant === merchant)
        .map(({ till, epoch }): OfficeEpoch => {
          const { disputed, ...row } = delivery.get(till, epoch) ?? NOTHING;
          const isCurrent = current.get(till) === epoch;
          return { till, epoch, isCurrent, newest: newest.get(till, epoch) ?? 0, ...row, dispute: DISPUTES[disputed] };
        }),
    records: ({ till, epoch, first, last }, most) => records.all(till, epoch, first, last, most),
    saleDocument: (merchant, id) => document.get(id, merchant) ?? null,
    refusals: till => refusals.get(till) ?? 0,
  };
}

function progress(db: Database): Pick<OfficeDelivery, 'beginBatch' | 'confirm' | 'refuse' | 'startAnew'> {
  const row = db.prepare(`INSERT INTO office_delivery (till, epoch, confirmed, batch, hash) VALUES (?, ?, 0, 0, '')
    ON CONFLICT DO NOTHING`);
  const begin = db.prepare('UPDATE office_delivery SET sending = ? WHERE till = ? AND epoch = ?');
  const confirm = db.prepare(
    'UPDATE office_delivery SET confirmed = max(confirmed, ?), sending = NULL WHERE till = ? AND epoch = ?',
  );
  const chain = db.prepare('UPDATE office_delivery SET batch = ?, hash = ? WHERE till = ? AND epoch = ?');
  const refuse = db.prepare(`INSERT INTO office_refusal (till, epoch, sequence, at, reason)
    VALUES (?, ?, ?, unixepoch() * 1000, ?) ON CONFLICT DO UPDATE SET reason = excluded.reason`);
  const forget = ['office_delivery', 'office_refusal', 'office_wanted'].map(table =>
    db.prepare(`DELETE FROM ${table}`),
  );
  return {
    beginBatch({ till, epoch }, last) {
      row.run(till, epoch);
      begin.run(last, till, epoch);
    },
    confirm({ till, epoch }, confirmed, next) {
      row.run(till, epoch);
      confirm.run(confirmed, till, epoch);
      if (next) chain.run(next.batch, next.hash, till, epoch);
    },
    refuse(refusals) {
      for (const { till, epoch, sequence, reason } of refusals)
        refuse.run(till, epoch, sequence, JSON.stringify(reason));
    },
    startAnew() {
      for (const statement of forget) statement.run();
    },
  };
}

function ranges(db: Database, now: () => number): Pick<OfficeDelivery, 'wanted' | 'want' | 'sendAgain' | 'resent'> {
  const oldest = db.prepare<RecordRange>(`SELECT till, epoch, next AS first, last FROM office_wanted
    WHERE next <= last ORDER BY at, till, epoch, first LIMIT 1`);
  const add = db.prepare(`INSERT INTO office_wanted (till, epoch, first, last, next, at) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET next = excluded.next, at = excluded.at
      WHERE office_wanted.next > office_wanted.last AND office_wanted.at <= excluded.at - ${ASKED_AGAIN}`);
  const again = db.prepare(
    'INSERT OR REPLACE INTO office_wanted (till, epoch, first, last, next, at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const move = db.prepare(
    'UPDATE office_wanted SET next = ? WHERE till = ? AND epoch = ? AND next BETWEEN ? AND ? AND last >= ?',
  );
  const forget = db.prepare('DELETE FROM office_wanted WHERE next > last AND at <= ?');
  // Refused because of a clock: the back office asks again once that time is possible.
  const release = db.prepare(`DELETE FROM office_refusal WHERE till = ? AND epoch = ? AND sequence BETWEEN ? AND ?
    AND json_extract(reason, '$.code') = 'fromTheFuture'`);
  return {
    wanted: () => oldest.get() ?? null,
    want(wanted) {
      forget.run(now() - 2 * ASKED_AGAIN);
      for (const { till, epoch, first, last } of wanted) {
        release.run(till, epoch, first, last);
        add.run(till, epoch, first, last, first, now());
      }
    },
    sendAgain: ({ till, epoch }, sequence) => void again.run(till, epoch, sequence, sequence, sequence, now()),
    resent: ({ till, epoch, first, last }) => void move.run(last + 1, till, epoch, first, last, last),
  };
}

function disputes(db: Database, now: () => number): Pick<OfficeDelivery, 'dispute' | 'renumber'> {
  const mark = db.prepare(`INSERT INTO office_delivery (till, epoch, confirmed, batch, hash, disputed)
    VALUES (?, ?, 0, 0, '', ?) ON CONFLICT DO UPDATE SET disputed = excluded.disputed, sending = NULL`);
  const begin = db
    .prepare<number>('UPDATE queue_till SET epoch = max(epoch + 1, ?), sequence = 0 WHERE till = ? RETURNING epoch')
    .pluck();
  const newest = db.prepare<number>('SELECT epoch FROM queue_till WHERE till = ?').pluck();
  const advance = db
    .prepare<number>('UPDATE queue_till SET sequence = sequence + 1 WHERE till = ? RETURNING sequence')
    .pluck();
  const move = db.prepare(
    'UPDATE queue_record SET epoch = ?, sequence = ? WHERE till = ? AND epoch = ? AND sequence = ?',
  );
  const note = db.prepare('INSERT INTO office_moved (till, epoch, sequence) VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  // Another sender may have sent it to the upstream service, too: it is searched there before it is created, under its old key.
  const doubt = db.prepare(`INSERT INTO upstream_object (object, upstream, step, key, receipt_number, at, facts)
    SELECT r.object, NULL, 'creating', r.object || '.' || r.epoch || '.' || r.sequence, NULL, ?,
      '{"basket":"applied","generation":1,"missedAt":0}'
    FROM queue_record r JOIN upstream_delivery d USING (number) WHERE r.till = ? AND r.epoch = ? AND r.sequence = ?
      AND ((r.kind = 'sale' AND r.event = 'closed') OR (r.kind = 'cardOperation' AND r.event = 'booked'))
    ON CONFLICT DO NOTHING`);
  return {
    dispute({ till, epoch }) {
      mark.run(till, epoch, 1);
      if (newest.get(till) !== epoch) return;
      const next = begin.get(Math.floor(now() / 1000), till);
      if (next !== undefined) mark.run(till, next, 2);
    },
    renumber({ till, epoch }, sequences) {
      const target = newest.get(till);
      if (target === undefined || target === epoch) return;
      for (const sequence of sequences) {
        doubt.run(now(), till, epoch, sequence);
        move.run(target, advance.get(till) ?? 0, till, epoch, sequence);
        note.run(till, epoch, sequence);
      }
    },
  };
}
