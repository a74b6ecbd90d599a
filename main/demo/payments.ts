/** Payment Transactions of the demo merchants: one for each common state, and a payout to the merchant. */

import { PLAIN_ORDER } from '../acquirer/payments/plainOrder.ts';
import { changedPayment, newPayment, type PaymentRecord, type PaymentWorld } from '../acquirer/payments/record.ts';
import type { PaymentMoney } from '../domain/payment.ts';
import { createAgreements } from '../store/agreements.ts';
import { createPayments } from '../store/payments.ts';
import type { PaymentTransaction } from '../wire/payments.ts';
import type { MerchantPayout } from '../wire/payouts.ts';
import type { AcquirerAnswer } from '../world/acquirer.ts';
import { timestamp } from '../world/clock.ts';
import { demoIds } from '../world/demoIds.ts';
import { fixedId } from '../world/ids.ts';
import type { PaymentOrder } from '../world/paymentOrder.ts';
import { collectingAccount } from './collectingAccount.ts';
import type { Seeding } from './seeding.ts';

interface DemoPayment {
  readonly merchant: string;
  readonly name: string;
  readonly method: string;
  readonly amount: number;
  readonly money: Partial<PaymentMoney>;
  readonly forced?: number;
}

const taken = (amount: number) => ({ stage: 'captured', captured: amount }) as const;

const PAYMENTS = [
  { merchant: demoIds.merchant, name: 'debit', method: 'debit', amount: 2495, money: taken(2495) },
  { merchant: demoIds.merchant, name: 'paidout', method: 'creditcard', amount: 8900, money: taken(8900), forced: 17 },
  {
    merchant: demoIds.merchant,
    name: 'prepaid',
    method: 'prepaid',
    amount: 4200,
    money: { stage: 'waiting', held: 4200 },
  },
  { merchant: demoIds.merchant, name: 'pos', method: 'cashless', amount: 1250, money: taken(1250) },
  {
    merchant: demoIds.other,
    name: 'otherprepaid',
    method: 'prepaid',
    amount: 999,
    money: { stage: 'waiting', held: 999 },
  },
] as const satisfies readonly DemoPayment[];

/** First number; far above the numbers of sales. */
const FIRST_NUMBER = 990_000_001;

export function seedPayments({ db, now }: Seeding): void {
  const silent = { append: () => undefined };
  const payments = createPayments(db, silent);
  const book = db.prepare(`INSERT INTO acquirer_book (key, original, kind, method, amount, currency, answer)
    VALUES (?, ?, 'sale', ?, ?, 'EUR', ?)`);
  let number = FIRST_NUMBER - 1;
  const nextNumber = () => {
    number += 1;
    return number;
  };
  const world: PaymentWorld = {
    agreements: createAgreements(db, silent),
    payers: { container: () => null, customer: () => null },
    clock: { now: () => now, elapsed: () => 0 },
    acquirer: { account: collectingAccount },
    ledger: { nextNumber },
  };
  for (const row of PAYMENTS) {
    const { document, inner } = made(world, row, now);
    payments.insert(row.merchant, document, inner);
    const key = inner.key ?? '';
    book.run(key, key, row.method, row.amount, JSON.stringify(answerOf(inner.money)));
    if (document.payout_date !== null) payments.payouts.insert(row.merchant, payoutOf(document, now));
  }
}

function made(world: PaymentWorld, row: DemoPayment, now: number): PaymentRecord {
  const blank = newPayment(world, orderOf(row));
  const named = {
    ...blank,
    document: { ...blank.document, id: fixedId('PCI', row.name), transaction_hash: row.name.padEnd(20, '0') },
  };
  const { forced = null, money } = row;
  const patch = forced === 17 ? { payout_date: timestamp(now) } : {};
  return changedPayment(
    world,
    named,
    { forced, money: { ...blank.inner.money, ...money }, key: `demo-${row.name}` },
    patch,
  );
}

/** The answer of the acquirer that belongs to the payment. */
const answerOf = ({ stage }: PaymentMoney): AcquirerAnswer => ({
  approved: stage === 'captured',
  waits: stage === 'waiting' ? 'money' : null,
  authorisation: '',
  reason: '',
  token: null,
});

const orderOf = ({ merchant, name, method, amount }: DemoPayment): PaymentOrder => ({
  ...PLAIN_ORDER,
  merchant,
  method,
  amount,
  currency: 'EUR',
  action: 'sale',
  orderId: `demo-${name}`,
  purpose: 'Demo',
});

const payoutOf = ({ id, trans_id, amount, currency }: PaymentTransaction, now: number): MerchantPayout => ({
  object: 'payment.payouts',
  id: fixedId('PPO', 'demo'),
  date: timestamp(now),
  amount,
  currency,
  simple_status_id: 1,
  simple_status_description: 'accepted',
  receiver: 'Demo-Café & Markt',
  purpose: 'Auszahlung',
  trans_status_id: 17,
  documents: [],
  transaction_volume: amount,
  refund_amount: 0,
  stakeholder_amount: 0,
  claim_amount: 0,
  invoice_amount: 0,
  misc_amount: 0,
  payout_amount: amount,
  transactions: [{ object: 'payment.transactions', id, trans_id }],
});
