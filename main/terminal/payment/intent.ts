/** The intent to move money: written as open before any byte leaves, in the commit of the step that it belongs to. */
import { BridgeError, isUnwritable } from '../../world/errors.ts';
import { drawnDigits, newCommandId } from '../../world/ids.ts';
import type { IntentRow, JournalKind, Sale } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';

type IntentDetails = Pick<
  IntentRow,
  'merchant' | 'till' | 'staff' | 'device' | 'kind' | 'amount' | 'currency' | 'snapshotBefore'
> &
  Partial<Pick<IntentRow, 'id' | 'sale' | 'method' | 'original'>>;

/** The members that an intent takes from its sale. */
export const intentOfSale = ({ id, merchant, till, staff, document }: Sale) => ({
  sale: id,
  merchant,
  till,
  staff,
  currency: document.basket_info.currency,
});

/** Runs the job that opens an intent. Throws `intentUnwritten` where the disk refuses it: then nothing was sent to the terminal. */
export const writeIntent = (world: Pick<World, 'ledger'>, open: () => IntentRow): Promise<IntentRow> =>
  world.ledger.write(open).catch(cause => {
    if (!isUnwritable(cause)) throw cause;
    throw new BridgeError('intentUnwritten', 'the intent cannot be stored, so nothing was sent', { cause });
  });

/** Inside a job. */
export function openIntent(world: Pick<World, 'intents' | 'clock'>, details: IntentDetails): IntentRow {
  const { sale = null, till } = details;
  const intent: IntentRow = {
    id: newCommandId(),
    method: 'cashless',
    original: null,
    ...details,
    sale,
    onScreen: sale !== null && till !== null && world.intents.onScreen(till, sale),
    state: 'open',
    needsPerson: false,
    stopRequestedAt: null,
    decision: null,
    decisionKind: 'late',
    surplus: false,
    reason: null,
    facts: null,
    slips: [],
    startedAt: world.clock.now(),
    endedAt: null,
  };
  world.intents.open(intent);
  const { kind, amount, currency, original, snapshotBefore } = intent;
  writeJournal(world, intent, 'intent', {
    ...{ kind, sale, till, amount, currency, original },
    baseline: snapshotBefore,
  });
  return intent;
}

/** Inside a job: adds a row to the journal of the terminal; `at` in milliseconds since 1970, where it happened earlier. */
export function writeJournal(
  { intents, clock }: Pick<World, 'intents' | 'clock'>,
  { id, merchant, device }: IntentRow,
  kind: JournalKind,
  data: object,
  at = clock.now(),
): void {
  intents.journal.write({ intent: id, merchant, device, at, kind, data: { ...data } });
}

/** True when the cashier had asked to stop, or had gone on to the next customer. */
export const wasGivenUp = (
  world: Pick<World, 'intents'>,
  { kind, stopRequestedAt, onScreen, till, sale }: IntentRow,
): boolean =>
  kind === 'payment' &&
  sale !== null &&
  (stopRequestedAt !== null || (onScreen && till !== null && !world.intents.onScreen(till, sale)));

const HIGHEST_REFERENCE = 99_999_999;

/**
 * The number under which a command goes to the terminal, where the protocol takes one from the till and repeats it: 1 to 8 digits. It
 * follows from the id of the intent, so that a till that was killed right behind the command still knows it.
 */
export const commandReference = (id: string): string =>
  String((Number.parseInt(drawnDigits(id).slice(0, 12), 16) % HIGHEST_REFERENCE) + 1);

/** The number that the driver reported counts: an older version of the bridge chose it in the driver. */
export const referenceOf = ({ id, facts }: Pick<IntentRow, 'id' | 'facts'>): string =>
  facts?.reference ?? commandReference(id);
