/** People of the back office: signing in, who is signed in, and what the chain may change. */
import Type, { type Static } from 'typebox';
import { nullable, openObject, Timestamp } from '../shapes.ts';

export const officeRoles = ['chain', 'store', 'readonly'] as const;

/** `POST /office/v1/token`, as a form or as JSON. */
export const SignInInput = openObject({
  username: Type.String({ maxLength: 200 }),
  password: Type.String({ maxLength: 1000 }),
  code: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'of the app, or a recovery code, where the person has a second factor; a wrong one is answered as a wrong password',
    }),
  ),
  cookie: Type.Optional(
    Type.Union([Type.String({ maxLength: 5 }), Type.Integer(), Type.Boolean()], {
      description: '1: the token becomes a cookie of the browser (HttpOnly, SameSite=Strict) and is not in the answer',
    }),
  ),
});
export type SignInInput = Static<typeof SignInInput>;

export const SignedIn = Type.Object({
  access_token: Type.Optional(Type.String()),
  token_type: Type.Literal('bearer'),
  expires_in: Type.Integer({ description: 'seconds' }),
});
export type SignedIn = Static<typeof SignedIn>;

/** `GET /office/v1/sign-in`: how people may sign in here; needs no token. */
export const SignInWays = Type.Object({
  password: Type.Boolean({ description: 'false: the company account alone, with a second factor' }),
  open_id: Type.Boolean({ description: 'GET /office/v1/open-id begins it' }),
  code: Type.Boolean({
    description: 'people of this back office have a second factor: the form asks everybody for a code',
  }),
  signed_in: Type.Boolean({ description: 'the request carries a session that has not ended' }),
  set_up: Type.Boolean({ description: 'that session is good for setting up a second factor alone' }),
});
export type SignInWays = Static<typeof SignInWays>;

const Role = Type.Enum(officeRoles);
const Language = Type.Enum(['de', 'en']);
const StoreId = nullable(
  Type.String({ maxLength: 100, description: 'null: every store of the region, or of the merchant' }),
);
const Region = nullable(
  Type.String({ minLength: 1, maxLength: 100, description: 'its stores are those whose figures the person sees' }),
);

const account = (description: string) => Type.String({ pattern: '^\\d{4,9}$', description });

/** Numbers and accounts of the postings for DATEV, as the tax adviser names them. */
export const DatevSettings = Type.Object(
  {
    consultant: Type.Integer({ minimum: 1001, maximum: 9_999_999, description: 'Beraternummer' }),
    client: Type.Integer({ minimum: 1, maximum: 99_999, description: 'Mandantennummer' }),
    account_length: Type.Integer({ minimum: 4, maximum: 8, description: 'digits of an account' }),
    year_start: Type.String({ pattern: '^(0[1-9]|1[0-2])-01$', description: 'MM-DD: first day of the fiscal year' }),
    clearing: account('between revenue and payments; it ends at zero every day'),
    cash: account('cash in the drawer'),
    card: account('card payments on their way to the bank'),
    loyalty: account('value on loyalty cards'),
    voucher: account('vouchers that were redeemed'),
    tips: account('tips of the staff'),
    other: account('every other way of paying'),
    revenue: Type.Record(Type.String({ pattern: '^\\d{1,2}(\\.\\d{1,2})?$' }), account('revenue at this tax rate'), {
      description: 'by tax rate in per cent, for example 19',
    }),
    other_revenue: account('revenue at every other rate'),
  },
  { additionalProperties: false },
);
export type DatevSettings = Static<typeof DatevSettings>;
const Datev = Type.Union([DatevSettings, Type.Null()], { description: 'null: the chain has named no accounts yet' });

/** Facts that DSFinV-K holds; null where nobody has set them, and the till of a closing says them. */
const knownPlace = {
  street: nullable(Type.String()),
  zip: nullable(Type.String()),
  city: nullable(Type.String()),
};

/** `GET /office/v1/me` */
export const Me = Type.Object({
  id: Type.String(),
  username: Type.String(),
  name: Type.String(),
  role: Role,
  language: Language,
  morning_mail: Type.Boolean(),
  mail_failed: nullable(
    Type.String({
      format: 'date',
      description: 'the newest day of the last week whose mail of the morning was given up',
    }),
  ),
  has_password: Type.Boolean({ description: 'false: signs in through OpenID Connect alone' }),
  merchant: Type.Object({
    id: Type.String(),
    name: Type.String(),
    currency: Type.String(),
    time_zone: Type.String(),
    ...knownPlace,
    country: nullable(Type.String()),
    tax_number: nullable(Type.String({ description: 'of the business, in DSFinV-K (STNR)' })),
    vat_id: nullable(Type.String({ description: 'of the business, in DSFinV-K (USTID)' })),
    datev: Datev,
    second_factor: Type.Array(Role, { description: 'roles that have to have a second factor beside the password' }),
  }),
  stores: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      time_zone: Type.String(),
      region: nullable(Type.String({ description: 'people of it see the store' })),
      ...knownPlace,
      zone_from: Type.Enum(['merchant', 'till', 'person'], {
        description: 'who named the time zone; a till changes none that a person has set',
      }),
      currencies: Type.Array(Type.String(), { description: 'in which the store has sold' }),
      today: Type.String({ format: 'date', description: 'the business day that runs now, by the clock of the store' }),
    }),
  ),
  /** The business day that runs now, by the clock of the merchant. */
  today: Type.String({ format: 'date' }),
});
export type Me = Static<typeof Me>;

const Name = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: '^[^\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f][^\\x00-\\x1f\\x7f]*$',
  }),
);
const TimeZone = Type.Optional(Type.String({ minLength: 1, maxLength: 60, description: 'for example Europe/Berlin' }));

/** Null or an empty text: nobody says it here. */
const fact = (maxLength: number, description: string) =>
  Type.Optional(nullable(Type.String({ maxLength, pattern: '^[^\\x00-\\x1f\\x7f]*$', description })));
const place = {
  street: fact(60, 'street and number, in DSFinV-K'),
  zip: fact(10, 'in DSFinV-K'),
  city: fact(62, 'in DSFinV-K'),
};

/** `PATCH /office/v1/merchant`; what is left out stays. */
export const MerchantChange = Type.Object(
  {
    name: Name,
    currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217, for example EUR' })),
    time_zone: TimeZone,
    ...place,
    country: Type.Optional(nullable(Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166, for example DE' }))),
    tax_number: fact(20, 'of the business, in DSFinV-K (STNR)'),
    vat_id: fact(15, 'of the business, in DSFinV-K (USTID)'),
    datev: Type.Optional(Datev),
    second_factor: Type.Optional(
      Type.Array(Role, {
        uniqueItems: true,
        description: 'roles that have to have a second factor; who has none sets it up at the next sign-in by password',
      }),
    ),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type MerchantChange = Static<typeof MerchantChange>;

/** `PATCH /office/v1/stores/{id}`; what is left out stays. */
export const StoreChange = Type.Object(
  { name: Name, time_zone: TimeZone, ...place, region: fact(100, 'people of it see the store') },
  { additionalProperties: false, minProperties: 1 },
);
export type StoreChange = Static<typeof StoreChange>;

export const OfficePerson = Type.Object({
  id: Type.String(),
  username: Type.String(),
  name: Type.String(),
  role: Role,
  store: StoreId,
  region: Region,
  language: Language,
  morning_mail: Type.Boolean({ description: "gets yesterday's figures by mail every morning" }),
  locked: Type.Boolean(),
  has_password: Type.Boolean({ description: 'false: signs in through OpenID Connect alone' }),
  second_factor: Type.Boolean({ description: 'codes of an app beside the password' }),
});
export const OfficePersonList = Type.Object({ count: Type.Integer(), data: Type.Array(OfficePerson) });

export const OfficePersonInput = Type.Object(
  {
    username: Type.String({ minLength: 3, maxLength: 200, pattern: '^[^\\s\\x00-\\x1f\\x7f]+$' }),
    name: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\x00-\\x1f\\x7f]+$' }),
    role: Role,
    store: Type.Optional(StoreId),
    region: Type.Optional(Region),
    language: Type.Optional(Language),
    morning_mail: Type.Optional(Type.Boolean()),
    password: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
  },
  { additionalProperties: false },
);
export type OfficePersonInput = Static<typeof OfficePersonInput>;

export const OfficePersonChange = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\x00-\\x1f\\x7f]+$' })),
    role: Type.Optional(Role),
    store: Type.Optional(StoreId),
    region: Type.Optional(Region),
    language: Type.Optional(Language),
    morning_mail: Type.Optional(Type.Boolean()),
    locked: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type OfficePersonChange = Static<typeof OfficePersonChange>;

/** `PATCH /office/v1/me` */
export const OwnChange = Type.Object(
  { language: Type.Optional(Language), morning_mail: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
);
export type OwnChange = Static<typeof OwnChange>;

/** `POST /office/v1/people/{id}/password` by the chain; `POST /office/v1/me/password` with the password of before. */
export const PasswordInput = Type.Object({ password: Type.String({ maxLength: 1000 }) });
export type PasswordInput = Static<typeof PasswordInput>;
export const OwnPasswordInput = Type.Object({
  password: Type.String({ maxLength: 1000 }),
  before: Type.String({ maxLength: 1000 }),
});
export type OwnPasswordInput = Static<typeof OwnPasswordInput>;

/** `GET /office/v1/me/second-factor` */
export const SecondFactor = Type.Object({
  since: nullable(Timestamp),
  recovery_codes: Type.Integer({ description: 'that are left' }),
  required: Type.Boolean({ description: 'the chain wants it of this role, so it cannot be ended' }),
  has_password: Type.Boolean({ description: 'false: signs in through OpenID Connect alone, and needs no code here' }),
});
export type SecondFactor = Static<typeof SecondFactor>;

const PresentPassword = Type.String({ maxLength: 1000, description: 'the present password' });
const Code = Type.String({ maxLength: 100, description: 'of the app, or a recovery code' });

/** `POST /office/v1/me/second-factor/begin`; `code` where the person has a second factor, which the new one then replaces. */
export const SecondFactorBegin = Type.Object(
  { before: PresentPassword, code: Type.Optional(Code) },
  { additionalProperties: false },
);
export type SecondFactorBegin = Static<typeof SecondFactorBegin>;

export const SecondFactorBegun = Type.Object({
  secret: Type.String({ description: 'base32, for an app into which it is typed' }),
  address: Type.String({ description: 'otpauth://…, as a QR code for the app' }),
  expires: Timestamp,
});
export type SecondFactorBegun = Static<typeof SecondFactorBegun>;

/** `POST /office/v1/me/second-factor/confirm` */
export const SecondFactorConfirm = Type.Object(
  { code: Type.String({ maxLength: 20, description: 'the first code of the app' }) },
  { additionalProperties: false },
);
export type SecondFactorConfirm = Static<typeof SecondFactorConfirm>;

const recoveryCodes = Type.Array(Type.String(), {
  description: 'each is good once; shown in this answer and nowhere else',
});
export const SecondFactorConfirmed = Type.Object({
  recovery_codes: recoveryCodes,
  access_token: Type.Optional(
    Type.String({ description: 'the new session in place of the one that asked; a browser has it in its cookie' }),
  ),
});
export type SecondFactorConfirmed = Static<typeof SecondFactorConfirmed>;
export const RecoveryCodes = Type.Object({ recovery_codes: recoveryCodes });
export type RecoveryCodes = Static<typeof RecoveryCodes>;

/** `POST /office/v1/me/second-factor/end` and `…/recovery-codes` */
export const SecondFactorProof = Type.Object({ before: PresentPassword, code: Code }, { additionalProperties: false });
export type SecondFactorProof = Static<typeof SecondFactorProof>;

/** `GET /office/v1/me/sessions`: where the person is signed in. */
export const OwnSessionList = Type.Object({
  count: Type.Integer(),
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      begun: Timestamp,
      place: Type.String({ description: 'address it was begun from; empty where that is not known' }),
      browser: Type.String({ description: 'as it calls itself' }),
      own: Type.Boolean({ description: 'the session that asks' }),
    }),
  ),
});
export type OwnSessionList = Static<typeof OwnSessionList>;

/** `POST /office/v1/me/sessions/end` */
export const EndSessionsInput = Type.Object(
  {
    before: Type.Optional(
      Type.String({ maxLength: 1000, description: 'the present password; people of a company account have none' }),
    ),
    session: Type.Optional(
      Type.String({ maxLength: 100, description: 'id of one session; without it every other one ends' }),
    ),
  },
  { additionalProperties: false },
);
export type EndSessionsInput = Static<typeof EndSessionsInput>;

export const AuditRow = Type.Object({
  number: Type.Integer(),
  at: Timestamp,
  person: nullable(Type.String()),
  name: nullable(Type.String()),
  action: Type.String(),
  facts: openObject({}),
  hash: Type.String(),
});
export const AuditList = Type.Object({ count: Type.Integer(), data: Type.Array(AuditRow) });
export const AuditCheckAnswer = Type.Object({
  ok: Type.Boolean(),
  rows: Type.Integer(),
  broken: nullable(Type.Integer({ description: 'number of the first row that does not fit' })),
  head: Type.String(),
});
