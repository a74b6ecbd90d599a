/** The tiles as a manager arranges them before they are saved. Each change gives new tiles. Pure. */

import type { Tile } from '../../../main/wire/tiles.ts';

/** A tile, with a number of its own by which it stays the same thing wherever it moves. */
export interface Placed {
  readonly id: number;
  readonly tile: Tile;
}

export type Arrangement = readonly Placed[];

/** Takes a change over; `said` is read to a screen reader. */
export type EditTiles = (after: Arrangement, said?: string) => void;

export const arrangementOf = (tiles: readonly Tile[]): Arrangement => tiles.map((tile, id) => ({ id, tile }));
export const tilesOf = (arrangement: Arrangement): readonly Tile[] => arrangement.map(({ tile }) => tile);

export const placeOf = (arrangement: Arrangement, id: number): number =>
  arrangement.findIndex(placed => placed.id === id);

/** To a place counted from 0, which ends at both ends. */
export function moved(arrangement: Arrangement, id: number, to: number): Arrangement {
  const from = placeOf(arrangement, id);
  const [one] = arrangement.slice(from, from + 1);
  if (!one) return arrangement;
  return arrangement.toSpliced(from, 1).toSpliced(Math.max(0, to), 0, one);
}

export function added(arrangement: Arrangement, tile: Tile): Arrangement {
  const id = Math.max(-1, ...arrangement.map(placed => placed.id)) + 1;
  return [...arrangement, { id, tile }];
}

export const without = (arrangement: Arrangement, id: number): Arrangement =>
  arrangement.filter(placed => placed.id !== id);

export const replaced = (arrangement: Arrangement, id: number, tile: Tile): Arrangement =>
  arrangement.map(placed => (placed.id === id ? { id, tile } : placed));

/** The article of a tile goes to the end of a folder, and its tile goes. */
export function intoFolder(arrangement: Arrangement, id: number, folder: number): Arrangement {
  const tile = arrangement.find(placed => placed.id === id)?.tile;
  const into = arrangement.find(placed => placed.id === folder)?.tile;
  if (!tile || !into || !('article' in tile && 'folder' in into)) return arrangement;
  const articles = [...into.folder.articles, tile.article];
  return without(replaced(arrangement, folder, { folder: { ...into.folder, articles } }), id);
}

/** The folder with other articles. */
export const withArticles = (
  arrangement: Arrangement,
  id: number,
  change: (articles: readonly string[]) => readonly string[],
): Arrangement =>
  arrangement.map(placed =>
    placed.id === id && 'folder' in placed.tile
      ? { id, tile: { folder: { ...placed.tile.folder, articles: [...change(placed.tile.folder.articles)] } } }
      : placed,
  );

/** An article leaves its folder and stands behind it as a tile. */
export function outOfFolder(arrangement: Arrangement, id: number, article: string): Arrangement {
  const rest = withArticles(arrangement, id, articles => articles.filter(number => number !== article));
  const grown = added(rest, { article });
  return moved(grown, grown.at(-1)!.id, placeOf(arrangement, id) + 1);
}
