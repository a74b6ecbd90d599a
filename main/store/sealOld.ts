/**
 * Seals what an older version wrote readable, a few rows at a time beside the work of the till, once. Pages that held it
 * are overwritten, and so is the write-ahead log.
 */

import type { Vault } from '../world/vault.ts';
import type { Database } from './database.ts';
import { mayHoldSealed, openedValue, sealedText } from './sealedJson.ts';
import type { Bindable } from './statement.ts';

interface Column {
  readonly table: string;
  readonly column: string;
  readonly change: (vault: Vault, value: string & Buffer) => Bindable;
}

/** A sealed value is opened and sealed again, so a row that was begun before costs only time. */
function sealJson(vault: Vault, text: string): string {
  const value = JSON.parse(text) as Record<string, unknown>;
  const { fingerprint } = value;
  const keyed = typeof fingerprint === 'string' ? { ...value, fingerprint: vault.index(fingerprint) } : value;
  return sealedText(vault, mayHoldSealed(text) ? openedValue(vault, keyed) : keyed);
}

const json = (table: string, column: string): Column => ({ table, column, change: sealJson });

const COLUMNS: readonly Column[] = [
  { table: 'paired_terminal', column: 'password', change: (vault, value) => vault.seal(value) },
  json('payment_container', 'inner'),
  json('payment_customer', 'inner'),
  json('general_contract', 'inner'),
  json('payment_contract', 'inner'),
  json('payment_transaction', 'inner'),
  json('payment_operation', 'request'),
  json('payment_operation', 'facts'),
  { table: 'document_upload', column: 'content', change: (vault, value) => vault.sealBytes(value) },
  { table: 'request_key', column: 'body', change: (vault, value) => vault.sealBytes(value) },
];

type KeyedRow = Readonly<Record<string, Bindable>>;

const SLICE = 100;
const DONE = "SELECT value FROM setting WHERE key = 'sealed'";

/** Resolves when everything is sealed, or `isStopped` says that the program ends: then the next start goes on. */
export async function sealOld(db: Database, isStopped: () => boolean): Promise<void> {
  const check = db.vault.check;
  if (check === null || db.prepare<string>(DONE).pluck().get() === check) return;
  db.prepare('PRAGMA secure_delete = ON').get();
  try {
    for (const column of COLUMNS) if (!(await sealColumn(db, column, isStopped))) return;
    await db.write(() => {
      db.prepare(
        `INSERT INTO setting (key, value)
          VALUES ('sealed', ?), ('secrets_check', ?) ON CONFLICT DO UPDATE SET value = excluded.value`,
      ).run(check, check);
    });
    db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  } finally {
    db.prepare('PRAGMA secure_delete = OFF').get();
  }
}

/** Rows are found by their key and taken in its order; tables without row numbers are small or short-lived. */
async function sealColumn(db: Database, { table, column, change }: Column, isStopped: () => boolean): Promise<boolean> {
  const key = KEYS[table] ?? ['rowid'];
  const names = key.join(', ');
  const keys = key.map(name => `${name} AS "${name}"`).join(', ');
  const places = key.map(() => '?').join(', ');
  const first = db.prepare<KeyedRow>(
    `SELECT ${keys}, ${column} AS value FROM ${table} WHERE ${column} IS NOT NULL ORDER BY ${names} LIMIT ${SLICE}`,
  );
  const next = db.prepare<KeyedRow>(
    `SELECT ${keys}, ${column} AS value FROM ${table} WHERE ${column} IS NOT NULL AND (${names}) > (${places})
     ORDER BY ${names} LIMIT ${SLICE}`,
  );
  const update = db.prepare(`UPDATE ${table} SET ${column} = ? WHERE (${names}) = (${places})`);
  let last: readonly Bindable[] = [];
  for (;;) {
    if (isStopped()) return false;
    const after = last;
    const rows: readonly KeyedRow[] = await db.write(() => {
      const found = after.length === 0 ? first.all() : next.all(...after);
      for (const row of found) {
        const value = row.value as string & Buffer;
        const sealed = change(db.vault, value);
        if (sealed !== value) update.run(sealed, ...key.map(name => row[name] ?? null));
      }
      return found;
    });
    const newest = rows.at(-1);
    if (!newest || rows.length < SLICE) return true;
    last = key.map(name => newest[name] ?? null);
  }
}

/** Keys of the tables without row numbers. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  paired_terminal: ['device'],
  request_key: ['client', 'key'],
};
