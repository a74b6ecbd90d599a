/** Articles the till can sell: `GET /bridge/v1/catalogue` (all, with ETag), `GET /bridge/v1/articles/{code}` (one by EAN or number). */
import Type, { type Static } from 'typebox';
import { Money } from './shapes.ts';

export const Article = Type.Object({
  articleNumber: Type.String(),
  ean: Type.String({ description: 'empty for articles without a barcode' }),
  desc: Type.String(),
  descEn: Type.String(),
  price: Money,
  tax: Type.Integer({ description: 'per cent' }),
  group: Type.Array(
    Type.Object({ id: Type.String(), desc: Type.String(), descEn: Type.String(), level: Type.Integer() }),
  ),
  quickKey: Type.Boolean(),
});
export type Article = Static<typeof Article>;

export const Catalogue = Type.Object({ version: Type.String(), articles: Type.Array(Article) });
export type Catalogue = Static<typeof Catalogue>;
