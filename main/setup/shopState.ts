/** What stands in a directory before a set-up: compared with what is wanted, so that a repeated set-up changes nothing. */
import type { Campaign } from '../domain/campaigns.ts';
import type { MasterData } from '../masterData/masterData.ts';
import { readShop } from '../masterData/shop.ts';
import { terminalsOfShop, tillsOfShop } from '../masterData/tills.ts';
import type { ClientRow, StaffRow } from '../store/accounts.ts';
import type { ArticleGroup, StoredTargets } from '../store/shopFacts.ts';
import type { PairedTerminal } from '../store/terminals.ts';
import type { Article } from '../wire/catalogue.ts';
import type { ShopFacts, TaxRate, Till } from '../wire/shop.ts';

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

export interface PlacedArticle {
  readonly position: number;
  readonly article: Article;
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
  /** By number. */
  readonly articles: ReadonlyMap<string, PlacedArticle>;
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
  ...{ articles: new Map(), cardGroups: [], hasCard: () => false, campaigns: [] },
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
    articles: articlesOf(data, merchant),
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

function articlesOf({ merchants }: MasterData, merchant: string): ReadonlyMap<string, PlacedArticle> {
  const placed = merchants.ownArticles(merchant).map(({ position, document }): [string, PlacedArticle] => {
    const article = JSON.parse(document) as Article;
    return [article.articleNumber, { position, article }];
  });
  return new Map(placed);
}
