/** Customers and payment instruments of the demo merchants. */

import { type ContactForms, statedContact, tolerantContact } from '../domain/contact.ts';
import { createWallet } from '../store/wallet.ts';
import { readInstrument } from '../wallet/instruments.ts';
import { noToken } from '../wallet/networkTokens.ts';
import { fingerprintOf } from '../wallet/references.ts';
import type { PaymentContainer } from '../wire/containers.ts';
import type { PaymentCustomer } from '../wire/customers.ts';
import { timestamp } from '../world/clock.ts';
import { demoIds } from '../world/demoIds.ts';
import type { Seeding } from './seeding.ts';

const PERSON = {
  salutation: 'Frau',
  forename: 'Erika',
  surname: 'Muster',
  email: 'erika.muster@demo.example',
  phone: '+49 30 1234567',
  dob: '1985-04-12',
  nationality: 'DE',
  address: { street: 'Musterweg', street_number: '7', postal_code: '12345', city: 'Musterstadt', country: 'DE' },
} as const;

const COMPANY = {
  salutation: 'Firma',
  companyname: 'Muster Bürobedarf GmbH',
  forename: 'Max',
  surname: 'Muster',
  email: 'einkauf@demo.example',
  phone: '+49 30 7654321',
  address: { street: 'Werkstraße', street_number: '12', postal_code: '12345', city: 'Musterstadt', country: 'DE' },
} as const;

/** The contacts above have the right form: a demo starts without the libraries that know every country and every telephone number. */
const asWritten: ContactForms = {
  countryCode: code => code,
  countryName: () => 'Germany',
  phoneNumber: text => text.replaceAll(' ', ''),
};

const CUSTOMERS = [
  { merchant: demoIds.merchant, id: demoIds.payer, contract: demoIds.paymentContract, contact: PERSON },
  { merchant: demoIds.merchant, id: demoIds.payingCompany, contract: demoIds.paymentContract, contact: COMPANY },
  { merchant: demoIds.other, id: demoIds.otherPayer, contract: demoIds.otherPaymentContract, contact: PERSON },
] as const;

const CONTAINERS = [
  {
    merchant: demoIds.merchant,
    id: demoIds.container,
    contract: demoIds.paymentContract,
    customer: demoIds.payer,
    private: { iban: 'DE89370400440532013000', owner: 'Erika Muster' },
  },
  {
    merchant: demoIds.merchant,
    id: demoIds.companyContainer,
    contract: demoIds.paymentContract,
    customer: demoIds.payingCompany,
    private: { iban: 'DE12500105170648489890', owner: 'Muster Bürobedarf GmbH' },
  },
  {
    merchant: demoIds.other,
    id: demoIds.otherContainer,
    contract: demoIds.otherPaymentContract,
    customer: demoIds.otherPayer,
    private: { iban: 'DE89370400440532013000', owner: 'Erika Muster' },
  },
] as const;

export function seedWallet({ db, now }: Seeding): void {
  const { customers, containers } = createWallet(db, { append: () => undefined });
  const created = timestamp(now);
  for (const { merchant, id, contract, contact } of CUSTOMERS)
    customers.insert(merchant, {
      object: 'payment.customers',
      id,
      contract: { object: 'payment.contracts', id: contract },
      merchant: { object: 'general.merchants', id: merchant },
      contact: statedContact(tolerantContact(contact, asWritten)),
      created,
    } satisfies PaymentCustomer);
  for (const row of CONTAINERS) {
    const { type, identity, view, instrument, account } = readInstrument(row, { allowCard: false });
    const document: PaymentContainer = {
      object: 'payment.containers',
      id: row.id,
      merchant: { object: 'general.merchants', id: row.merchant },
      contract: { object: 'payment.contracts', id: row.contract },
      customer: { object: 'payment.customers', id: row.customer },
      type,
      private: view,
      public: view,
      mandate: null,
      created,
      token_status: noToken,
    };
    const fingerprint = fingerprintOf(row.customer, type, identity);
    containers.insert(row.merchant, document, {
      fingerprint,
      instrument,
      account,
      notificationUrl: null,
      mandate: null,
    });
  }
}
