/**
 * The place of a new row among those of its merchant. It is looked up by a statement of its own and bound as a value: an
 * INSERT that reads its own table first copies what it reads, which costs more than the insertion. The unique index of
 * the table refuses a place that is taken.
 */
import type { QueryDeclaration } from '../query/declaration.ts';
import type { Database } from './database.ts';
import { OPAQUE_PARAMETER } from './statement.ts';

/** Inside a job: jobs come one after the other, so the place is free until the row is there. */
export function createPositions(
  db: Pick<Database, 'prepare'>,
  { table, position }: Pick<QueryDeclaration, 'table' | 'position'>,
): (merchant: string) => number {
  const newest = db
    .prepare<number | null>(`SELECT max(${position}) FROM ${table} WHERE merchant = ${OPAQUE_PARAMETER}`)
    .pluck();
  return merchant => (newest.get(merchant) ?? 0) + 1;
}
