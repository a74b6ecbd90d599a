/** Rows that every sale reads and that are seldom written stay in memory until a row of their table is written. */
import type Sqlite from 'better-sqlite3';

export interface TableWatch {
  /** The listener is called inside the job, with each row that is added, changed or removed, whether or not the job holds in the end. */
  follow(table: string, listener: () => void): void;
}

/** By triggers of this connection alone: nothing of them stands in the file. A connection has one watch, the newest. */
export function createTableWatch(sqlite: Sqlite.Database): TableWatch {
  const listeners = new Map<string, (() => void)[]>();

  function watched(table: string): (() => void)[] {
    const called: (() => void)[] = [];
    sqlite.function(`written_${table}`, () => {
      for (const listener of called) listener();
      return null;
    });
    for (const event of ['INSERT', 'UPDATE', 'DELETE'])
      sqlite.exec(
        `CREATE TEMP TRIGGER IF NOT EXISTS written_${table}_${event} AFTER ${event} ON main.${table} BEGIN SELECT written_${table}(); END`,
      );
    listeners.set(table, called);
    return called;
  }

  return { follow: (table, listener) => void (listeners.get(table) ?? watched(table)).push(listener) };
}

/** Answers as `read`, which reads one table alone, and reads only what was not read since the table was written. */
export function remembered<Found, Key = void>(
  { follow, commits }: TableWatch & { commits(): number },
  table: string,
  read: (key: Key) => Found,
): (key: Key) => Found {
  const known = new Map<Key, Found>();
  let writtenAt = -1;
  follow(table, () => {
    known.clear();
    writtenAt = commits();
  });
  return key => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = read(key);
    // Until the commit has ended, what is read may still be undone.
    if (commits() > writtenAt) known.set(key, found);
    return found;
  };
}
