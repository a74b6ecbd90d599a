/** The diagnosis of a terminal: it moves no money, but its receipt is kept like that of a sale. */
import type { TaskOutcome } from '../../../drivers/index.ts';
import { terminalReceipt } from '../../domain/terminalReceipt.ts';
import { withTrainingMark } from '../../domain/trainingMark.ts';
import { newSale } from '../../sale/basket.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import type { Sale } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { type Deadline, deadlineOf } from './deadline.ts';
import { refuseBusy } from './preconditions.ts';

/**
 * Blocks until the terminal has finished, at most for `answerWithin`; a client that disconnects does not stop it. A second
 * request gets the answer of the running diagnosis, within a time of its own; while anything else runs it throws `terminalBusy`.
 */
export async function diagnose(world: World, principal: Principal, device: string): Promise<SmartTransaction> {
  const slot = slotOf(world, principal, device);
  const call: Call = { deadline: deadlineOf(world), sale: '' };
  return call.deadline.answer(diagnoseWithin(world, principal, slot, call), () => {
    const sale = world.ledger.sale(principal.merchant, call.sale);
    if (!sale) throw new Error(`the Smart Transaction ${call.sale} of a diagnosis is gone`);
    return sale.document;
  });
}

/** One call, and the Smart Transaction of the diagnosis that it waits for. */
interface Call {
  readonly deadline: Deadline;
  sale: string;
}

async function diagnoseWithin(
  world: World,
  principal: Principal,
  slot: TerminalSlot,
  call: Call,
): Promise<SmartTransaction> {
  await world.recovery.settleFirst(slot);
  const running = world.running.service(slot.device);
  if (running?.kind === 'diagnosis') {
    call.sale = await running.written;
    call.deadline.join();
    return running.answer;
  }
  refuseBusy(world, slot);
  const begun = begin(world, principal, call);
  const answer = serve(world, begun, slot);
  world.running.beginService(slot.device, { kind: 'diagnosis', written: begun.then(({ id }) => id), answer });
  return answer;
}

/** The terminal by its own id, by the id of its till, or by `me`. Throws `notFound` and `noDevice`. */
export function slotOf(world: Pick<World, 'devices'>, principal: Principal, device: string): TerminalSlot {
  const me = device.toLowerCase() === 'me';
  if (!me && !world.devices.owned(principal.merchant, device))
    throw new BridgeError('notFound', `there is no device ${device}`);
  const slot = world.devices.terminalFor(principal.merchant, me ? principal.device : device);
  if (!slot) throw new BridgeError('noDevice', 'no terminal is connected for this device');
  return slot;
}

async function serve(world: World, begun: Promise<Sale>, slot: TerminalSlot): Promise<SmartTransaction> {
  const sale = await begun;
  const done = await slot.terminal.perform({ do: 'diagnosis' });
  const document = await world.ledger.write(() => end(world, sale, done));
  if (done.kind === 'done') return document;
  throw new BridgeError('serviceFailed', `terminal: ${done.reason.text}`, { extra: { receipt: document.receipt } });
}

function begin(world: World, principal: Principal, call: Call): Promise<Sale> {
  return world.ledger.write(() => {
    call.deadline.begin();
    const sale = newSale(world, principal, { product: 'diagnosis' });
    call.sale = sale.id;
    world.ledger.insert(sale);
    return world.saleSteps.advance(sale, 'pay', 'diagnosis');
  });
}

function end(world: World, sale: Sale, done: TaskOutcome): SmartTransaction {
  const { receipt } = terminalReceipt(done.receipts, 'diagnosis', world.settings.language);
  const patch: Partial<SmartTransaction> = {
    receipt: [...withTrainingMark(world.settings, receipt)] as SmartTransaction['receipt'],
  };
  return world.saleSteps.advance(sale, done.kind === 'done' ? 'paid' : 'declined', 'diagnosis', patch).document;
}
