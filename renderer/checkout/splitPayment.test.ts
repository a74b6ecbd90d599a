/** Several tenders pay one basket: parts, refusals, and what goes back. */

import { expect, test } from 'vitest';
import { Refusal } from '../bridge/errors.ts';
import { article } from '../doubles/goods.ts';
import { refusedBody } from '../doubles/refuse.ts';
import { setUpTill, until } from '../doubles/till.ts';
import { paidParts } from '../stores/basketState.ts';
import { totalsOf } from '../stores/basketTotals.ts';
import { createGiveBackSteps } from './giveBack.ts';
import { createPayOutSteps } from './payOut.ts';

/** A basket of 5.00. */
function basketOfTwo() {
  const shop = setUpTill();
  for (const number of [1, 2]) shop.codes.take(article(number).ean);
  const missing = () => totalsOf(shop.basket.getState()).missing;
  return { ...shop, ...createGiveBackSteps(shop.checkout.inside), missing };
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

test('a declined part says its amount and the ways on, and what was paid before stays paid', async () => {
  const { checkout, bridge, screen, missing, basket, sync, till, starts } = basketOfTwo();
  await sync.settled();
  await checkout.pay('cash', 200, undefined, { amount: 200 });
  bridge.terminal = 'decline';
  await checkout.pay('cashless', undefined, undefined, { amount: 120 });
  expect([screen(), missing(), paidParts(basket.getState()).length]).toEqual(['declined', 300, 1]);
  expect(till.getState().declined).toMatchObject({ kind: 'part', amount: 120, tender: 'cashless' });
  checkout.backToBasket();
  expect([screen(), till.getState().declined]).toEqual(['till', null]);
  await checkout.pay('cashless', undefined, undefined, { amount: 120 });
  bridge.terminal = 'approve';
  await till.getState().declined?.again();
  expect([screen(), missing(), starts().at(-1)]).toEqual(['till', 180, 'start/cashless of 120']);
  bridge.terminal = 'decline';
  await checkout.pay('cashless');
  expect([screen(), till.getState().declined?.amount]).toEqual(['declined', 180]);
  bridge.terminal = 'approve';
  await checkout.payAt('SDV_2');
  expect([screen(), till.getState().declined]).toEqual(['receipt', null]);
});

test('the basket stays as it is while a part is paid, and is free again when all went back', async () => {
  const { checkout, giveBack, codes, basket, missing, message, sync } = basketOfTwo();
  await sync.settled();
  await checkout.pay('cash', 200, undefined, { amount: 200 });
  await checkout.pay('cashless', undefined, undefined, { amount: 100 });
  const { rev } = basket.getState();
  codes.take(article(1).ean);
  expect([basket.getState().rev, message()]).toEqual([
    rev,
    expect.stringContaining('Part of this sale is already paid'),
  ]);
  await giveBack(paidParts(basket.getState()));
  expect([missing(), paidParts(basket.getState())]).toEqual([500, []]);
  codes.take(article(1).ean);
  expect(missing()).toBe(750);
});

test('asks before a part goes back, and says afterwards what has gone back', async () => {
  const { checkout, askGiveBack, closeGiveBack, giveBack, bridge, basket, missing, till, sync } = basketOfTwo();
  await sync.settled();
  await checkout.pay('cashless', undefined, undefined, { amount: 100 });
  const returns = () => bridge.calls.filter(call => call.includes('return')).length;
  askGiveBack(paidParts(basket.getState()));
  expect([till.getState().giveBack?.state, returns(), missing()]).toEqual(['asking', 0, 400]);
  closeGiveBack();
  expect([till.getState().giveBack, returns()]).toEqual([null, 0]);
  askGiveBack(paidParts(basket.getState()));
  await giveBack(till.getState().giveBack!.parts);
  expect([returns(), missing()]).toEqual([1, 500]);
  expect(till.getState().giveBack).toMatchObject({ state: 'done', parts: [{ amount: 100, status: 'returned' }] });
});

test('a terminal that refuses to give back leaves its part paid, names what has gone back, and is asked again', async () => {
  const { checkout, askGiveBack, giveBack, bridge, basket, missing, screen, sync, till } = basketOfTwo();
  await sync.settled();
  await checkout.pay('cash', 200, undefined, { amount: 200 });
  await checkout.pay('cashless', undefined, undefined, { amount: 100 });
  bridge.terminal = 'decline';
  askGiveBack(paidParts(basket.getState()));
  await giveBack(paidParts(basket.getState()));
  expect([screen(), missing(), paidParts(basket.getState()).length]).toEqual(['declined', 400, 1]);
  expect(till.getState()).toMatchObject({
    giveBack: null,
    declined: { kind: 'giveBack', amount: 100, goneBack: 200 },
  });
  bridge.terminal = 'approve';
  await till.getState().declined?.again();
  expect([screen(), missing(), till.getState().giveBack?.parts.length]).toEqual(['till', 500, 2]);
});

test('a reload shows what is paid', async () => {
  const { checkout, basket, missing, sync } = basketOfTwo();
  await sync.settled();
  await checkout.pay('cash', 200, undefined, { amount: 200 });
  await checkout.load();
  expect([missing(), basket.getState().parts.length]).toEqual([300, 1]);
});

test('after a lost answer the screen says what is paid and what has gone back, and never that no money moved', async () => {
  const { checkout, giveBack, bridge, basket, message, screen, sync, till, waits } = basketOfTwo();
  await sync.settled();
  const lost = async (step: Promise<void>, fault: 'away' | 'mute') => {
    await until(() => waits.length === 1);
    bridge.fault = 'none';
    waits.pop()!();
    await step;
    return [fault, screen(), message()];
  };
  bridge.fault = 'mute';
  const paying = checkout.pay('cashless', undefined, undefined, { amount: 100 });
  expect(await lost(paying, 'mute')).toEqual(['mute', 'till', expect.stringContaining('€1.00 is paid now')]);
  bridge.fault = 'away';
  const stuck = giveBack(paidParts(basket.getState()));
  expect(await lost(stuck, 'away')).toEqual(['away', 'till', expect.stringContaining('Nothing was given back')]);
  expect(till.getState().giveBack).toBeNull();
  bridge.fault = 'mute';
  const going = giveBack(paidParts(basket.getState()));
  expect(await lost(going, 'mute')).toEqual(['mute', 'till', expect.stringContaining('€0.00 is paid now')]);
  expect(till.getState().giveBack).toMatchObject({ state: 'done', parts: [{ amount: 100, status: 'returned' }] });
});

test('a pay-out that is refused after a part of it says what is still due and what has gone back', async () => {
  const { checkout, bridge, screen, sync, till } = basketOfTwo();
  const id = (await sync.settled())!;
  const sold = bridge.sales.get(id)!;
  const back = { sale: id, receipt_number: 1, line: 1, tax_amount: null };
  const products = [{ ...sold.basket.products[0]!, quantity: -2, item_type: 'return', return_of: back }];
  const due = (sum: number) => ({ ...sold.basket_info, sum: -500, missing_sum: sum });
  bridge.sales.set(id, { ...sold, basket: { ...sold.basket, products }, basket_info: due(-500) });
  await checkout.load();
  bridge.payOut = async () => {
    const gone = {
      id: 'P1',
      reference: null,
      method: 'cashless',
      amount: -200,
      status: 'paid' as const,
      at: sold.created,
    };
    bridge.sales.set(id, { ...bridge.sales.get(id)!, status: 'failed', parts: [gone], basket_info: due(-300) });
    throw new Refusal(405, refusedBody({ code: 1005 }));
  };
  await createPayOutSteps(checkout.inside).payOut();
  expect([screen(), till.getState().declined]).toMatchObject([
    'declined',
    { kind: 'payOut', amount: 300, goneBack: 200 },
  ]);
});
