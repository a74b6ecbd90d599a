/** Payouts: to payees of the merchant, and from the service to the merchant (specification, "Payout transaction"). */
import Type, { type Static } from 'typebox';
import { SpecificPayment } from './payments.ts';
import { Currency, IntegerInput, Money, nullable, openObject, Timestamp } from './shapes.ts';

const text = (maxLength = 1000) => Type.String({ maxLength });
const Text = Type.Optional(nullable(text()));
const Reference = Type.Union([text(100), openObject({ id: text(100) })]);
const FlagInput = Type.Optional(nullable(Type.Union([Type.Boolean(), Type.Enum(['0', '1', 'true', 'false', ''])])));
const RedirectInput = Type.Optional(nullable(openObject({ url_push: Text })));

const PayoutItem = openObject({
  item_type: Text,
  reference_id: Type.Optional(nullable(text(200))),
  name: Type.String({ minLength: 1, maxLength: 500 }),
  total: IntegerInput,
  transaction_hash: Text,
  transaction_id: Text,
  container_id: Text,
});
export type PayoutItem = Static<typeof PayoutItem>;

export const PayoutInput = openObject({
  customer: Reference,
  amount: IntegerInput,
  currency: Type.Optional(nullable(Currency)),
  purpose: Type.String({ minLength: 1, maxLength: 500 }),
  order_id: Type.Optional(nullable(text(200))),
  redirect_url: RedirectInput,
  contract: Type.Optional(nullable(Reference)),
  demo: FlagInput,
  opt_data: Type.Optional(nullable(openObject({}))),
  transaction_list: Type.Array(PayoutItem, { minItems: 1, maxItems: 2000 }),
});
export type PayoutInput = Static<typeof PayoutInput>;

const PayoutEntry = openObject({
  amount: IntegerInput,
  purpose: Type.Optional(nullable(text(500))),
  reference: Type.Optional(nullable(text(200))),
  recipient: Text,
  bank_account: Type.Optional(nullable(openObject({ iban: text(60), bic: Text, owner: Text, bankname: Text }))),
  origin_transaction: Type.Optional(nullable(IntegerInput)),
});
export type PayoutEntry = Static<typeof PayoutEntry>;

/** Body of PayoutWithoutCustomer. */
export const DirectPayoutInput = openObject({
  amount: IntegerInput,
  currency: Type.Optional(nullable(Currency)),
  contract: Type.Optional(nullable(Reference)),
  contract_id: Text,
  purpose: Type.String({ minLength: 1, maxLength: 500 }),
  execution_date: Text,
  order_id: Type.Optional(nullable(text(200))),
  redirect_url: RedirectInput,
  demo: FlagInput,
  payout_list: Type.Array(PayoutEntry, { minItems: 1, maxItems: 2000 }),
});
export type DirectPayoutInput = Static<typeof DirectPayoutInput>;

/** The answer of the payout calls. */
export const Payout = Type.Object(
  {
    ...SpecificPayment.properties,
    transaction_list: Type.Array(openObject({ name: nullable(Type.String()), total: Money, trans_id: Type.Integer() })),
    payout_list: Type.Optional(Type.Array(openObject({}))),
    execution_date: Type.Optional(nullable(Type.String())),
  },
  { additionalProperties: true },
);

/** A transfer of what was taken to the merchant. */
export const MerchantPayout = openObject({
  object: Type.Literal('payment.payouts'),
  id: Type.String(),
  date: Timestamp,
  amount: Money,
  currency: Currency,
  simple_status_id: Type.Integer(),
  simple_status_description: Type.String(),
  receiver: Type.String(),
  purpose: Type.String(),
  trans_status_id: Type.Integer(),
  documents: Type.Array(openObject({ url: Type.String(), type: Type.String() })),
  transaction_volume: Money,
  refund_amount: Money,
  stakeholder_amount: Money,
  claim_amount: Money,
  invoice_amount: Money,
  misc_amount: Money,
  payout_amount: Money,
  transactions: Type.Array(openObject({ object: Type.String(), id: Type.String(), trans_id: Type.Integer() })),
});
export type MerchantPayout = Static<typeof MerchantPayout>;
