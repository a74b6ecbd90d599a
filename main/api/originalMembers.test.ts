/**
 * The members that clients of the original service send, model by model: each is declared, so that strictness takes none
 * for a typing error, and none is refused in a demo.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberCheck, unknownMembers } from '../domain/memberTree.ts';
import { type Client, closeAll, item, ok, startBridge } from '../doubles/bridge.fixture.ts';
import { everything, product } from '../sale/callerMembers.fixture.ts';
import { CloneInput, ContractUpdate, RequestIdInput, UpdateBankAccountInput } from '../wire/agreements.ts';
import { PaymentContainerInput } from '../wire/containers.ts';
import { PaymentCustomerInput } from '../wire/customers.ts';
import { Device, DeviceInput, UserPinInput } from '../wire/devices.ts';
import { UploadInput } from '../wire/documents.ts';
import {
  CardGroupInput,
  CardTransactionInput,
  CustomerInput,
  LockInput,
  MerchantCardInput,
  NewPasscodeInput,
} from '../wire/loyalty.ts';
import { CancelInput, CaptureInput, PaymentInput as DirectPaymentInput, ShippingInput } from '../wire/payments.ts';
import { DirectPayoutInput, PayoutInput } from '../wire/payouts.ts';
import { Routing, RoutingInput } from '../wire/routings.ts';
import { StoreInput } from '../wire/shops.ts';
import { PlanInput } from '../wire/subscriptions.ts';
import { TokenInput } from '../wire/token.ts';
import { DeliveryInput, PaymentInput, SmartTransaction, SmartTransactionInput } from '../wire/transactions.ts';

const ref = { object: 'x', id: 'x' };
const contact = {
  ...{
    forename: 'A',
    surname: 'B',
    companyname: 'C',
    salutation: 'D',
    gender: 'm',
    title: 'Dr.',
    email: 'a@demo.example',
  },
  ...{ phone: '1', mobile: '1', fax: '1', dob: '1990-01-01', picture: 'DUP_1', url_website: 'x', birthplace: 'x' },
  nationality: 'DE',
  address: {
    ...{ type: 'invoice', street: 'A', street_number: '1', city: 'B', postal_code: '1', country: 'DE' },
    additional_address_data: 'x',
  },
};
const customer = { ...ref, contact };
const container = {
  ...ref,
  ...{ type: 'bank_account', merchant_id: 'x', customer: { id: 'x' }, customer_id: 'x', request_token: false },
  notification_url: 'x',
  private: { iban: 'x', bic: 'x', owner: 'x', bankname: 'x', purpose: 'x' },
};
const bank = { iban: 'x', bic: 'x', owner: 'x', bankname: 'x' };
const basketItem = {
  ...{ item_type: 'article', article_number: '1', quantity: 1, name: 'x', model: 'x', ean: '', tax: '19', total: 1 },
  ...{ price: 1, apikey: 'x', contract_id: 'x', plan_id: 'x', start_at: 'x', transaction_hash: 'x', reference_id: 'x' },
};
const group = [{ id: 'g', desc: 'G', level: 1 }];
const line = {
  ...product,
  colour: undefined,
  group,
  plan_id: null,
  start_at: null,
  sub_basket: [{ ...product, colour: undefined, sum: 1 }],
};

const { unknown_member: _, ...known } = everything;
const sale = {
  ...known,
  ...{ customer, shipping_address: customer, container, merchant: { ...ref, companyname: 'x' }, payment_method: null },
  basket: { products: [line], texts: [], type: 'default' },
  basket_info: { sum: 1, currency: 'EUR', gratuity: null, missing_sum: 0 },
  idents: [{ object: 'smart.idents', id: 'smi_1', prefix: '9276', name: 'x', type: 'card', value: '1', valid: true }],
  ...{ object: 'smart.transactions', id: 'x', created: 'x', updated: 'x', status: 'x', transactions: [], receipt: [] },
  ...{
    device_destination: ref,
    receipt_merchant: [],
    receipt_merchant_print: true,
    receipt_number: 1,
    iframe_url: 'x',
  },
  payment_links: { prepaid: 'x', debit: 'x', creditcard: 'x', invoice: 'x', paypal: 'x', sofort: 'x', general: 'x' },
  payment_instructions: { iban: 'x', bic: 'x', owner: 'x', bankname: 'x', purpose: 'x', girocode_url: 'x' },
  prepaid_sales: { id: 1, status: 'x', error_details: 'x' },
};

const bodies: readonly (readonly [string, object, object])[] = [
  ['Smart Transaction', SmartTransactionInput, sale],
  [
    'Smart Transaction, collected',
    SmartTransactionInput,
    {
      delivery_options: { type: 'shipping', shipped_at: 'x', shipped_by: 'x', tracking_code: 'x', invoice_number: 'x' },
      communications: { action_type: 'x', template_id: 'x' },
    },
  ],
  [
    'prepare and start',
    PaymentInput,
    {
      customer,
      container,
      callback_urls: { success_url: 'x', failure_url: 'x', success: 'x', failure: 'x' },
      dynamic_descriptor: { merchant_name: 'x', merchant_city: 'x' },
      email: 'x',
      tid: 'x',
      trace: 1,
      cardtype: 'x',
      auto_capture: true,
    },
  ],
  ['setDelivery', DeliveryInput, { delivery_options: known.delivery_options }],
  ['Payment Customer', PaymentCustomerInput, { contact, merchant: 'x', contract: 'x' }],
  [
    'Payment Container',
    PaymentContainerInput,
    {
      ...container,
      object: undefined,
      id: undefined,
      merchant: { id: 'x' },
      token: {
        version: 'x',
        data: 'x',
        signature: 'x',
        header: { ephemeralPublicKey: 'x', publicKeyHash: 'x', transactionId: 'x' },
      },
    },
  ],
  [
    'Payment Transaction',
    DirectPaymentInput,
    {
      amount: 1,
      currency: 'EUR',
      purpose: 'x',
      payment_methods: ['debit'],
      order_id: 'x',
      basket: [{ ...basketItem, sub_basket: [basketItem] }],
      accrual: true,
      payment_action: 'sale',
      customer,
      container,
      contract: 'x',
      redirect_url: { iframe_url: 'x', url_success: 'x', url_failure: 'x', url_push: 'x' },
      opt_data: { has_accepted_disclaimer: true, language: 'de' },
      subscription: { purpose: 'x', id: 1 },
      experience: { positive: 1, negative: 0 },
    },
  ],
  [
    'cancel of a payment',
    CancelInput,
    { contract: 'x', reduce_amount_by: 1, amount: 1, reason: 'x', reduce_stakeholder_payment: true, container_id: 'x' },
  ],
  [
    'capture',
    CaptureInput,
    {
      contract: 'x',
      amount: 1,
      shipping_information: { carrier: 'x', tracking_id: 'x', invoice_number: 'x', shipped_at: 'x', order_id: 'x' },
    },
  ],
  [
    'shipping information',
    ShippingInput,
    { carrier: 'x', tracking_id: 'x', invoice_number: 'x', shipped_at: 'x', order_id: 'x' },
  ],
  ['Payout', PayoutInput, { customer: ref, amount: 1, currency: 'EUR', purpose: 'x' }],
  [
    'Payout without customer',
    DirectPayoutInput,
    {
      amount: 1,
      currency: 'EUR',
      contract_id: 'x',
      purpose: 'x',
      execution_date: 'x',
      payout_list: [
        { amount: 1, purpose: 'x', reference: 'x', recipient: 'x', bank_account: bank, origin_transaction: 1 },
      ],
    },
  ],
  [
    'Device',
    DeviceInput,
    {
      merchant: ref,
      store: { ...ref, name: 'x' },
      contract: ref,
      vendor: 'x',
      vendor_uid: 'x',
      type: 'cashier',
      device: { ...ref, serial_number: 'x' },
      routing: ref,
      user_pin: 'x',
      products: { loyalty: { enabled: true, tid: 'x' } },
      description: 'x',
      tid: 'x',
      idle_screen_register: 'x',
      idle_screen_terminal: 'x',
      online: true,
      refresh: 1,
      connection_type: 'https',
      terminal_type: 'x',
      base_version: 'x',
      status: 'x',
      created: 'x',
      updated: 'x',
    },
  ],
  ['pin of a device', UserPinInput, { user_pin: 'x' }],
  [
    'Routing',
    RoutingInput,
    { merchant: 'x', store: 'x', description: 'x', assign: [{ ...ref, type: 'x', description: 'x' }] },
  ],
  ['Merchant Card', MerchantCardInput, { expiry_date: 'x', payment_container: 'x', additional_data: {} }],
  [
    'booking on a card',
    CardTransactionInput,
    {
      action: 'charge',
      terminal_id: 'x',
      tid: 'x',
      store: 'x',
      cardnumber: 'x',
      amount: 1,
      bonus_amount: 0,
      amount_split_allowed: true,
      merchant_id: 'x',
      additional_data: {},
    },
  ],
  ['new passcode', NewPasscodeInput, { merchant: 'x', cardnumber: 'x', passcode: 1 }],
  ['lock', LockInput, { reason: 1, note: 'x', csc: 'x' }],
  ['Card Group', CardGroupInput, { display_name: 'x', merchant: 'x', picture: 'x' }],
  [
    'Loyalty Customer',
    CustomerInput,
    {
      merchant: 'x',
      merchant_contact: contact,
      account_contact: contact,
      contact,
      customernumber: 'x',
      note: 'x',
      consent_for_communication: 'accepted',
      additional_data: {},
      anonymize: false,
    },
  ],
  [
    'General Contract',
    ContractUpdate,
    { checkout_configuration: { notifications: { merchant_order_mail: true, customer_order_mail: true } } },
  ],
  ['bank account', UpdateBankAccountInput, { ...bank, verification_document: 'x' }],
  [
    'requestId',
    RequestIdInput,
    {
      contact,
      project: 'x',
      pricing: [{ product_id: 1, disagio: 1, disagio_min: 1, fix: 1 }],
      funding_threshold: 1,
      funding_end: 'x',
      project_url: 'x',
      url_website: 'x',
      project_brochure: 'x',
      project_factsheet: 'x',
      project_duration: 'x',
      account_verification: 'x',
      interest_payment_interval: 'x',
      merchant_id: 'x',
      event_details: { event_date: 'x', event_description: 'x' },
      additional_data: { create_card: { app_language: 'x', card_type: 'x', identifier: 'x' } },
      iframe_opts: {
        show_basket: true,
        basket_title: 'x',
        submit_button_title: 'x',
        logo_base64: 'x',
        cession: 'formal',
      },
    },
  ],
  ['clone', CloneInput, { project: 'x', url_push: 'x' }],
  [
    'Store',
    StoreInput,
    {
      merchant: 'x',
      address: contact.address,
      open_hours: [{ open: { day: 1, time: '0900' }, close: { day: 1, time: '1800' } }],
    },
  ],
  [
    'Plan',
    PlanInput,
    {
      description: 'x',
      currency: 'EUR',
      status: 'active',
      payment_methods: ['debit'],
      merchant: 'x',
      billing_cycles: [
        { sequence: 0, interval: { unit: 'day', count: 1 }, tenure_type: 'setup', total_cycles: 1, price: 1 },
      ],
      product_type: 'x',
    },
  ],
  ['Document', UploadInput, { content: 'x' }],
  [
    'token',
    TokenInput,
    {
      grant_type: 'appuser',
      client_id: 'x',
      client_secret: 'x',
      username: 'x',
      password: 'x',
      device: 'x',
      deviceinfo: { name: 'x' },
      refresh_token: 'x',
      uuid: 'x',
      code: 'x',
    },
  ],
];

const answers = new Map<object, object>([
  [SmartTransactionInput, SmartTransaction],
  [DeviceInput, Device],
  [RoutingInput, Routing],
]);

describe('the members of the original models are declared', () => {
  it.each(bodies)('%s', (_name, schema, body) => {
    const sent: unknown = JSON.parse(JSON.stringify(body));
    expect(unknownMembers(sent, memberCheck(schema, answers.get(schema) ?? null)).map(({ path }) => path)).toEqual([]);
  });
});

describe('in a demo', () => {
  let till: Client;
  beforeAll(async () => {
    till = await (await startBridge()).client();
  });
  afterAll(closeAll);

  it.each(['misspelt', 'all'])('a sale with every member is taken with %s', async mode => {
    const { merchant: _merchant, idents: _idents, container: _container, ...rest } = sale;
    const payer = { contact };
    const body = {
      ...rest,
      customer: payer,
      shipping_address: payer,
      basket: { ...sale.basket, products: [item(100)] },
      basket_info: { currency: 'EUR' },
    };
    const headers = { 'tillbridge-strict': mode };
    const made = await till.ask('POST', '/api/v2/Smart/Transactions', { body, headers });
    ok(made);
    expect(made.headers.get('tillbridge-unknown-members')).toBeNull();
  });
});
