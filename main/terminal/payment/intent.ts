/** The intent to move money: born open and written before anything leaves, in the commit of the step it belongs to. */
import { newKey } from '../../world/ids.ts';
import type { IntentRow, JournalKind, Sale } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';

type IntentDetails = Pick<
  IntentRow,
  'merchant' | 'till' | 'staff' | 'device' | 'kind' | 'amount' | 'currency' | 'snapshotBefore'
> &
  Partial<Pick<IntentRow, 'id' | 'sale' | 'method' | 'original'>>;

/** What an intent has of the sale it is for. */
export const intentOfSale = ({ id, merchant, till, staff, document }: Sale) => ({
  sale: id,
  merchant,
  till,
  staff,
  currency: document.basket_info.currency,
});

/** Inside a job. */
export function openIntent(world: World, about: IntentDetails): IntentRow {
  const { sale = null, till } = about;
  const intent: IntentRow = {
    id: newKey(),
    method: 'cashless',
    original: null,
    ...about,
    sale,
    onScreen: sale !== null && till !== null && world.intents.onScreen(till, sale),
    state: 'open',
    needsPerson: false,
    stopRequestedAt: null,
    decision: null,
    decisionKind: 'late',
    reason: null,
    facts: null,
    slips: [],
    startedAt: world.clock.now(),
    endedAt: null,
  };
  world.intents.open(intent);
  const { kind, amount, currency, original, snapshotBefore: baseline } = intent;
  writeJournal(world, intent, 'intent', { kind, sale, till, amount, currency, original, baseline });
  return intent;
}

/** Inside a job: a row of the journal of the terminal; `at`: when it happened, where that is not now. */
export function writeJournal(
  world: World,
  { id, merchant, device: party }: IntentRow,
  kind: JournalKind,
  data: object,
  at = world.clock.now(),
): void {
  world.intents.journal.write({ intent: id, merchant, device: party, at, kind, data: { ...data } });
}
