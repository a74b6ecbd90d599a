/** Digits and quantities that were typed for one customer never count for the next. */

import { beforeEach, describe, expect, test } from 'vitest';
import { BasketStore } from '../stores/basket.ts';
import { createEntry } from '../stores/entry.ts';
import { createSession } from '../stores/session.ts';
import { createTill } from '../stores/till.ts';
import { DIGITS_WAIT, endTypedEntries, QUANTITY_WAITS } from './typedEntry.ts';

const entry = createEntry();
const till = createTill();
const session = createSession();
const basket = new BasketStore();
const timers = new Map<() => void, number>();
let keys = '';

endTypedEntries({
  entry,
  till,
  session,
  basket,
  cancelKeys: () => {
    keys = '';
  },
  later: (run, delay) => {
    timers.set(run, delay);
    return () => void timers.delete(run);
  },
});

const pass = (delay: number) => {
  for (const [run, wait] of [...timers])
    if (wait <= delay) {
      timers.delete(run);
      run();
    }
};

beforeEach(() => {
  till.set(till.getInitialState());
  entry.setState(entry.getInitialState());
  timers.clear();
  entry.setSearch('2');
  entry.multiply(3);
  keys = '4';
});

const typed = () => [entry.getState().search, entry.getState().quantity, keys];

describe('what was typed outside every field', () => {
  test('is gone when a tender is pressed, and when its answer is there', () => {
    till.begin({ action: 'cashless', amount: 100, since: 0 });
    expect(typed()).toEqual(['', null, '']);
    entry.setSearch('5');
    till.end();
    expect(typed()).toEqual(['', null, '']);
  });

  test('leaves the keys right before the dialog for cash to its amount', () => {
    till.set({ cashOpen: true });
    expect(typed()).toEqual(['', null, '4']);
  });

  test('is gone with another cashier', () => {
    session.setSession({ user: { username: 'a', name: 'A', role: 'cashier' } } as never);
    expect(typed()).toEqual(['', null, '']);
  });

  test('loses its digits with the next change of the basket, and keeps its words', () => {
    basket.touch();
    expect(typed()).toEqual(['', 3, '4']);
    entry.setSearch('Brezel');
    basket.touch();
    expect(entry.getState().search).toBe('Brezel');
  });

  test('is gone after a while; words stay', () => {
    pass(DIGITS_WAIT);
    expect(typed()).toEqual(['', 3, '4']);
    pass(QUANTITY_WAITS);
    expect(entry.getState().quantity).toBeNull();
    entry.setSearch('Brezel');
    pass(DIGITS_WAIT);
    expect(entry.getState().search).toBe('Brezel');
  });

  test('waits for the answer to a question about the article', () => {
    entry.ask({ kind: 'price', article: {} as never, answer: () => undefined });
    pass(QUANTITY_WAITS);
    expect(entry.getState().quantity).toBe(3);
    entry.endQuestion();
    pass(QUANTITY_WAITS);
    expect(entry.getState().quantity).toBeNull();
  });
});
