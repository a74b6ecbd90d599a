/** The question that is asked before anything is booked, written or prepared: is there a processor for this at all? */

import type { Service } from './acquirer.ts';
import { BridgeError } from './errors.ts';
import type { World } from './world.ts';

type Processed = Pick<World, 'acquirer'>;

/** Throws `noProcessor` for a payment method that nobody stands behind, `processorOffline` while the line to it is down. */
export function requireProcessor({ acquirer }: Processed, method: string): void {
  if (acquirer.isOffline?.(method))
    throw new BridgeError('processorOffline', `the method "${method}" goes through the upstream service`);
  if (!acquirer.serves(method))
    throw new BridgeError('noProcessor', `the method "${method}" needs a payment processor, and none is set up`);
}

/** Throws `noProcessor` for a service that nobody offers. */
export function requireService({ acquirer }: Processed, service: Service): void {
  if (!acquirer.serves(service))
    throw new BridgeError('noProcessor', `${SERVICES[service]} needs a payment processor, and none is set up`);
}

const SERVICES = {
  networkToken: 'request_token: a network token',
  identification: 'the identification of a merchant',
  payInAccount: 'payin_account: a pay-in account',
} as const satisfies Record<Service, string>;
