/**
 * Data that is read from the upstream service: the progress of the reading, the ids on both sides, and the catalogue by
 * versions.
 */
import type { Balances } from '../domain/loyalty.ts';
import type { CaseChoice } from '../wire/queue.ts';
import type { QueueReason } from './queue.ts';

export type Json = Readonly<Record<string, unknown>>;

/** Objects with an id at the service. */
export const downKinds = ['stores', 'groups', 'customers', 'cards'] as const;
export type DownKind = (typeof downKinds)[number];
/** `changes`: the log of changes of a service that has one. `catalogue` and `campaigns` are read as a whole. */
export type DownPart = DownKind | ShopPart | 'changes' | 'catalogue' | 'campaigns';
/** Parts of the shop that the service describes. */
export const shopParts = ['merchant', 'contracts'] as const;
export type ShopPart = (typeof shopParts)[number];

export interface DownCursor {
  readonly updated?: string;
  readonly id?: string;
  /** Objects of the list have no `updated`: it is read as a whole. */
  readonly whole?: boolean;
  readonly seq?: number;
  readonly log?: string;
  readonly etag?: string;
}

/** Times in ms since 1970, by the clock of this bridge; `updated` is the text of the service. */
export interface DownState {
  readonly cursor: DownCursor;
  readonly pageAt: number | null;
  readonly comparedAt: number | null;
  readonly problem: QueueReason | null;
}

/** An object of the service that is known here. */
export interface DownObject {
  readonly local: string;
  /** Hash of what the service said last. */
  readonly base: string;
}

export interface Down {
  state(part: DownPart): DownState;
  known(kind: DownKind, upstream: string): DownObject | null;
  /** Number of objects of the kind whose ids are known on both sides. */
  count(kind: DownKind): number;
  /** Ids of the service that the last complete list did not name, at most `limit`. */
  vanished(kind: DownKind, limit: number): readonly string[];
  vanishedCount(kind: DownKind): number;
  again(kind: DownKind): readonly string[];
  // The rest is for use inside a job.
  save(part: DownPart, change: Partial<DownState>): void;
  remember(kind: DownKind, upstream: string, object: DownObject): void;
  forget(local: string): void;
  /** Open cases about this part. */
  cases(part: DownPart): number;
  list(kind: DownKind, upstream: readonly string[]): void;
  clearList(kind: DownKind): void;
  readAgain(kind: DownKind, upstream: string, wanted: boolean): void;
  /** How many missing objects a person has said to be really gone; 0: nobody has. */
  accepted(part: DownPart): number;
  /** `missing` null: forget what was accepted. Else the next round compares everything of the part. */
  accept(part: DownPart, missing: number | null): void;
}

/** One fact of the service about the shop: the members that are shown. */
export interface DownFact {
  readonly id: string;
  readonly content: Json;
}

/** The shop as receipts show it. */
export interface ShownShop {
  readonly name: string;
  readonly address: readonly string[];
}

export interface DownShop {
  facts(part: ShopPart): readonly DownFact[];
  own(merchant: string): ShownShop & { readonly currency: string };
  // Inside a job.
  keepFacts(part: ShopPart, facts: readonly DownFact[]): void;
  take(merchant: string, shown: ShownShop): void;
}

/** Balances of cards between the service and the bookings that it has not received yet. */
export interface DownBalances {
  /** Merchant cards whose bookings are being delivered, or were since `since` (ms since 1970). */
  inDelivery(since: number): ReadonlySet<string>;
  /** Bookings on the card that are not delivered; null where nothing waits at all. */
  undelivered(merchantCard: string): Balances | null;
  booked(merchantCard: string): Balances;
}

/** The members of a merchant card that flow down; ids are local. */
export interface CardContent {
  readonly cardgroup: string;
  readonly customer: string | null;
  readonly stock_status: string;
  readonly lock_status: string;
  readonly passcode: number;
  readonly expiry_date: string | null;
}

export interface NewCard extends CardContent {
  readonly id: string;
  readonly card: string;
  readonly cardnumber: string;
  /** Timestamp. */
  readonly created: string;
  readonly isBase: boolean;
}

/** Tables whose ids the service may give. */
export type DownTable = 'merchant_card' | 'card' | 'card_group' | 'loyalty_customer' | 'store';

/** Cards and groups written as the service says them. Inside a job. */
export interface DownCards {
  cardOf(merchant: string, id: string): CardContent | null;
  /** Id of the merchant card with this number, or null. */
  byNumber(merchant: string, cardnumber: string): string | null;
  insert(merchant: string, card: NewCard): void;
  write(id: string, content: CardContent): void;
  /** Nobody else has the id. */
  isFree(table: DownTable, id: string): boolean;
  /** Writes the group and not its cards. */
  saveGroup(merchant: string, document: Json, inner: object | undefined): void;
  /** Writes the documents of at most `limit` cards of a group anew, behind the row `after`; the last row, or null at the end. */
  refreshCards(group: string, after: number, limit: number): number | null;
}

/** An article with its document as it is sold. */
export interface StagedArticle {
  readonly articleNumber: string;
  readonly ean: string;
  readonly document: string;
}

export interface ArticleCollision {
  readonly article: string;
  readonly base: Json | null;
  readonly here: Json;
  readonly there: Json | null;
}

/** The catalogue of the service: the next version is stored beside the one that is sold from. Inside a job. */
export interface DownCatalogue {
  /** Number of a new, empty version. */
  begin(merchant: string): number;
  stage(merchant: string, version: number, position: number, articles: readonly StagedArticle[]): void;
  /** Articles that are sold now, and how many of them the version lacks. */
  compare(merchant: string, version: number): { readonly now: number; readonly lacking: number };
  /** The version is what is sold from now on. Gives what this shop and the service both changed. */
  switchTo(merchant: string, version: number): readonly ArticleCollision[];
  /** Removes at most `limit` rows of versions that are neither sold from nor `kept`; false: none is left. */
  prune(merchant: string, kept: number | null, limit: number): boolean;
  campaigns(merchant: string): string;
  replaceCampaigns(merchant: string, campaigns: readonly { readonly id: string }[]): void;
  /** This shop sells the article with this document again, until the service changes it; false: there is no such article here. */
  putBack(merchant: string, article: string, document: Json): boolean;
}

/** A case about what flows down, and the version that a person has chosen: that of this shop, or that of the service. */
export type CaseVersion = CaseChoice['version'];
export interface VersionChoice {
  readonly kind: string;
  readonly object: string;
  readonly facts: Json;
  readonly version: CaseVersion;
}

/** How young each part is. */
export interface DownView {
  /** A round is under way, and this is what it reads. */
  readonly reading: DownPart | null;
  readonly parts: readonly (DownState & {
    readonly part: DownPart;
    readonly rows: number | null;
    readonly cases: number;
  })[];
  /** The merchant as the service describes it; null: not read yet. */
  readonly merchant: Json | null;
  readonly contracts: readonly DownFact[];
}
