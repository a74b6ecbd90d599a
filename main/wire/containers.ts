/** Payment Containers, the stored payment instruments: what goes in and what comes out (specification, "Payment Container"). */
import Type, { type Static, type TSchema } from 'typebox';
import { tokenStatuses } from '../domain/networkToken.ts';
import { IntegerInput, idOf, nullable, openObject, Reference, Timestamp } from './shapes.ts';

const optional = <T extends TSchema>(schema: T) => Type.Optional(nullable(schema));
const text = (maxLength: number, description?: string) =>
  optional(Type.String({ maxLength, ...(description ? { description } : {}) }));

/** An id, or a reference that holds one. */
const Id = (description: string) =>
  optional(
    Type.Union([Type.String({ maxLength: 100 }), openObject({ id: Type.String({ maxLength: 100 }) })], { description }),
  );

/** Apple Pay data, `EC_v1`. Only the reference of the payment is kept of it. */
const ApplePayToken = openObject({
  version: text(20),
  data: text(20_000),
  signature: text(20_000),
  header: optional(openObject({ ephemeralPublicKey: text(2000), publicKeyHash: text(200), transactionId: text(200) })),
});

/**
 * Private members: no number and no expiry date of a card is kept, because the number is cut to its last four digits
 * when it is read.
 */
const Private = openObject({
  iban: text(60),
  bic: text(20),
  owner: text(200),
  bankname: text(200),
  purpose: text(200),
  pan: text(60, 'masked; of one that is not, only the last four digits are kept'),
  expiration_date: text(60, 'taken, not kept'),
  issuer: text(50),
  transact_container: text(20_000),
  transact_skey_pubkey: text(20_000),
  transact_skey_keyname: text(200),
  transact_hash: text(500),
});

/** Body of `POST /Payment/Containers`. */
export const PaymentContainerInput = openObject({
  type: Type.String({ maxLength: 50, description: 'applepay, bank_account, googlepay; cards only inside prepare' }),
  token: optional(ApplePayToken),
  private: optional(Private),
  customer: Id('payment customer the instrument belongs to'),
  customer_id: text(100),
  merchant: Id('own merchant'),
  merchant_id: text(100),
  request_token: Type.Optional(nullable(Type.Boolean())),
  notification_url: text(2048, 'told of changes of token_status'),
});
export type PaymentContainerInput = Static<typeof PaymentContainerInput>;

/** Body of `PUT /Payment/Containers/{id}`: what is left out stays. */
export const PaymentContainerUpdate = openObject({
  private: optional(Private),
  request_token: Type.Optional(nullable(Type.Boolean())),
  notification_url: text(2048, 'told of changes of token_status'),
});
export type PaymentContainerUpdate = Static<typeof PaymentContainerUpdate>;

export const TokenStatus = openObject({
  status: Type.Enum(tokenStatuses),
  created: nullable(Timestamp),
  last_modified: nullable(Timestamp),
  version: Type.Integer({ description: 'grows with every change' }),
});

export const mandateStatuses = ['created', 'uploaded', 'active'] as const;

export const Mandate = openObject({
  sepa_mandate_id: Type.String(),
  iban: Type.String({ description: 'masked' }),
  bic: nullable(Type.String()),
  type: Type.Union([Type.Literal('CORE'), Type.Literal('B2B')]),
  status: Type.Enum(mandateStatuses),
  identification: Type.String({ pattern: '^PAM/', description: 'mandate reference' }),
  creditor_id: Type.String(),
});
export type Mandate = Static<typeof Mandate>;

/** The members of an account or a card that may be shown. */
const Instrument = nullable(Type.Record(Type.String(), Type.Unknown()));

export const PaymentContainer = openObject({
  object: Type.Literal('payment.containers'),
  id: idOf('PCT'),
  merchant: Reference,
  contract: Reference,
  customer: nullable(Reference),
  type: Type.String({ description: 'applepay, bank_account, credit_card, googlepay, paypal' }),
  private: Instrument,
  public: Instrument,
  mandate: nullable(Mandate),
  created: Timestamp,
  updated: Type.Optional(Timestamp),
  token_status: TokenStatus,
});
export type PaymentContainer = Static<typeof PaymentContainer>;

/** The container as it stands on a Smart Transaction. */
export const ContainerReference = openObject({
  object: Type.Literal('payment.containers'),
  id: idOf('PCT'),
  type: Type.String(),
  token_status: TokenStatus,
});
export type ContainerReference = Static<typeof ContainerReference>;

export const MandateInput = openObject({
  customer_id: Type.String({ maxLength: 100 }),
  type: Type.Literal('B2B', { description: 'a CORE mandate needs no form' }),
});
export type MandateInput = Static<typeof MandateInput>;

export const MandateAnswer = Type.Object({
  mandate_url: Type.String({
    description: 'the form to be signed, a PDF of one page; the address is a secret and expires',
  }),
});

export const UploadMandateInput = openObject({
  document_id: Type.String({ maxLength: 100, description: 'DUP_ id of a PDF' }),
});
export type UploadMandateInput = Static<typeof UploadMandateInput>;

export const UploadMandateAnswer = Type.Object({ service_issue_id: Type.Integer() });

export const IbanInput = openObject({
  id: Type.Optional(nullable(IntegerInput)),
  iban: Type.String({ maxLength: 60 }),
});
export type IbanInput = Static<typeof IbanInput>;

export const IbanAnswer = Type.Object({
  id: nullable(Type.Integer({ description: 'as it was sent' })),
  valid: Type.Boolean(),
  iban: Type.String(),
  bic: nullable(Type.String()),
  bankname: nullable(Type.String()),
});

/** Body of `POST /bridge/v1/serviceIssues/{id}/decide`. */
export const MandateDecision = openObject({
  accepted: Type.Boolean({ description: 'true: the mandate is active; false: it has to be signed again' }),
});
export type MandateDecision = Static<typeof MandateDecision>;
