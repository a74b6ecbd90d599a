/**
 * Data that one Tillbridge reads from another: `GET /bridge/v1/changes`, `GET /bridge/v1/catalogue/pages` and `GET
 * /bridge/v1/campaigns` offer it, `GET /bridge/v1/queue/down` shows how young it is at the receiver.
 */
import Type, { type Static } from 'typebox';
import { Article } from './catalogue.ts';
import { nullable, openObject, Texts, Timestamp } from './shapes.ts';

/** Types of the objects that the log of changes shows. */
export const flowingObjects = [
  'general.stores',
  'loyalty.cardgroups',
  'loyalty.customers',
  'loyalty.merchantcards',
] as const;

/** Query strings are texts. */
const NumberText = Type.String({ pattern: '^[0-9]{1,15}$' });

/** `after`: number behind which to read; left out: nothing is read. `count`: at most 200, which is usual. */
export const ChangesQuery = openObject({
  after: Type.Optional(NumberText),
  count: Type.Optional(NumberText),
});
export type ChangesQuery = Static<typeof ChangesQuery>;

export const Changes = Type.Object({
  log: Type.String({ description: 'names the log: numbers of another one mean nothing' }),
  last: Type.Integer({ description: 'the last number of the log' }),
  next: Type.Integer({ description: 'the number up to which this page reaches: `after` of the next page' }),
  gap: Type.Boolean({ description: 'what follows `after` is not kept any more: read the lists' }),
  data: Type.Array(
    Type.Object({
      seq: Type.Integer(),
      object: Type.Enum(flowingObjects),
      id: Type.String(),
      type: Type.Enum(['changed', 'removed']),
      document: nullable(openObject({}, { description: 'as it is now; null: removed' })),
    }),
  ),
});

/** `from`: place of the first article. `count`: at most 1000; usually 200. */
export const CataloguePageQuery = openObject({
  from: Type.Optional(NumberText),
  count: Type.Optional(NumberText),
});
export type CataloguePageQuery = Static<typeof CataloguePageQuery>;

export const CataloguePage = Type.Object({
  version: Type.String({ description: 'of the whole catalogue; pages of two versions do not belong together' }),
  next: nullable(Type.Integer({ description: '`from` of the next page; null: this is the last one' })),
  articles: Type.Array(Article),
});

export const Campaigns = Type.Object({
  campaigns: Type.Array(
    openObject({
      id: Type.String(),
      name: Type.String(),
      nameEn: Type.Optional(nullable(Type.String({ description: 'name in English' }))),
    }),
  ),
});

const ShopFacts = Type.Object({
  merchant: nullable(
    openObject({ name: Type.String() }, { description: 'name and address of the shop, as the service says them' }),
  ),
  contracts: Type.Array(
    openObject({
      id: Type.String(),
      name: nullable(Type.String()),
      approved: Type.Boolean({ description: 'false: nothing is paid out yet' }),
      terminated: nullable(Type.String()),
      currencies: nullable(Type.Array(Type.String())),
    }),
  ),
});

export const DownStateView = Type.Object({
  shop: ShopFacts,
  reading: nullable(Type.String({ description: 'what is read just now' })),
  parts: Type.Array(
    Type.Object({
      part: Type.String({ description: 'stores, groups, customers, cards, catalogue, campaigns, merchant, contracts' }),
      last_page: nullable(Timestamp),
      compared: nullable(Timestamp),
      /** Since the last page. */
      age_seconds: nullable(Type.Integer()),
      rows: nullable(Type.Integer({ description: 'objects whose ids are known on both sides' })),
      cases: Type.Integer(),
      problem: nullable(Type.Object({ code: Type.String(), texts: Texts })),
    }),
  ),
});
export type DownStateView = Static<typeof DownStateView>;
