/** Statements that are compiled when they are first used: a start names hundreds of them, and a day at the counter uses few. */
import type Sqlite from 'better-sqlite3';
import type { Bindable, Statement } from './statement.ts';

export class LazyStatement<Row> implements Statement<Row> {
  readonly #sqlite: Sqlite.Database;
  readonly #sql: string;
  #compiled: Statement<Row> | null = null;
  #firstColumnOnly = false;

  constructor(sqlite: Sqlite.Database, sql: string) {
    this.#sqlite = sqlite;
    this.#sql = sql;
  }

  get(...params: readonly Bindable[]): Row | undefined {
    return this.#statement().get(...params);
  }

  all(...params: readonly Bindable[]): Row[] {
    return this.#statement().all(...params);
  }

  iterate(...params: readonly Bindable[]): IterableIterator<Row> {
    return this.#statement().iterate(...params);
  }

  run(...params: readonly Bindable[]): ReturnType<Statement<Row>['run']> {
    return this.#statement().run(...params);
  }

  pluck(): Statement<Row> {
    this.#firstColumnOnly = true;
    this.#compiled?.pluck();
    return this;
  }

  #statement(): Statement<Row> {
    this.#compiled ??= this.#compile();
    return this.#compiled;
  }

  #compile(): Statement<Row> {
    const statement = this.#sqlite.prepare(this.#sql) as unknown as Statement<Row>;
    return this.#firstColumnOnly ? statement.pluck() : statement;
  }
}
