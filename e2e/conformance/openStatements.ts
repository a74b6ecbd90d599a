/** Statements of the specification that the product does not keep yet, each with what is still to be built. */
import type { OpenStatement } from './report.ts';

export const openStatements: readonly OpenStatement[] = [
  {
    section: 'Ident and merchant card',
    statement: 'created_for_store is a reference to a store',
    reason: 'no call makes a card for a store yet, so the member is always null',
  },
];
