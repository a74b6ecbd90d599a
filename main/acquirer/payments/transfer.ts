/** Transfers of payers: instructions, arrival, and assignment to a payment by hand. */

import { formatNumber } from '../../domain/money.ts';
import { leftOf } from '../../domain/payment.ts';
import type { PaymentInstructions, PaymentTransaction } from '../../wire/payments.ts';
import { timestamp } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import type { IncomingTransfer } from '../../world/payments.ts';
import { requireProcessor } from '../../world/processor.ts';
import type { World } from '../../world/world.ts';
import { instructionsFor, shortenedIban } from './bankAccount.ts';
import { isPaidByTransfer } from './methodDetail.ts';
import { type OperationWorld, resolveOpenOperation, runOperation } from './operationRun.ts';
import { openOperation, paymentOf } from './operationStart.ts';
import { savePayment } from './paymentStep.ts';

/** Account and amount of the transfer; no instructions for a method without a transfer. */
export function instructionsOf(
  world: Pick<World, 'acquirer' | 'payments'>,
  merchant: string,
  id: string,
  lang: string,
) {
  const { document, inner } = paymentOf(world, merchant, id);
  const language = lang.toLowerCase().startsWith('en') ? 'en' : 'de';
  const payment_instructions: PaymentInstructions | null = isPaidByTransfer(inner.order.method)
    ? instructionsFor(world.acquirer.account, document.trans_id, inner.instructions)
    : null;
  const { currency } = document;
  return { lang, amount: formatNumber(leftOf(inner.money), currency, language), currency, payment_instructions };
}

export interface Arrival {
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** Purpose as the payer wrote it; `TA …` names the payment. */
  readonly purpose: string;
  readonly iban: string;
  readonly bic: string | null;
  readonly owner: string | null;
}

/**
 * A transfer has reached the collecting account. It pays the payment that its purpose names, as far as the amount
 * goes; a transfer without a payment, or above the open amount, is kept until somebody assigns it. Returns the payment
 * or null, and the accounting id.
 */
export async function receiveTransfer(
  world: OperationWorld,
  merchant: string,
  arrival: Arrival,
): Promise<{ readonly accounting: number; readonly payment: PaymentTransaction | null }> {
  requireProcessor(world, 'prepaid');
  const number = await world.ledger.write(() =>
    world.payments.transfers.add({
      ...arrival,
      merchant,
      iban: shortenedIban(arrival.iban),
      received: world.clock.now(),
      payment: null,
    }),
  );
  const id = dueFor(world, merchant, arrival);
  const payment = id === null ? null : await assignTransfer(world, merchant, id, number);
  return { accounting: number, payment };
}

/** Pays a payment with a transfer that names no payment. */
export async function assignTransfer(
  world: OperationWorld,
  merchant: string,
  id: string,
  number: number,
): Promise<PaymentTransaction> {
  await resolveOpenOperation(world, id);
  const operation = await world.ledger.write(() => {
    const transfer = world.payments.transfers.find(merchant, number);
    if (!transfer) throw new BridgeError('notFound', `there is no transfer ${number}`);
    const { document } = paymentOf(world, merchant, id);
    if (transfer.currency !== document.currency)
      throw new BridgeError('badInput', `the transfer is in ${transfer.currency}, the payment in ${document.currency}`);
    if (!world.payments.transfers.assign(number, id))
      throw new BridgeError('duplicate', `the transfer ${number} has been assigned before`);
    const collect = openOperation(world, { id, merchant }, 'collect', transfer.amount);
    savePayment(world, paymentOf(world, merchant, id), {}, incoming(transfer));
    return collect;
  });
  return (await runOperation(world, operation)).payment;
}

/** Pays a payment with unassigned transfers, oldest first, as long as they fit. */
export async function assignBalance(world: OperationWorld, merchant: string, id: string): Promise<PaymentTransaction> {
  const { currency } = paymentOf(world, merchant, id).document;
  for (const { number, amount, currency: own } of world.payments.transfers.unassigned(merchant)) {
    const { money } = paymentOf(world, merchant, id).inner;
    if (money.stage !== 'waiting') break;
    if (own === currency && amount <= money.held) await assignTransfer(world, merchant, id, number);
  }
  const { document, inner } = paymentOf(world, merchant, id);
  if (inner.money.captured === 0)
    throw new BridgeError('noTransferWaits', 'there is no unassigned transfer that this payment is waiting for');
  return document;
}

/** The account to which a refund would go. */
export function refundAccountOf(world: Pick<World, 'payments'>, merchant: string, transId: number) {
  const id = world.payments.byTransId(merchant, transId);
  if (id === null) throw new BridgeError('notFound', `there is no payment.transactions with trans_id ${transId}`);
  const { document, inner } = paymentOf(world, merchant, id);
  const {
    iban = document.incoming_payment_iban,
    bic = document.incoming_payment_bic,
    owner,
    bankname,
  } = inner.used?.data ?? {};
  return { iban, bic, owner: owner ?? document.account_owner, bankname: bankname ?? null };
}

function dueFor(
  world: Pick<World, 'payments'>,
  merchant: string,
  { purpose, amount, currency }: Arrival,
): string | null {
  const named = /\bTA\s*(\d{1,15})\b/i.exec(purpose);
  const id = named ? world.payments.byTransId(merchant, Number(named[1])) : null;
  if (id === null) return null;
  const { inner, document } = paymentOf(world, merchant, id);
  const { stage, held } = inner.money;
  return stage === 'waiting' && amount <= held && document.currency === currency ? id : null;
}

const incoming = ({ received, purpose, iban, bic, owner }: IncomingTransfer) => ({
  incoming_payment_date: timestamp(received),
  incoming_payment_purpose: purpose,
  incoming_payment_iban: iban,
  incoming_payment_bic: bic,
  account_owner: owner,
});
