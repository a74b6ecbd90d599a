/** General Contracts and Payment Contracts: what goes in and what comes out (specification, "General Contract and Payment Contract"). */
import Type, { type Static } from 'typebox';
import {
  Currency,
  IntegerInput,
  idOf,
  keptAsSent,
  Money,
  nullable,
  openObject,
  Reference,
  Timestamp,
} from './shapes.ts';

const text = (maxLength = 1000) => Type.Optional(nullable(Type.String({ maxLength })));
const flag = Type.Optional(nullable(Type.Boolean()));
const integer = Type.Optional(nullable(IntegerInput));
const number = Type.Optional(nullable(Type.Union([Type.Number(), Type.String({ pattern: '^-?[0-9]+([.][0-9]+)?$' })])));

export const BankDetails = openObject({
  iban: Type.String(),
  bic: nullable(Type.String()),
  owner: nullable(Type.String()),
  bankname: nullable(Type.String()),
});
export type BankDetails = Static<typeof BankDetails>;

export const BankDetailsInput = openObject({
  iban: Type.String({ maxLength: 60 }),
  bic: text(20),
  owner: text(200),
  bankname: text(200),
});
export type BankDetailsInput = Static<typeof BankDetailsInput>;

export const UpdateBankAccountInput = openObject({
  ...BankDetailsInput.properties,
  verification_document: Type.Optional(nullable(Type.String({ pattern: '^DUP_[A-Z0-9]{30}$' }))),
});
export type UpdateBankAccountInput = Static<typeof UpdateBankAccountInput>;

const ClientId = openObject({ client_id: nullable(Type.String()) });

/** Account of the merchant at another payment service; a secret of that account is not kept. */
export const ThirdPartyEnvironment = openObject({ live: nullable(ClientId), sandbox: nullable(ClientId) });
export type ThirdPartyEnvironment = Static<typeof ThirdPartyEnvironment>;

const EnvironmentInput = Type.Optional(
  nullable(
    openObject({
      live: Type.Optional(nullable(openObject({ client_id: text(300) }))),
      sandbox: Type.Optional(nullable(openObject({ client_id: text(300) }))),
    }),
  ),
);
export const ThirdPartyInput = openObject({
  paypal_configuration: EnvironmentInput,
  easycredit_configuration: EnvironmentInput,
});
export type ThirdPartyInput = Static<typeof ThirdPartyInput>;

export const ThirdPartyConfiguration = Type.Object({
  paypal_configuration: nullable(ThirdPartyEnvironment),
  easycredit_configuration: nullable(ThirdPartyEnvironment),
});
export type ThirdPartyConfiguration = Static<typeof ThirdPartyConfiguration>;

export const CheckoutConfiguration = openObject({
  notifications: openObject({ merchant_order_mail: Type.Boolean(), customer_order_mail: Type.Boolean() }),
});

export const ContractUpdate = openObject({
  checkout_configuration: Type.Optional(
    nullable(
      openObject({
        notifications: Type.Optional(nullable(openObject({ merchant_order_mail: flag, customer_order_mail: flag }))),
      }),
    ),
  ),
});
export type ContractUpdate = Static<typeof ContractUpdate>;

export const PaymentLinkOptions = openObject({
  background: openObject({ enabled: Type.Boolean(), image_url: nullable(Type.String()) }),
});

export const PaymentLinkInput = openObject({
  background: openObject({ enabled: flag, image_url: text(2000) }),
});
export type PaymentLinkInput = Static<typeof PaymentLinkInput>;

const MerchantReference = openObject({
  object: Type.Literal('general.merchants'),
  id: idOf('MRC'),
  companyname: Type.Optional(Type.String()),
});

const Parent = openObject({ object: Type.String(), id: Type.String(), type: Type.Optional(Type.String()) });

export const GeneralContract = openObject({
  object: Type.Literal('general.contracts'),
  id: idOf('GCR'),
  id_old: nullable(Type.Integer()),
  created: Timestamp,
  updated: Type.Optional(Timestamp),
  /** Only with a contract that has been terminated. */
  terminated: Type.Optional(Timestamp),
  approved: Type.Boolean({ description: 'false while the merchant is being identified: nothing is paid out' }),
  description: nullable(Type.String()),
  project: nullable(Type.String({ description: 'unique name of the project; searchable' })),
  parent: nullable(Parent),
  merchant: MerchantReference,
  contract: Reference,
  pay_in_advance_account: nullable(BankDetails),
  pay_in_account: nullable(BankDetails),
  payin_account: Type.Boolean(),
  paypal_configuration: nullable(ThirdPartyEnvironment),
  easycredit_configuration: nullable(ThirdPartyEnvironment),
  checkout_configuration: CheckoutConfiguration,
  payment_link_options: PaymentLinkOptions,
  event_details: nullable(
    openObject({ event_date: nullable(Type.String()), event_description: nullable(Type.String()) }),
  ),
});
export type GeneralContract = Static<typeof GeneralContract>;

/** The answer of clone and requestId: the new contract, and once in its life its secret. */
export const NewContract = openObject({
  ...GeneralContract.properties,
  apikey: Type.String({ description: 'a secret; told once' }),
  store: nullable(Reference),
});
export type NewContract = Static<typeof NewContract>;

export const PaymentContract = openObject({
  object: Type.Literal('payment.contracts'),
  id: idOf('PCR'),
  created: Timestamp,
  updated: Type.Optional(Timestamp),
  parent: nullable(Parent),
  merchant: MerchantReference,
  contract: Reference,
  project: nullable(Type.String({ description: 'name given by clone or requestId; found by q' })),
  pay_in_account: nullable(BankDetails),
  demo: Type.Boolean(),
  approved: Type.Boolean(),
});
export type PaymentContract = Static<typeof PaymentContract>;

const project = Type.String({ minLength: 1, maxLength: 100, description: 'must be unique' });
const pushUrl = Type.String({ maxLength: 2048, pattern: '^https?://' });
const pushAddress = Type.Optional(nullable(pushUrl));

export const CloneInput = openObject({
  contract_id: Type.Optional(nullable(Type.String({ description: 'parent, a General Contract' }))),
  project,
  payment_data: Type.Optional(nullable(BankDetailsInput)),
  payin_account: flag,
  url_push: Type.Optional({ ...nullable(pushUrl), deprecated: true }),
});
export type CloneInput = Static<typeof CloneInput>;

const Contact = openObject({
  forename: text(200),
  surname: text(200),
  companyname: text(200),
  salutation: text(50),
  title: text(50),
  email: Type.Optional(nullable(Type.String({ format: 'email', maxLength: 320 }))),
  phone: text(50),
  mobile: text(50),
  fax: text(50),
  dob: text(40),
  birthplace: text(200),
  nationality: Type.Optional(nullable(Type.String({ pattern: '^[A-Za-z]{2}$' }))),
  url_website: text(2000),
  gender: keptAsSent('m, f, d and others'),
  picture: keptAsSent('DUP_ id of an uploaded document'),
  address: Type.Optional(nullable(openObject({}))),
});

const IframeOptsInput = openObject({
  show_basket: flag,
  basket_title: text(200),
  submit_button_title: text(200),
  logo_base64: text(500_000),
  cession: Type.Optional(nullable(Type.Union([Type.Literal('formal'), Type.Literal('personal')]))),
});

const Pricing = openObject({ product_id: integer, disagio: number, disagio_min: number, fix: number });

export const RequestIdInput = openObject({
  contract_id: Type.Optional(nullable(Type.String())),
  contact: Contact,
  project,
  payout_account: Type.Optional(nullable(BankDetailsInput)),
  payment_data: Type.Optional(nullable(BankDetailsInput)),
  iframe_opts: Type.Optional(nullable(IframeOptsInput)),
  url_push: pushAddress,
  payin_account: flag,
  create_first_store: flag,
  store_name: text(200),
  payout_purpose: Type.Optional(nullable(Type.String({ maxLength: 140, pattern: "^[0-9A-Za-z .,+:?()/'-]*$" }))),
  identrequest: Type.Optional(nullable(Type.String({ pattern: '^SIR_[A-Z0-9]{30}$' }))),
  signed_contract: Type.Optional(nullable(Type.String({ pattern: '^DUP_[A-Z0-9]{30}$' }))),
  additional_data: Type.Optional(
    nullable(
      openObject({
        create_card: Type.Optional(
          nullable(openObject({ app_language: text(20), card_type: text(50), identifier: text(200) })),
        ),
      }),
    ),
  ),
  notes: text(),
  invoice_reference: text(200),
  tid: text(50),
  merchant_category: integer,
  account_statement_text: Type.Optional(nullable(Type.String({ maxLength: 22, pattern: '^[0-9A-Za-z .!*=_-]*$' }))),
  merchant_id: text(100),
  pricing: Type.Optional(nullable(Type.Array(Pricing, { maxItems: 200 }))),
  funding_threshold: integer,
  funding_end: text(40),
  project_url: text(2000),
  url_website: text(2000),
  project_brochure: text(2000),
  project_factsheet: text(2000),
  project_duration: integer,
  account_verification: text(200),
  interest_payment_interval: text(200),
  event_details: Type.Optional(nullable(openObject({ event_date: text(40), event_description: text() }))),
});
export type RequestIdInput = Static<typeof RequestIdInput>;

/** Options of the payment iframe, an obsolete interface. */
export const IframeOptions = openObject({
  payment_hint_title: nullable(Type.String()),
  project_title: Type.String(),
  project_logo: nullable(Type.String()),
  submit_button_title: nullable(Type.String()),
  primary_colour: nullable(Type.String()),
  language: Type.String(),
  basket_title: nullable(Type.String()),
  is_basket_shown: Type.Boolean(),
  language_formality: Type.Enum(['formal', 'personal']),
  payment_config: openObject({ Googlepay: openObject({}), Applepay: openObject({}) }),
});
export type IframeOptions = Static<typeof IframeOptions>;

export const AvailableMethodsInput = openObject({ currency: Currency, is_demo: Type.Boolean() });
export type AvailableMethodsInput = Static<typeof AvailableMethodsInput>;

export const TransferBalance = Type.Object({
  id: idOf('GCR'),
  balances: Type.Record(Type.String(), Money, { description: 'by currency' }),
});
export type TransferBalance = Static<typeof TransferBalance>;

/** The identification of a merchant, started by requestId. */
export const IdentRequest = openObject({
  object: Type.Literal('services.identrequests'),
  id: idOf('SIR'),
  created: Timestamp,
  updated: Type.Optional(Timestamp),
  status: Type.Enum(['requested', 'ok', 'failed']),
  merchant: Reference,
  contract: Reference,
  contact: openObject({}),
});
export type IdentRequest = Static<typeof IdentRequest>;
