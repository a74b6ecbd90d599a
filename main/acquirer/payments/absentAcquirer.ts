/** Acquirer of a shop without a payment processor: serves no method and refuses every request. */

import type { Acquirer } from '../../world/acquirer.ts';
import { BridgeError } from '../../world/errors.ts';

const refuse = async (): Promise<never> => {
  throw new BridgeError('noProcessor', 'no payment processor is set up');
};

export const absentAcquirer: Acquirer = {
  serves: () => false,
  account: null,
  payInAccount() {
    throw new BridgeError('noProcessor', 'payin_account: no payment processor is set up');
  },
  identified: async () => null,
  authorise: refuse,
  sale: refuse,
  confirm: refuse,
  capture: refuse,
  refund: refuse,
  void: refuse,
  increase: refuse,
  collect: refuse,
  lookUp: refuse,
  /** No processor keeps a token, so archiving succeeds at once and a request for a token is refused. */
  token: ({ archive }) => (archive ? Promise.resolve('archived') : refuse()),
};
