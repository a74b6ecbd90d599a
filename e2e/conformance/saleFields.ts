/** Conformance of the fields of a Smart Transaction: basket, basket info, context, receipts. */
import type { Row } from './row.ts';

const FIELDS = 'main/sale/callerMembers.test.ts';
const RECEIPT = 'main/domain/receipt.test.ts';
const MAIL = 'main/services/mail/mail.test.ts';
const DOCUMENT = 'main/sale/document.test.ts';
const ARTICLES = 'main/sale/cardArticles.test.ts';
const IDENTS = 'main/sale/idents.test.ts';

const BACK = 'comes back in every field, at creation, when read, and after PUT';
const SHAPE = 'has null for what has no value, {} for objects and [] for lists';
const JSON_ANSWER = 'is JSON below /api/v2, and its timestamps are ISO 8601 with a UTC offset';
const WRONG = '%s: %j';

const row =
  (section: string) =>
  (statement: string, file: string, title: string): Row => ({ section, statement, proof: [file, title] });
const convention = row('Conventions');
const field = row('Smart Transaction: fields');
const basket = row('Basket, basket info');
const context = row('Payment context');
const receipt = row('Receipt');
const endpoint = row('Endpoints');
const version = row('Versioning');

/** Fields that are free text or references, and come back as they were sent. */
const ECHOED = [
  'provider_contract as {object, id}',
  'transactionRef',
  'merchantRef',
  'tax_amount as an integer',
  'tax_rate in percent',
  'market as free text',
  'cashier as free text',
  'product as free text',
  'device_source as {object, id}',
  'trans_id as an integer',
  'contract as {id}',
  'last_visited_page',
  'shipping_address in the shape of a customer',
  'checkin',
  'is_demo',
  'checkout_links',
  'delivery_options, either shipping or collection',
  'payment_context',
  'application_context with return_urls.url_push',
] as const;

export const saleFieldRows: readonly Row[] = [
  convention('paths lie below /api/v2, bodies are application/json', FIELDS, JSON_ANSWER),
  convention('timestamps are ISO 8601 with a UTC offset', FIELDS, JSON_ANSWER),
  convention('every resource has object and id', FIELDS, SHAPE),
  convention('MoneyAmount: integers in the smallest currency unit', DOCUMENT, WRONG),
  convention('currency codes are ISO 4217 and EUR where none is sent', FIELDS, SHAPE),
  convention('STX_ and 30 letters or digits name a Smart Transaction', FIELDS, SHAPE),
  convention('MRC_ and 30 letters or digits name a merchant', FIELDS, SHAPE),

  field('all fields are optional', FIELDS, SHAPE),
  field('merchant: another one than the own does not exist', FIELDS, '%j does not exist'),
  ...ECHOED.map(name => field(name, FIELDS, BACK)),
  field('fields come back whatever their values are', FIELDS, 'comes back whatever the values are'),
  field('a wrong type, a wrong pattern and a text too long are refused with the name of the field', DOCUMENT, WRONG),
  field(
    'basket: items, sub-baskets or subscription details',
    DOCUMENT,
    'holds a sub-basket, whose total is the sum of its line',
  ),
  field('basket_info', FIELDS, SHAPE),
  field('idents: customer card or voucher', IDENTS, 'takes its value off the basket, once; cancel gives it back'),
  field(
    'idents: a request to create a card',
    ARTICLES,
    'makes the card while the sale is executed, loads it, and shows it in idents and on the receipt',
  ),
  field('customer: named by its id it is shown in full', DOCUMENT, 'named by id are shown in full'),
  field('container: {object, id, type, token_status}', DOCUMENT, 'a container with details is stored'),
  field('intent is sale or order', DOCUMENT, WRONG),
  field(
    'communications: an e-mail on execution, with a loyalty card only',
    MAIL,
    'leaves one in the outbox, to the customer of its card, with the receipt as text and HTML',
  ),
  field('communications: no mail without a loyalty card', MAIL, 'none when %s'),
  field('application_context cannot be changed after creation', FIELDS, 'cannot be changed: %s'),
  field('created and updated are timestamps', FIELDS, 'and sent back as it was read changes nothing but the time'),
  field('status, payment_method, transactions and receipt of a new transaction', FIELDS, SHAPE),
  field('receipt_number and iframe_url are there only where they mean something', FIELDS, SHAPE),

  basket('products is an array of items', FIELDS, SHAPE),
  basket('texts is an array', FIELDS, BACK),
  basket('type, default where none is sent', FIELDS, SHAPE),
  basket('id is the position number, given where it is missing', FIELDS, SHAPE),
  basket('parent is an integer or null', FIELDS, BACK),
  basket('articleNumber, ean (may be empty) and desc', FIELDS, SHAPE),
  basket(
    'quantity and priceOne are integers, also where they came as text',
    FIELDS,
    'writes recurring_frequency as text',
  ),
  basket('priceOne of coupons is negative', DOCUMENT, 'holds lines of the type %s'),
  basket('tax in percent', DOCUMENT, WRONG),
  basket('group is an array', FIELDS, BACK),
  basket('serialNumber, reference_id and contract_id are text or null', FIELDS, SHAPE),
  basket('item_type article, coupon and others', DOCUMENT, 'holds lines of the type %s'),
  basket('sum of a line is an integer or null', DOCUMENT, 'holds a sub-basket, whose total is the sum of its line'),
  basket('a sub-basket is one level deep', DOCUMENT, 'refuses a sub-basket below a sub-basket'),
  basket('basket_info.sum is the basket total', FIELDS, SHAPE),
  basket('basket_info.currency', FIELDS, SHAPE),
  basket('basket_info.gratuity is an integer or null', FIELDS, 'writes recurring_frequency as text'),
  basket('basket_info.missing_sum equals sum before preTransaction', FIELDS, SHAPE),

  context('dynamic_descriptor {merchant_name, merchant_city}', FIELDS, BACK),
  context('merchant_name has 22 characters at most, merchant_city no other characters than allowed', DOCUMENT, WRONG),
  context('mit_instructions, with recurring_frequency as text', FIELDS, 'writes recurring_frequency as text'),
  context('container_instructions', FIELDS, BACK),
  context('merchant_initiated', FIELDS, BACK),

  receipt('separator with an optional caption: centred, or a rule', RECEIPT, 'centres a caption between empty lines'),
  receipt('textline with decorations', RECEIPT, 'aligns as decorated, to the left by default'),
  receipt('name-value on one line', RECEIPT, 'puts name and value on the two edges'),
  receipt('space is an empty line without value', RECEIPT, 'keeps an empty line for a space'),
  receipt(
    'lines have the members of the table; important among the decorations',
    RECEIPT,
    'have the members of the specification',
  ),
  receipt('align-left, align-center, align-right', RECEIPT, 'aligns as decorated, to the left by default'),

  endpoint('POST /Smart/Transactions answers the created Smart Transaction', FIELDS, BACK),
  endpoint('GET /Smart/Transactions/{smartTransactionId}', FIELDS, BACK),
  endpoint(
    'PUT /Smart/Transactions/{smartTransactionId}: without basket the basket is removed and basket_info reset',
    DOCUMENT,
    'is removed by PUT without one, and basket_info is reset',
  ),
  version('application_context cannot change after creation', FIELDS, 'cannot be changed: %s'),
];
