/**
 * Passes payments that need somebody outside through to the upstream service, which settles them. The payment of a sale is a
 * Smart Transaction there: the draft that holds the card of the sale, else one of its own. A payment without a sale is a
 * Payment Transaction there. An answer that was lost is looked up by the stored id before anything is repeated.
 */
import type { Acquirer, AcquirerAnswer, AcquirerRequest } from '../../world/acquirer.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Sale } from '../../world/sales.ts';
import type { SaleWriter, SavedStep } from '../../world/saleWriters.ts';
import { paidOutside } from '../delivery.ts';
import { storedAs } from '../objectRun.ts';
import { NEW } from '../replay.ts';
import { beginAlone, findAlone } from './alonePayment.ts';
import { within } from './draftSale.ts';
import {
  type AcquirerParts,
  answering,
  keep,
  type PaymentRow,
  readPayment,
  rowOf,
  settled,
  unreachable,
} from './outsidePayment.ts';
import { answerOf, declined } from './paymentAnswer.ts';
import { giveBack, lookUpReturn, takeBack } from './paymentReturn.ts';
import { beginOnSale } from './salePayment.ts';

export interface UpstreamAcquirer extends Acquirer, Required<Pick<SaleWriter, 'saved'>> {
  /** Has the payer finished on the page of the service, has the money arrived, or has the payment ended there? By its key. */
  isDecided(key: string): Promise<boolean>;
  /** Keys of payments whose transfer is awaited. */
  awaited(): readonly string[];
  /** Nobody awaits the transfer of this payment any more. Inside a job. */
  forget(key: string): void;
}

/** In the words of the agreement; ccload is among them as creditcard. */
const METHODS: ReadonlySet<string> = new Set([
  ...['creditcard', 'debit', 'invoice', 'prepaid', 'paypal', 'sofort', 'giropay', 'eps', 'easycredit', 'twint'],
]);
/** ms until a look-up has an answer: the bridge that starts must not wait for a service that does not answer. */
const LOOK_LIMIT = 5000;

export function createUpstreamAcquirer(parts: AcquirerParts): UpstreamAcquirer {
  const { store, isUp } = parts;
  const begin = (wanted: 'hold' | 'money') => (request: AcquirerRequest) => {
    const sale = request.sale ? parts.world().ledger.sale(request.sale.merchant, request.sale.id) : null;
    return sale ? beginOnSale(parts, request, sale, wanted) : beginAlone(parts, request, wanted);
  };
  /** A later call on a payment that was begun here. */
  const onPayment =
    (act: (request: AcquirerRequest, row: PaymentRow) => Promise<AcquirerAnswer>) =>
    async (request: AcquirerRequest) => {
      const row = rowOf(store, request.original);
      if (!row?.upstream) return declined('the upstream service does not know the payment');
      return answering(parts, () => act(request, row));
    };
  const refused = async () => declined('the upstream service has no call for this');

  return {
    serves: method => METHODS.has(method) && isUp(),
    isOffline: method => METHODS.has(method) && !isUp(),
    account: null,
    payInAccount() {
      throw new BridgeError('noProcessor', 'payin_account: the upstream service has no pay-in account for this shop');
    },
    identified: async () => null,
    authorise: begin('hold'),
    sale: begin('money'),
    confirm: onPayment((request, row) => confirm(parts, request, row)),
    capture: onPayment((request, row) => capture(parts, request, row)),
    void: onPayment((request, row) => giveBack(parts, request, row)),
    refund: onPayment((request, row) => giveBack(parts, request, row)),
    increase: refused,
    collect: onPayment(async ({ original }, row) => {
      const remote = await readPayment(parts, row);
      if (remote.condition !== 'taken') return declined(`the upstream service shows the payment as ${remote.status}`);
      await parts.world().ledger.write(() => forget(parts, original ?? ''));
      return answerOf(remote, row.upstream ?? '');
    }),
    lookUp: key => lookUp(parts, key),
    token: async ({ archive }) => (archive ? 'archived' : 'failed'),
    async isDecided(key) {
      const row = rowOf(store, key);
      if (!row?.upstream) return false;
      const { condition } = await readPayment(parts, row);
      return condition !== 'page' && condition !== 'money';
    },
    awaited: () => store.awaited().map(({ key }) => key),
    forget: key => forget(parts, key),
    saved: (sale, step) => follow(parts, sale, step),
  };
}

async function confirm(parts: AcquirerParts, { payer }: AcquirerRequest, row: PaymentRow): Promise<AcquirerAnswer> {
  const remote = await readPayment(parts, row);
  const answer = await settled(parts, row, remote);
  if (answer.waits !== 'payer' || payer === 'accepted') return answer;
  const ended = await takeBack(parts, row);
  if (ended.condition === 'taken' || ended.condition === 'authorised') return settled(parts, row, ended);
  return declined(payer === 'refused' ? 'refused by the payer' : 'the payer did not finish in time');
}

/** Takes the whole of what is held; a payment that was captured before, or whose answer was lost, is not captured again. */
async function capture(parts: AcquirerParts, request: AcquirerRequest, row: PaymentRow): Promise<AcquirerAnswer> {
  const remote = await readPayment(parts, row);
  if (remote.condition !== 'taken' && remote.due !== request.amount)
    return declined(`the upstream service moves the whole amount only (${remote.due})`);
  await keep(parts, request, { ...row, step: 'capture' });
  return settled(parts, { ...row, wanted: 'money' }, remote);
}

/** Null where the request certainly has not happened. Throws `UpstreamError` where nobody can say so yet. */
async function lookUp(parts: AcquirerParts, key: string): Promise<AcquirerAnswer | null> {
  const row = rowOf(parts.store, key);
  if (!row) return null;
  if (!parts.isUp()) throw unreachable();
  try {
    return await within(LOOK_LIMIT, found(parts, key, row));
  } catch (error) {
    await parts.onFailure(error);
    throw error;
  }
}

async function found(parts: AcquirerParts, key: string, row: PaymentRow): Promise<AcquirerAnswer | null> {
  if (row.step === 'back') return lookUpReturn(parts, row);
  const upstream = row.upstream ?? (await findAlone(parts, key, row));
  if (upstream === null) return null;
  const known = { ...row, upstream };
  const remote = await readPayment(parts, known);
  if (row.step === 'capture') return remote.condition === 'taken' ? answerOf(remote, upstream) : null;
  if (remote.condition !== 'untouched') return settled(parts, known, remote);
  // A request that is still on its way must not begin a payment after it was called declined.
  if (row.as === 'sale' && !row.isHeld) await takeBack(parts, known);
  return null;
}

function forget({ store }: Pick<AcquirerParts, 'store'>, key: string): void {
  const row = store.object(`payment/${key}`);
  if (row?.step === 'waiting') store.save({ ...row, step: 'begun' });
}

/** Inside the job that closes a sale: it is there already, so the record of the sale has no payment to enter. */
function follow({ store, world }: AcquirerParts, sale: Sale, { input }: SavedStep): void {
  if (sale.state !== 'closed' || input !== 'paid') return;
  const { payments } = world();
  const rows = payments
    .ofSale(sale.merchant, sale.id)
    .flatMap(id => rowOf(store, payments.find(sale.merchant, id)?.inner.key) ?? []);
  // Refunds and shares of a payment have no row.
  const row = rows.at(-1);
  if (!row?.upstream || row.as !== 'sale') return;
  const { key, upstream, isHeld } = row;
  const basket = isHeld ? 'applied' : 'sold';
  store.save(storedAs(sale.id, key, { ...NEW, step: 'closed', upstream, basket }));
  store.save({ ...{ object: paidOutside(sale.id), upstream, key, step: 'payment' }, receiptNumber: null, facts: {} });
}
