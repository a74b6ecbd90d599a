/**
 * Customer displays: what a display shows (`GET /bridge/v1/display`, `GET /bridge/v1/display/events`), how it is paired with a till,
 * and the displays of the shop for its managers (`/bridge/v1/displays`). Nothing of a display's view names a person of the staff.
 */
import Type, { type Static } from 'typebox';
import { promptCodes } from '../domain/terminalPrompt.ts';
import { Currency, idOf, Money, nullable, Texts } from './shapes.ts';
import { shopText } from './shop.ts';

export const displayLanguages = ['de', 'en'] as const;
const DisplayLanguage = Type.Enum(displayLanguages, {
  description: 'what the display speaks until a customer changes it',
});

/** One line of the basket. A discount is a line with a negative sum. */
export const DisplayLine = Type.Object({
  key: Type.String(),
  name: Texts,
  quantity: Type.Integer(),
  priceOne: Money,
  measure: Type.Optional(
    Type.Object(
      { text: Texts, unit: Type.String(), priceOne: { ...Money, description: 'price of one unit' } },
      { description: 'of goods that were weighed or measured' },
    ),
  ),
  sum: Money,
  /** A discount or coupon. */
  reduction: Type.Boolean(),
});
export type DisplayLine = Static<typeof DisplayLine>;

/** One payment of the sale, in the order in which they were made. */
export const DisplayTender = Type.Object({
  key: Type.String(),
  method: Type.Enum(['cash', 'card', 'loyalty', 'voucher', 'rounding', 'other']),
  amount: Money,
  /** `open`: under way or not known yet. `returned`: the customer has it back. */
  state: Type.Enum(['open', 'paid', 'returned']),
  /** Name of the voucher. */
  text: nullable(Type.String()),
});
export type DisplayTender = Static<typeof DisplayTender>;

export const DisplaySale = Type.Object({
  /** Differs between two sales, and says nothing else. */
  key: Type.String(),
  currency: Currency,
  lines: Type.Array(DisplayLine),
  sum: Money,
  /** Sum that the customer still has to pay; below zero: the sum that she gets. */
  missing: Money,
  card: nullable(
    Type.Object({
      name: Type.String({ description: 'of the card group' }),
      pays: Money,
      points: nullable(Type.Integer({ description: 'points on the card before this sale' })),
    }),
  ),
  tenders: Type.Array(DisplayTender),
  given: nullable(Money),
  change: nullable(Money),
});
export type DisplaySale = Static<typeof DisplaySale>;

export const displayStates = ['idle', 'basket', 'terminal', 'wait', 'notPaid', 'paid', 'returned'] as const;

/**
 * `idle`: no sale. `basket`: articles are added, or a payment is chosen. `terminal`: the card terminal waits for the customer, see
 * `prompt`. `wait`: nobody knows yet how the payment ended. `notPaid`: nothing was taken. `paid`: thanks. `returned`: taken back.
 */
export const DisplayView = Type.Object({
  state: Type.Enum(displayStates),
  shop: Type.String(),
  language: DisplayLanguage,
  /** Address of the picture while nothing is sold, `GET /bridge/v1/display/picture?v=…`; null without one. */
  picture: nullable(Type.String()),
  training: Type.Boolean({ description: 'no payment is real' }),
  sale: nullable(DisplaySale),
  /** The words on the terminal; null before its first words. */
  prompt: nullable(Texts),
  /** The same as a code, for displays with words of their own. */
  prompt_code: Type.Optional(nullable(Type.Enum(promptCodes, { description: 'what the terminal shows, as a code' }))),
  /** Sum that the terminal takes, minor units. */
  due: nullable(Money),
  receipt: nullable(
    Type.Object(
      { url: Type.String(), expires: Type.String({ description: 'ISO 8601; the link is good until then' }) },
      { description: 'of a paid sale whose customer wants the receipt on her phone: to be drawn as a QR code' },
    ),
  ),
});
export type DisplayView = Static<typeof DisplayView>;

/** A display of the shop, for its managers. */
export const Display = Type.Object({
  object: Type.Literal('displays'),
  id: idOf('DSP'),
  name: Type.String(),
  till: Type.Object({ id: idOf('SDV'), name: Type.String() }),
  language: DisplayLanguage,
  paired: Type.String({ description: 'ISO 8601' }),
  /** Name of the person who made the code; null: the desktop application opened its own second window. */
  pairedBy: nullable(Type.String()),
  lastSeen: nullable(Type.String({ description: 'ISO 8601; when it followed last' })),
  connected: Type.Boolean({ description: 'it follows now' }),
});
export type Display = Static<typeof Display>;
export const Displays = Type.Object({
  count: Type.Integer(),
  data: Type.Array(Display),
  picture: nullable(Type.String({ description: 'hash of the picture while nothing is sold' })),
});
export type Displays = Static<typeof Displays>;

/** `POST /bridge/v1/displays/codes`: a code that pairs one display, once, within ten minutes. */
export const DisplayCodeInput = Type.Object(
  {
    till: Type.Optional(idOf('SDV')),
    name: Type.Optional(shopText(60)),
    language: Type.Optional(DisplayLanguage),
  },
  { additionalProperties: false },
);
export type DisplayCodeInput = Static<typeof DisplayCodeInput>;
export const DisplayCode = Type.Object({
  code: Type.String({ description: 'as it is shown; small letters, spaces and dashes make no difference' }),
  till: Type.Object({ id: idOf('SDV'), name: Type.String() }),
  expires_in: Type.Integer({ description: 'seconds' }),
});
export type DisplayCode = Static<typeof DisplayCode>;

/** `POST /bridge/v1/display/pairing`, no token. */
export const PairingInput = Type.Object({ code: Type.String({ minLength: 1, maxLength: 40 }) });
export type PairingInput = Static<typeof PairingInput>;
export const PairedDisplay = Type.Object({
  id: idOf('DSP'),
  token: Type.String({ description: 'bearer token with the scope display alone; good until the display is removed' }),
  till: Type.String(),
  language: DisplayLanguage,
});
export type PairedDisplay = Static<typeof PairedDisplay>;

/** `PUT /bridge/v1/displays/{id}`; what is left out stays. */
export const DisplayInput = Type.Object(
  { name: Type.Optional(shopText(60)), language: Type.Optional(DisplayLanguage), till: Type.Optional(idOf('SDV')) },
  { additionalProperties: false },
);
export type DisplayInput = Static<typeof DisplayInput>;
