/** Payment Transactions: what goes in and what comes out (specification, "Payment Transaction"). */
import Type, { type Static } from 'typebox';
import {
  Currency,
  IntegerInput,
  idOf,
  keptAsSent,
  Money,
  nullable,
  openObject,
  RateInput,
  Reference,
  Timestamp,
} from './shapes.ts';

const text = (maxLength = 1000) => Type.String({ maxLength });
const Text = Type.Optional(nullable(text()));
const FlagInput = Type.Optional(nullable(Type.Union([Type.Boolean(), Type.Enum(['0', '1', 'true', 'false', ''])])));

export const PaymentId = idOf('PCI');

/** A stored or inline object: `PCT_…` alone, or the object with its id or its data. */
const ByIdOrObject = Type.Optional(
  nullable(
    Type.Union([
      text(100),
      openObject({
        id: Type.Optional(nullable(text(100))),
        type: Text,
        contact: Type.Optional(nullable(openObject({}))),
        private: keptAsSent('of an inline container: its data'),
        merchant_id: keptAsSent('of an inline container'),
        customer: keptAsSent('of an inline container'),
        customer_id: keptAsSent('of an inline container'),
        request_token: keptAsSent('of an inline container: also a network token'),
        notification_url: keptAsSent('of an inline container: told about its token'),
      }),
    ]),
  ),
);

/** A line of the basket (`SvcBasketItem`). */
const basketItem = {
  item_type: Text,
  article_number: Text,
  quantity: Type.Optional(nullable(IntegerInput)),
  name: Text,
  model: Text,
  ean: Text,
  tax: Type.Optional(nullable(RateInput)),
  total: Type.Optional(nullable(IntegerInput)),
  price: Type.Optional(nullable(IntegerInput)),
  apikey: Text,
  contract_id: Text,
  plan_id: Text,
  start_at: Text,
  transaction_hash: Text,
  reference_id: Text,
} as const;
export const SvcBasketItem = openObject({
  ...basketItem,
  sub_basket: Type.Optional(nullable(Type.Array(openObject(basketItem), { maxItems: 500 }))),
});
export type SvcBasketItem = Static<typeof SvcBasketItem>;

/** Fields of POST /Payment/Transactions and of POST on the method-specific collections. */
export const PaymentInput = openObject({
  amount: IntegerInput,
  currency: Type.Optional(nullable(Currency)),
  purpose: Type.Optional(nullable(text(500))),
  payment_methods: Type.Optional(nullable(Type.Array(text(50), { maxItems: 20 }))),
  order_id: Type.Optional(nullable(text(200))),
  basket: Type.Optional(nullable(Type.Array(SvcBasketItem, { maxItems: 2000 }))),
  accrual: FlagInput,
  payment_action: Type.Optional(nullable(Type.Enum(['authorization', 'sale']))),
  customer: ByIdOrObject,
  redirect_url: Type.Optional(
    nullable(
      openObject({
        url_push: Text,
        iframe_url: Text,
        url_success: Text,
        url_failure: Text,
      }),
    ),
  ),
  contract: ByIdOrObject,
  container: ByIdOrObject,
  opt_data: Type.Optional(nullable(openObject({}))),
  subscription: Type.Optional(
    nullable(openObject({ purpose: Text, id: Type.Optional(nullable(Type.Union([IntegerInput, text(100)]))) })),
  ),
  demo: FlagInput,
  experience: Type.Optional(
    nullable(
      openObject({
        positive: Type.Optional(nullable(IntegerInput)),
        negative: Type.Optional(nullable(IntegerInput)),
      }),
    ),
  ),
});
export type PaymentInput = Static<typeof PaymentInput>;

export const CancelInput = openObject({
  reduce_amount_by: Type.Optional(nullable(IntegerInput)),
  amount: Type.Optional(nullable(IntegerInput)),
  reason: Type.Optional(nullable(text(100))),
  reduce_stakeholder_payment: FlagInput,
  container_id: Text,
  contract: ByIdOrObject,
});
export type CancelInput = Static<typeof CancelInput>;

export const ShippingInput = openObject({
  carrier: Text,
  tracking_id: Text,
  invoice_number: Text,
  shipped_at: Text,
  order_id: Text,
});
export type ShippingInput = Static<typeof ShippingInput>;

export const CaptureInput = openObject({
  amount: Type.Optional(nullable(IntegerInput)),
  contract: ByIdOrObject,
  shipping_information: Type.Optional(nullable(ShippingInput)),
});
export type CaptureInput = Static<typeof CaptureInput>;

const Linked = openObject({
  object: Type.String(),
  id: Type.String(),
  trans_id: Type.Integer(),
  ref_type_id: Type.Integer({ description: '19 is a refund' }),
  ref_type_raw: Type.String(),
  hierarchy: Type.Enum(['child', 'parent']),
  reference_id: Type.Optional(nullable(Type.String())),
});
export type Linked = Static<typeof Linked>;

const DocumentLink = openObject({
  url: Type.String(),
  type: Type.String(),
  document_type: Type.Optional(Type.String()),
});

export const RedirectUrl = openObject({
  iframe_url: nullable(Type.String()),
  url_success: nullable(Type.String()),
  url_failure: nullable(Type.String()),
  url_push: nullable(Type.String()),
});

/** One entry of the list, and what GET answers. */
export const PaymentTransaction = openObject({
  object: Type.Literal('payment.transactions'),
  id: PaymentId,
  merchant: openObject({ object: Type.Literal('general.merchants'), id: idOf('MRC') }),
  trans_id: Type.Integer(),
  transaction_hash: Type.String(),
  product_id: Type.Integer(),
  product: Type.String(),
  product_raw: Type.String(),
  zahlungsmittel_id: Type.Integer(),
  contract_id: Type.Integer(),
  amount: Money,
  currency: Currency,
  created: Timestamp,
  updated: Timestamp,
  description: Type.String(),
  description_raw: Type.String(),
  status: Type.Integer({ description: 'status id, for example 25 or 111' }),
  status_text: Type.String(),
  details: openObject({
    cleared: Type.Enum(['open', 'cleared']),
    status: Type.Integer(),
    status_text: Type.String(),
    status_simple: Type.Integer(),
    status_simple_text: Type.String(),
    amount: Money,
    description: Type.String(),
    description_raw: Type.String(),
  }),
  customer: nullable(
    openObject({
      object: Type.Literal('general.users'),
      id: Type.String(),
      companyname: nullable(Type.String()),
      title: nullable(Type.String()),
      salutation: nullable(Type.String()),
      forename: nullable(Type.String()),
      surname: nullable(Type.String()),
    }),
  ),
  incoming_payment_date: nullable(Timestamp),
  payout_date: nullable(Timestamp),
  store: nullable(Reference),
  store_name: nullable(Type.String()),
  contract: nullable(Reference),
  container: nullable(Reference),
  parents: Type.Array(Linked),
  related_transactions: Type.Array(Linked),
  subscription: nullable(Reference),
  completion_date: nullable(Timestamp),
  tid: nullable(Type.String()),
  payment_data: nullable(Type.String({ description: 'the instrument, masked' })),
  invoice_number: nullable(Type.String()),
  reference_id: nullable(Type.String()),
  incoming_payment_purpose: nullable(Type.String()),
  incoming_payment_iban: nullable(Type.String()),
  incoming_payment_bic: nullable(Type.String()),
  account_owner: nullable(Type.String()),
  accrual: Type.Boolean(),
  order_id: nullable(Type.String()),
  payment_action: Type.Enum(['authorization', 'sale']),
  payment_method: Type.String(),
  purpose: nullable(Type.String()),
  demo: Type.Boolean(),
  transmitted_to_bank: Type.Boolean(),
  documents: Type.Array(DocumentLink),
  load_date: nullable(Timestamp),
  basket: Type.Array(openObject({})),
  redirect_url: RedirectUrl,
  shipping_information: Type.Optional(nullable(ShippingInput)),
  card_payment: Type.Optional(
    openObject({
      trace: nullable(Type.Integer()),
      receipt_number: nullable(Type.Integer({ description: 'of the card terminal' })),
      cardtype: nullable(Type.String()),
      tip: Type.Optional(Money),
    }),
  ),
});
export type PaymentTransaction = Static<typeof PaymentTransaction>;

/** The answer of the method-specific resources, for example `payment.svcprepays`. */
export const SpecificPayment = openObject({
  object: Type.String({ pattern: '^payment\\.' }),
  id: PaymentId,
  payment_id: PaymentId,
  trans_id: Type.Integer(),
  status: Type.String({ description: 'accepted, authorized, denied, issue, void, refund, internal_server_status, …' }),
  amount: Money,
  currency: Currency,
  purpose: nullable(Type.String()),
  order_id: nullable(Type.String()),
  transaction_status: Type.Integer(),
  transaction_hash: Type.String(),
  payment_action: Type.Enum(['authorization', 'sale']),
  transfer_purpose: nullable(Type.String()),
  transfer_account: nullable(
    openObject({
      iban: Type.String(),
      bic: Type.String(),
      accountnumber: Type.String(),
      bankcode: Type.String(),
      account_owner: Type.String(),
    }),
  ),
  customer: nullable(openObject({})),
  container: nullable(Reference),
  used_payment_instrument: nullable(openObject({ type: Type.String(), data: openObject({}) })),
  redirect_url: RedirectUrl,
  iframe_url: nullable(Type.String()),
  basket: Type.Array(openObject({})),
  accrual: Type.Boolean(),
  demo: Type.Boolean(),
  subscription: nullable(openObject({ purpose: nullable(Type.String()), id: Type.Integer() })),
  sub_transactions: Type.Array(
    openObject({ id: PaymentId, trans_id: Type.Integer(), reference_id: nullable(Type.String()) }),
  ),
  mandate: nullable(openObject({})),
});
export type SpecificPayment = Static<typeof SpecificPayment>;

export const CancelResult = openObject({
  new_trans_id: Type.Integer(),
  demo: Type.Boolean(),
  result: openObject({
    new_trans_id: Type.Integer(),
    remaining_amount: Money,
    refund_waiting_for_payment: Type.Boolean(),
  }),
});
export type CancelResult = Static<typeof CancelResult>;

export const StatusAnswer = openObject({
  status: Type.Integer(),
  status_text: Type.String(),
  status_simple: Type.Integer(),
  status_simple_text: Type.String(),
  amount: Money,
  currency: Currency,
});

export const InstructionsInput = openObject({ lang: Text });
export const PaymentInstructions = openObject({
  iban: Type.String(),
  bic: Type.String(),
  owner: Type.String(),
  bankname: Type.String(),
  purpose: Type.String(),
});
export type PaymentInstructions = Static<typeof PaymentInstructions>;
export const InstructionsAnswer = openObject({
  lang: Type.String(),
  amount: Type.String(),
  currency: Currency,
  payment_instructions: nullable(PaymentInstructions),
});

export const ResultBoolean = Type.Object({ result: Type.Boolean() });

export const IncreaseInput = openObject({ amount: IntegerInput });
export type IncreaseInput = Static<typeof IncreaseInput>;
export const RefundAccountInput = openObject({ trans_id: IntegerInput });
export type RefundAccountInput = Static<typeof RefundAccountInput>;
export type InstructionsInput = Static<typeof InstructionsInput>;

export const BankAccount = openObject({
  iban: nullable(Type.String({ description: 'masked' })),
  bic: nullable(Type.String()),
  owner: nullable(Type.String()),
  bankname: nullable(Type.String()),
});

export const CrowdFunding = openObject({
  merchant: Reference,
  data: Type.Array(openObject({ currency: Currency, count: Type.Integer(), amount: Money })),
});

export const AccrualInput = openObject({
  accrual: Type.Union([Type.Boolean(), Type.Enum(['0', '1', 'true', 'false', ''])]),
});
export type AccrualInput = Static<typeof AccrualInput>;
export const BasketInput = openObject({
  basket: Type.Array(SvcBasketItem, { maxItems: 2000 }),
  contract: ByIdOrObject,
});
export type BasketInput = Static<typeof BasketInput>;
export const StatusInput = openObject({ new_status_id: IntegerInput });
export type StatusInput = Static<typeof StatusInput>;
export const InvoiceInput = openObject({ update_existing: FlagInput });
export type InvoiceInput = Static<typeof InvoiceInput>;
export const InvoiceAnswer = openObject({
  document: openObject({
    id: Type.String(),
    mime_type: Type.String(),
    name: Type.String(),
    size: Type.Integer(),
    url: Type.String(),
  }),
});
export type InvoiceAnswer = Static<typeof InvoiceAnswer>;
