/** The contact of a payment customer: mandatory members and their forms. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { specifies } from '../doubles/specifies.ts';
import { contactForms } from '../wallet/contactForms.ts';
import * as rules from './contact.ts';

const readContact = (input: rules.ContactInput) => rules.readContact(input, contactForms);
const tolerantContact = (input: rules.ContactInput) => rules.tolerantContact(input, contactForms);

const address = { street: 'Musterweg', street_number: '7', postal_code: '12345', city: 'Musterstadt', country: 'DE' };
const person = { forename: 'Erika', surname: 'Muster', email: 'erika@demo.example', address };

const contactOf = (more: object = {}) => {
  const reading = readContact({ ...person, ...more });
  if (!reading.ok) throw new Error(`${reading.path} ${reading.problem}`);
  return reading.contact;
};
const problemOf = (more: object) => {
  const reading = readContact({ ...person, ...more });
  return reading.ok ? null : `${reading.path} ${reading.problem}`;
};

describe('mandatory members', () => {
  it.each(['forename', 'surname', 'email'])('%s is mandatory', name => {
    specifies({ 'Payment Customer': ['forename is mandatory', 'surname is mandatory'] });
    for (const nothing of [undefined, null, '', '   '])
      expect(problemOf({ [name]: nothing })).toBe(`contact.${name} is mandatory`);
  });

  it.each(['street', 'street_number', 'postal_code', 'city', 'country'])('address.%s is mandatory', name => {
    specifies({
      'Payment Customer': [
        'address.street is mandatory',
        'address.street_number is mandatory',
        'address.postal_code is mandatory',
        'address.city is mandatory',
      ],
    });
    expect(problemOf({ address: { ...address, [name]: undefined } })).toBe(`contact.address.${name} is mandatory`);
  });

  it('asks a company for its name', () => {
    expect(problemOf({ salutation: 'Firma' })).toBe('contact.companyname is mandatory for a company');
    expect(contactOf({ salutation: 'Firma', companyname: 'Muster GmbH' }).companyname).toBe('Muster GmbH');
  });
});

describe('forms', () => {
  it('keeps telephone numbers as they were sent, and refuses numbers that cannot exist', () => {
    specifies({ 'Payment Customer': ['phone is E.123', 'mobile is E.123', 'fax is E.123'] });
    expect(contactOf({ phone: '030 / 123 45 67' }).phone).toBe('030 / 123 45 67');
    expect(contactOf({ mobile: '+43 664 1234567' }).mobile).toBe('+43 664 1234567');
    expect(contactOf({ address: { ...address, country: 'AT' }, fax: '01 5880' }).fax).toBe('01 5880');
    expect(problemOf({ phone: 'call me' })).toMatch(/^contact.phone must be a telephone number/);
  });

  it('takes a date of birth and answers a date-time at midnight', () => {
    specifies({ 'Payment Customer': 'dob is an ISO 8601 date and comes back as a date-time' });
    expect(contactOf({ dob: '1984-02-29' }).dob).toBe('1984-02-29T00:00:00+00:00');
    for (const dob of ['1983-02-29', '29.02.1984', '1984-13-01', '1984-2-9', '0000-01-01'])
      expect(problemOf({ dob })).toBe('contact.dob must be a date YYYY-MM-DD');
  });

  it('takes a country as its code and answers its English name', () => {
    specifies({ 'Payment Customer': 'address.country is mandatory, a code on input and a country name on output' });
    expect(contactOf().address.country).toBe('Germany');
    for (const country of ['de', 'Germany', 'Deutschland'])
      expect(contactOf({ address: { ...address, country } }).address.country).toBe('Germany');
    for (const country of ['XX', 'Nowhere', 'D'])
      expect(problemOf({ address: { ...address, country } })).toBe(
        'contact.address.country must be an ISO 3166-1 alpha-2 code',
      );
  });

  it('takes a nationality as a code only', () => {
    specifies({ 'Payment Customer': 'nationality is ISO 3166-1 alpha-2' });
    expect(contactOf({ nationality: 'fr' }).nationality).toBe('FR');
    for (const nationality of ['France', 'FRA', 'XX'])
      expect(problemOf({ nationality })).toMatch(/^contact.nationality/);
  });

  it.each([
    ['email', ['a', 'a@b', 'a b@c.de', '@c.de', 'a@b.de, c@d.de']],
    ['url_website', ['demo.example', 'javascript:alert(1)', 'http://', 'https://a b.de']],
    ['picture', ['me.jpg', 'DUP_1']],
  ])('refuses a wrong %s', (name, wrong) => {
    for (const text of wrong) expect(problemOf({ [name]: text })).toMatch(new RegExp(`^contact.${name} must be`));
  });

  it('takes addresses of web, file transfer and any gender', () => {
    specifies({ 'Payment Customer': ['gender m, f, d and others', 'url_website is RFC 1738'] });
    for (const url_website of ['http://demo.example', 'https://demo.example/a?b#c', 'ftp://demo.example/file'])
      expect(contactOf({ url_website }).url_website).toBe(url_website);
    for (const gender of ['m', 'f', 'd', 'x']) expect(contactOf({ gender }).gender).toBe(gender);
  });

  it('takes numbers for house number and postal code', () => {
    const { street_number, postal_code } = contactOf({
      address: { ...address, street_number: 7, postal_code: 1234 },
    }).address;
    expect([street_number, postal_code]).toEqual(['7', '1234']);
  });
});

it('combines forename and surname to the name', () => {
  specifies({ 'Payment Customer': 'the returned contact has the name combined of forename and surname' });
  expect(contactOf({ name: 'somebody else' }).name).toBe('Erika Muster');
});

it('keeps members nobody named', () => {
  expect(contactOf({ shoe_size: 41 })).toMatchObject({ shoe_size: 41 });
});

it('reads an answered contact as the same contact', () => {
  const word = fc.stringMatching(/^[A-Za-zäöüßłé][A-Za-zäöüßłé -]{0,20}[a-z]$/);
  const input = fc.record(
    {
      forename: word,
      surname: word,
      companyname: fc.option(word),
      email: fc.constantFrom('a@b.de', 'erika.muster+x@demo.example'),
      phone: fc.constantFrom('030 1234567', '+1 212 555 0100', null),
      dob: fc
        .date({ min: new Date('1900-01-01'), max: new Date('2020-01-01'), noInvalidDate: true })
        .map(date => date.toISOString().slice(0, 10)),
      nationality: fc.constantFrom('DE', 'gb', null),
      url_website: fc.constantFrom('https://demo.example', null),
      address: fc.record({
        street: word,
        street_number: fc.nat(),
        postal_code: word,
        city: word,
        country: fc.constantFrom('DE', 'at', 'GB', 'US', 'JP'),
      }),
    },
    { requiredKeys: ['forename', 'surname', 'email', 'address'] },
  );
  fc.assert(
    fc.property(input, contact => {
      const first = readContact(contact);
      expect(first.ok).toBe(true);
      if (first.ok) expect(readContact(first.contact as never)).toEqual(first);
    }),
  );
});

describe('inside a transaction', () => {
  it('never refuses anything', () => {
    fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), input => void tolerantContact(input)));
    fc.assert(
      fc.property(fc.jsonValue(), value => void tolerantContact({ forename: value, phone: value, address: value })),
    );
  });

  it('keeps a member of the wrong form as it was sent', () => {
    expect(tolerantContact({ phone: 'at home', dob: 'in May', address: { country: 'Atlantis' } })).toMatchObject({
      phone: 'at home',
      dob: 'in May',
      address: { country: 'Atlantis', city: null },
    });
  });
});
