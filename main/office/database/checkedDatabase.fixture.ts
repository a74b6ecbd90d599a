/** A database that refuses what Citus could not answer: so the tests of the office hold every statement that they send to its rules. */
import { distributionFaults } from './distributionRules.fixture.ts';
import type { OfficeDatabase, Sql } from './officeDatabase.ts';

/** Faults by statement: the same few are sent again and again. */
const known = new Map<string, readonly string[]>();

function check(text: string): string {
  const faults = known.get(text) ?? distributionFaults(text);
  known.set(text, faults);
  if (faults.length === 0) return text;
  const refusal = `Citus would not answer this statement (${faults.join('; ')}):\n${text}`;
  // A route answers 500 and keeps the reason to itself.
  console.error(refusal);
  throw new Error(refusal);
}

const checkedSql = (sql: Sql): Sql => ({
  query: async (text, values) => sql.query(check(text), values),
  pipeline: async statements => {
    for (const { text } of statements) check(text);
    return sql.pipeline(statements);
  },
  script: async text => sql.script(text),
  copy: (table, columns, rows) => sql.copy(table, columns, rows),
  stream: (text, values) => sql.stream(check(text), values),
});

export const checkedDatabase = (database: OfficeDatabase): OfficeDatabase => ({
  ...database,
  ...checkedSql(database),
  transaction: work => database.transaction(sql => work(checkedSql(sql))),
});
