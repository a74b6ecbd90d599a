/** The records of a reconciliation in the journal: who decided what and why, and with which evidence of the terminal. */
import type { TransactionFacts } from '../../../../drivers/index.ts';
import type { TerminalEvidence } from '../../../domain/reconciliation.ts';
import { decidedBy, partKeptBy } from '../../../domain/reconciliationTexts.ts';
import type { Texts } from '../../../domain/texts.ts';
import { matchOf } from '../../../domain/transactionMatch.ts';
import { publishOutcome } from '../../../sale/saleOutcome.ts';
import type { Decision, Evidence, TerminalReason } from '../../../wire/events.ts';
import type { SaleReason } from '../../../wire/till.ts';
import { BridgeError } from '../../../world/errors.ts';
import { noteAudit } from '../../../world/requestContext.ts';
import type { IntentRow, JournalRow, Sale } from '../../../world/sales.ts';
import type { World } from '../../../world/world.ts';
import { wasGivenUp, writeJournal } from '../intent.ts';
import { pushOperation } from '../operationRecord.ts';
import { keptSlips, markUndecided, recordFurtherApprovals, recordOutcome, saleOfIntent } from '../outcome.ts';
import { type PartApproval, partApprovalOf } from '../partApproval.ts';
import { evidenceOf } from '../screenView.ts';
import { isUnsigned } from '../signature.ts';
import { factsOfReport } from '../transactionReport.ts';
import { doubtOf } from './doubtedCommand.ts';
import type { LookupResult } from './lookupResult.ts';
import { reportsOfOthers } from './openCase.ts';

/** Writes the decision that the terminal's evidence led to. Throws `nothingToDecide` when somebody has decided meanwhile. */
export function recordReconciliation(
  world: World,
  intent: IntentRow,
  { verdict, evidence, last }: LookupResult,
): Promise<void> {
  world.log('info', 'verdict on an unknown ending', {
    intent: intent.id,
    sale: intent.sale,
    verdict: verdict.kind,
    because: verdict.because.en,
  });
  return world.ledger.write(() => {
    refuseDecided(world, intent);
    const { kind, because, votes, isLast } = verdict;
    writeJournal(world, intent, 'verdict', { kind, because, votes, evidence, who: null });
    const slips = isLast && last && last.receipts.length > 0 ? last.receipts : keptSlips(world, intent);
    const facts = isLast && last ? last.facts : (intent.facts ?? heldFacts(intent, evidence));
    const happened = kind === 'happened';
    const late = happened && wasGivenUp(world, intent);
    recordOutcome(world, intent, {
      state: happened ? 'approved' : 'declined',
      reason: because,
      facts: happened ? facts : null,
      receipts: happened ? slips : [],
      late,
    });
  });
}

/** The terminal may not repeat a pre-authorisation; its number is the new number among the open pre-authorisations. */
function heldFacts({ kind, amount, snapshotBefore }: IntentRow, { open }: TerminalEvidence): TransactionFacts | null {
  if (kind !== 'preAuthorisation' || !Array.isArray(open)) return null;
  const receiptNumber = (open as readonly number[]).find(receipt => !snapshotBefore.open?.includes(receipt));
  return receiptNumber === undefined ? null : { receiptNumber, amount };
}

/** A person's decision: was the command carried out, and which receipt of the terminal is its receipt? */
export interface PersonDecision {
  readonly happened: boolean;
  readonly receipt?: number | undefined;
  /** In the words of the person. */
  readonly why?: string | undefined;
}

/** The smaller approval that a person decides about: kept as a part of the payment, or taken back at the terminal. */
export const partApprovalShown = (world: Pick<World, 'intents'>, intent: IntentRow): PartApproval | null =>
  partApprovalOf(intent, evidenceShown(world, intent).last ?? null);

/** The approval counts as a part of the payment. Throws `nothingToDecide` when somebody has decided meanwhile. */
export function recordPartApproval(
  world: World,
  intent: IntentRow,
  { amount, facts }: PartApproval,
  who: string,
): Promise<void> {
  return world.ledger.write(() => {
    refuseDecided(world, intent);
    writeJournal(world, intent, 'verdict', { kind: 'happened', part: amount, who });
    const slips = keptSlips(world, intent);
    world.intents.end(intent.id, {
      state: 'approved',
      reason: partKeptBy(who, amount, intent.currency),
      facts,
      at: world.clock.now(),
    });
    const part = { id: intent.id, method: intent.method ?? 'cashless', amount };
    const kept = world.saleSteps.keepPart(saleOfIntent(world, intent), part, { facts, slips });
    if (isUnsigned(world, intent, facts)) markUndecided(world, intent, 'signature', kept);
    auditVerdict(intent, true, amount);
    recordFurtherApprovals(world, intent);
  });
}

/** A person has looked at the terminal's own list. Throws `badInput`, and `nothingToDecide` when somebody has decided meanwhile. */
export function recordPersonDecision(
  world: World,
  intent: IntentRow,
  decision: PersonDecision,
  who: string,
): Promise<void> {
  const { happened, why } = decision;
  return world.ledger.write(() => {
    refuseDecided(world, intent);
    const state = happened ? 'approved' : 'declined';
    const facts = happened ? shownFacts(world, intent, decision) : null;
    writeJournal(world, intent, 'verdict', { kind: happened ? 'happened' : 'didNotHappen', who, why });
    const receipts = happened ? keptSlips(world, intent) : [];
    const reason = decidedBy(who, happened, why);
    recordOutcome(world, intent, { state, reason, facts, receipts, late: false });
    auditVerdict(intent, happened, intent.amount, why);
  });
}

/** Inside a job. */
const auditVerdict = (intent: IntentRow, isPaid: boolean, sum = intent.amount, why?: string): void =>
  noteAudit({
    ...{ kind: 'verdict', subject: intent.sale ?? intent.id, action: 'decided' },
    ...(why === undefined ? {} : { reason: why }),
    before: { state: 'unknown', sum: intent.amount, terminal: intent.device },
    after: { state: isPaid ? 'paid' : 'notPaid', sum, terminal: intent.device },
  });

/** Facts of the receipt that was on the screen, so that it can be cancelled; null for a receipt of another command. */
function shownFacts(
  world: Pick<World, 'intents'>,
  intent: IntentRow,
  { receipt }: PersonDecision,
): TransactionFacts | null {
  if (receipt === undefined) return null;
  const { last, terminal = null } = evidenceShown(world, intent);
  if (typeof last !== 'object' || last.receipt !== receipt)
    throw new BridgeError('badInput', `receipt_number ${receipt} is not the receipt that the terminal reported last`);
  const isOfOther = reportsOfOthers(world, intent.device, intent.id).some(report => matchOf(report, last) !== 'no');
  return last.approved && !isOfOther ? factsOfReport(last, terminal) : null;
}

/** The terminal's evidence when a person was called last. */
export function evidenceShown(world: Pick<World, 'intents'>, { id }: IntentRow): Partial<TerminalEvidence> {
  const called = world.intents.journal.ofIntent(id, 'verdict').findLast(({ data }) => data.kind === 'person');
  return (called?.data.evidence ?? {}) as Partial<TerminalEvidence>;
}

/** Calls a person, because nobody else can decide; `result` null: the terminal does not answer. */
export function callPerson(
  world: Pick<World, 'clock' | 'intents' | 'ledger' | 'pushes' | 'salePayments'>,
  intent: IntentRow,
  because: Texts,
  result: LookupResult | null,
): Promise<void> {
  return world.ledger.write(() => {
    // Somebody has decided while the terminal answered.
    if (world.intents.unsettled(intent.device)?.id !== intent.id) return;
    const evidence = result && { votes: result.verdict.votes, evidence: result.evidence };
    writeJournal(world, intent, 'verdict', { kind: 'person', because, ...evidence });
    world.intents.askPerson(intent.id, because);
    const approvedPart = partApprovalOf(intent, result?.evidence.last ?? null)?.amount ?? null;
    // A sale whose published outcome is in doubt waits for the same decision all the time.
    if (intent.sale === null) pushOperation(world, intent);
    else if (!doubtOf(world, intent))
      publishOutcome(world, saleOfIntent(world, intent), { person: true, approvedPart });
  });
}

/** The evidence with which the person was called, as it was written then. */
export function lastEvidence(world: Pick<World, 'intents'>, intent: IntentRow): Evidence {
  return evidenceIn(intent, world.intents.journal.ofIntent(intent.id, 'verdict').at(-1));
}

function evidenceIn(intent: IntentRow, row: JournalRow | undefined): Evidence {
  const { because = null, evidence = null } = (row?.data ?? {}) as { because?: Texts; evidence?: TerminalEvidence };
  return evidenceOf(intent, evidence && row ? row.at : null, evidence, because);
}

/** The person's decision about the outcome with the evidence of that time; null where no person had to decide. */
export function decisionOn(world: Pick<World, 'intents'>, intent: IntentRow): Decision | null {
  const rows = world.intents.journal.ofIntent(intent.id, 'verdict');
  // A later discovery at the terminal overrules the person.
  const decided = rows.findLast(({ data }) => data.kind !== 'person');
  if (typeof decided?.data.who !== 'string') return null;
  const called = rows.findLast(({ data }) => data.kind === 'person');
  return {
    happened: decided.data.kind === 'happened',
    by: decided.data.who,
    at: decided.at,
    evidence: called ? evidenceIn(intent, called) : null,
  };
}

/** The person's decision about the last command of a sale. */
export function decisionOnSale(world: Pick<World, 'intents'>, sale: string): Decision | null {
  const [newest] = world.intents.ofSale(sale);
  return newest ? decisionOn(world, newest) : null;
}

/**
 * The reason with which the terminal itself declined the last payment of this sale; null where a reconciliation found it not
 * carried out, and where another method was tried since then.
 */
export function reasonOfSale(
  world: Pick<World, 'intents'>,
  { id, state, method }: Pick<Sale, 'id' | 'state' | 'method'>,
): SaleReason | null {
  const [newest] = state === 'failed' || state === 'partlyPaid' ? world.intents.ofSale(id) : [];
  if (newest?.method !== method) return null;
  if (newest?.state !== 'declined' && newest?.state !== 'notSent') return null;
  const { because } = world.intents.journal.ofIntent(newest.id, 'result').at(-1)?.data ?? {};
  return because ? { ...(because as TerminalReason), device: newest.device } : null;
}

function refuseDecided(world: Pick<World, 'intents'>, intent: IntentRow): void {
  if (world.intents.unsettled(intent.device)?.id === intent.id) return;
  throw new BridgeError('nothingToDecide', 'a verdict is not possible: the outcome is known');
}
