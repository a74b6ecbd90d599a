/** Contracts and stores, as the steps ask for them. */

import type { Account } from '../domain/bankDetails.ts';
import type { GeneralContract, IdentRequest, PaymentContract } from '../wire/agreements.ts';
import type { Store } from '../wire/shops.ts';
import type { Records } from './records.ts';

/** The terms of an agreement, read by everything that takes or pays out money. */
export interface AgreementTerms {
  /** GCR_ or PCR_, as it was asked for; GCR_ when it was not named. */
  readonly id: string;
  /** GCR_ of the same agreement. */
  readonly general: string;
  /** False while the merchant is being identified: payments are taken, nothing is paid out. */
  readonly approved: boolean;
  /** Activated for recurring payments. */
  readonly recurring: boolean;
  /** An order_id may be used once. */
  readonly uniqueOrderIds: boolean;
  /** As `prepare` spells them. */
  readonly methods: readonly string[];
  readonly currencies: readonly string[];
  /** Address for notifications when the object itself names none. */
  readonly pushUrl: string | null;
  readonly project: string | null;
}

/** The data of a General Contract that the API does not show. */
export interface AgreementInner
  extends Pick<AgreementTerms, 'recurring' | 'uniqueOrderIds' | 'methods' | 'currencies' | 'pushUrl'> {
  /** Where payouts go, in full. */
  readonly account: Account | null;
  readonly apikeyHash: string | null;
  /** Time of its termination, ISO 8601. */
  readonly ended: string | null;
  /** SIR_ of the identification it waits for, or waited for. */
  readonly identification: string | null;
  /** How the payment iframe looks, as requestId gave it. */
  readonly iframe: Readonly<Record<string, unknown>>;
  /** The members of the request for the contract beyond the fields above. */
  readonly onboarding: Readonly<Record<string, unknown>>;
}

export interface AgreementBrief {
  /** GCR_ */
  readonly general: string;
  /** `contract_id` of older clients. */
  readonly number: number;
  readonly pushUrl: string | null;
}

export interface Agreements {
  /**
   * By GCR_ or PCR_; null and `me` are the merchant's first that can be used. Null when this merchant has none such;
   * throws `contractEnded` for one that was terminated.
   */
  find(merchant: string, id: string | null): AgreementTerms | null;
  /** GCR_ of the contract that a GCR_, a PCR_ or `me` stands for, usable or not. */
  generalOf(merchant: string, id: string): string | null;
  /** The members that every payment shows of the contract that a GCR_, a PCR_ or `me` stands for, usable or not. */
  brief(merchant: string, id: string): AgreementBrief | null;
  /** Has this merchant a contract that can be used? Without one nothing is open to it (403). */
  exists(merchant: string): boolean;
  /** Upper and lower case are the same name. */
  projectTaken(merchant: string, project: string): boolean;
  readonly general: Records<GeneralContract, AgreementInner>;
  /** Each belongs to a General Contract. */
  readonly payment: Records<PaymentContract, { readonly general: string }>;
  /** Money that was taken and not paid out yet under a GCR_, in minor units by currency. */
  balances(general: string): Readonly<Record<string, number>>;
  readonly identRequests: Records<IdentRequest, { readonly pushUrl: string | null }>;
  readonly jobs: AgreementJobs;
  /** Is this the number of something a merchant may trade in? */
  isCategory(number: number): boolean;
}

export interface AgreementJob {
  readonly merchant: string;
  readonly kind: 'identify' | 'revokeAccrual';
  /** SIR_ or GCR_. */
  readonly id: string;
  /** ms since 1970 */
  readonly due: number;
}

/** Work that was promised and is done in the background, whatever is switched off meanwhile. */
export interface AgreementJobs {
  /** Inside a job, as `remove`. */
  add(job: AgreementJob): void;
  due(now: number): readonly (AgreementJob & { readonly number: number })[];
  remove(number: number): void;
}

/** The data of a shop that the API does not show. */
export interface ShopInner {
  /** IANA name. */
  readonly zone: string;
  /** ISO 3166-1 alpha-2 of its address. */
  readonly country: string | null;
  /** While `open_now`, `open_time` and `utc_offset` of the stored text hold, ms since 1970. */
  readonly trueFrom: number;
  readonly trueUntil: number;
  /** Reason and time of its choice as the default; null where it is not the default. */
  readonly default: { readonly reason: string; readonly at: string } | null;
}

export interface Shops extends Records<Store, ShopInner> {
  /** Shops with a text about being open that is no longer, or not yet, true; of one merchant, or of all (null). */
  outdatedOpeningTexts(
    merchant: string | null,
    now: number,
  ): readonly { readonly merchant: string; readonly id: string }[];
  defaultOf(merchant: string): string | null;
  /** Inside a job: the text turns with the clock, which is no change of the store and makes no event. */
  refreshOpeningTexts(merchant: string, document: Store, inner: ShopInner): void;
}
