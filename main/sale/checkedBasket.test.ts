/** Goods by weight from a cashier's screen: the price of a kilogram is that of the catalogue. */
import { expect, it } from 'vitest';
import type { BasketItem } from '../domain/basket.ts';
import { screenClientId } from '../world/demoIds.ts';
import type { Principal } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { basketCheckFor } from './checkedBasket.ts';

const apples = {
  ...{ articleNumber: '4711', ean: '', desc: 'Äpfel', descEn: 'Apples', price: 299, tax: 7, group: [], quickKey: true },
  measure: 'kg' as const,
};
const soldArticles = { byNumber: () => apples, carried: () => null, isDeposit: () => false };
const check = basketCheckFor(
  { soldArticles, settings: { language: 'de' } } as unknown as World,
  { client: screenClientId, merchant: 'MRC_1', role: 'cashier', staff: { name: 'Anna' } } as unknown as Principal,
)!;

const line = (priceOne: number, pricePerKilogram: number) =>
  ({
    ...{ articleNumber: '4711', tax: 7, priceOne, quantity: 1, item_type: 'article', reference_id: 'line:1' },
    measure: { value: 456, decimals: 3, unit: 'kg', priceOne: pricePerKilogram },
  }) as unknown as BasketItem;

it('takes a typed weight at the price of the catalogue', () => {
  expect(check([line(136, 299)], null)).toMatchObject([{ priceOne: 136, measure: { value: 456, priceOne: 299 } }]);
});

it('refuses another price of a kilogram, also where the line costs what a kilogram does', () => {
  for (const [price, pricePerKilogram] of [
    [1, 2],
    [299, 656],
  ] as const)
    expect(() => check([line(price, pricePerKilogram)], null)).toThrow('article 4711 costs 299');
});
