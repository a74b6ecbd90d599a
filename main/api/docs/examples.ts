/** Flows of the API with the demo data, request by request; a test runs them all, and they are published as a collection. */

export interface Example {
  readonly folder: string;
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `{{name}}` stands for what an earlier request saved. */
  readonly path: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Variable → path inside the answer. */
  readonly saves?: Readonly<Record<string, string>>;
}

type Call = Omit<Example, 'folder' | 'name' | 'method' | 'path'>;
type Step = readonly [name: string, request: `${Example['method']} ${string}`, call?: Call];

const api = '/api/v2';
const sales = `${api}/Smart/Transactions`;
const payments = `${api}/Payment/Transactions`;
const control = '/bridge/v1/control';

const client = { client_id: 'demo-client', client_secret: 'demo-secret' };
const card = '9276004000000018';

const coffee = {
  articleNumber: '1001',
  desc: 'Kaffee',
  quantity: 2,
  priceOne: 290,
  tax: 19,
  group: [{ id: 'coffee', desc: 'Kaffee', level: 1 }],
};
const basket = { products: [coffee] };

const contact = {
  forename: 'Erika',
  surname: 'Muster',
  email: 'erika@shop.example',
  phone: '+49 30 901820',
  dob: '1990-05-17',
  address: { street: 'Marktplatz', street_number: '1', postal_code: '10115', city: 'Berlin', country: 'DE' },
};
const account = { type: 'bank_account', private: { iban: 'DE89370400440532013000', owner: 'Erika Muster' } };

/** The data that the card page hands to the shop; the last four digits choose the outcome, see /docs/test-data. */
const creditcard = (pan: string) => ({
  type: 'credit_card',
  private: {
    owner: 'Erika Muster',
    pan,
    expiration_date: '2030-12-31T00:00:00+01:00',
    issuer: 'visa',
    transact_container: 'from-the-card-page',
    transact_skey_pubkey: 'from-the-card-page',
    transact_skey_keyname: 'from-the-card-page',
    transact_hash: 'from-the-card-page',
  },
});
const callback_urls = { success_url: 'https://shop.example/ok', failure_url: 'https://shop.example/no' };

const createdSale = (input: object = {}): Step => [
  'Create',
  `POST ${sales}`,
  { body: { basket, ...input }, saves: { sale: 'id' } },
];
const readSale: Step = ['Read it', `GET ${sales}/{{sale}}`];

const folders = {
  'Sign in': [
    [
      'Token of a person at a till',
      'POST /oauth/token',
      {
        form: {
          ...client,
          grant_type: 'appuser',
          username: 'cashier@demo.example',
          password: '1111',
          device: '/vendor/demo/till/1',
        },
        saves: { refresh: 'refresh_token' },
      },
    ],
    [
      'Refresh it',
      'POST /oauth/token',
      { form: { ...client, grant_type: 'refresh_token', refresh_token: '{{refresh}}' } },
    ],
    [
      'Token for client credentials',
      'POST /oauth/token',
      { form: { ...client, grant_type: 'client_credentials' }, saves: { token: 'access_token' } },
    ],
  ],
  'Sign in a device': [
    [
      'A till asks for a code',
      'POST /oauth/token',
      {
        form: { ...client, grant_type: 'device', uuid: '/vendor/demo/till/1' },
        saves: { device_code: 'device_code', user_code: 'user_code' },
      },
    ],
    [
      'Let it in, as a person does at verification_url',
      `POST ${control}/devices/approve`,
      { body: { user_code: '{{user_code}}' } },
    ],
    [
      'The till gets its token',
      'POST /oauth/token',
      { form: { ...client, grant_type: 'device', code: '{{device_code}}' } },
    ],
  ],
  'Loyalty card pays everything': [
    createdSale({ idents: [{ type: 'card', value: card }] }),
    ['Apply the card', `POST ${sales}/{{sale}}/preTransaction`],
    ['Close with the card', `POST ${sales}/{{sale}}/start/loyalty`],
  ],
  'Loyalty card pays a part': [
    createdSale({
      basket: { products: [{ ...coffee, quantity: 5 }] },
      idents: [{ type: 'card', value: '9276004000000026' }],
    }),
    ['Apply the card', `POST ${sales}/{{sale}}/preTransaction`],
    ['Pay the rest in cash', `POST ${sales}/{{sale}}/start/cash`, { saves: { receipt: 'receipt_number' } }],
    ['Cancel it by its receipt number', `POST ${sales}/{{receipt}}/canceltrx`],
  ],
  'Loyalty cards': [
    ['What numbers look like', `GET ${api}/Smart/Idents`],
    ['Is this a card?', `POST ${api}/Smart/Idents/me/validate`, { body: [{ type: 'card', value: card }] }],
    ['Find it', `GET ${api}/Loyalty/MerchantCards?q=card.cardnumber:${card}`, { saves: { merchantcard: 'data.0.id' } }],
    ['Its balances with a slip', `POST ${api}/Loyalty/MerchantCards/{{merchantcard}}/getCardBalanceReceipt`],
    ['What was booked', `GET ${api}/Loyalty/Transactions?count=5&sort=created:desc`],
    ['Stop it', `POST ${api}/Loyalty/MerchantCards/{{merchantcard}}/lock`, { body: { reason: 1 } }],
    ['Let it go on', `POST ${api}/Loyalty/MerchantCards/{{merchantcard}}/unlock`],
    ['A customer comes in', 'POST /bridge/v1/checkins', { body: { cardnumber: card } }],
    ['Who is there', `GET ${api}/Smart/Checkins`],
  ],
  Terminals: [
    ['What there is', 'GET /bridge/v1/terminals'],
    ['Is the one of this till ready?', 'GET /bridge/v1/terminals/me/status'],
    ['What did it and the till say to each other last?', 'GET /bridge/v1/terminals/me/trace?count=20'],
    ['What it has booked', 'POST /bridge/v1/terminals/me/tasks', { body: { do: 'turnoverTotals' } }],
    ['Where could one search?', 'GET /bridge/v1/terminals/search'],
    ['Search', 'POST /bridge/v1/terminals/search', { body: { subnets: ['127.0.0.1'], tcpPorts: [20007] } }],
    ['Stop searching', 'DELETE /bridge/v1/terminals/search'],
  ],
  'Card terminal': [
    createdSale({ transactionRef: 'example-1' }),
    ['Pay at the terminal: outcome of the answer says whether it is paid', `POST ${sales}/{{sale}}/start/cashless`],
    readSale,
    ['Ask the terminal to stop, while a payment runs', 'POST /bridge/v1/till/abort'],
    ['Give the money back', `POST ${sales}/{{sale}}/cancel`],
    ['Diagnosis', `POST ${sales}/me/diagnosis`],
    ['End of day', `POST ${sales}/me/endOfDay`],
    ['What an end of day would close', 'GET /bridge/v1/terminals/me/day-end'],
    ['Close the day and compare', 'POST /bridge/v1/terminals/me/day-end', { saves: { dayEnd: 'id' } }],
    ['Its comparison', 'GET /bridge/v1/day-ends/{{dayEnd}}'],
    ['Ends of days', 'GET /bridge/v1/day-ends?count=5'],
    ['Close it by itself every evening', 'PUT /bridge/v1/day-ends/schedule', { body: { at: '22:00' } }],
    ['Or by hand only', 'PUT /bridge/v1/day-ends/schedule', { body: { at: null } }],
  ],
  'Customers and instruments': [
    ['Create a customer', `POST ${api}/Payment/Customers`, { body: { contact }, saves: { customer: 'id' } }],
    ['Read it', `GET ${api}/Payment/Customers/{{customer}}`],
    ['Change it', `PUT ${api}/Payment/Customers/{{customer}}`, { body: { contact: { ...contact, surname: 'Neu' } } }],
    ['Check an IBAN', `POST ${api}/Payment/Containers/me/validateSingleIban`, { body: { iban: account.private.iban } }],
    [
      'Store a bank account',
      `POST ${api}/Payment/Containers`,
      { body: { ...account, customer: { id: '{{customer}}' } }, saves: { container: 'id' } },
    ],
    ['Stored instruments', `GET ${api}/Payment/Containers?q=customer.id:{{customer}}`],
    [
      'Form of a B2B mandate',
      `POST ${api}/Payment/Containers/{{container}}/mandate`,
      { body: { customer_id: '{{customer}}', type: 'B2B' } },
    ],
    [
      'Upload the signed form',
      `POST ${api}/Document/Uploads`,
      { body: { content: 'JVBERi0xLjcgc2lnbmVk' }, saves: { document: 'id' } },
    ],
    [
      'Send it back',
      `POST ${api}/Payment/Containers/{{container}}/Uploadmandate`,
      { body: { document_id: '{{document}}' } },
    ],
  ],
  'Direct debit': [
    createdSale({ transactionRef: 'example-2' }),
    [
      'Authorise it with a stored account',
      `POST ${sales}/{{sale}}/prepare/debit`,
      { body: { container: { id: '{{container}}' } }, saves: { payment: 'transactions.0.id' } },
    ],
    ['Take the money', `POST ${sales}/{{sale}}/start`],
    ['The Payment Transaction of it', `GET ${payments}/{{payment}}`],
    ['Its details', `GET ${api}/Payment/Svcdebits/{{payment}}`],
    ['The sale of a Payment Transaction', `GET ${sales}?q=transactions.id:{{payment}}&count=1`],
    ['Give a part back', `POST ${payments}/{{payment}}/cancel`, { body: { amount: 100 } }],
  ],
  'Credit card without 3-D Secure, first of a series': [
    createdSale({
      payment_context: {
        mit_instructions: { type: 'cit', standing_instruction: 'ucof' },
        container_instructions: { request_token: true },
      },
    }),
    [
      'Authorise it',
      `POST ${sales}/{{sale}}/prepare/creditcard`,
      {
        body: { container: creditcard('411111XXXXXX1111'), customer: { contact }, callback_urls },
        saves: { stored: 'container.id', first: 'transactions.0.id' },
      },
    ],
    ['Take the money', `POST ${sales}/{{sale}}/start`],
  ],
  'Credit card, by the merchant alone': [
    createdSale({
      payment_context: { mit_instructions: { type: 'mit', cit_reference: '{{first}}' }, auto_capture: true },
    }),
    [
      'Pay with the stored card',
      `POST ${sales}/{{sale}}/prepare/creditcard`,
      { body: { container: { id: '{{stored}}' }, callback_urls } },
    ],
  ],
  'Credit card with 3-D Secure': [
    createdSale({ payment_context: { auto_capture: true } }),
    [
      'Authorise it: open iframe_url of the answer in a browser and confirm',
      `POST ${sales}/{{sale}}/prepare/creditcard`,
      { body: { container: creditcard('400000XXXXXX3220'), customer: { contact }, callback_urls } },
    ],
    readSale,
  ],
  'Invoice and prepayment': [
    createdSale(),
    ['Pay by invoice', `POST ${sales}/{{sale}}/start/invoice`, { body: { customer: { id: '{{customer}}' } } }],
    createdSale(),
    [
      'Pay in advance',
      `POST ${sales}/{{sale}}/start/prepaid`,
      { body: { customer: { id: '{{customer}}' } }, saves: { payment: 'transactions.0.id' } },
    ],
    [
      'Where the payer transfers to',
      `POST ${payments}/{{payment}}/getPaymentInstructions`,
      { saves: { purpose: 'transfer_purpose' } },
    ],
    ['The transfer arrives', `POST ${control}/payments/transfers`, { body: { amount: 580, purpose: '{{purpose}}' } }],
    readSale,
  ],
  'Payment Transactions': [
    [
      'TWINT: the payer confirms at redirect_url.iframe_url',
      `POST ${payments}`,
      { body: { amount: 1500, payment_methods: ['twint'], purpose: 'Kaffee' }, saves: { payment: 'id' } },
    ],
    ['Its status', `GET ${payments}/{{payment}}/checkStatus`],
    [
      'Authorise by direct debit',
      `POST ${api}/Payment/Svcdebits`,
      {
        body: { amount: 2000, payment_action: 'authorization', customer: '{{customer}}', container: '{{container}}' },
        saves: { payment: 'id' },
      },
    ],
    ['Capture a part', `POST ${payments}/{{payment}}/capture`, { body: { amount: 1500 } }],
    [
      'Prepayment',
      `POST ${api}/Payment/Svcprepays`,
      { body: { amount: 4200, purpose: 'Auftrag' }, saves: { payment: 'id' } },
    ],
    ['Its details', `GET ${api}/Payment/Svcprepays/{{payment}}`],
    ['Those that wait', `GET ${payments}?q=status:25&count=5`],
  ],
  Contracts: [
    ['The own one', `GET ${api}/General/Contracts/me`, { saves: { contract: 'id' } }],
    ['Its currencies', `GET ${api}/General/Contracts/{{contract}}/AvailableCurrencies`],
    ['Options of the card page', `GET ${api}/General/Contracts/{{contract}}/IframeOptions`],
    [
      'Background of the payment link',
      `POST ${api}/General/Contracts/{{contract}}/savePaymentLinkConfiguration`,
      { body: { background: { enabled: true } } },
    ],
    ['A project of the same merchant', `POST ${api}/Payment/Contracts/me/clone`, { body: { project: 'example-1' } }],
    [
      'A project of a new merchant',
      `POST ${api}/Payment/Contracts/me/requestId`,
      { body: { project: 'example-2', contact, create_first_store: true, store_name: 'Filiale' } },
    ],
    ['Its identification', `GET ${api}/Services/Identrequests`],
    ['Categories for merchant_category', `GET ${api}/General/Merchants/me/MerchantCategories`],
  ],
  Payouts: [
    [
      'To a stored account',
      `POST ${api}/Payment/Svcpayout`,
      {
        body: {
          customer: '{{customer}}',
          amount: 500,
          currency: 'EUR',
          purpose: 'Zinsen',
          transaction_list: [
            {
              item_type: 'transaction_payout',
              reference_id: 'example-1',
              name: 'Zins',
              total: 500,
              container_id: '{{container}}',
            },
          ],
        },
        saves: { payout: 'id' },
      },
    ],
    ['Read it', `GET ${api}/Payment/Svcpayout/{{payout}}`],
    ['Cancel it', `POST ${api}/Payment/Svcpayout/{{payout}}/cancel`],
    [
      'To a bank account, without a customer',
      `POST ${api}/Payment/Svcpayout/me/PayoutWithoutCustomer`,
      {
        body: {
          amount: 700,
          currency: 'EUR',
          contract_id: '{{contract}}',
          purpose: 'Gewinne',
          payout_list: [{ amount: 700, purpose: 'Gewinn', reference: 'example-2', bank_account: account.private }],
        },
      },
    ],
  ],
  Stores: [
    [
      'Create',
      `POST ${api}/General/Stores`,
      {
        body: {
          name: 'Filiale Nord',
          address: { street: 'Weg', street_number: '2', postal_code: '10115', city: 'Berlin', country: 'DE' },
        },
        saves: { store: 'id' },
      },
    ],
    ['Change', `PUT ${api}/General/Stores/{{store}}`, { body: { url_website: 'https://shop.example' } }],
    ['Make it the default one', `POST ${api}/General/Stores/{{store}}/setDefault`, { body: { reason: 'moved' } }],
    ['All of them', `GET ${api}/General/Stores?sort=name:asc`],
  ],
  Subscriptions: [
    ['Plans', `GET ${api}/Payment/Plans?q=status:active`, { saves: { plan: 'data.0.id' } }],
    createdSale({ basket: { products: [{ ...coffee, item_type: 'subscription', plan_id: '{{plan}}' }] } }),
    [
      'Subscribe by direct debit',
      `POST ${sales}/{{sale}}/start/debit`,
      { body: { container: { id: '{{container}}' } }, saves: { subscription: 'subscription.id' } },
    ],
    ['Read it', `GET ${api}/Payment/Subscriptions/{{subscription}}`],
    ['Cancel it', `POST ${api}/Payment/Subscriptions/{{subscription}}/cancel`],
  ],
  Devices: [
    ['All of them', `GET ${api}/Smart/Devices`],
    ['The own till', `GET ${api}/Smart/Devices/me`],
    ['Which terminal a till pays at', `GET ${api}/Smart/Routings`],
  ],
  Lists: [
    [
      'What is paid, newest first, some members of it',
      `GET ${sales}?q=status:ok&sort=created:desc&count=5&fields=id,status,basket_info.sum`,
    ],
    ['By reference, with wildcards', `GET ${sales}?q=transactionRef:example-?&count=1`],
    [
      'By range, with OR and NOT',
      `GET ${sales}?q=basket_info.sum:[500 TO *] AND NOT (status:failed OR status:cancelled)`,
    ],
    ['The second page', `GET ${sales}?count=2&offset=2`],
    ['With merchants and payments in full', `GET ${sales}?count=1&expand=merchant,transactions`],
    ['Only those of today', `GET ${sales}?preset=today`],
    ['Is this query right?', `GET ${sales}?q=status:(ok&validate=1`],
    ['What can be asked for', `GET ${sales}?meta=only`],
    ['Counted by status', `GET ${sales}?aggregate={"group_by_prop":"status","sum_by_prop":"basket_info.sum"}`],
    ['A snapshot to be read page by page', `GET ${sales}?scroll_expire=1m&count=2`, { saves: { scroll: 'scroll_id' } }],
    ['Its next page', `GET ${sales}?scroll_id={{scroll}}`],
  ],
  'Notifications and journal': [
    createdSale({ application_context: { return_urls: { url_push: 'https://shop.example/push' } } }),
    ['Pay in cash', `POST ${sales}/{{sale}}/start/cash`],
    ['What was sent, and what became of it', 'GET /bridge/v1/pushes?count=5'],
    ['What was asked and answered', 'GET /bridge/v1/journal?count=5'],
  ],
  'Control interface': [
    ['Clock, faults, snapshots and scenarios', `GET ${control}`],
    ['Keep everything as it is now', `POST ${control}/snapshots`, { body: { name: 'example' } }],
    [
      'The next question for stores fails once',
      `POST ${control}/faults`,
      { body: { operation: `GET ${api}/General/Stores*`, status: 503, times: 1 } },
    ],
    ['End all faults', `DELETE ${control}/faults`],
    ['A minute passes', `PUT ${control}/clock`, { body: { by: 60_000 } }],
    ['Back to the clock of the system', `PUT ${control}/clock`, { body: { release: true } }],
    ['Everything as it was then', `POST ${control}/snapshots/example/restore`],
    ['Forget the snapshot', `DELETE ${control}/snapshots/example`],
    ['Demo data anew, with a day of sales', `POST ${control}/reset`, { body: { scenario: 'day' } }],
  ],
} as const satisfies Readonly<Record<string, readonly Step[]>>;

export const examples: readonly Example[] = Object.entries(folders).flatMap(([folder, steps]) =>
  (steps as readonly Step[]).map(step => exampleOf(folder, step)),
);

function exampleOf(folder: string, [name, request, call = {}]: Step): Example {
  const space = request.indexOf(' ');
  const method = request.slice(0, space) as Example['method'];
  return { folder, name, method, path: request.slice(space + 1), ...call };
}
