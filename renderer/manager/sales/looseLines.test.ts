import { expect, test } from 'vitest';
import type { Article } from '../../../main/wire/catalogue.ts';
import { articleFrom, changed, type LooseLine, withArticle } from './looseLines.ts';

const GERMAN = { currency: 'EUR', language: 'de' } as const;
const ham: Article = {
  ...{ articleNumber: '4712', ean: '', desc: 'Schinken', descEn: 'Ham', price: 1999, tax: 7 },
  ...{ group: [], quickKey: false, measure: 'kg' },
};
const names = { desc: 'Schinken', descEn: 'Ham' };
/** As the bridge answers for the label of a scale. */
const label = (grams: number): Article => ({
  ...{ ...ham, desc: `Schinken 0,${grams} kg × 19,99 €/kg`, price: 1 },
  carried: { ean: `28${grams}`, grams, pricePerKilogram: 1999, ...names },
});
const priced = (price: number): Article => ({
  ...{ ...ham, price },
  carried: { ean: `21${price}`, grams: null, pricePerKilogram: null, ...names },
});
const scanned = (...articles: readonly Article[]) =>
  articles.reduce<readonly LooseLine[]>((lines, article) => withArticle(lines, article, GERMAN), []);

test('a label gives its weight, each pack is a line of its own, and its price is that of a kilogram', () => {
  const lines = scanned(label(350), label(350));
  expect(lines.map(line => articleFrom(line, 'EUR'))).toEqual(
    lines.map(() => ({
      ...{ articleNumber: '4712', ean: '', desc: 'Schinken', desc_en: 'Ham', tax: 7, group: [] },
      measure: { value: 350, decimals: 3, unit: 'kg', priceOne: 1999 },
    })),
  );
});

test('an article by weight that is named by its number waits for its weight', () => {
  const [line] = scanned(ham);
  expect(line && articleFrom(line, 'EUR')).toBeNull();
  const weighed = line?.amount && articleFrom({ ...line, amount: { ...line.amount, value: 35 }, price: '9' }, 'EUR');
  expect(weighed).toMatchObject({ measure: { value: 35, priceOne: 900 } });
});

test('a code that carries a price is pieces: the same code is counted up, another price is another line', () => {
  const lines = scanned(priced(500), priced(500), priced(700), { ...ham, measure: undefined as never });
  expect(lines.map(({ quantity, amount, price }) => [quantity, amount, price])).toEqual([
    [2, null, '5,00'],
    [1, null, '7,00'],
    [1, null, '19,99'],
  ]);
  const [first] = lines;
  expect(first && changed(lines, { ...first, quantity: 0 })).toEqual(lines.slice(1));
});
