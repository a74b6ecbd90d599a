/** Payment Customers: what goes in and what comes out (specification, "Payment Customer"). */
import Type, { type Static, type TSchema } from 'typebox';
import { idOf, nullable, openObject, Reference, Timestamp } from './shapes.ts';

const optional = <T extends TSchema>(schema: T) => Type.Optional(nullable(schema));
const text = (maxLength = 200, description?: string) =>
  optional(Type.String({ maxLength, ...(description ? { description } : {}) }));
const needed = (maxLength: number) => Type.String({ minLength: 1, maxLength });
/** Some clients send house numbers and postal codes as numbers. */
const neededNumber = (maxLength: number) => Type.Union([needed(maxLength), Type.Integer({ minimum: 0 })]);

const AddressInput = openObject({
  type: text(100, 'for example an invoice address'),
  street: needed(200),
  street_number: neededNumber(50),
  postal_code: neededNumber(20),
  city: needed(200),
  country: Type.String({
    minLength: 2,
    maxLength: 100,
    description: 'ISO 3166-1 alpha-2; a name as answered is understood',
  }),
  additional_address_data: text(500),
});

export const PaymentContactInput = openObject({
  forename: needed(200),
  surname: needed(200),
  companyname: text(200, 'mandatory for a company, which is what the salutations Firma and Company stand for'),
  salutation: text(50),
  gender: text(20, 'm, f, d and others'),
  title: text(100),
  email: needed(320),
  phone: text(60, 'a number that can exist, E.123 recommended; answered as it was sent'),
  mobile: text(60, 'E.123'),
  fax: text(60, 'E.123'),
  dob: text(40, 'YYYY-MM-DD; answered as a date-time'),
  picture: text(34, 'DUP_ id of an uploaded document'),
  url_website: text(2000, 'RFC 1738'),
  birthplace: text(200),
  nationality: text(2, 'ISO 3166-1 alpha-2'),
  address: AddressInput,
});

/** An id, or a reference that holds one. */
const Id = optional(Type.Union([Type.String({ maxLength: 100 }), openObject({ id: Type.String({ maxLength: 100 }) })]));

/** Body of `POST /Payment/Customers` and `PUT /Payment/Customers/{id}`: the mandatory members every time. */
export const PaymentCustomerInput = openObject({ contact: PaymentContactInput, merchant: Id, contract: Id });
export type PaymentCustomerInput = Static<typeof PaymentCustomerInput>;

const said = (description?: string) => Type.Optional(Type.String(description ? { description } : {}));

const Address = openObject({
  type: said(),
  street: said(),
  street_number: said(),
  postal_code: said(),
  city: said(),
  country: said('name of the country, in English'),
  additional_address_data: said(),
});

/** A member that a customer does not have is left out. */
const Contact = openObject({
  name: said('forename and surname'),
  forename: said(),
  surname: said(),
  companyname: said(),
  salutation: said(),
  gender: said(),
  title: said(),
  email: said(),
  phone: said(),
  mobile: said(),
  fax: said(),
  dob: said('date-time at midnight'),
  picture: said(),
  url_website: said(),
  birthplace: said(),
  nationality: said(),
  address: Address,
});

export const PaymentCustomer = openObject({
  object: Type.Literal('payment.customers'),
  id: idOf('PCU'),
  contract: Reference,
  merchant: Reference,
  contact: Contact,
  created: Timestamp,
  updated: Type.Optional(Timestamp),
});
export type PaymentCustomer = Static<typeof PaymentCustomer>;
