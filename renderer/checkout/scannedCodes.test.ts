import { expect, test } from 'vitest';
import { article } from '../doubles/goods.ts';
import { CARD, running, setUpTill, until } from '../doubles/till.ts';

test('scans: a hit, an article only the bridge knows, and a code nobody knows', async () => {
  const { codes, basket, tones, message } = setUpTill();
  codes.take(article(1).ean);
  codes.take(article(2).ean);
  await until(() => basket.getState().lines.length === 2);
  codes.take('4711471147114');
  await until(() => tones.length === 3);
  expect(tones).toEqual(['hit', 'hit', 'miss']);
  expect([basket.getState().lines.length, message()]).toEqual([2, expect.stringContaining('4711471147114')]);
});

test('a card that is codes twice is taken once; a locked one is not taken', async () => {
  const { codes, basket, sync, bridge, tones } = setUpTill();
  codes.take(CARD);
  codes.take(CARD);
  await until(() => basket.getState().card !== null);
  codes.take(CARD);
  codes.take(`${CARD}x`);
  await until(() => basket.getState().refused !== null);
  await sync.settled();
  expect(basket.getState()).toMatchObject({ card: { number: CARD }, refused: { reason: 'locked' } });
  expect(bridge.calls.filter(call => call === 'card')).toHaveLength(2);
  expect(tones).toEqual(['hit', 'miss', 'miss']);
});

test('a scan on the receipt begins the next sale; one during a payment is refused; one before signing in, too', async () => {
  const { codes, checkout, basket, screen, session, till, message } = setUpTill();
  codes.take(article(1).ean);
  await checkout.pay('cash', 250);
  codes.take(article(1).ean);
  expect([screen(), basket.getState().lines[0]?.quantity]).toEqual(['till', 1]);
  till.set({ payment: running });
  codes.take(article(1).ean);
  expect([basket.getState().lines[0]?.quantity, message()]).toEqual([1, expect.stringContaining('payment is running')]);
  till.set({ payment: null });
  session.setSession(null);
  codes.take(article(1).ean);
  expect([basket.getState().lines[0]?.quantity, message()]).toEqual([1, expect.stringContaining('sign in')]);
});

test('what was asked for one customer is not for the next one, nor for a sale that is over', async () => {
  const { codes, checkout } = setUpTill();
  codes.take(article(1).ean);
  const isServed = codes.sameCustomerCheck();
  expect(isServed()).toBe(true);
  await checkout.pay('cash', 250);
  expect(isServed()).toBe(false);
  checkout.nextCustomer();
  expect(isServed()).toBe(false);
});
