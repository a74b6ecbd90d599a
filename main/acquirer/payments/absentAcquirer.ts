/** The payment processor of a shop that has none: it serves nothing, and whatever is asked of it is refused. */

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
  /** Nobody keeps a token, so nothing has to be given back; none can be had. */
  token: ({ archive }) => (archive ? Promise.resolve('archived') : refuse()),
};
