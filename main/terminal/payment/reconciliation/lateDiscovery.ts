/**
 * A late discovery: the terminal shows a transaction that a person or a reconciliation had called not carried out. The money counts:
 * the sale is paid, or a person decides where that is not certain or where the sale has no use for the money any more.
 */
import type { CountedVote, TransactionReport, TurnoverSum } from '../../../domain/evidence.ts';
import { CLOCK_TOLERANCE, lastTransactionVote } from '../../../domain/lastTransactionVote.ts';
import type { TerminalEvidence } from '../../../domain/reconciliation.ts';
import {
  mayBeEarlier,
  mayBeReversal,
  newReceipt,
  SAID_TWO_THINGS,
  TOTALS_MOVED,
  takenBackByItself,
} from '../../../domain/reconciliationTexts.ts';
import { maySpend } from '../../../domain/saleParts.ts';
import type { Texts } from '../../../domain/texts.ts';
import { totalsVote } from '../../../domain/totalsVote.ts';
import { matchOf } from '../../../domain/transactionMatch.ts';
import { dueOf, partsOf } from '../../../sale/paidParts.ts';
import { publishOutcome } from '../../../sale/saleOutcome.ts';
import type { TerminalSlot } from '../../../world/devices.ts';
import type { FoundTransaction, Shown } from '../../../world/recovery.ts';
import type { IntentRow, ReportRow, Sale, SentIntent } from '../../../world/sales.ts';
import type { World } from '../../../world/world.ts';
import { referenceOf, writeJournal } from '../intent.ts';
import { pushOperation } from '../operationRecord.ts';
import {
  cardClosing,
  doubtReversal,
  isReversible,
  markContradicted,
  markUndecided,
  recordOverruledReversal,
  recordOwnReversal,
  recordSurplus,
  saleOfIntent,
} from '../outcome.ts';
import { commandDetails, showLateApproval } from '../screenView.ts';
import { reportByIntent, reportOf } from '../transactionReport.ts';
import { doubtApproval, doubtDenial, isPaymentOfSale } from './doubtedCommand.ts';
import { isContradicted, isShared, openCaseOf, REPORTS } from './openCase.ts';
import { decisionOn, evidenceShown, lastEvidence } from './records.ts';
import { noteReadyAtWork } from './watch.ts';

/** The transaction that the terminal shows, and the denied command that it is. */
interface Found {
  readonly last: FoundTransaction;
  readonly report: TransactionReport;
  readonly intent: IntentRow;
  /** It can be no other command and no other payment: the sale is paid. Else a person decides. */
  readonly isCertain: boolean;
  /** Reason for calling a person; left out where the receipt may be this payment. */
  readonly because?: Texts;
}

/**
 * Compares what the terminal has just shown with the commands that were called not carried out. Gives the command that it turned out
 * to be; null where it is none of them. At a shared terminal nobody knows who has paid.
 */
export async function recordLateDiscovery(
  world: World,
  slot: TerminalSlot,
  { last, totals }: Shown,
): Promise<IntentRow | null> {
  if (slot.shared) return null;
  if (totals) return recordMovedTotals(world, slot, totals);
  if (!last) return null;
  const report = reportOf(last.facts, last.approved, world.clock.now());
  if (!last.approved) return recordDeclined(world, slot, report);
  const found = foundAmong(world, slot, report, last);
  if (!found) return recordTakenBack(world, slot, last, report);
  return writeDiscovery(world, found.intent, () => applyDiscovery(world, slot, found));
}

/** Nothing is written where somebody else has found it, or where the terminal works already. */
async function writeDiscovery(world: World, { id, device }: IntentRow, apply: () => void): Promise<IntentRow | null> {
  const written = await world.ledger.write(() => {
    const isStill = world.intents.denied(device, REPORTS).some(({ intent }) => intent.id === id);
    if (!isStill || world.intents.unsettled(device)) return null;
    apply();
    return world.intents.get(id);
  });
  if (written) showCases(world, written.device);
  return written;
}

/**
 * A terminal that repeats no transaction shows by its totals alone that the newest command was carried out after all. Without its
 * receipt a person decides.
 */
async function recordMovedTotals(world: World, slot: TerminalSlot, totals: TurnoverSum): Promise<IntentRow | null> {
  const [newest] = world.intents.denied(slot.device, 1);
  if (!newest || isShared(slot, newest.intent) || isDeniedByTerminal(world, newest.intent)) return null;
  const { intent } = newest;
  const { totals: shown } = evidenceShown(world, intent);
  if (typeof shown === 'object' && shown.amount === totals.amount) return null;
  if (totalsVote(openCaseOf(world, slot, intent), totals)?.says !== 'happened') return null;
  return writeDiscovery(world, intent, () => {
    const sale = intent.sale === null ? null : saleOfIntent(world, intent);
    if (sale && (!isDue(sale, intent) || partOf(sale, intent) || intent.kind === 'reversal')) return;
    reopen(world, intent, TOTALS_MOVED, { idle: true, totals }, sale);
  });
}

/**
 * The terminal has taken back by itself what was called carried out. Of the payment of a sale its reversal, which nobody asked for, is
 * written as an operation, so that the day agrees, and a person decides what becomes of the sale. Everything else is unknown again, and a
 * person decides: gives that command.
 */
async function recordTakenBack(
  world: World,
  slot: TerminalSlot,
  last: FoundTransaction,
  report: TransactionReport,
): Promise<IntentRow | null> {
  const done = takenBackBy(world, slot, report);
  if (!done) return null;
  const doubted = await world.ledger.write(() => {
    if (world.intents.unsettled(slot.device) || !takenBackBy(world, slot, report)) return null;
    world.log('error', 'the terminal has taken back by itself what was called carried out', {
      intent: done.id,
      sale: done.sale,
      receipt: report.receipt,
    });
    if (!isPaymentOfSale(done)) {
      doubtApproval(world, done, takenBackByItself(report), { idle: true, last: report });
      return world.intents.get(done.id);
    }
    recordOwnReversal(world, done, last);
    return null;
  });
  showCases(world, slot.device);
  return doubted;
}

/**
 * The terminal repeats as declined what it had approved, certainly the same by its numbers and its time. A payment of a sale stays paid
 * until somebody keeps it or takes it back; anything else is unknown again: gives that command.
 */
async function recordDeclined(world: World, slot: TerminalSlot, report: TransactionReport): Promise<IntentRow | null> {
  if (!declinedAfterwards(world, slot, report)) return null;
  const doubted = await world.ledger.write(() => {
    const done = declinedAfterwards(world, slot, report);
    if (!done || world.intents.unsettled(slot.device)) return null;
    world.log('error', 'the terminal repeats as declined what it had approved', { intent: done.id, sale: done.sale });
    writeJournal(world, done, 'evidence', { event: SHOWN_DECLINED, report });
    if (isPaymentOfSale(done)) markContradicted(world, done);
    else doubtApproval(world, done, SAID_TWO_THINGS, { idle: true, last: report });
    return isPaymentOfSale(done) ? null : world.intents.get(done.id);
  });
  showCases(world, slot.device);
  return doubted;
}

const SHOWN_DECLINED = 'shownDeclined';

/** Each command is asked about once. */
function declinedAfterwards(
  { intents }: Pick<World, 'intents'>,
  { device }: TerminalSlot,
  report: TransactionReport,
): IntentRow | null {
  const isSame = (row: ReportRow) => {
    const known = reportByIntent(row);
    return (
      row.state === 'approved' && known.time !== null && report.time !== null && matchOf(known, report) === 'certain'
    );
  };
  const row = intents.reports(device, REPORTS).find(isSame);
  const done = row ? intents.get(row.id) : null;
  const isKnown = (id: string) =>
    intents.journal.ofIntent(id, 'evidence').some(({ data }) => data.event === SHOWN_DECLINED);
  if (!done || isKnown(done.id)) return null;
  return intents.referringTo(done.id).some(({ kind }) => UNDOES.has(kind)) ? null : done;
}

/** The approved command that this reversal takes back, where nobody here asked for it, and nobody has decided about it yet. */
function takenBackBy(
  world: Pick<World, 'intents'>,
  { device }: TerminalSlot,
  report: TransactionReport,
): IntentRow | null {
  const { intents } = world;
  if (report.originalTrace === null) return null;
  const rows = intents.reports(device, REPORTS);
  if (rows.some(row => OWNED.has(matchOf(reportByIntent(row), report)))) return null;
  const original = rows.find(({ state, facts }) => state === 'approved' && facts?.traceNumber === report.originalTrace);
  const done = original ? intents.get(original.id) : null;
  if (!done || intents.referringTo(done.id).some(({ kind }) => UNDOES.has(kind))) return null;
  const { last: shown } = evidenceShown(world, done);
  return typeof shown === 'object' && matchOf(shown, report) !== 'no' ? null : done;
}

/** Kinds by which a till itself takes back, books or frees what it refers to. */
const UNDOES: ReadonlySet<IntentRow['kind']> = new Set(['reversal', 'release', 'booking']);

/**
 * The denied commands reach back as far as the reports that a reconciliation compares with: an older receipt could not be told from
 * those of commands that are compared with no more.
 */
function foundAmong(
  world: Pick<World, 'clock' | 'intents'>,
  slot: TerminalSlot,
  report: TransactionReport,
  last: FoundTransaction,
): Found | null {
  const denied = world.intents.denied(slot.device, REPORTS);
  if (denied.length === 0 || isOwned(world, slot.device, report, denied)) return null;
  const approved = approvedAlike(world, slot.device, report);
  const isOpen = ({ intent, since }: SentIntent) => {
    if (isNamed(intent, report)) return true;
    return !isDeniedByTerminal(world, intent) && !approved.some(later => later.since < since);
  };
  const open = denied.filter(isOpen).map(one => ({ ...one, fit: fitOf(world, slot, one, report) }));
  const fitting = open.filter(({ fit }) => fit === 'fits');
  const doubtful = fitting.length === 0 ? open.find(({ fit }) => fit === 'mayBeReversal') : undefined;
  if (doubtful) return { last, report, intent: doubtful.intent, isCertain: false, because: mayBeReversal(report) };
  const named = fitting.find(({ intent }) => isNamed(intent, report));
  const [only] = named ? [named] : fitting;
  if (!only) return null;
  const { intent, since } = only;
  // A terminal that has got another command since then had ended this one: somebody may have paid the same amount at its keys.
  const isOnlyOne = named !== undefined || (fitting.length === 1 && since === 0 && isOfDenial(world, intent, report));
  const isCertain = isOnlyOne && approved.length === 0 && !isContradicted(world, intent);
  return { last, report, intent, isCertain };
}

/** Commands called carried out without a report, which this may be: an older command would not be shown any more. */
const approvedAlike = ({ intents }: Pick<World, 'intents'>, device: string, { amount }: TransactionReport) =>
  intents
    .unreported(device, REPORTS)
    .filter(
      ({ intent: one }) => amount === null || one.amount === 0 || [one.amount, one.original?.amount].includes(amount),
    );

/**
 * The terminal itself has reported the end of this command: it declined it, or showed its reversal. A later receipt that only fits is
 * somebody else's.
 */
function isDeniedByTerminal({ intents }: Pick<World, 'intents'>, { id }: IntentRow): boolean {
  const decided = intents.journal.ofIntent(id, 'verdict').findLast(({ data }) => data.kind !== 'person');
  const votes = (decided?.data.votes ?? []) as readonly CountedVote[];
  return decided?.data.kind === 'didNotHappen' && votes.some(({ ended }) => ended === true);
}

const isOwned = (
  { intents }: Pick<World, 'intents'>,
  device: string,
  report: TransactionReport,
  denied: readonly SentIntent[],
): boolean =>
  intents
    .reports(device, REPORTS)
    .filter(({ id }) => !denied.some(({ intent }) => intent.id === id))
    .some(row => OWNED.has(matchOf(reportByIntent(row), report))) || isOfPerson({ intents }, device, report);

/**
 * A person called a command carried out whose receipt the terminal did not report. Of a terminal that works on one command at a time the
 * transaction that it showed then, and not before the command, is the transaction of that command.
 */
const isOfPerson = ({ intents }: Pick<World, 'intents'>, device: string, report: TransactionReport): boolean =>
  intents.unreported(device, REPORTS).some(({ intent }) => {
    const { last: before } = intent.snapshotBefore;
    const { last: shown } = evidenceShown({ intents }, intent);
    const isShown = typeof shown === 'object' && OWNED.has(matchOf(shown, report));
    return isShown && (before === 'none' || (before !== null && matchOf(before, report) === 'no'));
  });

const OWNED: ReadonlySet<ReturnType<typeof matchOf>> = new Set(['certain', 'likely']);

/** `mayBeReversal`: it fits, and without a trace number it may as well be the terminal's own reversal of the command. */
type Fit = 'fits' | 'mayBeReversal' | 'no';

/** A report that was on the person's screen has been decided about. Commands that were sent since may have used numbers, too. */
function fitOf(
  world: Pick<World, 'clock' | 'intents'>,
  slot: TerminalSlot,
  { intent, since }: SentIntent,
  report: TransactionReport,
): Fit {
  const { snapshotBefore } = intent;
  const { last: shown } = evidenceShown(world, intent);
  const terminal = slot.terminal.terminalId ?? null;
  if (isShared(slot, intent) || (typeof shown === 'object' && matchOf(shown, report) !== 'no')) return 'no';
  if (snapshotBefore.terminal != null && terminal !== null && snapshotBefore.terminal !== terminal) return 'no';
  const attempts = snapshotBefore.attempts + since;
  const openCase = { ...openCaseOf(world, slot, intent), snapshotBefore: { ...snapshotBefore, attempts } };
  const judged = lastTransactionVote(openCase, report, null);
  if (judged?.says === 'happened') return 'fits';
  return judged?.because.en === mayBeReversal(report).en ? 'mayBeReversal' : 'no';
}

/** The protocol keeps the name of the command with the transaction (O.P.I. RequestID). */
const isNamed = (intent: IntentRow, { reference }: TransactionReport): boolean =>
  reference != null && reference === referenceOf(intent);

/**
 * A customer whose payment a person called not paid may pay the same amount again, also at the keys of the terminal: only a
 * transaction that certainly happened before that decision is the decided one, by clocks compared at an earlier result. A denial by
 * a reconciliation is older than the transaction where the terminal worked on.
 */
function isOfDenial(world: Pick<World, 'intents'>, intent: IntentRow, { at }: TransactionReport): boolean {
  const decision = decisionOn(world, intent);
  const { behind } = intent.snapshotBefore;
  return decision === null || (at !== null && behind !== null && at + behind < decision.at - CLOCK_TOLERANCE);
}

/** Inside a job. */
export function applyDiscovery(world: World, slot: TerminalSlot, found: Found): void {
  const { intent, report, because = mayBeEarlier(report) } = found;
  world.log('error', 'the terminal has carried out what was called not carried out', {
    intent: intent.id,
    sale: intent.sale,
    receipt: report.receipt,
  });
  if (decisionOn(world, intent) === null) noteReadyAtWork(world, slot, intent);
  const sale = intent.sale === null ? null : saleOfIntent(world, intent);
  const evidence = { idle: true, last: report };
  const isUnneeded = sale !== null && !isDue(sale, intent);
  if (isUnneeded && found.isCertain) overruleSurplus(world, found);
  else if (isUnneeded) doubtDenial(world, intent, because, evidence);
  else if (sale && found.isCertain) overruleAndClose(world, found, sale);
  else reopen(world, intent, because, evidence, sale);
}

function overruleAndClose(world: World, found: Found, sale: Sale): void {
  const { intent, last } = found;
  const { facts, receipts } = last;
  overrule(world, found);
  if (intent.kind === 'reversal') {
    recordOverruledReversal(world, sale, intent, { facts, receipts });
    return;
  }
  const ending = cardClosing(world, intent, { facts, receipts });
  const closed = partOf(sale, intent)
    ? world.saleSteps.endPart(sale, intent.id, 'approved', ending)
    : world.saleSteps.close(sale, ending);
  markUndecided(world, intent, 'late', closed);
}

/** The intent says from now on what the terminal says: its day counts this transaction, too. */
function overrule(world: World, found: Found, surplus = false): void {
  const { intent, report, last } = found;
  const reason = newReceipt(report);
  writeJournal(world, intent, 'verdict', {
    kind: 'happened',
    because: reason,
    evidence: { idle: true, last: report },
    who: null,
  });
  world.intents.overrule(intent.id, { reason, facts: last.facts, surplus });
}

/** The sale was paid otherwise, changed or given up since: a person keeps the money or takes it back. */
function overruleSurplus(world: World, found: Found): void {
  overrule(world, found, true);
  recordSurplus(world, found.intent, found.last.facts);
}

/** It may be this payment, or another one: a person decides with the evidence on the screen. */
function reopen(world: World, intent: IntentRow, because: Texts, evidence: TerminalEvidence, sale: Sale | null): void {
  writeJournal(world, intent, 'verdict', { kind: 'person', because, evidence });
  world.intents.reopen(intent.id, because);
  pushOperation(world, intent);
  if (!sale) return;
  publishOutcome(world, doubtedSale(world, sale, intent), { person: true });
}

function doubtedSale(world: World, sale: Sale, intent: IntentRow): Sale {
  if (intent.kind === 'reversal') return doubtReversal(world, sale, intent);
  if (partOf(sale, intent)) return world.saleSteps.endPart(sale, intent.id, 'unknown');
  return world.saleSteps.advance(sale, 'doubted', 'a late discovery');
}

const partOf = ({ document }: Sale, intent: IntentRow) => partsOf(document).find(({ id }) => id === intent.id);

/** The sale has been neither changed nor paid otherwise since then; a part still fits into what is missing. */
function isDue(sale: Sale, intent: IntentRow): boolean {
  const { state, document } = sale;
  const { missing_sum: missing, currency } = document.basket_info;
  if (intent.kind === 'reversal') return isReversible(sale, intent);
  const part = partOf(sale, intent);
  if (currency !== intent.currency) return false;
  if (!part) return intent.kind === 'payment' && state === 'failed' && missing === intent.amount;
  const isWaiting = state === 'failed' || state === 'partlyPaid';
  return isWaiting && maySpend(partsOf(document), dueOf(document), part.amount);
}

/** Shows on the screens what a person has to decide about at this terminal. */
export function showCases(world: World, device: string): void {
  showLateApproval(world, device);
  const intent = world.intents.unsettled(device);
  if (!intent?.needsPerson) return;
  const { merchant, till, startedAt } = intent;
  world.running
    .begin(merchant, till, commandDetails(world, intent, startedAt))
    .step('person', lastEvidence(world, intent));
}
