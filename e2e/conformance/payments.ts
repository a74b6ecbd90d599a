/** Conformance of Payment Transactions, payouts, the payer's page and recurring payments at the acquirer. */
import type { Row } from './row.ts';

const PAYMENTS = 'main/api/payments/payments.test.ts';
const SPECIFIC = 'main/api/payments/methodResources.test.ts';
const PAYOUTS = 'main/api/payouts/payouts.test.ts';
const CHALLENGE = 'main/api/challenge/challenge.test.ts';
const RECURRING = 'main/acquirer/payments/orderRules.test.ts';
const ALL = 'main/api/conventions.test.ts';
const PRODUCTS = 'main/acquirer/payments/products.test.ts';
const TRANSFER = 'main/acquirer/payments/transfer.test.ts';
const MODEL = 'main/acquirer/payments/operations.test.ts';

const row =
  (section: string) =>
  (statement: string, file: string, title: string): Row => ({ section, statement, proof: [file, title] });
const convention = row('Conventions');
const payment = row('Payment Transaction');
const payout = row('Payout transaction');
const endpoint = row('Endpoints');
const event = row('Events');
const error = row('Errors');
const limit = row('Limits');
const recurring = row('Recurring credit card payments');
const versioning = row('Versioning');

const LIST_ENTRY = 'has every member of a list entry, each of its type';
const TWINT = 'makes a TWINT payment that waits for its payer';
const PREPAY = 'show a prepay in the words of the specification';
const PREPAY_WAITS = 'by prepay is authorized and 25 while the money is awaited';
const REFUND = 'of a payment makes a refund of its own, negative and linked both ways';
const PAYOUT = 'is authorised, and names the account to which the total is transferred';
const SOURCES = 'takes a hash, an id or a container as the source of bank data';
const SHARES = 'takes the shares of stakeholders back in proportion when asked to';
const SIMULATOR =
  'forces a status, moves the money where the status needs it, and pushes the change of the simple status';

/** Products that a way of paying leads to, each a test of its own. */
const made = ([id, raw]: readonly [number, string]) => payment(`product ${id} ${raw}`, PRODUCTS, '%i %s');
const COUNTER = 'main/sale/counterPayment.test.ts';
const AT_COUNTER = 'by %s has one that is accepted, 111, in its own commit';

/** Those that share a test. */
const shares = ([id, raw]: readonly [number, string]) => payment(`product ${id} ${raw}`, PAYMENTS, SHARES);

export const paymentsRows: readonly Row[] = [
  row('What the service does')('further Payment Transactions are linked to the original', PAYMENTS, REFUND),
  convention('the word svc stands for the brand in payment.svcinvoices and the like', SPECIFIC, 'make a payment below'),
  convention('path segments Svcprepays and Svcpayout', SPECIFIC, 'make a payment below'),
  convention('USR_ and 30 letters or digits name the payer in a list entry', PAYMENTS, 'lists by the fields'),
  convention('PCI_ and 30 letters or digits name a Payment Transaction', PAYMENTS, TWINT),
  convention('ISO 4217: a currency has three capital letters, default EUR', PAYMENTS, 'EUR as default'),

  payment(
    'payment.transactions: object, id, merchant (general.merchants), trans_id, created, updated',
    ALL,
    LIST_ENTRY,
  ),
  payment('product_id, product, product_raw', ALL, LIST_ENTRY),
  payment('zahlungsmittel_id and contract_id are integers', ALL, LIST_ENTRY),
  payment('amount and currency', PAYMENTS, TWINT),
  payment('description and description_raw', ALL, LIST_ENTRY),
  payment('status (integer) and status_text', PRODUCTS, PREPAY_WAITS),
  payment(
    'details: cleared, status, status_text, status_simple, status_simple_text, amount, description, description_raw',
    ALL,
    LIST_ENTRY,
  ),
  payment('status_simple_text authorized has simple status id 2', PRODUCTS, PREPAY_WAITS),
  payment('status_simple_text accepted', COUNTER, AT_COUNTER),
  payment('status id 25 is a prepay that waits', PRODUCTS, PREPAY_WAITS),
  payment('status id 111 is a completed authorization', COUNTER, AT_COUNTER),
  payment('customer: general.users with companyname, title, salutation, forename, surname', ALL, LIST_ENTRY),
  payment('incoming_payment_date is set when the money arrives', TRANSFER, 'that names its payment pays it'),
  payment('payout_date is set when the merchant has been paid', TRANSFER, 'bundles what was taken and given back'),
  ...(
    [
      [16, 'PAYMENTGUARANTEE_DEBIT'],
      [26, 'PAYMENTGUARANTEE_CREDITCARD'],
      [36, 'PREPAY'],
      [50, 'PREAUTHORISATION_PAYMENTGUARANTEE_DEBIT'],
      [92, 'PAYMENTGUARANTEE_CREDITCARD_REFUND'],
      [218, 'PREAUTORISSATION_PAYMENTGUARANTEE_CREDITCARD'],
      [267, 'INVOICE'],
      [283, 'PARTIAL_PAYMENT'],
      [309, 'DEBIT_CROWDFUNDING'],
      [310, 'PREPAY_CROWDFUNDING'],
      [311, 'CREDITCARD_CROWDFUNDING'],
    ] as const
  ).map(made),
  ...(
    [
      [397, 'STAKEHOLDER_PAYMENT'],
      [398, 'STAKEHOLDER_DEDUCTION'],
      [437, 'STAKEHOLDER_REFUND'],
      [438, 'STAKEHOLDER_RECALL'],
    ] as const
  ).map(shares),
  payment('payment.svcprepays: object, id, trans_id, status as text, amount, currency', SPECIFIC, PREPAY),
  payment('purpose and order_id', SPECIFIC, PREPAY),
  payment('transaction_status and payment_action', SPECIFIC, PREPAY),
  payment('transfer_purpose', SPECIFIC, PREPAY),
  payment('transfer_account: iban, bic, accountnumber, bankcode, account_owner', SPECIFIC, PREPAY),
  payment('customer of the detail is the payment customer with contract and contact', SPECIFIC, PREPAY),
  payment(
    'used_payment_instrument: type, data: owner, iban (masked), bic, bankname',
    SPECIFIC,
    'show the instrument of a debit masked',
  ),
  payment('redirect_url also takes url_push', CHALLENGE, 'tells the push address'),
  payment(
    'only transactions created through the API can be read in detail',
    PAYMENTS,
    'has no details of a payment at the counter',
  ),
  payment('redirect_url: iframe_url, url_success, url_failure', SPECIFIC, PREPAY),
  payment('payment_methods is an array or null; value twint', PAYMENTS, TWINT),
  payment('currency matches ^[A-Z]{3}$', PAYMENTS, 'refuses %s with a validation error'),
  payment('order_id must be unique if the contract says so', PAYMENTS, 'wants an order_id once'),
  payment('basket is an array of SvcBasketItem', PAYMENTS, TWINT),
  payment('accrual locks for payout', TRANSFER, 'leaves out what is locked'),
  payment(
    'payment_action authorization is captured later by /capture',
    PAYMENTS,
    'takes an authorised payment, in parts',
  ),
  payment('payment_action sale takes the money at once', CHALLENGE, 'accepted: the payment is completed'),
  payment('customer defaults to an empty object', ALL, 'can be made of an amount alone'),
  payment('contract and container are ids', PAYMENTS, 'answers 404 for a customer, a container and a contract'),
  payment('opt_data and experience are taken', PAYMENTS, TWINT),
  payment('subscription marks recurring payments', PAYMENTS, 'marks a payment as the first of a subscription'),
  payment('demo is the demo mode', PRODUCTS, 'in demo mode is 11'),
  payment('further transactions are linked to the original one', PAYMENTS, REFUND),
  payment(
    'sums never exceed what was authorised, whatever is lost or killed',
    MODEL,
    'agrees with the books of the acquirer',
  ),

  row('Subscription')(
    'the first payment is marked as recurring and answers a Subscription ID that each further payment passes',
    PAYMENTS,
    'marks a payment as the first of a subscription',
  ),

  payout('payment.svcpayout: object, id, trans_id, status, amount, currency, purpose, order_id', PAYOUTS, PAYOUT),
  payout('customer is the id of a Payment Customer', PAYOUTS, 'takes the customer as an id and as an object'),
  payout('amount is the sum of all items and may be sent as a string', PAYOUTS, PAYOUT),
  payout('transaction_list with item_type transaction_payout, name, total', PAYOUTS, PAYOUT),
  payout('reference_id must be unique', PAYOUTS, 'wants every reference_id once'),
  payout('an item names transaction_hash', PAYOUTS, SOURCES),
  payout('an item names transaction_id', PAYOUTS, SOURCES),
  payout('an item names container_id', PAYOUTS, SOURCES),
  payout(
    'customer, amount, purpose, name, total and one of the three references are required',
    PAYOUTS,
    'with a validation error',
  ),
  payout('redirect_url.url_push is told of status changes', PAYOUTS, PAYOUT),
  payout('contract is a General Contract ID', PAYOUTS, PAYOUT),
  payout('demo is a boolean or a string', PAYOUTS, PAYOUT),
  payout('opt_data is an object', PAYOUTS, PAYOUT),
  payout('transaction_status is an integer, 25 while the total is awaited', PAYOUTS, PAYOUT),
  payout('status is authorized, or pending until its date', PAYOUTS, 'pays to a bank account, a recipient'),
  payout('transfer_purpose and transfer_account receive the total amount', PAYOUTS, PAYOUT),

  endpoint('GET /Payment/Transactions', PAYMENTS, 'lists by the fields clients ask for'),
  endpoint('POST /Payment/Transactions', PAYMENTS, TWINT),
  endpoint('GET /Payment/Svcprepays/{paymentTransactionId}', SPECIFIC, PREPAY),
  endpoint('only payments made through the API have details', PAYMENTS, 'has no details of a payment at the counter'),
  endpoint('cancelling a Payment Transaction', PAYMENTS, REFUND),
  endpoint('revoking the accrual flag', PAYMENTS, 'revokeAccrual lifts the lock for payout'),
  endpoint('capturing a pre-authorised payment', PAYMENTS, 'takes an authorised payment, in parts'),
  endpoint('POST /Payment/Svcpayout', PAYOUTS, PAYOUT),
  endpoint('POST /Payment/Svcpayout answers 405 when the method is unavailable', PAYOUTS, 'does not pay out yet'),
  endpoint('GET /Payment/Svcpayout/{paymentPayoutId}', PAYOUTS, PAYOUT),
  endpoint('POST /Payment/Svcpayout/me/PayoutWithoutCustomer', PAYOUTS, 'pays to a bank account, a recipient'),
  endpoint('cancelling a payout', PAYOUTS, 'can be cancelled before'),
  endpoint('assigning an external invoice PDF', PAYOUTS, 'takes an external invoice as a PDF'),

  event('url_push of a Payment Transaction is redirect_url.url_push', CHALLENGE, 'tells the push address'),
  event('target is the specific payment method object', SPECIFIC, SIMULATOR),
  event('type changed, always, for payments', SPECIFIC, SIMULATOR),
  event('a push is sent when the simple status changed, and only then', SPECIFIC, SIMULATOR),
  event('notification_url is told of the network token', RECURRING, 'are requested with the first payment'),

  error('HTTP 404 for another merchant and unknown ids', PAYMENTS, 'answers 404 to another merchant'),
  error('HTTP 405 when a capture is not possible or failed', PAYMENTS, 'answers 405 where nothing is authorised'),
  error('HTTP 405 when the payment method is not available', PAYMENTS, 'answers 405 for a method that the contract'),
  error('HTTP 500 for validation errors', PAYMENTS, 'with a validation error'),
  error('the token request fails although the payment succeeds', RECURRING, 'that fail leave the payment as it is'),

  limit('the currency of a recurring payment cannot change', RECURRING, 'in another currency'),
  limit('a payout amount is the sum of item totals', PAYOUTS, 'with a validation error'),

  recurring(
    'mit_instructions.type is cit first and mit afterwards',
    RECURRING,
    'follow a first payment with the same container',
  ),
  recurring('cit_reference must name a first payment that succeeded', RECURRING, 'are refused after a first payment'),
  recurring('cit_reference of another merchant or nobody is unknown', RECURRING, 'are refused with a cit_reference'),
  recurring('the same container as the first payment', RECURRING, 'are refused with another container'),
  recurring('the legacy flag merchant_initiated still works', RECURRING, 'legacy flag merchant_initiated'),
  recurring('later payments need no strong customer authentication', RECURRING, 'without the payer'),
  recurring('the contract must be activated for recurring payments', RECURRING, 'not activated for recurring payments'),
  recurring('Recurring direct debit needs only the container', RECURRING, 'by direct debit need only the container'),
  recurring('request_token asks for a network token', RECURRING, 'are requested with the first payment'),
  recurring('notification_url is told of its status', RECURRING, 'are requested with the first payment'),
  recurring(
    'an amount of zero authorises a card for its token',
    RECURRING,
    'are obtained by an authorisation of nothing',
  ),
  recurring('iframe_url may or may not appear: 3-D Secure unless exempted', RECURRING, 'card $last4'),

  versioning('POS methods have accepted and status id 111', COUNTER, AT_COUNTER),
  versioning('Sofort has accepted and status id 111', PRODUCTS, 'by Sofort is accepted and 111'),
  versioning(
    'payment_action collection is announced and not there yet',
    PAYMENTS,
    'refuses %s with a validation error',
  ),
  versioning('demo-mode payments are marked as such', PRODUCTS, 'in demo mode is 11'),
];
