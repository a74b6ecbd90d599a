/** What one group of checkout steps leaves to another. */
import type { TillView } from '../../main/wire/till.ts';
import type { WaitingRoom } from './openPayments.ts';

/** What one group of steps leaves to another. */
export interface Steps {
  /** Takes everything from the bridge. */
  readonly load: () => Promise<TillView>;
  readonly nextCustomer: () => void;
  readonly room: WaitingRoom;
}
