/** The record that a terminal operation without a sale puts into the queue, in the commit of its outcome. */
import type { TransactionFacts } from '../../../drivers/terminal.ts';
import type { IntentRow, IntentState } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';

/** Inside a job. A command that never left says nothing to anybody outside. */
export function queueOperation(
  world: Pick<World, 'queue'>,
  { id, merchant, till, device, kind, amount, currency, original }: IntentRow,
  state: IntentState,
  facts: TransactionFacts | null,
): void {
  if (state === 'open' || state === 'notSent') return;
  world.queue.append({
    ...{ kind: 'terminalOperation', event: state, object: id, merchant, till, currency, lane: id },
    sum: facts?.amount ?? amount,
    facts: {
      operation: kind,
      device,
      original_receipt_number: original?.receipt || null,
      tid: facts?.terminalId ?? null,
      trace: facts?.traceNumber ?? null,
      receipt_number: facts?.receiptNumber ?? null,
      card_name: facts?.cardName ?? null,
      last_four: facts?.lastFour ?? null,
    },
  });
}
