import { expect, test } from 'vitest';
import { article } from '../doubles/goods.ts';
import { CARD, running, setUp, until } from '../doubles/till.ts';

test('scans: a hit, an article only the bridge knows, and a code nobody knows', async () => {
  const { scanned, basket, tones, said } = setUp();
  scanned.code(article(1).ean);
  scanned.code(article(2).ean);
  await until(() => basket.getState().lines.length === 2);
  scanned.code('4711471147114');
  await until(() => tones.length === 3);
  expect(tones).toEqual(['hit', 'hit', 'miss']);
  expect([basket.getState().lines.length, said()]).toEqual([2, expect.stringContaining('4711471147114')]);
});

test('a card that is scanned twice is taken once; a locked one is not taken', async () => {
  const { scanned, basket, sync, bridge, tones } = setUp();
  scanned.code(CARD);
  scanned.code(CARD);
  await until(() => basket.getState().card !== null);
  scanned.code(CARD);
  scanned.code(`${CARD}x`);
  await until(() => basket.getState().refused !== null);
  await sync.settled();
  expect(basket.getState()).toMatchObject({ card: { number: CARD }, refused: { reason: 'locked' } });
  expect(bridge.calls.filter(call => call === 'card')).toHaveLength(2);
  expect(tones).toEqual(['hit', 'miss', 'miss']);
});

test('a scan on the receipt begins the next sale; one during a payment is refused; one before signing in, too', async () => {
  const { scanned, checkout, basket, screen, session, till, said } = setUp();
  scanned.code(article(1).ean);
  await checkout.pay('cash', 250);
  scanned.code(article(1).ean);
  expect([screen(), basket.getState().lines[0]?.quantity]).toEqual(['till', 1]);
  till.set({ payment: running });
  scanned.code(article(1).ean);
  expect([basket.getState().lines[0]?.quantity, said()]).toEqual([1, expect.stringContaining('payment is running')]);
  till.set({ payment: null });
  session.setSession(null);
  scanned.code(article(1).ean);
  expect([basket.getState().lines[0]?.quantity, said()]).toEqual([1, expect.stringContaining('sign in')]);
});

test('what was asked for one customer is not for the next one, nor for a sale that is over', async () => {
  const { scanned, checkout } = setUp();
  scanned.code(article(1).ean);
  const isServed = scanned.serving();
  expect(isServed()).toBe(true);
  await checkout.pay('cash', 250);
  expect(isServed()).toBe(false);
  checkout.nextCustomer();
  expect(isServed()).toBe(false);
});
