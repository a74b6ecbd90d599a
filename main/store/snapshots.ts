/** Queries whose rows stay as they were when they were asked, each on a connection of its own beside the writing one. */
import Sqlite from 'better-sqlite3';
import type { Bindable, Snapshot } from './statement.ts';

export interface Snapshots {
  open<Row>(sql: string, params: readonly Bindable[]): Snapshot<Row>;
  closeAll(): void;
}

/** KiB of pages each connection may keep: it reads everything once. */
const CACHE = 512;

export function createSnapshots(
  writing: Sqlite.Database,
  functions: Readonly<Record<string, (value: never) => unknown>>,
): Snapshots {
  const opened = new Set<Snapshot<unknown>>();

  function connect(): Sqlite.Database {
    const reading = new Sqlite(writing.name, { readonly: true });
    reading.pragma(`cache_size = -${CACHE}`);
    for (const [name, implementation] of Object.entries(functions))
      reading.function(name, { deterministic: true }, implementation as (...values: unknown[]) => unknown);
    return reading;
  }

  function open<Row>(sql: string, params: readonly Bindable[]): Snapshot<Row> {
    const connection = connect();
    try {
      const snapshot = follow<Row>(connection, sql, params, () => opened.delete(snapshot));
      opened.add(snapshot);
      return snapshot;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  return {
    open,
    closeAll() {
      for (const snapshot of opened) snapshot.close();
    },
  };
}

/** Single columns come without their name. */
function follow<Row>(
  connection: Sqlite.Database,
  sql: string,
  params: readonly Bindable[],
  closed: () => void,
): Snapshot<Row> {
  const statement = connection.prepare(sql);
  if (statement.columns().length === 1) statement.pluck();
  const rows = statement.iterate(...params) as IterableIterator<Row>;
  // SQLite takes the snapshot when the first row is read.
  let ahead = rows.next();

  function close() {
    if (!connection.open) return;
    rows.return?.();
    connection.close();
    closed();
  }

  return {
    close,
    take(count) {
      const taken: Row[] = [];
      if (!connection.open) return taken;
      while (taken.length < count && !ahead.done) {
        taken.push(ahead.value);
        ahead = rows.next();
      }
      if (ahead.done) close();
      return taken;
    },
  };
}
