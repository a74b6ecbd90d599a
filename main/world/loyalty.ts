/** Cards, their bookings and vouchers, as the steps ask for them. */

import type { CardHistory, ExpiryRule } from '../domain/balanceExpiry.ts';
import type { Campaign } from '../domain/campaigns.ts';
import type { Balances, LedgerEntry, Reservation } from '../domain/loyalty.ts';
import type { BookingAction } from '../domain/loyaltyActions.ts';
import type { Checkin } from '../wire/checkins.ts';
import type { CardGroup, Customer, LoyaltyCard, LoyaltyTransaction } from '../wire/loyalty.ts';
import type { MerchantCard } from '../wire/transactions.ts';
import type { Records, Stored } from './records.ts';

/** A card as the merchant's loyalty programme knows it. */
export interface CardRecord {
  readonly merchantcard: MerchantCard;
  readonly cardGroupId: string;
  readonly prefix: string;
  readonly groupName: string;
  /** How far the cash balance may go below zero, minor units. */
  readonly limit: number;
  /** The most that may be on the card, or null. */
  readonly balanceLimit: number | null;
  /** Any booking may be cancelled, not only the last. */
  readonly cancelSelected: boolean;
  /** The card is a voucher that the shop sells. */
  readonly isVoucher: boolean;
  /** Rule by which balances of the group expire; null: never. */
  readonly balanceExpiry: ExpiryRule | null;
}

/** The data of a card group that the API does not show. */
export interface CardGroupInner {
  readonly prefix: string;
  /** Length of the card numbers. */
  readonly length: number;
  readonly limit: number;
  /** Name in English, where it differs. */
  readonly nameEn?: string;
  /** At which actions new cards of the group ask for their passcode; 0 to 6. */
  readonly passcode?: number;
  /** Months after which new cards of the group expire; null or left out: never. */
  readonly cardMonths?: number | null;
  /** Its cards are vouchers that the shop sells. */
  readonly voucher?: boolean;
  /** Counts where `balance_expiry` is set; left out: the default rule. */
  readonly expiry?: ExpiryRule;
}

/** Hashes of the codes that prove who holds a card, and the count of wrong guesses. */
export interface CardSecrets {
  readonly csc?: string;
  readonly passcode?: string;
  readonly pin?: string;
  readonly misses?: { readonly count: number; readonly blockedUntil: number };
}

export interface CardChanges {
  readonly stockStatus?: 'active' | 'inactive' | 'stored';
  readonly lock?: {
    readonly status: 'locked' | 'unlocked';
    readonly reason: number | null;
    readonly note: string | null;
  };
  readonly passcode?: number;
  readonly expiryDate?: string | null;
  readonly customer?: { readonly id: string | null; readonly since: number | null };
  readonly cardGroup?: string;
  /** `payment_container` and `additional_data` as they were sent. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** One movement on a card: an LTX_ on the wire. */
export interface NewBooking {
  readonly merchantCard: string;
  readonly sale: string | null;
  readonly action: BookingAction;
  /** The booking this one takes back. */
  readonly reverses: string | null;
  readonly entries: readonly LedgerEntry[];
  readonly at: number;
}

export interface Booking {
  readonly id: string;
  readonly merchantCard: string;
  readonly sale: string | null;
  readonly action: BookingAction;
  readonly entries: readonly LedgerEntry[];
}

/** Takes its value off one basket, like a campaign of its own. */
export interface Voucher {
  readonly code: string;
  readonly campaign: Campaign;
  /** The sale that holds or has redeemed it. */
  readonly sale: string | null;
  /** Somebody in the shop has locked it. */
  readonly isLocked: boolean;
}

export interface Loyalty {
  /**
   * By card number; null when this merchant knows no such card. Balances are what is booked. The number of a card that was
   * merged leads to the card that took it over, unless it was locked.
   */
  card(merchant: string, cardnumber: string): CardRecord | null;
  /** By MCD_. */
  merchantCard(merchant: string, id: string): CardRecord | null;
  bytes(merchant: string, id: string): Buffer | undefined;
  campaigns(merchant: string): readonly Campaign[];
  /** The balances that can be spent: the booked balances less the amounts that open sales hold. */
  available(merchantCard: string): Balances;
  held(sale: string): HeldReservation | null;
  /** The amounts that a sale holds or has booked, for its receipt. */
  reservationOf(sale: string): HeldReservation | null;
  hold(reservation: HeldReservation & { readonly expiresAt: number }): void;
  end(sale: string, state: 'committed' | 'released'): void;
  /** Books on a card and gives the LTX_; what a sale does to a card is one booking, however often it is called. */
  book(booking: NewBooking): string;
  /** Completes the document of a booking. */
  describe(document: LoyaltyTransaction): void;
  booking(merchant: string, id: string): Stored<LoyaltyTransaction, Booking> | null;
  bookingBytes(merchant: string, id: string): Buffer | undefined;
  /** Bookings of a sale that were not reversed yet. */
  bookingsOf(sale: string): readonly Booking[];
  /** The newest booking that was made by hand and still stands. */
  lastBooking(merchantCard: string): Booking | null;
  /** The booking with this TA code, where it was made by hand and still stands. */
  standingBooking(merchant: string, merchantCard: string, transId: number): Booking | null;
  /** The card that this one was merged into, at the end of the row; the card itself where it was not. */
  finalCard(merchantCard: string): string;
  /** The cards that were merged into this one. */
  mergedFrom(merchantCard: string): readonly string[];
  /** Also cards that were merged into `from` belong to `into` from now on. */
  markMerged(from: string, into: string): void;
  /** The credits and debits of a card. */
  history(merchantCard: string): CardHistory;
  /** The sale that holds something of a card; null: none does. */
  holderOf(merchantCard: string): string | null;
  /** Cards of a group in the order of their making, behind the row `after`. */
  cardsOfGroup(
    group: string,
    after: number,
    limit: number,
  ): readonly { readonly number: number; readonly id: string }[];
  /** A new, active card of this group, with this number or a free one of the group, created for the store of the till. */
  issue(
    merchant: string,
    group: string,
    issued: { at: number; till: string | null; secrets: CardSecrets; cardnumber?: string },
  ): CardRecord;
  changeCard(merchant: string, id: string, changes: CardChanges): CardRecord;
  /** The reason why the card is locked, where it is. */
  lockOf(merchantCard: string): { readonly reason: number | null; readonly note: string | null };
  secrets(merchant: string, merchantCard: string): CardSecrets;
  keepSecrets(merchant: string, merchantCard: string, secrets: CardSecrets): void;
  readonly groups: Records<CardGroup, CardGroupInner>;
  readonly cards: Records<LoyaltyCard, CardSecrets>;
  readonly customers: Records<Customer>;
  readonly checkins: Records<Checkin>;
  customerByNumber(merchant: string, customernumber: string): string | null;
  /** MCD_… of a customer's cards. */
  cardsOfCustomer(customer: string): readonly string[];
  /** Writes the documents of a customer's cards again. */
  refreshCustomer(customer: string): void;
  checkinOf(merchantCard: string): string | null;
  voucher(merchant: string, code: string): Voucher | null;
  holdVoucher(merchant: string, code: string, sale: string): void;
  /** Ends the vouchers that the sale holds: free again, or redeemed. */
  endVouchers(sale: string, state: 'redeemed' | 'free', at?: number): void;
}

/** `csc`: printed on the card. `passcode`: typed at the counter. `pin`: of the account that holds the card. */
export type CardCode = 'csc' | 'passcode' | 'pin';

/** Codes of cards are kept as hashes only; guessing gets slower. */
export interface CardCodes {
  /** Is this the code? Throws `passcodeBlocked` while guessing is slowed down. */
  proves(merchant: string, card: CardRecord, kind: CardCode, code: string): Promise<boolean>;
  set(merchant: string, card: CardRecord, kind: 'passcode' | 'pin', code: string): Promise<void>;
  cscHash(card: CardRecord, csc: string): string;
}

export interface HeldReservation extends Reservation {
  readonly sale: string;
  /** Null where vouchers alone have been applied. */
  readonly merchantCard: string | null;
}
