export interface Cancellation {
  /** Minor units; null gives back everything. */
  readonly amount: number | null;
  readonly reason: string | null;
  readonly reduceStakeholders: boolean;
}
