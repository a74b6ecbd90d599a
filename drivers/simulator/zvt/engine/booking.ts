/** One booking of the virtual terminal, as it is kept. */
import type { CardName } from './cards.ts';

export interface Booking {
  /** Place in the life of the terminal; never used again. */
  readonly id: number;
  readonly kind: 'payment' | 'reversal' | 'refund' | 'preAuthorisation';
  /**
   * `pending`: approved, and the till has not acknowledged everything yet; `kept`: final; `takenBack`: reversed by the
   * terminal itself, as if it had never been; `reversed`: by a command of the till; `held`: a pre-authorisation that waits;
   * `booked` and `released`: how it ended.
   */
  readonly state: 'pending' | 'kept' | 'takenBack' | 'reversed' | 'held' | 'booked' | 'released';
  readonly receiptNumber: number;
  readonly traceNumber: number;
  readonly turnoverNumber: number;
  /** Minor units; of a payment with a tip or cash the sum. */
  readonly amount: number;
  /** ISO 4217 number. */
  readonly currency: number;
  /** The till named the currency, so the terminal does too. */
  readonly namesCurrency: boolean;
  /** `YYYYMMDD` and `HHMMSS` of the terminal's clock. */
  readonly date: string;
  readonly time: string;
  readonly card: CardName;
  readonly authorisationCode: string;
  /** Contained in the amount. */
  readonly tip?: number;
  readonly cashback?: number;
  /** Of an amount that was partly reversed, what is left. */
  readonly left?: number;
  /** Of a pre-authorisation whose rest was booked by giving back a part: the id of that, which says in which day it counts. */
  readonly bookedBy?: number;
  /** Id and trace number of the booking this one changes. */
  readonly of?: number;
  readonly originalTrace?: number;
  /** The host was not asked. */
  readonly offline?: true;
  /** An offline booking the host has heard of since. */
  readonly handedIn?: true;
}
