/** The contact of a payment customer; one table holds its rules (specification, "Payment Customer"). */
/** A contact as it is read, and as its fingerprint counts it; a missing member is null. */
export interface Contact {
  readonly name: string | null;
  readonly forename: string | null;
  readonly surname: string | null;
  readonly companyname: string | null;
  readonly salutation: string | null;
  readonly gender: string | null;
  readonly title: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly mobile: string | null;
  readonly fax: string | null;
  readonly dob: string | null;
  readonly picture: string | null;
  readonly url_website: string | null;
  readonly birthplace: string | null;
  readonly nationality: string | null;
  readonly address: Address;
}

interface Address {
  readonly type: string | null;
  readonly street: string | null;
  readonly street_number: string | null;
  readonly postal_code: string | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly additional_address_data: string | null;
}

/** A contact as it is stored and answered: a missing member is left out, so that a document that was read can be sent back. */
export type StatedContact = Stated<Omit<Contact, 'address'>> & { readonly address: Stated<Address> };
type Stated<Members> = { readonly [Name in keyof Members]?: NonNullable<Members[Name]> };

/** The known members of a contact. */
export const statedContact = ({ address, ...contact }: Contact): StatedContact => ({
  ...stated(contact),
  address: stated(address),
});

const stated = <Members extends object>(members: Members) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null)) as Stated<Members>;

export type ContactReading =
  | { readonly ok: true; readonly contact: Contact }
  | { readonly ok: false; readonly path: string; readonly problem: string };

/** Knowledge about countries and telephone numbers. */
export interface ContactForms {
  /** ISO 3166-1 alpha-2 in capitals; null for an unknown country. */
  countryCode(input: string): string | null;
  /** The English name of a country: one language, so that the stored text is the same for every reader. */
  countryName(code: string): string;
  /** `+49301234567`; null for an impossible number. `country` is the country code of the address. */
  phoneNumber(input: string, country: string | null): string | null;
}

/** For `/Payment/Customers`: all mandatory members must be present, and every member must have its form. */
export function readContact(input: ContactInput, forms: ContactForms): ContactReading {
  const problem = problemsOf(input, forms)[0];
  return problem ? { ok: false, ...problem } : { ok: true, contact: contactOf(input, forms) };
}

/** For customers inside a sale, which may be incomplete: a member of the wrong form stays as it was sent. */
export const tolerantContact = (input: ContactInput, forms: ContactForms): Contact => contactOf(input, forms);

/** The empty contact of a deleted customer. */
export const EMPTY_CONTACT: StatedContact = { address: {} };

export type ContactInput = Readonly<Record<string, unknown>>;

interface Rule {
  readonly mandatory?: true;
  /** The text for the answer, or null for a text of the wrong form. */
  readonly read?: (text: string, forms: ContactForms, home: string | null) => string | null;
  /** Description of the right form. */
  readonly wants?: string;
}

const needed: Rule = { mandatory: true };
const free: Rule = {};
const telephone: Rule = {
  // A shop reads the number back as it was given: only its form is checked.
  read: (text, forms, home) => (forms.phoneNumber(text, home) === null ? null : text),
  wants: 'a telephone number as E.123 writes it, for example +49 30 1234567',
};

const RULES = {
  forename: needed,
  surname: needed,
  companyname: free,
  salutation: free,
  gender: free,
  title: free,
  email: { mandatory: true, read: text => (EMAIL.test(text) ? text : null), wants: 'an e-mail address' },
  phone: telephone,
  mobile: telephone,
  fax: telephone,
  dob: { read: dateTime, wants: 'a date YYYY-MM-DD' },
  picture: { read: text => (DOCUMENT.test(text) ? text : null), wants: 'the DUP_ id of an uploaded document' },
  url_website: { read: text => (URL_1738.test(text) ? text : null), wants: 'an address as RFC 1738 writes it' },
  birthplace: free,
  nationality: { read: codeOnly, wants: 'an ISO 3166-1 alpha-2 code' },
} as const satisfies Readonly<Record<string, Rule>>;

const ADDRESS_RULES = {
  type: free,
  street: needed,
  street_number: needed,
  postal_code: needed,
  city: needed,
  country: { mandatory: true, read: nameOfCountry, wants: 'an ISO 3166-1 alpha-2 code' },
  additional_address_data: free,
} as const satisfies Readonly<Record<string, Rule>>;

const EMAIL = /^[^\s@"(),:;<>[\]\\]+@[^\s@.]+(\.[^\s@.]+)+$/u;
const DOCUMENT = /^DUP_[A-Z0-9]{30}$/;
const URL_1738 = /^(https?|ftp):\/\/[^\s/?#@]+([/?#]\S*)?$/i;

/** Salutations that address a company, not a person. */
const COMPANY = /^(firma|company)$/i;

function contactOf(input: ContactInput, forms: ContactForms): Contact {
  const address = object(input.address);
  const home = countryOf(address, forms);
  const contact = members(RULES, input, forms, home);
  const { forename, surname } = contact;
  return {
    ...extras(input, [...Object.keys(RULES), 'name', 'address']),
    name: [forename, surname].filter(Boolean).join(' ') || null,
    ...contact,
    address: { ...extras(address, Object.keys(ADDRESS_RULES)), ...members(ADDRESS_RULES, address, forms, home) },
  };
}

function members<Name extends string>(
  rules: Readonly<Record<Name, Rule>>,
  input: ContactInput,
  forms: ContactForms,
  home: string | null,
) {
  const read = Object.entries<Rule>(rules).map(([name, { read: form }]) => {
    const text = textOf(input[name]);
    return [name, text && form ? (form(text, forms, home) ?? text) : text];
  });
  return Object.fromEntries(read) as Record<Name, string | null>;
}

/** Unknown members are kept as they were sent. */
const extras = (input: ContactInput, known: readonly string[]) =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !known.includes(name)));

interface Problem {
  readonly path: string;
  readonly problem: string;
}

function problemsOf(input: ContactInput, forms: ContactForms): readonly Problem[] {
  const address = object(input.address);
  const home = countryOf(address, forms);
  return [
    ...Object.entries<Rule>(RULES).flatMap(([name, rule]) =>
      problemOf(`contact.${name}`, rule, input[name], forms, home),
    ),
    ...companyProblem(input),
    ...Object.entries<Rule>(ADDRESS_RULES).flatMap(([name, rule]) =>
      problemOf(`contact.address.${name}`, rule, address[name], forms, home),
    ),
  ];
}

function problemOf(
  path: string,
  { mandatory, read, wants }: Rule,
  input: unknown,
  forms: ContactForms,
  home: string | null,
): Problem[] {
  const text = textOf(input);
  if (text === null) return mandatory ? [{ path, problem: 'is mandatory' }] : [];
  return read && read(text, forms, home) === null ? [{ path, problem: `must be ${wants}` }] : [];
}

function companyProblem(input: ContactInput): readonly Problem[] {
  const company = COMPANY.test(textOf(input.salutation) ?? '');
  if (!company || textOf(input.companyname)) return [];
  return [{ path: 'contact.companyname', problem: 'is mandatory for a company' }];
}

const object = (value: unknown): ContactInput =>
  typeof value === 'object' && value !== null ? (value as ContactInput) : {};

/** The value as text; house numbers and postal codes may come as numbers, and an empty text counts as missing. */
function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim() || null : null;
}

const countryOf = (address: ContactInput, forms: ContactForms): string | null => {
  const country = textOf(address.country);
  return country === null ? null : forms.countryCode(country);
};

function nameOfCountry(text: string, forms: ContactForms): string | null {
  const code = forms.countryCode(text);
  return code === null ? null : forms.countryName(code);
}

function codeOnly(text: string, forms: ContactForms): string | null {
  return text.length === 2 ? forms.countryCode(text) : null;
}

/** The date-time of a calendar day, also where the input is such a date-time. */
function dateTime(text: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(T00:00:00(\.0+)?(Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? [];
  if (year === undefined || Number(year) < 1800) return null;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const real = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return real ? `${year}-${month}-${day}T00:00:00+00:00` : null;
}
