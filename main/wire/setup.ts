/**
 * The set-up of a shop: the set-up file (`npm run setup`), and the first run below `/bridge/v1/setup`. Both write the same parts;
 * in files for people amounts are text in major units ("2,90").
 */
import Type, { type Static, type TSchema } from 'typebox';
import type { ArticleColumn } from './articles.ts';
import { memberCells } from './memberShapes.ts';
import { idOf, nullable, Texts } from './shapes.ts';
import { ShopInput, shopText, TaxRate } from './shop.ts';
import { BackOfficeSetting, Secret, UpstreamSetting } from './targets.ts';
import { Connection, SharedInput } from './terminals.ts';

/** Version of the form of the file; a file of a newer version is refused. */
export const SETUP_VERSION = 1;

const closed = { additionalProperties: false } as const;
const optionalText = (maxLength: number) => Type.Optional(shopText(maxLength));
/** In major units, as people write it; a number is taken as well in a file. */
const WrittenAmount = Type.Union([Type.String({ minLength: 1, maxLength: 30 }), Type.Number()], {
  description: 'major units, as people write it: "2,90"',
});
const Name = Type.Union([shopText(255), Type.Object({ de: shopText(255), en: shopText(255) }, closed)], {
  description: 'one text, or one in each language',
});

const Group = Type.Object(
  {
    id: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$' }),
    name: Name,
    parent: Type.Optional(nullable(Type.String({ maxLength: 50, description: 'id of the group it is in' }))),
  },
  closed,
);

const yesNo = (description: string) =>
  Type.Optional(
    Type.Union([Type.String({ maxLength: 10 }), Type.Boolean()], { description: `${description}: yes or no` }),
  );
const text = (max: number, description?: string) =>
  Type.Optional(
    Type.Union([Type.String({ maxLength: max }), Type.Number()], description === undefined ? {} : { description }),
  );

/** Texts as they stand in an article file. */
const articleRow = {
  number: text(50),
  ean: text(1000),
  name: shopText(255),
  name_en: Type.Optional(Type.String({ maxLength: 255 })),
  group: Type.Optional(Type.String({ maxLength: 255 })),
  price: WrittenAmount,
  tax: Type.Union([Type.String({ maxLength: 30 }), Type.Number()], {
    description: 'per cent, or the key of a tax rate',
  }),
  unit: Type.Optional(Type.String({ maxLength: 20, description: 'piece or kg' })),
  deposit: text(50, 'number of the deposit article'),
  quick_key: yesNo('a key on the screen'),
  place: text(3, 'of the key, from 1 on'),
  state: Type.Optional(Type.String({ maxLength: 20, description: 'sold or ended' })),
  planned: Type.Optional(Type.String({ maxLength: 5000, description: '2027-01-01 3,20 | 2027-06-01 3,40' })),
  ...memberCells({
    yes: yesNo,
    years: about => text(2, about),
    packs: about => text(1000, about),
    cost: about => text(30, about),
  }),
} satisfies Record<ArticleColumn, TSchema>;
const ArticleRow = Type.Object(articleRow, closed);
const CardRow = Type.Object(
  {
    cardnumber: Type.String({ pattern: '^[0-9 ]{4,30}$' }),
    group: Type.Optional(Type.String({ maxLength: 100 })),
    cash: Type.Optional(WrittenAmount),
    bonus: Type.Optional(WrittenAmount),
    points: Type.Optional(Type.Union([Type.String({ maxLength: 20 }), Type.Integer()])),
  },
  closed,
);
const CardGroup = Type.Object(
  {
    name: shopText(100),
    prefix: Type.String({ pattern: '^[0-9]{4,12}$', description: 'first digits of its cards' }),
    length: Type.Optional(
      Type.Integer({ minimum: 8, maximum: 30, description: 'digits of a card number; 16 when left out' }),
    ),
  },
  closed,
);

const timestamp = Type.Optional(Type.String({ format: 'date-time' }));
const names = Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 10_000 }));
const percent = Type.Number({ exclusiveMinimum: 0, maximum: 100 });
const Campaign = Type.Object(
  {
    id: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$' }),
    name: shopText(255),
    nameEn: Type.Optional(nullable({ ...shopText(255), description: 'name in English' })),
    condition: Type.Optional(
      Type.Object(
        {
          cardGroups: names,
          articles: names,
          articleGroups: names,
          minQuantity: Type.Optional(Type.Integer({ minimum: 1 })),
          minBasketSum: Type.Optional(WrittenAmount),
          validFrom: timestamp,
          validTo: timestamp,
        },
        closed,
      ),
    ),
    effect: Type.Union([
      Type.Object({ type: Type.Literal('percent'), percent }, closed),
      Type.Object({ type: Type.Literal('amount'), amount: WrittenAmount }, closed),
      Type.Object({ type: Type.Literal('pointsFactor'), factor: Type.Number({ minimum: 1, maximum: 1000 }) }, closed),
      Type.Object({ type: Type.Literal('collect'), percent }, closed),
    ]),
  },
  closed,
);

/** Scopes that a client of the API may be given. */
export const clientScopes = ['smart', 'loyalty', 'payment', 'general', 'manage'] as const;

const terminal = <S extends TSchema>(secret: S) =>
  Type.Object(
    {
      name: shopText(100),
      protocol: Type.Optional(Type.String({ maxLength: 30, description: 'zvt when left out' })),
      connection: Connection,
      password: Type.Optional(secret),
      currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
      profile: optionalText(40),
      shared: Type.Optional(SharedInput),
      handOver: Type.Optional(Type.Boolean()),
      tid: Type.Optional(Type.String({ pattern: '^[0-9]{1,8}$' })),
      options: Type.Optional(Type.Record(Type.String({ maxLength: 40 }), Type.Unknown())),
    },
    closed,
  );

/** The parts that file and first run have in common; they differ in how a secret and a list of articles is given. */
const parts = <S extends TSchema, L extends TSchema, C extends TSchema>(secret: S, articles: L, cards: C) => ({
  shop: Type.Optional(ShopInput),
  taxRates: Type.Optional(Type.Array(TaxRate, { maxItems: 200 })),
  people: Type.Optional(
    Type.Array(
      Type.Object(
        {
          username: Type.String({ pattern: '^[^\\s\\u0000-\\u001F\\u007F-\\u009F]{1,200}$' }),
          name: shopText(100),
          role: Type.Enum(['cashier', 'manager', 'readOnly']),
          pin: Type.Optional(secret),
        },
        closed,
      ),
      { maxItems: 1000 },
    ),
  ),
  clients: Type.Optional(
    Type.Array(
      Type.Object(
        {
          id: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{2,63}$' }),
          secret: Type.Optional(secret),
          scopes: Type.Optional(
            Type.Array(Type.Enum(clientScopes), {
              minItems: 1,
              description: 'smart, loyalty, payment and general when left out; manage changes master data',
            }),
          ),
        },
        closed,
      ),
      { maxItems: 1000 },
    ),
  ),
  terminals: Type.Optional(Type.Array(terminal(secret), { maxItems: 200 })),
  tills: Type.Optional(
    Type.Array(
      Type.Object(
        {
          name: shopText(100),
          terminal: Type.Optional(nullable(shopText(100, 'name of a terminal'))),
          uuid: Type.Optional(
            Type.String({ pattern: '^[\\x21-\\x7E]{1,200}$', description: 'how the till names itself' }),
          ),
        },
        closed,
      ),
      { maxItems: 200 },
    ),
  ),
  groups: Type.Optional(Type.Array(Group, { maxItems: 5000 })),
  articles: Type.Optional(articles),
  cardGroups: Type.Optional(Type.Array(CardGroup, { maxItems: 100 })),
  cards: Type.Optional(cards),
  campaigns: Type.Optional(Type.Array(Campaign, { maxItems: 1000 })),
  loyalty: Type.Optional(Type.Boolean()),
  upstream: Type.Optional(UpstreamSetting),
  backoffice: Type.Optional(BackOfficeSetting),
});

const FileName = Type.String({
  minLength: 1,
  maxLength: 1000,
  description: 'a CSV file, beside this file unless absolute',
});
const rows = <T extends TSchema>(row: T) => Type.Array(row, { maxItems: 100_000 });

/** The set-up file. */
export const SetupFile = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    $comment: Type.Optional(
      Type.String({ description: 'for people; an exported set-up says here what it leaves out' }),
    ),
    version: Type.Optional(Type.Integer({ minimum: 1, description: `of this form; ${SETUP_VERSION}` })),
    ...parts(Secret, Type.Union([FileName, rows(ArticleRow)]), Type.Union([FileName, rows(CardRow)])),
  },
  closed,
);
export type SetupFile = Static<typeof SetupFile>;

const SecretText = Type.String({ minLength: 1, maxLength: 1000 });

/** `PUT /bridge/v1/setup/draft`: the parts that are named replace those of the draft; null takes a part out again. */
export const SetupDraftInput = Type.Object(
  Object.fromEntries(
    Object.entries(parts(nullable(SecretText), rows(ArticleRow), rows(CardRow))).map(([name, part]) => [
      name,
      Type.Optional(nullable(part as unknown as TSchema)),
    ]),
  ),
  closed,
);
export type SetupDraft = Omit<SetupFile, '$schema' | '$comment' | 'version'>;

/** `POST /bridge/v1/setup/begin`: the one-time code, as the console and the log show it. */
export const SetupBegin = Type.Object({ code: Type.String({ minLength: 1, maxLength: 40 }) }, closed);
export const SetupBegun = Type.Object({
  token: Type.String({ description: 'bearer token of this set-up; a browser also gets it as a cookie' }),
});

const Fault = Type.Object({
  path: Type.String({ description: 'people[0].pin, shop.currency, …' }),
  texts: Texts,
});
export type SetupFault = Static<typeof Fault>;

/** `GET /bridge/v1/setup` */
export const SetupState = Type.Object({
  state: Type.Enum(['waiting', 'done'], { description: 'done: a shop is set up; its pages change it from now on' }),
  draft: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'what has been entered; in the place of a secret stands null, and a part that is sent with null keeps it',
  }),
  faults: Type.Array(Fault, { description: 'what is missing or wrong before the set-up can be finished' }),
  warnings: Type.Array(Fault, { description: 'the shop can be made with these; an audit may ask for them' }),
  changedAt: nullable(Type.Integer({ description: 'ms since 1970' })),
  proposal: Type.Record(Type.String(), Type.Unknown(), {
    description: 'what may be taken over: shop (country, currency, time zone, language), tax rates of the country',
  }),
});
export type SetupState = Static<typeof SetupState>;

/** `POST /bridge/v1/setup/finish` */
export const SetupDone = Type.Object({
  merchant: idOf('MRC'),
  changes: Type.Array(Texts, { description: 'what was made' }),
  restarts: Type.Boolean({
    description: 'the bridge opens itself anew for a second, at the same address: ask GET /healthz until it answers',
  }),
});
export type SetupDone = Static<typeof SetupDone>;

/** `POST /bridge/v1/setup/terminals/check` */
export const SetupTerminal = Type.Object({
  terminal: Type.Record(Type.String(), Type.Unknown(), {
    description: 'for `terminals` of the draft, with what the terminal reported; name and password are put beside it',
  }),
  software: nullable(Type.String()),
  diagnosis: nullable(Texts),
  isVirtual: Type.Boolean({ description: 'the virtual terminal: it takes no real money' }),
});
export type SetupTerminal = Static<typeof SetupTerminal>;
