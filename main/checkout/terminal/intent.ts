/** The intent to move money: born open and written before anything leaves, in the commit of the step it belongs to. */
import { newKey } from '../../world/ids.ts';
import type { IntentRow, JournalKind, Sale } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';

type About = Pick<IntentRow, 'merchant' | 'till' | 'staff' | 'party' | 'kind' | 'amount' | 'currency' | 'baseline'> &
  Partial<Pick<IntentRow, 'id' | 'sale' | 'method' | 'original'>>;

/** What an intent has of the sale it is for. */
export const ofSale = ({ id, merchant, till, staff, document }: Sale) => ({
  sale: id,
  merchant,
  till,
  staff,
  currency: document.basket_info.currency,
});

/** Inside a job. */
export function openIntent(world: World, about: About): IntentRow {
  const { sale = null, till } = about;
  const intent: IntentRow = {
    id: newKey(),
    method: 'cashless',
    original: null,
    ...about,
    sale,
    screen: sale !== null && till !== null && world.intents.onScreen(till, sale),
    state: 'open',
    person: false,
    stopAskedAt: null,
    late: null,
    lateKind: 'late',
    reason: null,
    facts: null,
    slips: [],
    startedAt: world.clock.now(),
    endedAt: null,
  };
  world.intents.open(intent);
  const { kind, amount, currency, original, baseline } = intent;
  note(world, intent, 'intent', { kind, sale, till, amount, currency, original, baseline });
  return intent;
}

/** Inside a job: a row of the journal of the terminal; `at`: when it happened, where that is not now. */
export function note(
  world: World,
  { id, merchant, party }: IntentRow,
  kind: JournalKind,
  data: object,
  at = world.clock.now(),
): void {
  world.intents.journal.write({ intent: id, merchant, device: party, at, kind, data: { ...data } });
}
