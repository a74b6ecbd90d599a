/**
 * The upstream service owns the balances of loyalty cards while the line to it is up: preTransaction holds a card there, within
 * a budget of time. Where it does not answer in time, or is known to be down, the shop's offline policy counts.
 */
import type { LedgerEntry } from '../../domain/loyalty.ts';
import { describeBooking } from '../../sale/loyaltyBookings.ts';
import { type CardAuthority, type CardQuestion, type CardTerms, OWN_TERMS } from '../../world/cardAuthority.ts';
import { localDate } from '../../world/clock.ts';
import { BridgeError, type ErrorKey } from '../../world/errors.ts';
import { newKey } from '../../world/ids.ts';
import type { CardRecord } from '../../world/loyalty.ts';
import type { Sale } from '../../world/sales.ts';
import type { SavedStep } from '../../world/saleWriters.ts';
import type { UpstreamDeliveries, UpstreamHolds } from '../../world/upstream.ts';
import type { World } from '../../world/world.ts';
import type { UpstreamClient } from '../client.ts';
import { UpstreamError } from '../failures.ts';
import { storedAs } from '../objectRun.ts';
import { NEW } from '../replay.ts';
import { referenceOf } from '../translation/sale.ts';
import { type OfflinePolicy, offlineNotice } from './offlinePolicy.ts';
import { openShell, type Shell, within } from './shell.ts';

export interface AuthorityParts {
  readonly client: Pick<UpstreamClient, 'post'>;
  readonly holds: UpstreamHolds;
  readonly store: Pick<UpstreamDeliveries, 'save'>;
  readonly policy: OfflinePolicy;
  /** ms from the question to its answer */
  readonly budget: number;
  isUp(): boolean;
  world(): Pick<World, 'clock' | 'devices' | 'ledger' | 'log' | 'loyalty'>;
  /** A call has failed: a line that does not answer is reported, and somebody else finds out when it is back. */
  onFailure(error: unknown): Promise<void>;
}

/** ms; the answer of preTransaction is there within two seconds, its own commits included. */
export const HOLD_BUDGET = 1800;
/** ms between two looks whether earlier records of the card have arrived. */
const LOOK = 20;

export function createCardAuthority(parts: AuthorityParts): CardAuthority {
  return {
    termsFor(question) {
      const asked = question();
      if (asked === null || asked.sale.document.is_demo === true) return OWN_TERMS;
      if (!asked.useBalance && !asked.hasVouchers) return OWN_TERMS;
      return termsFor(parts, asked);
    },
    admitDischarge: card => admitDischarge(parts, card),
    noticeOf: parts.holds.noticeOf,
    saved: (sale, step) => follow(parts, sale, step),
  };
}

async function termsFor(parts: AuthorityParts, asked: CardQuestion): Promise<CardTerms> {
  const end = performance.now() + parts.budget;
  if (!parts.isUp()) return offlineTerms(parts, asked);
  if (!(await recordsArrived(parts, asked, end))) return offlineTerms(parts, asked);
  const { holds, client } = parts;
  const world = parts.world();
  const { sale, useBalance } = asked;
  const id = newKey();
  await world.ledger.write(() => holds.begin(id, sale.id, referenceOf(sale.document).transactionRef));
  let upstream: string | null = null;
  const giveUp = () => world.ledger.write(() => holds.release(id, upstream));
  try {
    const opening = openShell(client, sale.document, { id, useBalance }, created => {
      upstream = created;
    });
    return heldTerms(parts, asked, id, await within(end - performance.now(), opening), giveUp);
  } catch (error) {
    // The cashier does not wait for this commit: jobs keep their order, so it stands before whatever the sale writes next.
    unawaited(parts, giveUp());
    return afterFailure(parts, asked, error);
  }
}

/** A start takes up what was not written: a hold that was asked for and never confirmed is released then. */
const unawaited = ({ world }: AuthorityParts, work: Promise<void>): void =>
  void work.catch(error =>
    world().log('warn', 'what a silent line leaves behind was not written', { error: String(error) }),
  );

/**
 * Earlier sales with this card may still wait for the service, whose balance is then not the last word. They are given the
 * time of the budget to arrive.
 */
async function recordsArrived({ holds }: AuthorityParts, { card }: CardQuestion, end: number): Promise<boolean> {
  if (!card) return true;
  while (holds.waits(card.merchantcard.id)) {
    // Half of the budget stays for the hold itself.
    if (performance.now() + LOOK > end - HOLD_BUDGET / 2) return false;
    await new Promise(done => setTimeout(done, LOOK));
  }
  return true;
}

/** Throws `BridgeError` where the service has refused the card; otherwise the offline policy counts. */
function afterFailure(parts: AuthorityParts, asked: CardQuestion, error: unknown): CardTerms {
  if (!(error instanceof UpstreamError)) throw error;
  const refusal = error.kind === 'answered' ? REFUSALS[error.code ?? 0] : undefined;
  if (refusal) throw new BridgeError(refusal, `the upstream service refuses: ${error.message}`);
  parts.world().log('warn', 'the upstream service did not hold a card', { sale: asked.sale.id, reason: error.message });
  unawaited(parts, parts.onFailure(error));
  return offlineTerms(parts, asked);
}

/** Codes of the specification by which the service refuses a card or a voucher, and our own errors for them. */
const REFUSALS: Readonly<Record<number, ErrorKey>> = {
  14: 'cardUnknown',
  15: 'cardOther',
  16: 'voucherUnknown',
  41: 'cardLocked',
  51: 'cardBalance',
  54: 'cardExpired',
  55: 'passcodeMissing',
  56: 'voucherUsed',
  75: 'passcodeBlocked',
  78: 'cardInactive',
  1014: 'cardUnknown',
};

function heldTerms(
  parts: AuthorityParts,
  asked: CardQuestion,
  id: string,
  shell: Shell,
  giveUp: () => Promise<void>,
): CardTerms {
  const { lines, missing, upstream } = shell;
  return {
    ...{ kind: 'held', asked: asked.sale, lines, missing, giveUp },
    adopt: () => adopt(parts, asked, shell),
    keep: () => parts.holds.held(id, upstream),
  };
}

/**
 * The balances there become ours, by one booking for what was booked elsewhere. Not where a record of the card came between:
 * the next sale reads them again.
 */
function adopt({ holds, world }: AuthorityParts, { sale, card }: CardQuestion, { booked }: Shell): void {
  if (!card || !booked) return;
  const { loyalty, clock, devices } = world();
  const { id } = card.merchantcard;
  const now = loyalty.merchantCard(sale.merchant, id)?.merchantcard ?? card.merchantcard;
  const then = card.merchantcard;
  const isUnchanged =
    now.cash_balance === then.cash_balance && now.bonus_balance === then.bonus_balance && now.points === then.points;
  if (!isUnchanged || holds.waits(id)) return;
  holds.wasRead(id, clock.now());
  const differences: LedgerEntry[] = [
    { account: 'cash', kind: 'opening', amount: booked.cash - now.cash_balance },
    { account: 'bonus', kind: 'opening', amount: booked.bonus - now.bonus_balance },
    { account: 'points', kind: 'opening', amount: booked.points - now.points },
  ];
  const entries = differences.filter(({ amount }) => amount !== 0);
  if (entries.length === 0) return;
  const at = clock.now();
  const booking = loyalty.book({ merchantCard: id, sale: null, action: 'opening', reverses: null, entries, at });
  const amount = booked.cash + booked.bonus - now.cash_balance - now.bonus_balance;
  const more = { description: 'Abgleich mit dem Dienst' };
  const facts = { action: 'opening', amount, transId: null, receipt: [], more } as const;
  describeBooking({ clock, devices, loyalty }, sale.merchant, id, booking, facts);
}

/** While the line is up the service checks the discharge when it is entered there; without it only a balance read lately counts. */
function admitDischarge({ isUp, holds, policy, world }: AuthorityParts, { merchantcard }: CardRecord): void {
  if (isUp()) return;
  const now = world().clock.now();
  const facts = { spentToday: 0, readAt: holds.readAt(merchantcard.id), now, currency: 'EUR' };
  if (offlineNotice(policy, facts).limit !== null)
    throw new BridgeError('cardOffline', 'the upstream service, which owns the balances, is not reachable');
}

function offlineTerms({ holds, policy, world }: AuthorityParts, asked: CardQuestion): CardTerms {
  if (asked.hasVouchers) throw new BridgeError('voucherOffline', 'the upstream service does not answer');
  const { card, sale } = asked;
  if (!card) return OWN_TERMS;
  const { id } = card.merchantcard;
  const now = world().clock.now();
  const day = localDate(new Date(now));
  const { currency } = sale.document.basket_info;
  // Inside the job, too: another sale of the card may have spent in between.
  const notice = () =>
    offlineNotice(policy, { spentToday: holds.spentOffline(id, day), readAt: holds.readAt(id), now, currency });
  return {
    kind: 'limited',
    get notice() {
      return notice();
    },
    adopt: () => undefined,
    keep: used => holds.spendOffline({ sale: sale.id, card: id, day, amount: used }, notice()),
    giveUp: async () => undefined,
  };
}

/** Inside the job of a step: the shell becomes the sale there when it is closed, and is released when nothing is held any more. */
function follow({ holds, store, world }: AuthorityParts, sale: Sale, { input }: SavedStep): void {
  if (input === 'applyCard') return;
  const { loyalty } = world();
  const reservation = loyalty.reservationOf(sale.id);
  if (!reservation || reservation.state === 'held') return;
  const isBooked = reservation.state === 'committed';
  if (!isBooked || sale.state === 'cancelled') holds.endOffline(sale.id);
  const hold = holds.ofSale(sale.id);
  if (!hold) return;
  if (sale.state !== 'closed' || !isBooked) {
    holds.release(hold.id, null);
    return;
  }
  // The replay begins with start on this shell; where its hold has expired there, it is applied again.
  store.save(storedAs(sale.id, hold.id, { ...NEW, step: 'applied', upstream: hold.upstream }));
  holds.end(hold.id);
}
