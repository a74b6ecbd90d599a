/**
 * Reads the state of a directory before a set-up. It is compared with the wanted state, so that a repeated set-up
 * changes nothing.
 */
import type { Campaign } from '../domain/campaigns.ts';
import { todayOf } from '../masterData/articles/articles.ts';
import { type KnownArticles, knownArticles } from '../masterData/articles/importPlan.ts';
import type { OpeningBalances } from '../masterData/loyalty/cards.ts';
import type { MasterData } from '../masterData/masterData.ts';
import { readShop } from '../masterData/shop.ts';
import { terminalsOfShop, tillsOfShop } from '../masterData/tills.ts';
import type { ClientRow, StaffRow } from '../store/accounts.ts';
import type { ArticleGroup, StoredTargets } from '../store/shopFacts.ts';
import type { PairedTerminal } from '../store/terminals.ts';
import type { MasterArticle } from '../wire/articles.ts';
import type { ShopFacts, TaxRate, Till } from '../wire/shop.ts';
import type { CardRecord } from '../world/loyalty.ts';

export interface KnownTerminal {
  readonly device: string;
  readonly name: string;
  readonly tid: string | null;
  /** Null: a place without a terminal. */
  readonly row: PairedTerminal | null;
}

export interface KnownCardGroup {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly length: number;
}

/** A loyalty card with what is booked on it. */
export interface KnownCard extends OpeningBalances {
  readonly number: string;
  /** Id of its group. */
  readonly group: string;
  /** Locked, expiring, merged, a voucher, with a passcode or below zero. */
  readonly isClosed: boolean;
}

export interface ShopState {
  /** Null: nothing has been set up. */
  readonly shop: ShopFacts | null;
  readonly hasSales: boolean;
  readonly taxRates: readonly TaxRate[];
  readonly people: readonly StaffRow[];
  readonly clients: readonly ClientRow[];
  readonly terminals: readonly KnownTerminal[];
  readonly tills: readonly Till[];
  readonly groups: readonly ArticleGroup[];
  readonly articles: KnownArticles;
  /** In the order of their making. */
  allArticles(): Iterable<MasterArticle>;
  /** YYYY-MM-DD by the clock of the shop. */
  readonly day: string;
  allCards(): Iterable<KnownCard>;
  readonly cardGroups: readonly KnownCardGroup[];
  hasCard(cardnumber: string): boolean;
  readonly campaigns: readonly Campaign[];
  readonly targets: StoredTargets;
  /** Somebody of another merchant, whose name is taken. */
  personElsewhere(username: string): boolean;
  clientElsewhere(id: string): boolean;
}

export const EMPTY: ShopState = {
  ...{ shop: null, hasSales: false, taxRates: [], people: [], clients: [], terminals: [], tills: [], groups: [] },
  articles: { byNumber: () => null, byCode: () => null },
  ...{ allArticles: () => [], allCards: () => [], day: '' },
  ...{ cardGroups: [], hasCard: () => false, campaigns: [] },
  targets: { upstream: null, backoffice: null },
  personElsewhere: () => false,
  clientElsewhere: () => false,
};

export function readState(data: MasterData): ShopState {
  const { merchants, shopStore, accounts, loyalty, terminals } = data;
  const targets = shopStore.targets();
  const merchant = merchants.firstMerchant()?.id;
  if (merchant === undefined) return { ...EMPTY, targets };
  return {
    shop: readShop(data, merchant),
    hasSales: shopStore.hasSales(merchant),
    taxRates: shopStore.taxRates(merchant),
    people: accounts.staffOf(merchant),
    clients: accounts.clientsOf(merchant),
    terminals: terminalsOfShop(data, merchant).map(({ id, description, tid }) => ({
      ...{ device: id, name: description, tid, row: terminals.find(id) },
    })),
    tills: tillsOfShop(data, merchant),
    groups: shopStore.groups(merchant),
    articles: knownArticles(data, merchant),
    allArticles: () => articlesOf(data, merchant),
    day: todayOf(data, merchant).day,
    allCards: () => cardsOf(data, merchant),
    cardGroups: loyalty.groups.all(merchant).map(({ document, inner }) => ({
      ...{ id: document.id, name: document.display_name, prefix: inner.prefix, length: inner.length },
    })),
    hasCard: cardnumber => loyalty.card(merchant, cardnumber) !== null,
    campaigns: loyalty.campaigns(merchant),
    targets,
    personElsewhere: username => (accounts.staff(username)?.merchant ?? merchant) !== merchant,
    clientElsewhere: id => (accounts.client(id)?.merchant ?? merchant) !== merchant,
  };
}

const PAGE = 500;

function* articlesOf({ articles }: MasterData, merchant: string): Generator<MasterArticle> {
  for (let last = 0; ; ) {
    const rows = articles.page(merchant, last, PAGE);
    if (rows.length === 0) return;
    last = rows.at(-1)?.number ?? last;
    for (const { document } of rows) yield JSON.parse(document);
  }
}

function* cardsOf({ loyalty }: MasterData, merchant: string): Generator<KnownCard> {
  for (const { document } of loyalty.groups.all(merchant))
    for (let last = 0; ; ) {
      const rows = loyalty.cardsOfGroup(document.id, last, PAGE);
      if (rows.length === 0) break;
      last = rows.at(-1)?.number ?? last;
      for (const { id } of rows) {
        const card = loyalty.merchantCard(merchant, id);
        if (card) yield knownCard(card, loyalty.finalCard(id) !== id);
      }
    }
}

/** A set-up file can say the balances of a card; a card that is more than that is closed to a copy. */
function knownCard({ merchantcard, cardGroupId, isVoucher }: CardRecord, isMerged: boolean): KnownCard {
  const { card, cash_balance: cash, bonus_balance: bonus, points } = merchantcard;
  const { stock_status: stock, lock_status: lock, expiry_date: expiry, passcode } = merchantcard;
  const isPlain = stock === 'active' && lock === 'unlocked' && expiry === null && passcode === 0;
  const isClosed = !isPlain || isVoucher || isMerged || Math.min(cash, bonus, points) < 0;
  return { number: card.cardnumber, group: cardGroupId, cash, bonus, points, isClosed };
}
