/** Decisions of people about records that wait or are parked. All inside a job. */
import type { QueueTargetName } from '../world/queue.ts';
import type { Database } from './database.ts';
import type { QueuedRow } from './queueLists.ts';

type Place = Pick<QueuedRow, 'target' | 'till' | 'epoch' | 'sequence' | 'object'>;

export interface QueueDecisions {
  /** It is tried again, now and as if for the first time. */
  retry(record: Place): void;
  /** It is not sent to this target any more. */
  discard(record: Place): void;
  /** Sent instead of what the sale says; facts that are left out stay as they were corrected before. */
  correct(object: string, facts: Readonly<Record<string, string | number>>): void;
  /** The corrections that a person made to an object; empty where there are none. */
  correctionOf(object: string): Readonly<Record<string, string | number>>;
}

/** `resend` makes the link to the back office send one number again. */
export function createQueueDecisions(db: Database, resend: (record: Place) => void): QueueDecisions {
  const numbered = '(SELECT number FROM queue_record WHERE till = ? AND epoch = ? AND sequence = ?)';
  const refused = 'office_refusal WHERE till = ? AND epoch = ? AND sequence = ?';
  const discard: Record<QueueTargetName, ReturnType<Database['prepare']>> = {
    upstream: db.prepare(`DELETE FROM upstream_delivery WHERE number = ${numbered}`),
    office: db.prepare(`DELETE FROM ${refused}`),
  };
  const hurry = db.prepare(`UPDATE upstream_delivery SET state = 'waiting', attempts = 0, next_at = 0, reason = NULL
    WHERE number = ${numbered}`);
  const correct = db.prepare(`INSERT INTO queue_correction (object, facts) VALUES (?, ?)
    ON CONFLICT DO UPDATE SET facts = json_patch(facts, excluded.facts)`);
  const correction = db.prepare<string>('SELECT facts FROM queue_correction WHERE object = ?').pluck();
  return {
    retry(record) {
      const { target, till, epoch, sequence } = record;
      if (target === 'upstream') hurry.run(till, epoch, sequence);
      else if (discard.office.run(till, epoch, sequence).changes > 0) resend(record);
    },
    discard: ({ target, till, epoch, sequence }) => void discard[target].run(till, epoch, sequence),
    correct: (object, facts) => void correct.run(object, JSON.stringify(facts)),
    correctionOf: object => JSON.parse(correction.get(object) ?? '{}'),
  };
}
