/** Several tenders pay one basket: parts, refusals, and what goes back. */

import { expect, test } from 'vitest';
import { article } from '../doubles/goods.ts';
import { setUpTill } from '../doubles/till.ts';
import { paidParts } from '../stores/basketState.ts';
import { totalsOf } from '../stores/basketTotals.ts';

/** A basket of 5.00. */
function basketOfTwo() {
  const shop = setUpTill();
  for (const number of [1, 2]) shop.codes.take(article(number).ean);
  const missing = () => totalsOf(shop.basket.getState()).missing;
  return { ...shop, missing };
}

test('cash, a card and a voucher pay one basket, and the missing sum follows', async () => {
  const { checkout, screen, starts, missing, till, sync } = basketOfTwo();
  await sync.settled();
  await checkout.pay('cash', 100, undefined, { amount: 100 });
  expect([screen(), missing(), till.getState().busy]).toEqual(['till', 400, null]);
  await checkout.pay('voucher', undefined, undefined, { amount: 150, text: 'City 1' });
  expect(missing()).toBe(250);
  await checkout.pay('cashless');
  expect([screen(), starts()]).toEqual(['receipt', ['start/cash of 100', 'start/voucher of 150', 'start/cashless']]);
});

test('a part that is the rest is not named', async () => {
  const { checkout, screen, starts, sync } = basketOfTwo();
  await sync.settled();
  await checkout.pay('cashless', undefined, undefined, { amount: 500 });
  expect([screen(), starts()]).toEqual(['receipt', ['start/cashless']]);
});

test('more than what is missing is not sent', async () => {
  const { checkout, screen, starts, message, sync } = basketOfTwo();
  await sync.settled();
  await checkout.pay('cashless', undefined, undefined, { amount: 501 });
  expect([screen(), starts(), message()]).toEqual(['till', [], expect.stringContaining('No money was moved')]);
});

test('a declined card leaves the cash paid and the basket on the screen', async () => {
  const { checkout, bridge, screen, missing, basket, sync } = basketOfTwo();
  await sync.settled();
  await checkout.pay('cash', 200, undefined, { amount: 200 });
  bridge.terminal = 'decline';
  await checkout.pay('cashless');
  expect([screen(), missing(), paidParts(basket.getState()).length]).toEqual(['till', 300, 1]);
  bridge.terminal = 'approve';
  await checkout.pay('cashless');
  expect(screen()).toBe('receipt');
});

test('the basket stays as it is while a part is paid, and is free again when all went back', async () => {
  const { checkout, codes, basket, missing, message, sync } = basketOfTwo();
  await sync.settled();
  await checkout.pay('cash', 200, undefined, { amount: 200 });
  await checkout.pay('cashless', undefined, undefined, { amount: 100 });
  const { rev } = basket.getState();
  codes.take(article(1).ean);
  expect([basket.getState().rev, message()]).toEqual([
    rev,
    expect.stringContaining('Part of this sale is already paid'),
  ]);
  await checkout.giveBack(paidParts(basket.getState()));
  expect([missing(), paidParts(basket.getState())]).toEqual([500, []]);
  codes.take(article(1).ean);
  expect(missing()).toBe(750);
});

test('a terminal that refuses to give back leaves its part paid', async () => {
  const { checkout, bridge, basket, missing, screen, sync } = basketOfTwo();
  await sync.settled();
  await checkout.pay('cashless', undefined, undefined, { amount: 100 });
  bridge.terminal = 'decline';
  await checkout.giveBack(paidParts(basket.getState()));
  expect([screen(), missing(), paidParts(basket.getState()).length]).toEqual(['till', 400, 1]);
});

test('a reload shows what is paid', async () => {
  const { checkout, basket, missing, sync } = basketOfTwo();
  await sync.settled();
  await checkout.pay('cash', 200, undefined, { amount: 200 });
  await checkout.load();
  expect([missing(), basket.getState().parts.length]).toEqual([300, 1]);
});
