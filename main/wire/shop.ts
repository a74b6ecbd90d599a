/**
 * The shop: its facts (`GET`, `PUT /bridge/v1/shop`), tax rates (`/bridge/v1/tax-rates`) and tills (`/bridge/v1/tills`). Managers
 * change them, and clients with the scope `manage`.
 */
import Type, { type Static } from 'typebox';
import { idOf, nullable, ReceiptLine } from './shapes.ts';

/** No control characters. */
export const ONE_LINE = '^[^\\u0000-\\u001F\\u007F-\\u009F]*$';
/** No control characters, and something to read. */
const TEXT = '^[^\\u0000-\\u001F\\u007F-\\u009F]*[^\\u0000-\\u0020\\u007F-\\u009F][^\\u0000-\\u001F\\u007F-\\u009F]*$';
export const shopText = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, pattern: TEXT, ...(description === undefined ? {} : { description }) });
const optional = (maxLength: number, description?: string) => Type.Optional(nullable(shopText(maxLength, description)));
const ReceiptText = Type.Array(Type.String({ maxLength: 200, pattern: ONE_LINE }), {
  maxItems: 20,
});

export const CountryCode = Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1, two letters' });
export const DayStart = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  description: 'HH:MM by the clock of the shop: when its business day begins',
});

/** Facts of a shop about itself; only its name is required. */
export const ShopInput = Type.Object(
  {
    name: shopText(255, 'as customers know it; first line of the receipt'),
    company: optional(255, 'full name of the business, where it differs'),
    street: optional(255),
    zip: optional(20),
    city: optional(255),
    country: Type.Optional(CountryCode),
    taxNumber: optional(40),
    vatId: optional(20),
    phone: optional(50),
    email: optional(254),
    website: optional(255),
    currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', description: 'EUR when left out' })),
    cashRounding: Type.Optional(
      nullable(
        Type.Boolean({ description: 'of cash, where the country leaves it to the shop; null: as there is usual' }),
      ),
    ),
    timeZone: Type.Optional(shopText(60, 'IANA name, for example Europe/Berlin')),
    language: Type.Optional(Type.Enum(['de', 'en'], { description: 'of receipts' })),
    dayStart: Type.Optional(DayStart),
    receiptHead: Type.Optional(ReceiptText),
    receiptFoot: Type.Optional(ReceiptText),
  },
  { additionalProperties: false },
);
export type ShopInput = Static<typeof ShopInput>;

const known = (maxLength: number) => nullable(Type.String({ maxLength }));

/** The facts of the shop with nothing left out. */
export const ShopFacts = Type.Object({
  object: Type.Literal('shop.facts'),
  id: idOf('MRC'),
  name: Type.String(),
  company: known(255),
  street: known(255),
  zip: known(20),
  city: known(255),
  country: Type.String(),
  taxNumber: known(40),
  vatId: known(20),
  phone: known(50),
  email: known(254),
  website: known(255),
  currency: Type.String(),
  cashRounding: nullable(Type.Boolean()),
  timeZone: Type.String(),
  language: Type.Enum(['de', 'en']),
  dayStart: Type.String(),
  receiptHead: Type.Array(Type.String(), { description: 'lines below the address' }),
  receiptFoot: Type.Array(Type.String(), { description: 'lines in the place of the thanks at the end' }),
  loyalty: Type.Boolean({ description: 'the shop has a loyalty programme of its own' }),
});
export type ShopFacts = Static<typeof ShopFacts>;

/** `POST /bridge/v1/shop/receipt-preview` */
export const ReceiptPreview = Type.Object({ receipt: Type.Array(ReceiptLine) });
export type ReceiptPreview = Static<typeof ReceiptPreview>;

const rateKey = Type.String({ pattern: '^[a-z][a-zA-Z0-9_-]{0,29}$', description: 'standard, reduced, zero, …' });
const day = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  description: 'YYYY-MM-DD by the clock of the shop',
});

/** One rate from one day on. */
export const TaxRate = Type.Object(
  {
    key: rateKey,
    rate: Type.Number({ minimum: 0, maximum: 99, description: 'per cent, at most two decimals' }),
    validFrom: day,
    name: Type.Object({ de: shopText(100), en: shopText(100) }, { additionalProperties: false }),
  },
  { additionalProperties: false },
);
export type TaxRate = Static<typeof TaxRate>;

/** `GET /bridge/v1/tax-rates`; `PUT` takes the same without `day` and `today`, and replaces all of them. */
export const TaxRates = Type.Object({
  data: Type.Array(TaxRate),
  day: Type.String({ format: 'date', description: 'the business day of this moment' }),
  today: Type.Record(Type.String(), Type.Number(), { description: 'the rate of each key at this moment' }),
});
export type TaxRates = Static<typeof TaxRates>;
export const TaxRatesInput = Type.Object(
  { data: Type.Array(TaxRate, { maxItems: 200 }) },
  { additionalProperties: false },
);
export type TaxRatesInput = Static<typeof TaxRatesInput>;

/** A till and the terminal at which it takes cards. */
export const Till = Type.Object({
  id: idOf('SDV'),
  name: Type.String(),
  uuid: nullable(Type.String({ description: 'the name by which the till signs in' })),
  terminal: nullable(Type.Object({ id: idOf('SDV'), name: Type.String() })),
  created: Type.String({ description: 'first use, for the tax office' }),
});
export type Till = Static<typeof Till>;
export const Tills = Type.Object({ count: Type.Integer(), data: Type.Array(Till) });

/** `POST /bridge/v1/tills`, `PUT /bridge/v1/tills/{id}`; what is left out stays. `terminal` null: no terminal. */
export const TillInput = Type.Object(
  {
    name: Type.Optional(shopText(100)),
    uuid: Type.Optional(Type.String({ pattern: '^[\\x21-\\x7E]{1,200}$' })),
    terminal: Type.Optional(nullable(idOf('SDV'))),
  },
  { additionalProperties: false },
);
export type TillInput = Static<typeof TillInput>;
