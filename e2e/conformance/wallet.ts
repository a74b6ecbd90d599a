/** Conformance of customers, containers and documents. */
import type { Row } from './row.ts';

const CONTACT = 'main/domain/contact.test.ts';
const CUSTOMERS = 'main/api/customers/customers.test.ts';
const CONTAINERS = 'main/api/containers/containers.test.ts';
const MANDATE = 'main/api/containers/mandate.test.ts';
const DOCUMENTS = 'main/api/documents/documents.test.ts';
const WALLET = 'main/records/wallet/wallet.test.ts';
const TOKEN = 'main/domain/networkToken.test.ts';

const row =
  (section: string) =>
  (statement: string, file: string, title: string): Row => ({ section, statement, proof: [file, title] });
const conventions = row('Conventions');
const customer = row('Payment Customer');
const container = row('Payment Container');
const endpoint = row('Endpoints');
const token = row('Network token status');

const SHAPE = 'is answered with its references, name and the forms of the specification';

export const walletRows: readonly Row[] = [
  conventions('PCU_ and 30 letters or digits name a Payment Customer', CUSTOMERS, SHAPE),
  conventions(
    'PCT_ and 30 letters or digits name a Payment Container',
    CONTAINERS,
    'is answered masked, with BIC and bank filled in',
  ),
  conventions('DUP_ and 30 letters or digits name an uploaded document', DOCUMENTS, 'is answered with its id'),

  customer(
    'the representation is payment.customers with object, id, contract, merchant, contact, created',
    CUSTOMERS,
    SHAPE,
  ),
  customer(
    'updated is there only after an update',
    CUSTOMERS,
    'has updated only after an update, which replaces the contact',
  ),
  customer('forename is mandatory', CONTACT, '%s is mandatory'),
  customer('surname is mandatory', CONTACT, '%s is mandatory'),
  customer('email is mandatory and an e-mail address', CUSTOMERS, 'refuses %s that is wrong'),
  customer('companyname is mandatory for a company only', CUSTOMERS, 'asks a company for its companyname'),
  customer('salutation, for example Ms, is kept', CUSTOMERS, SHAPE),
  customer('gender m, f, d and others', CONTACT, 'takes addresses of web, file transfer and any gender'),
  customer('title is kept', CUSTOMERS, SHAPE),
  customer('phone is E.123', CONTACT, 'writes telephone numbers with country code and without blanks'),
  customer('mobile is E.123', CONTACT, 'writes telephone numbers with country code and without blanks'),
  customer('fax is E.123', CONTACT, 'writes telephone numbers with country code and without blanks'),
  customer(
    'dob is an ISO 8601 date and comes back as a date-time',
    CONTACT,
    'takes a date of birth and answers a date-time at midnight',
  ),
  customer('picture is the id of an uploaded document', CUSTOMERS, 'keeps an uploaded picture for good'),
  customer('url_website is RFC 1738', CONTACT, 'takes addresses of web, file transfer and any gender'),
  customer('birthplace is kept', CUSTOMERS, SHAPE),
  customer('nationality is ISO 3166-1 alpha-2', CONTACT, 'takes a nationality as a code only'),
  customer('address.type is optional', CUSTOMERS, SHAPE),
  customer('address.street is mandatory', CONTACT, 'address.%s is mandatory'),
  customer('address.street_number is mandatory', CONTACT, 'address.%s is mandatory'),
  customer('address.postal_code is mandatory', CONTACT, 'address.%s is mandatory'),
  customer('address.city is mandatory', CONTACT, 'address.%s is mandatory'),
  customer(
    'address.country is mandatory, a code on input and a country name on output',
    CONTACT,
    'takes a country as its code and answers its English name',
  ),
  customer(
    'the returned contact has the name combined of forename and surname',
    CONTACT,
    'combines forename and surname to the name',
  ),
  customer(
    'the mandatory members are sent on every create and update',
    CUSTOMERS,
    'refuses a contact without %s, on create and on update',
  ),
  customer(
    'a customer inside a transaction may be incomplete',
    WALLET,
    'is stored of a contact, however little it says, and once',
  ),

  container(
    'the representation is payment.containers with merchant, customer, type, private, public, mandate, created, token_status',
    CONTAINERS,
    'is answered masked, with BIC and bank filled in',
  ),
  container(
    'type bank_account: private holds the account, public its masked view',
    CONTAINERS,
    'is answered masked, with BIC and bank filled in',
  ),
  container(
    'type applepay: token with version, data, signature and header with ephemeralPublicKey, publicKeyHash, transactionId',
    CONTAINERS,
    'is taken with its data below token, or below private as older clients do',
  ),
  container(
    'type credit_card: private with owner, masked pan, issuer, transact_container and its keys',
    WALLET,
    'shows of a card owner, last four digits and issuer',
  ),
  container(
    'expiration_date of a card is taken and kept nowhere',
    WALLET,
    'keeps no card number, no expiry date and nothing encrypted',
  ),
  container('credit_card is taken inside prepare only', CONTAINERS, 'is no card: those come in through prepare only'),
  container(
    'merchant may be named as {id}, and as merchant_id by older clients',
    CONTAINERS,
    'is stored once for a customer, in either form of the reference',
  ),
  container(
    'token_status.status is requested once a network token is asked for',
    CONTAINERS,
    'asks for a network token and tells its status',
  ),
  container(
    'token_status.status is failed when the card network refuses',
    WALLET,
    'tells the notification address of every change',
  ),
  container(
    'mandate holds sepa_mandate_id, iban, bic, type, status, identification, creditor_id',
    MANDATE,
    'puts the mandate on the container',
  ),

  token('token_status.status goes from requested to active or failed', TOKEN, 'goes from %s to %s'),
  token('an archived token never comes back', TOKEN, 'never comes back from the archive'),

  endpoint(
    'GET /Payment/Customers: list parameters, 10 entries by default',
    CUSTOMERS,
    'holds 10 entries by default and counts all',
  ),
  endpoint('POST /Payment/Customers: contact in, customer out', CUSTOMERS, SHAPE),
  endpoint(
    'GET /Payment/Customers/{paymentCustomerId}: the customer',
    CUSTOMERS,
    'is read as the very text of its answer',
  ),
  endpoint(
    'PUT and DELETE /Payment/Customers/{paymentCustomerId}',
    CUSTOMERS,
    'answers a list and removes a customer nobody refers to',
  ),
  endpoint(
    'POST /Payment/Containers: container in, container out',
    CONTAINERS,
    'is answered masked, with BIC and bank filled in',
  ),
  endpoint('GET /Payment/Containers: list parameters', CONTAINERS, 'lists by customer, type and status of the token'),
  endpoint(
    'PUT /Payment/Containers/{paymentContainerId}',
    CONTAINERS,
    'changes what is said of an account, and leaves the account',
  ),
  endpoint(
    'DELETE /Payment/Containers/{paymentContainerId} answers a list',
    CONTAINERS,
    'answers a list and removes a container nothing was paid with',
  ),
  endpoint(
    'PUT /Payment/Containers/{paymentContainerId}/archive',
    CONTAINERS,
    'answers at once and is done in the background',
  ),
  endpoint('POST /Payment/Containers/me/validateSingleIban', CONTAINERS, 'tells the bank of a valid IBAN'),
  endpoint(
    'POST /Payment/Containers/{paymentContainerId}/mandate: URL of the form, a PDF of one page',
    MANDATE,
    'is a PDF of one page that opens without a token',
  ),
  endpoint(
    'POST /Payment/Containers/{paymentContainerId}/mandate: type must be B2B',
    MANDATE,
    'is refused for the type %j',
  ),
  endpoint(
    'POST /Payment/Containers/{paymentContainerId}/Uploadmandate: the PDF is assigned and a service case is created',
    MANDATE,
    'belongs to the container from then on, and a service case asks for its activation',
  ),
  endpoint('POST /Document/Uploads in base64', DOCUMENTS, 'is read with its content'),
  endpoint('POST /Document/Uploads?multipart', DOCUMENTS, 'is answered with type, name and size'),
  endpoint('GET /Document/Uploads/{id}/Download', DOCUMENTS, 'gives the bytes, to be saved and never shown'),

  row('Limits')(
    'a page of Payment Customers holds 10 entries by default',
    CUSTOMERS,
    'holds 10 entries by default and counts all',
  ),
  row('Recurring credit card payments')(
    'container_instructions.request_token asks the card network for a token',
    CONTAINERS,
    'asks for a network token and tells its status',
  ),
  row('Recurring credit card payments')(
    'container_instructions.notification_url is told of status updates of the container',
    WALLET,
    'tells the notification address of every change',
  ),
  row('Recurring credit card payments')(
    'archiving of the network token can be requested',
    CONTAINERS,
    'answers at once and is done in the background',
  ),
  row('Errors')('404 for a customer or container of another merchant', CUSTOMERS, 'does not find a customer by %s'),
  row('Errors')('500 for wrong members, with the path of the member', CUSTOMERS, 'refuses %s that is wrong'),
];
