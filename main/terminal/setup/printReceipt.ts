/** Prints the receipt of a sale on the paper of the card terminal: for shops without a printer of their own. */

import { textline } from '../../domain/receipt.ts';
import { saleOf } from '../../sale/lookup.ts';
import type { PrintReceiptInput } from '../../wire/terminals.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import type { World } from '../../world/world.ts';
import type { OpenTerminal } from './registry.ts';
import { printLines } from './tasks.ts';

/** Throws `notFound`, `receiptMissing` where there is no receipt, and the errors of a task at the terminal. */
export async function printReceipt(
  world: Pick<World, 'devices' | 'intents' | 'ledger' | 'recovery' | 'running' | 'settings'>,
  open: OpenTerminal,
  principal: Principal,
  { transaction, copy = 'customer', again = false }: PrintReceiptInput,
): Promise<void> {
  const { document } = saleOf(world, principal, transaction);
  const lines = copy === 'customer' ? document.receipt : (document.receipt_merchant ?? []);
  if (lines.length === 0) throw new BridgeError('receiptMissing', `${transaction} has no receipt for the ${copy}`);
  const mark = again ? [textline(COPY[world.settings.language], 'align-center')] : [];
  await printLines(world, open, [...mark, ...lines]);
}

const COPY = { de: '* * Kopie * *', en: '* * Copy * *' } as const;
