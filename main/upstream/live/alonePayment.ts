/** A payment without a sale, as a Payment Transaction at the upstream service. */
import type { AcquirerAnswer, AcquirerRequest } from '../../world/acquirer.ts';
import type { Json } from '../client.ts';
import { foreignAnswer, UpstreamError } from '../failures.ts';
import { quoted } from '../objectRun.ts';
import {
  type AcquirerParts,
  answering,
  keep,
  PAYMENTS,
  type PaymentRow,
  readShown,
  settled,
  upstreamPayment,
} from './outsidePayment.ts';
import { declined } from './paymentAnswer.ts';
import { obstacleOf, paymentCreate, type Wanted } from './paymentCalls.ts';

/** The row is stored before the call: creating this payment may move money. */
export async function beginAlone(
  parts: AcquirerParts,
  request: AcquirerRequest,
  wanted: Wanted,
): Promise<AcquirerAnswer> {
  const obstacle = obstacleOf(request);
  if (obstacle !== null) return declined(obstacle);
  const { key, amount, order } = request;
  const reference = order?.orderId || key;
  const row: PaymentRow = {
    ...{ key, upstream: null, step: 'begun', as: 'payment', isHeld: false, wanted, amount },
    ...{ reference, missedAt: null, left: null },
  };
  await keep(parts, request, row);
  return answering(parts, async () => {
    const { path, body } = paymentCreate(request, wanted, reference);
    const { id } = await parts.client.post(path, body, `${key}.payment`);
    if (typeof id !== 'string' || id === '') throw unfound('the answer names no payment');
    const known = { ...row, upstream: id };
    const shown = await readShown(parts, known);
    if (!isOwnPayment(shown, known)) throw foreignAnswer();
    await keep(parts, request, known);
    return settled(parts, known, upstreamPayment(known, shown));
  });
}

/** By the reference and the amount that were sent; a service that leaves one out has to show the other. */
function isOwnPayment({ order_id, amount }: Json, row: PaymentRow): boolean {
  if (amount !== undefined && Number(amount) !== row.amount) return false;
  return order_id === undefined || order_id === null ? amount !== undefined : order_id === row.reference;
}

/**
 * The id of a payment whose answer was lost; null where it is certain that there is none: two searches with the lag of the list
 * between them. Throws `UpstreamError` before that.
 */
export async function findAlone(parts: AcquirerParts, key: string, row: PaymentRow): Promise<string | null> {
  const { client, store, world, lag } = parts;
  const query = new URLSearchParams({ q: `order_id:${quoted(row.reference ?? key)}`, count: '100' });
  const { data } = await client.get(`${PAYMENTS}?${query}`);
  const shown = Array.isArray(data) ? (data as Json[]) : [];
  // Other references alone answer another question.
  const reference = row.reference ?? key;
  if (shown.length > 0 && shown.every(({ order_id: other }) => typeof other === 'string' && other !== reference))
    throw foreignAnswer();
  const hits = shown.filter(
    hit => typeof hit.id === 'string' && isOwnPayment(hit, row) && store.localOf(hit.id) === null,
  );
  const [hit] = hits;
  if (hits.length > 1) throw unfound(`${hits.length} payments there have the same order_id and amount`);
  if (hit) {
    const upstream = String(hit.id);
    await keep(parts, { key }, { ...row, upstream });
    return upstream;
  }
  const now = world().clock.now();
  // A time in the future was written before the clock was set back.
  const isFirst = row.missedAt === null || row.missedAt > now;
  if (isFirst) await keep(parts, { key }, { ...row, missedAt: now });
  if (isFirst || now < (row.missedAt ?? 0) + lag) throw unfound('it is looked for once more');
  return null;
}

const unfound = (why: string): UpstreamError =>
  new UpstreamError({
    kind: 'answered',
    texts: {
      de: `Was beim Dienst aus der Zahlung wurde, ist noch nicht bekannt (${why}).`,
      en: `What became of the payment at the service is not known yet (${why}).`,
    },
  });
