/** What a caller asks to be given back of a payment. */

export interface Cancellation {
  /** Minor units; null gives back everything. */
  readonly amount: number | null;
  readonly reason: string | null;
  readonly reduceStakeholders: boolean;
}
