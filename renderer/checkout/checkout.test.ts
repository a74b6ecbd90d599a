/** Payments, reloads and windows of one till, from the basket to the receipt. */

import { expect, test } from 'vitest';
import { Refusal } from '../bridge/errors.ts';
import { article } from '../doubles/goods.ts';
import { refusedBody } from '../doubles/refuse.ts';
import { CARD, setUpTill, until } from '../doubles/till.ts';
import { totalsOf } from '../stores/basketTotals.ts';
import { cashChangeOf } from '../stores/paidTotals.ts';

test('calculates the change from the given cash and the missing sum', async () => {
  const { checkout, codes, till, screen, basket, bridge } = setUpTill();
  codes.take(article(1).ean);
  await checkout.pay('cash', 1000);
  expect([screen(), cashChangeOf(till.getState().sale!)]).toEqual(['receipt', { given: 1000, back: 750 }]);
  checkout.nextCustomer();
  expect([screen(), basket.getState().lines]).toEqual(['till', []]);
  await until(() => bridge.onTill() === null);
});

test('ignores a second tap while a payment runs', async () => {
  const { checkout, codes, starts } = setUpTill();
  codes.take(article(1).ean);
  await Promise.all([checkout.pay('cashless'), checkout.pay('cashless'), checkout.pay('cash', 500)]);
  await checkout.pay('cashless');
  expect(starts()).toEqual(['start/cashless']);
});

test('keeps the basket after a declined payment, and allows any tender', async () => {
  const { checkout, codes, bridge, screen, till, starts } = setUpTill();
  bridge.terminal = 'decline';
  codes.take(article(1).ean);
  await checkout.pay('cashless');
  expect([screen(), till.getState().failure?.kind]).toEqual(['declined', 'refused']);
  checkout.openCash();
  expect(screen()).toBe('till');
  await checkout.pay('cash', 250);
  expect([screen(), starts()]).toEqual(['receipt', ['start/cashless', 'start/cash']]);
});

test('takes the card at another terminal for one payment only', async () => {
  const { checkout, codes, bridge, screen, starts } = setUpTill();
  bridge.terminal = 'decline';
  codes.take(article(1).ean);
  await checkout.pay('cashless');
  await checkout.payAt('SDV_2');
  bridge.terminal = 'approve';
  await checkout.pay('cashless');
  expect([screen(), starts()]).toEqual(['receipt', ['start/cashless', 'start/cashless at SDV_2', 'start/cashless']]);
});

test('shows that the terminal needs its end-of-day, and keeps the basket', async () => {
  const { checkout, codes, bridge, screen, basket } = setUpTill();
  bridge.start = async () => {
    throw new Refusal(405, refusedBody({ error_user: 'Full.', code: 1090 }));
  };
  codes.take(article(1).ean);
  await checkout.pay('cashless');
  expect(screen()).toBe('declined');
  checkout.backToBasket();
  expect([screen(), basket.getState().lines.length]).toEqual(['till', 1]);
});

test('shows an unknown outcome after a lost answer, and sends nothing again', async () => {
  const { checkout, codes, bridge, sync, screen, waits, starts } = setUpTill();
  codes.take(article(1).ean);
  await sync.settled();
  bridge.fault = 'mute';
  const paying = checkout.pay('cashless');
  await until(() => waits.length === 1);
  expect(screen()).toBe('unknown');
  void checkout.pay('cash', 500);
  bridge.fault = 'none';
  waits.pop()!();
  await paying;
  expect([screen(), starts()]).toEqual(['receipt', ['start/cashless']]);
});

test('returns to the basket when the request never arrived, and says that no money moved', async () => {
  const { checkout, codes, bridge, sync, screen, waits, message, starts } = setUpTill();
  codes.take(article(1).ean);
  await sync.settled();
  bridge.fault = 'away';
  const paying = checkout.pay('cashless');
  await until(() => waits.length === 1);
  bridge.fault = 'none';
  waits.pop()!();
  await paying;
  expect([screen(), starts(), message()]).toEqual(['till', [], expect.stringContaining('No money was moved')]);
});

test('starts no payment while the basket is not saved', async () => {
  const { checkout, codes, bridge, screen, message } = setUpTill();
  bridge.fault = 'away';
  codes.take(article(1).ean);
  await checkout.pay('cashless');
  expect([screen(), message()]).toEqual(['till', expect.stringContaining('No money was moved')]);
});

test('sends nothing when Cancel is pressed before the payment is sent', async () => {
  const { checkout, codes, screen, starts, message } = setUpTill();
  codes.take(article(1).ean);
  const paying = checkout.pay('cashless');
  await checkout.cancelPayment();
  await paying;
  expect([screen(), starts(), message()]).toEqual(['till', [], expect.stringContaining('No money was moved')]);
});

test('restores basket, card and state after a reload', async () => {
  const first = setUpTill();
  first.codes.take(article(1).ean);
  first.codes.take(CARD);
  await until(() => first.basket.getState().card !== null);
  await first.sync.settled();
  const second = setUpTill();
  for (const [id, sale] of first.bridge.sales) second.bridge.sales.set(id, sale);
  await second.bridge.showOnTill(first.bridge.onTill());
  await second.checkout.load();
  expect(second.basket.getState().card?.number).toBe(CARD);
  expect(totalsOf(second.basket.getState())).toEqual(totalsOf(first.basket.getState()));
  expect(await second.sync.settled()).toBe('STX_1');
  expect(second.bridge.calls).toEqual(['showOnTill', 'till']);
});

/** A basket of a customer who does not pay with the card. */
async function keepTheCardsMoney() {
  const parts = setUpTill();
  parts.codes.take(article(1).ean);
  parts.codes.take(CARD);
  await until(() => parts.basket.getState().card !== null);
  await parts.sync.settled();
  parts.basket.setPayWithCard(false);
  await parts.sync.settled();
  expect(parts.bridge.sales.get('STX_1')).toMatchObject({
    status: 'processing',
    basket_info: { sum: 225, missing_sum: 225 },
  });
  return parts;
}

test('keeps the choice not to pay with the card when the event stream starts again', async () => {
  const { checkout, basket, sync, bridge } = await keepTheCardsMoney();
  await checkout.load();
  await sync.settled();
  expect([basket.getState().payWithCard, bridge.sales.get('STX_1')?.basket_info.missing_sum]).toEqual([false, 225]);
});

test('reserves no balance of the card after a reload until its button is pressed', async () => {
  const first = await keepTheCardsMoney();
  const { checkout, basket, sync, bridge } = setUpTill();
  bridge.sales.set('STX_1', first.bridge.sales.get('STX_1')!);
  await bridge.showOnTill('STX_1');
  await checkout.load();
  await sync.settled();
  expect([basket.getState().card?.number, basket.getState().payWithCard]).toEqual([CARD, false]);
  expect(bridge.sales.get('STX_1')?.basket_info.missing_sum).toBe(225);
  basket.setPayWithCard(true);
  await sync.settled();
  expect(bridge.sales.get('STX_1')?.basket_info.missing_sum).toBe(0);
});

test('keeps the part that the card pays after a declined payment, also after a reload', async () => {
  const first = setUpTill();
  first.bridge.articles.set(article(3).ean, article(3, 90_000));
  first.codes.take(article(3).ean);
  first.codes.take(CARD);
  await until(() => first.basket.getState().card !== null && first.basket.getState().lines.length > 0);
  first.bridge.terminal = 'decline';
  await first.checkout.pay('cashless');
  const { checkout, basket, bridge } = setUpTill();
  bridge.sales.set('STX_1', first.bridge.sales.get('STX_1')!);
  expect(bridge.sales.get('STX_1')?.status).toBe('failed');
  await bridge.showOnTill('STX_1');
  await checkout.load();
  expect(basket.getState().payWithCard).toBe(true);
});

test('keeps articles that were scanned while the till is loaded again', async () => {
  const { checkout, codes, basket, sync } = setUpTill();
  codes.take(article(1).ean);
  await sync.settled();
  const loading = checkout.load();
  codes.take(article(2).ean);
  codes.take(article(1).ean);
  await loading;
  await sync.settled();
  expect(basket.getState().lines.map(({ articleNumber, quantity }) => [articleNumber, quantity])).toEqual([
    ['1', 2],
    ['2', 1],
  ]);
});

test('applies the card again when its reservation has expired', async () => {
  const { checkout, codes, basket, sync, bridge } = setUpTill();
  codes.take(article(1).ean);
  codes.take(CARD);
  await until(() => basket.getState().card !== null);
  await sync.settled();
  const sale = { ...bridge.sales.get('STX_1')!, status: 'created' as const };
  bridge.sales.set('STX_1', sale);
  checkout.onSale(sale);
  await sync.settled();
  expect(bridge.sales.get('STX_1')!.status).toBe('processing');
});

test('keeps what everybody gets when its own change of the sale is reported', async () => {
  const { checkout, codes, basket, sync, bridge } = setUpTill();
  bridge.everybody = 10;
  codes.take(article(1).ean);
  await sync.settled();
  const before = basket.getState().applied;
  expect(before?.bonus).toHaveLength(1);
  checkout.onSale(bridge.sales.get('STX_1')!);
  await sync.settled();
  expect(basket.getState().applied).toEqual(before);
});

test('ignores an older document of a paid sale', async () => {
  const { checkout, codes, till, screen } = setUpTill();
  codes.take(article(1).ean);
  await checkout.pay('cash', 250);
  checkout.onSale({ ...till.getState().sale!, status: 'failed' });
  expect(screen()).toBe('receipt');
});

test('does not show the last receipt over articles that were scanned while the bridge was away', async () => {
  const { checkout, codes, sync, basket, bridge, screen } = setUpTill();
  codes.take(article(1).ean);
  await checkout.pay('cash', 250);
  bridge.fault = 'away';
  checkout.nextCustomer();
  for (const _ of [1, 2, 3]) codes.take(article(1).ean);
  await sync.settled();
  bridge.fault = 'none';
  await checkout.load();
  expect(screen()).toBe('till');
  codes.take(article(1).ean);
  expect(basket.getState().lines).toMatchObject([{ quantity: 4 }]);
  const id = await sync.settled();
  expect([id, bridge.onTill()]).toEqual(['STX_2', 'STX_2']);
});

test('keeps the receipt until the next customer, however often the till is loaded', async () => {
  const first = setUpTill();
  first.codes.take(article(1).ean);
  await first.checkout.pay('cash', 1000);
  const { checkout, codes, sync, bridge, screen, till, basket } = setUpTill();
  bridge.sales.set('STX_1', first.till.getState().sale!);
  await bridge.showOnTill('STX_1');
  for (const _ of [1, 2, 3]) {
    await checkout.load();
    await sync.settled();
    expect([screen(), till.getState().sale?.id, bridge.onTill()]).toEqual(['receipt', 'STX_1', 'STX_1']);
  }
  codes.take(article(1).ean);
  await until(() => basket.getState().lines.length === 1);
  await sync.settled();
  expect([screen(), bridge.onTill()]).toEqual(['till', 'STX_2']);
});

test('keeps the change on the receipt screen when the line breaks', async () => {
  const { checkout, codes, sync, till, screen } = setUpTill();
  codes.take(article(1).ean);
  await checkout.pay('cash', 1000);
  for (const _ of [1, 2]) {
    await checkout.load();
    await sync.settled();
  }
  expect([screen(), cashChangeOf(till.getState().sale!)]).toEqual(['receipt', { given: 1000, back: 750 }]);
});

/** Changes the sale in another window of this till, without an event. */
async function elsewhere({ bridge }: ReturnType<typeof setUpTill>, quantity: number) {
  const sale = bridge.sales.get('STX_1')!;
  const products = sale.basket.products.map(item => ({ ...item, quantity }));
  const sum = products.reduce((total, item) => total + item.quantity * item.priceOne, 0);
  const changed = {
    ...sale,
    basket: { ...sale.basket, products },
    basket_info: { ...sale.basket_info, sum, missing_sum: sum },
  };
  bridge.sales.set('STX_1', changed);
  return changed;
}

test('shows the booked change, also when another window has changed the basket', async () => {
  const parts = setUpTill();
  const { checkout, codes, sync, till } = parts;
  codes.take(article(1).ean);
  await sync.settled();
  await elsewhere(parts, 3);
  await checkout.pay('cash', 1000);
  expect(cashChangeOf(till.getState().sale!)).toEqual({ given: 1000, back: 250 });
});

test('takes the basket from another window, and ignores an older document of its own', async () => {
  const parts = setUpTill();
  const { checkout, codes, sync, basket, bridge } = parts;
  codes.take(article(1).ean);
  await sync.settled();
  const older = bridge.sales.get('STX_1')!;
  checkout.onSale(await elsewhere(parts, 3));
  await until(() => basket.getState().lines[0]?.quantity === 3);
  codes.take(article(1).ean);
  await sync.settled();
  expect(bridge.sales.get('STX_1')?.basket.products).toMatchObject([{ quantity: 4 }]);
  const loads = () => bridge.calls.filter(call => call === 'till').length;
  const before = loads();
  checkout.onSale(older);
  await until(() => loads() > before);
  await sync.settled();
  expect(basket.getState().lines).toMatchObject([{ quantity: 4 }]);
  expect(bridge.sales.get('STX_1')?.basket.products).toMatchObject([{ quantity: 4 }]);
});

test('keeps the first of two changes from two windows, and tells the cashier of the other window', async () => {
  const parts = setUpTill();
  const { codes, sync, basket, bridge, message } = parts;
  codes.take(article(1).ean);
  await sync.settled();
  await elsewhere(parts, 3);
  codes.take(article(1).ean);
  await sync.settled();
  expect(basket.getState().lines).toMatchObject([{ quantity: 3 }]);
  expect(bridge.sales.get('STX_1')?.basket.products).toMatchObject([{ quantity: 3 }]);
  expect(message()).toContain('another window');
  codes.take(article(1).ean);
  await sync.settled();
  expect(bridge.sales.get('STX_1')?.basket.products).toMatchObject([{ quantity: 4 }]);
});

test('stops a payment when another window changes the basket', async () => {
  const parts = setUpTill();
  const { checkout, codes, sync, starts, message, screen } = parts;
  codes.take(article(1).ean);
  await sync.settled();
  await elsewhere(parts, 3);
  codes.take(article(1).ean);
  await checkout.pay('cashless');
  expect([screen(), starts(), message()]).toEqual(['till', [], expect.stringContaining('No money was moved')]);
});

test('writes the basket when only the status of the sale has changed', async () => {
  const { codes, sync, basket, bridge } = setUpTill();
  codes.take(article(1).ean);
  await sync.settled();
  bridge.sales.set('STX_1', { ...bridge.sales.get('STX_1')!, status: 'failed' });
  codes.take(article(1).ean);
  await sync.settled();
  expect(basket.getState().lines).toMatchObject([{ quantity: 2 }]);
  expect(bridge.sales.get('STX_1')?.basket.products).toMatchObject([{ quantity: 2 }]);
});
