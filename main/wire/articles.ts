/**
 * Articles as master data: `/bridge/v1/articles` (list, create, read by id, change, end, import, export, picture),
 * `/bridge/v1/article-groups` and `/bridge/v1/ean-prefixes`. Managers change them, and clients with the scope `manage`.
 */
import Type, { type Static } from 'typebox';
import { memberColumns } from './articleMembers.ts';
import { MOST_PROBLEMS } from './limits.ts';
import { fileFacts, fileQuery, ImportProblem } from './listFiles.ts';
import { memberShapes } from './memberShapes.ts';
import { idOf, nullable, Rate, Texts, Timestamp } from './shapes.ts';

const Day = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  description: 'YYYY-MM-DD by the clock of the shop',
});
const Amount = Type.Integer({
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'smallest currency unit, tax included',
});

export const articleStates = ['sold', 'ended'] as const;
export const measures = ['piece', 'kg'] as const;

/** A price and the first day on which it holds. */
export const DatedPrice = Type.Object({
  price: Amount,
  validFrom: nullable(Day),
});
export type DatedPrice = Static<typeof DatedPrice>;

export const MasterArticle = Type.Object({
  object: Type.Literal('shop.articles'),
  id: idOf('ART'),
  number: Type.String(),
  name: Texts,
  eans: Type.Array(Type.String(), { description: 'the first one is printed on receipts' }),
  group: nullable(Type.String({ description: 'id of an article group' })),
  state: Type.Enum(articleStates, { description: 'ended: not sold any more' }),
  price: Amount,
  prices: Type.Array(DatedPrice, { description: 'in the order of their days: history, today, and what is planned' }),
  tax: nullable(Type.String({ description: 'key of a tax rate; null: the fixed rate in taxRate' })),
  taxRate: { ...Rate, description: 'per cent, today; at most two decimals' },
  deposit: nullable(Type.String({ description: 'number of the deposit article that is sold with it' })),
  measure: Type.Enum(measures, { description: 'kg: the price is for a kilogram, and the code carries the weight' }),
  ...memberShapes('read'),
  quickKey: Type.Boolean(),
  place: nullable(Type.Integer({ description: 'place among the quick keys of its main group; null: after them' })),
  picture: nullable(Type.String({ description: 'hash of the picture at /bridge/v1/articles/{id}/picture' })),
  created: Timestamp,
  updated: Timestamp,
});
export type MasterArticle = Static<typeof MasterArticle>;

/** `POST /bridge/v1/articles` wants number, name, price and tax; `PUT` takes what changes. */
export const ArticleInput = Type.Object(
  {
    number: Type.Optional(Type.String({ description: 'up to 50 characters, unique in the shop' })),
    name: Type.Optional(
      Type.Union([
        Type.String({ description: 'the same in both languages' }),
        Type.Object({ de: Type.String(), en: Type.Optional(nullable(Type.String())) }),
      ]),
    ),
    eans: Type.Optional(Type.Array(Type.String(), { maxItems: 50 })),
    group: Type.Optional(nullable(Type.String())),
    state: Type.Optional(Type.Enum(articleStates)),
    price: Type.Optional({ ...Amount, description: 'the price from today on' }),
    prices: Type.Optional(
      Type.Array(DatedPrice, { maxItems: 500, description: 'replaces what is planned; the past stays as it was' }),
    ),
    tax: Type.Optional(nullable(Type.String())),
    taxRate: Type.Optional(Type.Number({ description: 'in the place of tax: the key that has this rate today' })),
    deposit: Type.Optional(nullable(Type.String())),
    measure: Type.Optional(Type.Enum(measures)),
    ...memberShapes('change'),
    quickKey: Type.Optional(Type.Boolean()),
    place: Type.Optional(nullable(Type.Integer())),
  },
  { additionalProperties: true, description: 'members of a read article that cannot be changed are ignored' },
);
export type ArticleInput = Static<typeof ArticleInput>;

export const ArticleGroupView = Type.Object({
  object: Type.Literal('shop.articleGroups'),
  id: Type.String(),
  parent: nullable(Type.String()),
  name: Texts,
  articles: Type.Integer({ description: 'articles in the group itself' }),
});
export type ArticleGroupView = Static<typeof ArticleGroupView>;
export const ArticleGroups = Type.Object({ count: Type.Integer(), data: Type.Array(ArticleGroupView) });
export type ArticleGroups = Static<typeof ArticleGroups>;

export const ArticleGroupInput = Type.Object({
  id: Type.Optional(Type.String({ description: 'of a new group; made of its name when left out' })),
  parent: Type.Optional(nullable(Type.String())),
  name: Type.Optional(
    Type.Union([Type.String(), Type.Object({ de: Type.String(), en: Type.Optional(nullable(Type.String())) })]),
  ),
});
export type ArticleGroupInput = Static<typeof ArticleGroupInput>;

const CodeHolder = Type.Object({ id: idOf('ART'), number: Type.String(), name: Texts });
/** `GET /bridge/v1/code-clashes` */
export const CodeClashes = Type.Object({
  count: Type.Integer(),
  data: Type.Array(
    Type.Object({
      code: Type.String({ description: 'in its shortest spelling' }),
      found: { ...CodeHolder, description: 'the article that a scan of the code finds' },
      other: { ...CodeHolder, description: 'the article that has the code, too, and is sold by its number or tile' },
    }),
  ),
});
export type CodeClashes = Static<typeof CodeClashes>;

/** How 13 digits with this beginning are read: beginning, item, an inner check digit where there is one, value, check digit. */
export const EanPrefix = Type.Object(
  {
    prefix: Type.String({ pattern: '^[0-9]{1,4}$' }),
    kind: Type.Enum(['weight', 'price']),
    itemDigits: Type.Integer({ minimum: 1, maximum: 10 }),
    valueDigits: Type.Integer({ minimum: 1, maximum: 6 }),
    decimals: Type.Integer({
      minimum: 0,
      maximum: 3,
      description: 'of the value: kilograms, or units of the currency',
    }),
    innerCheck: Type.Enum(['none', 'ignored', 'checked'], {
      description: 'a check digit before the value, which is left out or checked (4 or 5 digits)',
    }),
  },
  { additionalProperties: false },
);
export type EanPrefix = Static<typeof EanPrefix>;
/** `GET` and `PUT /bridge/v1/ean-prefixes`; `PUT` replaces all of them. */
export const EanPrefixes = Type.Object({ data: Type.Array(EanPrefix, { maxItems: 50 }) });
export type EanPrefixes = Static<typeof EanPrefixes>;

/** Columns of an article file, and members of an article in a set-up file; the same words mean the same in both. */
export const articleColumns = [
  ...(['number', 'ean', 'name', 'name_en', 'group', 'price', 'tax', 'unit'] as const),
  ...(['deposit', 'quick_key', 'place', 'state', 'planned'] as const),
  ...memberColumns,
] as const;
export type ArticleColumn = (typeof articleColumns)[number];

/** A column of a file may become one of these: a column of ours, a part of the name, or the mark that rows of one article share. */
export const importColumns = [...articleColumns, 'variant', 'handle'] as const;
export type ImportColumn = (typeof importColumns)[number];

/** One of the first articles of a file, as it was read. */
export const FirstArticle = Type.Object({
  line: Type.Integer(),
  name: Type.String(),
  price: Amount,
});
export type FirstArticle = Static<typeof FirstArticle>;

/** Answer of `POST /bridge/v1/articles/import`, and of `GET` while it runs and after. */
export const ArticleImport = Type.Object({
  id: Type.String(),
  state: Type.Enum(['reading', 'preview', 'refused', 'applying', 'done'], {
    description: 'refused: lines are wrong, and nothing was imported; preview: nothing was asked to be imported',
  }),
  lines: Type.Integer({ description: 'with an article, read until now' }),
  created: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  groups: Type.Integer({ description: 'new groups' }),
  faulty: Type.Integer({ description: 'lines that are wrong' }),
  problems: Type.Array(ImportProblem, { description: `the first ${MOST_PROBLEMS}, by line` }),
  moreProblems: Type.Optional(Type.Integer({ description: 'further ones, which are not listed' })),
  applied: Type.Integer({ description: 'articles written until now' }),
  ...fileFacts,
  first: Type.Optional(
    Type.Array(FirstArticle, {
      description: 'names with letters beyond A to Z first: they show a wrong character set',
    }),
  ),
});
export type ArticleImport = Static<typeof ArticleImport>;

const yes = (description: string) => Type.Optional(Type.String({ description }));
export const ImportQuery = Type.Object(
  {
    dry_run: yes('1: a preview; nothing is imported'),
    skip_faulty: yes('1: lines that are wrong are left out, and the others imported'),
    ...fileQuery,
    tax: yes('tax of every line that names none'),
    group: yes('group of every line that names none'),
    unit: yes('unit of every line that names none'),
  },
  { additionalProperties: true },
);
export type ImportQuery = Static<typeof ImportQuery>;
