/** What payments ask of the wallet: contacts and instruments by their ids. */
import type { Payers } from '../../world/payments.ts';
import type { Wallet } from '../../world/wallet.ts';

export const payersOf = ({ customers, containers }: Wallet): Payers => ({
  container(merchant, id) {
    const found = containers.find(merchant, id);
    if (!found) return null;
    const { document, inner } = found;
    return { type: document.type, public: document.public ?? {}, reference: inner.instrument.reference };
  },
  customer: (merchant, id) => customers.find(merchant, id)?.document ?? null,
});
