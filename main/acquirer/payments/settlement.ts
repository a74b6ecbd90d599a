/** Pays out to the merchant: one transfer for every completed payment that is not locked. */

import { addUp } from '../../domain/money.ts';
import type { PaymentTransaction } from '../../wire/payments.ts';
import type { MerchantPayout } from '../../wire/payouts.ts';
import { timestamp } from '../../world/clock.ts';
import { newId } from '../../world/ids.ts';
import { requireProcessor } from '../../world/processor.ts';
import type { World } from '../../world/world.ts';
import { paymentOf } from './operationStart.ts';
import { type PaymentStepWorld, savePayment } from './paymentStep.ts';
import type { PaymentRecord } from './record.ts';
import { simpleStatuses } from './statuses.ts';

/** Bundles all completed payments, refunds and shares that have not been paid out; null where there are none. */
export function payOut(
  world: PaymentStepWorld & Pick<World, 'devices' | 'ledger'>,
  merchant: string,
  currency: string,
): Promise<MerchantPayout | null> {
  requireProcessor(world, 'payout');
  return world.ledger.write(() => {
    const ids = world.payments.unpaid(merchant, currency);
    const rows = ids.map(id => paymentOf(world, merchant, id));
    if (rows.length === 0) return null;
    const now = timestamp(world.clock.now());
    const payout = payoutOf(world, merchant, currency, rows, now);
    world.payments.payouts.insert(merchant, payout);
    for (const row of rows) savePayment(world, row, { forced: paidOut(row.document) }, { payout_date: now });
    return payout;
  });
}

/** A payment becomes `paid out`; refunds and shares stay `completed`. */
const paidOut = ({ amount }: PaymentTransaction) => (amount > 0 ? 17 : 6);

function payoutOf(
  world: Pick<World, 'devices'>,
  merchant: string,
  currency: string,
  rows: readonly PaymentRecord[],
  now: string,
): MerchantPayout {
  // The captured amount counts; it is below the ordered amount where a part was voided.
  const sumOf = (fits: (row: PaymentTransaction) => boolean) =>
    addUp(rows.filter(({ document }) => fits(document)).map(({ inner }) => inner.money.captured));
  const stakeholder = sumOf(isShare);
  const refunds = sumOf(row => !isShare(row) && row.amount < 0);
  const volume = sumOf(row => !isShare(row) && row.amount >= 0);
  const amount = volume + refunds + stakeholder;
  return {
    object: 'payment.payouts',
    id: newId('PPO'),
    date: now,
    amount,
    currency,
    simple_status_id: 1,
    simple_status_description: simpleStatuses[1],
    receiver: world.devices.merchant(merchant).name,
    purpose: `Auszahlung ${now.slice(0, 10)}`,
    trans_status_id: 17,
    documents: [],
    transaction_volume: volume,
    refund_amount: refunds,
    stakeholder_amount: stakeholder,
    claim_amount: 0,
    invoice_amount: 0,
    misc_amount: 0,
    payout_amount: amount,
    transactions: rows.map(({ document: { object, id, trans_id } }) => ({ object, id, trans_id })),
  };
}

const SHARES: ReadonlySet<number> = new Set([397, 398, 437, 438]);
const isShare = ({ product_id }: PaymentTransaction): boolean => SHARES.has(product_id);
