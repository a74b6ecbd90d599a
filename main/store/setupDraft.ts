/** The set-up that was begun in the browser and is not finished. Sealed, because PINs and secrets stand in it. */
import type { Database } from './database.ts';

export interface StoredDraft {
  /** Version of the form. */
  readonly version: number;
  readonly document: Readonly<Record<string, unknown>>;
  /** ms since 1970 */
  readonly changedAt: number;
}

export interface SetupDrafts {
  read(): StoredDraft | null;
  // The rest is for use inside `write`.
  keep(draft: StoredDraft): void;
  remove(): void;
}

interface Row {
  readonly version: number;
  readonly document: string;
  readonly changed_at: number;
}

export function createSetupDrafts({ prepare, vault }: Pick<Database, 'prepare' | 'vault'>): SetupDrafts {
  const read = prepare<Row>('SELECT version, document, changed_at FROM setup_draft');
  const keep = prepare('INSERT OR REPLACE INTO setup_draft (id, version, document, changed_at) VALUES (1, ?, ?, ?)');
  const remove = prepare('DELETE FROM setup_draft');
  return {
    read() {
      const row = read.get();
      if (!row) return null;
      return { version: row.version, document: JSON.parse(vault.open(row.document)), changedAt: row.changed_at };
    },
    keep: ({ version, document, changedAt }) => void keep.run(version, vault.seal(JSON.stringify(document)), changedAt),
    remove: () => void remove.run(),
  };
}
