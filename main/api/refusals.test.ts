/** A walk over refusals: each says what the catalogue says, with the same anchor, and its support id stands in the header. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account } from '../checkout/payments.fixture.ts';
import {
  type Answer,
  type Client,
  closeAll,
  item,
  ok,
  startBridge,
  type TestBridge,
} from '../doubles/bridge.fixture.ts';
import type { Operation } from '../wire/operations.ts';
import { anchorOf, type ErrorKey, errors } from '../world/errors.ts';

interface Refused {
  readonly error_code: ErrorKey;
  readonly code: number;
  readonly fault: string;
  readonly money: string;
  readonly cause: string;
  readonly cure: string;
  readonly doc_url: string;
  readonly supportId: string;
  readonly error_details: string;
  readonly errors?: readonly { readonly path: string; readonly expected: string; readonly received: string }[];
}

const ORIGIN = 'http://shop.example:8080';
let bridge: TestBridge;
let till: Client;
let stranger: Client;
let page: string;
beforeAll(async () => {
  bridge = await startBridge({ config: { bodyLimit: 20_000, allowedOrigins: [ORIGIN], largestAmount: 500_000 } });
  till = await bridge.client();
  stranger = await bridge.client('other');
  page = (await bridge.ask('GET', '/docs/errors?language=en')).text;
});
afterAll(closeAll);

const SALES = '/api/v2/Smart/Transactions';
const sale = async (sum = 1000) =>
  (await till.create({ basket: { products: [{ desc: 'Tea', quantity: 1, priceOne: sum, tax: 7 }] } })).id;
const PAYMENTS = '/api/v2/Payment/Transactions';
/** The Payment Transaction of a sale that was paid so. */
async function paid(method: string, body: object = {}): Promise<string> {
  const { transactions } = ok(await till.post(`/${await sale()}/start/${method}`, body));
  return transactions.at(-1)?.id ?? '';
}
async function givenBack(method: string, body?: object): Promise<string> {
  const id = await paid(method, body);
  ok(await post(`${PAYMENTS}/${id}/cancel`));
  return id;
}
const refund = async () =>
  ok(await till.ask<Operation>('POST', '/bridge/v1/terminals/me/operations', { body: { do: 'refund', amount: 100 } }))
    .id;

type Ask = () => Promise<Answer<unknown>>;
const get = (path: string, headers = {}) => till.ask<Refused>('GET', path, { headers });
const post = (path: string, body?: unknown, headers = {}) =>
  till.ask<Refused>('POST', path, { headers, ...(body === undefined ? {} : { body }) });

const walk: readonly (readonly [ErrorKey, Ask])[] = [
  ['badInput', () => post(SALES, { basket: 5 })],
  ['badInput', () => get(`${SALES}?count=x`)],
  ['malformedJson', () => post(SALES, '{"basket":', { 'content-type': 'application/json' })],
  ['badQuery', () => get(`${SALES}?q=status:(`)],
  ['unsupportedMedia', () => post(SALES, '<a/>', { 'content-type': 'text/xml' })],
  ['tooLarge', () => post(SALES, { transactionRef: 'x'.repeat(30_000) })],
  ['notFound', () => get(`${SALES}/STX_NONE`)],
  ['notFound', async () => stranger.ask('GET', `${SALES}/${await sale()}`)],
  ['routeUnknown', () => get('/api/v2/Smart/Transaction')],
  ['methodUnknown', () => till.ask('DELETE', SALES)],
  ['originRefused', () => get(SALES, { origin: 'https://elsewhere.example' })],
  ['tokenInvalid', () => till.ask('GET', SALES, { token: null })],
  ['tokenInvalid', () => till.ask('GET', SALES, { token: 'wrong' })],
  ['noContract', async () => (await bridge.client('nocontract')).ask('GET', SALES)],
  ['amountFraction', async () => post(`${SALES}/${await sale()}/start/cash`, { amount: 1.5 })],
  ['negativeSum', () => post(SALES, { basket_info: { sum: -1 } })],
  ['priceMissing', () => post(SALES, { basket: { products: [{ desc: 'Tea', quantity: 1, price: 100 }] } })],
  ['currencyRefused', async () => post(`${SALES}/${await sale()}/start/cash`, { currency: 'USD' })],
  ['methodUnavailable', async () => post(`${SALES}/${await sale()}/prepare/nothing`)],
  ['nothingToPay', async () => post(`${SALES}/${(await till.create({})).id}/start/cash`)],
  ['amountTooLarge', async () => post(`${SALES}/${await sale(500_001)}/start/cashless`)],
  ['partRefused', async () => post(`${SALES}/${await sale()}/start/cash`, { part: { amount: 2000 } })],
  ['amountRefused', async () => post(`${SALES}/${await sale()}/start/cash`, { amount: 5 })],
  ['cardMissing', async () => post(`${SALES}/${await sale()}/preTransaction`)],
  ['cardUnknown', () => get('/bridge/v1/cards/9999999999999999')],
  ['voucherUnknown', () => get('/bridge/v1/counter/vouchers/NOSUCH')],
  ['nothingLate', () => post('/bridge/v1/till/late', { keep: true })],
  ['questionGone', () => post('/bridge/v1/till/answer', { question: 'none', answer: 'yes' })],
  ['nothingToDecide', async () => post(`/bridge/v1/terminals/me/operations/${await refund()}/verdict`, { paid: true })],
  ['handOverNotAwaited', () => post('/bridge/v1/till/hand-over', { result: 'done' })],
  ['receiptMissing', async () => post('/bridge/v1/terminals/me/print-receipt', { transaction: await sale() })],
  ['serviceStands', async () => post(`${SALES}/${ok(await till.post('/me/diagnosis')).id}/cancel`)],
  ['sumDiffers', () => post(SALES, { basket: { products: [item(500)] }, basket_info: { sum: 400 } })],
  ['captureNotPossible', async () => post(`${PAYMENTS}/${await paid('cash')}/capture`)],
  [
    'paymentMoveForbidden',
    async () => post(`${PAYMENTS}/${await paid('debit', account)}/IncreaseAmount`, { amount: 5000 }),
  ],
  ['nothingLeftOfPayment', async () => post(`${PAYMENTS}/${await givenBack('cash')}/cancel`)],
  ['nothingLeftOfPayment', async () => post(`${PAYMENTS}/${await givenBack('debit', account)}/cancel`)],
  ['noUpstreamService', async () => (await bridge.staff('manager')).ask('POST', '/bridge/v1/queue/down/read')],
  ['forbidden', () => till.ask('PUT', '/bridge/v1/session/pin', { body: { pin: '1', new_pin: '2' } })],
  ['loginRefused', () => post('/bridge/v1/session', { username: 'cashier@demo.example', pin: '0000' })],
];

describe('a refusal', () => {
  it.each(walk)('%s says what the catalogue says', async (key, ask) => {
    const { status, body, headers } = (await ask()) as unknown as Answer<Refused>;
    const entry = errors[key];
    expect(body).toMatchObject({
      ...{ error_code: key, code: entry.code, fault: entry.fault, money: entry.money },
      ...{ cause: entry.cause.de, cure: entry.cure.de, doc_url: `${bridge.url}/docs/errors#${anchorOf(key)}` },
    });
    expect([status, headers.get('x-support-id')]).toEqual([entry.http, body.supportId]);
    expect(page).toContain(`id="${anchorOf(key)}"`);
  });

  it('is written in the language of the caller', async () => {
    const { body } = (await get('/api/v2/nothing', { 'accept-language': 'en' })) as Answer<Refused>;
    expect([body.cause, body.cure]).toEqual([errors.routeUnknown.cause.en, errors.routeUnknown.cure.en]);
  });

  it('names every wrong member with what was expected and what came, and no secret', async () => {
    const { body } = (await post('/bridge/v1/session', { username: 5, pin: ['1'], till: 7 })) as Answer<Refused>;
    expect(body.errors?.map(({ path }) => path)).toEqual(expect.arrayContaining(['username', 'pin']));
    expect(body.errors?.find(({ path }) => path === 'username')).toMatchObject({
      expected: 'text',
      received: 'number 5',
    });
    const secret = (await post('/oauth/token', { client_secret: 12_345_678 })) as unknown as Answer<object>;
    expect(secret.text).not.toContain('12345678');
  });

  it('of a method names those that the path takes', async () => {
    const refused = await till.ask<Refused>('DELETE', SALES);
    expect(refused.headers.get('allow')?.split(', ').toSorted()).toEqual(['GET', 'POST']);
    expect(refused.body.error_details).toMatch(/takes (POST, GET|GET, POST), not DELETE/);
  });

  it('of an address names the closest route', async () => {
    const refused = (await get('/Smart/Transactions')) as Answer<Refused>;
    expect(refused.body.error_details).toContain('/api/v2/Smart/Transactions');
  });

  it('of an origin names the setting with this very origin', async () => {
    const refused = (await get(SALES, { origin: 'https://elsewhere.example' })) as Answer<Refused>;
    expect(refused.body.error_details).toContain('TILLBRIDGE_ALLOWED_ORIGINS=\'["https://elsewhere.example"]\'');
  });
});

describe('a page of a permitted origin', () => {
  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('may send %s', async method => {
    const answer = await bridge.ask('OPTIONS', SALES, {
      headers: {
        ...{
          origin: ORIGIN,
          'access-control-request-method': method,
          'access-control-request-private-network': 'true',
        },
        'access-control-request-headers': 'authorization, content-type, idempotency-key, if-match, prefer',
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-methods')).toContain(method);
    expect(answer.headers.get('access-control-allow-private-network')).toBe('true');
    for (const header of ['authorization', 'idempotency-key', 'if-match', 'tillbridge-strict', 'accept-language'])
      expect(answer.headers.get('access-control-allow-headers')).toContain(header);
  });

  it('reads refusals, and the headers that help', async () => {
    const answer = await get(`${SALES}/STX_NONE`, { origin: ORIGIN });
    expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/etag.*retry-after.*x-support-id/i);
  });

  it('of another origin is told nothing', async () => {
    const answer = await bridge.ask('OPTIONS', SALES, {
      headers: {
        ...{ origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
        'access-control-request-private-network': 'true',
      },
    });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('access-control-allow-private-network')).toBeNull();
  });
});
