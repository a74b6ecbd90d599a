/**
 * Runs operations at the acquirer: sends the request under the key of the operation and ends the operation in one job.
 * An operation that a crash left open is looked up under the same key.
 */

import type { AcquirerAnswer, OrderFacts } from '../../world/acquirer.ts';
import { BridgeError } from '../../world/errors.ts';
import type { OperationEnding, PaymentOperation } from '../../world/paymentOrder.ts';
import type { World } from '../../world/world.ts';
import { endOperation, type OperationEndWorld } from './operationEnd.ts';
import { paymentOf } from './operationStart.ts';

/** Members of the world that an operation at the acquirer uses, from its request to its ending. */
export type OperationWorld = OperationEndWorld & Pick<World, 'log'>;

/** Sends the request and writes the ending. A declined operation is an ending too; nothing is thrown for it. */
export async function runOperation(world: OperationWorld, operation: PaymentOperation): Promise<OperationEnding> {
  const { beingAsked: asking } = world.payments.operations;
  asking.add(operation.id);
  try {
    const request = { ...operation.request, order: orderFactsOf(world, operation) };
    return await record(world, operation, await world.acquirer[operation.kind](request).catch(unreachable));
  } finally {
    asking.delete(operation.id);
  }
}

/** Account and contact are read from the wallet for each request, so that no second copy of them is stored. */
function orderFactsOf(
  { payments, wallet }: Pick<World, 'payments' | 'wallet'>,
  { merchant, payment }: PaymentOperation,
): OrderFacts | null {
  const inner = payments.find(merchant, payment)?.inner;
  if (!inner) return null;
  const { container, email, orderId, purpose, successUrl, failureUrl, basket, accrual } = inner.order;
  const account = container === null ? null : (wallet.containers.find(merchant, container)?.inner.account ?? null);
  const contact = (inner.customer?.contact ?? null) as OrderFacts['contact'];
  return { account, contact, email, orderId, purpose, successUrl, failureUrl, basket, accrual };
}

/**
 * At the start and at intervals: looks up every open operation that no request is waiting for, and ends it by the
 * answer of the acquirer. An operation that cannot be looked up stays open.
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

/** Looks up the open operation of a payment before the next step. */
export async function resolveOpenOperation(world: OperationWorld, payment: string): Promise<void> {
  const { beingAsked: asking, openOf } = world.payments.operations;
  const open = openOf(payment);
  if (open && !asking.has(open.id)) await resolveOperation(world, open);
}

/** Ends an operation without an answer by a lookup at the acquirer. Throws where the acquirer cannot be reached. */
export async function resolveOperation(world: OperationWorld, operation: PaymentOperation): Promise<OperationEnding> {
  const known = await world.acquirer.lookUp(operation.id).catch(unreachable);
  return known || !REPEATABLE.has(operation.kind)
    ? record(world, operation, known ?? NEVER_SENT)
    : runOperation(world, operation);
}

/**
 * Operations that take no money from the payer: they are sent again under their key. Any other operation that the
 * acquirer does not know has not happened.
 */
const REPEATABLE: ReadonlySet<PaymentOperation['kind']> = new Set(['confirm', 'refund', 'void']);

const NEVER_SENT: AcquirerAnswer = {
  approved: false,
  waits: null,
  authorisation: '',
  reason: 'the request never reached the acquirer',
  token: null,
  undelivered: true,
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
  return ending.following ? runFollowing(world, ending, ending.following) : ending;
}

/** Runs the following operation. A failure does not undo the ending; the next round sends the operation again. */
async function runFollowing(
  world: OperationWorld,
  ending: OperationEnding,
  next: PaymentOperation,
): Promise<OperationEnding> {
  await runOperation(world, next).catch(error =>
    world.log('warn', 'what follows an operation is not settled', { operation: next.id, error: String(error) }),
  );
  return { ...ending, payment: paymentOf(world, next.merchant, next.payment).document };
}

/** The operation stays open; the next operation of this payment, or the next start, looks it up. */
function unreachable(cause: unknown): never {
  throw new BridgeError('acquirerUnreachable', 'the acquirer cannot be reached; the ending is looked up', { cause });
}
