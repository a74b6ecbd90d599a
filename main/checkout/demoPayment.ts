/** start/demo: takes a random outcome, so that a till can be tried out; a live shop has no demo outcomes. */

import { type ClosingWorld, close } from '../sale/close.ts';
import { dueAmount } from '../sale/dueAmount.ts';
import { currentSale } from '../sale/lookup.ts';
import { advance } from '../sale/transition.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { BridgeError } from '../world/errors.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { type VoidingWorld, voidPayment } from './acquirer/acquirerPayment.ts';

export async function payByDemoOutcome(
  world: VoidingWorld & ClosingWorld & Pick<World, 'demoOutcomes'>,
  before: Sale,
): Promise<SmartTransaction> {
  const { demoOutcomes: chance } = world;
  if (!chance) throw new BridgeError('noProcessor', 'start/demo only plays at paying: it is for demo and training');
  await voidPayment(world, before, 'start/demo');
  const document = await world.ledger.write(() => {
    const sale = currentSale(world, before);
    dueAmount(sale, 'pay', 'start/demo');
    const paying = advance(world, sale, 'pay', 'start/demo', {}, { method: 'demo' });
    const facts = chance.draw(world.ledger.nextNumber('demo payments'));
    if (!facts) return advance(world, paying, 'declined', 'start/demo').document;
    return close(world, paying, { method: 'demo', input: 'paid', facts }).document;
  });
  if (document.status === 'failed') throw new BridgeError('declined', 'start/demo: chance has declined this one');
  return document;
}
