/** Conformance of what holds for every resource, of what the service is, and of what the areas leave to be said. */
import type { Row } from './row.ts';

const ALL = 'main/api/conventions.test.ts';
const DOOR = 'main/api/server.test.ts';
const BRAND = 'main/api/brand.test.ts';
const TOKEN = 'main/api/token/token.test.ts';
const LISTS = 'main/api/lists/lists.test.ts';
const LOYALTY = 'main/sale/loyaltyCard.test.ts';
const DEBIT = 'main/acquirer/sale/debit.test.ts';
const PAYMENTS = 'main/api/payments/payments.test.ts';
const PAYOUTS = 'main/api/payouts/payouts.test.ts';

const NAMED = '%s of %s has object and id with the prefix %s';
const NAMED_ALONE = 'has object and id where it is no list: merchant, user, document';
const MEMBERS = 'of %s: moments have a UTC offset, amounts are integers, currencies three letters';
const BASE = 'stand below {base_url}/api/v2, the token endpoint below {base_url}';
const BACKGROUND = 'is made in the background by start, and the sale names it with its trans_id and transaction_hash';
const PAID_BY = 'is paid by %s: it is not tied to one payment method';
const NOT_FOUND = '%s: 404 for an id nobody has and for one of another merchant';
const ANNOUNCED = 'payment_action collection, announced for later, is refused with the name of the field';
const LANGUAGE = 'error_user is German or English, as Accept-Language asks';
const DETAILS = '405 says that the method of payment is not available, 500 what is wrong with the input';

const row =
  (section: string) =>
  (statement: string, file: string, title: string): Row => ({ section, statement, proof: [file, title] });
const service = row('What the service does');
const convention = row('Conventions');
const sale = row('Smart Transaction: fields');
const payment = row('Payment Transaction');
const payout = row('Payout transaction');
const endpoint = row('Endpoints');
const error = row('Errors');
const version = row('Versioning');

const prefixes = [
  ['PCR_', 'a Payment Contract'],
  ['GCR_', 'a General Contract'],
  ['STO_', 'a store'],
  ['SIR_', 'an identification request'],
] as const;

export const conventionRows: readonly Row[] = [
  service('a Smart Transaction is not tied to one payment method', ALL, PAID_BY),
  service('prepare and start make the Payment Transaction in the background', ALL, BACKGROUND),
  service(
    'further Payment Transactions are linked to the original one',
    PAYMENTS,
    'of a payment makes a refund of its own, negative and linked both ways',
  ),
  service('a payer pays only with credit card or direct debit', ALL, PAID_BY),
  service(
    'preTransaction uses the balance and answers what is missing',
    LOYALTY,
    'first the discount, then the bonus, then the cash',
  ),

  convention('resource paths stand below {base_url} and /api/v2', ALL, BASE),
  convention('the token endpoint is {base_url}/oauth/token', ALL, BASE),
  convention('the token endpoint takes form-encoded input', TOKEN, 'comes for client credentials, by form'),
  convention('bodies and answers are application/json', ALL, 'of %s: the answer is JSON, a list is {count, data}'),
  convention('timestamps of every resource are ISO 8601 with a UTC offset', ALL, MEMBERS),
  convention('amounts are integers in every answer', ALL, MEMBERS),
  convention('object types payment.svcprepays, payment.svcinvoices, payment.svcpayout', ALL, NAMED),
  convention(
    'svc may be another word where existing clients write one',
    BRAND,
    'a client reads its own word in answers',
  ),
  ...prefixes.map(([prefix, what]) => convention(`${prefix} and 30 letters or digits name ${what}`, ALL, NAMED)),
  convention('USR_ and 30 letters or digits name a user', ALL, NAMED_ALONE),
  convention('object and id of everything that is listed', ALL, NAMED),
  convention('object and id of what is no list', ALL, NAMED_ALONE),
  convention('POST answers 200', ALL, 'creating by POST answers 200, not 201'),
  convention(
    'path words in any case, with trailing and doubled slashes',
    ALL,
    '%s is the list of customers: path words in any case, with trailing and doubled slashes',
  ),
  convention('me in the place of an id', ALL, '%s is the own one'),
  convention('integers may come as text', DOOR, 'numbers in quotes are numbers in the answer'),
  convention('members without a value are null', DOOR, 'members without a value are null, empty or their default'),

  sale('transactions: object, id, trans_id, transaction_hash; empty until a payment exists', ALL, BACKGROUND),
  sale('payment_method loyalty, debit, creditcard, cash', ALL, PAID_BY),
  row('Receipt')(
    'alignment is left by default',
    'main/domain/receipt.test.ts',
    'aligns as decorated, to the left by default',
  ),

  payment(
    'what was made through the API can be read in detail',
    ALL,
    'made through the API can be read in detail as the object of its method, and by the older hash',
  ),
  payment(
    'used_payment_instrument.data has owner, bic and bankname',
    ALL,
    'of a payer who is known names the bank of the account it was paid from',
  ),
  payment(
    'redirect_url.url_push is the push address',
    'main/api/challenge/challenge.test.ts',
    'tells the push address',
  ),
  row('Payment Container')('object payment.containers and id', ALL, NAMED),
  row('Payment Container')(
    'transact_container, transact_skey_pubkey, transact_skey_keyname and transact_hash are taken',
    ALL,
    PAID_BY,
  ),
  payout('contract, demo and opt_data are taken', PAYOUTS, 'is authorised, and names the account'),
  row('Smart Transaction: states')('cancel leads to status cancelled', DEBIT, 'reverses at the acquirer first'),

  endpoint(
    'GET /Payment/Transactions with the headers Accept, Content-Type and Accept-Charset utf-8',
    ALL,
    'a GET may carry all headers that existing clients send',
  ),
  endpoint('GET /Smart/Transactions: transactionRef can be searched', LISTS, '%s finds one'),
  endpoint(
    'requestId: payout_account, additional_data, notes, invoice_reference and tid are kept',
    'main/api/agreements/onboarding.test.ts',
    'keeps what the service desk is told',
  ),
  row('Smart Transactions: rules')(
    '5: start takes customer, container and email',
    ALL,
    'takes customer, container and email in the body of start',
  ),
  row('Authentication')('grant_type selects the flow', TOKEN, 'refusals, by the table of the specification'),

  error('HTTP 200: success, with the resource', ALL, NAMED),
  error('HTTP 401 at every resource', ALL, '%s: 401 without a token and with a wrong one, for the list and for one'),
  error('HTTP 403 at every resource', ALL, '%s: 403 for a client without a contract'),
  error('HTTP 404 at every resource, for what is not there or belongs to another', ALL, NOT_FOUND),
  error('body: status, error, error_details, error_user, code, supportId and nothing else', ALL, DETAILS),
  error('error_user is meant for the user', ALL, LANGUAGE),
  error('other statuses: 415 for what is no JSON, 429, 409', DOOR, '%s is not taken'),

  version('the interface version is 2.0.0, carried in the path prefix /api/v2', ALL, BASE),
  version(
    'no other iframe address for the sandbox: iframe_url stands below the address of the bridge',
    ALL,
    'iframe_url stands below the address that was asked',
  ),
  version(
    'url_push of clone is announced for removal, and marked as deprecated',
    'main/api/agreements/onboarding.test.ts',
    'url_push of clone is marked as deprecated',
  ),
  version(
    'POST /General/Stores is available for more API users',
    'main/api/shops/shops.test.ts',
    'is opened by managers and integrators, not by a cashier',
  ),
  version('payment_action collection is announced, not there yet', ALL, ANNOUNCED),
  version(
    'the announced parameters of UploadIdents: the path is no part of version 2',
    ALL,
    'POST /Services/UploadIdents, of which only a change is announced, is not there',
  ),
  version(
    'what is announced for POST /Payment/Customers and /Payment/Containers is inside: they answer as before',
    'main/api/customers/customers.test.ts',
    'is answered with its references, name and the forms of the specification',
  ),
];
