/** A code as scanners send it finds the card, also where a register hands it on as it came. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, closeAll, ok, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';

let bridge: TestBridge;
let cashier: Client;
beforeAll(async () => {
  bridge = await startBridge();
  cashier = await bridge.staff('cashier');
});
afterAll(closeAll);

it.each(['', ']C0', ']A0', ']Q1', ']E0', ']c0'])('finds cards, vouchers and coupons behind %j', async identifier => {
  const path = (code: string) => encodeURIComponent(identifier + code);
  const [card] = bridge.rows('SELECT query_cardnumber AS code FROM merchant_card LIMIT 1') as { code: string }[];
  const [coupon] = bridge.rows('SELECT code FROM voucher WHERE sale IS NULL LIMIT 1') as { code: string }[];
  expect(card && coupon).toBeDefined();
  const found = ok(await cashier.ask<object>('GET', `/bridge/v1/cards/${path(card?.code ?? '')}`));
  expect(JSON.stringify(found)).toContain(card?.code);
  const view = ok(await cashier.ask<object>('GET', `/bridge/v1/counter/vouchers/${path(coupon?.code ?? '')}`));
  expect(view).toMatchObject({ kind: 'coupon', code: coupon?.code });
});
