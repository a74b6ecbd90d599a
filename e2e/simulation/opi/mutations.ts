/** Faults of the product in what it makes of O.P.I. terminals, one line each: the simulation must notice every one. */
import type { Mutation } from '../mutations.ts';

const mutations: readonly Mutation[] = [
  {
    name: 'O.P.I.: the repetition of another RequestID is ours',
    file: 'main/domain/lastTransactionVote.ts',
    text: "  return ours === theirs ? 'ours' : 'other';",
    by: "  return 'ours';",
  },
  {
    name: 'O.P.I.: a declined transaction that is repeated counts as paid',
    file: 'main/domain/lastTransactionVote.ts',
    text: '  if (!last.approved) return endedWithout(keptAsDeclined(last));\n  if (isElsewhere(intent, last)) return endedWithout(takenBackByItself(last));',
    by: '  if (isElsewhere(intent, last)) return endedWithout(takenBackByItself(last));',
  },
  {
    name: 'O.P.I.: a reversal by the terminal itself is taken for the payment',
    file: 'drivers/opi/exchange/outcome.ts',
    text: "  return { command: COMMANDS[attributeOf(original, 'RequestType') ?? ''] ?? 'untold' };",
    by: '  return original ? {} : {};',
  },
  {
    name: 'O.P.I.: successful in part is declined',
    file: 'drivers/opi/exchange/overallResults.ts',
    text: "  PartialFailure: {\n    means: 'unsure',",
    by: "  PartialFailure: {\n    means: 'not',",
    terminals: 'partly',
  },
  {
    name: 'O.P.I.: a terminal that was asked to give up is at rest',
    file: 'main/domain/denialWait.ts',
    text: 'Math.max(taken, stopAnswered + waits.host)',
    by: 'Math.max(askedSince, stopAnswered)',
    terminals: 'readyAtWork',
  },
  {
    name: 'O.P.I.: what was called not paid is not discovered later',
    file: 'main/terminal/payment/reconciliation/lateDiscovery.ts',
    text: '  if (slot.shared) return null;\n  if (totals)',
    by: '  if (slot) return null;\n  if (totals)',
    terminals: 'booksVeryLate',
  },
];

export const opiMutations: readonly Mutation[] = mutations.map(one => ({ ...one, protocol: 'opi' }));
