/** Bodies that begin a payment at the upstream service. Of a card they have only the reference of its card page. Pure. */
import type { AcquirerRequest, OrderFacts } from '../../world/acquirer.ts';
import type { Sale } from '../../world/sales.ts';
import type { Json } from '../client.ts';
import { paymentDraftOf } from '../translation/sale.ts';

/** `money` takes it at once; `hold` authorises it. */
export type Wanted = 'hold' | 'money';

/** start/{method} takes the money of these at once; for all others it is prepare with `auto_capture`. */
const STARTED: ReadonlySet<string> = new Set(['debit', 'invoice', 'prepaid', 'ccload']);

/** The resources of a method that take a new payment; `/Payment/Transactions` takes all others. */
const RESOURCES: Readonly<Record<string, string>> = {
  debit: '/Payment/Svcdebits',
  creditcard: '/Payment/Svccreditcards',
  prepaid: '/Payment/Svcprepays',
  invoice: '/Payment/Svcinvoices',
  sofort: '/Payment/Svcsofort',
};

/** The reason why the payment cannot be passed on at all, or null. */
export function obstacleOf({ instrument, order }: AcquirerRequest): string | null {
  if (!instrument || order?.account) return null;
  if (instrument.type === 'applepay' || instrument.type === 'googlepay')
    return 'the encrypted data of the phone are not kept, so they cannot be passed on to the upstream service';
  if (instrument.type === 'bank_account') return 'the bank account has been deleted';
  return instrument.reference === null
    ? 'a card is charged by the reference of its card page (container.private.transact_hash), and there is none'
    : null;
}

/** Path below the sale, and body, of the call that begins the payment of a sale. */
export function paymentCall(request: AcquirerRequest, { method }: Sale, wanted: Wanted) {
  // The agreement knows ccload as creditcard; the service has a call of its own for it.
  const name = method === 'ccload' ? 'ccload' : request.method;
  const step = name === 'ccload' || (STARTED.has(name) && wanted === 'money') ? 'start' : 'prepare';
  const { descriptor, order } = request;
  const body = {
    ...instrumentOf(request),
    ...payerOf(order),
    ...callbacks(order),
    ...(descriptor ? { dynamic_descriptor: descriptor } : {}),
    ...(order?.email ? { email: order.email } : {}),
    ...(step === 'prepare' ? { auto_capture: wanted === 'money' } : {}),
  };
  return { path: `${step}/${name}`, body };
}

/** The create of a sale there that carries nothing but this payment. `cited`: id there of the payment that it follows. */
export function paymentDraft(request: AcquirerRequest, sale: Sale, wanted: Wanted, cited: string | null) {
  const { key, amount, recurring, order } = request;
  const { document } = sale;
  const own = document.payment_context ?? {};
  const shipping = contactIn((document as unknown as Json).shipping_address);
  const given = { creditcard_schemes: own.creditcard_schemes, payment_methods: own.payment_methods };
  const instructions = recurring && {
    type: recurring.type,
    cit_reference: cited,
    standing_instruction: recurring.standingInstruction,
    recurring_expiry: recurring.expiry,
    recurring_frequency: recurring.frequency,
  };
  return {
    ...paymentDraftOf(document, key, amount),
    ...payerOf(order),
    ...(shipping ? { shipping_address: { contact: shipping } } : {}),
    payment_context: {
      ...defined(given),
      auto_capture: wanted === 'money',
      ...(order?.accrual ? { accrual: true } : {}),
      ...(instructions ? { mit_instructions: defined(instructions) } : {}),
    },
    ...returnUrls(document.application_context?.return_urls),
  };
}

/** A payment without a sale. `reference` finds it again. */
export function paymentCreate(request: AcquirerRequest, wanted: Wanted, reference: string) {
  const { method, amount, currency, order } = request;
  const path = RESOURCES[method] ?? '/Payment/Transactions';
  const body = {
    ...{ amount, currency, payment_methods: [method], order_id: reference },
    payment_action: wanted === 'money' ? 'sale' : 'authorization',
    ...(order?.purpose ? { purpose: order.purpose } : {}),
    ...(order && order.basket.length > 0 ? { basket: order.basket } : {}),
    ...(order?.accrual ? { accrual: true } : {}),
    ...payerOf(order),
    ...instrumentOf(request),
    redirect_url: defined({ url_success: order?.successUrl, url_failure: order?.failureUrl }),
  };
  return { path, body };
}

function instrumentOf({ instrument, order }: AcquirerRequest) {
  if (order?.account) return { container: { type: 'bank_account', private: defined({ ...order.account }) } };
  if (!instrument?.reference) return {};
  const { type, reference, issuer } = instrument;
  return { container: { type, private: defined({ transact_hash: reference, issuer }) } };
}

const payerOf = (order: OrderFacts | null | undefined) =>
  order?.contact ? { customer: { contact: defined(order.contact) } } : {};

function callbacks(order: OrderFacts | null | undefined) {
  const urls = defined({ success_url: order?.successUrl, failure_url: order?.failureUrl });
  return Object.keys(urls).length > 0 ? { callback_urls: urls } : {};
}

/** The addresses of the payer. The push address stays here: this bridge tells its callers itself. */
function returnUrls(urls: Json | null | undefined) {
  const { url_success, url_error, url_abort } = urls ?? {};
  const kept = defined({ url_success, url_error, url_abort });
  return Object.keys(kept).length > 0 ? { application_context: { return_urls: kept } } : {};
}

function contactIn(value: unknown): object | null {
  const { contact } = (typeof value === 'object' && value !== null ? value : {}) as { readonly contact?: unknown };
  return typeof contact === 'object' && contact !== null && !Array.isArray(contact) ? defined(contact as Json) : null;
}

/** Without members that are null or undefined. */
const defined = (members: object): Json =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined));
