/**
 * The files that a data directory needs to be opened again: without one of them secrets cannot be read, or a loss cannot be
 * noticed. A backup and a copy take all of them; the journal, traces and mails are folders beside them.
 *
 * The mark stands first, because a copy reads it first: it may be older than the database of the copy, never newer.
 */
export const DIRECTORY_FILES = {
  mark: 'tillbridge.mark',
  identity: 'directory.json',
  key: 'secrets.key',
  database: 'tillbridge.db',
  log: 'tillbridge.db-wal',
} as const;

/** Stands for `key` where the desktop application keeps it sealed by the keystore of the system. */
export const SEALED_KEY = 'secrets.key.sealed';
