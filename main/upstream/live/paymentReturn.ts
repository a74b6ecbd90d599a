/**
 * Gives a payment at the upstream service back. A sale of its own there is cancelled as a whole; on a draft that holds a card
 * only the payment goes back, so that the card stays held for the next tender.
 */
import { executed } from '../../domain/transaction.ts';
import type { AcquirerAnswer, AcquirerRequest } from '../../world/acquirer.ts';
import { upstreamSale } from '../answers.ts';
import type { Json } from '../client.ts';
import { foreignAnswer, UpstreamError } from '../failures.ts';
import {
  type AcquirerParts,
  keep,
  PAYMENTS,
  type PaymentRow,
  pathOf,
  readPayment,
  readShown,
} from './outsidePayment.ts';
import { declined, type UpstreamPayment } from './paymentAnswer.ts';

/** void and refund. A part can go back, too. */
export async function giveBack(
  parts: AcquirerParts,
  request: AcquirerRequest,
  row: PaymentRow,
): Promise<AcquirerAnswer> {
  const remote = await readPayment(parts, row);
  const all = cancelsSale(parts, request, row);
  if (remote.condition === 'gone' && (!all || remote.status === 'cancelled')) return done(row);
  const left = all ? null : await leftOf(parts, row, remote);
  await keep(parts, request, { ...row, step: 'back', left, amount: request.amount });
  if (all) return saleCancelled(row, await cancelSale(parts, row));
  if (remote.payment === null) return declined('the sale at the upstream service names no payment');
  await reduce(parts, remote.payment, request.amount, `${request.key}.back`);
  return done(row);
}

/** The payment is the purpose of the sale there, or the whole sale is being cancelled here. */
function cancelsSale({ world }: AcquirerParts, { sale }: AcquirerRequest, { as, isHeld }: PaymentRow): boolean {
  if (as !== 'sale') return false;
  const here = sale ? world().ledger.sale(sale.merchant, sale.id) : null;
  return here === null || here.state === 'reversing' || (!isHeld && !executed(here.state));
}

/** Null: it has not happened, and is sent again. */
export async function lookUpReturn(parts: AcquirerParts, row: PaymentRow): Promise<AcquirerAnswer | null> {
  if (row.left === null) {
    const shown = await readShown(parts, row);
    return upstreamSale(shown).status === 'cancelled' ? done(row) : null;
  }
  const remote = await readPayment(parts, row);
  if (remote.condition === 'gone') return done(row);
  return (await leftOf(parts, row, remote)) === row.left - row.amount ? done(row) : null;
}

/** Ends a payment that nobody waits for any more, and reads what became of it: the payer may just have paid. */
export async function takeBack(parts: AcquirerParts, row: PaymentRow): Promise<UpstreamPayment> {
  const remote = await readPayment(parts, row);
  try {
    if (row.as === 'sale' && !row.isHeld) await cancelSale(parts, row);
    else if (remote.payment !== null && remote.condition !== 'gone' && remote.condition !== 'untouched')
      await reduce(parts, remote.payment, remote.due, `${row.key}.ended`);
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.kind !== 'answered') throw error;
  }
  return readPayment(parts, row);
}

const cancelSale = ({ client }: AcquirerParts, row: PaymentRow): Promise<Json> => client.post(`${pathOf(row)}/cancel`);

const reduce = ({ client }: AcquirerParts, payment: string, amount: number, key: string): Promise<void> =>
  client.command(`${PAYMENTS}/${encodeURIComponent(payment)}/cancel`, { reduce_amount_by: amount }, key);

/** The rest of the payment there, minor units. */
async function leftOf({ client }: AcquirerParts, { as }: PaymentRow, remote: UpstreamPayment): Promise<number> {
  if (remote.payment === null) return remote.due;
  const { details, amount } = await readShown({ client }, { as: 'payment', upstream: remote.payment });
  const left = Number((details as Json | undefined)?.amount ?? amount);
  return Number.isSafeInteger(left) ? left : as === 'sale' ? remote.due : 0;
}

function saleCancelled(row: PaymentRow, shown: Json): AcquirerAnswer {
  if (shown.id !== row.upstream) throw foreignAnswer();
  const { status } = upstreamSale(shown);
  return status === 'cancelled' ? done(row) : declined(`the upstream service shows the sale as ${status}`);
}

const done = ({ upstream }: PaymentRow): AcquirerAnswer => ({
  ...declined(''),
  approved: true,
  authorisation: upstream ?? '',
});
