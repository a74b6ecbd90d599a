/** Card groups, cards with opening balances, and campaigns. Everything is for use inside a job. */
import type { Campaign } from '../../domain/campaigns.ts';
import { ledgerEntries } from '../../domain/loyalty.ts';
import { bookingDocument } from '../../sale/loyaltyBookingDocument.ts';
import { timestamp } from '../../world/clock.ts';
import { newId } from '../../world/ids.ts';
import { audited, type Change, type MasterData } from '../masterData.ts';

export interface CardGroupFacts {
  readonly name: string;
  readonly prefix: string;
  /** Digits of a card number. */
  readonly length: number;
}

/** Gives the id of the group. */
export function addCardGroup(data: MasterData, change: Change, { name, prefix, length }: CardGroupFacts): string {
  const { merchant } = change;
  const id = newId('CRG');
  const document = {
    ...({ object: 'loyalty.cardgroups', id, merchant: { object: 'general.merchants', id: merchant } } as const),
    ...{ display_name: name, display_name_raw: name, description: null, picture: null, stock_warn_limit: null },
    ...{ balance_limit: null, balance_expiry: false, cancel_selected: false },
  };
  data.loyalty.groups.insert(merchant, document, { prefix, length, limit: 0 });
  const after = { name, prefix, length };
  audited(data, change, { kind: 'cardGroup', subject: id, action: 'created', before: null, after });
  return id;
}

export interface OpeningBalances {
  /** Minor units. */
  readonly cash: number;
  readonly bonus: number;
  readonly points: number;
}

/** A card that customers have already; its balances are its first booking, with a record of their own. Gives the merchant card. */
export function addCard(
  data: MasterData,
  change: Change,
  cardnumber: string,
  group: string,
  opening: OpeningBalances,
): string {
  const { merchant, actor } = change;
  const { loyalty } = data;
  const at = data.now();
  const { id } = loyalty.issue(merchant, group, { at, till: actor.till, secrets: {}, cardnumber }).merchantcard;
  openBalances(data, change, id, opening, at);
  audited(data, change, {
    kind: 'card',
    subject: cardnumber,
    action: 'created',
    before: null,
    after: { group, ...opening },
  });
  return id;
}

function openBalances(data: MasterData, change: Change, id: string, opening: OpeningBalances, at: number): void {
  const { merchant, actor } = change;
  const { loyalty, merchants, queue } = data;
  const entries = ledgerEntries({ type: 'opening', ...opening });
  if (entries.length === 0) return;
  const booking = loyalty.book({ merchantCard: id, sale: null, action: 'opening', reverses: null, entries, at });
  const card = loyalty.merchantCard(merchant, id)?.merchantcard;
  if (!card) throw new Error(`the card ${id} is gone`);
  const { currency } = merchants.merchant(merchant);
  const amount = opening.cash + opening.bonus;
  const facts = { action: 'opening', amount, transId: null, receipt: [] } as const;
  loyalty.describe(bookingDocument(booking, card, currency, timestamp(at), facts));
  queue.append({
    ...{ kind: 'cardOperation', event: 'booked', object: booking, merchant, till: actor.till, sum: amount, currency },
    lane: id,
    facts: {
      // By the number the back office knows a card that a copy of this shop has opened, too.
      ...{ action: 'opening', trans_id: null, card: id, card_number: card.card.cardnumber, cashier: actor.name },
      bookings: entries.map(({ account, amount: moved, kind }) => ({ account, amount: moved, kind })),
    },
  });
}

export function putCampaign(data: MasterData, change: Change, before: Campaign | null, after: Campaign): void {
  data.shopStore.keepCampaign(change.merchant, after);
  const action = before === null ? 'created' : 'changed';
  audited(data, change, { kind: 'campaign', subject: after.id, action, before, after });
}
