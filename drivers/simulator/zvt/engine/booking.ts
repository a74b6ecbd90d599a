/** One booking in the memory of the virtual terminal. */
import type { CardName } from './cards.ts';

export interface Booking {
  /** Place in the list of all bookings; never used again. */
  readonly id: number;
  readonly kind: 'payment' | 'reversal' | 'refund' | 'preAuthorisation';
  /**
   * `pending`: approved, not fully acknowledged by the till yet; `kept`: final; `takenBack`: undone by the terminal itself;
   * `reversed`: undone by a command of the till; `held`: a pre-authorisation that waits; `booked` and `released`: a
   * pre-authorisation that ended.
   */
  readonly state: 'pending' | 'kept' | 'takenBack' | 'reversed' | 'held' | 'booked' | 'released';
  readonly receiptNumber: number;
  readonly traceNumber: number;
  readonly turnoverNumber: number;
  /** Minor units, tip and cash included. */
  readonly amount: number;
  /** ISO 4217 number. */
  readonly currency: number;
  /** The till named the currency, so the terminal names it too. */
  readonly namesCurrency: boolean;
  /** `YYYYMMDD` and `HHMMSS` of the terminal's clock. */
  readonly date: string;
  readonly time: string;
  readonly card: CardName;
  readonly authorisationCode: string;
  /** Contained in the amount. */
  readonly tip?: number;
  readonly cashback?: number;
  /** Minor units that are left after a partial reversal. */
  readonly left?: number;
  /** Id of the partial release that booked the rest of a pre-authorisation; it decides on which day the rest counts. */
  readonly bookedBy?: number;
  /** Id and trace number of the booking that this booking changes. */
  readonly of?: number;
  readonly originalTrace?: number;
  /** Approved without the host. */
  readonly offline?: true;
  /** The offline booking has been sent to the host since. */
  readonly handedIn?: true;
}
