/** The effects of a command's outcome on its sale: the same for an outcome that the terminal reported and for a reconciled one. */
import type { Condition, Outcome, TerminalReceipt, TransactionFacts } from '../../../drivers/index.ts';
import { approvedAgain, approvedUnasked, goneBy, takenBackByItself } from '../../domain/reconciliationTexts.ts';
import { terminalReceipt } from '../../domain/terminalReceipt.ts';
import type { Texts } from '../../domain/texts.ts';
import { withTrainingMark } from '../../domain/trainingMark.ts';
import { partsOf } from '../../sale/paidParts.ts';
import { completeOutcome, publishOutcome } from '../../sale/saleOutcome.ts';
import type { SalePart, SmartTransaction } from '../../wire/transactions.ts';
import type { FoundTransaction } from '../../world/recovery.ts';
import { noteAudit } from '../../world/requestContext.ts';
import type { Closing } from '../../world/saleSteps.ts';
import type { DecisionKind, IntentRow, OriginalTransaction, Sale } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { chargedAmountOf } from './confirmedAmount.ts';
import { openIntent, writeJournal } from './intent.ts';
import { pushOperation, queueOperation, queueOpposite } from './operationRecord.ts';
import { NO_RECEIPT } from './originalTransaction.ts';
import { callForDoubt, type Doubt, doubtOf, endDoubt } from './reconciliation/doubtedCommand.ts';
import { alsoApprovedIn, REPORTS } from './reconciliation/openCase.ts';
import { isUnsigned, signatureIn } from './signature.ts';
import { reasonTexts } from './terminalErrors.ts';
import { reportOf } from './transactionReport.ts';

export interface CommandOutcome {
  readonly state: Outcome['kind'];
  /** For the screens; the journal keeps the terminal's own words. */
  readonly reason: Texts | null;
  readonly facts: TransactionFacts | null;
  readonly receipts: readonly TerminalReceipt[];
  /** Approved after the till had given the payment up. */
  readonly late: boolean;
}

/** `condition`: the condition that the terminal had reported of itself by then. */
export const commandOutcomeOf = (outcome: Outcome, late: boolean, condition: Condition | null): CommandOutcome => ({
  state: outcome.kind,
  reason: 'reason' in outcome ? reasonTexts(outcome.reason, condition) : null,
  facts: 'facts' in outcome ? outcome.facts : null,
  receipts: 'receipts' in outcome ? outcome.receipts : [],
  late,
});

/**
 * Inside a job: writes the outcome with all its effects on the sale: loyalty, receipts and events. Gives the sale as it is
 * written; null for an operation without a sale.
 */
export function recordOutcome(world: World, intent: IntentRow, reported: CommandOutcome): Sale | null {
  const sale = endCommand(world, intent, reported);
  if (reported.state === 'unknown') return sale;
  if (sale === null || intent.kind !== 'payment') {
    recordNextApproval(world, intent);
    return sale;
  }
  return recordFurtherApprovals(world, intent) ? saleOfIntent(world, intent) : sale;
}

/** Slips that arrived complete while the command ran: a terminal may not repeat them. */
export const keptSlips = (world: Pick<World, 'intents'>, { id }: IntentRow): readonly TerminalReceipt[] =>
  world.intents.journal.ofIntent(id, 'slip').map(({ data }) => data as unknown as TerminalReceipt);

/** Inside a job: a slip that comes after the end of its command. Before that it goes with the outcome. */
export function recordLateSlip(world: World, { id }: IntentRow, slip: TerminalReceipt): void {
  const intent = world.intents.get(id);
  if (intent?.state !== 'approved' && intent?.state !== 'declined') return;
  if (intent.sale !== null) {
    world.saleSteps.addLateSlip(saleOfIntent(world, intent), intent, slip);
    return;
  }
  world.intents.addSlip(id, slip);
  pushOperation(world, intent);
}

/** Inside a job: what the terminal approved beside this payment becomes a case; false where that is nothing. */
export function recordFurtherApprovals(world: World, intent: IntentRow): boolean {
  const further = furtherApprovals(world, intent);
  for (const facts of further) recordFurtherApproval(world, intent, facts);
  return further.length > 0;
}

function endCommand(world: World, intent: IntentRow, reported: CommandOutcome): Sale | null {
  const facts = reported.facts && { ...signatureIn(intent.facts), ...reported.facts };
  const outcome = { ...reported, facts };
  const { state, reason, receipts } = outcome;
  const at = world.clock.now();
  const unwritten = NOT_CARRIED_OUT.has(state) ? world.running.unwritten(intent.id) : null;
  if (unwritten) writeJournal(world, intent, 'result', unwritten.data, unwritten.at);
  const slips = intent.sale === null && receipts.length > 0 ? { slips: receipts } : {};
  world.intents.end(intent.id, { state, reason, facts, at, ...slips });
  const doubt = doubtOf(world, intent);
  if (doubt) return endDoubted(world, intent, doubt, outcome);
  if (intent.sale === null) {
    queueOperation(world, intent, state, facts);
    if (state === 'approved') endSurplus(world, intent);
    if (intent.state === 'unknown') pushOperation(world, intent);
    return null;
  }
  const sale = saleOfIntent(world, intent);
  // A payment, or a pay-out: a part that moves money to the customer has the id of its intent, too.
  if (partsOf(sale.document).some(({ id }) => id === intent.id)) return endPart(world, sale, intent, outcome);
  if (intent.kind === 'reversal') {
    const part = partOfReversal(sale, intent);
    return part ? endPartReturn(world, sale, part, intent, outcome) : endReversal(world, sale, outcome);
  }
  return endPayment(world, sale, intent, outcome);
}

/**
 * A person has decided about what was published before. The same word changes nothing. What was carried out after all is money that its
 * sale has no use for; of what was not, a record takes it out of the figures, and the money of a payment whose sale was cancelled is such
 * money.
 */
function endDoubted(world: World, intent: IntentRow, doubt: Doubt, { state, facts }: CommandOutcome): Sale | null {
  const { sale } = intent;
  endDoubt(world, intent);
  pushOperation(world, intent);
  if (sale !== null) world.saleSteps.askPerson(saleOfIntent(world, intent), null);
  if (doubt === 'approval' && state === 'declined') undo(world, intent);
  if (doubt === 'denial' && state === 'approved') {
    world.intents.becomeSurplus(intent.id);
    recordSurplus(world, intent, facts);
  }
  return sale === null ? null : saleOfIntent(world, intent);
}

/** Inside a job: no record of the sale names this money, which stands in the totals of the terminal; money that went back is no surplus. */
export function recordSurplus(world: World, intent: IntentRow, facts: TransactionFacts | null): void {
  queueOperation(world, intent, 'approved', facts);
  if (intent.kind !== 'reversal') markSurplus(world, intent, saleOfIntent(world, intent));
}

function undo(world: World, intent: IntentRow): void {
  const paid = intent.kind === 'reversal' ? reversedPayment(world, intent) : null;
  if (paid && intent.sale !== null) {
    world.intents.becomeSurplus(paid.id);
    queueOperation(world, paid, 'approved', paid.facts);
  } else queueOpposite(world, intent);
  if (paid) markSurplus(world, paid, saleOfIntent(world, paid));
}

/** The payment that this reversal was to take back for its own sale, or because its sale had no use for it; else null. */
function reversedPayment(world: Pick<World, 'intents'>, intent: IntentRow): IntentRow | null {
  const { device, original, sale } = intent;
  if (original === null) return null;
  if (sale === null) {
    const paid = surplusOf(world, device, original);
    return paid?.surplus && paid.decision === 'takenBack' ? paid : null;
  }
  const isIt = ({ receiptNumber = NO_RECEIPT, traceNumber }: TransactionFacts) =>
    receiptNumber === original.receipt && (original.trace === null || traceNumber === original.trace);
  const paid = world.intents.ofSale(sale).filter(one => one.kind === 'payment' && one.state === 'approved');
  return paid.find(one => isIt(one.facts ?? {})) ?? null;
}

/** Their reason is that of the terminal, which the disk may have refused before. */
const NOT_CARRIED_OUT: ReadonlySet<Outcome['kind']> = new Set(['declined', 'notSent']);

/** A part of the sale: the sale closes where nothing is missing behind it. */
function endPart(world: World, sale: Sale, intent: IntentRow, outcome: CommandOutcome): Sale {
  const { state, facts, receipts, late } = outcome;
  const { endPart: end } = world.saleSteps;
  if (state === 'unknown') return end(sale, intent.id, 'unknown');
  if (state !== 'approved') return end(sale, intent.id, 'declined', { slips: receipts });
  const paid = end(
    sale,
    intent.id,
    'approved',
    cardClosing(world, intent, { facts: facts ?? signatureIn(intent.facts), receipts }),
  );
  if (late) return markUndecided(world, intent, 'late', paid);
  return isUnsigned(world, intent, facts) ? markUndecided(world, intent, 'signature', paid) : paid;
}

function endPartReturn(world: World, sale: Sale, part: SalePart, intent: IntentRow, outcome: CommandOutcome): Sale {
  const { state, facts, receipts } = outcome;
  const { endReturn } = world.saleSteps;
  if (state === 'unknown') return endReturn(sale, part.id, 'returnUnknown');
  if (state !== 'approved') return endReturn(sale, part.id, 'kept');
  const back = endReturn(sale, part.id, 'givenBack', { facts: facts ?? {}, slips: receipts });
  const paid = world.intents.get(part.id);
  if (paid?.decision === 'open') markTakenBack(world, paid);
  // No record of a closed sale will name them, and both stand in the totals of the terminal.
  if (paid && sale.receiptNumber === null) {
    queueOperation(world, paid, 'approved', paid.facts);
    queueOperation(world, intent, 'approved', facts);
  }
  return back;
}

function endPayment(world: World, sale: Sale, intent: IntentRow, outcome: CommandOutcome): Sale {
  const { state, facts, receipts, late } = outcome;
  switch (state) {
    case 'approved': {
      const reported = facts ?? signatureIn(intent.facts);
      const closed = world.saleSteps.close(sale, cardClosing(world, intent, { facts: reported, receipts }));
      if (late) return markUndecided(world, intent, 'late', closed);
      return isUnsigned(world, intent, facts) ? markUndecided(world, intent, 'signature', closed) : closed;
    }
    case 'unknown':
      return world.saleSteps.advance(sale, 'unknown', 'the payment');
    case 'declined':
      return world.saleSteps.advance(sale, 'declined', 'the payment', declinedSlip(world, receipts));
    case 'notSent':
      return world.saleSteps.advance(sale, 'declined', 'the payment');
  }
}

/** How a card payment closes its sale; the amount charged beyond that of the payment is the tip. */
export const cardClosing = (
  world: Pick<World, 'clock' | 'intents'>,
  intent: IntentRow,
  { facts, receipts }: Pick<CommandOutcome, 'facts' | 'receipts'>,
): Closing => ({
  method: intent.method,
  input: 'paid',
  slips: receipts,
  facts: facts ?? {},
  tip: intent.kind === 'payment' ? chargedAmountOf(world, intent, facts) - intent.amount : 0,
});

/** Inside a job: the paid sale stays on the till until a person keeps the approval or takes it back. */
export function markUndecided(
  world: Pick<World, 'clock' | 'intents' | 'ledger' | 'salePayments'>,
  intent: IntentRow,
  about: DecisionKind,
  sale: Sale,
): Sale {
  world.intents.markDecision(intent.id, 'open', about);
  const isLate = about === 'late' ? { late: true, abortRequested: true } : {};
  const undecided = completeOutcome(world, sale, { ...isLate, undecided: about });
  writeJournal(world, intent, 'late', { state: 'open', about });
  return undecided;
}

/**
 * Inside a job: the sale stays as it is, and a person keeps the money that it has no use for, or takes it back. The sale takes no
 * step, so that its caller learns of it here.
 */
export function markSurplus(
  world: Pick<World, 'clock' | 'intents' | 'saleSteps'>,
  intent: IntentRow,
  sale: Sale,
): void {
  world.intents.markDecision(intent.id, 'open', 'late');
  writeJournal(world, intent, 'late', { state: 'open', about: 'late', surplus: true });
  world.saleSteps.askPerson(sale);
}

/**
 * The next approval of an operation, a reversal or a refund beside its own becomes a case of its own: a terminal has one unknown outcome at
 * a time, so that the decision about each of them begins the next one.
 */
function recordNextApproval(world: World, intent: IntentRow): void {
  const first = world.intents.get(commandBeside(world, intent) ?? intent.id) ?? intent;
  const reports = world.intents.reports(first.device, REPORTS);
  const next = alsoApprovedIn(world, first).find(
    one =>
      !reports.some(
        ({ facts }) => facts?.receiptNumber === one.receiptNumber && facts?.traceNumber === one.traceNumber,
      ),
  );
  if (next) recordApprovalBeside(world, first, next, 'twice');
}

/** Id of the command beside which an approval came. */
const commandBeside = ({ intents }: Pick<World, 'intents'>, { id }: IntentRow): string | null => {
  const row = intents.journal.ofIntent(id, 'result').find(({ data }) => typeof data.besides === 'string');
  return row ? String(row.data.besides) : null;
};

/** Approvals of a payment beside its own that are not recorded yet: a person may decide about a payment twice. */
function furtherApprovals(world: Pick<World, 'intents'>, intent: IntentRow): readonly TransactionFacts[] {
  const recorded = world.intents.ofSale(intent.sale ?? '').filter(({ surplus }) => surplus);
  const isRecorded = ({ receiptNumber, traceNumber }: TransactionFacts) =>
    recorded.some(({ facts }) => facts?.receiptNumber === receiptNumber && facts?.traceNumber === traceNumber);
  return alsoApprovedIn(world, intent).filter(facts => !isRecorded(facts));
}

function recordFurtherApproval(world: World, intent: IntentRow, facts: TransactionFacts): void {
  recordApprovalBeside(world, intent, facts, 'twice');
  world.log('error', 'the terminal approved more than once for one payment', {
    sale: intent.sale,
    receipt: facts.receiptNumber,
  });
}

/**
 * Inside a job: an approval beside that of a command is money of its own, which the sale has no use for: a person keeps it or takes it
 * back. `twice`: the terminal gave it for the same command; `foreign`: under a name that no command has. Where it is no payment of a sale
 * it is an operation, about which a person is called.
 */
export function recordApprovalBeside(
  world: World,
  intent: IntentRow,
  facts: TransactionFacts,
  about: 'twice' | 'foreign',
): void {
  const { merchant, till, staff, device, kind, method, currency, sale, snapshotBefore } = intent;
  const surplus = sale !== null && kind === 'payment';
  const command = {
    merchant,
    till,
    staff,
    device,
    kind,
    method,
    currency,
    sale: surplus ? sale : null,
    snapshotBefore,
  };
  const further = openIntent(world, { ...command, amount: facts.amount ?? intent.amount });
  const at = world.clock.now();
  writeJournal(world, further, 'result', { kind: 'approved', facts, besides: intent.id, about });
  if (!surplus) {
    const report = reportOf(facts, true, at);
    const because = about === 'twice' ? approvedAgain(report) : approvedUnasked(report);
    world.intents.end(further.id, { state: 'unknown', reason: because, facts, at });
    callForDoubt(world, further, because, { idle: true, last: report });
    return;
  }
  world.intents.end(further.id, { state: 'approved', reason: null, facts, surplus, at });
  markSurplus(world, further, saleOfIntent(world, further));
}

/**
 * Inside a job: the terminal has contradicted its approval of a payment, so that nobody knows whether the money is here: a person keeps the sale or
 * takes it back. False where there is nothing to decide: no payment of a sale, or its money went back since.
 */
export function markContradicted(world: World, intent: IntentRow): boolean {
  const isBack = world.intents
    .referringTo(intent.id)
    .some(({ kind, state }) => kind === 'reversal' && state !== 'declined');
  if (intent.sale === null || intent.kind !== 'payment' || isBack || intent.decision === 'takenBack') return false;
  const sale = saleOfIntent(world, intent);
  if (!intent.surplus && !HOLDS_PARTS.has(sale.state)) return false;
  world.intents.markDecision(intent.id, 'open', 'late');
  writeJournal(world, intent, 'late', { state: 'open', about: 'late', contradicted: true });
  world.saleSteps.askPerson(sale);
  return true;
}

/** Cancelling the sale is the decision. */
function markTakenBack(world: Pick<World, 'clock' | 'intents'>, intent: IntentRow): void {
  world.intents.markDecision(intent.id, 'takenBack', intent.decisionKind);
  writeJournal(world, intent, 'late', { state: 'takenBack', about: intent.decisionKind });
}

function declinedSlip(world: Pick<World, 'settings'>, receipts: readonly TerminalReceipt[]): Partial<SmartTransaction> {
  const { receipt } = terminalReceipt(receipts, 'payment', world.settings.language);
  return { receipt: [...withTrainingMark(world.settings, receipt)] as SmartTransaction['receipt'] };
}

function endReversal(world: World, sale: Sale, { state, receipts }: CommandOutcome): Sale {
  if (state === 'unknown') return world.saleSteps.advance(sale, 'reversalUnknown', 'the reversal');
  if (state !== 'approved')
    return world.saleSteps.advance(sale, 'reversalRefused', 'the reversal', {}, { paid: amountPaid(world, sale) });
  const reversed = world.saleSteps.advance(sale, 'reversed', 'the reversal', reversalSlip(world, sale, receipts));
  for (const late of world.intents.ofSale(sale.id).filter(({ decision, surplus }) => decision === 'open' && !surplus))
    markTakenBack(world, late);
  return reversed;
}

/** Inside a job: the reversal of a payment that its sale has no use for is the decision about it. */
export function endSurplus(
  world: Pick<World, 'clock' | 'intents' | 'ledger' | 'salePayments'>,
  { kind, device, original }: Pick<IntentRow, 'kind' | 'device' | 'original'>,
): void {
  const paid = kind === 'reversal' && original ? surplusOf(world, device, original) : null;
  if (!paid?.surplus || paid.decision !== 'open') return;
  markTakenBack(world, paid);
  publishOutcome(world, saleOfIntent(world, paid), { undecided: null });
}

/** By its receipt number; a terminal that gives none names it by its trace number. */
function surplusOf({ intents }: Pick<World, 'intents'>, device: string, { receipt, trace }: OriginalTransaction) {
  if (receipt !== NO_RECEIPT) return intents.byReceipt(device, receipt, 0);
  return intents
    .allOpenDecisions()
    .find(one => one.device === device && one.facts?.receiptNumber === undefined && one.facts?.traceNumber === trace);
}

/** The part that a reversal takes back. */
const partOfReversal = ({ document }: Sale, { id }: IntentRow): SalePart | undefined =>
  partsOf(document).find(({ reversal }) => reversal === id);

/** Does the shop still hold what this reversal, which was called not carried out, has taken back? */
export function isReversible(sale: Sale, intent: IntentRow): boolean {
  const part = partOfReversal(sale, intent);
  return part ? part.status === 'paid' && HOLDS_PARTS.has(sale.state) : sale.state === 'closed';
}

const HOLDS_PARTS: ReadonlySet<Sale['state']> = new Set(['closed', 'partlyPaid', 'partlyReversed']);

/**
 * Inside a job: the terminal has taken this payment back by itself. Its reversal becomes an operation without a sale; of the sale a
 * person decides, who may have handed over the goods.
 */
export function recordOwnReversal(world: World, paid: IntentRow, { facts, receipts }: FoundTransaction): void {
  const { sale } = paid;
  const reversal = openReversalOf(world, paid);
  const reason = takenBackByItself(reportOf(facts, true, world.clock.now()));
  recordOutcome(world, reversal, { state: 'approved', reason, facts, receipts, late: false });
  if (sale === null) return;
  const present = saleOfIntent(world, paid);
  world.intents.markDecision(paid.id, 'open', 'late');
  writeJournal(world, paid, 'late', { state: 'open', about: 'late', takenBackBy: reversal.id });
  world.saleSteps.askPerson(present);
}

/** The reversal of a payment without a command of ours, as an operation. */
function openReversalOf(world: World, paid: IntentRow): IntentRow {
  const { merchant, till, staff, device, currency, snapshotBefore, amount } = paid;
  const { receiptNumber: receipt = NO_RECEIPT, traceNumber: trace = null, amount: charged = amount } = paid.facts ?? {};
  const original = { receipt, trace, amount: charged };
  const about = { kind: 'reversal', amount: charged, original, snapshotBefore } as const;
  return openIntent(world, { merchant, till, staff, device, currency, ...about });
}

/**
 * Inside a job: by a person's word the terminal holds the money of this payment no more, and has refused to give it back. Payment and
 * reversal become operations, of which the journal keeps who said it and why: neither stands in the totals of the terminal.
 */
export function recordGoneByPerson(
  world: World,
  paid: IntentRow,
  { who, reason: why }: { readonly who: string; readonly reason: string },
): void {
  const reversal = openReversalOf(world, paid);
  writeJournal(world, reversal, 'verdict', { kind: 'happened', who, why, about: paid.id });
  const reason = goneBy(who, why);
  recordOutcome(world, reversal, { state: 'approved', reason, facts: {}, receipts: [], late: false });
  queueOperation(world, paid, 'approved', paid.facts);
  if (paid.decision === 'open') markTakenBack(world, paid);
  const money = { sum: paid.amount, terminal: paid.device };
  noteAudit({
    ...{ kind: 'verdict', subject: paid.sale ?? paid.id, action: 'decided', reason: why },
    ...{ before: { state: 'paid', ...money }, after: { state: 'notPaid', ...money } },
  });
}

/** The reversal by which the terminal itself took this payment back; null where it has not. */
export function ownReversalOf({ intents }: Pick<World, 'intents'>, { id }: IntentRow): IntentRow | null {
  const row = intents.journal.ofIntent(id, 'late').findLast(({ data }) => typeof data.takenBackBy === 'string');
  return row ? intents.get(String(row.data.takenBackBy)) : null;
}

/** Inside a job: the money of this payment is back on the card already, and the sale is cancelled without the terminal. */
export function cancelTakenBack(
  world: World,
  paid: IntentRow,
  { facts, slips }: IntentRow,
  by: (sale: Sale) => Sale,
): Sale {
  const sale = by(saleOfIntent(world, paid));
  // The reversal stands as an operation, and the record of the cancellation names the same money: together they took it back once.
  queueOperation(world, paid, 'approved', paid.facts);
  const reversing = sale.state === 'closed' ? world.saleSteps.advance(sale, 'reverse', 'the terminal') : sale;
  if (partsOf(sale.document).some(({ id }) => id === paid.id)) {
    const back = world.saleSteps.endReturn(reversing, paid.id, 'givenBack', { facts: facts ?? {}, slips });
    markTakenBack(world, paid);
    return back;
  }
  return endReversal(world, reversing, { state: 'approved', reason: null, facts, receipts: slips, late: false });
}

/** Inside a job: the terminal has given back a payment after that was called not carried out. */
export function recordOverruledReversal(
  world: World,
  sale: Sale,
  intent: IntentRow,
  { facts, receipts }: Pick<CommandOutcome, 'facts' | 'receipts'>,
): Sale {
  const part = partOfReversal(sale, intent);
  const reversing = sale.state === 'closed' ? world.saleSteps.advance(sale, 'reverse', 'a late discovery') : sale;
  const outcome = { state: 'approved', reason: null, facts, receipts, late: false } as const;
  return part ? endPartReturn(world, reversing, part, intent, outcome) : endReversal(world, reversing, outcome);
}

/** Inside a job: a reversal that was called not carried out may have been: the sale goes back to the unknown outcome of its cancellation. */
export function doubtReversal(world: World, sale: Sale, intent: IntentRow): Sale {
  const part = partOfReversal(sale, intent);
  if (part)
    return world.saleSteps.endReturn(world.saleSteps.beginReturn(sale, part.id, intent.id), part.id, 'returnUnknown');
  const reversing = world.saleSteps.advance(sale, 'reverse', 'a late discovery');
  return world.saleSteps.advance(reversing, 'reversalUnknown', 'a late discovery');
}

/** The amount that was paid for the sale, with the tip, minor units. */
function amountPaid(world: Pick<World, 'clock' | 'intents'>, sale: Sale): number {
  const { sum } = sale.document.basket_info;
  const paid = world.intents.ofSale(sale.id).find(({ kind, state }) => kind === 'payment' && state === 'approved');
  return paid ? sum + chargedAmountOf(world, paid, paid.facts) - paid.amount : sum;
}

/** The receipts of the sale stay; the slips of the cancellation are a member of their own. */
function reversalSlip(
  world: Pick<World, 'saleSteps' | 'settings'>,
  sale: Sale,
  receipts: readonly TerminalReceipt[],
): Partial<SmartTransaction> {
  const { receipt } = terminalReceipt(receipts, 'reversal', world.settings.language);
  return world.saleSteps.cancellationSlip(sale, withTrainingMark(world.settings, receipt));
}

/** The sale of an intent that has one. */
export function saleOfIntent(world: Pick<World, 'ledger'>, { merchant, sale }: IntentRow): Sale {
  const found = sale === null ? null : world.ledger.sale(merchant, sale);
  if (!found) throw new Error(`the sale ${sale} of an intent is gone`);
  return found;
}
