/**
 * The tiles of the till in their order: `GET` and `PUT /bridge/v1/tiles`; the catalogue has them, too. A tile sells an article, opens
 * a folder of articles, or begins an action. Every article on a tile has `quickKey`, and no other article has it.
 */
import Type, { type Static } from 'typebox';
import { Texts } from './shapes.ts';

/** Tiles and articles in folders together. A price list may make quick keys of many articles, and all of them are tiles. */
export const MOST_TILES = 2000;
export const LONGEST_FOLDER_NAME = 40;

const ArticleNumber = Type.String({ maxLength: 255, description: 'number of an article of the shop' });

/** Actions of the till that a tile may begin. */
export const tileActions = ['empties', 'enquiry', 'discount', 'customer', 'returns'] as const;
export type TileAction = (typeof tileActions)[number];

export const Folder = Type.Object(
  { name: Texts, articles: Type.Array(ArticleNumber, { maxItems: MOST_TILES }) },
  { additionalProperties: false },
);
export type Folder = Static<typeof Folder>;

export const Tile = Type.Union([
  Type.Object({ article: ArticleNumber }, { additionalProperties: false }),
  Type.Object(
    { folder: { ...Folder, description: 'opens in the place of the tiles' } },
    { additionalProperties: false },
  ),
  Type.Object({ action: Type.Enum(tileActions) }, { additionalProperties: false }),
]);
export type Tile = Static<typeof Tile>;

/** The numbers of the articles on a tile. */
export const articlesOn = (tile: Tile): readonly string[] =>
  'article' in tile ? [tile.article] : 'folder' in tile ? tile.folder.articles : [];

export const Tiles = Type.Object({
  arranged: Type.Boolean({
    description: 'false: nobody arranged tiles yet; these are the quick keys by group and place',
  }),
  tiles: Type.Array(Tile, { description: 'in their order' }),
});
export type Tiles = Static<typeof Tiles>;

/** Replaces all tiles. */
export const TilesInput = Type.Object({
  tiles: Type.Array(Tile, { maxItems: MOST_TILES, description: 'in their order; they replace all others' }),
  arranged: Type.Optional(Type.Boolean({ description: 'ignored, so that tiles can be sent as they were read' })),
});
export type TilesInput = Static<typeof TilesInput>;
