/** Smart Transactions: what goes in, what comes out, and which actions there are (specification, "Smart Transaction" and "Endpoints"). */
import Type, { type Static } from 'typebox';
import { Currency, IntegerInput, idOf, Money, nullable, open, ReceiptLine, Reference, Timestamp } from '../wire.ts';

const text = (maxLength = 1000) => Type.String({ maxLength });
const optionalText = Type.Optional(nullable(text()));
const optionalObject = Type.Optional(nullable(open({})));

export const statuses = [
  'created',
  'processing',
  'ok',
  'received',
  'collection',
  'pending',
  'failed',
  'cancelled',
] as const;
export type Status = (typeof statuses)[number];

const Group = open({ id: Type.Optional(text()), desc: Type.Optional(text()), level: Type.Optional(IntegerInput) });

export const BasketItemInput = open({
  id: Type.Optional(nullable(IntegerInput)),
  parent: Type.Optional(nullable(IntegerInput)),
  articleNumber: Type.Optional(nullable(text(100))),
  ean: Type.Optional(nullable(text(100))),
  desc: Type.Optional(nullable(text())),
  quantity: Type.Optional(IntegerInput),
  priceOne: Type.Optional(IntegerInput),
  tax: Type.Optional(nullable(IntegerInput)),
  group: Type.Optional(nullable(Type.Array(Group, { maxItems: 20 }))),
  serialNumber: Type.Optional(nullable(text(100))),
  item_type: Type.Optional(nullable(text(50))),
  reference_id: Type.Optional(nullable(text(200))),
  contract_id: Type.Optional(nullable(text(100))),
  sum: Type.Optional(nullable(IntegerInput)),
});
export type BasketItemInput = Static<typeof BasketItemInput>;

export const BasketItem = open({
  id: Type.Integer({ description: 'position number' }),
  parent: nullable(Type.Integer()),
  articleNumber: Type.String(),
  ean: Type.String(),
  desc: Type.String(),
  quantity: Type.Integer(),
  priceOne: Money,
  tax: Type.Integer({ description: 'per cent' }),
  group: Type.Array(Group),
  serialNumber: nullable(Type.String()),
  item_type: Type.String({ description: 'article, coupon, …' }),
  reference_id: nullable(Type.String()),
  contract_id: nullable(Type.String()),
  sum: nullable(Money),
});
export type BasketItem = Static<typeof BasketItem>;

export const BasketInput = open({
  products: Type.Optional(nullable(Type.Array(BasketItemInput, { maxItems: 2000 }))),
  texts: Type.Optional(nullable(Type.Array(Type.Unknown()))),
  type: Type.Optional(nullable(text(50))),
});

export const BasketInfoInput = open({
  sum: Type.Optional(nullable(IntegerInput)),
  currency: Type.Optional(Currency),
  gratuity: Type.Optional(nullable(IntegerInput)),
  missing_sum: Type.Optional(nullable(IntegerInput)),
});

export const IdentInput = open({
  type: text(50),
  value: text(100),
});

/** Fields accepted on create and update; all are optional. */
export const SmartTransactionInput = open({
  merchant: Type.Optional(nullable(Type.Union([text(100), open({ id: text(100) })]))),
  transactionRef: optionalText,
  merchantRef: optionalText,
  basket: Type.Optional(nullable(BasketInput)),
  basket_info: Type.Optional(nullable(BasketInfoInput)),
  idents: Type.Optional(nullable(Type.Array(IdentInput, { maxItems: 10 }))),
  tax_amount: Type.Optional(nullable(IntegerInput)),
  tax_rate: Type.Optional(nullable(IntegerInput)),
  market: optionalText,
  cashier: optionalText,
  product: optionalText,
  device_source: optionalObject,
  provider_contract: optionalObject,
  contract: optionalObject,
  trans_id: Type.Optional(nullable(IntegerInput)),
  last_visited_page: optionalText,
  customer: optionalObject,
  shipping_address: optionalObject,
  container: optionalObject,
  checkin: optionalObject,
  is_demo: Type.Optional(nullable(Type.Boolean())),
  intent: Type.Optional(nullable(Type.Union([Type.Literal('sale'), Type.Literal('order')]))),
  checkout_links: optionalObject,
  delivery_options: optionalObject,
  communications: Type.Optional(nullable(Type.Union([open({}), Type.Array(open({}))]))),
  application_context: optionalObject,
  payment_context: optionalObject,
});
export type SmartTransactionInput = Static<typeof SmartTransactionInput>;

export const MerchantCard = open({
  object: Type.Literal('loyalty.merchantcards'),
  id: idOf('MCD'),
  merchant: Reference,
  created_for_merchant: Reference,
  created_for_store: nullable(Reference),
  card: open({ object: Type.Literal('loyalty.cards'), id: idOf('CRD'), cardnumber: Type.String(), created: Timestamp }),
  cardgroup: open({
    object: Type.Literal('loyalty.cardgroups'),
    id: idOf('CRG'),
    display_name: Type.String(),
    display_name_raw: Type.String(),
    stock_warn_limit: nullable(Type.Integer()),
    picture: nullable(Type.String()),
  }),
  is_base_card: Type.Boolean(),
  points: Type.Integer(),
  cash_balance: Money,
  bonus_balance: Money,
  balance: Money,
  last_usage: nullable(Timestamp),
  last_charge: nullable(Timestamp),
  stock_status: Type.String({ description: 'active, inactive, stored' }),
  lock_status: Type.String({ description: 'locked, unlocked' }),
  passcode: Type.Integer(),
  expiry_date: nullable(Type.String()),
});
export type MerchantCard = Static<typeof MerchantCard>;

/** A loyalty card as the service recognised it; unknown cards come back with `valid: false` and without `merchantcard`. */
export const Ident = open({
  object: Type.Literal('smart.idents'),
  id: Type.String({ description: 'local id: smi_1, smi_2, …' }),
  prefix: Type.String(),
  name: Type.String(),
  type: Type.String(),
  value: Type.String(),
  valid: Type.Boolean(),
  merchantcard: Type.Optional(MerchantCard),
});
export type Ident = Static<typeof Ident>;

export const PaymentReference = open({
  object: Type.String(),
  id: Type.String(),
  trans_id: Type.Integer(),
  transaction_hash: Type.String(),
});
export type PaymentReference = Static<typeof PaymentReference>;

export const BasketInfo = open({
  sum: Money,
  currency: Currency,
  gratuity: nullable(Type.Integer()),
  missing_sum: Money,
});

export const SmartTransaction = open({
  object: Type.Literal('smart.transactions'),
  id: idOf('STX'),
  created: Timestamp,
  updated: Timestamp,
  status: Type.Enum(statuses),
  merchant: open({
    object: Type.Literal('general.merchants'),
    id: idOf('MRC'),
    companyname: Type.Optional(Type.String()),
  }),
  transactionRef: nullable(Type.String()),
  merchantRef: nullable(Type.String()),
  intent: nullable(Type.String()),
  basket: open({ products: Type.Array(BasketItem), texts: Type.Array(Type.Unknown()), type: Type.String() }),
  basket_info: BasketInfo,
  idents: Type.Array(Ident),
  transactions: Type.Array(PaymentReference),
  payment_method: nullable(Type.String()),
  trans_id: nullable(Type.Integer()),
  receipt: Type.Array(ReceiptLine),
  receipt_merchant: Type.Optional(Type.Array(ReceiptLine)),
  receipt_merchant_print: Type.Optional(Type.Boolean()),
  receipt_number: Type.Optional(Type.Integer()),
  iframe_url: Type.Optional(Type.String()),
  is_demo: Type.Boolean(),
  device_source: Type.Optional(nullable(open({}))),
  cashier: Type.Optional(nullable(Type.String())),
});
export type SmartTransaction = Static<typeof SmartTransaction>;

export const PreTransactionAnswer = Type.Object({ missing_sum: Money, bonus_products: Type.Array(BasketItem) });
export type PreTransactionAnswer = Static<typeof PreTransactionAnswer>;

const CallbackUrls = open({ success_url: Type.Optional(text(2000)), failure_url: Type.Optional(text(2000)) });

/** Body of prepare and start; every member may be missing. */
export const PaymentInput = Type.Optional(
  nullable(
    open({
      customer: optionalObject,
      container: optionalObject,
      callback_urls: Type.Optional(nullable(CallbackUrls)),
      dynamic_descriptor: optionalObject,
      auto_capture: Type.Optional(nullable(Type.Boolean())),
      email: optionalText,
      tid: optionalText,
      trace: Type.Optional(nullable(IntegerInput)),
      cardtype: optionalText,
      /** Local extension: what the customer handed over in cash, so that the receipt can show the change. */
      amount_given: Type.Optional(nullable(IntegerInput)),
    }),
  ),
);
export type PaymentInput = Static<typeof PaymentInput>;
