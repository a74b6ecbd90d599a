/**
 * Returns and exchanges: `GET /bridge/v1/sales/{id}/returnable`, and below `/bridge/v1/returns` preview, opening and pay-out.
 * The specification refuses negative sums on its own calls; a return is a Smart Transaction that only these calls open.
 */
import Type, { type Static } from 'typebox';
import { LARGEST_AMOUNT } from '../domain/money.ts';
import { payOutMethods } from '../domain/returns.ts';
import { LARGEST_RETURN_PRICE } from './limits.ts';
import { Currency, IntegerInput, idOf, Money, nullable, openObject, Rate, Timestamp } from './shapes.ts';
import { SmartTransaction } from './transactions.ts';

const text = (maxLength: number) => Type.String({ maxLength });

/** A part of goods that were weighed or measured. */
const PartOfMeasure = Type.Object(
  {
    value: Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'how much: 350 with decimals 3 is 0.350' }),
    decimals: Type.Integer({
      minimum: 0,
      maximum: 4,
      description: 'decimals of value; of a line with a receipt no finer than those of the line',
    }),
  },
  {
    additionalProperties: false,
    description: 'of a line with a measure: how much of it, in the unit in which it was sold',
  },
);

const ReturnedLine = Type.Object(
  {
    sale: idOf('STX'),
    line: Type.Integer({ minimum: 0, description: '`id` of the line in `basket.products` of that sale' }),
    quantity: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000_000,
        description: 'pieces; of a line with a measure 1 is all of it, and a part is named by `measure` instead',
      }),
    ),
    measure: Type.Optional(PartOfMeasure),
  },
  { additionalProperties: false },
);

/** Goods by weight or measure without a receipt: as the line of a sale says it, because there is no such line to say it. */
const LooseMeasure = Type.Object(
  {
    ...PartOfMeasure.properties,
    unit: Type.String({ minLength: 1, maxLength: 10, pattern: '\\S', description: 'for example kg, l, m' }),
    priceOne: Type.Integer({
      minimum: 0,
      maximum: LARGEST_RETURN_PRICE,
      description: 'what the shop gives for one unit',
    }),
  },
  {
    additionalProperties: false,
    description: 'of goods that are weighed or measured: 350 with decimals 3 is 0.350 of the unit',
  },
);

/** An article that comes back without a receipt, at the price that the shop gives for it. */
const LooseArticle = Type.Object(
  {
    articleNumber: Type.Optional(text(100)),
    ean: Type.Optional(text(100)),
    desc: Type.String({ minLength: 1, maxLength: 255 }),
    desc_en: Type.Optional({ ...text(255), description: 'left out where desc is for both languages' }),
    quantity: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'pieces; with `measure` 1, or left out' }),
    ),
    priceOne: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: LARGEST_RETURN_PRICE,
        description: 'what the shop gives for one piece; with `measure` the price of all of it, or left out',
      }),
    ),
    measure: Type.Optional(LooseMeasure),
    tax: Rate,
    group: Type.Optional(
      Type.Array(openObject({ id: text(100), desc: Type.Optional(text(255)), level: Type.Optional(IntegerInput) }), {
        maxItems: 20,
      }),
    ),
  },
  { additionalProperties: false },
);
export type LooseArticle = Static<typeof LooseArticle>;

const what = {
  lines: Type.Optional(Type.Array(ReturnedLine, { maxItems: 500, description: 'with a receipt' })),
  articles: Type.Optional(Type.Array(LooseArticle, { maxItems: 100, description: 'without a receipt' })),
};

export const ReturnPreviewInput = Type.Object(what, { additionalProperties: false });
export type ReturnPreviewInput = Static<typeof ReturnPreviewInput>;

export const ReturnInput = Type.Object(
  {
    ...what,
    reason: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '\\S',
      description: 'why the customer brings it back',
    }),
    transactionRef: Type.Optional(text(100)),
  },
  { additionalProperties: false },
);
export type ReturnInput = Static<typeof ReturnInput>;

const PayOutView = Type.Object({
  method: Type.Enum(payOutMethods),
  amount: Money,
  sale: nullable(idOf('STX')),
  tender: nullable(Type.Integer({ description: 'place in `tenders` of that sale, from 0' })),
  how: nullable(Type.Enum(['reversal', 'refund'], { description: 'what the terminal does; null: no terminal' })),
  by_right: Type.Boolean({ description: 'cash that was not paid in cash: needs a right of its own' }),
});
export type PayOutView = Static<typeof PayOutView>;

const TenderLeft = Type.Object({
  sale: idOf('STX'),
  tender: Type.Integer(),
  method: Type.String(),
  given: Money,
  back: Type.Integer({ description: 'what has gone back, or is going back' }),
  can_reverse: Type.Boolean({ description: 'the terminal can undo the whole payment' }),
  can_refund: Type.Boolean({ description: 'the terminal can pay an amount to the card, or the acquirer to the payer' }),
  text: nullable(Type.String({ description: 'which card or voucher' })),
});
export type TenderLeft = Static<typeof TenderLeft>;

const CardEffect = Type.Object({
  id: idOf('MCD'),
  cardnumber: Type.String(),
  points: Type.Integer({ description: 'what is booked on the card: below 0 where points are taken back' }),
  points_kept: Type.Integer({ description: 'earned with these goods and spent meanwhile: they stay spent' }),
  bonus: Type.Integer({ description: 'bonus balance that paid for the goods comes back, bonus that they earned goes' }),
  bonus_kept: Type.Integer(),
});

const names = {
  desc: Type.String(),
  desc_en: Type.Optional(Type.String({ description: 'left out where desc is for both languages' })),
};

export const ReturnPreview = Type.Object({
  value: Type.Integer({ description: 'of all that comes back, minor units' }),
  currency: Currency,
  lines: Type.Array(
    Type.Object({
      sale: nullable(idOf('STX')),
      line: nullable(Type.Integer()),
      ...names,
      quantity: Type.Integer(),
      measure: Type.Optional(
        Type.Object(
          { value: Type.Integer(), decimals: Type.Integer(), unit: Type.String() },
          { description: 'only of goods that were weighed or measured: how much comes back' },
        ),
      ),
      amount: Type.Integer({ description: 'with its share of all discounts' }),
      tax: Rate,
      tax_amount: Type.Integer({ description: 'contained tax' }),
    }),
  ),
  tenders: Type.Array(TenderLeft),
  pay_out: Type.Array(PayOutView, { description: 'where the money would go' }),
  cards: Type.Array(CardEffect),
});
export type ReturnPreview = Static<typeof ReturnPreview>;

export const PayOutInput = Type.Object(
  {
    back: Type.Optional(
      Type.Array(
        Type.Object(
          {
            method: Type.Enum(payOutMethods),
            amount: Type.Integer({ minimum: 1, maximum: LARGEST_AMOUNT }),
            sale: Type.Optional(idOf('STX')),
            tender: Type.Optional(Type.Integer({ minimum: 0 })),
            card: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'loyalty: another card' })),
          },
          { additionalProperties: false },
        ),
        { maxItems: 20, description: 'left out: as the preview says' },
      ),
    ),
  },
  { additionalProperties: false },
);
export type PayOutInput = Static<typeof PayOutInput>;

/** View of a return that is not finished. */
export const ReturnView = Type.Object({
  transaction: SmartTransaction,
  due: Type.Integer({ description: 'what is still to be paid out; 0 where the customer pays, or nothing is left' }),
  tenders: Type.Array(TenderLeft),
  pay_out: Type.Array(PayOutView),
});
export type ReturnView = Static<typeof ReturnView>;

export const Returnable = Type.Object({
  sale: idOf('STX'),
  receipt_number: nullable(Type.Integer()),
  currency: Currency,
  refused: nullable(
    Type.Enum(['open', 'reversing', 'cancelled', 'isReturn', 'played', 'noLines', 'card'], {
      description: 'why nothing of it can come back',
    }),
  ),
  lines: Type.Array(
    Type.Object({
      line: Type.Integer(),
      ...names,
      sold: Type.Integer(),
      returned: Type.Integer(),
      being_returned: Type.Integer(),
      left: Type.Integer(),
      measure: Type.Optional(
        Type.Object(
          {
            unit: Type.String({ description: 'for example kg, l, m' }),
            decimals: Type.Integer({ description: 'decimals of all that follows: 350 with 3 is 0.350' }),
            sold: Type.Integer(),
            returned: Type.Integer(),
            being_returned: Type.Integer(),
            left: Type.Integer(),
            price_one: { ...Money, description: 'price of one unit' },
          },
          {
            description:
              'only of goods that were weighed or measured, of which any part can come back; sold is 1 then, and left is 1 until something of it has come back',
          },
        ),
      ),
      price_one: Money,
      paid: Type.Integer({ description: 'for all that was sold, with its share of all discounts' }),
      tax: Rate,
    }),
  ),
  returns: Type.Array(
    Type.Object({
      id: idOf('STX'),
      receipt_number: nullable(Type.Integer()),
      created: Timestamp,
      status: Type.String(),
      open: Type.Boolean({ description: 'not finished: its units are held' }),
      value: Type.Integer({ description: 'of the goods of this sale that came back with it' }),
      till: nullable(Type.String()),
    }),
  ),
});
export type Returnable = Static<typeof Returnable>;

export const CashBackInput = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }) },
  { additionalProperties: false },
);
/** `POST /bridge/v1/transactions/{id}/parts/{part}/verdict` */
export const PartVerdict = Type.Object(
  {
    held: Type.Literal(false, { description: 'the list of the terminal does not show the payment any more' }),
    reason: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '\\S',
      description: 'what was seen, for the journal',
    }),
  },
  { additionalProperties: false },
);
export type PartVerdict = Static<typeof PartVerdict>;

export type CashBackInput = Static<typeof CashBackInput>;
