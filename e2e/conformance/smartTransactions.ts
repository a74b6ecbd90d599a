/** Conformance of paying a Smart Transaction: its endpoints and rules, its states, recurring cards, and its limits. */
import type { Row } from './row.ts';

const CARD = 'main/acquirer/sale/creditcard.test.ts';
const CASHLESS = 'main/terminal/payment/cashless.test.ts';
const UNKNOWN_ENDING = 'main/terminal/payment/reconciliation/unknownOutcome.test.ts';
const CRASH = 'main/acquirer/sale/salePaymentCrash.test.ts';
const DEBIT = 'main/acquirer/sale/debit.test.ts';
const DELIVERY = 'main/sale/delivery.test.ts';
const GIVE_UP = 'main/sale/acquirerPayment.test.ts';
const LISTS = 'main/api/transactions/lists.test.ts';
const LOYALTY = 'main/sale/loyaltyCard.test.ts';
const METHODS = 'main/checkout/methods.test.ts';
const MODEL = 'main/checkout/flow.test.ts';
const PREPAID = 'main/checkout/prepaid.test.ts';
const SERVICE = 'main/terminal/payment/diagnosis.test.ts';
const STATES = 'main/domain/transaction.test.ts';

const AUTHORISES =
  'authorises: created, the container with its token status, one Payment Transaction, no iframe_url; start captures';
const CAPTURES = 'keeps created, names the Payment Transaction, and start captures the same one';
const COVERED = 'everything: start/loyalty closes, books once and earns points';
const TAKES = 'start/%s takes the money';
const DIRECT = 'books a payment made at another terminal, with its facts and a slip; no terminal is asked';
const SUBSEQUENT = 'with the id of an existing container is ok: authorised, and start captures';
const MERCHANT_ALONE = 'by the merchant alone needs no payer, even where the card would ask for one';
const BADLY_DIRECT = 'refuses %s %j';

const row =
  (section: string) =>
  (statement: string, file: string, title: string): Row => ({ section, statement, proof: [file, title] });
const endpoint = row('Endpoints');
const rule = row('Smart Transactions: rules');
const state = row('Smart Transaction: states');
const recurring = row('Recurring credit card payments');
const context = row('Payment context');

const endpoints: readonly Row[] = [
  endpoint(
    'GET /Smart/Transactions answers {count, data}',
    LISTS,
    'holds ten of all, the newest first, and counts all',
  ),
  endpoint(
    'GET /Smart/Transactions with q=transactions.id:<pci_id> and count=1 finds the sale of a Payment Transaction',
    DEBIT,
    'is found again by the id of the Payment Transaction',
  ),
  endpoint(
    'POST /Smart/Transactions/{smartTransactionId}/cancel without a body answers the updated transaction',
    DEBIT,
    'reverses at the acquirer first',
  ),
  endpoint('cancel of a terminal payment is reversed at the terminal', CASHLESS, 'reverses at the terminal first'),
  endpoint(
    'cancel of an authorised payment gives it up',
    GIVE_UP,
    'that is cancelled gives up the authorisation and frees the card',
  ),
  endpoint(
    'cancel that the acquirer refuses leaves the sale',
    GIVE_UP,
    'whose refund is refused stays as it is, and says so',
  ),
  endpoint(
    'POST /Smart/Transactions/{smartTransactionId}/preTransaction answers missing_sum and bonus_products',
    LOYALTY,
    'first the discount, then the bonus, then the cash',
  ),
  endpoint(
    'POST /Smart/Transactions/{smartTransactionId}/prepare/{method} answers the updated transaction',
    CARD,
    AUTHORISES,
  ),
  endpoint('POST /Smart/Transactions/{smartTransactionId}/start needs no body after prepare', DEBIT, CAPTURES),
  endpoint('POST /Smart/Transactions/{smartTransactionId}/start/{paymentMethod} takes the money', METHODS, TAKES),
  endpoint(
    'POST /Smart/Transactions/{smartTransactionId}/canceltrx: the path parameter is the receipt number',
    SERVICE,
    'cancels a %s sale by its receipt number; receipts and number stay',
  ),
  endpoint(
    'canceltrx only before the end-of-day report',
    SERVICE,
    'after the end-of-day report a %s sale is refused with a clear error',
  ),
  endpoint(
    'POST /Smart/Transactions/{smartDeviceId}/diagnosis answers a transaction with receipt',
    SERVICE,
    '%s answers a transaction with receipt',
  ),
  endpoint(
    'POST /Smart/Transactions/{smartDeviceId}/endOfDay answers a transaction with receipt',
    SERVICE,
    '%s answers a transaction with receipt',
  ),
  endpoint(
    'diagnosis and endOfDay go on without their client',
    SERVICE,
    '%s goes on when the client goes away; the answer is kept and found',
  ),
  endpoint(
    'diagnosis and endOfDay of another merchant’s device are 404',
    SERVICE,
    '%s refuses a foreign device and one that is not there',
  ),
];

const rules: readonly Row[] = [
  rule(
    '1: preTransaction is required only to pay with the balance',
    LOYALTY,
    'nothing without preTransaction: start/cash only records the revenue',
  ),
  rule('2: missing_sum 0 is closed by start/loyalty without prepare', LOYALTY, COVERED),
  rule(
    '2: otherwise another method pays the remainder',
    DEBIT,
    'start/debit alone authorises and captures the rest after the card',
  ),
  rule(
    '3: external methods (PayPal, Sofort and similar) are prepared: the payer authorises on a page',
    METHODS,
    'prepare/%s sends the payer to a page',
  ),
  rule(
    '3: a credit card that asks for 3-D Secure is prepared: the payer authorises on a page',
    CARD,
    'accepted: authorised, iframe_url is gone, and start captures',
  ),
  rule('3: prepare with auto_capture makes start unnecessary', DEBIT, 'auto_capture %s makes start unnecessary'),
  rule('4: prepare/creditcard with full container details', CARD, AUTHORISES),
  rule('4: prepare/creditcard with only {id} of an existing container', CARD, SUBSEQUENT),
  rule(
    '4: prepare with {id} of an existing customer',
    METHODS,
    '%s needs a customer: by id, by contact, or from the sale',
  ),
  rule(
    '4: callback_urls success_url and failure_url are where the payer returns to',
    CARD,
    'accepted with auto_capture %s: captured, and the payer returns to success_url',
  ),
  rule(
    '4: failure_url of callback_urls after a refusal',
    CARD,
    'refused: failed, the payer returns to failure_url, and the payment may be repeated',
  ),
  rule(
    '5: the methods of the path, and where each may be asked for',
    METHODS,
    '%s may be asked for where the specification says',
  ),
  ...['start/cash', 'start/cashless', 'start/debit', 'start/invoice'].map(word => rule(`5: ${word}`, METHODS, TAKES)),
  rule('5: start/prepaid', PREPAID, 'is pending, tells where to transfer to, and becomes ok when the money arrives'),
  rule('5: start/cashless_direct', METHODS, DIRECT),
  rule('5: start/ccload', METHODS, 'takes the money from a credit card and loads it on the loyalty card'),
  rule('5: tid is required for cashless_direct', METHODS, BADLY_DIRECT),
  rule('5: trace is an integer and required for cashless_direct', METHODS, BADLY_DIRECT),
  rule('5: cardtype is one of six and required for cashless_direct', METHODS, BADLY_DIRECT),
  rule('5: cardtype visa, mastercard, mastercard_debit, maestro, vpay, girocard', METHODS, 'takes %s'),
  rule('6: direct debit by payment data', DEBIT, CAPTURES),
  rule(
    '6: direct debit by container id, or as set before',
    DEBIT,
    'needs only the container id of an earlier payment, in the body or in the sale',
  ),
  rule('6: direct debit with neither is refused', DEBIT, 'refuses %s'),
  rule(
    '7: cash only tracks the payment of the register',
    METHODS,
    'is not asked for cash: what happens at the counter is only tracked',
  ),
  rule(
    '7: cashless is blocking and asks the terminal of the till',
    CASHLESS,
    'is on disk, with the sale pending, while the command is at the terminal; one command, one intent',
  ),
  rule('8: 405 for a method that is not available', METHODS, '%s is not available'),
  rule(
    '8: 405 for a method that the contract does not offer',
    METHODS,
    'that does not offer it: %s is refused with 405',
  ),
  rule(
    '8: 405 where a method cannot be prepared or started',
    METHODS,
    '%s is refused with 405 where it does not exist',
  ),
  rule(
    '8: 405 when the capture failed',
    CARD,
    'a capture that is refused is failed; repeating it gives up what was authorised',
  ),
  rule(
    '8: 405 when nothing is authorised to capture',
    DEBIT,
    'captures what prepare authorised and nothing else: no terminal is started by a method that failed',
  ),
];

const states: readonly Row[] = [
  state('a new transaction has status created and an empty list of transactions', DEBIT, CAPTURES),
  state(
    'preTransaction leads to status processing, adds bonus items and sets missing_sum',
    LOYALTY,
    'first the discount, then the bonus, then the cash',
  ),
  state('start/loyalty with missing_sum 0 leads to status ok, no prepare needed', LOYALTY, COVERED),
  state(
    'start of an authorised transaction leads to status ok with its Payment Transaction and receipt',
    DEBIT,
    CAPTURES,
  ),
  state('prepare/creditcard with container details keeps status created', CARD, AUTHORISES),
  state(
    'iframe_url only while 3-D Secure is required',
    CARD,
    'accepted: authorised, iframe_url is gone, and start captures',
  ),
  state('prepare/creditcard with container id leads to status ok: authorised', CARD, SUBSEQUENT),
  state(
    'prepare/creditcard with container id and auto_capture leads to status ok: captured',
    CARD,
    'with auto_capture is ok and captured',
  ),
  state(
    'canceltrx of a cash transaction leads to status cancelled',
    SERVICE,
    'cancels a %s sale by its receipt number; receipts and number stay',
  ),
  state('diagnosis and endOfDay lead to status ok with receipt', SERVICE, '%s answers a transaction with receipt'),
  state('status received: an order that is shipped', PREPAID, 'an order for %s becomes %s'),
  state('status collection: an order that is fetched', PREPAID, 'an order for %s becomes %s'),
  state(
    'status pending: wait for the money',
    PREPAID,
    'is pending, tells where to transfer to, and becomes ok when the money arrives',
  ),
  state(
    'status pending: the ending at the terminal is not known',
    UNKNOWN_ENDING,
    'stays pending while the terminal is away, blocks the next payment, and is told when it comes back',
  ),
  state('status failed: the payment must be repeated', CARD, 'declined: failed, and may be repeated with another card'),
  state('no other status is ever shown', STATES, 'shows exactly the eight statuses of the specification'),
  state('every transition is one of the table', STATES, 'allows what is written above and nothing else'),
  state(
    'whatever is called in whatever order, sale, payment, terminal and acquirer agree',
    MODEL,
    'the books agree after every call',
  ),
  state('and after a power cut at any commit', CRASH, 'at any commit of: %s'),
  state(
    'with auto_capture the transaction is started after authorisation',
    CARD,
    'accepted with auto_capture %s: captured, and the payer returns to success_url',
  ),
  state(
    'Update is allowed only before execution: refused while money is on its way',
    CASHLESS,
    'the sale cannot be changed, cancelled or paid otherwise',
  ),
  state(
    'an update of an authorised transaction gives the authorisation up',
    GIVE_UP,
    'that is changed voids the authorisation: the operation first, then the void, then the change',
  ),
  state(
    'setDelivery keeps the status and marks shipped or collected',
    DELIVERY,
    '%s: the status stays %s, what is sent is added, and the time is set',
  ),
  state('abort gives up an order', PREPAID, 'gives up an order that is open, authorised, or awaits its money'),
];

const recurringCards: readonly Row[] = [
  recurring('mit_instructions.type is cit for the first payment and mit for later ones', CARD, MERCHANT_ALONE),
  recurring('standing_instruction is ucof or recurring', CARD, '%s is refused'),
  recurring('standing_instruction ucof: unscheduled, card on file', CARD, MERCHANT_ALONE),
  recurring('recurring_expiry is an ISO 8601 date', CARD, '%s is refused'),
  recurring(
    'recurring_frequency in days is taken as text or number and answered as text',
    CARD,
    'recurring_frequency %j is taken and answered as text',
  ),
  recurring(
    'cit_reference is the Payment Transaction of the first payment',
    CARD,
    'names the first one: an unknown reference, another container, or another currency is refused',
  ),
  recurring(
    'the currency of a recurring payment cannot change',
    CARD,
    'names the first one: an unknown reference, another container, or another currency is refused',
  ),
  recurring(
    'container_instructions.request_token asks for a network token',
    CARD,
    'asked for with card %s: token_status is %s',
  ),
  recurring('1: container.id and transactions[0].id are recorded', CARD, MERCHANT_ALONE),
  recurring('2: a later payment passes only container.id', CARD, MERCHANT_ALONE),
  recurring('2: the legacy flag merchant_initiated', CARD, 'of older clients is marked by merchant_initiated'),
  recurring('3: no strong customer authentication for later payments', CARD, MERCHANT_ALONE),
  recurring(
    '4: the contract must be activated for recurring payments',
    CARD,
    'under a contract that is not activated for it is refused',
  ),
  recurring(
    '5: Recurring direct debit needs only the container id',
    DEBIT,
    'needs only the container id of an earlier payment, in the body or in the sale',
  ),
  recurring('6: iframe_url may appear', CARD, 'accepted: authorised, iframe_url is gone, and start captures'),
  recurring('6: iframe_url may not appear', CARD, AUTHORISES),
  recurring(
    'an authorisation with an amount of zero separates the token from the order',
    CARD,
    'an authorisation of zero gets one without an order',
  ),
  context(
    'dynamic_descriptor has merchant_name and merchant_city within their limits',
    CARD,
    'dynamic_descriptor %s is held to its limits',
  ),
  context('creditcard_schemes limits the cards', CARD, 'creditcard_schemes limits the cards'),
  context(
    'merchant_initiated marks a later payment of older clients',
    CARD,
    'of older clients is marked by merchant_initiated',
  ),
];

const others: readonly Row[] = [
  row('Errors')(
    'HTTP 405: payment method not available, or capture not possible or failed',
    METHODS,
    '%s is not available',
  ),
  row('Errors')(
    'the token request fails: token_status.status is failed',
    CARD,
    'asked for with card %s: token_status is %s',
  ),
  row('Events')(
    'application_context.return_urls.url_push tells every change of the status',
    DELIVERY,
    'tells every change of the status on the wire',
  ),
  row('Events')(
    'url_push is forwarded to objects created for the transaction',
    DELIVERY,
    'is forwarded to the Payment Transaction, which tells its own changes there',
  ),
  row('Events')(
    'url_push tells the verdict on an unknown ending',
    DELIVERY,
    'tells the verdict on a terminal payment nobody knew the ending of',
  ),
  row('Limits')(
    'blocking operations: cashless start, diagnosis, end-of-day',
    SERVICE,
    'while %s runs, a payment and the other service are refused, naming what holds the terminal',
  ),
  row('Limits')(
    'update window of a Smart Transaction: only before payment is executed',
    PREPAID,
    'while it is awaited nothing else can be done with the sale',
  ),
  row('Versioning')(
    'demo-mode card payments exist in the sandbox only',
    CARD,
    'on a live installation card payments have no demo mode, and nothing is left to chance',
  ),
  row('Versioning')(
    'demo-mode: payment not executed',
    METHODS,
    'plays the payment: the loyalty card is not charged and earns nothing',
  ),
  row('Versioning')('demo-mode has no effect on terminal payments', METHODS, 'has no effect on terminal payments'),
];

export const smartTransactionsRows: readonly Row[] = [...endpoints, ...rules, ...states, ...recurringCards, ...others];
