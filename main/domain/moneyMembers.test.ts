/** Finds the members of a body that are about money, and those that contradict the call. */
import { describe, expect, it } from 'vitest';
import { fractionIn, ignoredMoney, misplacedBasket, moneyMembers } from './moneyMembers.ts';

const facts = { whole: [1000], currency: 'EUR' };
const ignored = (body: unknown, reads: readonly string[] = []) =>
  ignoredMoney(moneyMembers(body, reads), facts)?.path ?? null;

describe('an amount that the call does not read', () => {
  it.each([
    [{ amount: 300 }, 'amount'],
    [{ amount: -300 }, 'amount'],
    [{ amount: '300' }, 'amount'],
    [{ amount: 3.5 }, 'amount'],
    [{ amount: 'three' }, 'amount'],
    [{ amount: 9e20 }, 'amount'],
    [{ refundAmount: 300 }, 'refundAmount'],
    [{ refund_amount: 300 }, 'refund_amount'],
    [{ Total: 300 }, 'Total'],
    [{ tip: 100 }, 'tip'],
    [{ discount: '50' }, 'discount'],
    [{ currency: 'USD' }, 'currency'],
    [{ currency: 978 }, 'currency'],
  ])('%o is refused', (body, path) => {
    expect(ignored(body)).toBe(path);
  });

  it.each([
    undefined,
    null,
    [],
    {},
    { amount: null },
    { amount: 1000 },
    { amount: '1000' },
    { total: 1000, currency: 'EUR', tip: 0, discount: null },
    { container: { id: 'PCT_1' }, customer: { amount: 1 }, email: 'a@b.example', note: 'amount 300' },
  ])('%o is accepted', body => {
    expect(ignored(body)).toBeNull();
  });

  it('one that it reads is its own business', () => {
    expect(ignored({ amount_given: 5000 }, ['amount_given'])).toBeNull();
    expect(ignored({ amount_given: 5000 })).toBe('amount_given');
  });
});

it('an amount with a decimal point is found in the text, because the number alone does not show it', () => {
  expect(fractionIn('{"amount": 3.00}')).toBe('amount');
  expect(fractionIn('{"basket":{"products":[{"priceOne":2.90}]}}')).toBe('priceOne');
  expect(fractionIn('{"sum":1e3}')).toBe('sum');
  for (const text of ['{"amount":300}', '{"amount":"3.00"}', '{"weight":0.532}', '{"desc":"\\"sum\\": 3.0"}', ''])
    expect(fractionIn(text)).toBeNull();
});

it('a basket that stands elsewhere is found', () => {
  expect(misplacedBasket({ baskets: { products: [] } })).toEqual({ found: 'baskets', read: 'basket' });
  expect(misplacedBasket({ items: [{}] })).toEqual({ found: 'items', read: 'basket.products' });
  expect(misplacedBasket({ items: [{}] }, 'basket.')).toEqual({ found: 'basket.items', read: 'basket.products' });
  for (const body of [undefined, {}, { items: 3 }, { basket: { products: [] } }])
    expect(misplacedBasket(body)).toBeNull();
  expect(misplacedBasket({ products: [] }, 'basket.')).toBeNull();
});
