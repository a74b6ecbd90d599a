/**
 * The terminal says later that a published outcome may be wrong: of a command other than the payment of a sale, that it was not carried out,
 * or that it was taken back; of any command, that it was carried out after all when its sale had gone on otherwise. The outcome is unknown
 * again until a person decides. The published outcome stands until then.
 */
import type { TerminalEvidence } from '../../../domain/reconciliation.ts';
import type { Texts } from '../../../domain/texts.ts';
import type { IntentRow } from '../../../world/sales.ts';
import type { World } from '../../../world/world.ts';
import { writeJournal } from '../intent.ts';
import { pushOperation } from '../operationRecord.ts';

type DoubtWorld = Pick<World, 'clock' | 'intents' | 'pushes'>;
type BeginWorld = DoubtWorld & Pick<World, 'ledger' | 'saleSteps'>;

/** The published outcome that is in doubt. */
export type Doubt = 'approval' | 'denial';

const EVENTS: Readonly<Record<string, Doubt | null>> = {
  doubtedApproval: 'approval',
  doubtedDenial: 'denial',
  doubtEnded: null,
};

/** Inside a job. False where it cannot be doubted now: it is not carried out, or another outcome of the terminal is unknown. */
export function doubtApproval(
  world: BeginWorld,
  intent: IntentRow,
  because: Texts,
  evidence: TerminalEvidence | null = null,
): boolean {
  const { id, device } = intent;
  if (world.intents.get(id)?.state !== 'approved' || world.intents.unsettled(device)) return false;
  beginDoubt(world, intent, 'doubtedApproval', because, evidence);
  return true;
}

/** Inside a job: what was called not carried out may have been, and the sale has no use for its money any more. */
export const doubtDenial = (world: BeginWorld, intent: IntentRow, because: Texts, evidence: TerminalEvidence): void =>
  beginDoubt(world, intent, 'doubtedDenial', because, evidence);

function beginDoubt(
  world: BeginWorld,
  intent: IntentRow,
  event: 'doubtedApproval' | 'doubtedDenial',
  because: Texts,
  evidence: TerminalEvidence | null,
): void {
  const { id, merchant, sale } = intent;
  writeJournal(world, intent, 'evidence', { event });
  world.intents.reopen(id, because);
  callForDoubt(world, intent, because, evidence);
  const present = sale === null ? null : world.ledger.sale(merchant, sale);
  if (present) world.saleSteps.askPerson(present, 'verdict');
}

/** Inside a job: no further word of the terminal about this command decides, only a person does. */
export function callForDoubt(
  world: DoubtWorld,
  intent: IntentRow,
  because: Texts,
  evidence: TerminalEvidence | null,
): void {
  writeJournal(world, intent, 'evidence', { event: 'askedPerson', contradicts: true });
  writeJournal(world, intent, 'verdict', { kind: 'person', because, evidence });
  world.intents.askPerson(intent.id, because);
  pushOperation(world, intent);
}

/** The outcome that was published before a person was called, and that stands outside until then; null: none is in doubt. */
export function doubtOf({ intents }: Pick<World, 'intents'>, { id }: IntentRow): Doubt | null {
  const row = intents.journal.ofIntent(id, 'evidence').findLast(({ data }) => String(data.event) in EVENTS);
  return EVENTS[String(row?.data.event)] ?? null;
}

/** Such a payment stays paid, and a person keeps it or takes it back (`outcome.ts`). */
export const isPaymentOfSale = ({ kind, sale }: IntentRow): boolean => kind === 'payment' && sale !== null;

/** Inside a job: a person has decided about it. */
export const endDoubt = (world: Pick<World, 'clock' | 'intents'>, intent: IntentRow): void =>
  writeJournal(world, intent, 'evidence', { event: 'doubtEnded' });
