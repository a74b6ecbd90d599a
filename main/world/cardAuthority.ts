/**
 * Decides what a loyalty card may pay: the shop itself does, or the upstream service, which owns the balances while the
 * line to it is up. preTransaction asks before its job; an implementation with an upstream service is in
 * `main/upstream/live/`.
 */
import type { Texts } from '../domain/texts.ts';
import type { CardRecord } from './loyalty.ts';
import type { Sale } from './sales.ts';
import type { SaleWriter } from './saleWriters.ts';

/** The reason why a card pays less than it holds, for the cashier. */
export interface CardNotice {
  readonly redeem: 'refuse' | 'amount' | 'lastBalance';
  /** The most that this card may pay in this sale, minor units; null: as much as it held when it was last read. */
  readonly limit: number | null;
  readonly texts: Texts;
}

/** A discount line that the upstream service added. */
export interface HeldLine {
  /** `balance` for bonus of the card, else the campaign. */
  readonly source: string;
  readonly desc: string;
  /** Per cent. */
  readonly tax: number;
  /** Minor units, above 0. */
  readonly amount: number;
}

interface TermsSteps {
  /** Inside the job, before the balances of the card are read. */
  adopt(): void;
  /** Inside the job, once the card is applied. `used`: what it pays and gives as bonus, minor units. */
  keep(used: number): void;
  /** The job failed, so nothing of the terms is used. */
  giveUp(): Promise<void>;
}

export type CardTerms = TermsSteps &
  (
    | { readonly kind: 'own' }
    /** Held at the upstream service, which has answered these lines and this missing sum (minor units). */
    | { readonly kind: 'held'; readonly asked: Sale; readonly lines: readonly HeldLine[]; readonly missing: number }
    | { readonly kind: 'limited'; readonly notice: CardNotice }
  );

/** The sale and the card that preTransaction is about to join. */
export interface CardQuestion {
  readonly sale: Sale;
  readonly card: CardRecord | null;
  readonly useBalance: boolean;
  readonly hasVouchers: boolean;
}

/** Money that is to be taken off a card without goods. */
export interface DischargeQuestion {
  readonly card: CardRecord;
  /** Null for a booking by hand. */
  readonly sale: Sale | null;
  readonly merchant: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

export interface DischargeTerms {
  /** Inside the job, before the balances of the card are read. */
  adopt(): void;
  /** Inside the job, once it is booked: STX_… or LTX_… */
  keep(object: string): void;
  /** Nothing was booked here. */
  giveUp(): Promise<void>;
}

/**
 * `begun`: when the call of the cashier began (`performance.now()`), because all questions of one call share one budget of time.
 */
export interface CardAuthority extends Required<Pick<SaleWriter, 'saved'>> {
  /** The owner of the balances: the shop neither corrects nor expires balances that the upstream service owns. */
  readonly owner: 'shop' | 'upstream';
  /** `question` is null where the card is applied already. Throws `BridgeError` where the card or a voucher is refused. */
  termsFor(question: () => CardQuestion | null, begun: number): CardTerms | Promise<CardTerms>;
  /**
   * Takes money off a card without goods, before it is booked here. Throws `BridgeError` where the card is refused, and
   * `cardOffline` where nobody can say what it holds.
   */
  takeOff(question: DischargeQuestion): Promise<DischargeTerms>;
  /** Cards that the shop does not know are read where the balances are; does nothing where that is the shop itself. */
  meet(
    merchant: string,
    idents: readonly { readonly type: string; readonly value: string }[],
    begun: number,
  ): Promise<void>;
  /** Is this the passcode of the card? Null where the shop itself has to say. Throws `passcodeBlocked`. */
  provesPasscode(card: CardRecord, passcode: string, begun: number): Promise<boolean | null>;
  /** The notice for the cashier about the card that this sale has applied, or null. */
  noticeOf(sale: string): CardNotice | null;
}

const nothing = () => undefined;
export const OWN_TERMS: CardTerms = { kind: 'own', adopt: nothing, keep: nothing, giveUp: async () => undefined };

export const OWN_DISCHARGE: DischargeTerms = { adopt: nothing, keep: nothing, giveUp: async () => undefined };

/** The shop owns the balances: there is nobody to ask. */
export const ownCards: CardAuthority = {
  owner: 'shop',
  termsFor: () => OWN_TERMS,
  takeOff: async () => OWN_DISCHARGE,
  meet: async () => undefined,
  provesPasscode: async () => null,
  noticeOf: () => null,
  saved: nothing,
};
