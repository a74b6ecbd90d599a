/** What the ending of a terminal command does to its sale: the same whether the terminal told it or a verdict found it. */
import type { Condition, Outcome, TerminalReceipt, TransactionFacts } from '../../../drivers/terminal.ts';
import { terminalReceipt } from '../../domain/terminalReceipt.ts';
import type { Texts } from '../../domain/texts.ts';
import { withTrainingMark } from '../../domain/trainingMark.ts';
import { type Closing, close } from '../../sale/close.ts';
import { completeOutcome } from '../../sale/saleOutcome.ts';
import { advance } from '../../sale/transition.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import type { DecisionKind, IntentRow, Sale } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { chargedAmountOf } from './confirmedAmount.ts';
import { writeJournal } from './intent.ts';
import { isUnsigned, signatureIn } from './signature.ts';
import { reasonTexts } from './terminalErrors.ts';

export interface CommandOutcome {
  readonly state: Outcome['kind'];
  /** For whoever asks why; the journal has it as it was told. */
  readonly reason: Texts | null;
  readonly facts: TransactionFacts | null;
  readonly receipts: readonly TerminalReceipt[];
  /** Approved although the till had given up. */
  readonly late: boolean;
}

/** `told`: what the terminal had told about itself by then. */
export const commandOutcomeOf = (outcome: Outcome, late: boolean, told: Condition | null): CommandOutcome => ({
  state: outcome.kind,
  reason: 'reason' in outcome ? reasonTexts(outcome.reason, told) : null,
  facts: 'facts' in outcome ? outcome.facts : null,
  receipts: 'receipts' in outcome ? outcome.receipts : [],
  late,
});

/** Inside a job: intent, sale, loyalty, receipts and events. */
export function recordOutcome(world: World, intent: IntentRow, told: CommandOutcome): void {
  const facts = told.facts && { ...signatureIn(intent.facts), ...told.facts };
  const ending = { ...told, facts };
  const { state, reason, receipts } = ending;
  const at = world.clock.now();
  const slips = intent.sale === null && receipts.length > 0 ? { slips: receipts } : {};
  world.intents.end(intent.id, { state, reason, facts, at, ...slips });
  if (intent.sale === null) return;
  if (intent.kind === 'reversal') endReversal(world, saleOfIntent(world, intent), ending);
  else endPayment(world, saleOfIntent(world, intent), intent, ending);
}

function endPayment(
  world: World,
  sale: Sale,
  intent: IntentRow,
  { state, facts, receipts, late }: CommandOutcome,
): void {
  switch (state) {
    case 'approved':
      close(world, sale, cardClosing(world, intent, { facts: facts ?? signatureIn(intent.facts), receipts }));
      if (late) markLate(world, intent, 'late');
      else if (isUnsigned(world, intent, facts)) markLate(world, intent, 'signature');
      return;
    case 'unknown':
      advance(world, sale, 'unknown', 'the payment');
      return;
    case 'declined':
      advance(world, sale, 'declined', 'the payment', declinedSlip(world, receipts));
      return;
    case 'notSent':
      advance(world, sale, 'declined', 'the payment');
  }
}

/** How a card payment closes its sale; whatever was charged beyond its amount is the tip. */
export const cardClosing = (
  world: World,
  intent: IntentRow,
  { facts, receipts }: Pick<CommandOutcome, 'facts' | 'receipts'>,
): Closing => ({
  method: intent.method,
  input: 'paid',
  slips: receipts,
  facts: facts ?? {},
  tip: chargedAmountOf(world, intent, facts) - intent.amount,
});

/** Inside a job: stays on the till until somebody keeps it or takes it back. */
export function markLate(world: World, intent: IntentRow, about: DecisionKind): void {
  world.intents.markDecision(intent.id, 'open', about);
  const isLate = about === 'late' ? { late: true, abortRequested: true } : {};
  if (intent.sale !== null) completeOutcome(world, saleOfIntent(world, intent), { ...isLate, undecided: about });
  writeJournal(world, intent, 'late', { state: 'open', about });
}

/** Whoever cancelled the sale has decided. */
function markTakenBack(world: World, intent: IntentRow): void {
  world.intents.markDecision(intent.id, 'takenBack', intent.decisionKind);
  writeJournal(world, intent, 'late', { state: 'takenBack', about: intent.decisionKind });
}

function declinedSlip(world: World, receipts: readonly TerminalReceipt[]): Partial<SmartTransaction> {
  const { receipt } = terminalReceipt(receipts, 'payment', world.settings.language);
  return { receipt: [...withTrainingMark(world.settings, receipt)] as SmartTransaction['receipt'] };
}

function endReversal(world: World, sale: Sale, { state, receipts }: CommandOutcome): void {
  if (state === 'approved') {
    advance(world, sale, 'reversed', 'the reversal', reversalSlip(world, receipts));
    for (const late of world.intents.ofSale(sale.id).filter(intent => intent.decision === 'open'))
      markTakenBack(world, late);
  } else if (state === 'unknown') advance(world, sale, 'reversalUnknown', 'the reversal');
  else advance(world, sale, 'reversalRefused', 'the reversal', {}, { paid: paidFor(world, sale) });
}

/** With the tip. */
function paidFor(world: World, sale: Sale): number {
  const { sum } = sale.document.basket_info;
  const paid = world.intents.ofSale(sale.id).find(({ kind, state }) => kind === 'payment' && state === 'approved');
  return paid ? sum + chargedAmountOf(world, paid, paid.facts) - paid.amount : sum;
}

/** The receipts of the sale stay as they were; the slip of the reversal stands beside them. */
function reversalSlip(world: World, receipts: readonly TerminalReceipt[]): Partial<SmartTransaction> {
  const { receipt } = terminalReceipt(receipts, 'reversal', world.settings.language);
  return receipt.length > 0
    ? { receipt_reversal: [...withTrainingMark(world.settings, receipt)] as SmartTransaction['receipt'] }
    : {};
}

/** The sale of an intent that has one. */
export function saleOfIntent(world: World, { merchant, sale }: IntentRow): Sale {
  const found = sale === null ? null : world.ledger.sale(merchant, sale);
  if (!found) throw new Error(`the sale ${sale} of an intent is gone`);
  return found;
}
