/** Opens the journal as configured, and writes changes, approvals and push attempts into it. */
import { join } from 'node:path';
import type { ApprovalLog } from '../../store/approvals.ts';
import type { Database } from '../../store/database.ts';
import type { EventLog } from '../../store/events.ts';
import { openSegments } from '../../store/segments.ts';
import { timestamp } from '../../world/clock.ts';
import type { Config } from '../../world/config.ts';
import type { World } from '../../world/world.ts';
import type { DeliveryParts } from '../push/delivery.ts';
import type { Masking } from './entries.ts';
import { createJournal, type Journal } from './journal.ts';

/** Null where the journal is switched off. */
export function openJournal(config: Config, masking: Masking, log: World['log']): Journal | null {
  const { journal: level, journalMegabytes, journalDays, data } = config;
  if (level === 'off') return null;
  const bounds = { size: journalMegabytes * 1_000_000, age: journalDays * 86_400_000 };
  return createJournal({ level, segments: openSegments(join(data, 'journal'), bounds), masking, log });
}

/** Every change that was committed, with the request that made it. */
export function journalChanges(journal: Journal, events: EventLog, now: () => number): void {
  events.onCommitted(({ merchant, object, id, type, state, supportId }) => {
    const kind = type as 'added' | 'changed' | 'removed';
    journal.note({ kind: 'change', at: timestamp(now()), supportId, merchant, object, id, type: kind, state });
  });
}

/** Writes each approval into the journal, beside the request that used it up. */
export function journalApprovals(journal: Journal, approvals: Pick<ApprovalLog, 'onRecorded'>): void {
  approvals.onRecorded((merchant, { created: at, supportId, object, id, operation: state }) =>
    journal.note({ kind: 'change', at, supportId, merchant, object, id, type: 'added', state }),
  );
}

export const journalAttempts =
  (journal: Journal | null): DeliveryParts['onAttempt'] =>
  ({ merchant, entry }, attempt) => {
    const { id, target: object, url, status: state, supportId } = entry;
    const data = entry.data[0]?.id ?? '';
    journal?.note({ kind: 'push', at: attempt.at, supportId, merchant, id, object, data, url, state, attempt });
  };

/** Masking for the journal; the database knows the merchant of each client. */
export function createMasking(db: Pick<Database, 'prepare'>, isLoyaltyCard: Masking['isLoyaltyCard']): Masking {
  const merchant = db.prepare<string>('SELECT merchant FROM client WHERE id = ?').pluck();
  return { isLoyaltyCard, merchantOf: client => merchant.get(client) ?? null };
}
