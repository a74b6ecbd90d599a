/** The tiles of the till: read, and replaced as a whole. What changes is for use inside a job. */
import { articlesOn, LONGEST_FOLDER_NAME, MOST_TILES, type Tile, type Tiles } from '../../wire/tiles.ts';
import { audited, type Change, type MasterData } from '../masterData.ts';
import { faultAt } from './articleFault.ts';
import { textOf } from './articleFields.ts';
import { putChanged, todayOf } from './articles.ts';

/**
 * As a manager arranged them, without articles that were removed since, and with articles behind them that became a quick key
 * elsewhere (in their form, in a file). Of a shop where nobody arranged any: its quick keys.
 */
export function readTiles(data: MasterData, merchant: string): Tiles {
  const stored = data.shopStore.tiles(merchant);
  const numbers = quickKeysOf(data, merchant);
  if (stored === null) return { arranged: false, tiles: numbers.map(article => ({ article })) };
  const placed = new Set(stored.flatMap(articlesOn));
  const tiles = stored.flatMap((tile): readonly Tile[] => {
    if ('article' in tile) return isKnown(data, merchant, tile.article) ? [tile] : [];
    if (!('folder' in tile)) return [tile];
    const articles = tile.folder.articles.filter(number => isKnown(data, merchant, number));
    return [{ folder: { ...tile.folder, articles } }];
  });
  return {
    arranged: true,
    tiles: [...tiles, ...numbers.filter(number => !placed.has(number)).map(article => ({ article }))],
  };
}

/** Articles with `quickKey`, by place; those without a place come after, in the order of the catalogue. */
const quickKeysOf = ({ articles }: MasterData, merchant: string): readonly string[] =>
  articles
    .quickKeys(merchant)
    .toSorted((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity) || 0)
    .map(({ number }) => number);

const isKnown = ({ articles, merchants }: MasterData, merchant: string, number: string): boolean =>
  articles.has(merchant, number) || merchants.articleByNumber(merchant, number) !== null;

/** Replaces the tiles, and gives and takes `quickKey`. Throws `ArticleFault` for the first thing that is wrong. */
export function changeTiles(data: MasterData, change: Change, tiles: readonly Tile[]): void {
  const { merchant } = change;
  const before = readTiles(data, merchant);
  const after = tiles.map((tile, at) => checkedTile(data, merchant, tile, `tiles[${at}]`));
  checkOnce(after);
  data.shopStore.keepTiles(merchant, after);
  const entry = { kind: 'tiles', subject: merchant, action: 'changed' } as const;
  audited(data, change, { ...entry, before: { tiles: before.tiles }, after: { tiles: after } });
  const placed = new Set(after.flatMap(articlesOn));
  const today = todayOf(data, merchant);
  for (const number of new Set([...quickKeysOf(data, merchant), ...placed])) {
    const stored = data.articles.byNumber(merchant, number);
    const quickKey = placed.has(number);
    if (stored && stored.article.quickKey !== quickKey)
      putChanged(data, change, stored, { ...stored.article, quickKey }, today);
  }
}

function checkedTile(data: MasterData, merchant: string, tile: Tile, path: string): Tile {
  for (const [at, number] of articlesOn(tile).entries())
    if (!isKnown(data, merchant, number))
      throw faultAt(
        'article' in tile ? `${path}.article` : `${path}.folder.articles[${at}]`,
        `Einen Artikel ${number} gibt es nicht.`,
        `There is no article ${number}.`,
      );
  if (!('folder' in tile)) return tile;
  const { name, articles } = tile.folder;
  const de = textOf(`${path}.folder.name.de`, name.de, LONGEST_FOLDER_NAME);
  const en = name.en.trim() === '' ? de : textOf(`${path}.folder.name.en`, name.en, LONGEST_FOLDER_NAME);
  return { folder: { name: { de, en }, articles } };
}

/** An article or an action that stands twice would be changed in one place and be wrong in the other. */
function checkOnce(tiles: readonly Tile[]): void {
  const seen = new Set<string>();
  for (const [at, tile] of tiles.entries())
    for (const name of 'action' in tile ? [`action ${tile.action}`] : articlesOn(tile)) {
      if (seen.has(name)) throw faultAt(`tiles[${at}]`, `${name} steht zweimal da.`, `${name} stands there twice.`);
      seen.add(name);
    }
  if (seen.size > MOST_TILES)
    throw faultAt(
      'tiles',
      `Es sind ${seen.size} Artikel auf Kacheln und in Ordnern, höchstens ${MOST_TILES} gehen.`,
      `${seen.size} articles are on tiles and in folders, and ${MOST_TILES} is the most.`,
    );
}

/** The tiles in the catalogue; null where nobody arranged any. */
export function tilesForSale(data: MasterData, merchant: string): readonly Tile[] | null {
  const { arranged, tiles } = readTiles(data, merchant);
  return arranged ? tiles : null;
}
