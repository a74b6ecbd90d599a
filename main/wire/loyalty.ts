/** Loyalty resources: merchant cards, cards, groups, customers and bookings, with what the calls on a card take and give. */
import Type, { type Static } from 'typebox';
import { actionNames } from '../domain/loyaltyActions.ts';
import {
  Currency,
  IntegerInput,
  idOf,
  keptAsSent,
  Money,
  nullable,
  openObject,
  ReceiptLine,
  Reference,
  Timestamp,
} from './shapes.ts';
import { MerchantCard } from './transactions.ts';

const text = (maxLength = 1000) => Type.String({ maxLength });
const optional = <T extends Parameters<typeof nullable>[0]>(schema: T) => Type.Optional(nullable(schema));
const IdInput = openObject({ id: text(100) });
/** Existing clients send a reference as its id, or as an object that holds it. */
export const ReferenceInput = Type.Union([text(100), IdInput]);
export type ReferenceInput = Static<typeof ReferenceInput>;

const merchant = openObject({ object: Type.Literal('general.merchants'), id: idOf('MRC') });

export const CardGroup = openObject({
  object: Type.Literal('loyalty.cardgroups'),
  id: idOf('CRG'),
  merchant,
  display_name: Type.String(),
  display_name_raw: Type.String(),
  description: nullable(Type.String()),
  picture: nullable(Type.String()),
  stock_warn_limit: nullable(Type.Integer()),
  balance_limit: nullable(Money),
  balance_expiry: Type.Boolean(),
  cancel_selected: Type.Boolean({ description: 'any booking may be cancelled, not only the last' }),
});
export type CardGroup = Static<typeof CardGroup>;

export const CardGroupInput = openObject({
  display_name: optional(Type.String({ minLength: 1, maxLength: 200 })),
  merchant: optional(ReferenceInput),
  description: optional(text()),
  picture: optional(text(100)),
  stock_warn_limit: optional(IntegerInput),
  balance_limit: optional(IntegerInput),
  balance_expiry: optional(Type.Boolean()),
  cancel_selected: optional(Type.Boolean()),
  prefix: optional(Type.String({ pattern: '^[0-9]{4}$', description: 'first four digits of the card numbers' })),
  /** Local extension: how far a card may be overdrawn. */
  limit: optional(IntegerInput),
});
export type CardGroupInput = Static<typeof CardGroupInput>;

export const LoyaltyCard = openObject({
  object: Type.Literal('loyalty.cards'),
  id: idOf('CRD'),
  cardnumber: Type.String(),
  created: Timestamp,
  account: nullable(Reference),
});
export type LoyaltyCard = Static<typeof LoyaltyCard>;

const consents = ['accepted', 'declined', 'not_set'] as const;

export const Customer = openObject({
  object: Type.Literal('loyalty.customers'),
  id: idOf('CUS'),
  merchant,
  customernumber: nullable(Type.String()),
  note: nullable(Type.String()),
  contact: openObject({}),
  merchant_contact: openObject({}),
  account_contact: openObject({}),
  consent_for_communication: Type.Enum(consents),
  payment_container: nullable(Reference),
  additional_data: nullable(Type.Unknown()),
  created: Timestamp,
  updated: Type.Optional(Timestamp),
});
export type Customer = Static<typeof Customer>;

const ContactInput = openObject({
  forename: optional(text(200)),
  surname: optional(text(200)),
  companyname: optional(text(200)),
  email: optional(Type.String({ format: 'email', maxLength: 254 })),
  phone: optional(text(50)),
  mobile: optional(text(50)),
  dob: optional(Type.String({ format: 'date' })),
  address: optional(openObject({})),
  salutation: keptAsSent('for example Frau, Firma'),
  gender: keptAsSent('m, f, d and others'),
  title: keptAsSent('for example Dr.'),
  fax: keptAsSent('a number'),
  picture: keptAsSent('DUP_ id of an uploaded document'),
  url_website: keptAsSent('address of a web page'),
  birthplace: keptAsSent('place of birth'),
  nationality: keptAsSent('ISO 3166-1 alpha-2'),
});

export const CustomerInput = openObject({
  merchant: optional(ReferenceInput),
  contact: optional(ContactInput),
  merchant_contact: optional(ContactInput),
  account_contact: optional(ContactInput),
  customernumber: optional(text(100)),
  note: optional(text()),
  consent_for_communication: optional(Type.Enum(consents)),
  additional_data: optional(Type.Unknown()),
  anonymize: optional(Type.Boolean({ description: 'update only: forget who this is' })),
});
export type CustomerInput = Static<typeof CustomerInput>;

export const LoyaltyTransaction = openObject({
  object: Type.Literal('loyalty.transactions'),
  id: idOf('LTX'),
  merchant,
  cardgroup: Reference,
  store: nullable(Reference),
  merchantcard: Reference,
  card: Reference,
  parents: Type.Array(Reference),
  children: Type.Array(Reference),
  cleared: Type.Boolean(),
  clearing_information: Type.Array(Type.Unknown()),
  trans_id: nullable(Type.Integer()),
  tid: nullable(Type.String()),
  status: Type.Integer(),
  amount: Money,
  currency: Currency,
  balance: { ...Money, description: 'of the card after this booking' },
  description: Type.String({ description: 'kind of booking' }),
  purpose: nullable(Type.String()),
  additional_data: nullable(Type.Unknown()),
  created: Timestamp,
  last_change: Timestamp,
  receipt: Type.Array(ReceiptLine),
  is_cancelling: Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2)], {
    description: '0 no, 1 takes a whole booking back, 2 a part of one',
  }),
});
export type LoyaltyTransaction = Static<typeof LoyaltyTransaction>;

export const MerchantCardInput = openObject({
  expiry_date: optional(Type.Union([Type.String({ format: 'date' }), Timestamp])),
  payment_container: optional(openObject({ id: text(100) })),
  additional_data: optional(Type.Unknown()),
  /** Local extension: at which actions the card asks for its passcode. */
  passcode: Type.Optional(Type.Integer({ minimum: 0, maximum: 6 })),
});
export type MerchantCardInput = Static<typeof MerchantCardInput>;

export const Result = Type.Object({ result: Type.Boolean() });

/** A card named in a body instead of the path: clients send `me` there. */
export const CardNamed = Type.Optional(
  nullable(openObject({ cardnumber: optional(text(100)), merchant: optional(ReferenceInput) })),
);

export const Validation = Type.Object({
  isValid: Type.Boolean(),
  hasPasscode: Type.Optional(Type.Boolean()),
  isLocked: Type.Optional(Type.Boolean()),
});
export type Validation = Static<typeof Validation>;

/** Four digits; some clients send them as a number, which loses leading zeros. */
export const Passcode = Type.Union([
  Type.String({ pattern: '^[0-9]{4}$' }),
  Type.Integer({ minimum: 0, maximum: 9999 }),
]);

export const CscInput = openObject({ cardnumber: optional(text(100)), csc: Type.Union([text(20), Type.Integer()]) });
export const PinInput = openObject({ cardnumber: optional(text(100)), pin: Passcode });
export const NewPasscodeInput = openObject({
  merchant: optional(ReferenceInput),
  cardnumber: optional(text(100)),
  passcode: Type.Optional(nullable(Passcode)),
});

export const ReceiptInput = Type.Optional(
  nullable(
    openObject({ cardnumber: optional(text(100)), terminal_id: optional(Type.Union([text(100), Type.Integer()])) }),
  ),
);

export const BalanceReceipt = Type.Object({
  valid: Type.Boolean(),
  balance: Money,
  cash_balance: Money,
  bonus_balance: Money,
  balance_reserved: Money,
  cash_balance_reserved: Money,
  bonus_balance_reserved: Money,
  zvt_cardgroup: nullable(Type.String()),
  points: Type.Integer(),
  new_passcode: nullable(Type.String()),
  receipt_header: Type.Array(ReceiptLine),
  receipt: Type.Array(ReceiptLine),
  amount_split_enabled: Type.Boolean(),
  limit_allowed: Type.Boolean(),
  limit: Money,
  limit_str: Type.String(),
});
export type BalanceReceipt = Static<typeof BalanceReceipt>;

export const CardTransactionInput = openObject({
  action: Type.Enum(actionNames),
  terminal_id: optional(Type.Union([text(100), Type.Integer()])),
  tid: optional(Type.Union([text(100), Type.Integer()])),
  store: optional(ReferenceInput),
  cardnumber: optional(text(100)),
  amount: optional(IntegerInput),
  bonus_amount: optional(IntegerInput),
  amount_split_allowed: optional(Type.Boolean()),
  merchant_id: optional(text(100)),
  additional_data: optional(Type.Unknown()),
  purpose: optional(text()),
  passcode: optional(Passcode),
  /** The booking to cancel, where the group lets any be chosen. */
  trans_id: optional(IntegerInput),
});
export type CardTransactionInput = Static<typeof CardTransactionInput>;

export const CardTransaction = openObject({
  ...MerchantCard.properties,
  receipt_header: Type.Array(ReceiptLine),
  receipt: Type.Array(ReceiptLine),
  trans_id: Type.Integer(),
  amount: Money,
  transaction: Reference,
});
export type CardTransaction = Static<typeof CardTransaction>;

export const LockInput = Type.Optional(
  nullable(
    openObject({
      reason: optional(IntegerInput),
      note: optional(text()),
      csc: optional(Type.Union([text(20), Type.Integer()])),
    }),
  ),
);

export const LockStatus = Type.Object({
  lock_status: Type.String({ enum: ['locked', 'unlocked'] }),
  reason: nullable(Type.Integer()),
  note: nullable(Type.String()),
});
export type LockStatus = Static<typeof LockStatus>;

export const LockReasons = Type.Array(Type.Object({ id: Type.Integer(), desc: Type.String() }));

export const CreateCardsInput = openObject({
  cards_amount: optional(IntegerInput),
  customer: optional(CustomerInput),
});

export const CreatedCards = Type.Array(openObject({ ...MerchantCard.properties, csc: Type.String() }));

export const TerminalData = Type.Object({
  store: nullable(Reference),
  tid: nullable(Type.String()),
  actions: Type.Array(Type.String()),
  gift_terminal: Type.Boolean(),
  amount_split_enabled: Type.Boolean(),
  disabled: Type.Boolean(),
});

export const AssignInput = Type.Optional(nullable(openObject({ pin: optional(Passcode) })));

export const PasscodeQuestion = openObject({ action: Type.Enum(actionNames), cardnumber: text(100) });
export type PasscodeQuestion = Static<typeof PasscodeQuestion>;
