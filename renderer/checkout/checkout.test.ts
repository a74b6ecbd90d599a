import { expect, test } from 'vitest';
import { Refusal } from '../bridge/errors.ts';
import { article } from '../doubles/goods.ts';
import { CARD, setUpTill, until } from '../doubles/till.ts';
import { totalsOf } from '../stores/basketTotals.ts';

test('cash: the change is what was given beyond the missing sum', async () => {
  const { checkout, codes, till, screen, basket, bridge } = setUpTill();
  codes.take(article(1).ean);
  await checkout.pay('cash', 1000);
  expect([screen(), till.getState().change]).toEqual(['receipt', { given: 1000, back: 750 }]);
  checkout.nextCustomer();
  expect([screen(), basket.getState().lines]).toEqual(['till', []]);
  await until(() => bridge.onTill() === null);
});

test('too little cash books nothing', async () => {
  const { checkout, codes, screen, starts, message } = setUpTill();
  codes.take(article(1).ean);
  await checkout.pay('cash', 249);
  expect([screen(), starts(), message()]).toEqual(['till', [], expect.stringContaining('Nothing was booked')]);
});

test('a second tap finds the lock, whatever it asks for', async () => {
  const { checkout, codes, starts } = setUpTill();
  codes.take(article(1).ean);
  await Promise.all([checkout.pay('cashless'), checkout.pay('cashless'), checkout.pay('cash', 500)]);
  await checkout.pay('cashless');
  expect(starts()).toEqual(['start/cashless']);
});

test('declined: the basket is still there, and any method may follow', async () => {
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

test('declined: another terminal may take the card, and nothing of that is remembered', async () => {
  const { checkout, codes, bridge, screen, starts } = setUpTill();
  bridge.terminal = 'decline';
  codes.take(article(1).ean);
  await checkout.pay('cashless');
  await checkout.payAt('SDV_2');
  bridge.terminal = 'approve';
  await checkout.pay('cashless');
  expect([screen(), starts()]).toEqual(['receipt', ['start/cashless', 'start/cashless at SDV_2', 'start/cashless']]);
});

test('a full terminal is named even where the sale itself did not fail, and the basket stays', async () => {
  const { checkout, codes, bridge, screen, basket } = setUpTill();
  bridge.start = async () => {
    const text = { error: '', error_details: '', error_user: 'Full.', code: 1090, supportId: 's' };
    throw new Refusal(405, { status: 'error', ...text });
  };
  codes.take(article(1).ean);
  await checkout.pay('cashless');
  expect(screen()).toBe('declined');
  checkout.backToBasket();
  expect([screen(), basket.getState().lines.length]).toEqual(['till', 1]);
});

test('a lost answer is doubt until the bridge tells, and nothing is sent again', async () => {
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

test('a request that never arrived leads back to the basket and says that no money moved', async () => {
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

test('nothing is started while the basket is not saved', async () => {
  const { checkout, codes, bridge, screen, message } = setUpTill();
  bridge.fault = 'away';
  codes.take(article(1).ean);
  await checkout.pay('cashless');
  expect([screen(), message()]).toEqual(['till', expect.stringContaining('No money was moved')]);
});

test('cancel before anything was sent sends nothing', async () => {
  const { checkout, codes, screen, starts, message } = setUpTill();
  codes.take(article(1).ean);
  const paying = checkout.pay('cashless');
  await checkout.cancelPayment();
  await paying;
  expect([screen(), starts(), message()]).toEqual(['till', [], expect.stringContaining('No money was moved')]);
});

test('after a reload basket, card and state are back', async () => {
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

/** A basket whose customer wants to keep what is on the card. */
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

test('a card whose balance is kept gives its discounts, and stays so when the stream begins anew', async () => {
  const { checkout, basket, sync, bridge } = await keepTheCardsMoney();
  await checkout.load();
  await sync.settled();
  expect([basket.getState().payWithCard, bridge.sales.get('STX_1')?.basket_info.missing_sum]).toEqual([false, 225]);
});

test('a page that is loaded anew reserves no money of a card by itself; its button does', async () => {
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

test('a declined payment of the rest leaves the card its part, also on a page that is loaded anew', async () => {
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

test('loading again does not undo what was just codes', async () => {
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

test('a reservation that ran out is asked for again before anybody pays', async () => {
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

test('an older telling of a paid sale changes nothing', async () => {
  const { checkout, codes, till, screen } = setUpTill();
  codes.take(article(1).ean);
  await checkout.pay('cash', 250);
  checkout.onSale({ ...till.getState().sale!, status: 'failed' });
  expect(screen()).toBe('receipt');
});

test('the receipt of the last customer does not cover what was codes while the bridge was away', async () => {
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

test('a receipt stays however often the till is loaded, until the next customer comes', async () => {
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

test('the change stays in sight when the line breaks while the receipt is read', async () => {
  const { checkout, codes, sync, till, screen } = setUpTill();
  codes.take(article(1).ean);
  await checkout.pay('cash', 1000);
  for (const _ of [1, 2]) {
    await checkout.load();
    await sync.settled();
  }
  expect([screen(), till.getState().change]).toEqual(['receipt', { given: 1000, back: 750 }]);
});

/** What another window of this till makes of the sale, without the stream telling it. */
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

test('the change is that of what was booked, also where another window has changed the basket', async () => {
  const parts = setUpTill();
  const { checkout, codes, sync, till } = parts;
  codes.take(article(1).ean);
  await sync.settled();
  await elsewhere(parts, 3);
  await checkout.pay('cash', 1000);
  expect(till.getState().change).toEqual({ given: 1000, back: 250 });
});

test('what another window made of the basket is taken over; an older telling of our own changes nothing', async () => {
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

test('two windows that change a basket at once: the first one counts, and the other says so', async () => {
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

test('a basket that another window changes while the money is to be taken is not paid unseen', async () => {
  const parts = setUpTill();
  const { checkout, codes, sync, starts, message, screen } = parts;
  codes.take(article(1).ean);
  await sync.settled();
  await elsewhere(parts, 3);
  codes.take(article(1).ean);
  await checkout.pay('cashless');
  expect([screen(), starts(), message()]).toEqual(['till', [], expect.stringContaining('No money was moved')]);
});

test('where only the state of the sale has changed, the basket is written all the same', async () => {
  const { codes, sync, basket, bridge } = setUpTill();
  codes.take(article(1).ean);
  await sync.settled();
  bridge.sales.set('STX_1', { ...bridge.sales.get('STX_1')!, status: 'failed' });
  codes.take(article(1).ean);
  await sync.settled();
  expect(basket.getState().lines).toMatchObject([{ quantity: 2 }]);
  expect(bridge.sales.get('STX_1')?.basket.products).toMatchObject([{ quantity: 2 }]);
});
