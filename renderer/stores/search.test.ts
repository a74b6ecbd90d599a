/** The article search and the quick keys. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Article } from '../../main/wire/catalogue.ts';
import { article } from '../doubles/goods.ts';
import { prepared } from './catalogue.ts';
import { indexOf, search } from './search.ts';

const named = (number: number, desc: string, descEn = desc): Article => ({
  ...article(number),
  group: [],
  desc,
  descEn,
});
const numbers = (found: readonly Article[]) => found.map(({ articleNumber }) => Number(articleNumber));

const index = indexOf([
  named(1, 'Käsekuchen', 'Cheese cake'),
  named(2, 'Bergkäse', 'Mountain cheese'),
  named(3, 'Kaffee, gemahlen', 'Ground coffee'),
]);

test('finds names in both languages, without accents and case, beginnings first', () => {
  expect(numbers(search(index, 'KASE', 9))).toEqual([1, 2]);
  expect(numbers(search(index, 'cheese', 9))).toEqual([1, 2]);
  expect(numbers(search(index, 'käse berg', 9))).toEqual([2]);
  expect(numbers(search(index, '4000000000003', 9))).toEqual([3]);
  expect(search(index, '   ', 9)).toEqual([]);
  expect(search(index, 'nichts', 9)).toEqual([]);
});

test('keeps the limit, and finds only articles with every word', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-c]{1,4}$/), { maxLength: 40 }),
      fc.stringMatching(/^[a-c]{1,2}$/),
      fc.nat(9),
      (names, word, limit) => {
        const found = search(indexOf(names.map((name, at) => named(at, name))), word, limit);
        const all = names.filter(name => name.includes(word)).length;
        expect(found.length).toBe(Math.min(limit, all));
        for (const { desc } of found) expect(desc).toContain(word);
      },
    ),
  );
});

test('finds a group by its name in both languages', () => {
  const index = indexOf([article(1), { ...article(2), group: [] }]);
  for (const word of ['kaffee', 'coffee'])
    expect(search(index, word, 5).map(({ articleNumber }) => articleNumber)).toEqual(['1']);
});

test('has the quick keys as tiles, all articles by main group, and finds no article without a barcode by a scan', () => {
  const state = prepared({
    version: '7',
    articles: [
      article(4),
      { ...article(1), quickKey: true },
      { ...article(2), quickKey: true, group: [] },
      { ...article(3), quickKey: true, ean: '' },
    ],
  });
  expect(state.groups.map(({ id, articles }) => [id, numbers(articles)])).toEqual([
    ['coffee', [1, 3, 4]],
    ['', [2]],
  ]);
  expect(state.groups[0]?.name).toEqual({ de: 'Kaffee', en: 'Coffee' });
  expect(state.tiles.map(tile => tile.kind === 'article' && [tile.article.articleNumber, tile.group])).toEqual([
    ['1', 0],
    ['3', 0],
    ['2', 1],
  ]);
  expect(state.byEan.has('')).toBe(false);
  expect(state.byNumber.size).toBe(4);
});

test('has the tiles as a manager arranged them, without articles that are not sold', () => {
  const name = { de: 'Warm', en: 'Hot' };
  const { tiles } = prepared({
    version: '8',
    tiles: [
      { action: 'empties' },
      { folder: { name, articles: ['9', '2'] } },
      { folder: { name, articles: ['9'] } },
      { article: '9' },
      { article: '1' },
    ],
    articles: [article(1), { ...article(2), group: [] }],
  });
  expect(tiles).toMatchObject([
    { kind: 'action', action: 'empties' },
    { kind: 'folder', folder: { name, articles: [{ articleNumber: '2' }] }, group: 1 },
    { kind: 'article', article: { articleNumber: '1' }, group: 0 },
  ]);
});
