/**
 * Passes payments that need somebody outside through to the upstream service: the payer finishes on its page, and it settles
 * with the processor. Each payment is a Smart Transaction there, the held shell of the sale where there is one.
 */
import type { Acquirer, AcquirerAnswer, AcquirerRequest } from '../../world/acquirer.ts';
import { BridgeError } from '../../world/errors.ts';
import type { UpstreamDeliveries, UpstreamHolds } from '../../world/upstream.ts';
import type { World } from '../../world/world.ts';
import type { Json, UpstreamClient } from '../client.ts';
import { changedNothing, UpstreamError } from '../failures.ts';
import { isDone } from '../replay.ts';
import { seenSale } from '../seen.ts';
import { shellOf } from '../translation/sale.ts';

export interface AcquirerParts {
  readonly client: Pick<UpstreamClient, 'get' | 'post'>;
  readonly store: Pick<UpstreamDeliveries, 'object' | 'save'>;
  readonly holds: Pick<UpstreamHolds, 'ofSale'>;
  world(): Pick<World, 'ledger'>;
  isUp(): boolean;
}

export interface UpstreamAcquirer extends Acquirer {
  /** Has the payer finished on the page of the service, or has the payment ended there? `key` of the request that began it. */
  isDecided(key: string): Promise<boolean>;
  /** Did this sale end at the service with the payment itself? Then there is nothing to replay. */
  holdsSale(sale: string, method: unknown): boolean;
}

/** The payer finishes these on a page; others need facts of the payer that no request to an acquirer has. */
const PAGES: ReadonlySet<string> = new Set(['creditcard', 'paypal', 'sofort', 'giropay', 'eps']);
const LIST = '/Smart/Transactions';

/** What a request asks for: it begins or follows the payment, takes the money, or gives it back. */
type PaymentStep = 'begun' | 'capture' | 'back';

export function createUpstreamAcquirer(parts: AcquirerParts): UpstreamAcquirer {
  const { client, store, isUp } = parts;
  const read = async (upstream: string) => client.get(pathOf(upstream));
  const found = (key: string | null | undefined) => store.object(paymentObject(key ?? ''))?.upstream ?? null;

  /** A later call on the payment; `act` gives the sale as the service answers it. */
  const onPayment =
    (step: PaymentStep, act: (upstream: string, request: AcquirerRequest) => Promise<AcquirerAnswer>) =>
    async (request: AcquirerRequest) => {
      const upstream = found(request.original);
      if (upstream === null) return declined('the upstream service does not know the payment');
      await remember(parts, request, upstream, step);
      return answering(() => act(upstream, request));
    };
  const whole = async (upstream: string, { amount }: AcquirerRequest, act: () => Promise<Json>) => {
    const shown = await read(upstream);
    if (amount !== (missingOf(shown) || seenSale(shown).sum))
      return declined('the upstream service moves the whole amount only');
    return answerOf(await act());
  };
  const refused = async () => declined('the upstream service has no call for this');

  return {
    serves: method => PAGES.has(method) && isUp(),
    isOffline: method => PAGES.has(method) && !isUp(),
    account: null,
    payInAccount() {
      throw new BridgeError('noProcessor', 'payin_account: the upstream service has no pay-in account for this shop');
    },
    identified: async () => null,
    authorise: request => begin(parts, request, false),
    sale: request => begin(parts, request, true),
    confirm: onPayment('begun', async (upstream, { payer }) => {
      const answer = answerOf(await read(upstream));
      if (answer.waits !== 'payer' || payer === 'accepted') return answer;
      await client.post(`${pathOf(upstream)}/cancel`);
      return declined(payer === 'refused' ? 'refused by the payer' : 'the payer did not finish in time');
    }),
    capture: onPayment('capture', async (upstream, request) =>
      whole(upstream, request, () => client.post(`${pathOf(upstream)}/start`)),
    ),
    void: onPayment('back', async upstream => cancelled(await client.post(`${pathOf(upstream)}/cancel`))),
    refund: onPayment('back', async (upstream, { amount }) => {
      if (seenSale(await read(upstream)).sum !== amount)
        return declined('the upstream service gives back the whole only');
      return cancelled(await client.post(`${pathOf(upstream)}/cancel`));
    }),
    increase: refused,
    collect: refused,
    async lookUp(key) {
      const known = store.object(paymentObject(key));
      if (!known?.upstream) return null;
      const shown = await read(known.upstream);
      const isDoneThere = isDone(seenSale(shown));
      // A later call is known by what it leads to; what has not happened is null, and is sent again where that is safe.
      if (known.step === 'begun') return isUntouched(shown) && !isDoneThere ? null : answerOf(shown);
      if (known.step === 'capture') return isDoneThere ? answerOf(shown) : null;
      return seenSale(shown).status === 'cancelled' ? cancelled(shown) : null;
    },
    token: async ({ archive }) => (archive ? 'archived' : 'failed'),
    async isDecided(key) {
      const upstream = found(key);
      return upstream !== null && answerOf(await read(upstream)).waits === null;
    },
    holdsSale: (sale, method) => PAGES.has(String(method)) && store.object(saleObject(sale)) !== null,
  };
}

const pathOf = (upstream: string) => `${LIST}/${encodeURIComponent(upstream)}`;
/** Names of rows in `upstream_object`: of a request to the acquirer, and of the sale that it pays. */
const paymentObject = (key: string) => `payment/${key}`;
const saleObject = (sale: string) => `paid/${sale}`;

/** The payment begins: on the held shell of the sale, else on a sale of its own. create and prepare move no money. */
async function begin(parts: AcquirerParts, request: AcquirerRequest, capture: boolean): Promise<AcquirerAnswer> {
  return answering(async () => {
    const upstream = await saleThere(parts, request, capture);
    await remember(parts, request, upstream, 'begun');
    const { method, instrument, descriptor } = request;
    const reference = instrument?.reference;
    const container = reference ? { container: { type: instrument.type, private: { transact_hash: reference } } } : {};
    const body = { ...container, ...(descriptor ? { dynamic_descriptor: descriptor } : {}), auto_capture: capture };
    return answerOf(await parts.client.post(`${pathOf(upstream)}/prepare/${method}`, body));
  });
}

async function saleThere({ client, holds, world }: AcquirerParts, request: AcquirerRequest, capture: boolean) {
  const { key, amount, currency } = request;
  const sale = request.sale ? world().ledger.sale(request.sale.merchant, request.sale.id) : null;
  const held = sale ? holds.ofSale(sale.id)?.upstream : null;
  if (held) return held;
  const shell = sale ? shellOf(sale.document, key) : null;
  const sum = { transactionRef: key, product: key, basket_info: { sum: amount, currency } };
  // Discounts of the shop make another sum than the basket: then the amount goes alone.
  const body = shell?.sumCreated === amount ? shell.create : sum;
  const context = { payment_context: { auto_capture: capture } };
  const application = sale?.document.application_context;
  const more = application ? { application_context: application } : {};
  return String((await client.post(LIST, { ...body, ...context, ...more }, `${key}.payment`)).id);
}

/** Before the request that concerns money: a lost answer is looked up by this. */
function remember(
  { store, world }: AcquirerParts,
  request: AcquirerRequest,
  upstream: string,
  step: PaymentStep,
): Promise<void> {
  const { key, original, sale } = request;
  const row = { upstream, key, receiptNumber: null, facts: {} };
  return world().ledger.write(() => {
    store.save({ ...row, object: paymentObject(key), step });
    if (sale && !original) store.save({ ...row, object: saleObject(sale.id), step: 'payment' });
  });
}

/** Throws where nobody knows whether the service has carried it out: the operation stays open, and is looked up. */
async function answering(ask: () => Promise<AcquirerAnswer>): Promise<AcquirerAnswer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof UpstreamError) || !changedNothing(error)) throw error;
    const undelivered = error.kind === 'answered' ? {} : ({ undelivered: true } as const);
    return { ...declined(error.message), ...undelivered };
  }
}

const declined = (reason: string): AcquirerAnswer => ({
  approved: false,
  waits: null,
  authorisation: '',
  reason,
  token: null,
});

function answerOf(shown: Json): AcquirerAnswer {
  const seen = seenSale(shown);
  const page = typeof shown.iframe_url === 'string' && shown.iframe_url !== '' ? shown.iframe_url : null;
  const given = { authorisation: seen.id, reason: '', token: null };
  if (isDone(seen)) return { ...given, approved: true, waits: null };
  if (page !== null) return { ...given, approved: false, waits: 'payer', page };
  if (seen.status === 'created' || seen.status === 'processing') return { ...given, approved: true, waits: null };
  if (seen.status === 'pending') return { ...given, approved: false, waits: 'money' };
  return declined(`the upstream service shows the payment as ${seen.status}`);
}

/** No payment was begun on it: neither page nor authorisation. */
const isUntouched = (shown: Json): boolean =>
  shown.iframe_url == null && !(Array.isArray(shown.transactions) && shown.transactions.length > 0);

const cancelled = (shown: Json): AcquirerAnswer => {
  const { id, status } = seenSale(shown);
  if (status !== 'cancelled') return declined(`the upstream service shows the payment as ${status}`);
  return { approved: true, waits: null, authorisation: id, reason: '', token: null };
};

const missingOf = ({ basket_info }: Json): number => Number((basket_info as Json | undefined)?.missing_sum ?? 0);
