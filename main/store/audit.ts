/** The audit log on disk. Each row carries the SHA-256 over the row before, so a row that is changed or taken away later shows. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../domain/canonicalJson.ts';
import { columnValues, type QueryDeclaration } from '../query/declaration.ts';
import type { AuditCheck, AuditEntry } from '../wire/audit.ts';
import type { AuditLog } from '../world/audit.ts';
import { timestamp } from '../world/clock.ts';
import { newId } from '../world/ids.ts';
import { supportIdOfJob } from '../world/requestContext.ts';
import type { Database } from './database.ts';

export const auditQueries = {
  table: 'audit_entry',
  fields: {
    id: { type: 'text', column: 'id' },
    subject: { type: 'text', column: 'query_subject' },
    kind: { type: 'text', column: 'query_kind' },
    action: { type: 'text', column: 'query_action' },
    'actor.person': { type: 'text', column: 'query_person' },
    created: { type: 'timestamp', column: 'query_created' },
  },
} as const satisfies QueryDeclaration;

export interface AuditStore extends AuditLog {
  bytes(merchant: string, id: string): Buffer | undefined;
  /** Computes the chain anew. */
  check(merchant: string): AuditCheck;
}

interface Head {
  readonly entries: number;
  readonly hash: string;
}

const EMPTY: Head = { entries: 0, hash: '' };

const COLUMNS = Object.values(auditQueries.fields)
  .map(({ column }) => column)
  .filter(column => column !== 'id');

export const hashOfEntry = (before: string, document: string): string =>
  createHash('sha256').update(before).update(document).digest('hex');

export function createAudit(db: Database, now: () => number): AuditStore {
  const headOf = db.prepare<Head>('SELECT entries, hash FROM audit_head WHERE merchant = ?');
  const moveHead = db.prepare(`INSERT INTO audit_head (merchant, entries, hash) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET entries = excluded.entries, hash = excluded.hash`);
  const insert = db.prepare(`INSERT INTO audit_entry (id, merchant, document, hash, ${COLUMNS.join(', ')})
    VALUES (?, ?, ?, ?${', ?'.repeat(COLUMNS.length)})`);
  const bytesOf = db
    .prepare<Buffer>('SELECT CAST(document AS BLOB) FROM audit_entry WHERE id = ? AND merchant = ?')
    .pluck();
  const rows = db.prepare<{ id: string; document: string; hash: string }>(
    'SELECT id, document, hash FROM audit_entry WHERE merchant = ? ORDER BY number',
  );
  return {
    append(merchant, actor, { kind, subject, action, before, after, reason = null }) {
      const head = headOf.get(merchant) ?? EMPTY;
      const entry = {
        ...({ object: 'audit.entries', id: newId('AUD'), created: timestamp(now()) } as const),
        ...{ kind, subject, action, actor, before, after, reason },
        supportId: supportIdOfJob(),
      } as AuditEntry;
      const document = canonicalJson(entry);
      const hash = hashOfEntry(head.hash, document);
      const values = columnValues(auditQueries, entry);
      insert.run(entry.id, merchant, document, hash, ...COLUMNS.map(column => values[column] ?? null));
      moveHead.run(merchant, head.entries + 1, hash);
    },
    bytes: (merchant, id) => bytesOf.get(id, merchant),
    check(merchant) {
      const head = headOf.get(merchant) ?? EMPTY;
      let [entries, before] = [0, ''];
      for (const { id, document, hash } of rows.iterate(merchant)) {
        if (hashOfEntry(before, document) !== hash) return { ok: false, entries, broken: id, head: before };
        [entries, before] = [entries + 1, hash];
      }
      return { ok: entries === head.entries && before === head.hash, entries, broken: null, head: before };
    },
  };
}
