/** What the specification says of contracts, stores, merchants and subscriptions, and the tests that prove it. */
import type { Row } from './row.ts';

const general = 'main/api/agreements/generalContracts.test.ts';
const payment = 'main/api/agreements/paymentContracts.test.ts';
const onboarding = 'main/api/agreements/onboarding.test.ts';
const money = 'main/api/agreements/money.test.ts';
const stores = 'main/api/shops/shops.test.ts';
const merchants = 'main/api/merchants/merchants.test.ts';
const subscriptions = 'main/api/subscriptions/subscriptions.test.ts';
const plans = 'main/api/subscriptions/plans.test.ts';
const hours = 'main/domain/openHours.test.ts';
const billing = 'main/domain/billing.test.ts';

export const contractsRows: readonly Row[] = [
  {
    section: 'General Contract and Payment Contract',
    statement: 'general.contracts: object and id GCR_',
    proof: [general, 'are listed with their fields'],
  },
  {
    section: 'General Contract and Payment Contract',
    statement: 'id_old',
    proof: [general, 'are listed with their fields'],
  },
  {
    section: 'General Contract and Payment Contract',
    statement: 'approved (boolean)',
    proof: [general, 'are listed with their fields'],
  },
  {
    section: 'General Contract and Payment Contract',
    statement: 'created',
    proof: [general, 'are listed with their fields'],
  },
  {
    section: 'General Contract and Payment Contract',
    statement: 'parent',
    proof: [general, 'are listed with their fields'],
  },
  {
    section: 'General Contract and Payment Contract',
    statement: 'merchant (MRC_)',
    proof: [general, 'are listed with their fields'],
  },
  {
    section: 'General Contract and Payment Contract',
    statement: 'pay_in_advance_account',
    proof: [general, 'are listed with their fields'],
  },
  {
    section: 'General Contract and Payment Contract',
    statement: 'pay_in_account',
    proof: [general, 'are listed with their fields'],
  },
  {
    section: 'General Contract and Payment Contract',
    statement: 'paypal_configuration',
    proof: [general, 'are listed with their fields'],
  },
  {
    section: 'General Contract and Payment Contract',
    statement: 'easycredit_configuration',
    proof: [general, 'are listed with their fields'],
  },
  {
    section: 'General Contract and Payment Contract',
    statement: 'checkout_configuration',
    proof: [general, 'are listed with their fields'],
  },
  {
    section: 'General Contract and Payment Contract',
    statement: 'payment_link_options',
    proof: [general, 'are listed with their fields'],
  },
  {
    section: 'General Contract and Payment Contract',
    statement: 'apikey, a secret, returned on clone',
    proof: [payment, 'tells the apikey once and keeps its hash only'],
  },
  {
    section: 'General Contract and Payment Contract',
    statement: 'addressed by PCR_ or GCR_',
    proof: [payment, 'a Payment Contract is read by PCR_, by GCR_ and as me'],
  },
  {
    section: 'General Contract and Payment Contract',
    statement: 'bank details: iban, bic, owner, bankname, nullable',
    proof: [general, 'answers {result: true} and keeps the account to itself'],
  },
  {
    section: 'General Contract and Payment Contract',
    statement: 'Iframe options: payment_hint_title',
    proof: [general, 'IframeOptions has every field'],
  },
  {
    section: 'General Contract and Payment Contract',
    statement: 'Iframe options: project_title',
    proof: [general, 'IframeOptions has every field'],
  },
  {
    section: 'General Contract and Payment Contract',
    statement: 'Iframe options: project_logo',
    proof: [general, 'IframeOptions has every field'],
  },
  {
    section: 'General Contract and Payment Contract',
    statement: 'Iframe options: submit_button_title',
    proof: [general, 'IframeOptions has every field'],
  },
  {
    section: 'General Contract and Payment Contract',
    statement: 'Iframe options: primary_colour',
    proof: [general, 'IframeOptions has every field'],
  },
  {
    section: 'General Contract and Payment Contract',
    statement: 'Iframe options: language',
    proof: [general, 'IframeOptions has every field'],
  },
  {
    section: 'General Contract and Payment Contract',
    statement: 'Iframe options: basket_title',
    proof: [general, 'IframeOptions has every field'],
  },
  {
    section: 'General Contract and Payment Contract',
    statement: 'Iframe options: is_basket_shown',
    proof: [general, 'IframeOptions has every field'],
  },
  {
    section: 'General Contract and Payment Contract',
    statement: 'Iframe options: language_formality',
    proof: [general, 'IframeOptions has every field'],
  },
  {
    section: 'General Contract and Payment Contract',
    statement: 'Iframe options: payment_config',
    proof: [general, 'IframeOptions has every field'],
  },
  {
    section: 'General Contract and Payment Contract',
    statement: 'one merchant does not see the contracts of another',
    proof: [general, 'of another merchant do not exist, whatever is asked'],
  },
  {
    section: 'Endpoints: Payment Contracts',
    statement: 'GET /Payment/Contracts (deprecated): list parameters, {count, data}',
    proof: [payment, 'list and read answer with a Deprecation header'],
  },
  {
    section: 'Endpoints: Payment Contracts',
    statement: 'GET /Payment/Contracts/{paymentContractId} (deprecated): expand, contract',
    proof: [payment, 'list and read answer with a Deprecation header'],
  },
  {
    section: 'Endpoints: Payment Contracts',
    statement: 'GET /Payment/Contracts/{paymentContractId}/paymentMethods (deprecated): array of strings',
    proof: [payment, 'paymentMethods is an array of strings'],
  },
  {
    section: 'Endpoints: Payment Contracts',
    statement:
      'POST /Payment/Contracts/{paymentContractId}/clone: contract_id, project, payment_data, payin_account; new General Contract with apikey, without identification',
    proof: [payment, 'answers a new General Contract, approved at once, with its apikey'],
  },
  {
    section: 'Endpoints: Payment Contracts',
    statement: 'clone: project is unique',
    proof: [payment, 'wants a project that is not taken, whatever its case'],
  },
  {
    section: 'Endpoints: Payment Contracts',
    statement: 'clone: the parent is a contract of the merchant',
    proof: [payment, 'knows no parent of another merchant'],
  },
  {
    section: 'Endpoints: Payment Contracts',
    statement: 'clone: url_push is the default push address of the project',
    proof: [onboarding, 'url_push of clone is told of the payments of its project'],
  },
  {
    section: 'Endpoints: Payment Contracts',
    statement: 'POST /Payment/Contracts/{paymentContractId}/requestId: every field, new contract',
    proof: [payment, 'answers the new contract with all that belongs to it'],
  },
  {
    section: 'Endpoints: Payment Contracts',
    statement: 'requestId: starts identification for new merchants',
    proof: [payment, 'starts an identification, which approves the contract when it ends, and pushes say so'],
  },
  {
    section: 'Endpoints: Payment Contracts',
    statement: 'requestId: create_first_store and store_name make a store',
    proof: [payment, 'answers the new contract with all that belongs to it'],
  },
  {
    section: 'Endpoints: Payment Contracts',
    statement: 'requestId: iframe_opts',
    proof: [payment, 'answers the new contract with all that belongs to it'],
  },
  {
    section: 'Endpoints: Payment Contracts',
    statement: 'requestId: payout_purpose allows digits, letters, space and . , + - : ? ( ) / and apostrophe',
    proof: [payment, 'refuses %j'],
  },
  {
    section: 'Endpoints: Payment Contracts',
    statement: 'requestId: identrequest (SIR_)',
    proof: [payment, 'does not know %j'],
  },
  {
    section: 'Endpoints: Payment Contracts',
    statement: 'requestId: signed_contract (DUP_)',
    proof: [payment, 'takes a signed contract that was uploaded'],
  },
  {
    section: 'Endpoints: Payment Contracts',
    statement: 'requestId: merchant_category is an integer of the list',
    proof: [payment, 'refuses %j'],
  },
  {
    section: 'Endpoints: Payment Contracts',
    statement: 'requestId: account_statement_text',
    proof: [payment, 'refuses %j'],
  },
  {
    section: 'Endpoints: Payment Contracts',
    statement:
      'POST /Payment/Contracts/{paymentContractId}/revokeAccrual (deprecated): HTTP 202, in the background, for all transactions of the contract',
    proof: [money, 'lifts the lock of all its transactions in the background'],
  },
  {
    section: 'Endpoints: Payment Contracts',
    statement: 'POST /Payment/Contracts/{paymentContractId}/updateBankAccount (deprecated): bank details, {result}',
    proof: [payment, 'updateBankAccount answers {result} and checks the IBAN'],
  },
  {
    section: 'Endpoints: General Contracts',
    statement: 'POST /General/Contracts/{generalContractId}/terminate: {result}',
    proof: [general, 'ends a contract: it can be read and nothing more, and the last one takes the whole API with it'],
  },
  {
    section: 'Endpoints: General Contracts',
    statement: 'a terminated contract takes no payments: HTTP 405',
    proof: [money, 'takes no money any more'],
  },
  {
    section: 'Endpoints: General Contracts',
    statement:
      'POST /General/Contracts/{generalContractId}/savePaymentLinkConfiguration: {background}, updated General Contract',
    proof: [general, 'answers the updated contract'],
  },
  {
    section: 'Endpoints: General Contracts',
    statement: 'GET /General/Contracts/{generalContractId}/IframeOptions',
    proof: [general, 'IframeOptions has every field'],
  },
  {
    section: 'Endpoints: General Contracts',
    statement: 'GET /General/Contracts/{generalContractId}/AvailableCurrencies: array of currency codes',
    proof: [general, 'AvailableCurrencies is an array of currency codes'],
  },
  {
    section: 'Endpoints: General Contracts',
    statement: 'POST /General/Contracts/{generalContractId}/updateBankAccount: bank details, {result}',
    proof: [general, 'answers {result: true} and keeps the account to itself'],
  },
  {
    section: 'Endpoints: General Contracts',
    statement: 'updateBankAccount: wrong bank details are refused',
    proof: [general, 'refuses %j'],
  },
  {
    section: 'Endpoints: General Contracts',
    statement: 'GET /General/Contracts and GET /General/Contracts/{generalContractId}',
    proof: [general, 'are read by id and as me'],
  },
  {
    section: 'Endpoints: General Contracts',
    statement: 'PUT and PATCH /General/Contracts/{generalContractId}',
    proof: [general, 'PATCH changes what it names and PUT sets everything'],
  },
  {
    section: 'Endpoints: General Contracts',
    statement:
      'POST /General/Contracts/{generalContractId}/revokeAccrual: HTTP 202, kept by a bridge that starts after a crash',
    proof: [money, 'is kept by the bridge that starts after a crash'],
  },
  {
    section: 'Endpoints: General Contracts',
    statement: 'POST /General/Contracts/{generalContractId}/getAvailablePaymentMethods',
    proof: [general, 'getAvailablePaymentMethods answers the methods for a currency'],
  },
  {
    section: 'Endpoints: General Contracts',
    statement: 'GET, POST, PUT, PATCH and DELETE /General/Contracts/{generalContractId}/ThirdPartyConfiguration',
    proof: [general, 'is set, changed and removed; secrets are not kept'],
  },
  {
    section: 'Endpoints: General Contracts',
    statement: 'GET /General/Contracts/{generalContractId}/transferBalance',
    proof: [money, 'counts what was taken, less what was given back and what is locked'],
  },
  {
    section: 'Endpoints: General Contracts',
    statement: 'expand puts a contract in the place of a reference',
    proof: [money, 'puts the Payment Contract and the merchant in the place of their references'],
  },
  {
    section: 'Endpoints: General Merchants',
    statement: 'GET /General/Merchants/me',
    proof: [merchants, 'is read as me and by id'],
  },
  {
    section: 'Endpoints: General Merchants',
    statement: 'GET /General/Merchants/me/MerchantCategories',
    proof: [merchants, 'MerchantCategories lists what requestId takes as merchant_category'],
  },
  {
    section: 'General Store',
    statement: 'general.stores: object and id STO_',
    proof: [stores, 'comes back with every field'],
  },
  { section: 'General Store', statement: 'name', proof: [stores, 'comes back with every field'] },
  {
    section: 'General Store',
    statement: 'merchant (General Merchant ID in, reference out)',
    proof: [stores, 'comes back with every field'],
  },
  { section: 'General Store', statement: 'address', proof: [stores, 'comes back with every field'] },
  { section: 'General Store', statement: 'facebook_id', proof: [stores, 'comes back with every field'] },
  { section: 'General Store', statement: 'phone', proof: [stores, 'comes back with every field'] },
  { section: 'General Store', statement: 'url_website', proof: [stores, 'comes back with every field'] },
  { section: 'General Store', statement: 'photo_main', proof: [stores, 'comes back with every field'] },
  { section: 'General Store', statement: 'photo', proof: [stores, 'comes back with every field'] },
  { section: 'General Store', statement: 'open_hours', proof: [stores, 'comes back with every field'] },
  { section: 'General Store', statement: 'id_old', proof: [stores, 'comes back with every field'] },
  { section: 'General Store', statement: 'store_name', proof: [stores, 'comes back with every field'] },
  { section: 'General Store', statement: 'acceptance_point', proof: [stores, 'comes back with every field'] },
  { section: 'General Store', statement: 'name_raw', proof: [stores, 'comes back with every field'] },
  { section: 'General Store', statement: 'has_beacon', proof: [stores, 'comes back with every field'] },
  { section: 'General Store', statement: 'phone_number_formatted', proof: [stores, 'comes back with every field'] },
  {
    section: 'General Store',
    statement: 'open_now (boolean)',
    proof: [stores, 'follow the clock of the bridge and the zone of the store, in lists and when read'],
  },
  {
    section: 'General Store',
    statement: 'open_time (integer)',
    proof: [stores, 'follow the clock of the bridge and the zone of the store, in lists and when read'],
  },
  {
    section: 'General Store',
    statement: 'open_now and open_time at any instant, across midnight and changes to summer time',
    proof: [hours, 'agree with the week drawn minute by minute, at any instant in any zone'],
  },
  {
    section: 'Endpoints: General Stores',
    statement: 'GET /General/Stores: list parameters',
    proof: [stores, 'finds by name, sorts, pages and leaves out fields'],
  },
  {
    section: 'Endpoints: General Stores',
    statement: 'POST /General/Stores: store input, created store',
    proof: [stores, 'comes back with every field'],
  },
  {
    section: 'Endpoints: General Stores',
    statement: 'POST /General/Stores is available for more API users',
    proof: [stores, 'is opened by managers and integrators, not by a cashier'],
  },
  {
    section: 'Endpoints: General Stores',
    statement: 'POST /General/Stores: wrong input is refused',
    proof: [stores, 'refuses %j'],
  },
  {
    section: 'Endpoints: General Stores',
    statement: 'GET /General/Stores/{generalStoreId}: expand, store',
    proof: [stores, 'comes back with every field'],
  },
  {
    section: 'Endpoints: General Stores',
    statement: 'PUT /General/Stores/{generalStoreId}: updated store',
    proof: [stores, 'PUT changes what is named and leaves the rest'],
  },
  {
    section: 'Endpoints: General Stores',
    statement:
      'POST /General/Stores/{generalStoreId}/setDefault: {reason}, {result}; the default store of its merchant',
    proof: [stores, 'makes a store the one default store of its merchant and keeps the reason'],
  },
  {
    section: 'Endpoints: General Stores',
    statement: 'one merchant does not see the stores of another',
    proof: [stores, 'is the own merchant’s'],
  },
  {
    section: 'Subscription',
    statement: 'the first payment can be marked as recurring, and the response carries a Subscription ID',
    proof: [subscriptions, 'begins a subscription whose number later payments pass; its currency cannot change'],
  },
  {
    section: 'Subscription',
    statement: 'a Smart Transaction with a subscription in its basket answers with the Subscription ID',
    proof: [subscriptions, 'answers with the id of the subscription once it is paid'],
  },
  {
    section: 'Subscription',
    statement: 'the Subscription ID is passed with each further payment',
    proof: [subscriptions, 'begins a subscription whose number later payments pass; its currency cannot change'],
  },
  {
    section: 'Subscription',
    statement: 'the currency of a recurring payment cannot change',
    proof: [subscriptions, 'begins a subscription whose number later payments pass; its currency cannot change'],
  },
  {
    section: 'Subscription',
    statement: 'billing cycles are charged when they are due',
    proof: [subscriptions, 'makes a payment whenever a cycle is due, until all are done'],
  },
  {
    section: 'Subscription',
    statement: 'billing goes on after a crash, and no cycle is charged twice',
    proof: [subscriptions, 'goes on after a crash, and no cycle is charged twice'],
  },
  {
    section: 'Subscription',
    statement: 'plans: GET, POST, PUT, PATCH',
    proof: [plans, 'PATCH changes what it names, PUT writes the plan anew'],
  },
  {
    section: 'Subscription',
    statement: 'rules of billing cycles',
    proof: [billing, 'are a set-up fee, trials and regular cycles, in this order'],
  },
  {
    section: 'Subscription',
    statement: 'updatePaymentContainer',
    proof: [subscriptions, 'that is declined suspends the subscription until it has another container'],
  },
  {
    section: 'Events',
    statement: 'activation of contracted merchants or projects',
    proof: [payment, 'starts an identification, which approves the contract when it ends, and pushes say so'],
  },
  {
    section: 'Events',
    statement: 'Subscription payment or refund transaction created',
    proof: [subscriptions, 'tells the push address of the sale of the subscription and of its payments'],
  },
  {
    section: 'Events',
    statement: 'url_push of a contract clone',
    proof: [onboarding, 'url_push of clone is told of the payments of its project'],
  },
  {
    section: 'Errors',
    statement: 'HTTP 202: revoke accrual accepted, done in the background',
    proof: [payment, 'revokeAccrual answers 202'],
  },
  {
    section: 'Errors',
    statement: 'HTTP 403: no contract any more, once the last one is terminated',
    proof: [general, 'ends a contract: it can be read and nothing more, and the last one takes the whole API with it'],
  },
  {
    section: 'Limits',
    statement: 'currency of a recurring payment cannot change',
    proof: [subscriptions, 'begins a subscription whose number later payments pass; its currency cannot change'],
  },
  {
    section: 'Versioning',
    statement:
      'operations marked deprecated: Payment Contracts list, read, paymentMethods, revokeAccrual, updateBankAccount',
    proof: [payment, 'are described as deprecated, clone and requestId are not'],
  },
  {
    section: 'Versioning',
    statement: 'the project name stored by requestId is searchable',
    proof: [payment, 'makes the project searchable'],
  },
];
