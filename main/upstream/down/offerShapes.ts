/** Shapes that an article and a campaign of the service must have before somebody sells by them; more members are kept. */
import Type, { type Static } from 'typebox';
import { Article } from '../../wire/catalogue.ts';
import { nullable, openObject, Timestamp } from '../../wire/shapes.ts';

const name = Type.String({ minLength: 1, maxLength: 1000 });
/** Minor units. A deposit that is paid back has a price below zero. */
const price = Type.Integer({ minimum: -999_999_999, maximum: 999_999_999 });

export const ArticleShape = openObject({
  articleNumber: Type.String({ minLength: 1, maxLength: 100 }),
  ean: Type.String({ maxLength: 100 }),
  desc: name,
  price,
  tax: Type.Intersect([Article.properties.tax, Type.Number({ minimum: 0, maximum: 100 })]),
  descEn: Article.properties.descEn,
  group: Article.properties.group,
  quickKey: Article.properties.quickKey,
});

const ids = Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 10_000 }));
const percent = Type.Number({ exclusiveMinimum: 0, maximum: 100 });
const effect = <T extends string, M extends Record<string, ReturnType<typeof Type.Number>>>(type: T, members: M) =>
  openObject({ type: Type.Literal(type), ...members });

export const CampaignShape = openObject({
  id: Type.String({ minLength: 1, maxLength: 100 }),
  name,
  nameEn: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
  nameByTax: Type.Optional(Type.Record(Type.String(), name)),
  nameByTaxEn: Type.Optional(Type.Record(Type.String(), name)),
  condition: openObject({
    ...{ cardGroups: ids, articles: ids, articleGroups: ids },
    minQuantity: Type.Optional(Type.Number({ minimum: 0 })),
    minBasketSum: Type.Optional(Type.Integer()),
    validFrom: Type.Optional(Timestamp),
    validTo: Type.Optional(Timestamp),
  }),
  effect: Type.Union([
    effect('percent', { percent }),
    effect('amount', { amount: Type.Number({ minimum: 1, maximum: 999_999_999, multipleOf: 1 }) }),
    effect('pointsFactor', { factor: Type.Number({ minimum: 1, maximum: 1000 }) }),
    effect('collect', { percent }),
  ]),
});
export type CampaignShape = Static<typeof CampaignShape>;
