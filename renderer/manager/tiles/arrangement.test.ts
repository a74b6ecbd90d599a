/** Tiles that a manager arranges: moved, put into folders, taken out. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { articlesOn, type Tile } from '../../../main/wire/tiles.ts';
import { added, arrangementOf, intoFolder, moved, outOfFolder, placeOf, tilesOf, without } from './arrangement.ts';

const folder = (...articles: string[]): Tile => ({ folder: { name: { de: 'Warm', en: 'Hot' }, articles } });
const tiles: readonly Tile[] = [{ article: '1' }, folder('2', '3'), { article: '4' }, { action: 'empties' }];
const all = arrangementOf(tiles);

test('moves a tile between the ends', () => {
  expect(tilesOf(moved(all, 0, 2))).toEqual([tiles[1], tiles[2], tiles[0], tiles[3]]);
  expect(tilesOf(moved(all, 3, -1))[0]).toEqual(tiles[3]);
  expect(tilesOf(moved(all, 0, 99)).at(-1)).toEqual(tiles[0]);
  expect(moved(all, 77, 0)).toBe(all);
});

test('puts an article into a folder and takes it out again, behind the folder', () => {
  const inside = intoFolder(all, 2, 1);
  expect(tilesOf(inside)).toEqual([tiles[0], folder('2', '3', '4'), tiles[3]]);
  expect(tilesOf(outOfFolder(inside, 1, '2'))).toEqual([tiles[0], folder('3', '4'), { article: '2' }, tiles[3]]);
  // Neither an action nor a folder lies in a folder.
  expect(intoFolder(all, 3, 1)).toBe(all);
  expect(intoFolder(all, 1, 0)).toBe(all);
});

test('loses no article and has each once, whatever is done', () => {
  const step = fc.tuple(fc.nat(6), fc.nat(6), fc.nat(3));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), steps => {
      let now = all;
      for (const [id, to, kind] of steps) {
        if (kind === 0) now = moved(now, id, to);
        if (kind === 1) now = intoFolder(now, id, to);
        const opened = now[placeOf(now, id)]?.tile;
        const [first] = opened && 'folder' in opened ? articlesOn(opened) : [];
        if (kind === 2 && first) now = outOfFolder(now, id, first);
      }
      expect(tilesOf(now).flatMap(articlesOn).sort()).toEqual(['1', '2', '3', '4']);
      expect(new Set(now.map(({ id }) => id)).size).toBe(now.length);
    }),
  );
});

test('has a number of its own for each tile', () => {
  const grown = added(without(all, 1), { article: '9' });
  expect(new Set(grown.map(({ id }) => id)).size).toBe(4);
  expect(tilesOf(added([], { article: '1' }))).toEqual([{ article: '1' }]);
});
