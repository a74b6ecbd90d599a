/** Conditions of the indexes of sales that nobody is done with, in the words of migration 1030: SQLite uses such an index for the same words only. */

const oneOf =
  (...states: readonly string[]) =>
  (column = 'state'): string =>
    `(${states.map(state => `${column} = '${state}'`).join(' OR ')})`;

/** Terminal or acquirer is at work, or nobody knows whether money moved. */
export const unsettledSales = oneOf('paying', 'unclear', 'reversing', 'reversalUnclear');

/** Between two tenders, or between two of its parts that are given back. */
export const salesInParts = oneOf('partlyPaid', 'returning', 'returnUnclear', 'partlyReversed');
