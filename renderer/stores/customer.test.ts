/** What ends with a customer: a new member of a store has to be named, and nothing that is named reaches the next customer. */

import { expect, test } from 'vitest';
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
