/**
 * The upstream service owns the balances of loyalty cards while the line to it is up: preTransaction holds a card there, within
 * a budget of time. Where it does not answer in time, or is known to be down, the shop's offline policy counts.
 */
import { passcodeTyped } from '../../sale/idents.ts';
import {
  type CardAuthority,
  type CardQuestion,
  type CardTerms,
  type DischargeQuestion,
  type DischargeTerms,
  OWN_DISCHARGE,
  OWN_TERMS,
} from '../../world/cardAuthority.ts';
import { BridgeError } from '../../world/errors.ts';
import { newKey } from '../../world/ids.ts';
import type { CardRecord } from '../../world/loyalty.ts';
import type { Sale } from '../../world/sales.ts';
import type { SavedStep } from '../../world/saleWriters.ts';
import { UpstreamError } from '../failures.ts';
import { storedAs } from '../objectRun.ts';
import { NEW } from '../replay.ts';
import { referenceOf } from '../translation/sale.ts';
import { type AuthorityParts, adopt, recordsArrived, refusalOf } from './cardBalances.ts';
import { meetCards } from './cardReading.ts';
import { takeOffThere } from './dischargeAuthority.ts';
import { type DraftProgress, type DraftSale, openDraft, within } from './draftSale.ts';
import { offlineNotice } from './offlinePolicy.ts';

export function createCardAuthority(parts: AuthorityParts): CardAuthority {
  return {
    owner: 'upstream',
    termsFor(question, begun) {
      const asked = question();
      if (asked === null || asked.sale.document.is_demo === true) return OWN_TERMS;
      if (!asked.useBalance && !asked.hasVouchers) return OWN_TERMS;
      return termsFor(parts, asked, begun + parts.budget);
    },
    takeOff: question => takeOff(parts, question),
    meet: (merchant, idents, begun) => meetCards(parts, merchant, idents, begun + parts.budget),
    provesPasscode: (card, passcode, begun) => parts.passcodes.proves(card, passcode, begun + parts.budget),
    noticeOf: parts.holds.noticeOf,
    saved: (sale, step) => follow(parts, sale, step),
  };
}

async function termsFor(parts: AuthorityParts, asked: CardQuestion, end: number): Promise<CardTerms> {
  if (!parts.isUp()) return offlineTerms(parts, asked);
  if (!(await recordsArrived(parts, asked, end))) return offlineTerms(parts, asked);
  const { holds, client } = parts;
  const world = parts.world();
  const { sale, useBalance } = asked;
  const id = newKey();
  await world.ledger.write(() => holds.begin(id, sale.id, referenceOf(sale.document).transactionRef));
  const progress: DraftProgress = { upstream: null, isOver: false };
  const giveUp = async () => {
    progress.isOver = true;
    await world.ledger.write(() => holds.release(id, progress.upstream));
  };
  const passcode = passcodeFor(parts, asked);
  try {
    const opening = openDraft(client, sale.document, { id, useBalance, passcode }, progress);
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

/** Only where it was right: a wrong one would count against the card at the service. */
const passcodeFor = ({ passcodes }: AuthorityParts, { sale, card }: CardQuestion): string | null =>
  card && passcodeTyped(sale.document) ? passcodes.of(card.merchantcard.id) : null;

/** Throws `BridgeError` where the service has refused the card; otherwise the offline policy counts. */
function afterFailure(parts: AuthorityParts, asked: CardQuestion, error: unknown): CardTerms {
  if (!(error instanceof UpstreamError)) throw error;
  const refusal = refusalOf(error);
  if (refusal) throw refusal;
  parts.world().log('warn', 'the upstream service did not hold a card', { sale: asked.sale.id, reason: error.message });
  unawaited(parts, parts.onFailure(error));
  return offlineTerms(parts, asked);
}

function heldTerms(
  parts: AuthorityParts,
  asked: CardQuestion,
  id: string,
  draft: DraftSale,
  giveUp: () => Promise<void>,
): CardTerms {
  const { lines, missing, upstream } = draft;
  return {
    ...{ kind: 'held', asked: asked.sale, lines, missing, giveUp },
    adopt: () => adopt(parts, { ...asked, merchant: asked.sale.merchant }, draft.booked),
    keep: () => parts.holds.held(id, upstream),
  };
}

/** At the service while the line is up; without it only a balance that was read lately counts. */
async function takeOff(parts: AuthorityParts, asked: DischargeQuestion): Promise<DischargeTerms> {
  const end = performance.now() + parts.budget;
  if (asked.sale?.document.is_demo === true) return OWN_DISCHARGE;
  if (parts.isUp() && (await recordsArrived(parts, asked, end))) {
    const terms = await takeOffThere(parts, asked, end - performance.now());
    if (!terms.isReleased) return terms;
    admitDischarge(parts, asked.card);
    return terms;
  }
  admitDischarge(parts, asked.card);
  return OWN_DISCHARGE;
}

function admitDischarge({ holds, policy, world }: AuthorityParts, { merchantcard }: CardRecord): void {
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
  const day = world().businessDay(sale.merchant, now);
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

/** Inside the job of a step: the draft becomes the sale there when it is closed, and is released when nothing is held any more. */
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
  // The replay begins with start on this draft; where its hold has expired there, it is applied again.
  store.save(storedAs(sale.id, hold.id, { ...NEW, step: 'applied', upstream: hold.upstream }));
  holds.end(hold.id);
}
