/** State that ends with a customer: a new member of a store has to be named, and no named member reaches the next customer. */

import { expect, test } from 'vitest';
import { article } from '../doubles/goods.ts';
import { setUpTill } from '../doubles/till.ts';
import { endCustomer, owners } from './customer.ts';

type Names = keyof typeof owners;
const names = Object.keys(owners) as Names[];

test('every member of the stores of a sale is named, and no other', () => {
  const shop = setUpTill();
  for (const name of names)
    expect(Object.keys(owners[name]).toSorted(), name).toEqual(Object.keys(shop[name].getState()).toSorted());
});

test('what belongs to the customer begins again, and the rest stays', () => {
  const shop = setUpTill();
  const own = ['basket', 'till', 'entry', 'notices', 'scanner'] as const;
  const before = Object.fromEntries(own.map(name => [name, { ...shop[name].getInitialState() }]));
  for (const name of own) fill(shop[name]);
  endCustomer(shop);
  for (const name of own)
    for (const [member, owner] of Object.entries(owners[name])) {
      const value = (shop[name].getState() as object as Record<string, unknown>)[member];
      if (owner === 'customer')
        expect(value, `${name}.${member}`).toEqual((before[name] as Record<string, unknown>)[member]);
      else if (name !== 'basket') expect(value, `${name}.${member}`).toBe(MARK);
    }
  expect(shop.basket.getState()).toMatchObject({ rev: 8, customer: 8 });
});

const MARK = { lasting: undefined };

/** Sets every member to something that no new customer has. */
function fill(store: { readonly getState: () => object }): void {
  const { setState } = store as unknown as { setState: (part: object) => void };
  const counters = 'rev' in store.getState() ? { rev: 7, customer: 7 } : {};
  const marked = Object.fromEntries(Object.keys(store.getState()).map(member => [member, MARK]));
  setState.call(store, { ...marked, ...counters });
}

test('the next customer ends the customer, and so does another window that takes the sale off the till', async () => {
  const shop = setUpTill();
  const { checkout, codes, scanner, entry, basket, till, sync, bridge } = shop;
  const begin = async () => {
    codes.take(article(1).ean);
    await sync.settled();
    basket.setTip(80);
    basket.confirmAge(18);
    await sync.settled();
    codes.offerSlowScan({ code: article(2).ean, pace: 80, keys: [] });
    entry.setSearch('2');
    till.set({ giveBack: { state: 'asking', parts: [] } });
  };
  const left = () => [
    scanner.getState().slow,
    entry.getState().search,
    till.getState().giveBack,
    basket.getState().age,
    basket.getState().extras.tip,
  ];
  await begin();
  checkout.nextCustomer();
  expect(left()).toEqual([null, '', null, 0, 0]);
  await sync.settled();
  await begin();
  await bridge.showOnTill(null);
  await checkout.load();
  expect([...left(), basket.getState().lines]).toEqual([null, '', null, 0, 0, []]);
});
