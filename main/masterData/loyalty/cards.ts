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

/** A card that customers have already; its balances are its first booking. Gives the id of the merchant card. */
export function addCard(
  data: MasterData,
  change: Change,
  cardnumber: string,
  group: string,
  opening: OpeningBalances,
): string {
  const { merchant } = change;
  const { loyalty, merchants } = data;
  const at = data.now();
  const { id } = loyalty.issue(merchant, group, { at, till: null, secrets: {}, cardnumber }).merchantcard;
  const entries = ledgerEntries({ type: 'opening', ...opening });
  if (entries.length > 0) {
    const booking = loyalty.book({ merchantCard: id, sale: null, action: 'opening', reverses: null, entries, at });
    const card = loyalty.merchantCard(merchant, id)?.merchantcard;
    const amount = opening.cash + opening.bonus;
    const facts = { action: 'opening', amount, transId: null, receipt: [] } as const;
    if (card)
      loyalty.describe(bookingDocument(booking, card, merchants.merchant(merchant).currency, timestamp(at), facts));
  }
  audited(data, change, {
    kind: 'card',
    subject: cardnumber,
    action: 'created',
    before: null,
    after: { group, ...opening },
  });
  return id;
}

export function putCampaign(data: MasterData, change: Change, before: Campaign | null, after: Campaign): void {
  data.shopStore.keepCampaign(change.merchant, after);
  const action = before === null ? 'created' : 'changed';
  audited(data, change, { kind: 'campaign', subject: after.id, action, before, after });
}
