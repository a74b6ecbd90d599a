/** Cards and bookings are found by index, and the newest of them listed without sorting. */
import { afterAll, describe, expect, it } from 'vitest';
import { closeAll, temporaryDirectory } from '../doubles/bridge.fixture.ts';
import { sqlFunctions } from '../query/comparable.ts';
import { readListParameters } from '../query/listParameters.ts';
import { openDatabase } from './database.ts';
import { voucherQueries } from './loyaltyManagement.ts';
import { bookingQueries, cardQueries, customerQueries, merchantCardQueries } from './loyaltyQueries.ts';

const db = openDatabase(temporaryDirectory(), sqlFunctions);
afterAll(async () => {
  await db.close();
  await closeAll();
});

const queries = {
  merchantCards: merchantCardQueries,
  cards: cardQueries,
  customers: customerQueries,
  bookings: bookingQueries,
  vouchers: voucherQueries,
} as const;

function planOf(name: keyof typeof queries, q: string): string {
  const declaration = queries[name];
  const plan = readListParameters({ q }, declaration);
  if (!plan.ok) throw new Error(plan.message);
  const sql = `EXPLAIN QUERY PLAN SELECT document FROM "${declaration.table}"
    WHERE merchant = ? AND (${plan.where.sql}) ORDER BY ${plan.orderBy.sql} LIMIT 10`;
  const steps = db.prepare<{ detail: string }>(sql).all('MRC', ...plan.where.params, ...plan.orderBy.params);
  return steps.map(({ detail }) => detail).join('; ');
}

describe('the plan', () => {
  it.each([
    ['merchantCards', '', 'merchant_card_newest'],
    ['merchantCards', 'card.cardnumber:9276004000000018', 'merchant_card_cardnumber'],
    ['merchantCards', `customer.id:CUS_${'0'.repeat(30)}`, 'merchant_card_customer'],
    ['merchantCards', 'lock_status:locked', 'merchant_card_lock'],
    ['vouchers', '', 'voucher_newest'],
    ['vouchers', 'code:ABCD-EFGH-JKMN', 'voucher_code'],
    ['vouchers', 'state:open', 'voucher_state'],
    ['cards', '', 'card_newest'],
    ['cards', 'cardnumber:9276004000000018', 'card_cardnumber'],
    ['customers', '', 'loyalty_customer_merchant'],
    ['customers', 'customernumber:10001', 'loyalty_customer_number'],
    ['customers', 'contact.email:a@demo.example', 'loyalty_customer_email'],
    ['bookings', '', 'loyalty_booking_newest'],
    ['bookings', `merchantcard.id:MCD_${'0'.repeat(30)}`, 'loyalty_booking_card'],
  ] as const)('of %s with "%s" uses %s and sorts nothing', (name, q, index) => {
    const plan = planOf(name, q);
    expect(plan).toContain(index);
    expect(plan).not.toContain('SCAN');
    if (q === '') expect(plan).not.toContain('TEMP B-TREE');
  });
});
