/** Faults of the product, one changed line each: the simulation must notice every one. */
import type { Change } from './mutating.ts';
import { opiMutations } from './opi/mutations.ts';
import { registerMutations } from './registerMutations.ts';
import type { Sort } from './seeds.ts';
import { tillsMutations } from './tillsMutations.ts';

/** At honest terminals that speak ZVT, unless it names others. */
export interface Mutation extends Change, Partial<Sort> {
  readonly name: string;
  /** The plan in `found` that notices it, where seeds do so rarely. */
  readonly plan?: string;
}

export const mutations: readonly Mutation[] = [
  ...opiMutations,
  ...registerMutations,
  ...tillsMutations,
  {
    name: 'a denial does not wait',
    file: 'main/domain/denialWait.ts',
    text: '  take: 30_000,\n  card: 60_000,\n  pin: 75_000,\n  host: 45_000,',
    by: '  take: 0,\n  card: 0,\n  pin: 0,\n  host: 0,',
    terminals: 'readyAtWork',
  },
  {
    name: 'a command that is taken late is not waited for',
    file: 'main/domain/denialWait.ts',
    text: '  take: 30_000,\n  card',
    by: '  take: 100,\n  card',
    terminals: 'acknowledgesLate',
  },
  {
    name: 'connections are closed, not reset',
    file: 'drivers/zvt/framing/tcpLink.ts',
    text: '    reset: () => transport.reset(),',
    by: '    reset: () => transport.close(),',
  },
  {
    name: 'serial: a port is closed, and what its system holds is not thrown away',
    file: 'drivers/zvt/framing/serialLink.ts',
    text: '  reset(): void {\n    this.#transport.reset();\n  }',
    by: '  reset(): void {\n    this.#transport.close();\n  }',
    protocol: 'zvtSerial',
  },
  {
    name: 'serial: a damaged frame is taken',
    file: 'drivers/zvt/framing/serialFrame.ts',
    text: ' && crc === checksum(this.#buffer, 0, this.#length);',
    by: ' && crc >= 0;',
    protocol: 'zvtSerial',
  },
  {
    name: 'contradictions are ignored',
    file: 'main/domain/reconciliation.ts',
    text: "  const contradiction = votes.find(({ says }) => says === 'contradiction');",
    by: '  const contradiction = votes.find(() => false);',
  },
  {
    name: 'any receipt number follows',
    file: 'main/domain/lastTransactionVote.ts',
    text: '  const room = 1 + 2 * attempts;',
    by: '  const room = 9000 + attempts;',
    terminals: 'usedByKeys',
  },
  {
    name: 'a transaction that was there before is the new one',
    file: 'main/domain/lastTransactionVote.ts',
    text: "  if (like(before, 'certain') || otherReports",
    by: '  if (otherReports',
  },
  {
    name: 'an empty memory is a denial',
    file: 'main/domain/lastTransactionVote.ts',
    text: '  return contradiction(mayHaveClosedDay(intent) ? EMPTY_AGAIN : NOTHING_KEPT);',
    by: '  return didNotHappen(NOT_KEPT_ANY_MORE);',
    plan: 'forgotten-behind-an-end-of-day',
  },
  {
    name: 'totals of another sum are no contradiction',
    file: 'main/domain/totalsVote.ts',
    text: '  return fewer && alone(now) ? null : contradiction(TOTALS_ELSE);',
    by: '  return didNotHappen(TOTALS_STILL);',
    terminals: 'approvesPart',
  },
  {
    name: 'a later tip must be reported alone',
    file: 'main/domain/lastTransactionVote.ts',
    text: "  if (kind === 'tip') return [amount, amount + (original?.amount ?? 0)];",
    by: "  if (kind === 'tip') return [amount];",
    plan: 'lost-tip-under-a-number-of-its-own',
  },
  {
    name: 'interrupted commands are not looked up after a start',
    file: 'main/terminal/payment/reconciliation/recovery.ts',
    text: '      for (const intent of world().intents.allUnsettled()) {',
    by: '      for (const intent of world().intents.allUnsettled().slice(1)) {',
  },
  {
    name: 'a command whose intent the disk refused is sent all the same',
    file: 'main/terminal/payment/intent.ts',
    text: '  world.ledger.write(open).catch(cause => {',
    by: '  (row => world.ledger.write(() => (row = open())).catch(() => row))().catch(cause => {',
  },
  {
    name: 'the intent is written after the command has left',
    file: 'main/terminal/payment/intent.ts',
    text: '  world.intents.open(intent);',
    by: '  setTimeout(() => void world.ledger.write(() => world.intents.open(intent)), 300);',
  },
  {
    name: 'an approval is forgotten after a second result',
    file: 'drivers/zvt/exchange/commandMachine.ts',
    text: 'withReport(before.approvals, report',
    by: 'withReport([], report',
    terminals: 'contradicts',
  },
  {
    name: 'approved when the line breaks after the result',
    file: 'drivers/zvt/exchange/outcome.ts',
    text: '      return unknown(ending.reason);',
    by: "      return code === 0 ? { kind: 'approved', ...approvedFacts(state, context), receipts: slips } : unknown(ending.reason);",
  },
  {
    name: 'a denied payment is not found later',
    file: 'main/terminal/payment/reconciliation/lateDiscovery.ts',
    text: '  if (slot.shared) return null;\n  if (totals)',
    by: '  if (slot) return null;\n  if (totals)',
    terminals: 'booksVeryLate',
  },
  {
    name: 'a payment that was found is paid at once, though the terminal may take it back',
    file: 'main/domain/denialWait.ts',
    text: '  return Math.max(0, from + (atWork ? waits.host : waits.takeBack) - now);',
    by: '  return Math.max(0, from - now);',
    terminals: 'readyAtWork',
  },
  {
    name: 'the reversal of the terminal itself is taken for the payment',
    file: 'main/domain/lastTransactionVote.ts',
    text: '  if (!last.approved || last.reference != null || tellsReversals(last)) return false;',
    by: '  if (last !== null) return false;',
  },
  {
    name: 'an approval of less pays the whole',
    file: 'main/terminal/payment/checkAnswer.ts',
    text: "  const text = answer.kind === 'approved' ? deviation(world, intent, fitting) : null;",
    by: '  const text = null;',
    terminals: 'approvesPart',
  },
  {
    name: 'a second approval is no money of its own',
    file: 'main/terminal/payment/checkAnswer.ts',
    text: '  const others = own.filter(one => one !== fitting);',
    by: '  const others = own.filter(() => false);',
    terminals: 'approvesTwice',
  },
  {
    name: 'an end-of-day looks again only where something was denied',
    file: 'main/terminal/payment/reconciliation/secondLook.ts',
    text: '!intents.newestSent(slot.device)) return true;',
    by: 'intents.denied(slot.device, 8).length === 0) return true;',
    plan: 'taken-back-before-an-end-of-day',
  },
  {
    name: 'behind a denial nobody looks again',
    file: 'main/terminal/payment/reconciliation/repeatedLookup.ts',
    text: '!result.verdict.isEnded) world.recovery.lookAgainLater(slot);',
    by: '!result.verdict.isEnded) world.recovery;',
    plan: 'booked-behind-a-refused-retry',
  },
  {
    name: 'a receipt that may be a denied payment is money at once',
    file: 'main/terminal/payment/reconciliation/lateDiscovery.ts',
    text: 'doubtDenial(world, intent, because, evidence);',
    by: 'overruleSurplus(world, found);',
    plan: 'receipt-beside-a-denial-of-a-person',
  },
  {
    name: 'a receipt behind another command is a denied payment for sure',
    file: 'main/terminal/payment/reconciliation/lateDiscovery.ts',
    text: ' && since === 0',
    by: '',
    plan: 'equal-payment-at-its-keys-behind-another-command',
  },
  {
    name: 'a refund adds to the day',
    file: 'main/domain/dayEnd.ts',
    text: "    case 'refund':\n    case 'reversal':\n      return -amount;",
    by: "    case 'refund':\n      return amount;\n    case 'reversal':\n      return -amount;",
  },
  {
    name: 'a person is called before the terminal can be done',
    file: 'main/terminal/payment/reconciliation/watch.ts',
    text: "    if (kind === 'person' && !showsNothing) return standing.shared ? takeWait(standing, waits) : 0;",
    by: "    if (kind === 'person') return 0;",
    plan: 'first-payment-taken-after-the-till-was-killed',
  },
];
