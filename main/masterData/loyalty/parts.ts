/** The parts that changes of the loyalty programme use, and the records of every change of a balance. */
import type { Balances, LedgerEntry } from '../../domain/loyalty.ts';
import type { BookingAction } from '../../domain/loyaltyActions.ts';
import { describeBooking } from '../../sale/loyaltyBookings.ts';
import type { LoyaltyTables } from '../../store/loyaltyManagement.ts';
import type { LoyaltyTransaction } from '../../wire/loyalty.ts';
import { BridgeError } from '../../world/errors.ts';
import type { CardRecord } from '../../world/loyalty.ts';
import type { World } from '../../world/world.ts';
import type { Change, MasterData } from '../masterData.ts';
import type { InputFault } from '../shop.ts';

export interface LoyaltyParts {
  readonly data: MasterData;
  readonly world: Pick<
    World,
    | 'businessDay'
    | 'cardAuthority'
    | 'cardCodes'
    | 'clock'
    | 'devices'
    | 'ledger'
    | 'log'
    | 'loyalty'
    | 'queue'
    | 'settings'
  >;
  readonly tables: LoyaltyTables;
  /** First digits of own cards that would be taken for payment cards. */
  readonly prefixes: readonly string[];
}

/** Throws `badInput` with the first fault; all of them stand in `faults`, each with its member. */
export function refuseFaults(faults: readonly InputFault[]): void {
  const [first] = faults;
  if (first) throw new BridgeError('badInput', `${first.path}: ${first.texts.en}`, { extra: { faults } });
}

export const fault = (path: string, de: string, en: string): InputFault => ({ path, texts: { de, en } });

/** Throws where the balances belong to an upstream service: what is booked here alone would be undone by its next answer. */
export function requireOwnBalances({ world }: Pick<LoyaltyParts, 'world'>, what: string): void {
  if (world.cardAuthority.owner !== 'shop')
    throw new BridgeError(
      'balancesUpstream',
      `${what}: an upstream service is configured, which owns balances and vouchers`,
    );
}

/** The card itself. Throws `notFound`, and `cardMerged` for a card that another one took over. */
export function cardToChange(
  { world: { loyalty } }: Pick<LoyaltyParts, 'world'>,
  merchant: string,
  id: string,
): CardRecord {
  const card = loyalty.merchantCard(merchant, id);
  if (!card) throw new BridgeError('notFound', `there is no loyalty.merchantcards ${id}`);
  const final = loyalty.finalCard(id);
  if (final !== id) throw new BridgeError('cardMerged', `the card ${id} was merged into ${final}`);
  return card;
}

export const balancesOfCard = ({ merchantcard }: CardRecord): Balances => ({
  cash: merchantcard.cash_balance,
  bonus: merchantcard.bonus_balance,
  points: merchantcard.points,
});

export interface ManagedBooking {
  readonly card: string;
  readonly action: BookingAction;
  readonly entries: readonly LedgerEntry[];
  readonly reason: string | null;
  readonly more?: Partial<LoyaltyTransaction>;
}

/** Inside a job: books on a card and describes the booking. Its record is written by the caller. Gives the LTX_… */
export function bookManaged(
  { world }: Pick<LoyaltyParts, 'world'>,
  { merchant }: Change,
  { card, action, entries, reason, more = {} }: ManagedBooking,
): string {
  const at = world.clock.now();
  const id = world.loyalty.book({ merchantCard: card, sale: null, action, reverses: null, entries, at });
  const facts = { action, amount: moneyIn(entries), transId: null, receipt: [] } as const;
  describeBooking(world, merchant, card, id, { ...facts, more: { purpose: reason, ...more } });
  return id;
}

/** Cash and bonus, minor units. */
export const moneyIn = (entries: readonly LedgerEntry[]): number =>
  entries.reduce((sum, { account, amount }) => (account === 'points' ? sum : sum + amount), 0);

export interface BookingRecord {
  readonly booking: string;
  readonly card: string;
  readonly sum: number;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Inside a job: the numbered record by which reports and the back office count a booking. */
export function queueBooking(
  { data }: Pick<LoyaltyParts, 'data'>,
  { merchant, actor }: Change,
  { booking, card, sum, facts }: BookingRecord,
): void {
  data.queue.append({
    ...{ kind: 'cardOperation', event: 'booked', object: booking, merchant, till: actor.till, sum, lane: card },
    currency: data.merchants.merchant(merchant).currency,
    facts: { trans_id: null, card, cashier: actor.name, ...facts },
  });
}

/** Movements of the entries, as reports count them. */
export const countedEntries = (entries: readonly LedgerEntry[]) =>
  entries.map(({ account, amount, kind }) => ({ account, amount, kind }));
