/** Begins the payment of a sale at the upstream service: on the draft that holds its card, else on a sale of its own there. */
import type { AcquirerAnswer, AcquirerRequest } from '../../world/acquirer.ts';
import type { Sale } from '../../world/sales.ts';
import { upstreamSale } from '../answers.ts';
import { UpstreamError } from '../failures.ts';
import { referenceOf } from '../translation/sale.ts';
import { createOwn, salePath, within } from './draftSale.ts';
import {
  type AcquirerParts,
  answering,
  keep,
  type PaymentRow,
  readShown,
  refusedBy,
  SALES,
  settled,
  unreachable,
  upstreamPayment,
} from './outsidePayment.ts';
import { declined } from './paymentAnswer.ts';
import { obstacleOf, paymentCall, paymentDraft, type Wanted } from './paymentCalls.ts';
import { takeBack } from './paymentReturn.ts';

/** ms until a sale of its own must be there: creating it moves no money, so nothing is lost where that takes longer. */
const CREATE_LIMIT = 5000;

export async function beginOnSale(
  parts: AcquirerParts,
  request: AcquirerRequest,
  sale: Sale,
  wanted: Wanted,
): Promise<AcquirerAnswer> {
  const obstacle = obstacleOf(request);
  if (obstacle !== null) return declined(obstacle);
  let place: Pick<PaymentRow, 'upstream' | 'isHeld'>;
  try {
    place = await placeFor(parts, request, sale, wanted);
  } catch (error) {
    await parts.onFailure(error);
    if (error instanceof UpstreamError) return refusedBy(error);
    throw error;
  }
  const row: PaymentRow = {
    ...{ ...place, key: request.key, step: 'begun', as: 'sale', wanted, amount: request.amount },
    ...{ reference: null, missedAt: null, left: null },
  };
  await keep(parts, request, row);
  const { path, body } = paymentCall(request, sale, wanted);
  const answer = await answering(parts, async () =>
    settled(parts, row, upstreamPayment(row, await parts.client.post(`${SALES}/${row.upstream}/${path}`, body))),
  );
  if (!answer.approved && answer.waits === null && !row.isHeld) await tidy(parts, row);
  return answer;
}

/** The held draft where it still asks for this amount; its hold may have expired there. Throws `UpstreamError`. */
async function placeFor(parts: AcquirerParts, request: AcquirerRequest, sale: Sale, wanted: Wanted) {
  const { holds } = parts;
  const held = holds.ofSale(sale.id);
  if (held?.upstream) {
    const shown = await within(CREATE_LIMIT, readShown(parts, { as: 'sale', upstream: held.upstream }));
    const { status } = upstreamSale(shown);
    const { missing_sum } = (shown.basket_info ?? {}) as { readonly missing_sum?: unknown };
    const isOpen = status === 'processing' || status === 'failed';
    if (isOpen && Number(missing_sum) === request.amount) return { upstream: held.upstream, isHeld: true };
    // The held amount is free again: the card's part is entered like that of a sale without the line.
    await parts.world().ledger.write(() => holds.release(held.id, null));
  }
  return { upstream: await ownSale(parts, request, sale, wanted), isHeld: false };
}

async function ownSale(parts: AcquirerParts, request: AcquirerRequest, sale: Sale, wanted: Wanted): Promise<string> {
  const { client, store } = parts;
  const cited = request.recurring?.citReference ? store.upstreamOf(request.recurring.citReference) : null;
  const body = paymentDraft(request, sale, wanted, cited);
  let isLate = false;
  const own = { marker: sale.id, draft: request.key, reference: referenceOf(sale.document).transactionRef };
  // Nothing but a sale that has shown our mark is ever cancelled.
  const created = createOwn(client, body, { ...own, key: `${request.key}.payment` });
  const cancel = ({ upstream }: { readonly upstream: string }) => client.post(`${salePath(upstream)}/cancel`);
  // The caller has gone: nobody pays on it any more.
  created.then(late => (isLate ? cancel(late) : null)).catch(() => undefined);
  let remote: Awaited<typeof created>;
  try {
    remote = await within(CREATE_LIMIT, created);
  } catch (error) {
    isLate = true;
    throw error instanceof UpstreamError && error.kind !== 'answered' ? unreachable() : error;
  }
  if (remote.status === 'created' && remote.sum === request.amount) return remote.upstream;
  await cancel(remote).catch(() => undefined);
  throw new UpstreamError({
    kind: 'answered',
    name: 'Tillbridge',
    texts: {
      de: `Der Dienst legt den Verkauf mit ${remote.sum} an, zu zahlen sind ${request.amount}. Dort wurde nichts bezahlt.`,
      en: `The service creates the sale with ${remote.sum}, and ${request.amount} is due. Nothing was paid there.`,
    },
  });
}

/** The sale of its own has served its purpose; where it stays it is an unpaid sale there, and holds nothing. */
const tidy = (parts: AcquirerParts, row: PaymentRow) => takeBack(parts, row).catch(() => undefined);
