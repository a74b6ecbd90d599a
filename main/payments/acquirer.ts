/** What the bridge asks of a payment processor. The simulated one is `virtualAcquirer.ts`; a real one is another file. */

export interface AcquirerRequest {
  /** Born with the intent: the same key always gives the same answer and books once. */
  readonly key: string;
  readonly method: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

export interface AcquirerAnswer {
  readonly approved: boolean;
  readonly authorisation: string;
  readonly reason: string;
}

export interface Acquirer {
  authorise(request: AcquirerRequest): Promise<AcquirerAnswer>;
  capture(request: AcquirerRequest): Promise<AcquirerAnswer>;
  reverse(request: AcquirerRequest): Promise<AcquirerAnswer>;
  /** What became of a request whose answer was lost; null when it never arrived. */
  lookUp(key: string): Promise<AcquirerAnswer | null>;
}
