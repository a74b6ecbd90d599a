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

const sales = '/api/v2/Smart/Transactions';

const coffee = {
  articleNumber: '1001',
  desc: 'Kaffee',
  quantity: 2,
  priceOne: 290,
  tax: 19,
  group: [{ id: 'coffee', desc: 'Kaffee', level: 1 }],
};

export const examples: readonly Example[] = [
  {
    folder: 'Sign in',
    name: 'Token for client credentials',
    method: 'POST',
    path: '/oauth/token',
    form: { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'demo-secret' },
    saves: { token: 'access_token' },
  },
  {
    folder: 'Loyalty card pays everything',
    name: 'Create with a card',
    method: 'POST',
    path: sales,
    body: { basket: { products: [coffee] }, idents: [{ type: 'card', value: '9276004000000018' }] },
    saves: { sale: 'id' },
  },
  {
    folder: 'Loyalty card pays everything',
    name: 'Apply the card',
    method: 'POST',
    path: `${sales}/{{sale}}/preTransaction`,
  },
  {
    folder: 'Loyalty card pays everything',
    name: 'Close with the card',
    method: 'POST',
    path: `${sales}/{{sale}}/start/loyalty`,
  },
  {
    folder: 'Card terminal',
    name: 'Create',
    method: 'POST',
    path: sales,
    body: { basket: { products: [coffee] }, transactionRef: 'example-1' },
    saves: { sale: 'id' },
  },
  { folder: 'Card terminal', name: 'Pay at the terminal', method: 'POST', path: `${sales}/{{sale}}/start/cashless` },
  { folder: 'Card terminal', name: 'Read it', method: 'GET', path: `${sales}/{{sale}}` },
  { folder: 'Card terminal', name: 'Give the money back', method: 'POST', path: `${sales}/{{sale}}/cancel` },
  { folder: 'Card terminal', name: 'Diagnosis', method: 'POST', path: `${sales}/me/diagnosis` },
  { folder: 'Card terminal', name: 'End of day', method: 'POST', path: `${sales}/me/endOfDay` },
  {
    folder: 'Lists',
    name: 'What is paid, newest first',
    method: 'GET',
    path: `${sales}?q=status:ok&sort=created:desc&count=5&fields=id,status,basket_info.sum`,
  },
  { folder: 'Lists', name: 'By reference', method: 'GET', path: `${sales}?q=transactionRef:example-1&count=1` },
  { folder: 'Lists', name: 'Devices', method: 'GET', path: '/api/v2/Smart/Devices' },
];
