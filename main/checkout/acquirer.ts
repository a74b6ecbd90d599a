/** prepare and start with the payment processor: authorise, capture, and find out after an interruption. */
import { isValidIBAN } from 'ibantools';
import type { PaymentReference, SmartTransaction } from '../api/transactions/contract.ts';
import { timestamp } from '../clock.ts';
import { next } from '../domain/transaction.ts';
import { BridgeError } from '../errors.ts';
import { newHash, newId, newKey } from '../ids.ts';
import type { AcquirerAnswer } from '../payments/acquirer.ts';
import { methodOf, type PaymentMethod } from '../payments/index.ts';
import type { IntentRow, Principal, Sale, World } from '../ports.ts';
import { advance, refusal } from './advance.ts';
import { close } from './close.ts';
import { NOT_AUTHORISED } from './document.ts';
import { openIntent } from './intent.ts';
import { refuseEmpty } from './pay.ts';
import { saleOf } from './read.ts';

/** Body of prepare and start; every member may be missing. */
export type PaymentBody = Readonly<Record<string, unknown>> | null | undefined;

type NamedMethod = PaymentMethod & { readonly name: string };

/** prepare/{method}: authorises `missing_sum`; with `auto_capture` it captures at once. */
export async function prepare(
  world: World,
  principal: Principal,
  id: string,
  word: string,
  body: PaymentBody,
): Promise<SmartTransaction> {
  const method = methodOf(word);
  if (method?.settledBy !== 'acquirer')
    throw new BridgeError('methodUnavailable', `prepare/${word} is not available here`);
  const sale = saleOf(world, principal, id);
  if (!next(sale.state, 'authorise')) throw refusal(sale.state, `prepare/${method.name}`);
  const amount = payable(sale);
  const container = containerOf(sale, method, body);
  const key = newKey();
  const answer = await world.acquirer.authorise({
    key,
    method: method.name,
    amount,
    currency: sale.document.basket_info.currency,
  });
  const prepared = await world.ledger.write(() =>
    authorised(world, principal, id, method, answer, key, amount, container),
  );
  if (!answer.approved) throw new BridgeError('declined', `acquirer: ${answer.reason}`);
  return autoCapture(prepared, body) ? startAtAcquirer(world, principal, id, method, body) : prepared;
}

function authorised(
  world: World,
  principal: Principal,
  id: string,
  method: NamedMethod,
  answer: AcquirerAnswer,
  key: string,
  amount: number,
  container: Container,
): SmartTransaction {
  const sale = saleOf(world, principal, id);
  const detail = `prepare/${method.name}`;
  if (sale.document.basket_info.missing_sum !== amount)
    throw refusal(sale.state, `${detail} of a sum that has changed meanwhile`);
  if (!answer.approved) return advance(world, sale, 'refuse', detail).document;
  const payment = recordPayment(world, sale, method, 'authorisation', key);
  const patch = { container, transactions: [...sale.document.transactions, payment] } as Partial<SmartTransaction>;
  return advance(world, sale, 'authorise', detail, patch, { method: method.name }).document;
}

/** start/{method}, or start after prepare: the intent first, then the capture. */
export async function startAtAcquirer(
  world: World,
  principal: Principal,
  id: string,
  method: NamedMethod,
  body: PaymentBody,
): Promise<SmartTransaction> {
  const intent = await world.ledger.write(() => openCapture(world, principal, id, method, body));
  const answer = await world.acquirer.capture(requestOf(intent));
  await world.ledger.write(() => record(world, intent, answer)).catch(unwritten);
  const sale = saleOf(world, principal, id);
  if (answer.approved) return sale.document;
  throw new BridgeError('declined', `acquirer: ${answer.reason}`);
}

/** The intent stays open, and the next start asks the acquirer again. */
export function unwritten(cause: unknown): never {
  throw new BridgeError('endingUnwritten', 'the acquirer has answered, but the answer cannot be stored', { cause });
}

/** After an interruption: the acquirer knows by key whether it captured. */
export async function settleAtAcquirer(world: World, intent: IntentRow): Promise<void> {
  const answer = await world.acquirer.lookUp(intent.id);
  const never = { approved: false, authorisation: '', reason: 'the request never reached the acquirer' };
  await world.ledger.write(() => record(world, intent, answer ?? never));
}

const requestOf = (intent: IntentRow) => ({
  key: intent.id,
  method: intent.method,
  amount: intent.amount,
  currency: intent.currency,
});

function openCapture(
  world: World,
  principal: Principal,
  id: string,
  method: NamedMethod,
  body: PaymentBody,
): IntentRow {
  const sale = saleOf(world, principal, id);
  if (!next(sale.state, 'pay')) throw refusal(sale.state, `start/${method.name}`);
  const amount = payable(sale);
  const container = sale.state === 'authorised' ? {} : { container: containerOf(sale, method, body) };
  const paying = advance(world, sale, 'pay', `start/${method.name}`, container as Partial<SmartTransaction>, {
    method: method.name,
  });
  return openIntent(world, paying, { party: 'acquirer', kind: 'payment', method: method.name, amount });
}

function record(world: World, intent: IntentRow, answer: AcquirerAnswer) {
  const sale = world.ledger.sale(intent.merchant, intent.sale);
  const method = methodOf(intent.method);
  if (!sale || !method) throw new Error(`the sale ${intent.sale} of an intent is gone`);
  world.intents.end(intent.id, {
    state: answer.approved ? 'approved' : 'declined',
    reason: answer.reason,
    facts: { authorisation: answer.authorisation },
    at: world.clock.now(),
  });
  if (!answer.approved) return advance(world, sale, 'declined', 'the capture', NOT_AUTHORISED);
  const known = sale.document.transactions.some(({ object }) => object === 'payment.transactions');
  return close(world, sale, {
    method: intent.method,
    input: 'paid',
    payments: known ? [] : [recordPayment(world, sale, method, 'sale', intent.id)],
  });
}

function payable(sale: Sale): number {
  refuseEmpty(sale);
  const amount = sale.document.basket_info.missing_sum;
  if (amount <= 0) throw new BridgeError('nothingToPay', 'missing_sum is 0; start/loyalty closes the sale');
  return amount;
}

/** Product ids of the specification for what the acquirer books here. */
const PRODUCTS: Readonly<Record<string, { id: number; raw: string; name: string }>> = {
  debit: { id: 16, raw: 'PAYMENTGUARANTEE_DEBIT', name: 'Lastschrift' },
};

/** The Payment Transaction made in the background (specification, "What the service does", 2). */
function recordPayment(
  world: World,
  sale: Sale,
  method: NamedMethod,
  action: 'authorisation' | 'sale',
  key: string,
): PaymentReference {
  const reference: PaymentReference = {
    object: 'payment.transactions',
    id: newId('PCI'),
    trans_id: world.ledger.nextNumber('trans_id'),
    transaction_hash: newHash(),
  };
  const product = PRODUCTS[method.name];
  const now = timestamp(world.clock.now());
  const document = {
    ...reference,
    merchant: { object: 'general.merchants', id: sale.merchant },
    product_id: product?.id ?? null,
    product: product?.name ?? method.name,
    product_raw: product?.raw ?? method.name,
    amount: sale.document.basket_info.missing_sum,
    currency: sale.document.basket_info.currency,
    created: now,
    updated: now,
    status: 111,
    status_text: action,
    acquirer_key: key,
  };
  world.ledger.recordPayment({ id: reference.id, merchant: sale.merchant, sale: sale.id, document });
  return reference;
}

function autoCapture(document: SmartTransaction, body: PaymentBody): boolean {
  const context = (document as { payment_context?: { auto_capture?: unknown } | null }).payment_context;
  return body?.auto_capture === true || context?.auto_capture === true;
}

type Container = { object: string; id: string; type: string; public: { iban: string; owner: string } };

/** The payment instrument: as sent now, or as the sale knows it. Only the masked number is kept. */
function containerOf(sale: Sale, method: NamedMethod, body: PaymentBody): Container {
  const sent = (body?.container ?? null) as { type?: unknown; private?: { iban?: unknown; owner?: unknown } } | null;
  const known = (sale.document as { container?: Container | null }).container;
  if (!sent?.private) {
    if (known?.id) return known;
    throw new BridgeError(
      'badInput',
      `container is missing: start/${method.name} needs container.private.iban and .owner`,
    );
  }
  const iban = String(sent.private.iban ?? '')
    .replace(/\s/g, '')
    .toUpperCase();
  if (!isValidIBAN(iban)) throw new BridgeError('badBankAccount', 'container.private.iban is not a valid IBAN');
  const owner = String(sent.private.owner ?? '');
  return {
    object: 'payment.containers',
    id: newId('PCT'),
    type: 'bank_account',
    public: { iban: masked(iban), owner },
  };
}

const masked = (iban: string) => `${iban.slice(0, 4)}${'X'.repeat(iban.length - 8)}${iban.slice(-4)}`;
