/** When the terminal's answer fits neither way, a manager looks at the terminal's own list and decides. */
import type { SmartTransaction } from '../api/transactions/contract.ts';
import type { Principal } from '../ports/people.ts';
import type { World } from '../ports/world.ts';
import { refusal } from './advance.ts';
import { saleOf } from './read.ts';
import { recordVerdict } from './recover.ts';

/** Only for endings that really are open for a person; the decision is kept with who made it. */
export async function decideByPerson(
  world: World,
  principal: Principal,
  id: string,
  happened: boolean,
): Promise<SmartTransaction> {
  const sale = saleOf(world, principal, id);
  const intent = world.intents.ofSale(sale.id).find(row => row.person);
  if (!intent) throw refusal(sale.state, 'a decision by a person');
  const who = principal.staff?.username ?? principal.client;
  await recordVerdict(
    world,
    intent,
    { kind: happened ? 'happened' : 'didNotHappen', because: `decided by ${who}` },
    null,
  );
  world.running.end(intent.party);
  return saleOf(world, principal, id).document;
}
