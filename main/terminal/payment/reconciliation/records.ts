/** Verdicts as they are written: who decided what, why, and what the terminal had said. */
import type { TerminalReceipt, TransactionFacts } from '../../../../drivers/terminal.ts';
import { likeness } from '../../../domain/lastTransactionWitness.ts';
import type { TerminalEvidence as Gathered } from '../../../domain/reconciliation.ts';
import { decidedBy } from '../../../domain/reconciliationTexts.ts';
import type { Texts } from '../../../domain/texts.ts';
import { publishOutcome } from '../../../sale/saleOutcome.ts';
import { stateRefusal } from '../../../sale/transition.ts';
import type { Decision, Evidence, TerminalReason } from '../../../wire/events.ts';
import type { SaleReason } from '../../../wire/till.ts';
import { BridgeError } from '../../../world/errors.ts';
import type { IntentRow, JournalRow, Sale } from '../../../world/sales.ts';
import type { World } from '../../../world/world.ts';
import { writeJournal } from '../intent.ts';
import { recordOutcome, saleOfIntent } from '../outcome.ts';
import { evidenceOf } from '../screenView.ts';
import { factsOfReport } from '../transactionReport.ts';
import type { LookupResult } from './lookupResult.ts';
import { reportsOfOthers } from './openCase.ts';

/** What the terminal's answers say. Throws `stateForbids` when it was decided meanwhile. */
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

/** Of a pre-authorisation that the terminal does not repeat its number is known all the same: the one that is new. */
function heldFacts({ kind, amount, snapshotBefore: baseline }: IntentRow, { open }: Gathered): TransactionFacts | null {
  if (kind !== 'preAuthorisation' || !Array.isArray(open)) return null;
  const receiptNumber = (open as readonly number[]).find(receipt => !baseline.open?.includes(receipt));
  return receiptNumber === undefined ? null : { receiptNumber, amount };
}

/** What a person says: carried out or not, and which receipt of the terminal is the one. */
export interface PersonDecision {
  readonly happened: boolean;
  readonly receipt?: number | undefined;
}

/** A person has looked at the terminal's own list. Throws `stateForbids` when it was decided meanwhile, and `badInput`. */
export function recordPersonDecision(
  world: World,
  intent: IntentRow,
  said: PersonDecision,
  who: string,
): Promise<void> {
  const { happened } = said;
  return world.ledger.write(() => {
    refuseDecided(world, intent);
    const state = happened ? 'approved' : 'declined';
    const facts = happened ? shownFacts(world, intent, said) : null;
    writeJournal(world, intent, 'verdict', { kind: happened ? 'happened' : 'didNotHappen', who });
    const receipts = happened ? keptSlips(world, intent) : [];
    const reason = decidedBy(who, happened);
    recordOutcome(world, intent, { state, reason, facts, receipts, late: false });
  });
}

/** Of the receipt that was on the screen, so that it can be cancelled; one that belongs to another command is not taken. */
function shownFacts(world: World, intent: IntentRow, { receipt }: PersonDecision): TransactionFacts | null {
  if (receipt === undefined) return null;
  const { last, terminal = null } = evidenceShown(world, intent);
  if (typeof last !== 'object' || last.receipt !== receipt)
    throw new BridgeError('badInput', `receipt_number ${receipt} is not what the terminal told last`);
  const isAnothers = reportsOfOthers(world, intent.device, intent.id).some(one => likeness(one, last) !== 'no');
  return last.approved && !isAnothers ? factsOfReport(last, terminal) : null;
}

/** What the terminal had told when a person was called last. */
export function evidenceShown(world: World, { id }: IntentRow): Partial<Gathered> {
  const called = world.intents.journal.ofIntent(id, 'verdict').findLast(({ data }) => data.kind === 'person');
  return (called?.data.evidence ?? {}) as Partial<Gathered>;
}

/** Only a person can decide; `found` null: the terminal does not answer. */
export function callPerson(world: World, intent: IntentRow, because: Texts, found: LookupResult | null): Promise<void> {
  return world.ledger.write(() => {
    // Decided while the terminal answered.
    if (world.intents.unsettled(intent.device)?.id !== intent.id) return;
    const evidence = found && { votes: found.verdict.votes, evidence: found.evidence };
    writeJournal(world, intent, 'verdict', { kind: 'person', because, ...evidence });
    world.intents.askPerson(intent.id, because);
    if (intent.sale !== null) publishOutcome(world, saleOfIntent(world, intent), { person: true });
  });
}

/** What the person was called with, as it was written then. */
export function lastEvidence(world: World, intent: IntentRow): Evidence {
  return evidenceIn(intent, world.intents.journal.ofIntent(intent.id, 'verdict').at(-1));
}

function evidenceIn(intent: IntentRow, row: JournalRow | undefined): Evidence {
  const { because = null, evidence = null } = (row?.data ?? {}) as { because?: Texts; evidence?: Gathered };
  return evidenceOf(intent, evidence && row ? row.at : null, evidence, because);
}

/** Who said how it ended where the terminal could not, and what was known then; null where nobody had to. */
export function decisionOn(world: World, intent: IntentRow): Decision | null {
  const rows = world.intents.journal.ofIntent(intent.id, 'verdict');
  // What the terminal showed after that counts.
  const said = rows.findLast(({ data }) => data.kind !== 'person');
  if (typeof said?.data.who !== 'string') return null;
  const called = rows.findLast(({ data }) => data.kind === 'person');
  return {
    happened: said.data.kind === 'happened',
    by: said.data.who,
    at: said.at,
    evidence: called ? evidenceIn(intent, called) : null,
  };
}

/** The same of the last command for a sale. */
export function decisionOnSale(world: World, sale: string): Decision | null {
  const [newest] = world.intents.ofSale(sale);
  return newest ? decisionOn(world, newest) : null;
}

/**
 * Why the terminal did not take the money of this sale, as it said at once; null where it was found out otherwise, and
 * where another method was tried since.
 */
export function reasonOfSale(
  world: World,
  { id, state, method }: Pick<Sale, 'id' | 'state' | 'method'>,
): SaleReason | null {
  const [newest] = state === 'failed' ? world.intents.ofSale(id) : [];
  if (newest?.method !== method) return null;
  if (newest?.state !== 'declined' && newest?.state !== 'notSent') return null;
  const { because } = world.intents.journal.ofIntent(newest.id, 'result').at(-1)?.data ?? {};
  return because ? { ...(because as TerminalReason), device: newest.device } : null;
}

/** Slips that came whole before the line broke, where the terminal cannot repeat them. */
export const keptSlips = (world: World, { id }: IntentRow): readonly TerminalReceipt[] =>
  world.intents.journal.ofIntent(id, 'slip').map(({ data }) => data as unknown as TerminalReceipt);

function refuseDecided(world: World, intent: IntentRow): void {
  if (world.intents.unsettled(intent.device)?.id === intent.id) return;
  throw stateRefusal(intent.sale === null ? 'closed' : saleOfIntent(world, intent).state, 'a verdict');
}

/** The cashier had asked to stop, or had gone on to the next customer. */
export const wasGivenUp = (
  world: World,
  { kind, stopRequestedAt: stopAskedAt, onScreen: screen, till, sale }: IntentRow,
): boolean =>
  kind === 'payment' &&
  sale !== null &&
  (stopAskedAt !== null || (screen && till !== null && !world.intents.onScreen(till, sale)));
