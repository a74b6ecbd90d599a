/** Articles the till can sell: `GET /bridge/v1/catalogue` (all, with ETag), `GET /bridge/v1/articles/{code}` (one by EAN or number). */
import Type, { type Static } from 'typebox';
import { memberShapes } from './memberShapes.ts';
import { Money, Rate } from './shapes.ts';
import { Tile } from './tiles.ts';

export const Article = Type.Object({
  articleNumber: Type.String(),
  ean: Type.String({ description: 'empty for articles without a barcode' }),
  desc: Type.String(),
  descEn: Type.String(),
  price: Money,
  tax: Rate,
  group: Type.Array(
    Type.Object({ id: Type.String(), desc: Type.String(), descEn: Type.String(), level: Type.Integer() }),
  ),
  quickKey: Type.Boolean(),
  eans: Type.Optional(Type.Array(Type.String(), { description: 'further codes' })),
  place: Type.Optional(Type.Integer({ description: 'place among the quick keys of its main group' })),
  deposit: Type.Optional(Type.String({ description: 'number of the deposit article that is sold with it' })),
  measure: Type.Optional(Type.Literal('kg', { description: 'the price is for a kilogram' })),
  ...memberShapes('sold'),
  picture: Type.Optional(Type.String({ description: 'address of the picture below the bridge' })),
  pieces: Type.Optional(
    Type.Integer({ description: 'the code that was asked for is that of a pack: it sells so many pieces' }),
  ),
  expires: Type.Optional(
    Type.String({ description: 'YYYY-MM-DD: the last day that the code that was asked for gives for this packet' }),
  ),
  expired: Type.Optional(Type.Literal(true, { description: 'that day is over by the calendar of the shop' })),
  serialNumber: Type.Optional(
    Type.String({ description: 'serial number of this piece by the code that was asked for' }),
  ),
  note: Type.Optional(
    Type.String({
      description: 'lot and serial number of this piece by the code that was asked for, as a note of its line',
    }),
  ),
  carried: Type.Optional(
    Type.Object(
      {
        ean: Type.String(),
        grams: Type.Union([Type.Integer(), Type.Null()]),
        pricePerKilogram: Type.Union([Money, Type.Null()]),
        desc: Type.String({ description: 'German name without the weight' }),
        descEn: Type.String({ description: 'English name without the weight' }),
      },
      { description: 'the code that was asked for carries weight or price; price and names are those of this piece' },
    ),
  ),
});
export type Article = Static<typeof Article>;

export const Catalogue = Type.Object({
  version: Type.String(),
  tiles: Type.Optional(
    Type.Array(Tile, { description: 'in their order, as a manager arranged them; left out: nobody did' }),
  ),
  articles: Type.Array(Article),
});
export type Catalogue = Static<typeof Catalogue>;
