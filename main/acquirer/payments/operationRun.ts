/**
 * Operations at the acquirer: asked with the operation's key, and ended in one job with all that follows from it. What
 * a crash left open is looked up under the same key and ended the same way.
 */

import type { AcquirerAnswer } from '../../world/acquirer.ts';
import { BridgeError } from '../../world/errors.ts';
import type { OperationEnding, PaymentOperation } from '../../world/paymentOrder.ts';
import type { World } from '../../world/world.ts';
import { endOperation, type OperationEndWorld } from './operationEnd.ts';
import { paymentOf } from './operationStart.ts';

/** Members of the world that an operation at the acquirer uses, from its request to its ending. */
export type OperationWorld = OperationEndWorld & Pick<World, 'log'>;

/** Asks the acquirer and writes the ending. A declined operation is an ending, too; nothing is thrown for it. */
export async function runOperation(world: OperationWorld, operation: PaymentOperation): Promise<OperationEnding> {
  const { beingAsked: asking } = world.payments.operations;
  asking.add(operation.id);
  try {
    return await record(world, operation, await world.acquirer[operation.kind](operation.request).catch(unreachable));
  } finally {
    asking.delete(operation.id);
  }
}

/**
 * Before the door opens, and every now and then: every operation nobody is asking about is looked up, and ended by what
 * the acquirer knows. One it cannot be asked about stays open.
 */
export async function recoverOperations(world: OperationWorld): Promise<void> {
  const { beingAsked: asking, allOpen } = world.payments.operations;
  for (const operation of allOpen().filter(({ id }) => !asking.has(id)))
    await resolveOperation(world, operation).catch(error =>
      world.log('error', 'an operation at the acquirer is not settled', {
        operation: operation.id,
        error: String(error),
      }),
    );
}

/** Before something else is done with a payment: what was left open on it is looked up first. */
export async function resolveOpenOperation(world: OperationWorld, payment: string): Promise<void> {
  const { beingAsked: asking, openOf } = world.payments.operations;
  const open = openOf(payment);
  if (open && !asking.has(open.id)) await resolveOperation(world, open);
}

/** Ends an operation whose answer was lost, if the acquirer can be asked. */
export async function resolveOperation(world: OperationWorld, operation: PaymentOperation): Promise<OperationEnding> {
  const known = await world.acquirer.lookUp(operation.id).catch(unreachable);
  return known || !ASKED_AGAIN.has(operation.kind)
    ? record(world, operation, known ?? NEVER)
    : runOperation(world, operation);
}

/** What takes nothing from the payer is asked for again with its key; what does has simply not happened. */
const ASKED_AGAIN: ReadonlySet<PaymentOperation['kind']> = new Set(['confirm', 'refund', 'void']);

const NEVER: AcquirerAnswer = {
  approved: false,
  waits: null,
  authorisation: '',
  reason: 'the request never reached the acquirer',
  token: null,
  unheard: true,
};

async function record(
  world: OperationWorld,
  operation: PaymentOperation,
  answer: AcquirerAnswer,
): Promise<OperationEnding> {
  const ending = await world.ledger
    .write(() => endOperation(world, operation, answer))
    .catch(cause => {
      world.log('error', 'an answer of the acquirer cannot be stored', {
        operation: operation.id,
        error: String(cause),
      });
      throw new BridgeError('endingUnwritten', 'the acquirer has answered, but the answer cannot be stored', { cause });
    });
  return ending.following ? followed(world, ending, ending.following) : ending;
}

/** What follows cannot undo the ending; where it could not be asked, the next round asks. */
async function followed(
  world: OperationWorld,
  ending: OperationEnding,
  next: PaymentOperation,
): Promise<OperationEnding> {
  await runOperation(world, next).catch(error =>
    world.log('warn', 'what follows an operation is not settled', { operation: next.id, error: String(error) }),
  );
  return { ...ending, payment: paymentOf(world, next.merchant, next.payment).document };
}

/** The operation stays open; the next one on this payment, or the next start, asks what became of it. */
function unreachable(cause: unknown): never {
  throw new BridgeError('acquirerUnreachable', 'the acquirer cannot be reached; the ending is looked up', { cause });
}
