import Sqlite from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from './database.ts';
import { createRowUpdate } from './rowUpdate.ts';

interface Row {
  readonly id: string;
  readonly status: string | null;
  readonly sum: number | null;
  readonly document: string;
}

describe('Updating a row', () => {
  let sqlite: Sqlite.Database;
  let prepared: string[];

  beforeEach(() => {
    sqlite = new Sqlite(':memory:');
    sqlite.exec('CREATE TABLE sale (id TEXT PRIMARY KEY, status TEXT, sum INTEGER, document TEXT NOT NULL)');
    sqlite.exec("INSERT INTO sale VALUES ('a', 'open', 100, 'first'), ('b', 'open', 200, 'first')");
    prepared = [];
  });

  const updating = () =>
    createRowUpdate(
      {
        prepare(sql: string) {
          prepared.push(sql);
          return sqlite.prepare(sql);
        },
      } as unknown as Pick<Database, 'prepare'>,
      { table: 'sale', columns: ['status', 'sum'], always: ['document = ?'], where: 'id = ?' },
    );
  const row = (id: string) => sqlite.prepare('SELECT * FROM sale WHERE id = ?').get(id) as Row;
  const updates = () => prepared.filter(sql => sql.startsWith('UPDATE'));

  it('names the columns whose value is another one, and no others', () => {
    updating()(['paid', 100], ['second'], ['a']);
    expect(row('a')).toEqual({ id: 'a', status: 'paid', sum: 100, document: 'second' });
    expect(updates()).toEqual(['UPDATE sale SET status = ?, document = ? WHERE id = ?']);
  });

  it('writes what is always written when nothing else changes', () => {
    updating()(['open', 100], ['second'], ['a']);
    expect(row('a').document).toBe('second');
    expect(updates()).toEqual(['UPDATE sale SET document = ? WHERE id = ?']);
  });

  it('empties a column, and fills an empty one', () => {
    const update = updating();
    update([null, 100], ['second'], ['a']);
    expect(row('a')).toMatchObject({ status: null, sum: 100 });
    update(['open', 0], ['third'], ['a']);
    expect(row('a')).toMatchObject({ status: 'open', sum: 0 });
  });

  it('leaves other rows alone, and a row that is not there', () => {
    const update = updating();
    update(['paid', 300], ['second'], ['a']);
    update(['paid', 300], ['second'], ['nobody']);
    expect(row('b')).toEqual({ id: 'b', status: 'open', sum: 200, document: 'first' });
    expect(sqlite.prepare('SELECT count(*) FROM sale').pluck().get()).toBe(2);
  });

  it('compiles one statement for each set of columns', () => {
    const update = updating();
    for (const sum of [1, 2, 3]) update(['open', sum], ['second'], ['a']);
    expect(updates()).toHaveLength(1);
  });
});
