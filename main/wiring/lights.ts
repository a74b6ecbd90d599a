/** The state of the first till in a few words, for a host that shows it outside the page. */
import type { Services } from '../api/services.ts';
import type { Unfinished } from '../store/unfinished.ts';
import { terminalOfTill } from '../terminal/payment/commandOwner.ts';
import type { QueueView, TerminalView } from '../wire/events.ts';

export interface Lights extends Unfinished {
  /** null: no shop, or no terminal at the first till. */
  readonly terminal: TerminalView['state'] | null;
  readonly upstream: QueueView['upstream'];
  /** Records that neither upstream service nor back office has confirmed. */
  readonly waiting: number;
}

export function lightsOf({ world, devices, shop, terminalView, queueView, unfinished }: Services): Lights {
  const merchant = shop.firstMerchant();
  const till = merchant && devices.firstTill(merchant.id);
  const { upstream, waiting } = queueView();
  const slot = merchant && till ? terminalOfTill(world, merchant.id, till) : null;
  return { ...unfinished(), terminal: (slot && terminalView(slot.device)?.state) ?? null, upstream, waiting };
}
