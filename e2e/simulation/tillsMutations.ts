/** Faults of the product that only tills at a shared terminal notice, one changed line each. */
import type { Mutation } from './mutations.ts';

const of = (name: string, file: string, text: string, by: string, plan?: string): Mutation => ({
  name: `shared: ${name}`,
  file,
  text,
  by,
  counter: 'tills',
  ...(plan === undefined ? {} : { plan }),
});

const LAST_TRANSACTION = 'main/domain/lastTransactionVote.ts';

export const tillsMutations: readonly Mutation[] = [
  of(
    'a new payment of the same amount is ours',
    LAST_TRANSACTION,
    '  if (shared) return contradiction(SHARED);\n  return last.approved ? happened(newReceipt(last))',
    '  return last.approved ? happened(newReceipt(last))',
  ),
  of(
    'the totals are moved by nobody else',
    'main/domain/totalsVote.ts',
    '  if (!before || intent.shared) return null;',
    '  if (!before) return null;',
  ),
  of(
    'a person is called although the last transaction is as before',
    LAST_TRANSACTION,
    "    case 'certain':\n      return unchanged(intent, last);\n    case 'likely':",
    "    case 'certain':\n      return shared ? contradiction(SHARED) : unchanged(intent, last);\n    case 'likely':",
  ),
  of(
    'a person is called while a command may still arrive',
    'main/terminal/payment/reconciliation/watch.ts',
    'return standing.shared ? takeWait(standing, waits) : 0;',
    'return 0;',
    'told-not-paid-before-the-command-arrived',
  ),
];
