/**
 * Rights of the bridge: every operation of `/api/v2` and `/bridge/v1` stands here once, with the scope and the people that may
 * call it. What does not stand here is refused, and a route without a row stops the start. What an operation gives away, and so
 * which approval it asks for, is said in `domain/approvalRules.ts`. `docs/rights.md` is made from both.
 */
import type { Principal } from '../../world/people.ts';

export type Role = Principal['role'];

export interface Right {
  /** The client through which a person signed in has one of these; none is asked for where it is empty. */
  readonly scopes: readonly string[];
  /** People with one of these roles. */
  readonly people: readonly Role[];
  /** A client without a person has one of these; null: only people. */
  readonly alone: readonly string[] | null;
  /** The change writes an entry of the audit log in its commit: who, before and after. */
  readonly audited: boolean;
}

/** Operations that have the same right. */
interface Block {
  readonly title: string;
  /** Answers without a token. */
  readonly public?: true;
  /** One of these scopes; none where it is left out. */
  readonly scope?: string | readonly string[];
  readonly people?: readonly Role[];
  /** Where a client without a person needs another scope than `scope`; null: only people. */
  readonly alone?: string | readonly string[] | null;
  readonly audited?: true;
  /** Not in the published document. */
  readonly unpublished?: true;
  readonly operations: readonly string[];
}

/** Everybody who signs in at a screen. */
const everybody = ['cashier', 'manager', 'readOnly', 'integrator', 'backoffice'] as const;
/** Roles that sell. An integrator sets devices and clients up; he takes no money. */
const tillStaff = ['cashier', 'manager'] as const;
const managers = ['manager'] as const;
/** Roles that set up devices and clients. */
const installers = ['manager', 'integrator'] as const;
/** Roles that look at the shop as a whole, and not only at a till. */
const overseers = ['manager', 'readOnly', 'integrator', 'backoffice'] as const;
const auditors = ['manager', 'readOnly', 'integrator'] as const;

const api = '/api/v2';
const bridge = '/bridge/v1';
const sales = `${api}/Smart/Transactions`;
const devices = `${api}/Smart/Devices`;
const routings = `${api}/Smart/Routings`;
const cards = `${api}/Loyalty/MerchantCards`;
const payments = `${api}/Payment/Transactions`;
const contracts = `${api}/General/Contracts`;
const terminals = `${bridge}/terminals`;
const programme = `${bridge}/loyalty`;

/** Resources of single payment methods; all have the same calls. */
const METHODS = ['Svcprepays', 'Svcdebits', 'Svccreditcards', 'Svcinvoices', 'Svcsofort', 'Svcpaypals'];
const methodCalls = (call: string, words: readonly string[] = METHODS) =>
  words.map(word => call.replace('METHOD', `${api}/Payment/${word}`));

/** The list and the single object of a resource. */
const reads = (...paths: readonly string[]) => paths.flatMap(path => [`GET ${path}`, `GET ${path}/{id}`]);

const specified: readonly Block[] = [
  {
    title: 'Read sales',
    scope: 'smart',
    people: everybody,
    operations: reads(sales),
  },
  {
    title: 'Sell, pay and cancel',
    scope: 'smart',
    people: tillStaff,
    operations: [
      `POST ${sales}`,
      `PUT ${sales}/{id}`,
      `POST ${sales}/{id}/preTransaction`,
      `POST ${sales}/{id}/prepare/{method}`,
      `POST ${sales}/{id}/start`,
      `POST ${sales}/{id}/start/{method}`,
      `POST ${sales}/{id}/cancel`,
      `POST ${sales}/{id}/canceltrx`,
      `POST ${sales}/{id}/abort`,
      `POST ${sales}/{id}/setDelivery`,
      `POST ${sales}/{id}/diagnosis`,
      `POST ${sales}/{id}/endOfDay`,
      `POST ${sales}/{id}/updatePaymentContainer`,
      `POST ${api}/Smart/Idents/{anything}/validate`,
      `POST ${api}/Smart/Checkins/{id}/TriggerPushEvent`,
    ],
  },
  {
    title: 'Read devices and who is in the shop',
    scope: 'smart',
    people: everybody,
    operations: [
      ...reads(devices, routings, `${api}/Smart/Checkins`),
      `GET ${api}/Smart/Idents`,
      `GET ${devices}/{id}/devicePinConfig`,
      `GET ${devices}/{id}/routing/{type}`,
      `GET ${devices}/{id}/routing/type/{type}`,
    ],
  },
  {
    // A cashier lets the till in at which she stands, but does not make one.
    title: 'Let a till in',
    scope: 'smart',
    people: ['cashier', 'manager', 'integrator'],
    operations: [`PUT ${devices}/pin`, `PUT ${devices}/{id}/pin`],
  },
  {
    title: 'Set up devices and which belongs to which',
    scope: 'smart',
    people: installers,
    audited: true,
    operations: [
      `POST ${devices}`,
      `PUT ${devices}/{id}`,
      `PUT ${devices}/{id}/devicePin`,
      `POST ${routings}`,
      `PUT ${routings}/{id}`,
      `DELETE ${routings}/{id}`,
      `POST ${routings}/{id}/assign/{device}`,
      `DELETE ${routings}/{id}/assign/{device}`,
    ],
  },
  {
    title: 'Read loyalty cards',
    scope: 'loyalty',
    people: everybody,
    operations: [
      ...reads(cards, `${api}/Loyalty/Cards`, `${api}/Loyalty/Cardgroups`, `${api}/Loyalty/Customers`),
      ...reads(`${api}/Loyalty/Transactions`),
      `GET ${cards}/{id}/lock`,
      `GET ${cards}/{id}/lockReasons`,
      `GET ${cards}/{id}/virtualTerminalData/{merchantId}`,
    ],
  },
  {
    title: 'Use loyalty cards',
    scope: 'loyalty',
    people: tillStaff,
    operations: [
      `PUT ${cards}/{id}`,
      `POST ${cards}/{id}/transaction/{target}`,
      ...[
        ...['validateMerchantcard', 'checkCsc', 'checkPasscode', 'newPasscode', 'resetPasscode'],
        ...['getCardBalanceReceipt', 'lock', 'unlock', 'registerCustomer', 'setCustomer/{customerId}'],
      ].map(word => `POST ${cards}/{id}/${word}`),
      `POST ${api}/Loyalty/Cards/{id}/assignUser/{accountId}`,
      `DELETE ${api}/Loyalty/Cards/{id}/assignUser/{accountId}`,
      `POST ${api}/Loyalty/Cardgroups/{id}/checkPasscodeEnabled`,
      `POST ${api}/Loyalty/Customers`,
      `PUT ${api}/Loyalty/Customers/{id}`,
      `POST ${api}/Loyalty/Customers/{id}/paymentContainer/{containerId}`,
      `DELETE ${api}/Loyalty/Customers/{id}/paymentContainer/{containerId}`,
    ],
  },
  {
    title: 'Make loyalty cards and their groups',
    scope: 'loyalty',
    people: managers,
    operations: [
      `POST ${cards}/{id}/createMerchantcards/{cardgroupId}`,
      `PUT ${cards}/{id}/cardgroup/{cardgroupId}`,
      `POST ${api}/Loyalty/Cardgroups`,
      `PUT ${api}/Loyalty/Cardgroups/{id}`,
    ],
  },
  {
    title: 'Read payments, payers and agreements',
    scope: 'payment',
    people: everybody,
    operations: [
      ...reads(payments, ...[...METHODS, 'Svcpayout'].map(word => `${api}/Payment/${word}`)),
      `GET ${payments}/{id}/OldFormat`,
      `GET ${payments}/{id}/checkStatus`,
      `GET ${payments}/me/CrowdFundingData/{id}`,
      ...reads(`${api}/Payment/Customers`, `${api}/Payment/Containers`, `${api}/Payment/Payouts`),
      ...reads(`${api}/Payment/Subscriptions`, `${api}/Payment/Plans`, `${api}/Payment/Contracts`),
      `GET ${api}/Payment/Contracts/{id}/paymentMethods`,
    ],
  },
  {
    title: 'Take and give back payments, look after payers',
    scope: 'payment',
    people: tillStaff,
    operations: [
      `POST ${payments}`,
      ...['cancel', 'capture', 'revokeAccrual', 'IncreaseAmount', 'getPaymentInstructions'].map(
        word => `POST ${payments}/{id}/${word}`,
      ),
      `PUT ${payments}/{id}/ShippingInformation`,
      `POST ${payments}/{id}/assignPayment/{accounting}`,
      `POST ${payments}/{id}/assignTransferBalance`,
      `POST ${payments}/me/getPaymentInstructions/{id}`,
      `POST ${payments}/me/getRefundBankAccount`,
      ...methodCalls('POST METHOD'),
      ...methodCalls('POST METHOD/{id}/cancel'),
      ...methodCalls('POST METHOD/{id}/capture'),
      ...methodCalls('PUT METHOD/{id}/accrual'),
      ...methodCalls('PUT METHOD/{id}/basket'),
      ...methodCalls('PUT METHOD/{id}/shippingInformation'),
      ...methodCalls('POST METHOD/{id}/assignExternalInvoicePdf/{document}'),
      `POST ${api}/Payment/Customers`,
      `PUT ${api}/Payment/Customers/{id}`,
      `DELETE ${api}/Payment/Customers/{id}`,
      `POST ${api}/Payment/Containers`,
      `PUT ${api}/Payment/Containers/{id}`,
      `DELETE ${api}/Payment/Containers/{id}`,
      `PUT ${api}/Payment/Containers/{id}/archive`,
      `POST ${api}/Payment/Containers/{id}/mandate`,
      `POST ${api}/Payment/Containers/{id}/Uploadmandate`,
      `POST ${api}/Payment/Containers/me/validateSingleIban`,
    ],
  },
  {
    title: 'Pay out, and change what is agreed',
    scope: 'payment',
    people: managers,
    operations: [
      ...['', '/me/PayoutWithoutCustomer', '/{id}/cancel', '/{id}/capture'].map(
        end => `POST ${api}/Payment/Svcpayout${end}`,
      ),
      `POST ${api}/Payment/Svcpayout/{id}/assignExternalInvoicePdf/{document}`,
      ...['accrual', 'basket', 'shippingInformation'].map(word => `PUT ${api}/Payment/Svcpayout/{id}/${word}`),
      `POST ${api}/Payment/Subscriptions/{id}/cancel`,
      `POST ${api}/Payment/Plans`,
      `PUT ${api}/Payment/Plans/{id}`,
      `PATCH ${api}/Payment/Plans/{id}`,
      ...['revokeAccrual', 'updateBankAccount', 'clone', 'requestId'].map(
        word => `POST ${api}/Payment/Contracts/{id}/${word}`,
      ),
    ],
  },
  {
    // As a test environment can; not in a live shop.
    title: 'Force the status of a payment',
    scope: 'payment',
    people: installers,
    operations: methodCalls('POST METHOD/{id}/TestChangedPaymentStatus', ['Transactions', ...METHODS, 'Svcpayout']),
  },
  {
    title: 'Read agreements and stores',
    scope: 'general',
    people: everybody,
    operations: [
      ...reads(contracts, `${api}/General/Stores`, `${api}/Services/Identrequests`),
      ...['IframeOptions', 'AvailableCurrencies', 'transferBalance', 'ThirdPartyConfiguration'].map(
        word => `GET ${contracts}/{id}/${word}`,
      ),
      // Asks, though it is a POST.
      `POST ${contracts}/{id}/getAvailablePaymentMethods`,
      `POST ${contracts}/{id}/getAvailablePaymentMethods/{sale}`,
      `GET ${api}/General/Merchants/{id}`,
      `GET ${api}/General/Merchants/{id}/MerchantCategories`,
    ],
  },
  {
    title: 'Change agreements and stores',
    scope: 'general',
    people: managers,
    operations: [
      `PUT ${contracts}/{id}`,
      `PATCH ${contracts}/{id}`,
      ...['savePaymentLinkConfiguration', 'updateBankAccount', 'terminate', 'revokeAccrual'].map(
        word => `POST ${contracts}/{id}/${word}`,
      ),
      ...['POST', 'PUT', 'PATCH', 'DELETE'].map(method => `${method} ${contracts}/{id}/ThirdPartyConfiguration`),
      `POST ${api}/General/Stores`,
      `PUT ${api}/General/Stores/{id}`,
      `POST ${api}/General/Stores/{id}/setDefault`,
    ],
  },
  {
    title: 'Read documents',
    scope: ['payment', 'general'],
    people: everybody,
    operations: [`GET ${api}/Document/Uploads/{id}`, `GET ${api}/Document/Uploads/{id}/Download`],
  },
  {
    title: 'Upload documents',
    scope: ['payment', 'general'],
    people: tillStaff,
    operations: [`POST ${api}/Document/Uploads`],
  },
];

const register: readonly Block[] = [
  {
    // Another PIN that is chosen with it stands in the audit log.
    title: 'Sign in at the screen',
    public: true,
    audited: true,
    operations: [`POST ${bridge}/session`],
  },
  {
    title: 'Sign in, go on and sign out',
    public: true,
    operations: [
      'POST /oauth/token',
      `DELETE ${bridge}/session`,
      `POST ${bridge}/session/refresh`,
      `GET ${bridge}/screen`,
      // The address is the secret: it was sent to the payer.
      `GET ${bridge}/mandates/{secret}`,
    ],
  },
  {
    title: 'Pair a customer display by the code of its till',
    public: true,
    audited: true,
    operations: [`POST ${bridge}/display/pairing`],
  },
  {
    // The first run has its own one-time code, and nothing can be sold before it is finished.
    title: 'Set up a new shop',
    public: true,
    operations: [
      `POST ${bridge}/setup/begin`,
      `GET ${bridge}/setup`,
      `PUT ${bridge}/setup/draft`,
      `DELETE ${bridge}/setup/draft`,
      `GET ${bridge}/setup/schema`,
      `GET ${bridge}/setup/terminals/search`,
      `POST ${bridge}/setup/terminals/search`,
      `DELETE ${bridge}/setup/terminals/search`,
      `GET ${bridge}/setup/terminals/models`,
      `POST ${bridge}/setup/terminals/check`,
    ],
  },
  {
    title: 'Make the new shop',
    public: true,
    audited: true,
    operations: [`POST ${bridge}/setup/finish`],
  },
  {
    title: 'Choose another PIN',
    people: everybody,
    alone: null,
    audited: true,
    operations: [`PUT ${bridge}/session/pin`],
  },
  {
    title: 'See where people are signed in',
    people: everybody,
    alone: null,
    operations: [`GET ${bridge}/sessions`],
  },
  {
    title: 'End a session',
    people: everybody,
    alone: null,
    audited: true,
    operations: [`POST ${bridge}/sessions/{id}/end`],
  },
  {
    title: 'Read what a till needs',
    scope: 'smart',
    people: everybody,
    operations: [
      `GET ${bridge}/catalogue`,
      `GET ${bridge}/counter/card-groups`,
      `GET ${bridge}/counter/vouchers/{code}`,
      `GET ${bridge}/cards/{cardnumber}`,
      `GET ${bridge}/till`,
      `GET ${bridge}/till/slip`,
      `GET ${bridge}/parked`,
      ...reads(`${bridge}/sales`),
      `GET ${bridge}/sales/{id}/returnable`,
      `GET ${bridge}/sales/{id}/invoices`,
      `GET ${bridge}/returns/{id}`,
      // An event about something that has a right of its own wants that right, too: `api/events/streamFilter.ts`.
      `GET ${bridge}/events`,
      `GET ${bridge}/queue`,
      `GET ${bridge}/shop`,
      `GET ${bridge}/tax-rates`,
      ...reads(`${bridge}/tills`, `${bridge}/articles`, `${bridge}/article-groups`, `${bridge}/printers`),
      `GET ${bridge}/articles/{id}/picture`,
      `GET ${bridge}/ean-prefixes`,
      `GET ${bridge}/code-clashes`,
      `GET ${bridge}/tiles`,
      `GET ${bridge}/displays`,
      `GET ${bridge}/displays/picture`,
      `GET ${terminals}`,
      `GET ${terminals}/{device}`,
      `GET ${terminals}/{device}/status`,
      `GET ${terminals}/{device}/day-end`,
      ...reads(`${bridge}/day-ends`),
    ],
  },
  {
    title: 'Work at a till',
    scope: 'smart',
    people: tillStaff,
    operations: [
      `POST ${bridge}/counter/cards`,
      `POST ${bridge}/counter/cards/{cardnumber}/activation`,
      `PUT ${bridge}/till`,
      ...['abort', 'answer', 'hand-over', 'late', 'recover'].map(word => `POST ${bridge}/till/${word}`),
      `POST ${bridge}/transactions/{id}/parts/{part}/cash-back`,
      `POST ${bridge}/transactions/{id}/parts/{part}/return`,
      `POST ${bridge}/transactions/{id}/adjustments`,
      `POST ${bridge}/parked`,
      `POST ${bridge}/parked/{id}/take`,
      `DELETE ${bridge}/parked/{id}`,
      `POST ${bridge}/sales/{id}/prints`,
      `POST ${bridge}/sales/{id}/receipt-link`,
      `POST ${bridge}/sales/{id}/invoices/{number}/prints`,
      `POST ${bridge}/returns/preview`,
      `POST ${bridge}/returns`,
      `POST ${bridge}/returns/{id}/pay-out`,
      `POST ${terminals}/{device}/print-receipt`,
      `POST ${terminals}/{device}/read-card`,
      `POST ${terminals}/{device}/day-end`,
      // A cashier decides about the slips that waited.
      `POST ${bridge}/printers/{id}/held`,
      `POST ${bridge}/printing/slips`,
      `POST ${bridge}/scales/{id}/weigh`,
      `POST ${bridge}/scans/{id}/take`,
      // A cashier pairs a display with her till, and does not end one.
      `POST ${bridge}/displays/codes`,
      `POST ${bridge}/checkins`,
      `DELETE ${bridge}/checkins/{id}`,
    ],
  },
  {
    title: 'Make an invoice from a receipt',
    scope: 'smart',
    people: tillStaff,
    audited: true,
    operations: [`POST ${bridge}/sales/{id}/invoices`],
  },
  {
    title: 'Ask a manager for an approval',
    scope: 'smart',
    people: tillStaff,
    alone: null,
    operations: [`POST ${bridge}/approvals`, `POST ${bridge}/kiosk/exit`],
  },
  {
    title: 'Read figures and what changed',
    scope: 'smart',
    people: overseers,
    operations: [
      `GET ${bridge}/reports`,
      `GET ${bridge}/reports/{name}`,
      `GET ${bridge}/changes`,
      `GET ${bridge}/catalogue/pages`,
      `GET ${bridge}/campaigns`,
    ],
  },
  {
    title: 'Read what a display shows',
    scope: 'display',
    people: ['display'],
    operations: [`GET ${bridge}/display`, `GET ${bridge}/display/events`, `GET ${bridge}/display/picture`],
  },
];

const money: readonly Block[] = [
  {
    // A deposit is held, booked and released in the sale. An API client needs the scope that refunds and pays out.
    title: 'Move money at a terminal without a sale',
    scope: 'smart',
    people: tillStaff,
    alone: 'payment',
    operations: [`POST ${terminals}/{device}/operations`, `GET ${terminals}/{device}/pre-authorisations`],
  },
  {
    title: 'Read operations of a terminal',
    scope: 'smart',
    people: ['cashier', 'manager', 'readOnly', 'integrator'],
    alone: 'payment',
    operations: reads(`${terminals}/{device}/operations`),
  },
  {
    // A manager decides at the till, with the evidence on the screen.
    title: 'Decide whether money moved',
    scope: 'smart',
    people: managers,
    alone: 'manage',
    audited: true,
    operations: [
      `POST ${bridge}/transactions/{id}/verdict`,
      `POST ${bridge}/transactions/{id}/parts/{part}/verdict`,
      `POST ${terminals}/{device}/operations/{id}/verdict`,
      `POST ${bridge}/day-ends/{id}/verdict`,
    ],
  },
  {
    title: 'Decide about a signed mandate',
    scope: 'smart',
    people: managers,
    alone: 'manage',
    operations: [`POST ${bridge}/serviceIssues/{issue}/decide`],
  },
  {
    title: 'Look into the drawer',
    scope: 'smart',
    people: everybody,
    alone: 'manage',
    operations: [`GET ${bridge}/shifts/current`, `GET ${bridge}/z-reports/next`],
  },
  {
    // It says what is expected: whoever counts must not know.
    title: 'Read the cash book',
    scope: 'smart',
    people: overseers,
    alone: 'manage',
    operations: [
      ...reads(`${bridge}/shifts`, `${bridge}/z-reports`),
      `GET ${bridge}/cash-movements`,
      `GET ${bridge}/cash-movements/expected`,
      `GET ${bridge}/z-reports/interim`,
      `GET ${bridge}/z-reports/days`,
    ],
  },
  {
    title: 'Count the drawer, put cash in and take it out',
    scope: 'smart',
    people: tillStaff,
    alone: 'manage',
    audited: true,
    operations: [
      `POST ${bridge}/shifts`,
      `POST ${bridge}/shifts/count`,
      ...['close', 'hand-over', 'recount'].map(word => `POST ${bridge}/shifts/{id}/${word}`),
      `POST ${bridge}/cash-movements`,
      `POST ${bridge}/drawer-openings`,
    ],
  },
  {
    // The report is a record of its own, in a chain of its own.
    title: 'Make the Z report',
    scope: 'smart',
    people: tillStaff,
    alone: 'manage',
    operations: [`POST ${bridge}/z-reports`],
  },
];

const shop: readonly Block[] = [
  {
    title: 'Look at the backups, and at the updates of the program',
    scope: 'smart',
    people: auditors,
    alone: 'manage',
    operations: [`GET ${bridge}/backups`, `GET ${bridge}/update`],
  },
  {
    title: 'Make a backup now',
    scope: 'smart',
    people: installers,
    alone: 'manage',
    operations: [`POST ${bridge}/backups`],
  },
  {
    title: 'Look at the doubts about clock and numbers',
    scope: 'smart',
    people: everybody,
    alone: 'manage',
    operations: [`GET ${bridge}/doubts`],
  },
  {
    // A receipt number that is given twice stays twice: a person with the papers answers.
    title: 'Say that the clock is right, and which numbers were given',
    scope: 'smart',
    people: managers,
    alone: 'manage',
    audited: true,
    operations: [`POST ${bridge}/doubts/clock`, `POST ${bridge}/doubts/numbers`],
  },
  {
    title: 'Look for terminals',
    scope: 'smart',
    people: everybody,
    alone: 'manage',
    operations: [`GET ${terminals}/models`, `GET ${terminals}/search`],
  },
  {
    title: 'Search the network for terminals',
    scope: 'smart',
    people: installers,
    alone: 'manage',
    operations: [`POST ${terminals}/search`, `DELETE ${terminals}/search`],
  },
  {
    title: 'Pair, change and remove terminals',
    scope: 'smart',
    people: installers,
    alone: 'manage',
    audited: true,
    operations: [`POST ${terminals}`, `PUT ${terminals}/{device}`, `DELETE ${terminals}/{device}`],
  },
  {
    title: 'Let a terminal do something that moves no money; see what it said',
    scope: 'smart',
    people: installers,
    alone: 'manage',
    operations: [
      `POST ${terminals}/{device}/tasks`,
      `GET ${terminals}/{device}/trace`,
      `GET ${terminals}/{device}/trace/events`,
      `GET ${terminals}/{device}/trace/text`,
    ],
  },
  {
    title: 'Read the journal of a terminal',
    scope: 'smart',
    people: auditors,
    alone: 'manage',
    operations: [`GET ${terminals}/{device}/journal`],
  },
  {
    title: 'Say when the day is closed by itself',
    scope: 'smart',
    people: managers,
    alone: 'manage',
    audited: true,
    operations: [`PUT ${bridge}/day-ends/schedule`],
  },
  {
    title: 'End the tokens of a device',
    scope: 'smart',
    people: installers,
    alone: 'manage',
    audited: true,
    operations: [`DELETE ${bridge}/devices/{id}/tokens`],
  },
  {
    title: 'Read printers, scanners and scales in detail',
    scope: 'smart',
    people: everybody,
    alone: 'manage',
    operations: [
      `GET ${bridge}/printers/ports`,
      `GET ${bridge}/printers/{id}/jobs`,
      `GET ${bridge}/printing`,
      `GET ${bridge}/scales`,
      `GET ${bridge}/scanners`,
      `GET ${bridge}/scanners/ports`,
    ],
  },
  {
    title: 'Set up printers, scanners, scales and tills',
    scope: 'manage',
    people: installers,
    audited: true,
    operations: [
      `POST ${bridge}/printers`,
      `PUT ${bridge}/printers/{id}`,
      `DELETE ${bridge}/printers/{id}`,
      `PUT ${bridge}/printing/tills/{id}`,
      `POST ${bridge}/scales`,
      `PUT ${bridge}/scales/{id}`,
      `DELETE ${bridge}/scales/{id}`,
      `POST ${bridge}/scanners`,
      `PUT ${bridge}/scanners/{id}`,
      `DELETE ${bridge}/scanners/{id}`,
      `POST ${bridge}/tills`,
      `PUT ${bridge}/tills/{id}`,
    ],
  },
  {
    title: 'Print a test slip',
    scope: 'manage',
    people: installers,
    operations: [`POST ${bridge}/printers/{id}/test`],
  },
  {
    title: 'Set up customer displays',
    scope: 'manage',
    people: installers,
    audited: true,
    operations: [
      `PUT ${bridge}/displays/{id}`,
      `POST ${bridge}/displays/{id}/revoke`,
      `PUT ${bridge}/displays/picture`,
      `DELETE ${bridge}/displays/picture`,
    ],
  },
  {
    title: 'Change the facts of the shop',
    scope: 'manage',
    people: managers,
    audited: true,
    operations: [
      `PUT ${bridge}/shop`,
      `PUT ${bridge}/tax-rates`,
      `PUT ${bridge}/printing/receipt-links`,
      `PUT ${bridge}/printing/logo`,
    ],
  },
  {
    title: 'Look after the articles',
    scope: 'manage',
    people: managers,
    audited: true,
    operations: [
      `POST ${bridge}/articles`,
      `PUT ${bridge}/articles/{id}`,
      `DELETE ${bridge}/articles/{id}`,
      `PUT ${bridge}/articles/{id}/picture`,
      `DELETE ${bridge}/articles/{id}/picture`,
      `POST ${bridge}/articles/import`,
      `POST ${bridge}/article-groups`,
      `PUT ${bridge}/article-groups/{id}`,
      `DELETE ${bridge}/article-groups/{id}`,
      `PUT ${bridge}/ean-prefixes`,
      `PUT ${bridge}/tiles`,
    ],
  },
  {
    title: 'Read imports and exports of articles',
    scope: 'smart',
    people: everybody,
    alone: 'manage',
    operations: [`GET ${bridge}/articles/import`, `GET ${bridge}/articles/export`],
  },
  {
    title: 'Preview a receipt or a campaign',
    scope: 'manage',
    people: managers,
    operations: [`POST ${bridge}/shop/receipt-preview`, `POST ${programme}/campaigns/preview`],
  },
  {
    title: 'Read the loyalty programme',
    scope: 'smart',
    people: everybody,
    alone: 'loyalty',
    operations: [
      ...reads(`${programme}/card-groups`, `${programme}/cards`, `${programme}/customers`, `${programme}/campaigns`),
      `GET ${programme}/cards/{id}/bookings`,
    ],
  },
  {
    // The code of a voucher is money.
    title: 'Read vouchers and batches of cards',
    scope: 'smart',
    people: everybody,
    alone: 'manage',
    operations: reads(`${programme}/vouchers`, `${programme}/batches`),
  },
  {
    title: 'Look after the loyalty programme',
    scope: 'manage',
    people: managers,
    audited: true,
    operations: [
      `POST ${programme}/card-groups`,
      `PUT ${programme}/card-groups/{id}`,
      `POST ${programme}/cards`,
      `PUT ${programme}/cards/{id}`,
      ...['lock', 'unlock', 'corrections', 'merge'].map(word => `POST ${programme}/cards/{id}/${word}`),
      `POST ${programme}/customers`,
      `PUT ${programme}/customers/{id}`,
      `DELETE ${programme}/customers/{id}`,
      `POST ${programme}/customers/{id}/anonymise`,
      `POST ${programme}/campaigns`,
      `PUT ${programme}/campaigns/{id}`,
      `POST ${programme}/campaigns/{id}/end`,
      `POST ${programme}/vouchers`,
      `PUT ${programme}/vouchers/{id}`,
      `POST ${programme}/vouchers/many`,
      ...['lock', 'unlock'].map(word => `POST ${programme}/vouchers/{id}/${word}`),
      ...['range', '{id}/apply'].map(word => `POST ${programme}/batches/${word}`),
    ],
  },
  {
    // A file makes nothing before it is applied, and what a batch has made by then is audited.
    title: 'Look at a file of cards or vouchers, and stop a batch; take them along as a file',
    scope: 'manage',
    people: managers,
    operations: [
      `POST ${programme}/batches/file`,
      `POST ${programme}/batches/{id}/stop`,
      `GET ${programme}/cards/export`,
      `GET ${programme}/vouchers/export`,
    ],
  },
];

const house: readonly Block[] = [
  {
    title: 'Read who signs in',
    scope: 'manage',
    people: auditors,
    operations: [
      ...reads(`${bridge}/people`, `${bridge}/clients`),
      `GET ${bridge}/people/export`,
      `GET ${bridge}/clients/{id}/push-secret`,
    ],
  },
  {
    title: 'Look after people',
    scope: 'manage',
    people: managers,
    audited: true,
    operations: [
      `POST ${bridge}/people`,
      `POST ${bridge}/people/import`,
      `PUT ${bridge}/people/{id}`,
      ...['pin', 'lock', 'unlock', 'leave', 'return'].map(word => `POST ${bridge}/people/{id}/${word}`),
    ],
  },
  {
    title: 'Look after clients of the API',
    scope: 'manage',
    people: installers,
    audited: true,
    operations: [
      `POST ${bridge}/clients`,
      `PUT ${bridge}/clients/{id}`,
      ...['secret', 'push-secret', 'revoke'].map(word => `POST ${bridge}/clients/{id}/${word}`),
      `DELETE ${bridge}/clients/{id}/push-secret`,
      `POST ${bridge}/pushes/receivers`,
      `PUT ${bridge}/pushes/receivers/{id}`,
      `DELETE ${bridge}/pushes/receivers/{id}`,
    ],
  },
  {
    // A receiver of pushes learns of every sale.
    title: 'Read the receivers of pushes',
    scope: 'manage',
    people: installers,
    operations: [`GET ${bridge}/pushes/receivers`],
  },
  {
    title: 'Read what was pushed',
    scope: 'smart',
    people: auditors,
    alone: 'manage',
    operations: reads(`${bridge}/pushes`),
  },
  {
    title: 'Push once more',
    scope: 'smart',
    people: installers,
    alone: 'manage',
    operations: [`POST ${bridge}/pushes/{id}/resend`],
  },
  {
    // A client without `manage` finds its own requests: `ownRequestsOnly`.
    title: 'Read requests',
    scope: 'smart',
    people: installers,
    operations: [
      `GET ${bridge}/journal`,
      `GET ${bridge}/journal/{supportId}`,
      `GET ${bridge}/journal/{supportId}/curl`,
    ],
  },
  {
    title: 'Read approvals and changes',
    scope: 'smart',
    people: auditors,
    alone: 'manage',
    operations: [...reads(`${bridge}/approvals`, `${bridge}/audit`), `GET ${bridge}/audit/check`],
  },
  {
    title: 'Read what waits for the head office',
    scope: 'smart',
    people: overseers,
    alone: 'manage',
    operations: [`GET ${bridge}/queue/records`, `GET ${bridge}/queue/cases`, `GET ${bridge}/queue/replacement`],
  },
  {
    title: 'Try every target now',
    scope: 'smart',
    people: ['cashier', 'manager', 'integrator'],
    alone: 'manage',
    operations: [`POST ${bridge}/queue/try`],
  },
  {
    title: 'Decide about records for the head office',
    scope: 'smart',
    people: tillStaff,
    alone: 'manage',
    audited: true,
    operations: [
      ...['retry', 'discard', 'correct'].map(word => `POST ${bridge}/queue/records/{id}/${word}`),
      ...['close', 'choose'].map(word => `POST ${bridge}/queue/cases/{id}/${word}`),
    ],
  },
  {
    title: 'Read where records go and what flows down',
    scope: 'smart',
    people: auditors,
    alone: 'manage',
    operations: [`GET ${bridge}/queue/office`, `GET ${bridge}/queue/down`],
  },
  {
    title: 'Join a back office and leave it',
    scope: 'smart',
    people: managers,
    alone: 'manage',
    audited: true,
    operations: [
      `POST ${bridge}/queue/office/enrolment`,
      `DELETE ${bridge}/queue/office/enrolment`,
      `POST ${bridge}/queue/office/key`,
    ],
  },
  {
    title: 'Send and read now',
    scope: 'smart',
    people: installers,
    alone: 'manage',
    operations: [`POST ${bridge}/queue/office/try`, `POST ${bridge}/queue/down/read`],
  },
  {
    title: 'Export the set-up',
    scope: 'smart',
    people: installers,
    alone: 'manage',
    operations: [`GET ${bridge}/setup/export`],
  },
  {
    // With --demo or where it is switched on; people have the pages of the demo.
    title: 'Control a demo or a test',
    alone: 'control',
    operations: [
      `GET ${bridge}/control`,
      `POST ${bridge}/control/reset`,
      `GET ${bridge}/control/snapshots`,
      `POST ${bridge}/control/snapshots`,
      `POST ${bridge}/control/snapshots/{name}/restore`,
      `DELETE ${bridge}/control/snapshots/{name}`,
      `GET ${bridge}/control/clock`,
      `PUT ${bridge}/control/clock`,
      `GET ${bridge}/control/faults`,
      `POST ${bridge}/control/faults`,
      `DELETE ${bridge}/control/faults`,
      `DELETE ${bridge}/control/faults/{id}`,
      ...['state', 'totals', 'paper'].map(word => `GET ${bridge}/control/terminal/${word}`),
      `DELETE ${bridge}/control/terminal/paper`,
      ...['card', 'pin', 'key', 'behaviour'].map(word => `POST ${bridge}/control/terminal/${word}`),
      `POST ${bridge}/control/devices/approve`,
      `POST ${bridge}/control/payments/transfers`,
      `POST ${bridge}/control/payments/payouts`,
    ],
  },
  {
    // In a training alone: whoever is at the till chooses what the virtual terminal plays.
    title: 'Choose an exercise',
    scope: 'smart',
    people: tillStaff,
    unpublished: true,
    operations: [`PUT ${bridge}/practice`],
  },
];

export const blocks: readonly Block[] = [...specified, ...register, ...money, ...shop, ...house];
