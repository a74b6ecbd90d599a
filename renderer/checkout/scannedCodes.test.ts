/** Scanned articles and loyalty cards. */

import { expect, test } from 'vitest';
import { article, card } from '../doubles/goods.ts';
import { CARD, running, setUpTill, until } from '../doubles/till.ts';

test('takes a known article and an article of the bridge, and refuses an unknown code', async () => {
  const { codes, basket, tones, message } = setUpTill();
  codes.take(article(1).ean);
  codes.take(article(2).ean);
  await until(() => basket.getState().lines.length === 2);
  codes.take('4711471147114');
  await until(() => tones.length === 3);
  expect(tones).toEqual(['hit', 'hit', 'miss']);
  expect([basket.getState().lines.length, message()]).toEqual([2, expect.stringContaining('4711471147114')]);
});

test('takes a card that is scanned twice once, and refuses a locked card', async () => {
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

test('takes a card of another system, whatever it begins with, where nothing else has the code', async () => {
  const { codes, basket, bridge } = setUpTill();
  bridge.cards.set('GK2031AB', card('GK2031AB', 300));
  codes.take('GK2031AB');
  await until(() => basket.getState().card !== null);
  expect(basket.getState().card).toMatchObject({ number: 'GK2031AB' });
});

test('begins the next sale with a scan on the receipt, and refuses scans during a payment and before signing in', async () => {
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

test('notices when the customer has changed or the sale is closed', async () => {
  const { codes, checkout } = setUpTill();
  codes.take(article(1).ean);
  const isServed = codes.sameCustomerCheck();
  expect(isServed()).toBe(true);
  await checkout.pay('cash', 250);
  expect(isServed()).toBe(false);
  checkout.nextCustomer();
  expect(isServed()).toBe(false);
});

test('takes a whole number before × as the quantity, and says of everything else that it is none', () => {
  const { codes, entry, message } = setUpTill();
  expect([codes.multiply('3'), entry.getState().quantity]).toEqual([true, 3]);
  for (const text of ['1,5', '0.25', '1/2', '0', '2,']) {
    entry.dropQuantity();
    expect([text, codes.multiply(text), entry.getState().quantity]).toEqual([text, true, null]);
    expect(message()).toContain(`${text} ×`);
  }
  expect([codes.multiply('10000'), entry.getState().quantity]).toEqual([true, null]);
  expect(message()).toContain('9999');
  expect(codes.multiply('Brezel')).toBe(false);
});

test('refuses pieces that do not fit into the line instead of leaving some of them out', () => {
  const { codes, entry, basket, message } = setUpTill();
  entry.multiply(99);
  codes.addArticle(article(1, 250));
  basket.setQuantity(basket.getState().lines[0]!.key, 9990);
  entry.multiply(10);
  codes.addArticle(article(1, 250));
  expect(message()).toContain('9999');
  expect([basket.getState().lines[0]?.quantity, entry.getState().quantity]).toEqual([9990, null]);
});

test('asks for the weight of goods without a label, and sells nothing without it', () => {
  const { codes, entry, basket } = setUpTill();
  const apples = { ...article(3, 299), measure: 'kg' as const };
  const weigh = (grams: number | null) => {
    codes.addArticle(apples);
    const { question } = entry.getState();
    expect(question?.kind).toBe('weight');
    if (question?.kind === 'weight') question.answer(grams);
  };
  weigh(null);
  expect(basket.getState().lines).toEqual([]);
  weigh(456);
  expect(basket.getState().lines[0]).toMatchObject({ quantity: 1, priceOne: 136, item: { measure: { value: 456 } } });
});
