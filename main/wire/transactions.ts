/** Smart Transactions: what goes in, what comes out, and which actions there are (specification, "Smart Transaction" and "Endpoints"). */
import Type, { type Static, type TProperties } from 'typebox';
import { partStates } from '../domain/saleParts.ts';
import { PaymentContactInput } from './customers.ts';
import { LONGEST_CANCEL_REASON } from './limits.ts';
import { PaymentInstructions } from './payments.ts';
import {
  Currency,
  IntegerInput,
  idOf,
  keptAsSent,
  Money,
  nullable,
  Outcome,
  openObject,
  Rate,
  RateInput,
  ReceiptLine,
  Reference,
  SalePayment,
  Timestamp,
} from './shapes.ts';

const text = (maxLength = 1000) => Type.String({ maxLength });
const optionalText = Type.Optional(nullable(text()));
const optionalObject = Type.Optional(nullable(openObject({})));
/** Clients that know no difference send an empty list for an empty object. */
const emptyList = Type.Array(Type.Unknown(), { maxItems: 0 });
const object = <T extends TProperties>(properties: T) =>
  Type.Optional(nullable(Type.Union([openObject(properties), emptyList])));
const flag = Type.Optional(nullable(Type.Boolean()));
const moment = Type.Optional(nullable(Timestamp));
const reference = object({ object: Type.Optional(text(100)), id: Type.Optional(text(100)) });

export const saleStatuses = [
  'created',
  'processing',
  'ok',
  'received',
  'collection',
  'pending',
  'failed',
  'cancelled',
] as const;
export type SaleStatus = (typeof saleStatuses)[number];

const Group = openObject({
  id: Type.Optional(text()),
  desc: Type.Optional(text()),
  level: Type.Optional(IntegerInput),
});

const measured = 'local extension, of goods that are weighed or measured';
const MeasureInput = openObject(
  {
    value: { ...IntegerInput, description: 'how much: 532 with decimals 3 is 0.532' },
    decimals: Type.Optional({ ...nullable(IntegerInput), description: 'decimals of value, 0 to 4; 0 if left out' }),
    unit: Type.String({ maxLength: 10, description: 'for example kg, l, m' }),
    priceOne: { ...IntegerInput, description: 'price of one unit, minor units' },
  },
  {
    description: `${measured}. The bridge works out the price of the line (half a cent away from zero) and answers quantity 1 and that priceOne; leave both out`,
    examples: [{ value: 532, decimals: 3, unit: 'kg', priceOne: 1590 }],
  },
);

/** A till may send another word, which is kept; `empties` with an amount below 0 are bottles that come back. */
const lineKinds = {
  description: 'article, where nothing else is said; a till may send words of its own',
  'x-extensible-enum': [
    'article',
    'coupon',
    'empties',
    'sub_transaction',
    'stakeholder_payment',
    'shipping',
    'subscription',
  ],
};

const englishText =
  'local extension: desc in English, for English screens and slips; left out where desc is for both languages';

const itemInput = {
  id: Type.Optional(nullable(IntegerInput)),
  parent: Type.Optional(nullable(IntegerInput)),
  articleNumber: Type.Optional(nullable(text(100))),
  ean: Type.Optional(nullable(text(100))),
  desc: Type.Optional(nullable(text())),
  desc_en: Type.Optional(nullable({ ...text(), description: englishText })),
  quantity: Type.Optional(IntegerInput),
  priceOne: Type.Optional(IntegerInput),
  tax: Type.Optional(nullable(RateInput)),
  group: Type.Optional(nullable(Type.Array(Group, { maxItems: 20 }))),
  serialNumber: Type.Optional(nullable(text(100))),
  item_type: Type.Optional(nullable(Type.String({ ...lineKinds, maxLength: 50 }))),
  reference_id: Type.Optional(nullable(text(200))),
  contract_id: Type.Optional(nullable(text(100))),
  sum: Type.Optional(nullable(IntegerInput)),
  plan_id: Type.Optional(nullable(text(100))),
  start_at: Type.Optional(nullable(text(50))),
  measure: Type.Optional(nullable(MeasureInput)),
  note: keptAsSent('local extension: what the cashier noted about the line'),
  carried: keptAsSent('local extension: weight or price that stood in the code that was scanned'),
  age_confirmed: keptAsSent(
    'local extension: who has checked the age of the customer; only the bridge writes who and when',
  ),
  manual_price: keptAsSent('local extension: a price by hand; only the bridge writes it'),
};

export const BasketItemInput = openObject({
  ...itemInput,
  sub_basket: Type.Optional(
    nullable(Type.Array(openObject(itemInput), { maxItems: 2000, description: 'one level only' })),
  ),
});
export type BasketItemInput = Static<typeof BasketItemInput>;

const item = {
  id: Type.Integer({ description: 'position number' }),
  parent: nullable(Type.Integer()),
  articleNumber: Type.String(),
  ean: Type.String(),
  desc: Type.String(),
  desc_en: Type.Optional(Type.String({ description: englishText })),
  quantity: Type.Integer(),
  priceOne: Money,
  tax: Rate,
  group: Type.Array(Group),
  serialNumber: nullable(Type.String()),
  item_type: Type.String(lineKinds),
  reference_id: nullable(Type.String()),
  contract_id: nullable(Type.String()),
  sum: nullable(Money),
  measure: Type.Optional(
    Type.Object(
      {
        value: Type.Integer({ description: 'how much: 532 with decimals 3 is 0.532' }),
        decimals: Type.Integer({ description: 'decimals of value' }),
        unit: Type.String({ description: 'for example kg, l, m' }),
        priceOne: { ...Money, description: 'price of one unit, minor units' },
      },
      { description: `${measured}: quantity is 1, and priceOne of the line the price of all of it` },
    ),
  ),
};

const ReturnOf = Type.Object(
  {
    sale: nullable(idOf('STX')),
    receipt_number: nullable(Type.Integer()),
    line: nullable(Type.Integer({ description: 'position number in that sale' })),
    tax_amount: nullable(Type.Integer({ description: 'tax contained in this line as it was sold, minor units' })),
  },
  { description: 'local extension: this line brings goods back; only the bridge writes it' },
);

export const BasketItem = openObject({
  ...item,
  return_of: Type.Optional(ReturnOf),
  sub_basket: Type.Optional(Type.Array(openObject(item))),
});
export type BasketItem = Static<typeof BasketItem>;

export const BasketInput = openObject({
  products: Type.Optional(nullable(Type.Array(BasketItemInput, { maxItems: 2000 }))),
  texts: Type.Optional(nullable(Type.Array(Type.Unknown()))),
  type: Type.Optional(nullable(text(50))),
});

export const BasketInfoInput = openObject({
  sum: Type.Optional(nullable(IntegerInput)),
  currency: Type.Optional(Currency),
  gratuity: Type.Optional(nullable(IntegerInput)),
  missing_sum: Type.Optional(nullable(IntegerInput)),
});

/** `card`: card number. `checkin`: id of a check-in. `create_card`: id of a card group. `voucher`: voucher number. */
export const IdentInput = openObject({
  type: text(50),
  value: text(100),
  /** Local extension: typed by the customer where the card asks for it; never kept. */
  passcode: Type.Optional(nullable(Type.Union([text(20), Type.Integer()]))),
});
export type IdentInput = Static<typeof IdentInput>;

const ShippingOptions = openObject({
  type: Type.Literal('shipping'),
  shipped_at: moment,
  shipped_by: optionalText,
  tracking_code: optionalText,
  invoice_number: optionalText,
});

const CollectionOptions = openObject({
  type: Type.Literal('collection'),
  store_id: optionalText,
  delivered_at: moment,
  code: optionalText,
  scheduled_slot: object({ start_date: moment, end_date: moment }),
});

export const DeliveryOptions = Type.Union([ShippingOptions, CollectionOptions]);

const Communication = openObject({ action_type: optionalText, template_id: optionalText });

/** Nothing of it has to be there, and nothing is checked: the payer may complete it later. */
const ContactPart = object(
  Object.fromEntries(
    Object.keys(PaymentContactInput.properties).map(name => [name, keptAsSent(`as ${name} of a Payment Customer`)]),
  ),
);

/** A Payment Customer as a sale may name one: nothing yet, a part, or an id. */
const CustomerPart = object({ object: Type.Optional(text(100)), id: optionalText, contact: ContactPart });

const ContainerPart = object({
  object: Type.Optional(text(100)),
  id: optionalText,
  type: optionalText,
  merchant_id: optionalText,
  customer: object({ id: optionalText }),
  customer_id: optionalText,
  request_token: flag,
  notification_url: optionalText,
  private: object({}),
});

export const ApplicationContext = object({
  locks: object({ customer: flag, shipping_address: flag }),
  return_urls: object({
    url_success: optionalText,
    url_abort: optionalText,
    url_error: optionalText,
    url_push: optionalText,
  }),
  iframe_opts: object({
    payment_hint_title: optionalText,
    payment_hint: Type.Optional(nullable(Type.Array(openObject({})))),
    project_title: optionalText,
    submit_button_title: optionalText,
    cancel_button_title: optionalText,
    language: optionalText,
    basket_title: optionalText,
    hide_disclaimer: flag,
    has_accepted_disclaimer: flag,
  }),
  shop_details: object({
    shop_system: optionalText,
    shop_system_version: optionalText,
    shop_domain: optionalText,
    plugin_vendor: optionalText,
    plugin_version: optionalText,
    user_agent: optionalText,
  }),
  checkout_template: optionalText,
  language: Type.Optional(nullable(Type.Union([Type.Literal('de'), Type.Literal('en')]))),
});

const descriptorText = (maxLength: number) =>
  Type.Optional(nullable(Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9.!*=_ -]*$' })));

export const PaymentContext = object({
  auto_capture: flag,
  payment_methods: Type.Optional(nullable(Type.Array(text(50), { maxItems: 50 }))),
  creditcard_schemes: Type.Optional(nullable(Type.Array(text(50), { maxItems: 50 }))),
  accrual: flag,
  merchant_initiated: flag,
  dynamic_descriptor: object({ merchant_name: descriptorText(22), merchant_city: descriptorText(13) }),
  container_instructions: object({ request_token: flag, notification_url: optionalText }),
  mit_instructions: object({
    type: Type.Optional(nullable(Type.Union([Type.Literal('cit'), Type.Literal('mit')]))),
    standing_instruction: Type.Optional(nullable(Type.Union([Type.Literal('ucof'), Type.Literal('recurring')]))),
    recurring_expiry: optionalText,
    recurring_frequency: Type.Optional(nullable(Type.Union([text(20), Type.Integer({ minimum: 0 })]))),
    cit_reference: optionalText,
  }),
});

/** Fields accepted on create and update; all are optional. */
export const SmartTransactionInput = openObject({
  merchant: Type.Optional(nullable(Type.Union([text(100), openObject({ id: text(100) })]))),
  transactionRef: optionalText,
  merchantRef: optionalText,
  basket: Type.Optional(nullable(BasketInput)),
  basket_info: Type.Optional(nullable(BasketInfoInput)),
  idents: Type.Optional(nullable(Type.Array(IdentInput, { maxItems: 10 }))),
  tax_amount: Type.Optional(nullable(IntegerInput)),
  tax_rate: Type.Optional(nullable(RateInput)),
  market: optionalText,
  cashier: optionalText,
  product: optionalText,
  device_source: reference,
  provider_contract: reference,
  contract: reference,
  store: reference,
  subscription: reference,
  age_checked: keptAsSent('local extension: age in years that the till has checked the customer for'),
  device_destination: keptAsSent('reference of the terminal, from a document that was read'),
  payment_links: keptAsSent('only the service writes them'),
  prepaid_sales: keptAsSent('only the service writes them'),
  trans_id: Type.Optional(nullable(IntegerInput)),
  last_visited_page: optionalText,
  customer: CustomerPart,
  shipping_address: CustomerPart,
  container: ContainerPart,
  checkin: object({ object: Type.Optional(text(100)), id: optionalText, email: optionalText }),
  is_demo: flag,
  intent: Type.Optional(nullable(Type.Union([Type.Literal('sale'), Type.Literal('order')]))),
  payment_method: optionalText,
  checkout_links: object({ url_checkout: optionalText }),
  delivery_options: Type.Optional(nullable(Type.Union([DeliveryOptions, emptyList]))),
  communications: Type.Optional(nullable(Type.Union([Communication, Type.Array(Communication, { maxItems: 20 })]))),
  application_context: ApplicationContext,
  payment_context: PaymentContext,
});
export type SmartTransactionInput = Static<typeof SmartTransactionInput>;

const reserved = (balance: string) =>
  Type.Optional(
    Type.Integer({ description: `of ${balance}, what preTransaction holds for open sales; start charges it` }),
  );

export const MerchantCard = openObject({
  object: Type.Literal('loyalty.merchantcards'),
  id: idOf('MCD'),
  merchant: Reference,
  created_for_merchant: Reference,
  created_for_store: nullable(Reference),
  card: openObject({
    object: Type.Literal('loyalty.cards'),
    id: idOf('CRD'),
    cardnumber: Type.String(),
    created: Timestamp,
  }),
  cardgroup: openObject({
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
  // Sales of earlier versions show their cards without these three.
  cash_balance_reserved: reserved('cash_balance'),
  bonus_balance_reserved: reserved('bonus_balance'),
  balance_reserved: reserved('balance'),
  last_usage: nullable(Timestamp),
  last_charge: nullable(Timestamp),
  stock_status: Type.String({ enum: ['active', 'inactive', 'stored'] }),
  lock_status: Type.String({ enum: ['locked', 'unlocked'] }),
  passcode: Type.Integer({ description: 'when the card asks for its passcode: 0 never, 1 always, 2 to 6 by action' }),
  expiry_date: nullable(Type.String()),
  customer: Type.Optional(nullable(openObject({ object: Type.Literal('loyalty.customers'), id: idOf('CUS') }))),
  customer_assignment_date: Type.Optional(nullable(Timestamp)),
  payment_container: Type.Optional(nullable(Type.Unknown())),
  additional_data: Type.Optional(nullable(Type.Unknown())),
});
export type MerchantCard = Static<typeof MerchantCard>;

/** A loyalty card as the service recognised it; unknown cards come back with `valid: false` and without `merchantcard`. */
export const Ident = openObject({
  object: Type.Literal('smart.idents'),
  id: Type.String({ description: 'local id: smi_1, smi_2, …' }),
  prefix: Type.String(),
  name: Type.String(),
  type: Type.String(),
  value: Type.String(),
  valid: Type.Boolean(),
  merchantcard: Type.Optional(MerchantCard),
  passcode_checked: Type.Optional(Type.Boolean()),
});
export type Ident = Static<typeof Ident>;

export const PaymentReference = openObject({
  object: Type.String(),
  id: Type.String(),
  trans_id: Type.Integer(),
  transaction_hash: Type.String(),
});
export type PaymentReference = Static<typeof PaymentReference>;

export const BasketInfo = openObject({
  sum: Money,
  currency: Currency,
  gratuity: nullable(
    Type.Integer({ description: 'contained in the sum and charged with it; a line of the receipt, and no turnover' }),
  ),
  missing_sum: Type.Integer({
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'what another method has still to pay: the sum less what the card pays, and 0 once the sale is paid',
  }),
});

/** Facts of a card slip: nothing of the card but its name and its last four digits. */
const PartCard = Type.Object({
  tid: nullable(Type.String()),
  trace: nullable(Type.Integer()),
  receipt_number: nullable(Type.Integer()),
  cardtype: nullable(Type.String()),
  last_four: nullable(Type.String()),
});

/** Local extension: one of several payments of a sale. */
export const SalePart = Type.Object({
  id: Type.String(),
  reference: nullable(Type.String({ description: 'as the caller named the part' })),
  method: Type.String(),
  amount: Money,
  status: Type.Enum(partStates, {
    description:
      'paid: the shop holds the money; open, unknown: a payment is under way, or nobody knows its end; declined: nothing was taken; returning, returnUnknown: it goes back; returned',
  }),
  at: Timestamp,
  given: Type.Optional(Money),
  change: Type.Optional(Money),
  text: Type.Optional(Type.String({ description: 'which voucher it is' })),
  voucher: Type.Optional(
    Type.Object(
      { card: Type.String(), booking: Type.String(), left: Money },
      {
        description:
          'of a voucher of the shop: its card (MCD_…), the booking on it (LTX_…), and what it holds after it',
      },
    ),
  ),
  tip: Type.Optional(Money),
  card: Type.Optional(PartCard),
  receipt: Type.Optional(Type.Array(ReceiptLine)),
  receipt_merchant: Type.Optional(Type.Array(ReceiptLine)),
  receipt_merchant_print: Type.Optional(Type.Boolean()),
  payment: Type.Optional(
    Type.String({ description: 'PCI_… once the sale is closed; of a pay-out by an acquirer, of the refund' }),
  ),
  reversal: Type.Optional(Type.String({ description: 'of the newest attempt to give it back at its terminal' })),
  returned: Type.Optional(PartCard),
  receipt_reversal: Type.Optional(Type.Array(ReceiptLine)),
  /** Facts of a pay-out, whose amount is below 0. */
  back: Type.Optional(
    Type.Object(
      {
        sale: idOf('STX'),
        tender: Type.Integer({ description: 'place in its `tenders`, from 0' }),
        given: Type.Integer({ description: 'what that tender gave, minor units' }),
        how: nullable(Type.Enum(['reversal', 'refund'], { description: 'at a terminal' })),
      },
      { description: 'the tender of an earlier sale that gets its money back' },
    ),
  ),
  returned_as: Type.Optional(
    Type.Literal('cash', { description: 'given back in cash, because the card could not take it' }),
  ),
  rounding: Type.Optional(
    Type.Integer({ description: 'of it what cash could not give back for want of coins, minor units' }),
  ),
});
export type SalePart = Static<typeof SalePart>;

/** Local extension: a voucher that the sale sold. */
export const SoldVoucher = Type.Object({
  code: Type.String({ description: 'whoever has it can redeem the voucher' }),
  amount: Money,
  card: Type.String({ description: 'MCD_… of its card' }),
  booking: Type.String({ description: 'LTX_… of its value' }),
});
export type SoldVoucher = Static<typeof SoldVoucher>;

const CardNotice = Type.Object({
  redeem: Type.String({
    description: 'refuse, amount, lastBalance: what counts while the upstream service is not reachable',
  }),
  limit: Type.Union([Type.Integer(), Type.Null()], {
    description: 'the most that the card pays in this sale, minor units',
  }),
  texts: Type.Object({ de: Type.String(), en: Type.String() }),
});

const CouponUse = Type.Object({
  code: Type.String(),
  name: Type.String(),
  name_en: Type.Optional(Type.String({ description: 'left out where name is for both languages' })),
  taken_off: nullable(
    Type.Integer({ description: 'minor units; null where an upstream service does not say which line is its own' }),
  ),
  value: Type.Optional(Type.Integer({ description: 'of a coupon over an amount, minor units' })),
  unused_because: Type.Optional(
    Type.Enum(
      [
        'cardGroup',
        'notBegun',
        'ended',
        'minBasketSum',
        'articles',
        'minQuantity',
        'nothingLeft',
        'elsewhere',
        'notApplied',
      ],
      {
        description:
          'only of a coupon that takes nothing off, which the sale does not use up; notApplied: it was paid without preTransaction',
      },
    ),
  ),
  texts: Type.Optional(
    Type.Object(
      { de: Type.String(), en: Type.String() },
      { description: 'hint for the customer, where the coupon takes off less than it is worth' },
    ),
  ),
});
export type CouponUse = Static<typeof CouponUse>;

/** Local extension: what came back with a return or an exchange. */
const GoodsReturn = Type.Object({
  reason: Type.String({ description: 'why the customer brings it back' }),
  sales: Type.Array(Type.Object({ id: idOf('STX'), receipt_number: nullable(Type.Integer()) })),
  value: Type.Integer({ description: 'of the goods that came back, minor units' }),
  without_receipt: Type.Integer({ description: 'of that, without a receipt' }),
  cards: Type.Optional(
    Type.Array(
      Type.Object({
        id: idOf('MCD'),
        cardnumber: Type.String(),
        points: Type.Integer({ description: 'booked on the card; below 0: taken back' }),
        points_kept: Type.Integer({ description: 'spent meanwhile, so that they could not be taken back' }),
        bonus: Type.Integer(),
        bonus_kept: Type.Integer(),
      }),
      { description: 'what the return did to the loyalty cards of the sales' },
    ),
  ),
});
export type GoodsReturn = Static<typeof GoodsReturn>;

/** Facts of one tender; they stand here only where several `start` calls paid the sale. */
const SaleTender = Type.Object({
  method: Type.String(),
  amount: Money,
  tip: Type.Optional(Type.Integer({ description: 'what the card was charged beyond `amount`, minor units' })),
  part: Type.Optional(Type.String({ description: 'id in `parts`' })),
  tid: Type.Optional(Type.String()),
  trace: Type.Optional(Type.Integer()),
  card_type: Type.Optional(Type.String()),
  terminal_receipt: Type.Optional(Type.Integer()),
  text: Type.Optional(Type.String()),
});
export type SaleTender = Static<typeof SaleTender>;

export const SmartTransaction = openObject({
  object: Type.Literal('smart.transactions'),
  id: idOf('STX'),
  created: Timestamp,
  updated: Timestamp,
  status: Type.Enum(saleStatuses, {
    description:
      'created, processing: not paid yet; pending: not the end, read again until outcome.final; ok, received, collection: deliver; failed: not paid, pay again; cancelled: over',
  }),
  outcome: Outcome,
  merchant: openObject({
    object: Type.Literal('general.merchants'),
    id: idOf('MRC'),
    companyname: Type.Optional(Type.String()),
  }),
  transactionRef: nullable(Type.String()),
  merchantRef: nullable(Type.String()),
  intent: nullable(Type.String()),
  basket: openObject({ products: Type.Array(BasketItem), texts: Type.Array(Type.Unknown()), type: Type.String() }),
  basket_info: BasketInfo,
  idents: Type.Array(Ident),
  transactions: Type.Array(PaymentReference),
  payment_method: nullable(Type.String()),
  trans_id: nullable(Type.Integer()),
  receipt: Type.Array(ReceiptLine),
  receipt_merchant: Type.Optional(Type.Array(ReceiptLine)),
  receipt_merchant_print: Type.Optional(Type.Boolean()),
  /** The cancellation slip, which names the cancelled receipt, and the terminal's slip of taking the payment back. The receipts of the sale stay. */
  receipt_reversal: Type.Optional(Type.Array(ReceiptLine)),
  receipt_number: Type.Optional(Type.Integer()),
  change: Type.Optional(
    Type.Integer({ description: 'what the customer gets back of amount_given, smallest currency unit' }),
  ),
  /** Local extension: how a closed sale was paid, one line for each tender. They add up to `basket_info.sum`. */
  tenders: Type.Optional(Type.Array(SaleTender)),
  /** Local extension: only of a sale that several `start` calls pay, in their order. What is held of them and `missing_sum` are what the card leaves. */
  parts: Type.Optional(Type.Array(SalePart)),
  /** Local extension: every payment of the sale in order, failed attempts too. */
  payments: Type.Optional(
    Type.Array(SalePayment, {
      description:
        'every payment of the sale in order, with failed attempts; missing only in old sales until the bridge has completed them after an update',
    }),
  ),
  sold_vouchers: Type.Optional(Type.Array(SoldVoucher)),
  /** Local extension: only of a sale that was cancelled, or was to be; `status` says whether it is. */
  cancellation: Type.Optional(
    Type.Object(
      {
        by: nullable(Type.String({ description: 'name of the person; null where a client without one asked' })),
        client: Type.String({ description: 'id of the client that asked' }),
        till: nullable(idOf('SDV')),
        at: Timestamp,
        reason: Type.Optional(Type.String({ description: 'as the call named it' })),
      },
      { description: 'who asked for the cancellation, and at which till, whose drawer gives the money back' },
    ),
  ),
  /** Local extension: what the cancellation of a closed sale gave back, one line for each tender. */
  given_back: Type.Optional(
    Type.Array(
      Type.Object({
        method: Type.String(),
        amount: Type.Integer({ description: 'all that goes back, with the tip' }),
        tip: Type.Optional(Type.Integer({ description: 'how much of amount is tip' })),
        text: Type.Optional(Type.String({ description: 'which card or voucher' })),
      }),
    ),
  ),
  /** Local extension: only of a return or an exchange; then `basket_info.sum` and `missing_sum` may be below 0. */
  goods_return: Type.Optional(GoodsReturn),
  iframe_url: Type.Optional(Type.String()),
  /** Local extension: why the applied card pays less than it holds. */
  card_notice: Type.Optional(CardNotice),
  /** Local extension: what each coupon of the idents takes off: once preTransaction has applied it, or when the sale is paid without. */
  coupons: Type.Optional(Type.Array(CouponUse)),
  payment_instructions: Type.Optional(PaymentInstructions),
  is_demo: Type.Boolean(),
  device_source: Type.Optional(nullable(openObject({}))),
  cashier: Type.Optional(nullable(Type.String())),
});
export type SmartTransaction = Static<typeof SmartTransaction>;

/** Local extension: what the card gets for a basket, and what it would get for a little more. */
const Benefits = Type.Object({
  points: Type.Integer({ description: 'the card gets them once the sale is paid' }),
  bonus: Type.Integer({ description: 'credited to the bonus balance once the sale is paid, minor units' }),
  near: Type.Array(
    Type.Object({
      name: Type.String(),
      name_en: Type.Optional(Type.String({ description: 'left out where name is for both languages' })),
      missing: Type.Integer({ description: 'minor units of the basket, or a count of articles' }),
      of: Type.Enum(['sum', 'articles']),
    }),
    { description: 'campaigns for which a little is missing, the nearest first' },
  ),
});
export type Benefits = Static<typeof Benefits>;

export const PreTransactionAnswer = Type.Object({
  missing_sum: Money,
  bonus_products: Type.Array(BasketItem),
  outcome: Outcome,
  payments: Type.Optional(Type.Array(SalePayment, { description: 'of the sale, with what its card holds now' })),
  benefits: Type.Optional(Benefits),
  /** Local extension: why the card pays less than it holds. Clients may ignore it. */
  card_notice: Type.Optional(CardNotice),
  /** Local extension: what each coupon takes off; one that takes nothing off stays whole. */
  coupons: Type.Optional(Type.Array(CouponUse)),
});
export type PreTransactionAnswer = Static<typeof PreTransactionAnswer>;

/** Body of preTransaction; none is as good as an empty one. */
export const PreTransactionInput = Type.Optional(
  nullable(
    openObject({
      /**
       * Local extension: false leaves cash and bonus balance on the card and gives its discounts alone. What was chosen first
       * holds until the basket is written again.
       */
      use_balance: Type.Optional(nullable(Type.Boolean())),
    }),
  ),
);
export type PreTransactionInput = Static<typeof PreTransactionInput>;

/** Body of setDelivery. */
export const DeliveryInput = openObject({ delivery_options: DeliveryOptions });
export type DeliveryInput = Static<typeof DeliveryInput>;

const CallbackUrls = openObject({
  success_url: Type.Optional(text(2000)),
  failure_url: Type.Optional(text(2000)),
  success: keptAsSent('older name of success_url'),
  failure: keptAsSent('older name of failure_url'),
});

/** Body of cancel and canceltrx; every member may be missing. */
export const CancellationInput = Type.Optional(
  nullable(
    Type.Union([
      openObject({
        /** Local extension: stands in `cancellation`, on the slip and in the history of the sale. */
        reason: Type.Optional(
          nullable(
            Type.String({
              description: `why, at most ${LONGEST_CANCEL_REASON} characters: on the slip and in the history`,
            }),
          ),
        ),
      }),
      // Clients in PHP send an empty object so.
      emptyList,
    ]),
  ),
);

/** Body of prepare and start; every member may be missing. */
export const PaymentInput = Type.Optional(
  nullable(
    openObject({
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
      /** Local extension: the caller answers what the terminal asks (`POST /bridge/v1/till/answer`). */
      questions: Type.Optional(
        nullable(
          Type.Boolean({
            description:
              'true: the caller answers questions of the terminal by POST /bridge/v1/till/answer; false: it does not, and the terminal goes on by itself; left out: the terminal goes on when nobody has been shown the question',
          }),
        ),
      ),
      /** Local extension: this call pays a part of `missing_sum`; without it, all of it. */
      part: Type.Optional(
        nullable(
          openObject(
            {
              amount: Type.Optional(nullable(IntegerInput)),
              reference: Type.Optional(nullable(text(50))),
            },
            {
              description:
                'amount: at most missing_sum; reference: a start that repeats it pays nothing again and answers the sale',
            },
          ),
        ),
      ),
      /** Local extension: which voucher of somebody else start/voucher takes. */
      text: Type.Optional(nullable(text(100))),
      /** Local extension: the code of a voucher of this shop, which pays what is missing or the part that is named. */
      voucher: Type.Optional(nullable(text(100))),
      /** Local extension: SDV_… or TID of the terminal that takes the card, where it is not the one of the till. */
      terminal: optionalText,
    }),
  ),
);
export type PaymentInput = Static<typeof PaymentInput>;
