/** Approvals of managers: open grants, which live for minutes and are good once, and the record of their use. */

import type { ApprovedNeed } from '../domain/approvalRules.ts';
import { columnValues, type QueryDeclaration } from '../query/declaration.ts';
import type { Approval } from '../wire/approvals.ts';
import { same, tableOf } from './columns.ts';
import type { Database } from './database.ts';

export const approvalQueries = {
  table: 'approval',
  fields: {
    id: { type: 'text', column: 'id' },
    operation: { type: 'text', column: 'query_operation' },
    subject: { type: 'text', column: 'query_object' },
    'requested_by.username': { type: 'text', column: 'query_requester' },
    'approved_by.username': { type: 'text', column: 'query_approver' },
    created: { type: 'timestamp', column: 'query_created' },
    supportId: { type: 'text', column: 'query_support' },
  },
} as const satisfies QueryDeclaration;

export interface Grant extends ApprovedNeed {
  /** Hash of the secret that is handed in. */
  readonly hash: string;
  /** USR_… */
  readonly approver: string;
  readonly reason: string;
}

export interface ApprovalLog {
  grant(hash: string): Grant | null;
  bytes(merchant: string, id: string): Buffer | undefined;
  /** The approvals of an object, oldest first. */
  ofObject(merchant: string, object: string): readonly Approval[];
  // The rest is for use inside a job.
  addGrant(grant: Grant): void;
  /** False where it has been used already. */
  takeGrant(hash: string): boolean;
  forgetGrants(now: number): void;
  record(merchant: string, approval: Approval): void;
  /** Called once the commit held. */
  onRecorded(listener: (merchant: string, approval: Approval) => void): void;
}

const COLUMNS = Object.values(approvalQueries.fields)
  .map(({ column }) => column)
  .filter(column => column !== 'id');

export function createApprovals(db: Database): ApprovalLog {
  const grants = tableOf<Grant>(db, 'approval_grant', {
    ...same('hash', 'merchant', 'operation', 'object', 'amount', 'till', 'requester', 'session', 'approver', 'reason'),
    expiresAt: 'expires_at',
  });
  const take = db.prepare('DELETE FROM approval_grant WHERE hash = ?');
  const forget = db.prepare('DELETE FROM approval_grant WHERE expires_at <= ?');
  const insert = db.prepare(
    `INSERT INTO approval (id, merchant, document, ${COLUMNS.join(', ')})
     VALUES (?, ?, ?${', ?'.repeat(COLUMNS.length)})`,
  );
  const bytesOf = db
    .prepare<Buffer>('SELECT CAST(document AS BLOB) FROM approval WHERE id = ? AND merchant = ?')
    .pluck();
  const ofObject = db
    .prepare<string>('SELECT document FROM approval WHERE query_object = lower(?) AND merchant = ? ORDER BY number')
    .pluck();
  let recorded: (merchant: string, approval: Approval) => void = () => {};
  return {
    grant: grants.one('hash = ?'),
    bytes: (merchant, id) => bytesOf.get(id, merchant),
    ofObject: (merchant, object) => ofObject.all(object, merchant).map(text => JSON.parse(text) as Approval),
    addGrant: grants.insert(),
    takeGrant: hash => take.run(hash).changes === 1,
    forgetGrants: now => void forget.run(now),
    record(merchant, approval) {
      const values = columnValues(approvalQueries, approval);
      db.afterCommit(() => recorded(merchant, approval));
      insert.run(approval.id, merchant, JSON.stringify(approval), ...COLUMNS.map(column => values[column] ?? null));
    },
    onRecorded(listener) {
      recorded = listener;
    },
  };
}
