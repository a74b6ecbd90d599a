/**
 * A command other than the payment of a sale was called carried out, and the terminal says something else of it later: it contradicts its
 * answer, or shows that it has taken it back. The outcome is unknown again until a person decides. The published outcome stands until then.
 */
import type { TerminalEvidence } from '../../../domain/reconciliation.ts';
import type { Texts } from '../../../domain/texts.ts';
import type { IntentRow, Sale } from '../../../world/sales.ts';
import type { World } from '../../../world/world.ts';
import { writeJournal } from '../intent.ts';
import { pushOperation } from '../operationRecord.ts';

type DoubtWorld = Pick<World, 'clock' | 'intents' | 'pushes'>;

const BEGUN = 'doubtedApproval';
const DENIAL = 'doubtedDenial';
const ENDED = 'doubtEnded';

/** Inside a job. False where it cannot be doubted now: it is not carried out, or another outcome of the terminal is unknown. */
export function doubtApproval(
  world: DoubtWorld & Pick<World, 'ledger' | 'saleSteps'>,
  intent: IntentRow,
  because: Texts,
  evidence: TerminalEvidence | null = null,
): boolean {
  const { id, device, merchant, sale } = intent;
  if (world.intents.get(id)?.state !== 'approved' || world.intents.unsettled(device)) return false;
  writeJournal(world, intent, 'evidence', { event: BEGUN });
  world.intents.reopen(id, because);
  callForDoubt(world, intent, because, evidence);
  const present = sale === null ? null : world.ledger.sale(merchant, sale);
  if (present) world.saleSteps.askPerson(present, 'verdict');
  return true;
}

/**
 * Inside a job: a command that was called not carried out may have been, and its sale waits for it no more. The sale stays as it is until a
 * person decides; called carried out, the money is money that the sale has no use for.
 */
export function doubtDenial(
  world: DoubtWorld & Pick<World, 'saleSteps'>,
  intent: IntentRow,
  because: Texts,
  evidence: TerminalEvidence,
  sale: Sale,
): void {
  writeJournal(world, intent, 'evidence', { event: DENIAL });
  world.intents.reopen(intent.id, because);
  callForDoubt(world, intent, because, evidence);
  world.saleSteps.askPerson(sale, 'verdict');
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

/** Was it called carried out before a person was called, so that this stands outside? */
export const isDoubted = (world: Pick<World, 'intents'>, intent: IntentRow): boolean =>
  lastDoubt(world, intent) === BEGUN;

/** Was it called not carried out before a person was called, and its sale waits for it no more? */
export const isDenialDoubted = (world: Pick<World, 'intents'>, intent: IntentRow): boolean =>
  lastDoubt(world, intent) === DENIAL;

const lastDoubt = ({ intents }: Pick<World, 'intents'>, { id }: IntentRow): unknown =>
  intents.journal.ofIntent(id, 'evidence').findLast(({ data }) => DOUBTS.has(data.event))?.data.event;

const DOUBTS: ReadonlySet<unknown> = new Set([BEGUN, DENIAL, ENDED]);

/** Such a payment stays paid, and a person keeps it or takes it back (`outcome.ts`). */
export const isPaymentOfSale = ({ kind, sale }: IntentRow): boolean => kind === 'payment' && sale !== null;

/** Inside a job: a person has decided about it. */
export const endDoubt = (world: Pick<World, 'clock' | 'intents'>, intent: IntentRow): void =>
  writeJournal(world, intent, 'evidence', { event: ENDED });
